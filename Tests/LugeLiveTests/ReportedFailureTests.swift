import FakeLive
import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeLive

/// What people reported of other programs, each by its issue there; docs/live-failures.md
/// lists all of them and where each is tried.
@Suite struct ReportedFailureTests {
  private let folder: TemporaryFolder
  private let server = FakeService()
  private var path: String { folder.path + "/a.luge" }

  init() throws { folder = try TemporaryFolder() }

  private func account(
    _ news: @escaping @Sendable (LiveNews) -> Void = { _ in }
  ) throws -> LiveAccount {
    try LiveAccount(
      path: path, service: server,
      pause: { _ in try? await Task.sleep(for: .milliseconds(3)) }, onNews: news)
  }

  private func newest(_ account: LiveAccount, _ count: Int) async throws -> [String] {
    try await account.page(.newest, in: try await account.onlyRoom(), limit: count).items
      .map(\.stored.text.string)
  }

  @Test("element-web#22123: a jump to an event that shows nothing pages for ever")
  func jumpToHidden() async throws {
    server.fill(30)
    for _ in 0..<500 { server.add(.hidden) }
    server.fill(10, from: 30)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    var page = try await account.page(.newest, in: room, limit: 50)
    // To the beginning: a bounded number of requests, however little they show.
    while page.hasBefore, let first = page.items.first {
      page = try await account.page(.before(first.id), in: room, limit: 50)
    }
    #expect(server.state.withLock { $0.pages } <= 15)
    // It leads to the message before it.
    let led = try #require(try account.message(ofEvent: "$300", in: room))
    let around = try #require(try account.storedPage(.around(led), in: room, limit: 4)).items
    #expect(around.first { $0.id == led }?.stored.text.string == "message 29")
  }

  @Test("converse.js#2940: a live message hides the gap that is being filled")
  func liveWhileFilling() async throws {
    server.fill(30)
    let account = try account()
    _ = try await account.syncOnce()
    server.fill(100, from: 30)
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let first = try await account.page(.newest, in: room, limit: 20).items
    async let page = account.page(.before(try #require(first.first).id), in: room, limit: 20)
    server.say("live")
    _ = try await account.syncOnce()
    var items = try await page.items
    while let before = items.first {
      let more = try await account.page(.before(before.id), in: room, limit: 20)
      if more.items.isEmpty { break }
      items = more.items + items
      if !more.hasBefore { break }
    }
    let all = items + (try await account.page(.newest, in: room, limit: 21).items)
    #expect(
      all.map(\.stored.text.string) == (0..<130).map { "message \($0)" } + ["live"])
  }

  @Test("matrix-rust-sdk#3941: an echo vanishes between the server's answer and the sync")
  func echoStays() async throws {
    server.fill(2)
    let removed = Mutex(0)
    let account = try account { news in
      if case .room(let change) = news { removed.withLock { $0 += change.removed.count } }
    }
    _ = try await account.syncOnce()
    try await account.say("mine")
    #expect(try await newest(account, 5).last == "mine")
    // Taken, not synced yet; then a sync that has nothing of it; then the one that has.
    _ = try await account.syncOnce()
    #expect(try await newest(account, 5) == ["message 0", "message 1", "mine"])
    _ = try await account.syncOnce()
    #expect(try await newest(account, 5) == ["message 0", "message 1", "mine"])
    #expect(removed.withLock { $0 } == 0)
  }

  @Test("element-web#15880: a sent message is stuck at the end after a gap")
  func sentBeforeGap() async throws {
    server.fill(2)
    let account = try account()
    _ = try await account.syncOnce()
    try await account.say("mine")
    // The server has it, the answer is lost, and sixty others write.
    server.state.withLock { $0.sendOutcomes = [.takenAndCut] }
    let room = try await account.onlyRoom()
    let queued = try #require(try account.store.nextQueued(in: room))
    _ = try? await server.send(
      try #require(queued.outgoing), to: server.room, transaction: queued.transaction)
    server.fill(60, from: 2)
    _ = try await account.syncOnce()
    _ = try await account.syncOnce()
    let items = try await account.history(limit: 20)
    let expected =
      ["message 0", "message 1", "mine"] + (2..<62).map { "message \($0)" }
    #expect(items.map(\.stored.text.string) == expected)
    #expect(server.texts == expected)
  }

  @Test("element-web#10975: to the first unread, when what was read last is a reaction")
  func markerOnReaction() async throws {
    server.fill(5)
    server.add(.reaction(to: "$1", emoji: "👍"))
    server.fill(5, from: 5)
    server.state.withLock { $0.readMarker = "$5" }
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let unread = try #require(try account.firstUnread(in: room))
    let items = try await account.page(.newest, in: room, limit: 20).items
    #expect(items.first { $0.id == unread }?.stored.text.string == "message 5")
    // A jump to the reaction leads to what it is about.
    #expect(try account.message(ofEvent: "$5", in: room) == items[1].id)
  }

  @Test("matrix-rust-sdk#1742: what a gap hid is there without a new start")
  func gapWithoutRestart() async throws {
    server.fill(10)
    let account = try account()
    await account.start()
    for _ in 0..<400 where await account.status != .live {
      try await Task.sleep(for: .milliseconds(5))
    }
    server.fill(200, from: 10)
    for _ in 0..<400 where try await newest(account, 1) != ["message 209"] {
      try await Task.sleep(for: .milliseconds(5))
    }
    let items = try await account.history()
    #expect(items.map(\.stored.text.string) == (0..<210).map { "message \($0)" })
    await account.stop()
  }

  @Test("element-x-ios#1771: a room is slow to open again after long paging")
  func opensQuickly() async throws {
    server.fill(2000)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    func opening() throws -> Int {
      let page = try #require(try account.storedPage(.newest, in: room, limit: 60))
      return page.items.count
    }
    #expect(try opening() == 20)
    var page = try await account.page(.newest, in: room, limit: 200)
    while page.hasBefore, let first = page.items.first {
      page = try await account.page(.before(first.id), in: room, limit: 200)
    }
    // As much is read as is shown, whatever is there.
    #expect(try opening() == 60)
    let time = ContinuousClock().measure { _ = try? opening() }
    #expect(time < .milliseconds(500))
  }

  @Test("200 messages a second while somebody pages back: nothing is lost, nothing doubled")
  func storm() async throws {
    server.fill(400)
    let account = try account()
    await account.start()
    for _ in 0..<400 where await account.status != .live {
      try await Task.sleep(for: .milliseconds(5))
    }
    let server = server
    let writer = Task {
      for number in 400..<800 {
        server.say("message \(number)")
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
    var items = try await account.history()
    // What was read on the way stands in order, whatever came meanwhile.
    let read = items.map(\.stored.text.string)
    #expect(read == (0..<read.count).map { "message \($0)" })
    await writer.value
    for _ in 0..<2000 where try await newest(account, 1) != ["message 799"] {
      try await Task.sleep(for: .milliseconds(5))
    }
    items = try await account.history()
    #expect(items.map(\.stored.text.string) == (0..<800).map { "message \($0)" })
    #expect(Set(items.map(\.id)).count == 800)
    await account.stop()
  }
}
