import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeLive

/// Who invites, kept for as long as it is a question.
@Suite struct InvitationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store() throws -> LiveStore {
    try LiveStore(path: folder.path + "/a.luge", user: "@me:here")
  }

  private func invited() -> LiveRoomUpdate {
    var update = LiveRoomUpdate("!cellar:here")
    update.membership = .invited
    update.fallbackName = "Ben"
    var invitation = LiveInvitation(inviter: "@ben:here")
    invitation.inviterName = "Ben"
    invitation.topic = "Wine"
    update.invitation = invitation
    return update
  }

  @Test("It is there after a restart, and gone once the user is in the room")
  func kept() throws {
    _ = try store().take(LiveBatch(token: "1", rooms: [invited()]))
    let store = try store()
    let room = try #require(try store.rooms().first)
    #expect(room.membership == .invited && room.invitation == invited().invitation)
    var joined = LiveRoomUpdate("!cellar:here")
    joined.name = "Cellar"
    _ = try store.take(LiveBatch(token: "2", rooms: [joined]))
    let now = try #require(try store.rooms().first)
    #expect(now.membership == .joined && now.invitation == nil && now.name == "Cellar")
  }

  @Test("The inviter has one number, and so one colour, in the invitation and in the room")
  func colour() throws {
    let store = try store()
    _ = try store.take(LiveBatch(token: "1", rooms: [invited()]))
    let before = try store.author(of: "@ben:here")
    #expect(before.id.rawValue > 0 && before.name == "Ben")
    var joined = LiveRoomUpdate("!cellar:here")
    joined.events = [
      RoomEvent(
        id: "$1", sender: "@ben:here", time: 1,
        kind: .message(MessageContent(StyledText("down here"))))
    ]
    joined.isBeginning = true
    let changes = try store.take(LiveBatch(token: "2", rooms: [joined]))
    #expect(changes.first?.added.first?.stored.author?.id == before.id)
  }

  @Test("A declined one is gone")
  func declined() throws {
    let store = try store()
    _ = try store.take(LiveBatch(token: "1", rooms: [invited()]))
    try store.recordLeft(try #require(try store.rooms().first).id)
    let room = try #require(try store.rooms().first)
    #expect(room.membership == .left && room.invitation == nil)
  }

  /// What is said about a room beside what happens there makes nobody a member.
  @Test(arguments: [LiveRoomUpdate.Membership.invited, .left])
  func additionsJoinNothing(membership: LiveRoomUpdate.Membership) throws {
    let store = try store()
    var first = invited()
    first.membership = membership
    var direct = LiveRoomUpdate("!cellar:here")
    direct.isOnlyAddition = true
    direct.isDirect = true
    _ = try store.take(LiveBatch(token: "1", rooms: [first]))
    _ = try store.take(LiveBatch(token: "2", rooms: [direct]))
    let room = try #require(try store.rooms().first)
    #expect(room.membership == membership && room.isDirect)
    #expect(room.invitation == first.invitation)
  }
}
