import FakeLive
import LugeCore
import LugeLive
import LugeTestSupport
import Testing

@testable import LugeApp

@Suite("When the first unread message of a room is searched for") struct UnreadSearchTests {
  @Test("With a connection it begins at once if messages are missing, and only once")
  func live() {
    var search = UnreadSearch(isLive: true, isMissing: true)
    #expect(!search.isRunning)
    #expect(search.connected() == true)
    #expect(search.isRunning)
    #expect(search.connected() == false)
    #expect(search.isRunning)
    search.ended()
    #expect(!search.isRunning)
    #expect(search.connected() == false, "there is nothing more to find")
    #expect(search.received() == false, "there is nothing more to find")
    var complete = UnreadSearch(isLive: true, isMissing: false)
    #expect(complete.connected() == false)
    #expect(complete.received() == false)
  }

  @Test("Without a connection it waits for one, or for the first message of others")
  func silent() {
    var search = UnreadSearch(isLive: false, isMissing: true)
    #expect(!search.isRunning)
    #expect(search.connected() == true)
    #expect(search.isRunning)
    var missed = UnreadSearch(isLive: false, isMissing: false)
    #expect(missed.received() == true)
    #expect(missed.isRunning)
    #expect(missed.received() == false, "it runs already")
    #expect(missed.connected() == false, "it runs already")
    missed.ended()
    #expect(missed.received() == false)
    var nothing = UnreadSearch(isLive: false, isMissing: false)
    #expect(nothing.connected() == false, "what comes now is new")
    #expect(nothing.received() == false, "what comes now is new")
  }

  @Test("Who writes has seen what came before, but not what is known to be missing")
  func wrote() {
    var search = UnreadSearch(isLive: false, isMissing: false)
    #expect(search.wrote() == false)
    #expect(search.received() == false)
    #expect(search.connected() == false)
    var missing = UnreadSearch(isLive: false, isMissing: true)
    #expect(missing.wrote() == false)
    #expect(missing.received() == false)
    #expect(missing.connected() == true, "others may have written before")
    #expect(missing.wrote() == true, "it is cancelled, and then ends")
    #expect(missing.isRunning, "it is cancelled, and then ends")
    missing.ended()
    #expect(missing.wrote() == false)
    #expect(!missing.isRunning)
  }

  @Test("The list of rooms is asked once how many messages are missing")
  func count() {
    var search = UnreadSearch(isLive: true, isMissing: false)
    #expect(search.takeCount() == false)
    search.leftGap()
    search.leftGap()
    #expect(search.takeCount() == true)
    #expect(search.takeCount() == false)
  }

  @Test("Behind a gap it begins again each time that the user was away")
  func away() {
    var search = UnreadSearch(isLive: true, isMissing: false)
    #expect(search.connected() == false)
    for _ in 0..<2 {
      #expect(search.receivedAway() == true)
      #expect(search.isRunning && search.receivedAway() == false)
      search.ended()
    }
    // Before the server has answered, the search for what was missed finds it.
    var silent = UnreadSearch(isLive: false, isMissing: false)
    #expect(silent.receivedAway() == false)
  }

  @Test("Without an answer the line stands above what is new, and nowhere if all was read")
  func outcome() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fill(30)
    server.state.withLock { $0.readMarker = "$29" }
    let account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first).id
    let known = ItemID(7)
    let read = await UnreadOutcome.search(account, in: room)
    #expect(read == .allRead && read.first(orElse: known) == nil)
    server.fill(60, from: 30)
    _ = try await account.syncOnce()
    server.state.withLock { $0.pageOutcomes = [.unreachable("gone")] }
    let failed = await UnreadOutcome.search(account, in: room)
    #expect(failed == .unknown && failed.first(orElse: known) == known)
    let found = await UnreadOutcome.search(account, in: room)
    guard case .found(let item) = found else {
      Issue.record("not found")
      return
    }
    #expect(found.first(orElse: known) == item && item != known)
  }
}
