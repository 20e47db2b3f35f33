import LugeCore
import LugeTestSupport
import Testing

@testable import LugeEngine

@Suite("Drawing requests that the next frame does not repeat")
struct DrawRequestTests {
  private func request(_ number: Int) -> DrawRequest {
    let content = CellContentKey(
      row: RowID(item: ItemID(Int64(number / 3)), part: UInt32(number % 3)), revision: .initial,
      layoutVersion: 1, scheme: .light)
    return DrawRequest(key: BitmapKey(content: content, slice: 0), needed: 0)
  }

  @Test("They are counted as by looking each up, in whatever order both lists are")
  func missing() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      func list() -> [DrawRequest] {
        let numbers = Set(
          (0..<Int.random(in: 0...20, using: &random)).map { _ in
            Int.random(in: 0..<24, using: &random)
          })
        let sorted = numbers.sorted()
        return (Bool.random(using: &random) ? sorted : sorted.shuffled(using: &random)).map(request)
      }
      let (before, now) = (list(), list())
      let unbegun = before.suffix(Int.random(in: 0...20, using: &random))
      #expect(unbegun.countMissing(from: now) == unbegun.count { !now.contains($0) })
    }
  }

  @Test("Rows of neighbouring items and their parts have words of their own")
  func words() {
    var words: Set<UInt64> = []
    for item in -500..<500 {
      for part in 0..<40 as Range<UInt32> {
        words.insert(RowID(item: ItemID(Int64(item)), part: part).word)
      }
    }
    #expect(words.count == 1000 * 40)
  }
}
