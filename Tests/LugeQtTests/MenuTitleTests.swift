import LugeQt
import Testing

@Suite("Text of others in menus") struct MenuTitleTests {
  @Test(
    "A name neither marks a key, nor turns the entry, nor breaks its line",
    arguments: [
      ("R&D", "R&&D"), ("A\u{202E}B", "A<U+202E>B"), ("One\nTwo", "One Two"),
      ("Anna Berg", "Anna Berg"),
    ])
  func foreign(name: String, shown: String) {
    #expect(MenuTitle.of(name) == shown)
  }

  @Test("A long name is cut at a character, and says so")
  func long() {
    #expect(MenuTitle.of("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", limit: 2) == "👩‍👩‍👧‍👦…")
    #expect(MenuTitle.of("ab", limit: 2) == "ab")
  }
}
