import FakeLive
import LugeArchive
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeLive

/// Finding words in a room, in what was seen of it.
@Suite struct FindTests {
  private let folder: TemporaryFolder
  private let server = FakeService()

  init() throws { folder = try TemporaryFolder() }

  private func account() throws -> LiveAccount {
    try LiveAccount(path: folder.path + "/a.luge", service: server)
  }

  private func texts(
    _ query: TextQuery, _ account: LiveAccount, in room: ConversationID
  ) async throws -> [String?] {
    try await account.findPlaces(of: query, in: room).map {
      try account.message(atPlace: $0, in: room)?.stored.text.string
    }
  }

  @Test("The server is asked for what is not here, and what it says leads there")
  func server() async throws {
    server.say("old apples")
    server.fill(100)
    server.say("new apples")
    let account = try account()
    _ = try await account.syncOnce()
    let found = try await account.searchServer("apples")
    #expect(found.map(\.found.text) == ["old apples"])
    let hit = try #require(found.first)
    let message = try #require(
      try await account.find(event: hit.found.event, in: hit.conversation))
    let page = try await account.page(.around(message), in: hit.conversation, limit: 3)
    #expect(page.items.first { $0.id == message }?.stored.text.string == "old apples")
    // Here it is found once it has a position.
    #expect(try await account.searchServer("apples").map(\.found.text) == ["old apples"])
    try account.store.placeWhatIsNot()
    #expect(try await account.searchServer("apples").isEmpty)
  }

  @Test("Matches are in the order of the room, also of parts that came later; gaps are told")
  func order() async throws {
    server.say("first apples")
    server.fill(100)
    server.say("second apples")
    server.fill(10)
    server.fillKitchen(5)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first { $0.room == server.room }).id
    #expect(try await texts(TextQuery("appl"), account, in: room) == ["second apples"])
    let part = try account.extent(of: room)
    #expect(!part.isWhole && part.firstSeconds == 92 * 60)
    // Older parts have larger numbers in the archive, and no positions yet.
    var page = try await account.page(.newest, in: room, limit: 50)
    while page.hasBefore, let first = page.items.first {
      page = try await account.page(.before(first.id), in: room, limit: 50)
    }
    #expect(
      try await texts(TextQuery("apples"), account, in: room) == ["first apples", "second apples"])
    let whole = try account.extent(of: room)
    #expect(whole.isWhole && whole.firstSeconds == 0)
    // Another room's words are not this one's.
    #expect(try await texts(TextQuery("dish"), account, in: room).isEmpty)
  }

  @Test("How far back all is stored does not reach beyond a gap")
  func gap() async throws {
    server.fill(40)
    let account = try account()
    _ = try await account.syncOnce()
    server.fill(40)
    _ = try await account.syncOnce()
    let extent = try account.extent(of: try await account.onlyRoom())
    #expect(!extent.isWhole && extent.firstSeconds == 60 * 60)
  }

  @Test("Signs that the index does not know, case, whole words, edits, and what was deleted")
  func kinds() async throws {
    for words in ["Pear 🍐", "pears", "a plum", "gone pear"] { server.say(words) }
    server.add(.edit(of: "$2", MessageContent(StyledText("a pear in truth"))))
    server.add(.redaction(of: "$3"))
    server.add(.message(MessageContent(StyledText("pear in a thread"), thread: "$0")))
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    #expect(
      try await texts(TextQuery("pear"), account, in: room)
        == ["Pear 🍐", "pears", "a pear in truth"])
    #expect(try await texts(TextQuery("🍐"), account, in: room) == ["Pear 🍐"])
    #expect(
      try await texts(TextQuery("Pear", options: .matchesCase), account, in: room) == ["Pear 🍐"])
    #expect(
      try await texts(TextQuery("pears", options: .wholeWords), account, in: room) == ["pears"])
    #expect(try await texts(TextQuery(""), account, in: room).isEmpty)
  }

  @Test("A search that nobody waits for any more ends")
  func cancelled() async throws {
    server.fill(10)
    let account = try account()
    _ = try await account.syncOnce()
    let room = try await account.onlyRoom()
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await account.findPlaces(of: TextQuery("message"), in: room)
    }
    await #expect(throws: ArchiveError.cancelled) { try await search.value }
  }
}
