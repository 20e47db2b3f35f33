import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeEngine

/// The part alone: a lane, no list.
@Suite("Tools within a frame") struct ToolLendingTests {
  private final class Count: Sendable {
    let made = Mutex(0)
    let paints = Mutex(0)
  }

  private final class CountingTools: LaneTools {
    let text: any TextMeasuring = TestText()
    private let count: Count

    init(_ count: Count) {
      self.count = count
      count.made.withLock { $0 += 1 }
    }

    func paint(
      _ layout: RowLayout, slice: Range<Int>, scheme: ColorScheme, background: ThemeColor
    ) -> Bitmap {
      count.paints.withLock { $0 += 1 }
      return Bitmap(size: PixelSize(width: max(1, layout.size.width), height: max(1, slice.count)))
    }
  }

  private let environment = LayoutEnvironment(width: 400)
  private let rows: [any RowModel] = (0..<3).map {
    TestRow(id: RowID(item: ItemID($0), part: 0), revision: .initial, baseHeight: 20)
  }

  /// Jobs that belong on another thread, until they are run here.
  private final class Jobs: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    func add(_ job: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(job) } }
    func run() {
      let jobs = waiting.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in jobs { job() }
    }
  }

  private func lending(_ count: Count, _ lane: LaneThread, _ jobs: Jobs) -> ToolLending {
    let runtime = EngineRuntime(
      makeLane: { _, _ in lane }, now: { 0 }, later: { _, job in jobs.add(job) }, due: nil,
      charge: nil)
    return ToolLending(
      lane: lane, runtime: runtime, factory: { CountingTools(count) },
      background: ThemeColor(0xFFFFFF, dark: 0))
  }

  private func lane() async -> LaneThread {
    let lane = LaneThread(name: "luge-test", niceness: 10, tools: { TestTools() })
    await withCheckedContinuation { done in lane.submit { _ in done.resume() } }
    return lane
  }

  @Test("Those that a frame had to make itself stay, and none are made beside them")
  func own() async {
    let (count, jobs, lane) = (Count(), Jobs(), await lane())
    defer { lane.stop() }
    let lending = lending(count, lane, jobs)
    #expect(!lending.arePrepared)
    let first = lending.tools
    #expect(lending.tools === first && lending.arePrepared)
    lending.prepare(environment, .light, examples: { rows }, deliver: { _ in })
    jobs.run()
    #expect(count.made.withLock { $0 } == 1)
  }

  @Test("They are made ready once, by drawing what is in view; for an empty view not at all")
  func prepared() async {
    let (count, jobs, lane) = (Count(), Jobs(), await lane())
    defer { lane.stop() }
    let lending = lending(count, lane, jobs)
    let made = Mutex<[Handover<any LaneTools>]>([])
    func prepare(_ rows: [any RowModel]) {
      lending.prepare(environment, .light, examples: { rows }) { tools in
        made.withLock { $0.append(tools) }
      }
    }
    prepare([])
    prepare(rows)
    prepare(rows)
    jobs.run()
    let handovers = made.withLock { $0 }
    #expect(handovers.count == 1 && count.paints.withLock { $0 } == 3)
    for handover in handovers { lending.take(handover) }
    #expect(lending.tools === handovers.first?.tools)
  }

  @Test("The lane's own are borrowed when they are asked for, and given back at the end")
  func borrowed() async {
    let (count, jobs, lane) = (Count(), Jobs(), await lane())
    defer { lane.stop() }
    let lending = lending(count, lane, jobs)
    lending.lend(for: environment, isRelayout: true) {
      let tools = lending.tools
      #expect(tools is TestTools && lending.tools === tools)
      #expect(lane.lendTools(within: 0) == nil)
    }
    #expect(count.made.withLock { $0 } == 0)
    #expect(lane.lendTools(within: 0) is TestTools)
    // While the lane has no tools to lend, a frame makes its own.
    lending.lend(for: environment, isRelayout: false) { #expect(lending.tools is CountingTools) }
    lane.takeToolsBack()
  }

  @Test("Of those that were warmed the last count, and in their environment nothing is borrowed")
  func warmed() async throws {
    let (count, jobs, lane) = (Count(), Jobs(), await lane())
    defer { lane.stop() }
    let lending = lending(count, lane, jobs)
    let made = Mutex<[(Handover<any LaneTools>, Int)]>([])
    func warm(_ environment: LayoutEnvironment, _ rows: [any RowModel]) -> Bool {
      lending.warm(environment, .light, examples: rows) { tools, number in
        made.withLock { $0.append((tools, number)) }
      }
    }
    let large = LayoutEnvironment(width: 400, zoom: 2)
    #expect(warm(environment, rows) && warm(large, rows))
    jobs.run()
    let handovers = made.withLock { $0 }
    try #require(handovers.count == 2)
    #expect(!lending.take(handovers[0].0, number: handovers[0].1))
    #expect(lending.take(handovers[1].0, number: handovers[1].1))
    #expect(!lending.take(handovers[1].0, number: handovers[1].1), "they are taken once")
    lending.lend(for: large, isRelayout: true) {
      #expect(lending.tools === handovers[1].0.tools)
    }
    lending.lend(for: environment, isRelayout: true) { #expect(lending.tools is TestTools) }
    // With nothing in view there is nothing to warm, and what was on its way is not wanted.
    #expect(warm(environment, rows) && !warm(large, []))
    jobs.run()
    let late = try #require(made.withLock { $0 }.last)
    #expect(!lending.take(late.0, number: late.1))
  }

  @Test("Laying out is counted, and its time told once")
  func layout() async throws {
    let (count, jobs, lane) = (Count(), Jobs(), await lane())
    defer { lane.stop() }
    let time = Mutex(0.0)
    let runtime = EngineRuntime(
      makeLane: { _, _ in lane },
      now: {
        time.withLock { time in
          time += 1
          return time
        }
      }, later: { _, job in jobs.add(job) }, due: nil, charge: nil)
    let lending = ToolLending(
      lane: lane, runtime: runtime, factory: { CountingTools(count) },
      background: ThemeColor(0xFFFFFF, dark: 0))
    let context = LayoutContext(environment: environment, text: TestText())
    let item = RealizedItem(
      id: ItemID(0), models: [rows[0]], context: context, layoutVersion: 1, now: { 0 })
    let wide = LayoutEnvironment(width: 800)
    let again = lending.layOut(item, in: wide, layoutVersion: 2)
    #expect(again.height == TestRow.height(20, width: 800) && again.layoutVersion == 2)
    #expect(lending.itemsLaidOut == 1)
    #expect(lending.takeLayoutSeconds() > 0 && lending.takeLayoutSeconds() == 0)
  }
}
