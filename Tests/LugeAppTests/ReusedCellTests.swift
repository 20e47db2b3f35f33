import Dispatch
import LugeCore
import LugeEngine
import LugeImages
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeApp

@Suite("Pictures of reused cells", .timeLimit(.minutes(5)))
struct ReusedCellTests {
  /// The colour that only the picture of this name has.
  private func color(of item: Int64) -> UInt32 { 0xFF00_0000 | UInt32(item) &* 0x01_0709 }

  @Test(
    "A row shows its own picture or its placeholder, never another's, however it is scrolled",
    arguments: 0..<4 as Range<UInt64>)
  func neverAnothers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = 300
    let decoder = AllowingDecoder(allowed: []) { name in
      0xFF00_0000 | (UInt32(name) ?? 0) &* 0x01_0709
    }
    let list = PictureList(
      (0..<count).map { ["\($0)"] }, decoder: decoder, memoryLimit: 40 * 50 * 50 * 4)
    _ = try #require(list.run(until: list.settled))
    var seen = 0
    for step in 0..<400 {
      // Pictures come late, in any order, and have to make room for others.
      for row in list.engine.visibleRows where Bool.random(using: &random) {
        decoder.allow("\(row.id.item.rawValue)")
      }
      switch Int.random(in: 0..<12, using: &random) {
      case 0: list.engine.jump(to: .random(in: 0..<count, using: &random))
      case 1: list.engine.setColorScheme(step % 2 == 0 ? .dark : .light)
      default: list.engine.scroll(by: .random(in: -260...300, using: &random))
      }
      let plan = list.frame()
      for piece in plan.pieces {
        guard let item = piece.row?.item.rawValue, let shown = plan.color(ofItem: item) else {
          continue
        }
        #expect(shown == 0xFF00_FF00 || shown == color(of: item), "item \(item)")
        if shown == color(of: item) { seen += 1 }
      }
      if step % 5 == 0 { _ = list.engine.waitForResults(seconds: 0.005) }
    }
    #expect(seen > 100, "the test saw pictures")
  }
}
