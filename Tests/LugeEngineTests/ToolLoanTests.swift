import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeEngine

@Suite("Borrowing a lane's tools") struct ToolLoanTests {
  private final class Flag: Sendable {
    let isSet = Mutex(false)
  }

  private func rest(_ lane: LaneThread) async {
    await withCheckedContinuation { done in lane.submit { _ in done.resume() } }
  }

  @Test("The lane works with them again when they are back, and not before")
  func lending() async throws {
    let lane = LaneThread(name: "luge-test", niceness: 10, tools: { TestTools() })
    defer { lane.stop() }
    await rest(lane)
    _ = try #require(lane.lendTools(within: 60))
    let flag = Flag()
    lane.submit { _ in flag.isSet.withLock { $0 = true } }
    try await Task.sleep(for: .milliseconds(20))
    #expect(flag.isSet.withLock { !$0 })
    // One borrower at a time.
    #expect(lane.lendTools(within: 0) == nil)
    lane.takeToolsBack()
    await rest(lane)
    #expect(flag.isSet.withLock { $0 })
  }

  @Test("While the lane works with them nobody gets them; what blocks without them lends them")
  func working() async throws {
    let lane = LaneThread(name: "luge-test", niceness: 10, tools: { TestTools() })
    defer { lane.stop() }
    await rest(lane)
    for usesTools in [true, false] {
      let gate = LaneGate()
      if usesTools {
        lane.submit { _ in gate.wait() }
      } else {
        Task.detached(executorPreference: lane) { gate.wait() }
      }
      while !gate.isReached { try await Task.sleep(for: .milliseconds(1)) }
      let tools = lane.lendTools(within: 0)
      #expect((tools == nil) == usesTools)
      if tools != nil { lane.takeToolsBack() }
      gate.open()
      await rest(lane)
    }
  }

  /// Tools that say which of them painted.
  private final class LoggingTools: LaneTools {
    let text: any TextMeasuring = TestText()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func paint(
      _ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor
    ) -> Bitmap {
      let name = ObjectIdentifier(self)
      log.painters.withLock { $0.append(name) }
      return Bitmap(size: PixelSize(width: max(1, layout.size.width), height: max(1, slice.count)))
    }
  }

  private final class Log: Sendable {
    let painters = Mutex<[ObjectIdentifier]>([])
  }

  @Test("A frame at a new width draws with the tools that drew the last one, and gives them back")
  func newWidth() {
    let log = Log()
    let engine = ListEngine(
      provider: provider(items(400)),
      configuration: EngineConfiguration(opensAt: .start, drawBudget: 10),
      tools: { LoggingTools(log) })
    engine.setViewport(
      PixelSize(width: 400, height: 800), environment: LayoutEnvironment(width: 400))
    var time = 0.0
    engine.settle(at: 200, from: &time)
    let lanes = Mutex<ObjectIdentifier?>(nil)
    for width in [500, 420] {
      engine.lane.submit { tools in
        let name = ObjectIdentifier(tools)
        lanes.withLock { $0 = name }
      }
      // Nothing may be left that the lane would be busy with.
      engine.restWithLane(from: &time)
      log.painters.withLock { $0 = [] }
      let drawn = engine.statistics.slicesDrawnOnTheSpot
      engine.setViewport(
        PixelSize(width: width, height: 800), environment: LayoutEnvironment(width: width))
      #expect(engine.frame(at: time).blankPixels == 0)
      let count = engine.statistics.slicesDrawnOnTheSpot - drawn
      #expect(count > 3)
      let painters = log.painters.withLock { Array($0.prefix(count)) }
      #expect(Set(painters) == Set([lanes.withLock { $0 }].compactMap { $0 }))
      engine.settle(from: &time)
    }
  }
}
