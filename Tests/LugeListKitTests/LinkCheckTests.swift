import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("Links that lead elsewhere than their words say")
struct LinkCheckTests {
  private let check = LinkCheck { URL(string: $0)?.host }

  @Test(
    "Words that name where it leads, or no place at all",
    arguments: [
      ("https://example.org/a", "https://example.org/a"),
      ("example.org", "https://example.org/a?b"),
      ("www.example.org", "http://example.org"), ("example.org", "https://www.example.org/x"),
      ("https://EXAMPLE.org", "https://example.org/"), ("example.org", "https://m.example.org/"),
      ("click here", "https://example.org"), ("", "https://example.org"),
      ("the end.Next", "https://example.org"), ("12.5", "https://example.org"),
      ("anna@example.org", "mailto:anna@example.org"),
      ("anna@example.org", "mailto:anna@example.org?subject=Hi"), ("+49 30 1234", "tel:+49301234"),
      ("👍", "https://example.org"), ("see example.org for more", "https://example.org/a"),
      ("report.pdf", "https://drive.example/x"), ("node.js", "https://nodejs.org"),
      ("👉 https://example.org/a", "https://example.org/a"),
      ("see https://example.org/a)", "https://example.org/a"),
      ("write to anna@example.org today", "mailto:anna@example.org"),
      ("write to us at example.org", "mailto:info@example.org"),
      ("anna@example.org at home", "https://example.org/anna"),
      ("Apple · Google · 1/2 · ½ report.pdf", "https://example.org"),
      ("intel·ligència", "https://example.org"), ("アンナ・ベル", "https://example.org"),
      ("@anna@example.org", "https://social.example/@anna"),
      ("12:30 · 5. June", "https://example.org"),
    ])
  func honest(words: String, url: String) { #expect(!check.isMisleading(words, for: url)) }

  @Test(
    "Words that name another place",
    arguments: [
      ("https://bank.example", "https://evil.example/"), ("bank.com", "https://evil.com/bank.com"),
      ("www.bank.com", "https://evil.com"), ("https://bank.com/login", "http://bank.com.evil.org"),
      ("bank.com", "https://notbank.com"), ("https://m.bank.com", "https://bank.com"),
      ("https://bank.com (safe)", "https://evil.com"), (" https://bank.com ", "https://evil.com"),
      ("https://bank.com", "mailto:a@evil.com"), ("anna@example.org", "mailto:eve@example.org"),
      ("anna@example.org", "https://evil.com"), ("moc.knab\u{202E}", "https://evil.com"),
      ("\u{2067}https://evil.com", "https://evil.com"), ("HTTPS://bank.com", "https://evil.com"),
      // What is invisible, and signs around it.
      ("\u{2060}https://bank.com/", "https://evil.com/"), ("\u{200B}bank.com", "https://evil.com"),
      ("(https://bank.com)", "https://evil.com"), ("👉https://bank.com", "https://evil.com"),
      ("“https://bank.com”", "https://evil.com"), ("bank.com – login", "https://evil.com"),
      ("👉 bank.com", "https://evil.com"), ("ba\u{AD}nk.com", "https://evil.com"),
      ("log in at https://bank.com now", "https://evil.com"),
      ("Bank (www.bank.com)", "https://evil.com"), ("bank。com", "https://evil.com"),
      // Endings that few places have.
      ("bank.example", "https://bank.example.evil.example"), ("bank.museum/x", "https://evil.com"),
      ("www.bank.example/login now", "https://evil.example/"),
      // Signs that look like full stops and colons, and addresses without a name.
      ("bank\u{2024}com/login", "https://evil.com"),
      ("https\u{FF1A}//bank.com", "https://evil.com"),
      ("bank .com", "https://evil.com"), ("192.0.2.7/login", "https://evil.com"),
      ("localhost:8080", "https://evil.com"), ("ｂａｎｋ.com", "https://evil.com"),
      ("bank\u{B7}com", "https://evil.com"), ("http\u{2236}//bank.example", "https://evil.com"),
      ("https:\u{2044}\u{2044}bank.example", "https://evil.com"),
      ("https:\u{2215}\u{29F8}bank.example", "https://evil.com"),
      // Hosts at any place.
      ("Log in at bank.com", "https://evil.com"), ("see bank.com for more", "https://evil.com"),
      ("login: bank.com", "https://evil.com"), ("go to bank.de", "https://evil.com"),
      ("login:bank.com", "https://evil.com"), ("PayPal (paypal.com)", "https://evil.com"),
      ("account@bank.com support", "https://evil.com"),
      ("evil.com is bank.com", "https://evil.com"),
      ("write to anna@example.org today", "mailto:eve@evil.com"),
    ])
  func misleading(words: String, url: String) { #expect(check.isMisleading(words, for: url)) }

  @Test(
    "Words and links that somebody made long",
    arguments: [" ", " .", ".", "\u{200B}", "a", "(", "https://", "www.", "a.b/", "@", "e\u{301}"])
  func long(fragment: String) {
    let url = "https://evil.com/"
    #expect(
      LinearWork.excess("words", from: 8000, to: 256_000) { count in
        let text = "a" + String(repeating: fragment, count: count / fragment.utf8.count) + "b"
        _ = check.isMisleading(text, for: url)
      } == nil)
    #expect(
      LinearWork.excess("links", from: 250, to: 16_000) { count in
        let text = String(repeating: fragment + "x", count: count)
        let step = fragment.utf8.count + 1
        for end in [0, 1] {
          let links = (0..<count).map { index in
            StyledText.Span(
              index * step..<(end == 0 ? (index + 1) * step - 1 : count * step),
              .link(target: url))
          }
          _ = StyledText(text, spans: links).words(ofLinksTo: url)
        }
      } == nil)
    #expect(check.isMisleading(String(repeating: "a ", count: 4000) + "bank.com", for: url))
  }

  @Test("Links in one word show it once; those that overlap are one")
  func several() {
    let url = "https://evil.com/"
    func words(_ text: String, _ links: Range<Int>...) -> [String] {
      StyledText(text, spans: links.map { .init($0, .link(target: url)) }).words(ofLinksTo: url)
    }
    #expect(words("https://bank.com a", 8..<12, 12..<16, 17..<18) == ["https://bank.com", "a"])
    #expect(words("one two three", 0..<5, 4..<7, 8..<13) == ["one two", "three"])
    #expect(words("ab ab", 3..<5, 0..<2) == ["ab"])
  }

  @Test("What stands beside a link without a blank is read together with it")
  func beside() {
    func words(_ text: String, link: Range<Int>) -> [String] {
      StyledText(text, spans: [.init(link, .link(target: "https://evil.com/"))])
        .words(ofLinksTo: "https://evil.com/")
    }
    let split = words("see https://bank.com/login now", link: 21..<26)
    #expect(split == ["https://bank.com/login"])
    #expect(split.allSatisfy { check.isMisleading($0, for: "https://evil.com/") })
    #expect(words("(login).", link: 1..<6) == ["login"])
  }
}
