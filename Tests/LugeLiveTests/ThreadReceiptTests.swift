import FakeLive
import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeLive

/// What was read of threads, apart from their rooms.
@Suite struct ThreadReceiptTests {
  private let folder: TemporaryFolder
  private let server = FakeService()
  private static let anna = "@anna:here"

  init() throws { folder = try TemporaryFolder() }

  private func account() throws -> LiveAccount {
    try LiveAccount(path: folder.path + "/a.luge", service: server)
  }

  private func started() async throws -> LiveAccount {
    let account = try account()
    await account.start()
    for _ in 0..<1000 where await account.status != .live {
      try await Task.sleep(for: .milliseconds(5))
    }
    return account
  }

  private func answer(_ text: String, in root: String = "$2", by sender: String = Self.anna) {
    server.add(.message(MessageContent(StyledText(text), thread: root)), by: sender)
  }

  private func unread(_ account: LiveAccount, root: String = "$2") async throws -> Int? {
    let room = try await account.onlyRoom()
    return try account.thread(of: root, in: room).first?.answers?.unread
  }

  @Test("The room's end leaves its threads unread; a thread is read by itself, and counted")
  func apart() async throws {
    server.fill(3)
    answer("one")
    answer("two")
    server.state.withLock {
      $0.unread = 5
      $0.unreadInThreads = ["$2": 2]
    }
    let account = try await started()
    let room = try await account.onlyRoom()
    #expect(try await unread(account) == 2)
    #expect(try await account.rooms().first?.unread == 5)
    // Three of the five are the room's own.
    #expect(try account.firstUnread(in: room) == account.message(ofEvent: "$0", in: room))
    #expect(try await account.markRead(room, .room))
    #expect(server.state.withLock { $0.read } == ["$2"])
    #expect(try await unread(account) == 2)
    #expect(try account.unreadThread(in: room) == "$2")
    try await account.markRead(thread: "$2", in: room)
    #expect(server.state.withLock { $0.threadsRead } == ["$2 $4"])
    #expect(try await unread(account) == 0)
    #expect(try await account.rooms().first?.unread == 3)
    #expect(try account.unreadThread(in: room) == nil)
    // All at once, from the list of rooms.
    #expect(try await account.markRead(room))
    #expect(server.state.withLock { $0.read.last } == "$4")
    await account.stop()
  }

  @Test("Threads that the server counts no more are read, and their rows say so")
  func readElsewhere() async throws {
    server.fill(3)
    answer("one")
    server.state.withLock { $0.unreadInThreads = ["$2": 1, "$nowhere": 7, "$1": 0] }
    let account = try account()
    _ = try await account.syncOnce()
    #expect(try await unread(account) == 1)
    let store = account.store
    var update = LiveRoomUpdate(server.room)
    #expect(try store.take(LiveBatch(token: "4", rooms: [update])).first?.changed.isEmpty == true)
    #expect(try await unread(account) == 1)
    update.unreadInThreads = [:]
    let changes = try store.take(LiveBatch(token: "4", rooms: [update]))
    #expect(changes.first?.changed.map(\.event) == ["$2"])
    #expect(try await unread(account) == 0)
  }

  @Test("Others' receipts are about a thread, the room without it, or both")
  func others() async throws {
    server.fill(2)
    server.say("mine", by: server.user)
    answer("mine, too", by: server.user)
    server.say("last", by: server.user)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    func read(_ event: String, _ reach: LiveReceipt.Reach, by user: String, at time: Int64) throws {
      var update = LiveRoomUpdate(server.room)
      update.receipts = [LiveReceipt(user: user, event: event, time: time, reach: reach)]
      _ = try account.store.take(LiveBatch(token: "5", rooms: [update]))
    }
    let place = try #require(try account.thread(of: "$2", in: room).last).place
    func isThreadRead() throws -> Bool {
      (try account.othersReadUpTo(inThread: "$2", in: room)) ?? .min >= place
    }
    func isRoomRead() throws -> Bool {
      let last = try #require(try account.message(ofEvent: "$4", in: room))
      return try account.readers(in: room)[last]?.isEmpty == false
    }
    try read("$4", .room, by: "@ben:here", at: 1)
    #expect(try isRoomRead() && !isThreadRead())
    try read("$3", .thread("$2"), by: "@ben:here", at: 2)
    #expect(try isRoomRead() && isThreadRead())
    // A program without threads.
    answer("mine again", by: server.user)
    _ = try await account.syncOnce()
    let next = try #require(try account.thread(of: "$2", in: room).last).place
    #expect(try account.othersReadUpTo(inThread: "$2", in: room) == place)
    try read("$5", .everything, by: Self.anna, at: 3)
    #expect(try account.othersReadUpTo(inThread: "$2", in: room) == next)
    // What somebody else has read is no step back.
    try read("$3", .thread("$2"), by: "@cleo:here", at: 4)
    #expect(try account.othersReadUpTo(inThread: "$2", in: room) == next)
  }

  @Test("A receipt of the user's other device in a thread says nothing about the room")
  func ownThread() async throws {
    server.fill(4)
    answer("one", in: "$0")
    server.state.withLock {
      $0.readMarker = "$1"
      $0.receipts = [
        LiveReceipt(user: server.user, event: "$4", time: 2, reach: .thread("$0")),
        LiveReceipt(user: server.user, event: "$1", time: 1, reach: .room),
      ]
    }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(
      try account.firstUnread(in: room) == account.message(ofEvent: "$2", in: room))
  }
}
