import LugeChat
import LugeCore
import LugeEngine
import Testing

@testable import LugeListKit

@Suite("Others' new messages that the user has not seen") struct UnseenCountTests {
  private func message(_ id: Int64, isOwn: Bool = false, isService: Bool = false) -> ChatMessage {
    var message = ChatMessage(
      id: ItemID(id), author: ChatAuthor(id: 1, name: "Anna"), isOutgoing: isOwn, time: id,
      text: StyledText("\(id)"))
    message.isService = isService
    return message
  }

  @Test("Messages below the view count, without service lines; at the end none do")
  func below() {
    var unseen = UnseenCount()
    let new = [message(1), message(2, isService: true), message(3)]
    #expect(unseen.take(new, follows: false, isActive: true) == .others)
    #expect(unseen.below == 2 && unseen.unread == 0)
    #expect(unseen.take([message(4)], follows: true, isActive: true) == .others)
    #expect(unseen.below == 2)
    unseen.reachedEnd()
    #expect(unseen.below == 0)
  }

  @Test("Behind other windows all messages of others are unread, until it is active again")
  func unread() {
    var unseen = UnseenCount()
    #expect(unseen.take([message(1), message(2)], follows: true, isActive: false) == .others)
    #expect(unseen.unread == 2 && unseen.below == 0 && unseen.firstUnread == ItemID(1))
    _ = unseen.take([message(3)], follows: true, isActive: false)
    #expect(unseen.firstUnread == ItemID(1))
    unseen.activated()
    #expect(unseen.unread == 0 && unseen.firstUnread == nil)
  }

  @Test("Messages that only the program knows of wait in the same way")
  func missed() {
    var unseen = UnseenCount()
    unseen.missed([])
    #expect(unseen.firstUnread == nil)
    unseen.missed([ItemID(3), ItemID(4)])
    unseen.missed([ItemID(5)])
    #expect(unseen.unread == 3 && unseen.below == 0 && unseen.firstUnread == ItemID(3))
  }

  @Test("With one of the user's own the list goes to its end, where all are seen")
  func own() {
    var unseen = UnseenCount()
    let new = [message(1), message(2, isOwn: true), message(3)]
    #expect(unseen.take(new, follows: false, isActive: false) == .own)
    #expect(unseen.below == 0 && unseen.unread == 2)
  }

  @Test("What is marked as unread counts with all that comes after it, until one is back or writes")
  func marked() {
    var unseen = UnseenCount()
    unseen.mark([message(1), message(2, isOwn: true), message(3)])
    #expect(unseen.unread == 2 && unseen.firstUnread == nil)
    _ = unseen.take([message(4)], follows: true, isActive: true)
    #expect(unseen.unread == 3)
    _ = unseen.take([message(5)], follows: true, isActive: false)
    #expect(unseen.unread == 4 && unseen.firstUnread == ItemID(5))
    unseen.activated()
    #expect(unseen.unread == 0)
    _ = unseen.take([message(6)], follows: true, isActive: true)
    #expect(unseen.unread == 0)

    unseen.mark([message(7)])
    // What the user writes elsewhere says nothing about this window.
    _ = unseen.take([message(8, isOwn: true)], follows: true, isActive: false)
    #expect(unseen.unread == 1)
    _ = unseen.take([message(9, isOwn: true)], follows: true, isActive: true)
    _ = unseen.take([message(10)], follows: true, isActive: true)
    #expect(unseen.unread == 0)
  }

  @Test("The program may know of more messages, never of fewer")
  func program() {
    var unseen = UnseenCount()
    unseen.add(3)
    unseen.add(-5)
    #expect(unseen.below == 3)
    unseen.raise(to: 2)
    #expect(unseen.below == 3)
    unseen.raise(to: 9)
    #expect(unseen.below == 9)
    unseen.add(.max)
    #expect(unseen.below == .max)
  }
}
