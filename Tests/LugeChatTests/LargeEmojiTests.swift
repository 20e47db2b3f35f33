import LugeCore
import LugeEngine
import Testing

@testable import LugeChat

@Suite("Messages of emoji alone, and spoilers") struct LargeEmojiTests {
  @Test(
    "What counts as emoji alone",
    arguments: [
      ("👍", 1), ("👍🏽 👍", 2), ("👩‍👩‍👧🇩🇪❤️", 3), ("1️⃣2️⃣", 2), ("🙂\n🙂", 2), (" 🙂 ", 1),
    ])
  func counts(text: String, count: Int) {
    #expect(EmojiOnly.count(text, limit: 6) == count)
  }

  @Test(
    "What does not",
    arguments: [
      "", " ", "a", "👍 ok", "ok 👍", "12", "#", "❤︎ text", "©", "日本", "🙂🙂🙂🙂🙂🙂🙂", "\u{FE0F}",
    ])
  func others(text: String) {
    #expect(EmojiOnly.count(text, limit: 6) == nil)
  }

  @Test(
    "A heart as Telegram writes it is a picture, where it stands alone",
    arguments: [
      ("❤", "❤\u{FE0F}"), ("❤ ✌", "❤\u{FE0F} ✌\u{FE0F}"), ("❤😂", "❤\u{FE0F}😂"),
      ("❤\u{FE0F}", "❤\u{FE0F}"), ("I ❤ it", "I ❤ it"), ("❤\u{FE0E}", "❤\u{FE0E}"), ("™", "™"),
      ("1", "1"), ("↔", "↔"),
    ])
  func presented(text: String, shown: String) {
    #expect(EmojiOnly.presented(StyledText(text), limit: 3).string == shown)
  }

  private func block(_ text: StyledText, isDisclosed: Bool = false) -> BlockLayout {
    var context = LayoutContext(
      environment: LayoutEnvironment(width: 400), text: FakeText())
    context.isDisclosed = isDisclosed
    return TextBlock(text: text, offset: 0, isDeleted: false).layout(
      in: BlockContext(
        base: context, appearance: ChatAppearance(), isOutgoing: false, maxWidth: 300))
  }

  @Test("The fewer, the larger; a few stand without a bubble")
  func sizes() {
    let heights = (1...7).map { block(StyledText(String(repeating: "🙂", count: $0))).size.height }
    for (more, fewer) in zip(heights.dropFirst(), heights) { #expect(more < fewer) }
    #expect(heights[6] == block(StyledText("text")).size.height)
    #expect(block(StyledText("🙂🙂🙂")).isBare)
    #expect(!block(StyledText("🙂🙂🙂🙂")).isBare)
    #expect(!block(StyledText("text")).isBare)
  }

  @Test("A spoiler reacts, above the link it covers, until it is disclosed")
  func spoiler() {
    let text = StyledText(
      "see example.org", spans: [.init(0..<15, .spoiler), .init(4..<15, .link(target: "http://x"))])
    let hidden = block(text).texts.flatMap(\.links)
    #expect(hidden.last == RowText.Link(0..<15, .disclose))
    let shown = block(text, isDisclosed: true).texts.flatMap(\.links)
    #expect(shown.map(\.action) == [.openLink("http://x")])
    #expect(block(text).size == block(text, isDisclosed: true).size)
  }
}
