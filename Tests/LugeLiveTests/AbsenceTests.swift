import FakeLive
import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeLive

/// What was said in a room while the user was out of it, and came back.
@Suite struct AbsenceTests {
  private let folder: TemporaryFolder
  private let server = FakeService()

  init() throws { folder = try TemporaryFolder() }

  enum Way: CaseIterable { case removed, left, leftHere, removedAfterMany }

  /// - Returns: the account, back in the room, with the newest messages.
  private func comeBack(_ way: Way) async throws -> LiveAccount {
    server.fill(30)
    let account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    // Up to the beginning.
    #expect(try await account.history().count == 30)
    let more = way == .removedAfterMany ? 25 : 1
    server.fill(more, from: 30)
    switch way {
    case .removed, .removedAfterMany:
      server.state.withLock { $0.removal = LiveRemoval(by: "@anna:here") }
      _ = try await account.syncOnce()
    case .left:
      server.state.withLock { $0.hasLeft = true }
      _ = try await account.syncOnce()
    case .leftHere:
      _ = try await account.syncOnce()
      try await account.leave(room)
    }
    server.state.withLock {
      ($0.isInGarden, $0.removal, $0.hasLeft) = (false, nil, false)
    }
    server.fill(40, from: 30 + more)
    // Tokens go on without the room.
    _ = try await account.syncOnce()
    var update = LiveRoomUpdate(server.room)
    update.membership = .invited
    update.invitation = LiveInvitation(inviter: "@anna:here")
    _ = try account.store.take(LiveBatch(token: "\(70 + more)", rooms: [update]))
    server.fill(5, from: 70 + more)
    update = LiveRoomUpdate(server.room)
    update.events = server.state.withLock { Array($0.events.suffix(16)) }
    update.before = "\(75 + more - 16)"
    update.hasGap = true
    _ = try account.store.take(LiveBatch(token: "\(75 + more)", rooms: [update]))
    server.state.withLock { $0.isInGarden = true }
    return account
  }

  @Test("All of it comes, where it belongs", arguments: Way.allCases)
  func older(way: Way) async throws {
    let account = try await comeBack(way)
    let items = try await account.history(limit: 20)
    #expect(items.map(\.stored.text.string) == server.texts)
    #expect(Set(items.map(\.id)).count == items.count)
  }

  @Test("Also by going on from what was seen before", arguments: Way.allCases)
  func newer(way: Way) async throws {
    let account = try await comeBack(way)
    let room = try await account.onlyRoom()
    var last = try #require(
      try account.store.message(ofEvent: "$29", in: room))
    var texts: [String] = []
    while true {
      let page = try await account.page(.after(last), in: room, limit: 20)
      texts += page.items.map(\.stored.text.string)
      guard page.hasAfter, let next = page.items.last?.id else { break }
      last = next
    }
    #expect(texts == Array(server.texts.dropFirst(30)))
  }

  @Test("Where no token of before is known, too, as in archives of earlier versions")
  func unknown() async throws {
    let account = try await comeBack(.removed)
    try account.store.archive.write { db in
      try db.execute(sql: "UPDATE live_gaps SET older = NULL")
    }
    let room = try await account.onlyRoom()
    let last = try #require(try account.store.message(ofEvent: "$30", in: room))
    let page = try await account.page(.after(last), in: room, limit: 20)
    #expect(page.items.first?.stored.text.string == "message 31")
    #expect(
      try await account.history(limit: 20).map(\.stored.text.string) == server.texts)
  }
}
