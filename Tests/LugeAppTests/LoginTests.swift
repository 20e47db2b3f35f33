import FakeLive
import LugeCore
import LugeLive
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeApp

/// Logging in again, and names of people.
@MainActor @Suite struct LoginTests {
  private struct Book: LiveAccountBook {
    let server: FakeService
    let path: String
    let session = Shared()

    /// The name of the session, which another program changes.
    final class Shared: Sendable { let name = Mutex("first") }

    private var entry: LiveAccountEntry {
      LiveAccountEntry(
        user: server.user, server: "here", archive: path, session: session.name.withLock { $0 })
    }
    func entries() throws -> [LiveAccountEntry] { [entry] }
    func service(of entry: LiveAccountEntry) throws -> any LiveService { server }
    func add(
      server: String, user: String, password: String
    ) async throws -> (entry: LiveAccountEntry, note: String?) { (entry, nil) }
    func remove(_ entry: LiveAccountEntry) async throws -> String? { nil }
  }

  /// Waits until the account is connected, and then until the server has ended its session.
  private func endSession(of hub: LiveHub, _ server: FakeService) async throws {
    while hub.accounts.first?.status != .live { try await Task.sleep(for: .milliseconds(20)) }
    server.state.withLock { $0.syncOutcomes = [.signedOut("no token")] }
    // The answer that is waited for comes first.
    server.say("more")
    while hub.accounts.first?.status.isLoggedOut != true {
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test(
    "The account of an ended session is added again: its archive and rooms stay",
    .timeLimit(.minutes(1)))
  func again() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fill(1)
    let hub = LiveHub(Book(server: server, path: folder.path + "/a.luge"))
    #expect(await hub.begin() == nil)
    try await endSession(of: hub, server)
    // As a window's page keeps it.
    let account = hub.accounts.first?.account
    #expect(hub.accounts.first?.words == "logged out by the server")
    #expect(try await hub.add(server: "here", user: "me", password: "secret").get() == nil)
    while hub.accounts.first?.status != .live { try await Task.sleep(for: .milliseconds(20)) }
    #expect(hub.accounts.count == 1 && hub.accounts.first?.problem == nil)
    #expect(hub.accounts.first?.account === account && account != nil)
    #expect(hub.accounts.first?.rooms.map(\.name) == ["Garden"])
    await hub.stop()
  }

  @Test("Where another program has logged in again, the account goes on", .timeLimit(.minutes(1)))
  func elsewhere() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fill(1)
    let book = Book(server: server, path: folder.path + "/a.luge")
    let hub = LiveHub(book)
    #expect(await hub.begin() == nil)
    try await endSession(of: hub, server)
    let syncs = server.state.withLock { $0.syncs }
    book.session.name.withLock { $0 = "second" }
    hub.tryAgain()
    while hub.accounts.first?.status != .live { try await Task.sleep(for: .milliseconds(20)) }
    #expect(server.state.withLock { $0.syncs } > syncs)
    await hub.stop()
  }

  @Test("A name without a server is one of the user's own server")
  func names() throws {
    let people = try RoomsController.people(
      "cleo, @Ben @dora:there.org", for: "@me:here.org:8448")
    #expect(people == ["@cleo:here.org:8448", "@ben:here.org:8448", "@dora:there.org"])
    #expect(throws: LiveFailure.self) { try RoomsController.people("a:b", for: "@me:here") }
    let known = [RoomsController.Suggestion(id: "@x1:there", title: "Ben, B. (@x1:there)")]
    #expect(
      try RoomsController.people(" Ben, B. (@x1:there) ", for: "@me:here", among: known)
        == ["@x1:there"])
  }

  @Test("A name that the server does not know is told of once, because it may be right")
  func strangers() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.state.withLock { $0.strangers = ["@nobody:here", "@noone:there", "@met:there"] }
    let account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    let met = RoomsController.Suggestion(id: "@met:there", title: "Met (@met:there)")
    let check = PeopleCheck(account, button: "Begin", [met])
    #expect(await check.doubt(about: ["@ben:here", "@met:there"]) == nil)
    let people = ["@ben:here", "@nobody:here", "@noone:there"]
    let first = try #require(await check.doubt(about: people))
    #expect(first.contains("@nobody:here") && first.contains("“Begin”"), "\(first)")
    let second = try #require(await check.doubt(about: people))
    #expect(second.contains("@noone:there"), "\(second)")
    #expect(await check.doubt(about: people) == nil)
    // Whom the user has met is not asked about.
    #expect(server.state.withLock { !$0.peopleChecked.contains("@met:there") })
  }
}
