import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeLive

/// What was said about a message, in whatever order it comes.
@Suite struct AggregationTests {
  private static let anna = "@anna:here"
  private static let ben = "@ben:here"

  private static func message(_ id: String, _ text: String, reply: String? = nil) -> RoomEvent {
    RoomEvent(
      id: id, sender: anna, time: 1_000_000,
      kind: .message(MessageContent(StyledText(text), reply: reply)))
  }

  /// Eleven events about four messages: edits, one of a stranger, reactions, one taken back, two
  /// answers in a thread, one of them taken back.
  private static let events: [RoomEvent] = [
    message("$a", "first"),
    message("$b", "second", reply: "$a"),
    RoomEvent(
      id: "$c", sender: ben, time: 1_000_000,
      kind: .message(MessageContent(StyledText("third"), reply: "$b", thread: "$a"))),
    RoomEvent(
      id: "$f", sender: ben, time: 1_000_000,
      kind: .message(MessageContent(StyledText("fourth"), thread: "$a"))),
    RoomEvent(
      id: "$e1", sender: anna, time: 2_000_000,
      kind: .edit(of: "$a", MessageContent(StyledText("first, better")))),
    RoomEvent(
      id: "$e2", sender: anna, time: 3_000_000,
      kind: .edit(of: "$a", MessageContent(StyledText("first, best")))),
    RoomEvent(
      id: "$e3", sender: ben, time: 4_000_000,
      kind: .edit(of: "$a", MessageContent(StyledText("not mine to edit")))),
    RoomEvent(id: "$r1", sender: ben, time: 2_000_000, kind: .reaction(to: "$a", emoji: "👍")),
    RoomEvent(id: "$r2", sender: anna, time: 2_500_000, kind: .reaction(to: "$a", emoji: "🎉")),
    RoomEvent(id: "$d1", sender: anna, time: 5_000_000, kind: .redaction(of: "$r2")),
    RoomEvent(id: "$d2", sender: ben, time: 6_000_000, kind: .redaction(of: "$c")),
  ]

  /// What is shown of each message, by its event.
  private static func rows(_ order: [RoomEvent]) throws -> [String: String] {
    let folder = try TemporaryFolder()
    let store = try LiveStore(path: folder.path + "/a.luge", user: "@me:here")
    for (index, event) in order.enumerated() {
      var update = LiveRoomUpdate("!room")
      update.isBeginning = true
      update.events = [event]
      _ = try store.take(LiveBatch(token: "t\(index)", rooms: [update]))
    }
    let room = try #require(try store.rooms().first)
    guard case .page(let page) = try store.page(.newest, in: room.id, limit: 50) else {
      Issue.record("a gap where there is none")
      return [:]
    }
    var rows: [String: String] = [:]
    #expect(page.items.allSatisfy { $0.thread == nil })
    for item in page.items + (try store.thread(of: "$a", in: room.id)) {
      let stored = item.stored
      rows[item.event] = """
        \(stored.text.string)|\(stored.isEdited)|\(stored.kind)|\
        \(stored.reactions.map { "\($0.emoji)\($0.count)" })|\
        \(stored.reply?.original?.snippet ?? "-")|\(item.thread ?? "-")|\
        \(item.answers.map { "\($0.count) \($0.last.text.string)" } ?? "-")
        """
    }
    return rows
  }

  @Test func everyOrderGivesTheSameRows() throws {
    let expected = try Self.rows(Self.events)
    #expect(expected["$a"] == "first, best|true|message|[\"👍1\"]|-|-|1 fourth")
    #expect(expected["$b"] == "second|false|message|[]|first, best|-|-")
    #expect(expected["$c"] == "|false|deleted|[]|-|$a|-")
    #expect(expected["$f"] == "fourth|false|message|[]|-|$a|-")
    var random = SeededGenerator(seed: 19)
    for round in 0..<24 {
      let order = Self.events.shuffled(using: &random)
      #expect(try Self.rows(order) == expected, "round \(round): \(order.map(\.id))")
    }
  }

  /// The function behind it over all orders of ten relations, three and a half million of them
  /// being too many: each pair is met in both orders by turning and reversing.
  @Test func theFunctionKnowsNoOrder() {
    let relations = Self.events.dropFirst(4).enumerated().map { index, event in
      StoredEvent(
        id: Int64(index), event: event.id, place: nil, sender: event.sender, time: event.time,
        code: EventCode(event.kind), target: "$a", content: StoredContent(event.kind),
        isRedacted: event.id == "$r2", isEcho: false, message: nil)
    }
    let base = StoredEvent(
      id: 99, event: "$a", place: 1, sender: Self.anna, time: 1_000_000, code: .message,
      target: nil, content: StoredContent(Self.events[0].kind), isRedacted: false, isEcho: false,
      message: 1)
    let expected = Aggregation.record(of: base, name: "Anna", relations: relations) { $0 }
    #expect(expected.text.string == "first, best")
    #expect(expected.reactions.map(\.emoji) == ["👍"])
    var count = 0
    forEachOrder(of: relations) { order in
      count += 1
      let record = Aggregation.record(of: base, name: "Anna", relations: order) { $0 }
      if record != expected { Issue.record("\(order.map(\.event))") }
    }
    #expect(count == 5040)
  }

  private func forEachOrder(of items: [StoredEvent], _ body: ([StoredEvent]) -> Void) {
    var items = items
    func visit(_ count: Int) {
      guard count > 1 else { return body(items) }
      for index in 0..<count {
        visit(count - 1)
        items.swapAt(count.isMultiple(of: 2) ? index : 0, count - 1)
      }
    }
    visit(items.count)
  }

  /// Reactions of many people to one message, edits of it, and as many redactions of one of them.
  @Test func oneMessageIsBroughtUpToDateOnce() throws {
    let folder = try TemporaryFolder()
    let excess = try LinearWork.excess("reactions", from: 250, to: 4000) { count in
      let path = "\(folder.path)/\(UUID().uuidString).luge"
      let store = try LiveStore(path: path, user: "@me:here")
      var update = LiveRoomUpdate("!room")
      update.isBeginning = true
      update.events = [Self.message("$a", "first")]
      for index in 0..<count {
        update.events += [
          RoomEvent(
            id: "$r\(index)", sender: "@u\(index):x", time: 2_000_000 + Int64(index),
            kind: .reaction(to: "$a", emoji: "\(index % 7)")),
          RoomEvent(
            id: "$e\(index)", sender: Self.anna, time: 2_000_000 + Int64(index),
            kind: .edit(of: "$a", MessageContent(StyledText("edit \(index)")))),
          RoomEvent(
            id: "$d\(index)", sender: Self.anna, time: 3_000_000, kind: .redaction(of: "$r0")),
        ]
      }
      let changes = try store.take(LiveBatch(token: "t", rooms: [update]))
      let message = try #require(changes.first?.added.first)
      #expect(message.stored.text.string == "edit \(count - 1)")
      #expect(
        message.stored.reactions.reduce(0) { $0 + $1.count } == min(count, 3001) - 1)
    }
    #expect(excess == nil)
  }

  /// Receipts of many people at events that show nothing, behind one message.
  @Test func hiddenEventsAreLookedThroughOnce() throws {
    let folder = try TemporaryFolder()
    func store(_ count: Int) throws -> LiveStore {
      let store = try LiveStore(path: "\(folder.path)/\(UUID().uuidString).luge", user: "@me:here")
      var update = LiveRoomUpdate("!room")
      update.isBeginning = true
      update.events = [Self.message("$a", "first")]
      for index in 0..<count {
        update.events.append(
          RoomEvent(id: "$h\(index)", sender: Self.anna, time: 2_000_000, kind: .hidden))
        update.receipts.append(
          LiveReceipt(user: "@u\(index):x", event: "$h\(index)", time: Int64(count - index)))
      }
      update.events.append(Self.message("$b", "second"))
      update.receipts += [
        LiveReceipt(user: "@y:x", event: "$b", time: 7),
        LiveReceipt(user: "@z:x", event: "$a", time: 8),
      ]
      _ = try store.take(LiveBatch(token: "t", rooms: [update]))
      return store
    }
    var times: [Double] = []
    for count in [1000, 4000] {
      let store = try store(count)
      let room = try #require(try store.rooms().first).id
      var readers: [ItemID: [StoredAuthor]] = [:]
      times.append(try LinearWork.seconds { readers = try store.readers(in: room) })
      #expect(readers.values.map(\.count).sorted() == [1, count + 1])
      let many = try #require(readers.values.first { $0.count > 1 })
      #expect(many.first?.name == "@u\(count - 1):x")
    }
    #expect(times[1] < 10 * max(times[0], 0.005))
  }

  @Test func whatWasTakenBackIsGoneFromTheFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let word = "Rhabarbersaft"
    do {
      let store = try LiveStore(path: path, user: "@me:here")
      var update = LiveRoomUpdate("!room")
      update.isBeginning = true
      update.events = [
        Self.message("$a", "we drink \(word)"),
        RoomEvent(
          id: "$e", sender: Self.anna, time: 2,
          kind: .edit(of: "$a", MessageContent(StyledText("we drank \(word) then")))),
        Self.message("$z", "and something else"),
      ]
      _ = try store.take(LiveBatch(token: "1", rooms: [update]))
      let archive = try Archive(opening: path)
      #expect(try archive.search(word).count == 1)
      update.events = [
        RoomEvent(id: "$d", sender: Self.anna, time: 3, kind: .redaction(of: "$a"))
      ]
      _ = try store.take(LiveBatch(token: "2", rooms: [update]))
      #expect(try archive.search(word).isEmpty)
      let message = try archive.messages(in: try archive.conversations()[0].id, at: 0..<1)
      #expect(message.first?.kind == .deleted)
      #expect(message.first?.text.string == "")
      try store.archive.pool.writeWithoutTransaction { db in
        _ = try db.checkpoint(.truncate)
      }
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(bytes.range(of: Data(word.utf8)) == nil)
  }
}
