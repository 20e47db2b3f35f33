import LugeCore
import Testing

@Suite("Words that stand for rows in hashes")
struct RowWordTests {
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
