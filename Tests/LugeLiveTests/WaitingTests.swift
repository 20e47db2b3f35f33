import FakeLive
import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeLive

/// What waits to be sent while something else happens to it.
@Suite struct WaitingTests {
  private let folder: TemporaryFolder
  private let server = FakeService()

  init() throws { folder = try TemporaryFolder() }

  private func account() throws -> LiveAccount {
    try LiveAccount(
      path: folder.path + "/a.luge", service: server,
      pause: { _ in try? await Task.sleep(for: .milliseconds(3)) })
  }

  private func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<2000 {
      if try await condition() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    Issue.record("never: \(what)")
  }

  private func reactions(_ account: LiveAccount) async throws -> [String] {
    try await account.history().flatMap { $0.stored.reactions.map(\.emoji) }
  }

  @Test("A reaction that is pressed twice before it is sent was never there")
  func reactionTakenBack() async throws {
    server.fill(2)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    try await account.react("👍", to: "$0", in: room, now: 1)
    try await account.react("❤️", to: "$0", in: room, now: 2)
    #expect(try await reactions(account).sorted() == ["❤️", "👍"].sorted())
    try await account.react("👍", to: "$0", in: room, now: 3)
    #expect(try await reactions(account) == ["❤️"])
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    #expect(try await reactions(account) == ["❤️"])
    #expect(server.state.withLock { $0.sends } == 1)
    // One that the server has is deleted.
    try await account.react("❤️", to: "$0", in: room, now: 4)
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    #expect(try await reactions(account).isEmpty)
  }

  @Test("One that is being sent is deleted once the server has it")
  func reactionOnItsWay() async throws {
    server.fill(2)
    let account = try account()
    await account.start()
    try await until("it is connected") { await account.status == .live }
    let room = try await account.onlyRoom()
    server.state.withLock { $0.holdsSends = true }
    try await account.react("👍", to: "$0", in: room, now: 1)
    try await until("it is being sent") { server.state.withLock { $0.sends } == 1 }
    try await account.react("👍", to: "$0", in: room, now: 2)
    #expect(try await reactions(account).isEmpty)
    server.state.withLock { $0.holdsSends = false }
    try await until("it is deleted") {
      server.state.withLock { state in
        state.events.contains { $0.kind == .redaction(of: "$2") }
      }
    }
    try await until("all has come") {
      try account.store.token == "\(server.state.withLock { $0.events.count })"
    }
    #expect(try await reactions(account).isEmpty)
    await account.stop()
  }

  @Test("The words of an edit of a message that was deleted meanwhile are kept")
  func editOfDeleted() async throws {
    server.fill(1)
    server.say("words", by: server.user)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let better = MessageContent(StyledText("better words"))
    try await account.send(.edit(of: "$1", better), in: room, now: 1)
    try await account.say("next")
    server.add(.redaction(of: "$1"))
    _ = try await account.syncOnce()
    let kept = try account.refusedEdits(in: room)
    // There is no message any more that they could be put into.
    #expect(kept.map(\.content) == [better] && kept.map(\.message) == [nil])
    #expect(server.texts == ["message 0", "words", "next"])
    #expect(
      !server.state.withLock { state in
        state.events.contains { if case .edit = $0.kind { true } else { false } }
      })
  }

  @Test("A file is not uploaded into a room that is encrypted since a moment ago")
  func fileOfEncrypted() async throws {
    server.fill(1)
    let account = try account()
    _ = try await account.syncOnce()
    let file = folder.path + "/roses.bin"
    try Data(repeating: 7, count: 400).write(to: URL(fileURLWithPath: file))
    let media = MediaRecord(kind: .file, path: file, fileName: "roses.bin", size: 400)
    try await account.send(
      .message(MessageContent(StyledText(""), media: media)), in: try await account.onlyRoom(),
      now: 1)
    server.state.withLock { $0.isEncryptedByNow = true }
    _ = try await account.syncOnce()
    #expect(server.state.withLock { $0.files }.isEmpty)
    #expect(server.state.withLock { $0.sends } == 0)
    #expect(try await account.history().last?.state == .failed(LiveAccount.encryptedWords))
  }
}
