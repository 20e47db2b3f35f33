import Foundation
import LugeCore
import Synchronization
import Testing

@testable import LugeEngine

@Suite("Lanes: their priority, and that rows are made on them") struct LanePriorityTests {
  /// Of the thread that runs a lane's next job. Blocks.
  private static func niceness(of lane: any Lane) -> Int32 {
    let answer = Mutex<Int32>(0)
    let isThere = DispatchSemaphore(value: 0)
    lane.submit { _ in
      answer.withLock { $0 = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
      isThere.signal()
    }
    isThere.wait()
    return answer.withLock { $0 }
  }

  @Test("A list's lane is of low priority after its first rest", .timeLimit(.minutes(15)))
  func isLow() async {
    let lane = EngineRuntime.live.makeLane("luge-test") { TestTools() }
    let later = await withCheckedContinuation { answer in
      // A lane of low priority is waited for on a thread of its own: Swift's pool has other tests.
      DispatchQueue(label: "luge.priority.test").async {
        var found = Self.niceness(of: lane)
        while found == 0 {
          usleep(1000)
          found = Self.niceness(of: lane)
        }
        answer.resume(returning: found)
      }
    }
    #expect(later == EngineRuntime.lowPriority)
    lane.stop()
  }

  /// Notes on which threads rows are made and laid out.
  private final class Notes: Sendable {
    private let threads = Mutex<Set<UInt>>([])
    func add() { threads.withLock { _ = $0.insert(UInt(pthread_self())) } }
    func take() -> Set<UInt> {
      threads.withLock { threads in
        defer { threads = [] }
        return threads
      }
    }
  }

  private struct NotedRow: RowModel {
    static let reuseIdentifier: ReuseIdentifier = "noted"
    var id: RowID
    var revision: Revision { Revision(0) }
    var notes: Notes

    static func layout(_ row: NotedRow, in context: LayoutContext) -> RowLayout {
      row.notes.add()
      return RowLayout(size: PixelSize(width: context.width, height: 40))
    }
  }

  @Test("Rows that scroll into view are made and laid out on the lane, none on the frames' thread")
  func offTheMainThread() throws {
    let notes = Notes()
    let items = (0..<2000).map { TestItem(id: ItemID($0), height: 40) }
    let provider = FactoryRowProvider(source: ArraySource(items) { $0.id }) { item in
      notes.add()
      return [NotedRow(id: RowID(item: item.id, part: 0), notes: notes)]
    }
    let engine = ListEngine(
      provider: provider, configuration: EngineConfiguration(opensAt: .start),
      tools: { TestTools() })
    let own = UInt(pthread_self())
    let size = PixelSize(width: 400, height: 600)
    engine.setViewport(size, environment: LayoutEnvironment(width: 400))
    var time = 0.0
    func frame() {
      time += 1.0 / 60
      _ = engine.frame(at: time)
    }
    func settle() {
      let deadline = ContinuousClock.now + .seconds(30)
      while !engine.isSettled, ContinuousClock.now < deadline {
        _ = engine.waitForResults(seconds: 0.02)
        frame()
      }
    }
    frame()
    settle()
    // What an opening needs at once may be made where it is needed.
    _ = notes.take()
    for _ in 0..<200 {
      engine.scroll(by: 40)
      frame()
      settle()
    }
    let used = notes.take()
    #expect(!used.isEmpty)
    #expect(!used.contains(own))
  }
}
