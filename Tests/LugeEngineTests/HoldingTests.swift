import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

@Suite("Items that an update holds") struct HoldingTests {
  @Test(
    "What is unfolded grows downwards from where it is, at the list's end too", arguments: 0..<40)
  func unfolding(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var list = items(120)
    let engine = ListEngine.forTests(list, opensAt: seed.isMultiple(of: 2) ? .end : .start)
    var time = 0.0
    engine.settle(from: &time)
    if seed % 4 > 1 { engine.scroll(by: Int.random(in: -900...900, using: &random)) }
    engine.settle(from: &time)
    for _ in 0..<6 {
      let row = try #require(engine.visibleRows.randomElement(using: &random))
      list[row.position].height += Int.random(in: 1...1200, using: &random)
      engine.update(
        to: provider(list), changes: [.reload(row.position..<row.position + 1)],
        options: UpdateOptions(holds: row.position))
      engine.settle(from: &time)
      #expect(engine.y(of: Int64(row.position)) == row.y)
    }
  }

  @Test("What is folded up lets the held item below it stay")
  func folding() throws {
    var list = items(120) { $0 == 60 ? 2000 : 30 }
    let engine = ListEngine.forTests(list)
    var time = 0.0
    engine.jump(to: 61)
    engine.settle(from: &time)
    let top = try #require(engine.y(of: 61))
    #expect(engine.visibleRows.contains { $0.position == 60 && $0.y < 0 })
    list[60].height = 400
    engine.update(
      to: provider(list), changes: [.reload(60..<61)], options: UpdateOptions(holds: 61))
    engine.settle(from: &time)
    #expect(engine.y(of: 61) == top)
  }
}
