import FakeLive
import LugeCore
import LugeLive
import LugeTestSupport
import Testing

@testable import LugeApp

/// Whom "@" and a name mean.
@Suite struct MentionTests {
  private func named(
    _ text: String, _ authors: [(name: String, id: String)], spans: [StyledText.Span] = []
  ) -> [String] {
    MentionFinder(authors).naming(StyledText(text, spans: spans)).spans.compactMap {
      if case .mention(.some(let id)) = $0.attribute { id } else { nil }
    }
  }

  @Test("A name that two people have means nobody; the protocol's name always tells")
  func namesakes() {
    let ben = (name: "Ben", id: "@ben:here")
    #expect(named("hi @Ben", [ben, ben]) == ["@ben:here"])
    let two = [ben, (name: "Ben", id: "@mallory:there"), (name: "Anna", id: "@anna:here")]
    #expect(named("hi @Ben and @Anna", two) == ["@anna:here"])
    #expect(named("hi @ben:here", two) == ["@ben:here"])
    // Nor does it help to be called like somebody else's name in the protocol.
    let three = two + [(name: "ben:here", id: "@mallory:there")]
    #expect(named("hi @ben:here", three) == ["@ben:here"])
  }

  @Test("A name is known in the form in which it is shown and completed, and is taken once")
  func shownNames() {
    let turned = [(name: "Ben\u{202E}", id: "@ben:here")]
    #expect(named("hi @Ben<U+202E>!", turned) == ["@ben:here"])
    let known = StyledText.Span(3..<7, .mention(id: "@other:here"))
    #expect(named("hi @Ben", [(name: "Ben", id: "@ben:here")], spans: [known]) == ["@other:here"])
  }

  @Test("Who has removed somebody turns no text of the side list around")
  func removal() async throws {
    let folder = try TemporaryFolder()
    let server = FakeService()
    server.fill(1)
    let account = try LiveAccount(path: folder.path + "/a.luge", service: server)
    _ = try await account.syncOnce()
    server.state.withLock {
      $0.removal = LiveRemoval(by: "@an\u{202E}na:here", reason: "bye\u{202E}\u{9B}x")
    }
    server.say("more")
    _ = try await account.syncOnce()
    let room = try #require(try await account.rooms().first)
    #expect(room.removal != nil)
    let side = SideRoom(key: RoomKey(user: "@me:here", room: room.id), room: room, account: 0)
    let words = side.item(isSelected: false, zone: .utc).snippet
    #expect(!words.unicodeScalars.contains { $0.value == 0x202E || $0.value == 0x9B })
    #expect(words.contains("<U+202E>"))
  }
}
