import FakeLive
import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeLive

/// Threads whose answers came while nobody was here: they are missing like all of a gap, and are
/// fetched when the thread is read.
@Suite struct ThreadTests {
  private let folder: TemporaryFolder
  private let server = FakeService()

  init() throws { folder = try TemporaryFolder() }

  private func account() throws -> LiveAccount {
    try LiveAccount(path: folder.path + "/a.luge", service: server)
  }

  private func answer(_ text: String, by sender: String = "@anna:here") {
    server.add(.message(MessageContent(StyledText(text), thread: "$2")), by: sender)
  }

  private func texts(_ items: [LiveMessage]) -> [String] { items.map(\.stored.text.string) }

  @Test("A thread's beginning knows whether its last answer is the user's own")
  func lastAnswer() async throws {
    server.fill(5)
    let account = try account()
    for (name, isOwn) in [("@anna:here", false), (server.user, true), ("@ben:here", false)] {
      answer("by \(name)", by: name)
      _ = try await account.syncOnce()
      let root = try await account.history().first { $0.event == "$2" }
      #expect(root?.answers?.isLastOwn == isOwn, "\(name)")
    }
  }

  @Test("Answers in a gap stand in their thread at once, and in nothing else until it is filled")
  func gap() async throws {
    server.fill(5)
    answer("first")
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    server.fill(20, from: 5)
    answer("second")
    answer("third", by: server.user)
    server.fill(30, from: 25)
    answer("fourth")
    _ = try await account.syncOnce()
    #expect(texts(try account.thread(of: "$2", in: room)) == ["message 2", "first", "fourth"])

    #expect(try await account.completeThread(of: "$2", in: room))
    let whole = ["message 2", "first", "second", "third", "fourth"]
    let thread = try account.thread(of: "$2", in: room)
    #expect(texts(thread) == whole)
    #expect(thread.first?.answers?.count == 4)
    #expect(thread.first?.answers?.last.text.string == "fourth")
    #expect(try account.storedPage(.newest, in: room, limit: 100)?.items.count == 19)
    #expect(try await account.rooms().first?.last?.text.string == "fourth")

    // Nothing is doubled by what fills the gap, and identities stay.
    let history = texts(try await account.history(limit: 20))
    #expect(history == (0..<55).map { "message \($0)" })
    let filled = try account.thread(of: "$2", in: room)
    #expect(texts(filled) == whole && filled.map(\.id) == thread.map(\.id))
    #expect(filled.map(\.place) == filled.map(\.place).sorted())
    try account.store.placeWhatIsNot()
    let archive = try Archive(opening: folder.path + "/a.luge")
    #expect(try archive.conversations().first?.count == 59)
  }

  @Test("A thread that was read to its beginning is asked for once more, for what is new")
  func whole() async throws {
    server.fill(5)
    for number in 0..<250 { answer("answer \(number)") }
    server.fill(30, from: 5)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(try await account.completeThread(of: "$2", in: room))
    #expect(server.state.withLock { $0.threadPages } == 3)
    #expect(
      texts(try account.thread(of: "$2", in: room))
        == ["message 2"] + (0..<250).map { "answer \($0)" })
    #expect(try await !account.completeThread(of: "$2", in: room))
    #expect(server.state.withLock { $0.threadPages } == 4)
  }

  @Test("What is written in a thread while it is fetched stands there once")
  func echo() async throws {
    server.fill(3)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    try await account.send(
      .message(MessageContent(StyledText("mine"), thread: "$2")), in: room, now: 1)
    // The server has it, and its answer is lost.
    server.state.withLock { $0.sendOutcomes = [.takenAndCut] }
    let queued = try #require(try account.store.nextQueued(in: room))
    _ = try? await server.send(
      try #require(queued.outgoing), to: server.room, transaction: queued.transaction)
    _ = try await account.completeThread(of: "$2", in: room)
    #expect(texts(try account.thread(of: "$2", in: room)) == ["message 2", "mine"])
    _ = try await account.syncOnce()
    let thread = try account.thread(of: "$2", in: room)
    #expect(texts(thread) == ["message 2", "mine"] && thread.last?.state == .sent)
  }
}

/// Messages that name one another, or what is not there, as the beginning of their thread.
@Suite struct ThreadRelationTests {
  private static func message(_ id: String, thread: String?) -> RoomEvent {
    RoomEvent(
      id: id, sender: "@anna:here", time: 1_000_000,
      kind: .message(MessageContent(StyledText(id), thread: thread)))
  }

  /// A room as a window has it, from nothing but what it is told.
  private struct Told {
    var rows: Set<String> = []
    private var names: [ItemID: String] = [:]

    mutating func take(_ change: LiveRoomChange) {
      for message in change.added + change.moved + change.changed {
        names[message.id] = message.event
        let isKnown = rows.contains(message.event)
        let isNew = change.added.contains { $0.id == message.id }
        let isMoved = change.moved.contains { $0.id == message.id }
        if message.thread != nil {
          if isNew || isMoved { rows.remove(message.event) }
        } else if isNew || isMoved || isKnown {
          rows.insert(message.event)
        }
      }
      for id in change.removed { if let name = names[id] { rows.remove(name) } }
    }
  }

  /// Where each message stands: "-" in the room, or the message that its thread begins with. Fails
  /// for one that stands nowhere or twice.
  private static func places(
    _ store: LiveStore, _ room: ConversationID, of events: [RoomEvent]
  ) throws -> [String: String] {
    guard case .page(let page) = try store.page(.newest, in: room, limit: 200) else {
      Issue.record("a gap where there is none")
      return [:]
    }
    var places: [String: String] = [:]
    for row in page.items {
      #expect(row.thread == nil && places.updateValue("-", forKey: row.event) == nil)
      let answers = try store.thread(of: row.event, in: room).dropFirst()
      #expect(row.answers?.count ?? 0 == answers.count)
      for answer in answers {
        #expect(places.updateValue(row.event, forKey: answer.event) == nil)
        #expect(answer.thread == row.event)
        #expect(try store.root(ofThreadWith: answer.id) == row.event)
      }
    }
    #expect(Set(places.keys) == Set(events.map(\.id)), "somebody's words are seen nowhere")
    return places
  }

  /// Takes in events one after the other, or a few at once; each time all are somewhere.
  private static func places(
    _ order: [RoomEvent], atOnce count: Int
  ) throws -> [String: String] {
    let folder = try TemporaryFolder()
    let store = try LiveStore(path: folder.path + "/a.luge", user: "@me:here")
    var told = Told()
    var places: [String: String] = [:]
    for first in stride(from: 0, to: order.count, by: count) {
      var update = LiveRoomUpdate("!room")
      update.isBeginning = true
      update.events = Array(order[first..<min(order.count, first + count)])
      for change in try store.take(LiveBatch(token: "t\(first)", rooms: [update])) {
        told.take(change)
      }
      let room = try #require(try store.rooms().first).id
      places = try Self.places(store, room, of: Array(order[..<min(order.count, first + count)]))
      #expect(told.rows == Set(places.filter { $0.value == "-" }.keys))
    }
    return places
  }

  @Test(
    "Whatever messages say of their threads, each is seen in one place, in any order of arrival")
  func anyRelations() throws {
    var random = SeededGenerator(seed: 10)
    for round in 0..<40 {
      let count = Int.random(in: 2...9, using: &random)
      let events = (0..<count).map { number in
        let root: String? =
          switch Int.random(in: 0...9, using: &random) {
          case 0...1: nil
          case 2: "$missing\(Int.random(in: 0...1, using: &random))"
          default: "$\(Int.random(in: 0..<count, using: &random))"
          }
        return Self.message("$\(number)", thread: root)
      }
      let expected = try Self.places(events, atOnce: events.count)
      for _ in 0..<3 {
        let order = events.shuffled(using: &random)
        let places = try Self.places(order, atOnce: Int.random(in: 1...2, using: &random))
        #expect(places == expected, "round \(round): \(order.map(\.id))")
      }
    }
  }

  @Test(
    "A thread within a thread stands in the outer one; a circle and what has no beginning do not")
  func named() throws {
    let events = [
      Self.message("$a", thread: nil), Self.message("$b", thread: "$a"),
      Self.message("$c", thread: "$b"), Self.message("$d", thread: "$nowhere"),
      Self.message("$e", thread: "$d"), Self.message("$f", thread: "$g"),
      Self.message("$g", thread: "$f"), Self.message("$h", thread: "$g"),
      Self.message("$i", thread: "$i"),
    ]
    #expect(
      try Self.places(events, atOnce: 1) == [
        "$a": "-", "$b": "$a", "$c": "$a", "$d": "-", "$e": "$d", "$f": "-", "$g": "-",
        "$h": "$g", "$i": "-",
      ])
  }

  @Test("What names a reaction, or something deleted, is seen as well")
  func hidden() throws {
    let folder = try TemporaryFolder()
    let store = try LiveStore(path: folder.path + "/a.luge", user: "@me:here")
    var update = LiveRoomUpdate("!room")
    update.isBeginning = true
    update.events = [
      Self.message("$a", thread: nil),
      RoomEvent(id: "$r", sender: "@b:here", time: 1, kind: .reaction(to: "$a", emoji: "👍")),
      Self.message("$b", thread: "$r"), Self.message("$c", thread: nil),
      Self.message("$d", thread: "$c"),
      RoomEvent(id: "$x", sender: "@anna:here", time: 1, kind: .redaction(of: "$c")),
    ]
    _ = try store.take(LiveBatch(token: "t", rooms: [update]))
    let room = try #require(try store.rooms().first).id
    let events = update.events.filter { $0.target == nil }
    #expect(
      try Self.places(store, room, of: events) == ["$a": "-", "$b": "-", "$c": "-", "$d": "$c"])
  }

  @Test("A long chain that comes backwards costs no more than its length in each page")
  func chain() throws {
    let count = 2000
    let events = (0..<count).map { Self.message("$\($0)", thread: $0 > 0 ? "$\($0 - 1)" : nil) }
    let folder = try TemporaryFolder()
    let store = try LiveStore(path: folder.path + "/a.luge", user: "@me:here")
    let spent = try ContinuousClock().measure {
      for first in stride(from: 0, to: count, by: 100) {
        var update = LiveRoomUpdate("!room")
        update.isBeginning = true
        update.events = Array(events.reversed()[first..<first + 100])
        _ = try store.take(LiveBatch(token: "t\(first)", rooms: [update]))
      }
    }
    // A quiet machine takes four seconds, a busy one several times that.
    #expect(spent < .seconds(120))
    let room = try #require(try store.rooms().first).id
    guard case .page(let page) = try store.page(.newest, in: room, limit: 9) else { return }
    #expect(page.items.map(\.event) == ["$0"] && page.items[0].answers?.count == count - 1)
  }
}
