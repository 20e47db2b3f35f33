import LugeArchive
import LugeCore
import LugeLive
import Testing

@testable import LugeApp

@Suite("The thread beside a room") struct RoomThreadTests {
  private func change(_ fill: (inout LiveRoomChange) -> Void) -> LiveRoomChange {
    var change = LiveRoomChange(ConversationID(rawValue: 1))
    fill(&change)
    return change
  }

  /// The thread of message 1, with the answer 2.
  private func opened() -> RoomThread {
    var thread = RoomThread()
    thread.open("$1", [.sample(1), .sample(2, thread: "$1")])
    return thread
  }

  @Test("The room gets no messages in threads, and loses those that turn out to be in one")
  func separates() {
    let taken = RoomThread().take(
      change {
        $0.added = [.sample(1), .sample(2, thread: "$1")]
        $0.changed = [.sample(3, thread: "$1"), .sample(4)]
        $0.moved = [.sample(5, thread: "$1"), .sample(6)]
        $0.removed = [ItemID(7)]
      })
    #expect(taken.rest.added.map(\.id) == [ItemID(1)])
    #expect(taken.rest.changed.map(\.id) == [ItemID(4)])
    #expect(taken.rest.moved.map(\.id) == [ItemID(6)])
    #expect(taken.rest.removed == [ItemID(7), ItemID(5)])
    #expect(taken.need == nil)
  }

  @Test("The open thread is read again for its own messages alone")
  func reading() {
    var thread = opened()
    let own: [LiveRoomChange] = [
      change { $0.added = [.sample(3, thread: "$1")] }, change { $0.changed = [.sample(1)] },
      change { $0.moved = [.sample(2, thread: "$1")] }, change { $0.removed = [ItemID(2)] },
    ]
    for change in own { #expect(thread.take(change).need == .reading) }
    let other = change {
      $0.added = [.sample(9, thread: "$8"), .sample(10)]
      $0.removed = [ItemID(11)]
    }
    #expect(thread.take(other).need == nil)
    thread.close()
    for change in own { #expect(thread.take(change).need == nil) }
  }

  @Test("A thread whose first message belongs to an earlier one is shown as that")
  func successor() {
    let moved = change { $0.moved = [.sample(1, thread: "$0"), .sample(2, thread: "$0")] }
    #expect(opened().take(moved).need == .successor("$0", message: ItemID(1)))
  }

  @Test("The last new message of others in a thread that is not open is reported")
  func answer() {
    let thread = opened()
    let own = LiveMessage.sample(5, isOwn: true, thread: "$8")
    let ben = LiveMessage.sample(4, thread: "$8")
    #expect(thread.take(change { $0.added = [ben, own] }).answer?.id == ItemID(4))
    #expect(thread.take(change { $0.changed = [ben] }).answer?.id == nil)
    let here = LiveMessage.sample(6, thread: "$1")
    #expect(thread.take(change { $0.added = [ben, here] }).answer?.id == nil)
    #expect(RoomThread().take(change { $0.added = [here] }).answer?.id == ItemID(6))
    #expect(RoomThread().take(change { $0.added = [.sample(7)] }).answer?.id == nil)
  }

  @Test("Of several readings the last one's messages are shown, in the thread that they are of")
  func readings() throws {
    var thread = opened()
    let (one, two) = (thread.beginReading(), thread.beginReading())
    let (first, second) = (try #require(one), try #require(two))
    #expect(thread.take([.sample(1), .sample(3)], of: second) == true)
    #expect(thread.take([.sample(1)], of: first) == false)
    #expect(thread.items.map(\.id) == [ItemID(1), ItemID(3)])
    let three = thread.beginReading()
    let third = try #require(three)
    thread.open("$8", [.sample(8)])
    #expect(thread.take([.sample(1)], of: third) == false)
    #expect(thread.event == "$8")
    thread.close()
    #expect(thread.beginReading() == nil)
    #expect(thread.event == nil && thread.items.isEmpty)
  }

  @Test("It is reported as read once for each last message on the server, when that is in view")
  func seen() {
    var thread = opened()
    thread.open("$1", thread.items + [.sample(3, isOwn: true, state: .waiting, thread: "$1")])
    #expect(thread.lastEvent == "$2")
    #expect(thread.see { _ in false } == nil)
    #expect(thread.see { $0 == ItemID(2) } == "$1")
    #expect(thread.see { _ in true } == nil)
    thread.open("$1", thread.items + [.sample(4, thread: "$1")])
    #expect(thread.see { _ in true } == "$1")
    thread.close()
    #expect(thread.see { _ in true } == nil)
  }

  @Test("What others have read of it never becomes less, and counts in this thread alone")
  func othersRead() {
    var thread = opened()
    let answer = LiveMessage.sample(2, thread: "$1")
    #expect(!thread.othersHaveRead(answer))
    #expect(thread.othersRead(upTo: 1, in: "$1") == true)
    #expect(!thread.othersHaveRead(answer))
    #expect(thread.othersRead(upTo: 9, in: "$8") == false)
    #expect(thread.othersRead(upTo: 2, in: "$1") == true)
    #expect(thread.othersRead(upTo: 1, in: "$1") == false)
    #expect(thread.othersHaveRead(answer))
    #expect(!thread.othersHaveRead(.sample(2, thread: "$8")))
    #expect(!thread.othersHaveRead(.sample(1)), "that is of the room")
  }

  @Test("It shows its first message and the answers to it")
  func shows() {
    #expect(opened().shows(.sample(1)) && opened().shows(.sample(5, thread: "$1")))
    #expect(!opened().shows(.sample(2)) && !opened().shows(.sample(1, thread: "$0")))
    #expect(!RoomThread().shows(.sample(1)))
  }
}
