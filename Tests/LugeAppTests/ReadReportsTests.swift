import FakeLive
import LugeArchive
import LugeCore
import LugeLive
import LugeTestSupport
import Testing

@testable import LugeApp

/// Waits until something is so; fails after half a minute.
@MainActor private func eventually(_ condition: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(30)
  while !condition() {
    try #require(ContinuousClock.now < end, "it did not happen")
    try await Task.sleep(for: .milliseconds(5))
  }
}

@MainActor @Suite("Reports of what was read") struct ReadReportsTests {
  private let folder: TemporaryFolder
  private let server = FakeService()
  private let account: LiveAccount
  private let room: ConversationID
  private let messages: [LiveMessage]

  init() async throws {
    folder = try TemporaryFolder()
    server.fill(5)
    account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    _ = try await account.syncOnce()
    await account.start()
    for _ in 0..<2000 where await account.status != .live {
      try await Task.sleep(for: .milliseconds(5))
    }
    room = try #require(try await account.rooms().first).id
    messages = try await account.page(.newest, in: room, limit: 9).items
    try #require(messages.count == 5)
  }

  private func isRead(_ events: [String], by reports: ReadReports) async throws {
    try await eventually { server.state.withLock { $0.read } == events }
    withExtendedLifetime(reports) {}
  }

  private func reports(upTo: Int64 = .min, isLive: Bool = true) -> ReadReports {
    ReadReports(account, room, upTo: upTo, isLive: isLive, pauseAfterFailure: 0)
  }

  @Test("Each message that is seen is reported once, and none before it any more")
  func once() async throws {
    let reports = reports()
    reports.saw(messages[1])
    try await isRead(["$1"], by: reports)
    reports.saw(messages[1])
    reports.saw(messages[0])
    reports.saw(messages[3])
    try await isRead(["$1", "$3"], by: reports)
    #expect(reports.upTo == messages[3].place)
  }

  @Test("A report that was lost is tried again, unless more was read since")
  func lost() async throws {
    server.state.withLock { $0.readOutcomes = [.unreachable("away")] }
    let reports = reports()
    reports.saw(messages[2])
    try await isRead(["$2"], by: reports)
  }

  @Test("Without a connection nothing is reported, nor taken for reported")
  func offline() async throws {
    let reports = reports(isLive: false)
    reports.saw(messages[4])
    #expect(reports.upTo == .min)
    reports.isLive = true
    reports.saw(messages[4])
    try await isRead(["$4"], by: reports)
  }

  @Test("After a message was marked as unread, what is seen is reported wherever it is")
  func startsOver() async throws {
    let reports = reports(upTo: messages[4].place)
    reports.startOver()
    reports.saw(messages[0])
    try await isRead(["$0"], by: reports)
  }
}

@MainActor @Suite("What messages in view lack") struct MissingInViewTests {
  @Test("The picture of a person in view is requested once, and again once it failed offline")
  func picture() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fill(3)
    server.state.withLock { $0.profiles["@anna:here"] = "mxc://here/anna" }
    let account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first).id
    let messages = try await account.page(.newest, in: room, limit: 9).items
    var found: [String] = []
    let missing = MissingInView(
      account, room, isLive: false, inView: { messages }, inThread: { [] },
      onPicture: { picture, person in found.append("\(person) \(picture)") })
    let rows = messages.map { RowID(item: $0.id, part: 0) }
    missing.look(through: rows)
    #expect(server.state.withLock { $0.profilesAsked } == [])
    missing.connectionChanged(isLive: true)
    try await eventually { found == ["@anna:here mxc://here/anna"] }
    missing.messagesChanged()
    missing.look(through: rows)
    missing.connectionChanged(isLive: true)
    #expect(server.state.withLock { $0.profilesAsked } == ["@anna:here"])
  }
}
