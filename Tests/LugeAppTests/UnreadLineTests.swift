import LugeCore
import Testing

@testable import LugeApp

@Suite("Where the line above unread messages stands while a room is open") struct UnreadLineTests {
  private func messages(_ kinds: [UnreadLine.Message.Kind], from first: Int64 = 0)
    -> [UnreadLine.Message]
  {
    kinds.enumerated().map { index, kind in
      let number = first + Int64(index)
      return UnreadLine.Message(id: ItemID(number), place: 10 * number, kind: kind)
    }
  }

  @Test("What comes while nobody looks has a line above its first message of others, which stays")
  func away() {
    var line = UnreadLine()
    let old = messages([.news, .own, .news])
    line.saw(20, isLast: true)
    line.lookedAway(from: old, hasMore: false)
    #expect(line.first == nil)
    line.came(messages([.other], from: 3), isWatched: false)
    #expect(line.first == nil)
    line.came(messages([.other, .news], from: 4), isWatched: false)
    #expect(line.first == ItemID(5))
    line.came(messages([.news], from: 6), isWatched: false)
    #expect(line.first == ItemID(5))
    // The user looks, and sees all of it; the line goes when they look away again.
    line.saw(60, isLast: true)
    #expect(line.first == ItemID(5))
    line.lookedAway(from: old + messages([.other, .other, .news, .news], from: 3), hasMore: false)
    #expect(line.first == nil)
  }

  @Test("While the user looks, new messages have no line; the line goes to what was not seen")
  func watched() {
    var line = UnreadLine(above: ItemID(1))
    let all = messages([.news, .news, .news, .own, .news, .news])
    line.saw(20, isLast: true)
    line.came(messages([.own, .news, .news], from: 3), isWatched: true)
    #expect(line.first == ItemID(1))
    line.lookedAway(from: all, hasMore: false)
    #expect(line.first == ItemID(4))
    // Further up nothing is seen that was not seen before.
    line.saw(0, isLast: false)
    line.lookedAway(from: all, hasMore: false)
    #expect(line.first == ItemID(4))
  }

  @Test("If it is not known what follows, the line stays")
  func notLoaded() {
    var line = UnreadLine(above: ItemID(7))
    line.lookedAway(from: messages([.news]), hasMore: false)
    #expect(line.first == ItemID(7), "nothing was seen")
    line.saw(30, isLast: false)
    line.lookedAway(from: messages([.news, .news]), hasMore: true)
    #expect(line.first == ItemID(7), "what follows is not loaded")
    line.lookedAway(from: messages([.news, .news], from: 5), hasMore: false)
    #expect(line.first == ItemID(7), "what is before is not loaded")
    line.saw(90, isLast: true)
    line.lookedAway(from: messages([.news]), hasMore: true)
    #expect(line.first == nil, "all was seen, wherever the user is now")
  }

  @Test("Who writes on another device has seen what is before")
  func elsewhere() {
    var line = UnreadLine()
    line.came(messages([.news, .news]), isWatched: false)
    #expect(line.first == ItemID(0))
    line.came(messages([.own, .news], from: 2), isWatched: false)
    #expect(line.first == ItemID(3))
    line.came(messages([.news, .own], from: 4), isWatched: false)
    #expect(line.first == nil)
  }
}
