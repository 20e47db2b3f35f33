import FakeLive
import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeLive

/// Polls of rooms: their votes, in whatever order they come, and one's own.
@Suite struct PollTests {
  private static let anna = "@anna:here"
  private static let ben = "@ben:here"
  private static let cleo = "@cleo:here"

  private let folder: TemporaryFolder
  private let server = FakeService()

  init() throws { folder = try TemporaryFolder() }

  private static func start(
    _ question: String = "Where?", isDisclosed: Bool = true, mostChoices: Int = 1
  ) -> MessageContent {
    var content = MessageContent(StyledText(""))
    content.poll = LivePoll(
      question, [.init(id: "1", text: "The lake"), .init(id: "2", text: "The hill")],
      isDisclosed: isDisclosed, mostChoices: mostChoices)
    return content
  }

  private static func event(
    _ id: String, _ sender: String, _ minute: Int64, _ kind: RoomEvent.Kind
  ) -> RoomEvent {
    RoomEvent(id: id, sender: sender, time: minute * 60_000, kind: kind)
  }

  /// Returns a store that got the events one by one.
  private func store(_ events: [RoomEvent], moderators: Set<String> = []) throws -> LiveStore {
    let store = try LiveStore(
      path: "\(folder.path)/\(UUID().uuidString).luge", user: server.user)
    for (index, event) in events.enumerated() {
      var update = LiveRoomUpdate("!room")
      update.isBeginning = true
      update.events = [event]
      if index == 0 { update.moderators = LiveModerators(moderators) }
      _ = try store.take(LiveBatch(token: "\(index)", rooms: [update]))
    }
    return store
  }

  private func message(_ store: LiveStore) throws -> LiveMessage {
    let room = try #require(try store.rooms().first)
    guard case .page(let page) = try store.page(.newest, in: room.id, limit: 50) else {
      throw LiveFailure.refused("a gap where there is none")
    }
    return try #require(page.items.first)
  }

  private func note(_ events: [RoomEvent], moderators: Set<String> = []) throws -> String {
    let message = try message(store(events, moderators: moderators))
    #expect(message.stored.media.map(\.kind) == [.poll] && message.stored.text.isEmpty)
    return message.stored.media.first?.note ?? ""
  }

  @Test("Votes, their changes, their ends and their deletions give one row in every order")
  func everyOrder() throws {
    let events = [
      Self.event("$p", Self.anna, 1, .message(Self.start())),
      Self.event("$v1", Self.ben, 2, .vote(in: "$p", answers: ["1"])),
      // The last vote of a person counts.
      Self.event("$v2", Self.ben, 3, .vote(in: "$p", answers: ["2"])),
      Self.event("$v3", Self.cleo, 3, .vote(in: "$p", answers: ["1"])),
      Self.event("$v4", server.user, 4, .vote(in: "$p", answers: ["1"])),
      // One that was taken back, and one after the end.
      Self.event("$v5", Self.anna, 5, .vote(in: "$p", answers: ["2"])),
      Self.event("$r", Self.anna, 6, .redaction(of: "$v5")),
      Self.event("$v6", Self.cleo, 9, .vote(in: "$p", answers: ["2"])),
      // A stranger closes nothing.
      Self.event("$e1", Self.ben, 3, .pollEnd(of: "$p")),
      Self.event("$e2", Self.anna, 8, .pollEnd(of: "$p")),
      Self.event("$x", Self.anna, 7, .edit(of: "$p", MessageContent(StyledText("no poll")))),
    ]
    let expected = "Where?\n• The lake: 2 votes ✓\n• The hill: 1 vote\n(3 voters, closed)"
    #expect(try note(events) == expected)
    var random = SeededGenerator(seed: 3381)
    for _ in 0..<30 {
      let order = events.shuffled(using: &random)
      #expect(try note(order) == expected, "\(order.map(\.id))")
    }
  }

  @Test("No more answers count than may be chosen, and a vote for no answer is none")
  func choices() throws {
    func counted(_ answers: [String], mostChoices: Int) throws -> String {
      try note([
        Self.event("$p", Self.anna, 1, .message(Self.start(mostChoices: mostChoices))),
        Self.event("$v", Self.ben, 2, .vote(in: "$p", answers: answers)),
      ])
    }
    let none = "Where?\n• The lake: 0 votes\n• The hill: 0 votes\n(0 voters)"
    let both = "Where?\n• The lake: 1 vote\n• The hill: 1 vote\n(1 voter)"
    let hill = "Where?\n• The lake: 0 votes\n• The hill: 1 vote\n(1 voter)"
    #expect(try counted(["2", "1"], mostChoices: 1) == hill)
    #expect(try counted(["2", "1", "2"], mostChoices: 2) == both)
    #expect(try counted(["2", "2"], mostChoices: 2) == hill)
    #expect(try counted(["2", "3"], mostChoices: 2) == none)
    #expect(try counted([], mostChoices: 2) == none)
    // An unlimited number of answers or choices is none.
    let many = LivePoll("?", (0..<500).map { .init(id: "\($0)", text: "") }, mostChoices: .max)
    #expect(many.answers.count == 20 && many.mostChoices == 20)
    #expect(LivePoll("?", [], mostChoices: .min).mostChoices == 1)
  }

  @Test("Votes that are kept back are shown once the poll is closed; moderators close polls")
  func undisclosed() throws {
    let open = [
      Self.event("$p", Self.anna, 1, .message(Self.start(isDisclosed: false))),
      Self.event("$v1", Self.ben, 2, .vote(in: "$p", answers: ["1"])),
      Self.event("$v2", server.user, 2, .vote(in: "$p", answers: ["2"])),
    ]
    #expect(try note(open) == "Where?\n• The lake\n• The hill ✓")
    let closed = open + [Self.event("$e", Self.cleo, 3, .pollEnd(of: "$p"))]
    #expect(try note(closed) == "Where?\n• The lake\n• The hill ✓")
    #expect(
      try note(closed, moderators: [Self.cleo])
        == "Where?\n• The lake: 1 vote\n• The hill: 1 vote ✓\n(2 voters, closed)")
  }

  @Test("A new version of a poll keeps its votes; a deleted poll is gone from store and search")
  func editedAndDeleted() throws {
    var events = [
      Self.event("$p", Self.anna, 1, .message(Self.start())),
      Self.event("$v", Self.ben, 2, .vote(in: "$p", answers: ["1"])),
      Self.event("$x", Self.anna, 3, .edit(of: "$p", Self.start("Where to?"))),
    ]
    #expect(
      try note(events) == "Where to?\n• The lake: 1 vote\n• The hill: 0 votes\n(1 voter)")
    events.append(Self.event("$r", Self.anna, 4, .redaction(of: "$p")))
    let store = try store(events)
    let message = try message(store)
    #expect(message.stored.kind == .deleted && message.stored.media.isEmpty)
    #expect(message.poll == nil)
    let left = try store.archive.read { db in
      try Int.fetchOne(
        db, sql: "SELECT count(*) FROM live_events WHERE content LIKE '%Where%'")
    }
    #expect(left == 0)
  }

  // MARK: Voting

  private func account(
    _ news: @escaping @Sendable (LiveNews) -> Void = { _ in }
  ) throws -> LiveAccount {
    try LiveAccount(
      path: folder.path + "/a.luge", service: server,
      pause: { _ in try? await Task.sleep(for: .milliseconds(3)) }, onNews: news)
  }

  private func poll(_ account: LiveAccount) async throws -> LivePollState {
    try #require(try await account.history().compactMap(\.poll).last)
  }

  @Test("A vote is shown at once, sent in its turn, changed and taken back, and kept")
  func voting() async throws {
    server.fill(1)
    server.add(.message(Self.start()))
    server.add(.vote(in: "$1", answers: ["2"]), by: Self.ben)
    do {
      let account = try account()
      _ = try await account.syncOnce()
      let room = try await account.onlyRoom()
      #expect(try await poll(account).votes == ["2": 1])
      let answers = try #require(try await poll(account).choosing(0))
      try await account.send(
        .vote(in: "$1", answers: answers, isPreliminary: false), in: room, now: 1_000_000)
      // Without the server.
      #expect(try await poll(account).chosen == ["1"])
      #expect(try await poll(account).votes == ["1": 1, "2": 1])
    }
    let account = try account()
    #expect(try await poll(account).chosen == ["1"])
    _ = try await account.syncOnce()
    #expect(
      server.state.withLock { $0.events.last?.kind } == .vote(in: "$1", answers: ["1"]))
    _ = try await account.syncOnce()
    #expect(try await poll(account).votes == ["1": 1, "2": 1])
    // Once more on it takes it back.
    let none = try #require(try await poll(account).choosing(0))
    #expect(none == [])
    let room = try await account.onlyRoom()
    try await account.send(
      .vote(in: "$1", answers: none, isPreliminary: false), in: room, now: 2_000_000)
    #expect(try await poll(account).chosen == [])
    #expect(try await poll(account).voters == 1)
    // What the server refuses counts no more.
    server.state.withLock { $0.sendOutcomes = [.failure(.refused("no"))] }
    _ = try await account.syncOnce()
    #expect(try await poll(account).chosen == ["1"])
  }

  @Test("No vote is sent where messages are encrypted")
  func encrypted() async throws {
    server.add(.message(Self.start()))
    server.state.withLock { $0.isEncrypted = true }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    await #expect(throws: LiveFailure.self) {
      try await account.send(
        .vote(in: "$0", answers: ["1"], isPreliminary: false), in: room, now: 1)
    }
    #expect(server.state.withLock { $0.sends } == 0)
  }

  @Test("Several answers are chosen one by one, up to as many as may be")
  func several() {
    let poll = LivePoll(
      "?", (1...4).map { .init(id: "\($0)", text: "") }, mostChoices: 2)
    func state(_ chosen: [String], isClosed: Bool = false) -> LivePollState {
      LivePollState(poll, isClosed: isClosed, votes: [("me", chosen)], user: "me")
    }
    #expect(state([]).choosing(0) == ["1"])
    #expect(state(["1"]).choosing(2) == ["1", "3"])
    #expect(state(["1", "3"]).choosing(0) == ["3"])
    #expect(state(["1", "3"]).choosing(1) == nil)
    #expect(state([]).choosing(4) == nil && state([]).choosing(-1) == nil)
    #expect(state([], isClosed: true).choosing(0) == nil)
  }

  @Test("Votes in a gap are asked for, and show nothing in the room")
  func votesInAGap() async throws {
    server.fill(1)
    server.add(.message(Self.start()))
    let account = try account()
    _ = try await account.syncOnce()
    for number in 0..<250 {
      server.add(.vote(in: "$1", answers: ["1"]), by: "@p\(number):here")
    }
    server.add(.pollEnd(of: "$1"))
    server.fill(30, from: 1)
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    func state() async throws -> LivePollState {
      let found = try #require(try account.message(ofEvent: "$1", in: room))
      let page = try #require(try account.storedPage(.around(found), in: room, limit: 2))
      return try #require(page.items.first { $0.id == found }?.poll)
    }
    #expect(try await state().voters == 0)
    try await account.completePoll("$1", in: room)
    #expect(try await state().voters == 250)
    #expect(try await state().isClosed)
    #expect(server.state.withLock { $0.votePages } == 3)
    // The gap is still filled as if nothing had come.
    #expect(try await account.history().count == 32)
    #expect(try await state().voters == 250)
    // Nothing is missing any more.
    try await account.completePoll("$1", in: room)
    #expect(server.state.withLock { $0.votePages } == 3)
  }

  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  @Test("A vote has the votes of its poll counted once; only the poll is an unread message")
  func countedOnce() throws {
    let store = try store([
      Self.event("$p", Self.anna, 1, .message(Self.start())),
      Self.event("$v1", Self.ben, 2, .vote(in: "$p", answers: ["1"])),
    ])
    let counter = Counter()
    try store.archive.write { db in
      db.trace { event in
        if "\(event)".contains("row_number()") { counter.count.withLock { $0 += 1 } }
      }
    }
    var update = LiveRoomUpdate("!room")
    update.events = [Self.event("$v2", Self.cleo, 3, .vote(in: "$p", answers: ["2"]))]
    let changes = try store.take(LiveBatch(token: "3", rooms: [update]))
    #expect(counter.count.withLock(\.self) == 1)
    let poll = try #require(changes.first?.changed.first?.poll)
    #expect(poll.votes == ["1": 1, "2": 1] && poll.voters == 2)
    #expect(try message(store).poll == poll)
    #expect(changes.allSatisfy { $0.added.isEmpty })
    // As the user marks it, and as the archive counts it.
    let room = try #require(try store.rooms().first)
    try store.markUnread(from: message(store).id, in: room.id)
    #expect(try store.rooms().first?.unread == 1)
    #expect(try store.countMarkedUnread(in: room.id)?.stored == 1)
    let summary = try store.archive.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM positions")
    }
    #expect(summary == 1)
  }
}
