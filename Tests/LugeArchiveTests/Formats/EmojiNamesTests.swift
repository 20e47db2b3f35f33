import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Short names of emoji") struct EmojiNamesTests {
  @Test(
    "Names, tones of skin, flags, and Slack's hyphens",
    arguments: [
      ("+1", "👍"), ("thumbsup", "👍"), ("tada", "🎉"), ("slightly_smiling_face", "🙂"),
      ("simple_smile", "🙂"), ("heart", "❤️"), ("+1::skin-tone-2", "👍🏻"), ("wave::skin-tone-6", "👋🏿"),
      ("point_up::skin-tone-4", "☝🏽"), ("flag-de", "🇩🇪"), ("de", "🇩🇪"), ("man-shrugging", "🤷‍♂️"),
    ])
  func known(name: String, emoji: String) { #expect(EmojiNames.emoji(name) == emoji) }

  @Test(
    "Other names are people's own",
    arguments: [
      "", ":", "party_parrot", "flag-x", "flag-DE", "+1::skin-tone-9", "+1::a", "+1::a::b",
    ])
  func unknown(name: String) { #expect(EmojiNames.emoji(name) == nil) }

  @Test(
    "In a text",
    arguments: [
      ("hi :wave:", "hi 👋"), (":smile::tada:", "😄🎉"), (":+1::skin-tone-3: ok", "👍🏼 ok"),
      ("so:smile:good", "so😄good"), (":100: %", "💯 %"), (":+1::skin-tone-9:", "👍:skin-tone-9:"),
      ("at 10:100:00", "at 10:100:00"), ("x:a:b", "x:a:b"), ("std::heart::x", "std::heart::x"),
      (":party_parrot: :+1:", ":party_parrot: 👍"), ("`:smile:` :smile:", ":smile: 😄"), ("::", "::"),
      (":", ":"), (":smile", ":smile"), ("a: b :c", "a: b :c"), ("*so :fire:*", "so 🔥"),
    ])
  func text(written: String, shown: String) {
    #expect(SlackText(people: [:], channels: [:]).styled(written).string == shown)
  }

  @Test("Many colons take time that grows as they do")
  func linear() {
    let text = SlackText(people: [:], channels: [:])
    #expect(text.styled(String(repeating: ":q", count: 50_000)).string.utf8.count == 100_000)
  }
}

@Suite("Markup of chats") struct MarkupTests {
  private func styled(_ text: String) -> StyledText {
    SlackText(people: [:], channels: [:]).styled(text)
  }

  @Test(
    "A block of code has neither the name of its language nor the line ends beside its marks",
    arguments: [
      ("```swift\nlet x = 1\n```", "let x = 1", "swift"), ("```\na\nb\n```", "a\nb", nil),
      ("```one line```", "one line", nil), ("```c++\nx```", "x", "c++"),
      ("```two words\nx```", "two words\nx", nil), ("```\n```", "", nil),
    ] as [(String, String, String?)])
  func code(written: String, shown: String, language: String?) {
    let text = DiscordText.styled("a " + written + "\nb")
    #expect(text.string == "a \(shown)\nb")
    #expect(
      text.spans.map(\.attribute) == (shown.isEmpty ? [] : [.preformatted(language: language)]))
  }

  @Test("Slack's code has no language: its first line is code, also if it is one word")
  func codeOfSlack() {
    #expect(
      styled("```npm\ninstall```")
        == StyledText("npm\ninstall", spans: [.init(0..<11, .preformatted(language: nil))]))
    #expect(styled("```\na\nb\n```").string == "a\nb")
  }

  @Test("Addresses of other programs are words")
  func addresses() {
    #expect(
      styled("<skype:ann@x.org> <tel:+491|+49 1> <a b> <x>").string
        == "skype:ann@x.org +49 1 <a b> <x>")
    #expect(styled("<skype:ann@x.org>").spans.isEmpty)
    #expect(styled("<mailto:a@x.org|a>").spans.count == 1)
  }
}
