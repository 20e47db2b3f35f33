import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("WhatsApp: marks in a text")
struct WhatsAppFormattingTests {
  private func styled(_ text: String) -> StyledText {
    Array(text.utf8).withUnsafeBufferPointer { WhatsAppFormatting.styled($0) }
  }

  /// The text, and each span as "attribute:covered".
  private func described(_ text: String) -> [String] {
    let styled = styled(text)
    let bytes = Array(styled.string.utf8)
    return [styled.string]
      + styled.spans.map { span in
        let covered = String(decoding: bytes[span.range], as: UTF8.self)
        return switch span.attribute {
        case .bold: "b:\(covered)"
        case .italic: "i:\(covered)"
        case .strike: "s:\(covered)"
        case .code: "c:\(covered)"
        case .preformatted: "p:\(covered)"
        case .blockquote: "q:\(covered)"
        case .mention(let id): "@\(id ?? ""):\(covered)"
        default: "?"
        }
      }
  }

  @Test(
    "Marks that WhatsApp shows as styles",
    arguments: [
      ("*bold*", ["bold", "b:bold"]), ("a _b c_ d", ["a b c d", "i:b c"]),
      ("~x~!", ["x!", "s:x"]), ("(*x*)", ["(x)", "b:x"]), ("*a* *b*", ["a b", "b:a", "b:b"]),
      ("*_x_*", ["x", "b:x", "i:x"]), ("_*x* y_", ["x y", "i:x y", "b:x"]),
      ("`let x`", ["let x", "c:let x"]), ("```a\nb```", ["a\nb", "p:a\nb"]),
      ("`*x*`", ["*x*", "c:*x*"]), ("```*x*```", ["*x*", "p:*x*"]), ("*ä*", ["ä", "b:ä"]),
      ("*a*\n*b*", ["a\nb", "b:a", "b:b"]), ("> said\nyes", ["said\nyes", "q:said"]),
      ("@\u{2068}Ann Lee\u{2069} hi", ["@Ann Lee hi", "@Ann Lee:@Ann Lee"]),
      ("*@\u{2068}Ann\u{2069}*", ["@Ann", "b:@Ann", "@Ann:@Ann"]),
      ("@491701234567 hi", ["@491701234567 hi", "@491701234567:@491701234567"]),
      ("*2*3*", ["2*3", "b:2*3"]),
    ])
  func styles(text: String, expected: [String]) { #expect(described(text) == expected) }

  @Test(
    "Marks that are plain characters",
    arguments: [
      "2*3*4", "snake_case_name", "* item", "*a", "a*", "**", "***", "__init__", "~~~", "*a\nb*",
      "* a *", "a*b*c", "http://x.org/a_b_c", "`", "``", "```", "``````", "`a\nb`",
      "ann@example.org",
      "@ann", "x@491701234567", "@1234", "@\u{2068}", "@\u{2068}Ann", ">", "> ", "a > b", "ä*x*",
      ">x", "*", "_ _", "世*界*人",
    ])
  func plain(text: String) { #expect(described(text) == [text]) }

  @Test("Spans lie on characters of any text", arguments: 0..<10)
  func bounds(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "*", "_", "~", "`", "```", "> ", "@", "\u{2068}", "\u{2069}", "\n", " ", "a", "é", "🤓", "1",
    ]
    for _ in 0..<200 {
      let text = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let styled = styled(text)
      let normal = styled.normalized()
      #expect(Set(styled.spans) == Set(normal.spans), "\(text.debugDescription)")
      #expect(styled.string.utf8.count <= text.utf8.count)
    }
  }

  @Test(
    "Linear on texts made to be slow",
    arguments: ["*", "_a ", "`", "``a", "@\u{2068}", "*a _b ~c ", "> ", "```", "` \n", "@1"])
  func linear(piece: String) {
    let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
    let clock = ContinuousClock()
    let time = clock.measure { _ = styled(text) }
    // Quadratic would take minutes in a debug build.
    #expect(time < .seconds(10))
  }
}
