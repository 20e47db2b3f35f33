import LugeCore
import Testing

@testable import LugeImporters

@Suite("Typed marks: plain signs, and editing again")
struct TypedMarkupTests {
  private func styles(_ typed: String) -> [StyledText.Attribute] {
    TypedMarkup.styled(typed).spans.map(\.attribute)
  }

  @Test(
    "A backslash before a sign makes it plain, and means nothing elsewhere",
    arguments: [
      (#"\*a\*"#, "*a*"), (#"\**a**"#, "**a**"), (#"a\\*b*"#, #"a\b"#), (#"\_a_"#, "_a_"),
      (#"\\server\share"#, #"\\server\share"#), (#"\> no"#, "> no"), (#"\`a`"#, "`a`"),
      (#"\[a](https://b.c)"#, "[a](https://b.c)"), (#"end\"#, #"end\"#), (#"\||a||"#, "||a||"),
    ])
  func escapes(typed: String, shown: String) {
    let text = TypedMarkup.styled(typed)
    #expect(text.string == shown)
  }

  @Test("Signs within words are plain in scripts with spaces, and marks in those without")
  func withinWords() {
    for typed in ["a**b**c", "a*b*c", "a_b_c", "a||b||c", "a~~b~~c", "ж*б*ц"] {
      #expect(styles(typed).isEmpty, "\(typed)")
    }
    #expect(styles("这**很**好") == [.bold])
    #expect(styles("(*a*), *b*!") == [.italic, .italic])
    #expect(styles("**a _b_**") == [.bold, .italic])
    #expect(styles("**https://a.b/_c_**") == [.bold])
    #expect(styles(#"**a \** b**"#) == [.bold])
  }

  @Test(
    "What cannot be typed as it looks is typed with backslashes, and is the same again",
    arguments: [
      StyledText("*.c,*.h"), StyledText("> no quote"), StyledText(#"a\*b* c"#),
      StyledText("`x` and **y**", spans: [.init(8..<13, .bold)]), StyledText(#"*a* \"#),
      StyledText("[a](https://b.c)"), StyledText("a * b *c*", spans: [.init(0..<1, .code)]),
      StyledText("*a* https://a.b/c_d_e"), StyledText("```"), StyledText("~~a~~\n> b"),
      StyledText("let a", spans: [.init(0..<5, .preformatted(language: "swift"))]),
    ])
  func again(text: StyledText) {
    let back = TypedMarkup.styled(TypedMarkup.source(of: text))
    #expect(back == text, "\(TypedMarkup.source(of: text))")
  }

  @Test("What was typed comes back where it still says the same")
  func typedBefore() {
    let typed = "*a* and **b**"
    let text = TypedMarkup.styled(typed)
    #expect(TypedMarkup.source(of: text) == "_a_ and **b**")
    #expect(TypedMarkup.source(of: text, typed: typed) == typed)
    #expect(TypedMarkup.source(of: text, typed: "something else") == "_a_ and **b**")
  }

  @Test("Styles of a part of a word, and around a space, show no signs")
  func partsOfWords() {
    let unsure = StyledText("unsure", spans: [.init(0..<2, .italic)])
    #expect(TypedMarkup.source(of: unsure) == "unsure")
    let space = StyledText("foo bar", spans: [.init(0..<4, .bold)])
    #expect(TypedMarkup.source(of: space) == "**foo** bar")
    #expect(TypedMarkup.edited("unsure!", from: unsure).spans == unsure.spans)
  }

  @Test("Correcting a word loses nobody who is named, no underline and no language")
  func corrections() {
    let ben = StyledText.Attribute.mention(id: "@ben:here")
    let former = StyledText(
      "Ben: hallo there, see this",
      spans: [.init(0..<3, ben), .init(11..<16, .underline), .init(18..<21, .bold)])
    let typed = TypedMarkup.source(of: former)
    #expect(typed == "Ben: hallo there, **see** this")
    let new = TypedMarkup.edited(
      typed.replacing("hallo", with: "hello"), from: former)
    #expect(new == StyledText(former.string.replacing("hallo", with: "hello"), spans: former.spans))
    // Longer, and with words before it.
    let longer = TypedMarkup.edited("Well, " + typed.replacing("this", with: "those"), from: former)
    #expect(longer.string == "Well, Ben: hallo there, see those")
    #expect(longer.spans.contains(.init(6..<9, ben)))
    // What was taken away on purpose stays away.
    let plain = TypedMarkup.edited("Ben: hallo there, see this", from: former)
    #expect(plain.spans.map(\.attribute) == [ben, .underline])
    #expect(TypedMarkup.edited("hallo", from: former).spans.isEmpty)
    let code = TypedMarkup.edited(
      "```swift\nlet b\n```",
      from: StyledText("let a", spans: [.init(0..<5, .preformatted(language: "swift"))]))
    #expect(code.spans == [.init(0..<5, .preformatted(language: "swift"))])
  }
}
