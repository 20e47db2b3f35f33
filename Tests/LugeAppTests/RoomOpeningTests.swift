import FakeLive
import LugeCore
import LugeLive
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite struct RoomOpeningTests {
  @Test("While the first unread message is looked for, no line stands above the first stored one")
  func line() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fill(30)
    server.state.withLock { $0.readMarker = "$29" }
    let account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    _ = try await account.syncOnce()
    server.fill(60, from: 30)
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first)
    var opening = try LiveRoomController.Opening(
      account, room, place: nil, left: nil, hasServer: true)
    #expect(opening.isUnreadMissing)
    #expect(opening.mapper.firstUnread == opening.firstUnread)
    opening.isUnreadSought = true
    #expect(opening.firstUnread != nil && opening.mapper.firstUnread == nil)
  }

  @Test("Drafts of two accounts in the same room are not the same")
  func draftKeys() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fill(1)
    let account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first)
    let keys = ["@me:here", "@zoe:here"].map { LiveRoomController.draftKey(of: room, user: $0) }
    #expect(Set(keys).count == 2)
  }

  @Test("A conversation of two has the colour of the other person")
  func color() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fillKitchen(1)
    var direct = LiveRoomUpdate("!two:here")
    direct.isDirect = true
    direct.isBeginning = true
    direct.events = [
      RoomEvent(
        id: "$a", sender: "@me:here", time: 0, kind: .message(MessageContent(StyledText("hi")))),
      RoomEvent(
        id: "$b", sender: "@zoe:here", time: 1, kind: .message(MessageContent(StyledText("hi")))),
      RoomEvent(
        id: "$c", sender: "@me:here", time: 2, kind: .message(MessageContent(StyledText("you")))),
    ]
    server.state.withLock { $0.others = [direct] }
    let account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first { $0.isDirect })
    let page = try await account.page(.newest, in: room.id, limit: 9)
    let said = try #require(page.items.first { !$0.isOwn })
    let number = try #require(said.stored.author?.id)
    #expect(room.person == number)
    #expect(room.colorIndex == LiveMessageMapper.colorIndex(of: number, ""))
    #expect(try await account.rooms().filter { !$0.isDirect }.allSatisfy { $0.person == nil })
  }
}
