import FakeLive
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeLive

/// Where the line above unread messages stands, and how many are counted.
@Suite struct UnreadTests {
  private let folder: TemporaryFolder
  private let server = FakeService()

  init() throws { folder = try TemporaryFolder() }

  private func account() throws -> LiveAccount {
    try LiveAccount(path: folder.path + "/a.luge", service: server)
  }

  private func text(_ item: ItemID?, _ account: LiveAccount) async throws -> String? {
    guard let item else { return nil }
    let room = try await account.onlyRoom()
    return try await account.page(.around(item), in: room, limit: 4).items
      .first { $0.id == item }?.stored.text.string
  }

  @Test(
    "What was missed begins right behind what was read, also in a gap", arguments: [30, 60, 2500])
  func missed(count: Int) async throws {
    server.fill(30)
    server.state.withLock { $0.readMarker = "$29" }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(try !account.isUnreadMissing(in: room))
    #expect(try await account.completeFirstUnread(in: room) == nil)
    server.fill(count, from: 30)
    _ = try await account.syncOnce()
    #expect(try account.isUnreadMissing(in: room))
    let before = server.state.withLock { $0.pages }
    let unread = try await account.completeFirstUnread(in: room)
    #expect(try await text(unread, account) == "message 30")
    #expect(server.state.withLock { $0.pages } == before + 1)
    #expect(try account.firstUnread(in: room) == unread)
  }

  @Test("In a room that was never read, the line has as many below it as the server counts")
  func firstSight() async throws {
    server.fill(100)
    server.state.withLock { $0.unread = 31 }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    // Twenty are here: a line above them would stand wrong.
    #expect(try account.firstUnread(in: room) == nil)
    #expect(try account.isUnreadMissing(in: room))
    let unread = try await account.completeFirstUnread(in: room)
    #expect(try await text(unread, account) == "message 69")
  }

  @Test("Entries about what happened are not counted: the line is not too low")
  func serviceEntries() async throws {
    server.fill(7)
    server.add(.service(action: "m.room.topic", text: "The topic is bees"))
    server.fill(3, from: 8)
    server.state.withLock { $0.unread = 5 }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(try await text(account.firstUnread(in: room), account) == "message 5")
  }

  @Test("What the user wrote, or read on another device, is behind the line")
  func readElsewhere() async throws {
    server.fill(10)
    server.state.withLock {
      $0.readMarker = "$3"
      $0.unread = 6
      $0.receipts = [LiveReceipt(user: server.user, event: "$5", time: 1)]
    }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(try await text(account.firstUnread(in: room), account) == "message 6")
    server.say("mine", by: server.user)
    server.say("theirs")
    server.state.withLock { $0.unread = 1 }
    _ = try await account.syncOnce()
    #expect(try await text(account.firstUnread(in: room), account) == "theirs")
  }

  @Test("What the user writes on another device leaves nothing unread in the list of rooms")
  func writtenElsewhere() async throws {
    server.say("begin")
    server.state.withLock { ($0.unread, $0.mentions) = (1, 1) }
    let account = try account()
    _ = try await account.syncOnce()
    #expect(try await account.rooms().map { [$0.unread, $0.mentions] } == [[1, 1]])
    server.say("begin too", by: server.user)
    _ = try await account.syncOnce()
    #expect(try await account.rooms().map { [$0.unread, $0.mentions] } == [[0, 0]])
    server.add(.service(action: "m.room.topic", text: "The topic is bees"))
    _ = try await account.syncOnce()
    #expect(try await account.rooms().map(\.unread) == [0])
    // What is in threads is counted by itself.
    server.state.withLock { ($0.unread, $0.unreadInThreads) = (3, ["$0": 2]) }
    server.add(.message(MessageContent(StyledText("answer"), thread: "$0")))
    _ = try await account.syncOnce()
    #expect(try await account.rooms().map(\.unread) == [2])
    server.say("and on")
    _ = try await account.syncOnce()
    #expect(try await account.rooms().map(\.unread) == [3])
  }

  @Test("What was read is known at the next start, whether or not the server has said so")
  func readBeforeClosing() async throws {
    server.fill(10)
    server.state.withLock { $0.readMarker = "$3" }
    let account = try account()
    await account.start()
    for _ in 0..<1000 where await account.status != .live {
      try await Task.sleep(for: .milliseconds(5))
    }
    let room = try await account.onlyRoom()
    let items = try await account.page(.newest, in: room, limit: 20).items
    #expect(try await account.markRead(room, upTo: items[7].id))
    #expect(try account.firstUnread(in: room) == items[8].id)
    // What is further up takes nothing of it back.
    #expect(try await account.markRead(room, upTo: items[1].id))
    #expect(try account.firstUnread(in: room) == items[8].id)
    await account.stop()
  }

  @Test("A room that is marked unread far up counts what is missing below as well")
  func markedFarUp() async throws {
    server.fill(400)
    server.state.withLock { $0.readMarker = "$399" }
    let account = try account()
    await account.start()
    for _ in 0..<1000 where await account.status != .live {
      try await Task.sleep(for: .milliseconds(5))
    }
    let room = try await account.onlyRoom()
    let marked = try #require(try await account.find(event: "$100", in: room))
    try await account.markUnread(from: marked, in: room)
    #expect(try await account.rooms().first?.unread == 300)
    await account.stop()
  }
}
