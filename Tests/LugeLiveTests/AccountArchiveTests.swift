import GRDB
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeLive

/// The archive of an account is an archive like any other.
@Suite struct AccountArchiveTests {
  private func filled(_ path: String) throws {
    let store = try LiveStore(path: path, user: "@me:here")
    var update = LiveRoomUpdate("!room")
    update.name = "Garden"
    update.isBeginning = true
    update.members = [LiveMember(id: "@anna:here", name: "Anna")]
    update.events = (0..<5).map {
      RoomEvent(
        id: "$\($0)", sender: "@anna:here", time: 1_700_000_000_000 - Int64($0) * 60_000,
        kind: .message(MessageContent(StyledText("apples \($0)"))))
    }
    _ = try store.take(LiveBatch(token: "1", rooms: [update]))
  }

  @Test func itIsReadAndSearched() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try filled(path)
    let archive = try Archive(opening: path)
    let garden = try archive.conversation(named: "garden")
    #expect(garden.count == 5)
    // In the order of the server, although the times go back.
    #expect(
      try archive.messages(in: garden.id, at: 0..<9).map(\.text.string)
        == (0..<5).map { "apples \($0)" })
    #expect(try archive.search("apples").count == 5)
    #expect(try archive.messages(in: garden.id, at: 0..<1).first?.author?.name == "Anna")
    // Opened again, with what it has.
    _ = try LiveStore(path: path, user: "@me:here")
    #expect(try Archive(opening: path).search("apples").count == 5)
    #expect(try Archive(opening: path).isAccount())
  }

  /// Its program was killed after messages had come in between.
  @Test("Messages without positions are read where they belong", arguments: [true, false])
  func whatWasNotPlacedIsRead(isOpen: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    func event(_ number: Int) -> RoomEvent {
      RoomEvent(
        id: "$\(number)", sender: "@anna:here", time: Int64(number) * 60_000,
        kind: .message(MessageContent(StyledText("apples \(number)"))))
    }
    func fill() throws -> LiveStore {
      let store = try LiveStore(path: path, user: "@me:here")
      var update = LiveRoomUpdate("!room")
      update.name = "Garden"
      update.events = [event(2)]
      update.before = "b"
      _ = try store.take(LiveBatch(token: "1", rooms: [update]))
      let room = try #require(try store.rooms().first).id
      guard
        case .page(let page) = try store.page(.newest, in: room, limit: 5),
        let first = page.items.first?.id,
        case .missing(let gap, let direction) = try store.page(.before(first), in: room, limit: 5)
      else { throw LiveFailure.refused("no gap") }
      _ = try store.fill(gap, direction, with: LivePage([event(1), event(0)], next: nil))
      return store
    }
    let store = isOpen ? try fill() : nil
    if !isOpen { _ = try fill() }
    try withExtendedLifetime(store) {
      let archive = try Archive(opening: path)
      let garden = try archive.conversation(named: "garden")
      let texts = try archive.messages(in: garden.id, at: 0..<9).map(\.text.string)
      // A program that has it open does so itself.
      #expect(texts == (isOpen ? ["apples 2"] : (0..<3).map { "apples \($0)" }))
      #expect(garden.count == texts.count)
      if !isOpen { #expect(try archive.search("apples").count == 3) }
    }
  }

  @Test func aPositionBehindWhichThereIsNoneIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try filled(path)
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write {
      try $0.execute(
        sql: "UPDATE positions SET position = 9223372036854775807 WHERE position = 4")
    }
    try queue.close()
    let store = try LiveStore(path: path, user: "@me:here")
    let room = try #require(try store.rooms().first).id
    #expect(throws: ArchiveError.self) {
      try store.enqueue(.message(MessageContent(StyledText("more"))), in: room, now: 1)
    }
  }

  @Test(arguments: [
    "CREATE VIEW live_rooms2 AS SELECT 1",
    "CREATE TRIGGER live_t AFTER INSERT ON live_rooms BEGIN SELECT 1; END",
    "CREATE TABLE live_more (a)",
  ]) func whatOthersAddToItIsRefused(sql: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try filled(path)
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
    #expect(throws: ArchiveError.self) { try Archive(opening: path) }
  }

  @Test func thatOfVersionOneIsBroughtUpToDate() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try filled(path)
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write { db in
      try db.execute(
        sql: """
          DROP TABLE live_threads;
          DROP TABLE live_named_roots;
          DROP INDEX live_events_place;
          CREATE INDEX live_events_place ON live_events (room, place) WHERE message IS NOT NULL;
          UPDATE live_account SET value = '1' WHERE key = 'version'
          """)
    }
    try queue.close()
    // Programs that only read it need not change it.
    #expect(try Archive(opening: path).search("apples").count == 5)
    let store = try LiveStore(path: path, user: "@me:here")
    let (sql, version) = try store.archive.read { db in
      (
        try String.fetchOne(
          db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'live_events_place'"),
        try String.fetchOne(db, sql: "SELECT value FROM live_account WHERE key = 'version'")
      )
    }
    #expect(sql?.contains("(room, place, message)") == true)
    #expect(version == "4")
  }

  @Test(
    "The ends of a room are found in an index: a page costs as much in a large room as in a small",
    arguments: [
      "SELECT min(place) FROM live_events WHERE room = 1 AND place > 5",
      "SELECT max(place) FROM live_events WHERE room = 1 AND place < 5",
      "SELECT max(place) FROM live_events WHERE room = 1 AND message IS NOT NULL",
      """
      SELECT message FROM live_events WHERE room = 1 AND message IS NOT NULL
        AND place < 5 AND place > 0 ORDER BY place DESC LIMIT 51
      """,
    ]) func endsAreIndexed(sql: String) throws
  {
    let folder = try TemporaryFolder()
    let store = try LiveStore(path: folder.path + "/a.luge", user: "@me:here")
    let plan = try store.archive.read { db in
      try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }
    }
    #expect(plan.count == 1)
    #expect(plan.first?.contains("COVERING INDEX live_events_place (room=?") == true, "\(plan)")
  }

  @Test func itBelongsToOneAccount() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try filled(path)
    #expect(throws: ArchiveError.self) { try LiveStore(path: path, user: "@other:here") }
    let store = try LiveStore(path: path, user: "@me:here")
    // Nobody else writes meanwhile.
    #expect(throws: ArchiveError.self) { try LiveStore(path: path, user: "@me:here") }
    withExtendedLifetime(store) {}
  }
}
