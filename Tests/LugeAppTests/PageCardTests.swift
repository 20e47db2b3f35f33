import LugeChat
import LugeCore
import Testing

@testable import LugeApp

@Suite("Cards of pages that an archive does not have") struct PageCardTests {
  private func message(_ id: Int64, _ words: String) -> ChatMessage {
    ChatMessage(
      id: ItemID(id), author: ChatAuthor(id: 1, name: "Anna"), time: 0,
      text: LinkDetector().linking(StyledText(words)))
  }

  private let page = "https://example.org/ferry"

  @Test("A message that leads to a page shows its card once that is known, as another revision")
  func added() {
    let cards = PageCards()
    var first = message(1, "See \(page)")
    cards.apply(to: &first, at: 7)
    #expect(first.links.isEmpty && first.revision == .initial)
    #expect(cards.lacksCard(of: page, in: ItemID(1)))
    #expect(cards.takeUnseen(of: ItemID(1)) == page)
    #expect(cards.takeUnseen(of: ItemID(1)) == nil, "asked for once")
    #expect(cards.add(LinkCard(url: page, title: "Ferry"), of: page) == [7])
    var again = message(1, "See \(page)")
    cards.apply(to: &again, at: 7)
    #expect(again.links.map(\.title) == ["Ferry"] && again.revision != .initial)
    #expect(!cards.lacksCard(of: page, in: ItemID(1)))
    var other = message(2, "Also \(page)")
    cards.apply(to: &other, at: 9)
    #expect(other.links.count == 1)
    #expect(cards.takeUnseen(of: ItemID(2)) == nil, "there is one already")
  }

  @Test("Messages without links, with cards of their own, and what happened are left alone")
  func leftAlone() {
    let cards = PageCards()
    var plain = message(1, "Words")
    cards.apply(to: &plain, at: 0)
    var own = message(2, page)
    own.links = [LinkCard(url: page, title: "Own")]
    cards.apply(to: &own, at: 1)
    var service = message(3, page)
    service.isService = true
    cards.apply(to: &service, at: 2)
    #expect(!cards.hasLinks)
    #expect(cards.add(LinkCard(url: page, title: "Ferry"), of: page).isEmpty)
    cards.apply(to: &own, at: 1)
    #expect(own.links.map(\.title) == ["Own"])
    #expect(!cards.lacksCard(of: page, in: ItemID(2)))
  }

  @Test("However many messages and links there are, no more than so many are noted")
  func bounded() {
    let cards = PageCards()
    for id in Int64(0)..<10_000 {
      var message = message(id, page)
      cards.apply(to: &message, at: Int(id))
    }
    let positions = cards.add(LinkCard(url: page, title: "Ferry"), of: page)
    #expect(positions.count <= 4096 && positions.last == 9_999)
  }
}
