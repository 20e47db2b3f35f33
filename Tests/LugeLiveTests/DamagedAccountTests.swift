import Foundation
import GRDB
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeLive

/// Archives of accounts whose columns have values of another kind, as a disk or somebody made them.
@Suite(.timeLimit(.minutes(5))) struct DamagedAccountTests {
  private func fill(_ path: String) throws {
    let store = try LiveStore(path: path, user: "@me:here")
    var update = LiveRoomUpdate("!room")
    update.name = "Garden"
    update.before = "t0"
    update.members = [LiveMember(id: "@anna:here", name: "Anna", picture: "mxc://here/anna")]
    for number in 0..<6 {
      var content = MessageContent(StyledText("apples \(number)"))
      if number == 4 { content.reply = "$1" }
      if number == 5 { content.thread = "$2" }
      let sender = number == 3 ? "@me:here" : "@anna:here"
      update.events.append(
        RoomEvent(
          id: "$\(number)", sender: sender, time: Int64(number) * 60_000, kind: .message(content)))
    }
    update.events.append(
      RoomEvent(
        id: "$r", sender: "@anna:here", time: 1, kind: .reaction(to: "$3", emoji: "🍏")))
    update.receipts = [LiveReceipt(user: "@anna:here", event: "$3", time: 1)]
    (update.unread, update.mentions, update.readMarker) = (2, 1, "$1")
    _ = try store.take(LiveBatch(token: "1", rooms: [update]))
    let room = try #require(try store.rooms().first).id
    _ = try store.enqueue(.message(MessageContent(StyledText("waits"))), in: room, now: 9)
  }

  private func read(_ path: String) throws {
    let store = try LiveStore(path: path, user: "@me:here")
    for room in try store.rooms() {
      _ = try store.unreadStart(in: room.id)
      _ = try store.readers(in: room.id)
      _ = try store.picturesOfReaders(in: room.id)
      _ = try store.othersReadUpTo(in: room.id)
      _ = try store.thread(of: "$2", in: room.id)
      _ = try store.extent(of: room.id)
      _ = try store.message(at: 120_000, in: room.id)
      _ = try store.message(ofEvent: "$r", in: room.id)
      _ = try store.nextQueued(in: room.id)
      _ = try store.countMarkedUnread(in: room.id)
      _ = try store.author(of: "@anna:here")
      switch try store.page(.newest, in: room.id, limit: 3) {
      case .page(let page):
        for message in page.items {
          _ = message.revision
          _ = try store.page(.before(message.id), in: room.id, limit: 2)
          _ = try store.page(.around(message.id), in: room.id, limit: 2)
        }
      case .missing(let gap, let direction):
        _ = try store.fill(
          gap, direction, with: LivePage([RoomEvent.plain("$old"), .plain("$older")], next: "t"))
      }
      _ = try store.take(
        LiveSurroundings([.plain("$far"), .plain("$farther")], before: "a", after: "b"),
        of: "$far", in: room.id)
    }
    var update = LiveRoomUpdate("!room")
    update.before = "t9"
    update.hasGap = true
    update.events = [.plain("$new")]
    _ = try store.take(LiveBatch(token: "2", rooms: [update]))
  }

  @Test(
    "A column of another kind than it should be is read as something, or there are words",
    arguments: [
      "x'ff00fe'", "'abc'", "NULL", "9223372036854775807", "-9223372036854775808", "1e300", "-0.5",
    ])
  func columns(value: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try fill(path)
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    let columns = try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      return try ["account", "rooms", "events", "gaps", "queue", "receipts", "threads"].flatMap {
        table in
        try db.columns(in: "live_\(table)").map { ("live_\(table)", $0.name) }
      }
    }
    try queue.close()
    #expect(columns.count > 30)
    let whole = try Data(contentsOf: URL(filePath: path))
    for (table, column) in columns {
      let path = folder.path + "/b.luge"
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
      try whole.write(to: URL(filePath: path))
      let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
      // A key may refuse it.
      _ = try? queue.writeWithoutTransaction { db in
        try db.execute(sql: "UPDATE OR IGNORE \(table) SET \(column) = \(value)")
      }
      try queue.close()
      do {
        try read(path)
      } catch {
        #expect(!"\(error)".isEmpty, "\(table).\(column)")
      }
    }
  }
}

extension RoomEvent {
  fileprivate static func plain(_ id: String) -> RoomEvent {
    RoomEvent(
      id: id, sender: "@anna:here", time: 60_000, kind: .message(MessageContent(StyledText(id))))
  }
}
