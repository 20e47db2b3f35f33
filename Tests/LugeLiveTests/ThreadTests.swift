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
