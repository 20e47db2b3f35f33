import FakeLive
import LugeLive
import LugeTestSupport
import Testing

@testable import LugeApp

/// How long it takes until a server is asked again, as a window says it.
@MainActor @Suite struct WaitWordsTests {
  private struct Book: LiveAccountBook {
    let server: FakeService
    let path: String

    func entries() throws -> [LiveAccountEntry] {
      [LiveAccountEntry(user: server.user, server: "here", archive: path)]
    }
    func service(of entry: LiveAccountEntry) throws -> any LiveService { server }
    func add(
      server: String, user: String, password: String
    ) async throws -> (entry: LiveAccountEntry, note: String?) { throw LiveFailure.cancelled }
    func remove(_ entry: LiveAccountEntry) async throws -> String? { nil }
  }

  @Test(
    "The seconds are counted down, also when the same wait comes again", .timeLimit(.minutes(1)))
  func countsDown() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fill(1)
    server.state.withLock {
      $0.syncOutcomes = .init(repeating: .busy(seconds: 2), count: 2)
    }
    let hub = LiveHub(Book(server: server, path: folder.path + "/a.luge"))
    var said: [LiveStatus] = []
    let note: @MainActor () -> Void = { [unowned hub] in
      guard let status = hub.accounts.first?.status, status != said.last else { return }
      said.append(status)
    }
    (hub.onChange, hub.onWait) = (note, note)
    #expect(await hub.begin() == nil)
    while said.last != .live { try await Task.sleep(for: .milliseconds(20)) }
    await hub.stop()
    let seconds = said.compactMap {
      if case .waiting(_, let seconds) = $0 { seconds } else { nil }
    }
    // On a busy machine a second may be over before it is said.
    #expect(seconds.first == 2 && seconds.filter { $0 == 2 }.count == 2, "\(seconds)")
    #expect(seconds.contains { $0 < 2 }, "\(seconds)")
  }

  @Test(arguments: [
    (8.0, 7.0), (7.2, 7), (1, 0), (0.4, 0), (121, 120), (150, 120), (181, 180), (3600, 3540),
  ])
  func stepsOfWaits(left: Double, next: Double) {
    #expect(LiveStatus.stepOfWait(seconds: left) == next)
  }

  @Test func longWaitsAreSaidInMinutes() {
    func words(_ seconds: Int) -> String {
      LiveStatus.waiting("away", seconds: seconds).words
    }
    #expect(words(8) == "not connected: away; trying again in 8 s")
    #expect(words(120) == "not connected: away; trying again in 120 s")
    #expect(words(121) == "not connected: away; trying again in 3 min")
    #expect(words(0) == "not connected: away; trying again …")
  }

  @Test("Beside who is in a room: the state first where it is bad, its reason last") func besides()
  {
    func words(_ status: LiveStatus) -> String {
      let entry = LiveAccountEntry(user: "@me:here", server: "here", archive: "")
      return LiveHub.Running(entry: entry, status: status).words(beside: ["3 people"])
    }
    #expect(words(.live) == "3 people · connected")
    #expect(words(.catchingUp) == "3 people · catching up …")
    #expect(
      words(.waiting("away", seconds: 8))
        == "not connected, retrying in 8 s · 3 people · away")
    #expect(
      words(.waiting("away", seconds: 150))
        == "not connected, retrying in 3 min · 3 people · away")
    #expect(
      words(.waiting("away", seconds: 0)) == "not connected, retrying … · 3 people · away")
    #expect(words(.ended("no token")) == "logged out by the server · 3 people")
  }

  @Test("A screen reader is told once that the connection is lost, and once that it is back")
  func told() {
    var voice = StatusVoice()
    let said = [
      LiveStatus.connecting, .live, .waiting("away", seconds: 1), .waiting("away", seconds: 2),
      .catchingUp, .live, .live, .ended("signed out"), .stopped,
    ].map { voice.words(for: $0) }
    #expect(said[2] == "not connected: away; trying again in 1 s" && said[5] == "connected")
    #expect(said[7] == "logged out by the server")
    #expect(said.compactMap(\.self).count == 3)
  }
}
