import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

/// Items that take no room, as those whose content a neighbour shows.
@Suite("Items without a height") struct EmptyItemTests {
  private static func height(_ index: Int) -> Int { index % 5 < 3 ? 0 : 30 + index % 7 * 9 }

  @Test("Scrolling over them shows every item that has a height, in its place", arguments: 0..<3)
  func scrolling(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) &+ 5)
    let engine = ListEngine.forTests(items(2000, height: Self.height))
    var time = 0.0
    engine.settle(from: &time)
    var offset = 0
    for _ in 0..<60 {
      let pixels = Int.random(in: -200...600, using: &random)
      offset += engine.scroll(by: pixels)
      engine.settle(from: &time)
      // Where the items stand, counted by hand.
      var expected: [Int: Int] = [:]
      var y = -offset
      for index in 0..<2000 {
        let height = Self.height(index)
        if height > 0, y < 800, y + height > 0 { expected[index] = y }
        y += height
      }
      let rows = engine.visibleRows.filter { $0.height > 0 }
      #expect(Dictionary(uniqueKeysWithValues: rows.map { ($0.position, $0.y) }) == expected)
    }
    #expect(engine.statistics.blankPixels == 0)
  }

  @Test("A jump to one of them shows what is around it")
  func jump() throws {
    let engine = ListEngine.forTests(items(2000, height: Self.height))
    var time = 0.0
    engine.settle(from: &time)
    engine.jump(to: 1001, highlighting: true)
    for _ in 0..<600 where engine.isJumping {
      _ = engine.waitForResults(seconds: 0.1)
      time += 1 / 60
      _ = engine.frame(at: time)
    }
    engine.settle(from: &time)
    #expect(!engine.isJumping && engine.isSettled)
    let near = try #require(engine.visibleRows.first { $0.position == 1003 })
    #expect(near.y == 400)
  }
}
