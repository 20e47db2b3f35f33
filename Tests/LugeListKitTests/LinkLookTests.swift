import LugeChat
import LugeCore
import Testing

@testable import LugeListKit

@Suite("Links of messages that came into view") struct LinkLookTests {
  private let page = "https://example.org/ferry"

  private func message(
    _ id: Int64, _ words: String, links: [LinkCard] = [], revision: UInt64 = 0
  ) -> ChatMessage {
    var message = ChatMessage(
      id: ItemID(id), author: ChatAuthor(id: 1, name: "Anna"), time: 0,
      text: LinkDetector().linking(StyledText(words)))
    message.links = links
    message.revision = Revision(revision)
    return message
  }

  @Test("A message is looked at once, and again when it has changed")
  func looked() {
    var look = LinkLook()
    #expect(look.look(at: message(1, "a")) == true)
    #expect(look.look(at: message(1, "a")) == false)
    #expect(look.look(at: message(2, "a")) == true)
    #expect(look.look(at: message(1, "b", revision: 1)) == true)
    #expect(look.look(at: message(1, "b", revision: 1)) == false)
  }

  @Test("The first link is taken, unless the message shows a preview already")
  func first() {
    var look = LinkLook()
    #expect(look.takeLink(of: message(1, "\(page) and https://example.org/b")) == page)
    #expect(look.takeLink(of: message(2, "no link")) == nil)
    let card = LinkCard(url: "https://example.org/b", title: "B")
    #expect(look.takeLink(of: message(3, page, links: [card])) == nil)
    #expect(look.takeWaiting(for: page) == [ItemID(1)])
  }

  @Test("All messages with a link wait for its page, until it has come")
  func waiting() {
    var look = LinkLook()
    _ = look.takeLink(of: message(1, page))
    _ = look.takeLink(of: message(2, "again \(page)"))
    look.expect(page, in: ItemID(3))
    look.expect("https://example.org/b", in: ItemID(4))
    #expect(look.takeWaiting(for: page) == [ItemID(1), ItemID(2), ItemID(3)])
    #expect(look.takeWaiting(for: page) == [])
    #expect(look.takeWaiting(for: "https://example.org/b") == [ItemID(4)])
  }

  @Test("What is not in the list any more is forgotten, and looked at anew when it comes back")
  func forgotten() {
    var look = LinkLook()
    for id in 1...3 as ClosedRange<Int64> {
      _ = look.look(at: message(id, page))
      _ = look.takeLink(of: message(id, page))
    }
    look.forget(except: [ItemID(2), ItemID(9)])
    #expect(look.count == 1)
    #expect(!look.look(at: message(2, page)) && look.look(at: message(3, page)))
    #expect(look.takeWaiting(for: page) == [ItemID(2)])
  }
}
