import FakeLive
import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeLive

/// An account against a server in memory: gaps, the queue, restarts.
@Suite struct AccountTests {
  private let folder: TemporaryFolder
  private let server = FakeService()
  private var path: String { folder.path + "/a.luge" }

  init() throws { folder = try TemporaryFolder() }

  private func account(
    _ news: @escaping @Sendable (LiveNews) -> Void = { _ in }
  ) throws -> LiveAccount {
    // Waits are short, and there are some.
    try LiveAccount(
      path: path, service: server,
      pause: { _ in try? await Task.sleep(for: .milliseconds(3)) }, onNews: news)
  }

  private func texts(_ items: [LiveMessage]) -> [String] { items.map(\.stored.text.string) }

  private func until(
    _ what: String, _ condition: () async throws -> Bool
  ) async throws {
    for _ in 0..<2000 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("never: \(what)")
  }

  // MARK: What lists say of rooms and messages

  /// A picture has no words, and a list says what came all the same.
  @Test func aRoomSaysWhatCameLast() async throws {
    server.fill(2)
    let account = try account()
    _ = try await account.syncOnce()
    #expect(try await account.rooms().first?.last?.text.string == "message 1")
    let media = MediaRecord(kind: .video, path: "mxc://here/1", fileName: "clip.webm")
    server.add(.message(MessageContent(StyledText(""), media: media)), by: server.user)
    _ = try await account.syncOnce()
    let last = try #require(try await account.rooms().first?.last)
    #expect(last.media?.kind == .video && last.media?.fileName == "clip.webm" && last.isOwn)
    server.add(.redaction(of: "$2"), by: server.user)
    _ = try await account.syncOnce()
    let deleted = try #require(try await account.rooms().first?.last)
    #expect(deleted.isDeleted && deleted.media == nil && deleted.text.string.isEmpty)
  }

  /// Whoever writes has seen what was there; one's own receipts and messages say nothing.
  @Test func othersHaveReadWhatTheySayOrWriteAfter() async throws {
    for number in 0..<5 { server.say("own \(number)", by: server.user) }
    let account = try account()
    _ = try await account.syncOnce()
    let items = try await account.page(.newest, in: ConversationID(rawValue: 1), limit: 20).items
    let room = ConversationID(rawValue: 1)
    func readUpTo() throws -> Int64? { try account.othersReadUpTo(in: room) }
    #expect(try readUpTo() == nil)
    server.state.withLock {
      $0.receipts = [
        LiveReceipt(user: "@anna:here", event: "$1", time: 1),
        LiveReceipt(user: server.user, event: "$4", time: 2),
      ]
    }
    _ = try await account.syncOnce()
    #expect(try readUpTo() == items[1].place)
    server.say("answer")
    _ = try await account.syncOnce()
    #expect(try #require(try readUpTo()) > items[4].place)
  }

  /// Neither the archive nor the log beside it has them, though the program goes on.
  @Test func wordsThatWereTakenBackAreGoneFromTheDisk() async throws {
    server.say("we drink quinquina")
    let account = try account()
    await account.set(.init(quiet: .milliseconds(20), longest: .seconds(1), apart: .zero))
    _ = try await account.syncOnce()
    server.add(.redaction(of: "$0"))
    _ = try await account.syncOnce()
    try await until("they are gone") { !hasOnDisk("quinquina") }
    // Written since, and in the file itself at the end.
    server.say("tea")
    _ = try await account.syncOnce()
    await account.stop()
    #expect(FileManager.default.contents(atPath: path + "-wal")?.isEmpty ?? true)
    #expect(try Archive(opening: path).search("tea").count == 1)
  }

  /// A window that closes waits for no answer of the server: it deletes as if that had come.
  @Test func whatIsDeletedAsAWindowClosesLeavesAtOnce() async throws {
    server.say("we drink quinquina", by: server.user)
    server.say("tea")
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    try account.deleteAtOnce(["$0"], in: room, now: 1)
    account.settle()
    #expect(!hasOnDisk("quinquina"))
    #expect(server.state.withLock { $0.sends } == 0)
    // The server is told with the next connection, and changes nothing more.
    _ = try await account.syncOnce()
    #expect(server.state.withLock { $0.events.last?.kind } == .redaction(of: "$0"))
    _ = try await account.syncOnce()
    #expect(texts(try await account.history()) == ["", "tea"])
  }

  @Test("The count of a room goes by which one was put out, once it was opened")
  func countOfARoomThatIsOver() async throws {
    server.fill(3)
    server.state.withLock { $0.unread = 2 }
    let account = try account()
    _ = try await account.syncOnce()
    server.state.withLock {
      $0.unread = nil
      $0.removal = LiveRemoval(by: "@anna:here")
    }
    server.say("out")
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(try await account.rooms().first?.unread == 2)
    #expect(try await account.markRead(room))
    #expect(try await account.rooms().first?.unread == 0)
    #expect(server.state.withLock { $0.read.isEmpty })
  }

  @Test("Who accepts a conversation with one person has it stored as one", arguments: [true, nil])
  func directInvitation(isDirect: Bool?) async throws {
    server.fill(1)
    var invitation = LiveInvitation(inviter: "@ben:here")
    invitation.isDirect = isDirect
    server.state.withLock { [invitation] in $0.invitation = invitation }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first { $0.membership == .invited })
    try await account.accept(room.id)
    _ = try await account.syncOnce()
    let joined = try #require(try await account.rooms().first { $0.id == room.id })
    #expect(joined.membership == .joined && joined.isDirect == (isDirect == true))
    #expect(
      server.state.withLock { $0.direct } == (isDirect == true ? ["!cellar:here @ben:here"] : []))
  }

  private func hasOnDisk(_ word: String) -> Bool {
    [path, path + "-wal"].contains { file in
      let bytes = FileManager.default.contents(atPath: file) ?? Data()
      return bytes.range(of: Data(word.utf8)) != nil
    }
  }

  /// The whole index is written for that, so that many deletions wait for one time; a program that
  /// ends before has it done then, or at its next start.
  @Test func deletedWordsWaitForAQuietMoment() async throws {
    for number in 0..<4 { server.say("quinquina\(number)") }
    var other: LiveAccount? = try account()
    _ = try await other?.syncOnce()
    #expect(try #require(other).store.hasDeletedWords == false)
    for number in 0..<3 {
      server.add(.redaction(of: "$\(number)"))
      _ = try await other?.syncOnce()
      #expect(other?.store.hasDeletedWords == true)
    }
    #expect(hasOnDisk("quinquina0") || hasOnDisk("quinquina1"))
    // A window that closes, or a command that ends, waits for nothing else; on a busy machine it
    // leaves the rest to the next one.
    try await until("they are forgotten") {
      other?.settle()
      return other?.store.hasDeletedWords == false
    }
    for number in 0..<3 { #expect(!hasOnDisk("quinquina\(number)")) }
    #expect(hasOnDisk("quinquina3"))
    // Killed before: the next start makes up for it.
    server.add(.redaction(of: "$3"))
    _ = try await other?.syncOnce()
    #expect(other?.store.hasDeletedWords == true)
    other = nil
    // What waits for a quiet moment may hold it for a moment longer.
    var opened: LiveAccount?
    try await until("the archive is free") {
      opened = try? account()
      return opened != nil
    }
    let next = try #require(opened)
    await next.start()
    try await until("they are gone") { !next.store.hasDeletedWords && !hasOnDisk("quinquina3") }
    server.say("quinquina5")
    try await until("it is there") {
      texts(try await next.history()).last == "quinquina5"
    }
    server.add(.redaction(of: "$8"))
    try await until("it was deleted") { next.store.hasDeletedWords }
    await next.stop()
    #expect(!next.store.hasDeletedWords && !hasOnDisk("quinquina5"))
  }

  /// However they come: with the newest, in a page of earlier ones, by a jump, or dropped unsent.
  @Test func deletedWordsAreNotedHoweverTheyCome() async throws {
    server.state.withLock { $0.timelineLimit = 2 }
    server.fill(2)
    let account = try account()
    _ = try await account.syncOnce()
    server.add(.redaction(of: "$1"))
    server.fill(30, from: 3)
    _ = try await account.syncOnce()
    #expect(!account.store.hasDeletedWords)
    _ = try await account.history()
    #expect(account.store.hasDeletedWords)
    account.settle()
    // Of a reaction there are no words, nor of what came redacted or is not here.
    server.add(.reaction(to: "$0", emoji: "👍"))
    _ = try await account.syncOnce()
    let (count, sender) = (server.state.withLock { $0.events.count }, "@anna:here")
    server.state.withLock {
      $0.events.append(
        RoomEvent(
          id: "$gone", sender: sender, time: 1, kind: .message(MessageContent(StyledText(""))),
          isRedacted: true))
    }
    server.add(.redaction(of: "$\(count - 1)"))
    server.add(.redaction(of: "$gone"))
    server.add(.redaction(of: "$nowhere"))
    server.state.withLock { $0.timelineLimit = 20 }
    _ = try await account.syncOnce()
    #expect(!account.store.hasDeletedWords)
    server.state.withLock { $0.sendOutcomes = [.failure(.refused("no"))] }
    try await account.say("not this")
    _ = try await account.syncOnce()
    let unsent = try #require(try await account.history().last)
    #expect(unsent.stored.text.string == "not this")
    try await account.discard(unsent.id, in: account.onlyRoom())
    #expect(account.store.hasDeletedWords)
  }

  /// A message that is deleted while the index is merged keeps its note.
  @Test func wordsDeletedMeanwhileAreNotForgotten() throws {
    let account = try account()
    let archive = account.store.archive
    try archive.write { try AccountTables($0).noteDeletedWords() }
    let first = try #require(try archive.deletedWords)
    try archive.write { try AccountTables($0).noteDeletedWords() }
    let second = try #require(try archive.deletedWords)
    #expect(first != second)
    while try !archive.write({ try AccountArchive.merge(64, $0, removing: first) }) {}
    #expect(try archive.deletedWords == second)
    archive.forgetDeletedWords()
    #expect(try archive.deletedWords == nil)
  }

  /// An account of a version that read neither asks for what notifies and who may write, once.
  @Test func whatEarlierVersionsDidNotReadIsAskedForOnce() async throws {
    server.fill(2)
    do {
      let account = try account()
      _ = try await account.syncOnce()
      try account.store.archive.write {
        try $0.execute(sql: "DELETE FROM live_account WHERE key = 'standing 3'")
      }
    }
    var rules = NotificationRules()
    rules.rooms[server.room] = .nothing
    var update = LiveRoomUpdate(server.room)
    update.mayWrite = false
    update.successor = "!next"
    update.successorServer = "there"
    var standing = LiveBatch(token: "other", rooms: [update, LiveRoomUpdate("!unknown:here")])
    standing.notifications = rules
    server.state.withLock { [standing] in $0.standing = standing }
    for _ in 0..<2 {
      let account = try account()
      await account.start()
      try await until("it is told") {
        try await account.rooms().map(\.notifications) == [.nothing]
      }
      let room = try #require(try await account.rooms().first)
      #expect(!room.mayWrite && room.successor == "!next")
      #expect(try account.store.token != "other")
      // The room that follows may be one that the user's own server does not know.
      _ = try await account.join("!next", after: room.id)
      await account.stop()
    }
    #expect(server.state.withLock { $0.standingsAsked } == 1)
    #expect(server.state.withLock { $0.joins.last } == "!next via there")
  }

  /// Of own messages it is known what was written: the name before an action is not part of it.
  @Test func whatWasWrittenIsKept() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    var content = MessageContent(
      StyledText("waves", spans: [.init(0..<5, .bold)]), isAction: true)
    content.typed = "**waves**"
    try await account.send(.message(content), in: account.onlyRoom(), now: 1)
    _ = try await account.syncOnce()
    var written = try await account.history().last?.written
    #expect(written == content)
    var better = MessageContent(StyledText("*waves*"), isAction: true)
    better.typed = #"\*waves\*"#
    try await account.send(.edit(of: "$1", better), in: account.onlyRoom(), now: 2)
    _ = try await account.syncOnce()
    written = try await account.history().last?.written
    #expect(written == better)
    #expect(try await account.history().first?.written == nil)
  }

  /// The message has its old words again; what was written goes back to the user, and what follows
  /// is sent.
  @Test func whatARefusedEditSaidIsKept() async throws {
    server.fill(1)
    let refused = Mutex<[ConversationID]>([])
    let better = MessageContent(StyledText("better words"))
    let (room, own): (ConversationID, ItemID)
    do {
      let account = try account { news in
        if case .editRefused(let room) = news { refused.withLock { $0.append(room) } }
      }
      _ = try await account.syncOnce()
      try await account.say("words")
      _ = try await account.syncOnce()
      let edited = try #require(try await account.history().last)
      (room, own) = (try await account.onlyRoom(), edited.id)
      server.state.withLock { $0.sendOutcomes = [.failure(.refused("too large"))] }
      try await account.send(.edit(of: edited.event, better), in: room, now: 2)
      try await account.say("next")
      _ = try await account.syncOnce()
      #expect(refused.withLock { $0 } == [room])
      #expect(texts(try await account.history()) == ["message 0", "words", "next"])
      #expect(server.texts.last == "next")
      await account.stop()
    }
    // Also for a program that is started later.
    let account = try account()
    let kept = try account.refusedEdits(in: room)
    #expect(kept.map(\.message) == [own] && kept.map(\.content) == [better])
    // What is refused behind it goes by itself.
    let event = try #require(try await account.history().first).event
    server.state.withLock { $0.sendOutcomes = [.failure(.refused("muted"))] }
    let sends = server.state.withLock { $0.sends }
    _ = try await account.syncOnce()
    try await account.send(.reaction(to: event, emoji: "👍"), in: room, now: 3)
    _ = try await account.syncOnce()
    #expect(server.state.withLock { $0.sends } == sends + 1)
    #expect(try account.refusedEdits(in: room) == kept)
    try account.forget(kept)
    #expect(try account.refusedEdits(in: room).isEmpty)
  }

  /// An action's words begin with its author's name, whose direction marks turn no word round.
  @Test func actionsNameTheirAuthor() async throws {
    server.state.withLock { $0.members = [LiveMember(id: "@ben:here", name: "\u{202E}neb")] }
    server.add(.message(MessageContent(StyledText("waves"), isAction: true)), by: "@ben:here")
    let account = try account()
    _ = try await account.syncOnce()
    #expect(texts(try await account.history()) == ["<U+202E>neb waves"])
  }

  /// What is told of a room, and what is gone, says nothing of who has read it.
  @Test func whatSaysWhetherItWasRead() async throws {
    server.add(.service(action: "m.room.member", text: "me joined"), by: server.user)
    server.say("mine", by: server.user)
    server.say("theirs")
    let account = try account()
    _ = try await account.syncOnce()
    #expect(try await account.history().map(\.tracksState) == [false, true, false])
  }

  /// Rooms say of what their user wants to be told, and changes whether they name the user.
  @Test func whatNotifies() async throws {
    server.fill(2)
    var rules = NotificationRules()
    rules.rooms[server.room] = .mentions
    server.state.withLock { $0.notifications = rules }
    let named = Mutex<[Bool]>([])
    let account = try account { news in
      if case .room(let change) = news { named.withLock { $0.append(change.namesUser) } }
    }
    _ = try await account.syncOnce()
    #expect(try await account.rooms().map(\.notifications) == [.mentions])
    server.say("me?")
    server.state.withLock { $0.mentions = 1 }
    _ = try await account.syncOnce()
    server.say("nobody")
    _ = try await account.syncOnce()
    #expect(named.withLock { $0 } == [false, true, false])
    rules.isSilent = true
    server.state.withLock { $0.notifications = rules }
    _ = try await account.syncOnce()
    #expect(try await account.rooms().map(\.notifications) == [.nothing])
  }

  /// By whom and why; the room stays listed until it is put away, or the user is back.
  @Test func whoIsPutOutIsTold() async throws {
    server.fill(2)
    let account = try account()
    _ = try await account.syncOnce()
    #expect(try await account.rooms().first?.obstacle == nil)
    func removed(_ reason: String?) async throws {
      server.state.withLock {
        $0.removal = LiveRemoval(by: "@anna:here", reason: reason)
      }
      server.say("more")
      _ = try await account.syncOnce()
    }
    try await removed("bad jokes")
    let room = try #require(try await account.rooms().first)
    #expect(room.membership == .left)
    #expect(
      room.obstacle?.words == "@anna:here has removed you from this room. Reason: bad jokes")
    try await account.dismiss(room.id)
    #expect(try await account.rooms().first?.removal == nil)
    try await removed(nil)
    #expect(try await account.rooms().first?.removal != nil)
    server.state.withLock { $0.removal = nil }
    server.say("back")
    _ = try await account.syncOnce()
    #expect(try await account.rooms().first?.obstacle == nil)
    // A room that goes on elsewhere, and one in which only others may write.
    server.state.withLock { $0.mayWrite = false }
    server.say("quiet")
    _ = try await account.syncOnce()
    #expect(try await account.rooms().first?.obstacle == .mayNotWrite)
    #expect(try await account.forwardTargets().isEmpty)
    server.state.withLock { ($0.mayWrite, $0.successor) = (true, "!next:here") }
    server.say("moved")
    _ = try await account.syncOnce()
    #expect(try await account.rooms().first?.obstacle == .replaced(by: "!next:here"))
  }

  // MARK: Threads

  @Test func whatIsSaidInAThreadStandsThere() async throws {
    server.fill(3)
    server.add(.message(MessageContent(StyledText("in the thread"), thread: "$1")))
    let account = try account()
    _ = try await account.syncOnce()
    let room = ConversationID(rawValue: 1)
    func page() async throws -> [LiveMessage] {
      try await account.page(.newest, in: room, limit: 20).items
    }
    #expect(texts(try await page()) == ["message 0", "message 1", "message 2"])
    #expect(try await page()[1].answers?.count == 1)
    #expect(texts(try account.thread(of: "$1", in: room)) == ["message 1", "in the thread"])
    // The room's list says what was said last, wherever.
    #expect(try await account.rooms().first?.last?.text.string == "in the thread")
    var content = MessageContent(StyledText("mine"), thread: "$1")
    content.threadEnd = "$3"
    try await account.send(.message(content), in: room, now: 1)
    #expect(try await page().map(\.answers?.last.text.string) == [nil, "mine", nil])
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    let thread = try account.thread(of: "$1", in: room)
    #expect(texts(thread) == ["message 1", "in the thread", "mine"])
    #expect(thread.last?.state == .sent && thread.last?.thread == "$1")
    #expect(try account.root(ofThreadWith: thread[2].id) == "$1")
    #expect(try account.root(ofThreadWith: thread[0].id) == nil)
    // Others' receipts stand beside messages that are shown.
    server.state.withLock {
      $0.receipts = [LiveReceipt(user: "@anna:here", event: "$4", time: 1)]
    }
    _ = try await account.syncOnce()
    let shown = Set(try await page().map(\.id))
    #expect(try account.readers(in: room).keys.allSatisfy(shown.contains))
    // What is taken back is counted no more.
    server.add(.redaction(of: "$4"), by: server.user)
    server.add(.redaction(of: "$3"))
    _ = try await account.syncOnce()
    #expect(try await page()[1].answers == nil)
  }

  /// An archive of an earlier version knows its threads after it was opened again.
  @Test(arguments: ["2", "3"]) func earlierArchivesGetThreads(version: String) async throws {
    server.fill(2)
    server.add(.message(MessageContent(StyledText("in the thread"), thread: "$0")))
    server.add(.message(MessageContent(StyledText("deeper in the thread"), thread: "$2")))
    do {
      let account = try account()
      _ = try await account.syncOnce()
      try account.store.archive.write { db in
        try db.execute(sql: "DROP TABLE live_named_roots")
        if version == "2" {
          try db.execute(sql: "DROP TABLE live_threads")
        } else {
          // What was said was believed.
          try db.execute(sql: "UPDATE live_threads SET root = '$2' WHERE message = 4")
        }
        try db.execute(
          sql: "UPDATE live_account SET value = ? WHERE key = 'version'", arguments: [version])
      }
    }
    let account = try account()
    let room = ConversationID(rawValue: 1)
    #expect(
      texts(try account.thread(of: "$0", in: room)) == [
        "message 0", "in the thread", "deeper in the thread",
      ])
    #expect(
      texts(try await account.page(.newest, in: room, limit: 9).items) == [
        "message 0", "message 1",
      ])
    _ = try Archive(opening: path)
  }

  @Test func aRoomWithoutANameIsCalledAfterWhoIsInIt() async throws {
    let account = try account()
    func name(_ change: (inout LiveRoomUpdate) -> Void) async throws -> String? {
      var update = LiveRoomUpdate("!bees:here")
      change(&update)
      _ = try account.store.take(LiveBatch(token: "t", rooms: [update]))
      return try await account.rooms().first?.name
    }
    #expect(try await name { $0.namedAfter = ["@cleo:here"] } == "@cleo:here")
    let cleo = LiveMember(id: "@cleo:here", name: "Cleo Park")
    #expect(
      try await name {
        $0.members = [cleo]
        $0.namedAfter = ["@cleo:here", "@ben:here"]
      } == "Cleo Park, @ben:here")
    #expect(try await name { _ in } == "Cleo Park, @ben:here")
    #expect(try await name { $0.people = 3 } == "Cleo Park, @ben:here")
    #expect(try await account.rooms().first?.people == 3)
    #expect(try await name { $0.name = "Bees" } == "Bees")
    #expect(try await name { $0.namedAfter = ["@cleo:here"] } == "Bees")
  }

  // MARK: Unread again

  @Test func aRoomIsMarkedUnreadUntilItIsRead() async throws {
    server.fill(5)
    server.state.withLock { $0.readMarker = "$4" }
    let account = try account()
    await account.start()
    try await until("live") { await account.status == .live }
    let room = ConversationID(rawValue: 1)
    let items = try await account.page(.newest, in: room, limit: 20).items
    #expect(try account.firstUnread(in: room) == nil)
    try await account.markUnread(from: items[2].id, in: room)
    #expect(try account.firstUnread(in: room) == items[2].id)
    #expect(try await account.rooms().first?.unread == 3)
    #expect(server.state.withLock { $0.markedUnread } == [true])
    try await account.markRead(room)
    #expect(try account.firstUnread(in: room) == nil)
    #expect(try await account.rooms().first?.unread == 0)
    #expect(server.state.withLock { $0.markedUnread } == [true, false])
    await account.stop()
    // Another device says it of the room alone.
    var update = LiveRoomUpdate(server.room)
    update.isMarkedUnread = true
    _ = try account.store.take(LiveBatch(token: "x", rooms: [update]))
    #expect(try await account.rooms().first?.unread == 1)
    update.isMarkedUnread = false
    _ = try account.store.take(LiveBatch(token: "y", rooms: [update]))
    #expect(try await account.rooms().first?.unread == 0)
  }

  // MARK: Gaps

  @Test(arguments: [60, 1000]) func whatWasMissedComesWhereItBelongs(missed: Int) async throws {
    server.fill(30)
    let account = try account()
    _ = try await account.syncOnce()
    server.fill(missed, from: 30)
    _ = try await account.syncOnce()
    let items = try await account.history()
    #expect(texts(items) == (0..<30 + missed).map { "message \($0)" })
    #expect(Set(items.map(\.id)).count == items.count)
    // Each stretch was asked for once.
    let pages = server.state.withLock { $0.pages }
    #expect(pages <= missed / 50 + 3)
  }

  @Test func aGapIsFilledFromBothSides() async throws {
    server.fill(30)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let old = try await account.page(.newest, in: room, limit: 20).items
    server.fill(200, from: 30)
    _ = try await account.syncOnce()
    let new = try await account.page(.newest, in: room, limit: 20).items
    // By turns from the older side and from the newer one, as a reader might who goes to and fro.
    var (below, above) = (old, new)
    var turns = 0
    while let last = below.last, let first = above.first, turns < 30 {
      turns += 1
      if turns.isMultiple(of: 2) {
        let page = try await account.page(.before(first.id), in: room, limit: 20)
        let missing = page.items.filter { $0.place > last.place }
        if missing.isEmpty { break }
        above = missing + above
      } else {
        let page = try await account.page(.after(last.id), in: room, limit: 20)
        let missing = page.items.filter { $0.place < first.place }
        if missing.isEmpty { break }
        below += missing
      }
    }
    #expect(texts(below + above) == (10..<230).map { "message \($0)" })
    #expect(texts(try await account.history(limit: 20)) == (0..<230).map { "message \($0)" })
  }

  @Test func eventsThatShowNothingEndNoPage() async throws {
    server.fill(5)
    for _ in 0..<150 { server.add(.hidden) }
    server.fill(25, from: 5)
    let account = try account()
    _ = try await account.syncOnce()
    #expect(texts(try await account.history(limit: 20)) == (0..<30).map { "message \($0)" })
  }

  @Test func aPageThatFailedIsAskedForAgain() async throws {
    server.fill(100)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let first = try #require(try await account.page(.newest, in: room, limit: 50).items.first)
    server.state.withLock { $0.pageOutcomes = [.unreachable("away")] }
    await #expect(throws: LiveFailure.unreachable("away")) {
      try await account.page(.before(first.id), in: room, limit: 50)
    }
    #expect(texts(try await account.history(limit: 20)) == (0..<100).map { "message \($0)" })
  }

  // MARK: Sending

  @Test func whatIsSentKeepsItsRow() async throws {
    server.fill(3)
    let account = try account()
    _ = try await account.syncOnce()
    try await account.say("hello")
    let room = try await account.onlyRoom()
    let echo = try #require(try await account.page(.newest, in: room, limit: 10).items.last)
    #expect(echo.state == .waiting)
    #expect(echo.event.hasPrefix("~"))
    _ = try await account.syncOnce()
    let sent = try #require(try await account.page(.newest, in: room, limit: 10).items.last)
    #expect(sent.state == .sent && sent.id == echo.id && sent.event == "$3")
    // The sync that brings it changes nothing more.
    _ = try await account.syncOnce()
    let items = try await account.page(.newest, in: room, limit: 10).items
    #expect(texts(items) == ["message 0", "message 1", "message 2", "hello"])
    #expect(items.last?.id == echo.id)
  }

  @Test func anEchoGoesWhereTheServerSaysItBelongs() async throws {
    server.fill(3)
    let account = try account()
    _ = try await account.syncOnce()
    try await account.say("mine")
    // Others were faster: they come before the server has it, and are shown after it.
    server.say("theirs")
    let batch = try await server.sync(since: "3", wait: 0)
    _ = try account.store.take(batch)
    let room = try await account.onlyRoom()
    #expect(
      texts(try await account.page(.newest, in: room, limit: 2).items) == ["mine", "theirs"])
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    #expect(
      texts(try await account.page(.newest, in: room, limit: 2).items) == ["theirs", "mine"])
    #expect(server.texts.suffix(2) == ["theirs", "mine"])
  }

  /// The server has it, but tells of it in no answer: there is a gap where it belongs.
  @Test func whatIsSentIntoAGapStandsBehindWhatCameBefore() async throws {
    server.fill(30)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let last = try #require(try await account.page(.newest, in: room, limit: 1).items.last).id
    server.fill(40, from: 30)
    try await account.say("mine")
    let queued = try #require(try account.store.nextQueued(in: room))
    let event = try await server.send(
      try #require(queued.outgoing), to: server.room, transaction: queued.transaction)
    _ = try account.store.sent(queued, as: event)
    server.fill(40, from: 71)
    // The request for its place is lost the first time.
    server.state.withLock { $0.jumpOutcomes = [.unreachable("away")] }
    _ = try await account.syncOnce()
    #expect(try await texts(account.page(.after(last), in: room, limit: 1).items) == ["mine"])
    _ = try await account.syncOnce()
    let next = try await account.page(.after(last), in: room, limit: 20)
    #expect(texts(next.items) == (30..<50).map { "message \($0)" })
    #expect(try await texts(account.history()) == server.texts)
    // Once; and where nothing of the user's stands before a gap, nothing is asked for.
    let jumps = server.state.withLock { $0.jumps }
    server.fill(40, from: 120)
    _ = try await account.syncOnce()
    #expect(server.state.withLock { $0.jumps } == jumps)
  }

  @Test func aLostAnswerSendsNothingTwice() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    server.state.withLock {
      $0.sendOutcomes = [.takenAndCut, .failure(.unreachable("away")), .takenAndCut]
    }
    for number in 0..<5 { try await account.say("own \(number)") }
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    let own = (0..<5).map { "own \($0)" }
    #expect(server.texts == ["message 0"] + own)
    #expect(texts(try await account.history(limit: 20)) == ["message 0"] + own)
    #expect(try await account.history(limit: 20).allSatisfy { $0.state == .sent })
  }

  /// The server may have it: it is neither refused nor sent under another name.
  @Test func anAnswerThatCannotBeReadEndsTheAttempt() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let failure = LiveFailure.unreadable("no name")
    server.state.withLock { $0.sendOutcomes = [.failure(failure), .failure(failure)] }
    try await account.say("once")
    _ = try await account.syncOnce()
    #expect(await account.unanswered == [room: failure])
    #expect(try await account.history(limit: 5).last?.state == .waiting)
    #expect(server.state.withLock { $0.sendOutcomes.count } == 1)
    server.state.withLock { $0.sendOutcomes = [] }
    _ = try await account.syncOnce()
    #expect(await account.unanswered.isEmpty)
    #expect(server.texts == ["message 0", "once"])
    #expect(try await account.history(limit: 5).allSatisfy { $0.state == .sent })
  }

  /// Programs without a window end at a server that is never ready, and lose nothing.
  @Test(arguments: [LiveFailure.busy(seconds: 1), .busy(seconds: 90_000), .unreachable("away")])
  func aServerThatIsNeverReadyEndsTheAttempt(failure: LiveFailure) async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    server.state.withLock { $0.sendOutcomes = .init(repeating: .failure(failure), count: 50) }
    try await account.say("once")
    _ = try await account.syncOnce()
    #expect(await account.unanswered == [room: failure])
    #expect(server.state.withLock { $0.sendOutcomes.count } >= 45)
    server.state.withLock { $0.sendOutcomes = [] }
    _ = try await account.syncOnce()
    #expect(server.texts == ["message 0", "once"])
  }

  /// A window goes on, and says once why it waits.
  @Test func anAnswerThatCannotBeReadIsSaid() async throws {
    server.fill(1)
    let notes = Mutex<[String]>([])
    let account = try account { news in
      if case .note(let words) = news { notes.withLock { $0.append(words) } }
    }
    _ = try await account.syncOnce()
    let failure = LiveFailure.unreadable("no name")
    server.state.withLock { $0.sendOutcomes = [.failure(failure), .failure(failure)] }
    await account.start()
    try await account.say("once")
    try await until("it is sent") { server.texts.last == "once" }
    await account.stop()
    #expect(notes.withLock { $0 }.count == 1)
    #expect(server.texts == ["message 0", "once"])
  }

  @Test func whatIsBusyIsWaitedFor() async throws {
    server.fill(1)
    let waits = Mutex<[Double]>([])
    let account = try LiveAccount(
      path: path, service: server,
      pause: { seconds in
        waits.withLock { $0.append(seconds) }
      })
    _ = try await account.syncOnce()
    server.state.withLock {
      $0.sendOutcomes = [.failure(.busy(seconds: 7)), .failure(.busy(seconds: nil))]
    }
    try await account.say("patience")
    _ = try await account.syncOnce()
    #expect(server.texts.last == "patience")
    #expect(waits.withLock { $0 }.first == 7)
    #expect(waits.withLock { $0 }.count == 2)
  }

  /// When the user comes back, or the connection does.
  @Test func whatWaitsByItselfIsTriedAgainWhatTheServerAskedForIsNot() async throws {
    server.fill(1)
    let waits = SharedWaits()
    let account = try LiveAccount(path: path, service: server, pause: waits.pause)
    server.state.withLock {
      $0.syncOutcomes = [
        .unreachable("away"), .busy(seconds: nil), .busy(seconds: 700), .busy(seconds: 800),
      ]
    }
    await account.start()
    try await until("it waits") { waits.seconds == [1] }
    await account.tryAgain()
    try await until("it waits again") { waits.seconds == [1, 2] }
    await account.tryAgain()
    try await until("the server has asked for it") { waits.seconds == [1, 2, 700] }
    await account.tryAgain()
    for _ in 0..<1000 { await Task.yield() }
    #expect(waits.seconds == [1, 2, 700])
    // The user's own demand goes first.
    await account.reconnect()
    try await until("it was asked again") { waits.seconds == [1, 2, 700, 800] }
    await account.reconnect()
    try await until("it is connected") { await account.status == .live }
    await account.stop()
  }

  @Test func aRoomThatMustWaitIsNotHurriedByWhatComes() async throws {
    server.fill(1)
    let waits = SharedWaits()
    let account = try LiveAccount(path: path, service: server, pause: waits.pause)
    _ = try await account.syncOnce()
    server.state.withLock { $0.sendOutcomes = [.failure(.busy(seconds: 700))] }
    await account.start()
    try await until("it is connected") { await account.status == .live }
    try await account.say("patience")
    try await until("it waits") { waits.seconds == [700] }
    for number in 0..<3 {
      server.say("news \(number)")
      try await until("news come") {
        texts(try await account.history(limit: 9)).contains("news \(number)")
      }
    }
    for _ in 0..<1000 { await Task.yield() }
    #expect(server.state.withLock { $0.sends } == 1)
    await account.reconnect()
    try await until("it is sent") { server.texts.last == "patience" }
    await account.stop()
  }

  /// A server may answer at once, whatever it was asked to wait for, and say nothing.
  @Test func aServerThatDoesNotWaitIsAskedOnceASecond() async throws {
    server.fill(1)
    server.state.withLock { $0.answersAtOnce = true }
    let waits = Mutex<[Double]>([])
    let account = try LiveAccount(
      path: path, service: server,
      pause: { seconds in
        waits.withLock { $0.append(seconds) }
        try? await Task.sleep(for: .milliseconds(3))
      })
    await account.start()
    try await until("it is waited for") { waits.withLock { $0.count } >= 3 }
    server.say("news")
    let asked = { server.state.withLock { $0.syncs } }
    try await until("news come") {
      try await account.history(limit: 5).last?.stored.text.string == "news"
    }
    let before = (asked(), waits.withLock { $0.count })
    try await until("it is asked on") { asked() >= before.0 + 20 }
    await account.stop()
    // The first three after news may come as they like.
    #expect(waits.withLock { $0.count } - before.1 >= 15)
    #expect(Set(waits.withLock { $0 }) == [1])
  }

  @Test func whatIsRefusedStaysUntilItIsDiscarded() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    server.state.withLock { $0.sendOutcomes = [.failure(.refused("You may not write here"))] }
    try await account.say("no")
    try await account.say("next")
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    // Asked once: nothing is tried again for ever, and nothing overtakes.
    #expect(server.state.withLock { $0.sends } == 1)
    let room = try await account.onlyRoom()
    let items = try await account.page(.newest, in: room, limit: 10).items
    #expect(texts(items) == ["message 0", "no", "next"])
    let failed = try #require(items.dropFirst().first)
    #expect(failed.state == .failed("You may not write here"))
    try await account.discard(failed.id, in: room)
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    #expect(server.texts == ["message 0", "next"])
    #expect(texts(try await account.history(limit: 20)) == ["message 0", "next"])
    #expect(try Archive(opening: path).search("no").isEmpty)
  }

  /// Rows that were written together stay as they are while one after the other is sent.
  @Test func whatWaitsMovesOnlyForWhatOthersSaid() async throws {
    server.fill(1)
    let moved = Mutex(0)
    let account = try account { news in
      if case .room(let change) = news { moved.withLock { $0 += change.moved.count } }
    }
    _ = try await account.syncOnce()
    for text in ["words", "first", "second"] { try await account.say(text) }
    // The first one is there, and the others have still to be sent, when the server tells of it.
    server.state.withLock { $0.sendOutcomes = [.takenAndCut] }
    let room = try await account.onlyRoom()
    let first = try #require(try account.store.nextQueued(in: room))
    _ = try? await server.send(
      try #require(first.outgoing), to: server.room, transaction: first.transaction)
    let batch = try await server.sync(since: "1", wait: 0)
    let change = try #require(try account.store.take(batch).first)
    #expect(change.moved.isEmpty && change.added.isEmpty)
    let order = ["message 0", "words", "first", "second"]
    #expect(texts(try await account.page(.newest, in: room, limit: 9).items) == order)
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    #expect(texts(try await account.history(limit: 20)) == order)
    #expect(server.texts == order)
    #expect(moved.withLock { $0 } == 0)
    // What somebody said in between is there first, for the server has it first.
    try await account.say("mine")
    server.say("hers")
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    #expect(texts(try await account.history(limit: 20)) == order + ["hers", "mine"])
    #expect(server.texts == order + ["hers", "mine"])
  }

  @Test func aThousandWrittenOfflineArriveInOrder() async throws {
    server.fill(1)
    var account: LiveAccount? = try account()
    _ = try await account?.syncOnce()
    for number in 0..<1000 { if let account { try await account.say("own \(number)") } }
    // A new start in between.
    account = nil
    let again = try self.account()
    server.state.withLock { $0.sendOutcomes = [.takenAndCut, .failure(.unreachable("away"))] }
    _ = try await again.syncOnce()
    #expect(server.texts.dropFirst() == (0..<1000).map { "own \($0)" }[...])
    _ = try await again.syncOnce()
    let items = try await again.history(limit: 200)
    #expect(texts(items) == ["message 0"] + (0..<1000).map { "own \($0)" })
    #expect(items.allSatisfy { $0.state == .sent })
  }

  @Test func nothingIsSentInTheClearOnceARoomIsEncrypted() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(try account.obstacle(in: room) == nil)
    // Written before anybody knew, and switched on before it is sent.
    try await account.say("a draft")
    server.state.withLock { $0.isEncrypted = true }
    server.add(.service(action: "m.room.encryption", text: "Encrypted from now on"))
    _ = try await account.syncOnce()
    #expect(server.state.withLock { $0.sends } == 0)
    #expect(try account.obstacle(in: room) != nil)
    await #expect(throws: LiveFailure.self) { try await account.say("another") }
    let last = try await account.page(.newest, in: room, limit: 10).items.first {
      $0.stored.text.string == "a draft"
    }
    #expect(last?.state == .failed(LiveAccount.encryptedWords))
    // It stays so, whatever is said later.
    server.state.withLock { $0.isEncrypted = false }
    server.say("x")
    _ = try await account.syncOnce()
    #expect(try account.obstacle(in: room) != nil)
  }

  @Test(arguments: [true, false])
  func whatCannotBeReadAnyMoreEndsNoQueue(isShown: Bool) async throws {
    server.fill(2)
    let notes = Mutex<[String]>([])
    let account = try account { news in
      if case .note(let words) = news { notes.withLock { $0.append(words) } }
    }
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    if isShown {
      try await account.say("damaged")
    } else {
      try await account.send(.reaction(to: "$0", emoji: "👍"), in: room, now: 1)
    }
    try await account.say("after it")
    try account.store.archive.write { db in
      try db.execute(
        sql: "UPDATE live_queue SET body = '{}' WHERE id = (SELECT min(id) FROM live_queue)")
    }
    _ = try await account.syncOnce()
    if isShown {
      // It says why, and waits for the reader's word.
      let items = try await account.page(.newest, in: room, limit: 10).items
      #expect(items.dropLast().last?.state == .failed(LiveAccount.damagedWords))
      try await account.discard(try #require(items.dropLast().last).id, in: room)
      _ = try await account.syncOnce()
    } else {
      #expect(notes.withLock { $0 } == ["Not sent: \(LiveAccount.damagedWords)"])
    }
    #expect(server.texts.last == "after it")
    #expect(try account.store.roomsWithQueue().isEmpty)
  }

  // MARK: The end

  private func batch(_ count: Int) -> LiveBatch {
    var update = LiveRoomUpdate("!large:here")
    update.isBeginning = true
    let words = String(repeating: "words ", count: 100)
    update.events = (0..<count).map {
      RoomEvent(
        id: "$large\($0)", sender: "@anna:here", time: Int64($0) * 60_000,
        kind: .message(MessageContent(StyledText(words))))
    }
    return LiveBatch(token: "9", rooms: [update])
  }

  /// Nobody waits for an answer that is being stored; it comes again at the next start.
  @Test func theEndDoesNotWaitForALargeAnswer() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let batch = batch(15_000)
    let storing = Task.detached { try account.store.take(batch) }
    // SQLite writes what its memory does not take before the transaction is complete.
    try await until("it is being stored") {
      ArchiveFile.byteCount(self.path + "-wal") > 4 << 20
    }
    account.settle()
    await #expect(throws: ArchiveError.cancelled) { try await storing.value }
    #expect(try account.store.token == "1")
    #expect(try account.store.rooms().map(\.room) == [server.room])
    // What the user has written is stored all the same.
    try await account.say("last words")
    #expect(try account.store.roomsWithQueue().count == 1)
    await account.stop()
    #expect(try account.store.take(self.batch(3)).first?.added.count == 3)
  }

  // MARK: Other programs

  @Test func whatOtherProgramsHandOverIsSent() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let outbox = LiveOutbox(archive: path)
    let rooms = try LiveOutbox.rooms(ofArchive: path)
    #expect(rooms.map(\.name) == ["Garden"])
    // One before it runs, one while it does, one that is taken back.
    let first = try outbox.put(MessageContent(StyledText("before")), in: server.room)
    #expect(!outbox.isTaken(first))
    let regretted = try outbox.put(MessageContent(StyledText("no")), in: server.room)
    #expect(outbox.takeBack(regretted))
    await account.start()
    try await until("the first is sent") { server.texts.last == "before" }
    #expect(outbox.isTaken(first) && !outbox.takeBack(first))
    _ = try outbox.put(MessageContent(StyledText("while")), in: server.room)
    try await until("the second is sent") { server.texts.last == "while" }
    #expect(texts(try await account.history(limit: 20)) == ["message 0", "before", "while"])
    await account.stop()
    #expect(try FileManager.default.contentsOfDirectory(atPath: outbox.folder).isEmpty)
  }

  @Test func whatNobodyMayReadNowIsSaidInWords() async throws {
    server.fill(1)
    do { _ = try await account().syncOnce() }
    let writer = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try writer.inDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE")
      #expect(throws: ArchiveError.locked(path: path)) {
        try LiveOutbox.rooms(ofArchive: path, waiting: 0.05)
      }
      try db.execute(sql: "COMMIT")
    }
    #expect(try LiveOutbox.rooms(ofArchive: path).map(\.name) == ["Garden"])
  }

  @Test func whatWasTakenBeforeAKillIsNotDoubled() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let outbox = LiveOutbox(archive: path)
    let name = try outbox.put(MessageContent(StyledText("once")), in: server.room)
    // Noted in the queue, and killed before the file was gone.
    _ = outbox.take()
    _ = try account.store.enqueue(
      .message(MessageContent(StyledText("once"))), in: room, now: 1, as: name)
    await account.start()
    try await until("it is sent") { server.texts.last == "once" }
    await account.stop()
    #expect(server.texts == ["message 0", "once"])
    #expect(texts(try await account.history(limit: 20)) == ["message 0", "once"])
  }

  // MARK: Files

  private func sendFile(_ account: LiveAccount) async throws {
    let file = folder.path + "/roses.bin"
    try Data(repeating: 7, count: 4000).write(to: URL(fileURLWithPath: file))
    let media = MediaRecord(kind: .file, path: file, fileName: "roses.bin", size: 4000)
    try await account.send(
      .message(MessageContent(StyledText(""), media: media)), in: try await account.onlyRoom(),
      now: 1)
  }

  @Test func aFileIsHandedOverBeforeItsMessage() async throws {
    server.fill(1)
    server.state.withLock { $0.uploadOutcomes = [.unreachable("away")] }
    let parts = Mutex<[Double?]>([])
    let account = try account { news in
      if case .sending(_, _, _, let part) = news { parts.withLock { $0.append(part) } }
    }
    _ = try await account.syncOnce()
    try await sendFile(account)
    server.state.withLock { $0.sendOutcomes = [.failure(.unreachable("away")), .takenAndCut] }
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    // Once, however often the message was tried.
    let files = server.state.withLock { $0.files }
    #expect(files == ["mxc://here/0": [UInt8](repeating: 7, count: 4000)])
    let item = try #require(try await account.history(limit: 20).last)
    #expect(item.state == .sent && item.stored.media.first?.path == "mxc://here/0")
    let sent = server.state.withLock { $0.events.last?.kind }
    guard case .message(let content) = sent else { throw LiveFailure.refused("no message") }
    #expect(content.media?.path == "mxc://here/0")
    #expect(try await account.media("mxc://here/0").count == 4000)
    #expect(parts.withLock { $0 }.contains(0.5) && parts.withLock { $0 }.last == .some(nil))
  }

  /// It was small when it was attached.
  @Test func aLinkToWhatHasGrownTooLargeIsRefused() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let (file, link) = (folder.path + "/roses", folder.path + "/link")
    try Data(repeating: 7, count: 9).write(to: URL(fileURLWithPath: file))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
    func send() async throws {
      let media = MediaRecord(kind: .file, path: link, fileName: "roses", size: 9)
      try await account.send(
        .message(MessageContent(StyledText(""), media: media)), in: try await account.onlyRoom(),
        now: 1)
      _ = try await account.syncOnce()
    }
    try await send()
    #expect(server.state.withLock { $0.files.values.map(\.count) } == [9])
    #expect(truncate(file, off_t(AttachmentLimit.bytes) + 1) == 0)
    try await send()
    #expect(server.state.withLock { $0.files.count } == 1)
    let item = try #require(try await account.history(limit: 20).last)
    guard case .failed = item.state else {
      Issue.record("\(item.state)")
      return
    }
  }

  /// The file stays where the server has it, and no path of this computer is taken from anybody.
  @Test func whatOthersHaveIsForwarded() async throws {
    server.fillKitchen(1)
    let words = StyledText("Look", spans: [.init(0..<4, .bold)])
    let media = MediaRecord(kind: .audio, path: "mxc://here/bird", fileName: "bird.ogg")
    server.add(.message(MessageContent(words, reply: "$9", thread: "$8", media: media)))
    var secret = media
    secret.path = "/etc/passwd"
    server.add(.message(MessageContent(words, media: secret)))
    secret.path = nil
    server.add(.message(MessageContent(words, media: secret)))
    server.add(.message(MessageContent(StyledText(""))))
    let account = try account()
    _ = try await account.syncOnce()
    let rooms = try await account.forwardTargets()
    #expect(Set(rooms.map(\.name)) == ["Garden", "Kitchen"])
    let garden = try #require(rooms.first { $0.name == "Garden" }).id
    let items =
      try account.thread(of: "$8", in: garden)
      + (await account.page(.newest, in: garden, limit: 20).items)
    let contents = items.map(\.forwardedContent)
    let forwarded = MessageContent(words, media: media, forwardedFrom: "@anna:here")
    #expect(contents == [forwarded, nil, nil, nil])
    let kitchen = try #require(rooms.first { $0.name == "Kitchen" }).id
    try await account.send(.message(try #require(contents[0])), in: kitchen, now: 1)
    // What waits here is nobody's yet.
    let waiting = try #require(try await account.page(.newest, in: kitchen, limit: 1).items.last)
    #expect(waiting.stored.text == words && waiting.forwardedContent == nil)
    #expect(waiting.stored.forwardedFrom == "@anna:here")
    _ = try await account.syncOnce()
    let sent = server.state.withLock { $0.events.last?.kind }
    #expect(sent == .message(forwarded))
    _ = try await account.syncOnce()
    // Forwarded once more it is still from who wrote it first.
    let again = try await account.page(.newest, in: garden, limit: 1).items.last
    #expect(again?.origin == "@anna:here" && again?.forwardedContent == forwarded)
    #expect(server.state.withLock { $0.files }.isEmpty)
    try account.store.recordLeft(kitchen)
    #expect(try await account.forwardTargets().map(\.name) == ["Garden"])
  }

  @Test func aFileThatIsOnItsWayIsCancelled() async throws {
    server.fill(1)
    server.state.withLock { $0.uploadPause = 200 }
    let account = try account()
    await account.start()
    try await until("live") { await account.status == .live }
    try await sendFile(account)
    let item = try #require(try await account.history(limit: 20).last)
    #expect(item.state == .waiting)
    try await account.say("after it")
    try await Task.sleep(for: .milliseconds(100))
    try await account.discard(item.id, in: try await account.onlyRoom())
    try await until("the next is sent") { server.texts.last == "after it" }
    #expect(server.state.withLock { $0.files }.isEmpty)
    #expect(texts(try await account.history(limit: 20)) == ["message 0", "after it"])
    await account.stop()
  }

  @Test(
    "A file that is gone, or that has grown beyond the limit, is said not to be sent",
    arguments: [nil, UInt64(AttachmentLimit.bytes) + 1])
  func aFileThatCannotBeSent(size: UInt64?) async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    try await sendFile(account)
    let file = folder.path + "/roses.bin"
    if let size {
      try FileHandle(forWritingTo: URL(fileURLWithPath: file)).truncate(atOffset: size)
    } else {
      try FileManager.default.removeItem(atPath: file)
    }
    _ = try await account.syncOnce()
    let item = try #require(try await account.history(limit: 20).last)
    #expect(
      item.state == .failed("roses.bin cannot be read, or is larger than 100 MB."))
    #expect(server.state.withLock { $0.sends } == 0)
  }

  // MARK: Reading

  @Test func whatIsUnreadBeginsBehindTheMarker() async throws {
    server.fill(10)
    server.state.withLock { $0.readMarker = "$6" }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let items = try await account.page(.newest, in: room, limit: 20).items
    #expect(try account.firstUnread(in: room) == items[7].id)
    // Own words are not unread, nor is anything behind the last one.
    server.state.withLock { $0.readMarker = "$9" }
    try await account.say("mine")
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    #expect(try account.firstUnread(in: room) == nil)
  }

  @Test func readersAreToldHowFarSomebodyRead() async throws {
    server.fill(10)
    let account = try account()
    await account.start()
    try await until("live") { await account.status == .live }
    let room = try await account.onlyRoom()
    let items = try await account.page(.newest, in: room, limit: 20).items
    #expect(try await account.markRead(room, upTo: items[4].id))
    #expect(try await account.markRead(room))
    #expect(server.state.withLock { $0.read } == ["$4", "$9"])
    await account.stop()
    #expect(try await !account.markRead(room))
  }

  @Test func roomsAreJoinedAndLeft() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(try await account.join("#garden:here") == "#garden:here")
    try await account.leave(room)
    #expect(server.state.withLock { $0.joins } == ["#garden:here", "-!room:here"])
    #expect(try await account.rooms().first?.membership == .left)
    #expect(try await account.rooms().first?.obstacle == .left)
    // What was seen of it stays.
    #expect(texts(try await account.page(.newest, in: room, limit: 5).items) == ["message 0"])
  }

  // MARK: Running

  @Test func itComesBackByItself() async throws {
    server.fill(3)
    server.state.withLock {
      $0.syncOutcomes = [.unreachable("away"), .busy(seconds: 1), .unreadable("what")]
    }
    let statuses = Mutex<[LiveStatus]>([])
    let account = try account { news in
      if case .status(let status) = news { statuses.withLock { $0.append(status) } }
    }
    await account.start()
    try await until("live") { await account.status == .live }
    server.say("while it runs")
    try await until("it comes") {
      texts(try await account.history(limit: 20)).last == "while it runs"
    }
    try await account.say("back")
    try await until("it is sent") { server.texts.last == "back" }
    await account.stop()
    #expect(statuses.withLock { $0 }.first == .connecting)
    #expect(statuses.withLock { $0 }.contains { if case .waiting = $0 { true } else { false } })
    #expect(statuses.withLock { $0 }.last == .stopped)
  }

  @Test func aServerThatAsksForNoTimeIsAskedAgain() async throws {
    server.fill(1)
    server.state.withLock {
      $0.syncOutcomes = [.nan, .infinity, -.infinity, 1e300, -5, 0].map { .busy(seconds: $0) }
    }
    let waits = Mutex<[Double]>([])
    let account = try LiveAccount(path: path, service: server) { seconds in
      waits.withLock { $0.append(seconds) }
      try? await Task.sleep(for: .milliseconds(1))
    }
    await account.start()
    try await until("live") { await account.status == .live }
    await account.stop()
    #expect(waits.withLock { $0 } == [1, 86_400, 0.1, 86_400, 0.1, 0.1])
  }

  @Test func aCountBelowNothingIsShownAsAnyOther() {
    var stored = StoredMessage(
      id: 1, position: 0, sourceKey: "1", author: nil,
      time: Timestamp(seconds: 0, certainty: .exact), text: StyledText(""))
    func message(_ count: Int) -> LiveMessage {
      stored.reactions = [ReactionRecord(emoji: "a", count: count)]
      return LiveMessage(
        stored: stored, event: "", sender: "", isOwn: false, state: .sent, place: 0, isLate: false)
    }
    let revisions = [Int.min, -1, 0, 1, .max].map { message($0).revision }
    #expect(Set(revisions).count == 5)
  }

  @Test func whoeverIsSignedOutIsTold() async throws {
    server.state.withLock { $0.syncOutcomes = [.signedOut("the token is unknown")] }
    let account = try account()
    await account.start()
    try await until("ended") {
      if case .ended = await account.status { true } else { false }
    }
    await account.stop()
  }

  @Test("A new session sends what waited in the one that the server ended, once and in order")
  func logsInAgain() async throws {
    server.fill(3)
    let account = try account()
    await account.start()
    try await until("live") { await account.status == .live }
    let room = try await account.onlyRoom()
    func queued() async throws -> Int? { try await account.rooms().first?.queued }
    server.state.withLock { $0.sendOutcomes = [.failure(.signedOut("unknown token"))] }
    try await account.send(.message(MessageContent(StyledText("one"))), in: room, now: 1)
    try await until("ended") {
      if case .ended = await account.status { true } else { false }
    }
    try await account.send(.message(MessageContent(StyledText("two"))), in: room, now: 2)
    #expect(try await queued() == 2)
    #expect(try await account.rooms().first?.hasFailed == false)
    // Rooms are read meanwhile.
    #expect(try account.storedPage(.newest, in: room, limit: 9)?.items.count == 5)
    await account.goOn(with: server)
    try await until("sent") { try await queued() == 0 }
    #expect(server.texts.suffix(2) == ["one", "two"])
    #expect(server.state.withLock { $0.events.count } == 5)
    #expect(await account.status == .live)
    await account.stop()
  }

  @Test("Programs without a window say that the session has ended, and keep what waits")
  func endedSessionWithoutAWindow() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    try await account.send(.message(MessageContent(StyledText("one"))), in: room, now: 1)
    server.state.withLock { $0.sendOutcomes = [.failure(.signedOut("unknown token"))] }
    await #expect(throws: LiveFailure.signedOut("unknown token")) {
      _ = try await account.syncOnce()
    }
    _ = try await account.syncOnce()
    #expect(server.texts.last == "one")
  }

  @Test func whoMayDeleteMessagesOfOthersIsStored() async throws {
    func mayDelete(_ told: Bool?) async throws -> Bool? {
      server.state.withLock { $0.mayDelete = told }
      server.say("more")
      let account = try account()
      _ = try await account.syncOnce()
      return try await account.rooms().first?.mayDelete
    }
    #expect(try await mayDelete(nil) == false)
    #expect(try await mayDelete(true) == true)
    #expect(try await mayDelete(nil) == true)
    #expect(try await mayDelete(false) == false)
  }

  @Test func whatWasSeenIsThereWithoutTheServer() async throws {
    server.fill(100)
    do {
      let account = try account()
      _ = try await account.syncOnce()
      _ = try await account.history(limit: 20)
      // Which also gives positions to what was paged in.
      await account.stop()
    }
    server.state.withLock { $0.syncOutcomes = .init(repeating: .unreachable("away"), count: 99) }
    let account = try account()
    let room = try await account.onlyRoom()
    let page = try #require(try account.storedPage(.newest, in: room, limit: 50))
    #expect(texts(page.items) == (50..<100).map { "message \($0)" })
    let archive = try Archive(opening: path)
    #expect(try archive.search("message").count == 50)
    #expect(try archive.conversations().first?.count == 100)
  }
}

/// Waits that end with their task, and for how long each was asked to.
private final class SharedWaits: Sendable {
  private let asked = Mutex<[Double]>([])
  var seconds: [Double] { asked.withLock { $0 } }
  var pause: @Sendable (Double) async -> Void {
    { [self] seconds in
      asked.withLock { $0.append(seconds) }
      try? await Task.sleep(for: .seconds(100_000))
    }
  }
}
