import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import LugePictures
import Testing

@testable import LugeApp

/// A page with every style, every script of the sample set and mixed directions, as it was looked
/// at.
@Suite("Text as it was looked at")
struct TextGoldenTests {
  private let tools = PaintTools(images: NamedPictures())

  /// Marks made of words in brackets: `{b bold}`.
  private static func styled(_ marked: String) -> StyledText {
    var text = StyledText("")
    var open: [(start: Int, attribute: StyledText.Attribute)] = []
    var rest = Substring(marked)
    while let character = rest.popFirst() {
      if character == "{", let name = rest.popFirst(), let attribute = attribute(name) {
        if rest.first == " " { rest.removeFirst() }
        open.append((text.string.utf8.count, attribute))
      } else if character == "}", let last = open.popLast() {
        text.spans.append(.init(last.start..<text.string.utf8.count, last.attribute))
      } else {
        text.string.append(character)
      }
    }
    return text.normalized()
  }

  private static func attribute(_ name: Character) -> StyledText.Attribute? {
    switch name {
    case "b": .bold
    case "i": .italic
    case "u": .underline
    case "s": .strike
    case "c": .code
    case "p": .preformatted(language: "swift")
    case "x": .spoiler
    case "q": .blockquote
    case "l": .link(target: "https://example.org")
    case "m": .mention(id: "1")
    case "h": .hashtag
    case "e": .image(.emoji(ImageKey("C03020")))
    case "w": .image(InlineImage(ImageKey("2060C0"), width: 3, height: 1.2, descent: 0.25))
    case "z": .size(1.6)
    case "y": .size(0.75)
    default: nil
    }
  }

  private static let page: [(text: String, isOutgoing: Bool)] = [
    (
      "{b Bold}, {i italic}, {b {i both}}, {u underlined}, {s struck}, {c code} and {x a secret}.",
      false
    ),
    (
      "A {l link}, a {m @mention}, a {h #tag}; an emoji {e 🙂} of one's own and a wide one {w :hey:}.",
      true
    ),
    ("Sizes: {z large}, {y small}, {z {b large and bold}} on one line.", false),
    ("Look:\n{p let x = 1\nif x > 0\n  print(x + 1)\n}Done.", true),
    ("{q What was said before, long enough for two lines of a quotation}\nI agree.", false),
    ("Ελληνικά, русский, українська, Tiếng Việt, 你好世界, こんにちは, 한국어, ภาษาไทย, हिन्दी", true),
    ("שלום עולם, this is {b mixed} text with 123 numbers", false),
    ("مرحبا بالعالم {e 🙂} و {l رابط} في Luge 2.0", true),
    ("👍🏽 👩‍👩‍👧 🇩🇪 {u e\u{301}a\u{323}}", false),
  ]

  private func paint(
    _ scheme: ColorScheme, scale: Double, page entries: [(text: String, isOutgoing: Bool)] = page
  ) -> Bitmap {
    let factory = ChatRowFactory(ChatConfiguration(isGroup: false))
    let width = Int(360 * scale)
    let context = LayoutContext(
      environment: LayoutEnvironment(width: width, scale: scale), text: tools.text)
    let layouts = entries.enumerated().compactMap { index, entry in
      factory.rows(
        for: ChatMessage(
          id: ItemID(Int64(index + 1)), author: ChatAuthor(id: 1, name: "Anna"),
          isOutgoing: entry.isOutgoing, time: 1_700_000_000, text: Self.styled(entry.text)),
        previous: nil, next: nil
      ).last?.layout(in: context)
    }
    var page = DrawList()
    var height = 0
    for layout in layouts {
      page.append(layout.drawList, at: Point(x: 0, y: Double(height)))
      height += layout.size.height
    }
    let whole = RowLayout(size: PixelSize(width: width, height: height), drawList: page)
    return tools.paint(whole, slice: 0..<height, scheme: scheme, background: ChatStyle.background)
  }

  @Test("A page of every style, script and direction, light and dark", arguments: [1.0, 1.5, 2.0])
  func page(scale: Double) throws {
    for scheme in [ColorScheme.light, .dark] {
      let complaint = try GoldenPicture.complaint(
        about: paint(scheme, scale: scale), "text-\(scheme)-\(scale)", scale: scale)
      #expect(complaint == nil)
    }
  }

  @Test(
    "A single wrong letter on it is noticed",
    arguments: [
      ("agree", "aqree"), ("agree", "agrec"), ("secret", "sccret"), ("struck", "struek"),
      ("Done.", "Done,"), ("русский", "русскии"), ("ภาษาไทย", "ภาษาโทย"), ("世界", "世畀"),
      ("שלום", "שלוס"), ("numbers", "nunbers"),
    ])
  func wrongLetter(right: String, wrong: String) throws {
    let page = Self.page.map { ($0.text.replacing(right, with: wrong), $0.isOutgoing) }
    #expect(page.map(\.0) != Self.page.map(\.text))
    let comparison = PictureComparison(
      paint(.light, scale: 1), paint(.light, scale: 1, page: page))
    #expect(!comparison.isSame)
  }
}
