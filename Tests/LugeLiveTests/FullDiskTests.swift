import FakeLive
import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeLive

/// An account whose disk is full, of all that is written or of one kind of note: nothing is lost,
/// nothing is done twice, and it goes on when there is room.
@Suite struct FullDiskTests {
  /// Refuses transactions as SQLite does on a full disk.
  private final class Disk: TransactionObserver, Sendable {
    enum Fullness: Equatable {
      case roomy, full
      /// Only what would note this.
      case refusing(DatabaseEvent.Kind, String)
    }
    private let state = Mutex((fullness: Fullness.roomy, refuses: false))

    func become(_ fullness: Fullness) { state.withLock { $0.fullness = fullness } }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
    func databaseDidChange(with event: DatabaseEvent) {
      state.withLock { state in
        if state.fullness == .refusing(event.kind, event.tableName) { state.refuses = true }
      }
    }
    func databaseWillCommit() throws {
      let refuses = state.withLock { $0.refuses || $0.fullness == .full }
      if refuses { throw DatabaseError(resultCode: .SQLITE_FULL) }
    }
    func databaseDidCommit(_ db: Database) { state.withLock { $0.refuses = false } }
    func databaseDidRollback(_ db: Database) { state.withLock { $0.refuses = false } }
  }

  private let folder: TemporaryFolder
  private let server = FakeService()
  private let disk = Disk()
  private let news = News()
  private var path: String { folder.path + "/a.luge" }

  private final class News: Sendable {
    let all = Mutex<[LiveNews]>([])
    var notes: [String] {
      all.withLock { $0.compactMap { if case .note(let words) = $0 { words } else { nil } } }
    }
    var waits: [String] {
      all.withLock {
        $0.compactMap { if case .status(.waiting(let words, _)) = $0 { words } else { nil } }
      }
    }
  }

  init() throws { folder = try TemporaryFolder() }

  private func account() throws -> LiveAccount {
    let news = news
    let account = try LiveAccount(
      path: path, service: server,
      pause: { _ in try? await Task.sleep(for: .milliseconds(3)) },
      onNews: { one in news.all.withLock { $0.append(one) } })
    account.store.archive.pool.add(transactionObserver: disk, extent: .databaseLifetime)
    return account
  }

  private func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<2000 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("never: \(what)")
  }

  private func live() async throws -> (LiveAccount, ConversationID) {
    server.fill(10)
    let account = try account()
    _ = try await account.syncOnce()
    await account.start()
    try await until("live") { await account.status == .live }
    return (account, try #require(try await account.rooms().first).id)
  }

  private func texts(_ account: LiveAccount, _ room: ConversationID) async throws -> [String] {
    try await account.page(.newest, in: room, limit: 50).items.map(\.stored.text.string)
  }

  private func send(_ text: String, _ account: LiveAccount, _ room: ConversationID) async throws {
    try await account.send(.message(MessageContent(StyledText(text))), in: room, now: 1)
  }

  @Test func whatComesIsAskedForAgain() async throws {
    let (account, room) = try await live()
    disk.become(.full)
    server.fill(30, from: 10)
    try await until("told") { await account.status != .live }
    #expect(try await texts(account, room).last == "message 9")
    #expect(news.waits.last?.contains("no space left on the disk") == true, "\(news.waits)")
    disk.become(.roomy)
    try await until("back") { try await texts(account, room).last == "message 39" }
    try await until("live") { await account.status == .live }
    await account.stop()
  }

  @Test func whatCannotBeKeptIsNotTaken() async throws {
    let (account, room) = try await live()
    disk.become(.full)
    let error = await #expect(throws: ArchiveError.self) { try await send("mine", account, room) }
    #expect(error.map { LiveAccount.words(for: $0) }?.contains("no space left") == true)
    #expect(try await texts(account, room).last == "message 9")
    disk.become(.roomy)
    try await send("mine", account, room)
    try await until("sent") { server.texts.last == "mine" }
    await account.stop()
    #expect(server.texts.filter { $0 == "mine" }.count == 1)
  }

  @Test func whatTheServerHasIsNotSentAgain() async throws {
    let (account, room) = try await live()
    disk.become(.refusing(.delete, "live_queue"))
    try await send("mine", account, room)
    try await until("noted late") { news.notes.contains { $0.contains("no space left") } }
    // Many attempts later.
    try await Task.sleep(for: .milliseconds(100))
    #expect(server.state.withLock { $0.sends } == 1)
    #expect(try !account.store.roomsWithQueue().isEmpty)
    disk.become(.roomy)
    try await until("noted") { try account.store.roomsWithQueue().isEmpty }
    try await until("shown") {
      try await account.page(.newest, in: room, limit: 5).items.last?.state == .sent
    }
    #expect(server.state.withLock { $0.sends } == 1)
    #expect(try await texts(account, room) == (0..<10).map { "message \($0)" } + ["mine"])
    await account.stop()
  }

  @Test func reactionsAndEditsAreNotGivenUp() async throws {
    let (account, room) = try await live()
    disk.become(.refusing(.delete, "live_queue"))
    try await account.send(.reaction(to: "$3", emoji: "👍"), in: room, now: 1)
    try await account.send(
      .edit(of: "$4", MessageContent(StyledText("better"))), in: room, now: 2)
    try await until("told") { !news.notes.isEmpty }
    try await Task.sleep(for: .milliseconds(50))
    disk.become(.roomy)
    try await until("noted") { try account.store.roomsWithQueue().isEmpty }
    #expect(!news.notes.contains { $0.hasPrefix("Not sent:") }, "\(news.notes)")
    #expect(server.state.withLock { $0.transactions.count } == 2)
    try await until("shown") {
      try await account.page(.newest, in: room, limit: 20).items
        .contains { $0.stored.reactions.map(\.emoji) == ["👍"] }
    }
    await account.stop()
  }

  @Test func aRefusalThatCannotBeNotedIsNoStorm() async throws {
    let (account, room) = try await live()
    server.state.withLock {
      $0.sendOutcomes = .init(repeating: .failure(.refused("no")), count: 1_000_000)
    }
    disk.become(.refusing(.update, "live_queue"))
    try await send("mine", account, room)
    try await until("told") { !news.notes.isEmpty }
    let before = server.state.withLock { $0.sends }
    try await Task.sleep(for: .milliseconds(150))
    // One for each wait of 3 ms, and not as many as the machine can.
    #expect(server.state.withLock { $0.sends } - before <= 60)
    disk.become(.roomy)
    try await until("failed") {
      try await account.page(.newest, in: room, limit: 5).items.last?.state == .failed("no")
    }
    await account.stop()
  }

  @Test func aFileIsHandedOverOnce() async throws {
    let (account, room) = try await live()
    let file = try folder.write([1, 2, 3], as: "a.bin")
    disk.become(.refusing(.update, "live_queue"))
    let media = MediaRecord(kind: .file, path: file, fileName: "a.bin")
    try await account.send(
      .message(MessageContent(StyledText(""), media: media)), in: room, now: 1)
    try await until("told") { !news.notes.isEmpty }
    try await Task.sleep(for: .milliseconds(50))
    // It is not needed any more.
    try FileManager.default.removeItem(atPath: file)
    #expect(server.state.withLock { ($0.files.count, $0.sends) } == (1, 0))
    disk.become(.roomy)
    try await until("sent") { try account.store.roomsWithQueue().isEmpty }
    #expect(server.state.withLock { ($0.files.count, $0.sends) } == (1, 1))
    await account.stop()
  }

  @Test func withoutAWindowItIsAnError() async throws {
    server.fill(3)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first).id
    try await send("mine", account, room)
    disk.become(.refusing(.delete, "live_queue"))
    await #expect(throws: ArchiveError.diskFull(path: path)) { try await account.syncOnce() }
    disk.become(.roomy)
    _ = try await account.syncOnce()
    #expect(try account.store.roomsWithQueue().isEmpty)
    #expect(server.texts.filter { $0 == "mine" }.count == 1)
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "a disk can be mounted by root only"))
  func aDiskThatIsFull() async throws {
    let disk = try SmallDisk(kilobytes: 3072)
    let path = disk.path + "/a.luge"
    server.fill(20)
    func account() throws -> LiveAccount {
      try LiveAccount(
        path: path, service: server,
        pause: { _ in try? await Task.sleep(for: .milliseconds(3)) })
    }
    func one() async throws {
      let account = try account()
      _ = try await account.syncOnce()
      let room = try #require(try await account.rooms().first).id
      let filler = try disk.fill()
      var taken = 0
      var refused = false
      for number in 0..<200 where !refused {
        do {
          try await send("\(number) " + String(repeating: "long ", count: 4000), account, room)
          taken += 1
        } catch {
          #expect(error as? ArchiveError == .diskFull(path: path))
          refused = true
        }
      }
      #expect(refused)
      try FileManager.default.removeItem(atPath: filler)
      _ = try await account.syncOnce()
      #expect(server.texts.count { $0.hasSuffix("long ") } == taken)
    }
    try await one()
    // Opened where nothing can be written: in words, and all is there again afterwards.
    let filler = try disk.fill()
    do {
      let account = try account()
      #expect(try await account.rooms().count == 1)
    } catch {
      #expect(error as? ArchiveError == .diskFull(path: path), "\(error)")
    }
    try FileManager.default.removeItem(atPath: filler)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first).id
    #expect(try await texts(account, room).count == min(50, server.texts.count))
  }
}
