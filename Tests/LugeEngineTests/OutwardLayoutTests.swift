import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

@Suite("A jump lays out what it shows, and no more") struct OutwardLayoutTests {
  private static let alignments: [PendingJump.Alignment] = [
    .top, .center, .offset(0), .line(part: 0, key: 0, y: 130), .line(part: 0, key: 0, y: 9_000),
    .text(offset: 0),
  ]

  @Test("Each item but the target is needed, and with them the jump can land", arguments: 0..<20)
  func smallest(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 1...120, using: &random)
    let heights = (0..<count).map { _ in Int.random(in: 1...300, using: &random) }
    let engine = ListEngine.forTests(items(count) { heights[$0] })
    for position in 0..<count { engine.state.measured(heights[position], at: position) }
    let context = LayoutContext(environment: LayoutEnvironment(width: 400), text: TestText())
    for target in 0..<count {
      let ends = target == count - 1 ? [PendingJump.Alignment.offset(.max)] : []
      for alignment in Self.alignments + ends {
        let jump = PendingJump(position: target, alignment: alignment)
        let outward = OutwardLayout(
          reach: jump.reach(in: engine.state.viewport.height), target: target, count: count)
        let (found, lower) = outward.items(of: 0..<count) { position in
          let row = TestRow(
            id: RowID(item: ItemID(Int64(position)), part: 0), revision: .initial,
            baseHeight: heights[position])
          return RealizedItem(
            id: row.id.item, models: [row], context: context, layoutVersion: 1, now: { 0 })
        }
        let range = lower..<lower + found.count
        #expect(found.map(\.id.rawValue) == range.map(Int64.init))
        try #require(range.contains(target))
        #expect(range == seen(jump, engine, heights))
        #expect(jump.isRealized(in: range, of: engine.state))
        if range.lowerBound < target {
          #expect(!jump.isRealized(in: range.lowerBound + 1..<range.upperBound, of: engine.state))
        }
        if range.upperBound > target + 1 {
          #expect(!jump.isRealized(in: range.lowerBound..<range.upperBound - 1, of: engine.state))
        }
      }
    }
  }

  /// By pixels: the items that touch the stretch of the list which the jump shows, moved into the
  /// list where it sticks out.
  private func seen(_ jump: PendingJump, _ engine: ListEngine, _ heights: [Int]) -> Range<Int> {
    let tops = heights.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    let reach = jump.reach(in: engine.state.viewport.height)
    let top = tops[jump.position]
    var low = top - reach.above
    var high = top + reach.below(withTarget: heights[jump.position])
    low -= max(0, high - tops[heights.count])
    high += max(0, -low)
    let touched = heights.indices.filter {
      $0 == jump.position || tops[$0] < high && tops[$0 + 1] > low
    }
    return (touched.first ?? 0)..<(touched.last ?? 0) + 1
  }

  /// A screen of 400 pixels shows 11 items of 40, and what is not known of the target is one more.
  @Test(
    "Before a list that opens in its middle is seen, its screen is laid out alone",
    arguments: [5, 6, 1_500, 2_990, 2_998])
  func opening(target: Int) throws {
    let engine = ListEngine.forTests(
      items(3_000) { _ in 40 }, size: PixelSize(width: 400, height: 400), opensAt: .end)
    let place = ReadingPlace(item: ItemID(Int64(target)), part: 0, key: 10, y: 130)
    engine.restore(place, at: target)
    var time = 0.0
    var plan = engine.frame(at: time)
    for _ in 0..<5_000 where engine.isJumping {
      _ = engine.waitForResults(seconds: 1)
      time += 1 / 60
      plan = engine.frame(at: time)
    }
    #expect(!engine.isJumping && plan.blankPixels == 0 && !plan.pieces.isEmpty)
    #expect(engine.statistics.itemsLaidOutByLane <= 13)
    #expect(engine.statistics.itemsLaidOutOnTheSpot == 0)
    // Near an end the list cannot stand where it stood; the target is in view all the same.
    #expect(engine.visibleRows.contains { $0.position == target })
    engine.settle(from: &time)
    #expect(engine.statistics.itemsLaidOutByLane > 13)
  }

  @Test("What comes apart from a jump's target does not replace it")
  func apart() {
    let context = LayoutContext(environment: LayoutEnvironment(width: 400), text: TestText())
    let held = (10..<12).map {
      RealizedItem(
        id: ItemID(Int64($0)), models: [], context: context, layoutVersion: 1, now: { 0 })
    }
    var jumps = Jumps()
    jumps.ask(
      PendingJump(position: 10, alignment: .top), held: SlidingWindow(held, at: 10), hasBegun: true,
      at: 0)
    jumps.take(held, at: 21)
    #expect(jumps.staged.range == 10..<12)
    jumps.take(held, at: 12)
    #expect(jumps.staged.range == 10..<14)
  }
}
