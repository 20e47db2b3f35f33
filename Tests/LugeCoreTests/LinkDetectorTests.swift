import LugeCore
import LugeTestSupport
import Testing

@Suite("Links found in plain text") struct LinkDetectorTests {
  /// What is found, as it stands in the text.
  private func found(_ text: String, _ kinds: LinkDetector.Kinds = .all) -> [String] {
    let utf8 = Array(text.utf8)
    return LinkDetector(kinds).spans(in: text).map {
      String(decoding: utf8[$0.range], as: UTF8.self)
    }
  }

  private func targets(_ text: String) -> [String] {
    LinkDetector().spans(in: text).compactMap {
      if case .link(let target) = $0.attribute { target } else { nil }
    }
  }

  @Test(
    "Addresses with a scheme",
    arguments: [
      ("My http://example.com site", "http://example.com"),
      ("http://user:pass@example.com:8080", "http://user:pass@example.com:8080"),
      ("http://example.com?foo=bar", "http://example.com?foo=bar"),
      ("http://example.com#foo", "http://example.com#foo"),
      ("HTTPS://EXAMPLE.ORG", "HTTPS://EXAMPLE.ORG"),
      ("http://localhost:8000?", "http://localhost:8000"),
      ("http://192.168.1.1/admin", "http://192.168.1.1/admin"),
      ("http://[2001:db8::1]:80/x", "http://[2001:db8::1]:80/x"),
      ("text:http://example.com/", "http://example.com/"),
      ("看http://example.com/吧", "http://example.com/吧"),
      ("这是https://example.com。好", "https://example.com"),
      ("https://example.com吧", "https://example.com"),
      ("<http://domain.com/foo>.", "http://domain.com/foo"),
      (
        "http://www.bürgerentscheid-krankenhäuser.de", "http://www.bürgerentscheid-krankenhäuser.de"
      ),
      ("http://xn--df-oiy.ws/123", "http://xn--df-oiy.ws/123"),
      ("http://✪df.ws/123", "http://✪df.ws/123"),
      ("｜http://google.com｜bar", "http://google.com"),
      ("https://de.wikipedia.org/wiki/Straße", "https://de.wikipedia.org/wiki/Straße"),
    ])
  func schemes(text: String, link: String) {
    #expect(found(text) == [link])
    #expect(targets(text) == [link])
  }

  @Test(
    "Punctuation and brackets at the end",
    arguments: [
      ("(Scoped http://example.com/foo_bar)", "http://example.com/foo_bar"),
      ("http://example.com/foo_bar_(wiki)", "http://example.com/foo_bar_(wiki)"),
      (
        "see http://example.com/foo-(with-nested-(parens)).",
        "http://example.com/foo-(with-nested-(parens))"
      ),
      ("http://example.com/(foo) (bar)", "http://example.com/(foo)"),
      ("[x](https://example.com/a)", "https://example.com/a"),
      ("{http://example.com/foo}", "http://example.com/foo"),
      ("“http://example.com/foo”", "http://example.com/foo"),
      ("'http://example.com/foo'", "http://example.com/foo"),
      ("\"http://example.com/foo\",", "http://example.com/foo"),
      ("http://foo.com/I'm_king", "http://foo.com/I'm_king"),
      ("http://example.com/123!", "http://example.com/123"),
      ("http://example.com/foo?p=10.", "http://example.com/foo?p=10"),
      ("Really, http://example.com/foo?!", "http://example.com/foo"),
      ("http://example.com/foo...", "http://example.com/foo"),
      ("http://example.com/foo…", "http://example.com/foo"),
      ("http://example.com/trailing-dash-.", "http://example.com/trailing-dash-"),
      ("*http://example.com/foo*", "http://example.com/foo"),
      (
        "https://www.google.ru/maps/@59.93,30.31,15z?hl=ru",
        "https://www.google.ru/maps/@59.93,30.31,15z?hl=ru"
      ),
      ("http://example.com/a\u{2069} b", "http://example.com/a"),
    ])
  func endings(text: String, link: String) {
    #expect(found(text) == [link])
  }

  @Test(
    "Hosts without a scheme",
    arguments: [
      ("google.com", "google.com"), ("look at example.org, please", "example.org"),
      ("GOOGLE.COM.", "GOOGLE.COM"), ("s.l.o.w.io", "s.l.o.w.io"), ("a-b.com", "a-b.com"),
      (">>example.com", "example.com"), ("(example.com)", "example.com"),
      ("www.example.com/a?b=c#d", "www.example.com/a?b=c#d"),
      ("example.com:8080/x", "example.com:8080/x"),
      ("президент.рф", "президент.рф"), ("例え.jp", "例え.jp"), ("看看example.com吧", "example.com"),
      ("👍example.com👍", "example.com"), ("docs.rs/serde", "docs.rs/serde"),
      ("www.build.rs", "www.build.rs"), ("google.com: // no port", "google.com"),
      ("t.me/luge", "t.me/luge"), ("example.com?q=1", "example.com?q=1"),
    ])
  func bareHosts(text: String, link: String) {
    #expect(found(text) == [link])
    #expect(targets(text) == ["http://" + link])
  }

  @Test(
    "What only looks like something",
    arguments: [
      "e.g. this", "i.e. that", "node.js", "README.md", "main.rs and build.sh", "a.m. or p.m.",
      "at 5.pm", "version 1.2.3", "1.2.3.4", "10:30", "2024-06-01", "01.02.2024 10:15",
      "1,234,567.89", "over.It was", "hello...com", "wait..so", "/path/to/file.pl",
      "path:to:file.pm",
      "C:\\file.com", "foo@bar", "_example.com", "example.invalid", "example.coma", "localhost",
      "google.com:500000", "http://", "http://.", "http://#", "http://?", "http://.example.com",
      "http://-example.com", "http://example.com_", "hppt://example.com", "xhttp://example.com",
      "javascript://example/%0aalert(1)", "ftp://x", "file:///etc/passwd", "tel:", "mailto:",
      "#1", "C#", "a#b", "##", "# Title", "#️⃣", "@", "@ 5", "@5", "a@b", "email@-x.com",
      "@scope/package", "12345678", "555 1234", "3-4-5", "1000000000", "1.000.000.000",
      "2001:db8::1", "12:30:45.123", "$100 200 3000", "U.S.A.", "Mr.Smith", "…", "Dr.who",
    ])
  func falseHits(text: String) {
    #expect(found(text) == [])
  }

  @Test(
    "E-mail addresses",
    arguments: [
      ("name@example.com", "name@example.com", "mailto:name@example.com"),
      ("foo+bar@gmail.com.", "foo+bar@gmail.com", "mailto:foo+bar@gmail.com"),
      (
        "(first.last@sub.example.co.uk)", "first.last@sub.example.co.uk",
        "mailto:first.last@sub.example.co.uk"
      ),
      ("<mailto:user@domain.com>", "mailto:user@domain.com", "mailto:user@domain.com"),
      ("mailto:foo@bar", "mailto:foo@bar", "mailto:foo@bar"),
      ("mailto:a@b.org?subject=Hi!", "mailto:a@b.org?subject=Hi", "mailto:a@b.org?subject=Hi"),
      ("192.168.1.1@gmail.com", "192.168.1.1@gmail.com", "mailto:192.168.1.1@gmail.com"),
      ("почта@пример.рф", "почта@пример.рф", "mailto:почта@пример.рф"),
      ("E-Mail:x@y.de", "x@y.de", "mailto:x@y.de"),
    ])
  func emails(text: String, shown: String, target: String) {
    #expect(found(text) == [shown])
    #expect(targets(text) == [target])
  }

  @Test(
    "Phone numbers",
    arguments: [
      ("+49 30 1234567", "+49 30 1234567", "tel:+49301234567"),
      ("Fon:+1-212-555-0100.", "+1-212-555-0100", "tel:+12125550100"),
      ("Tel:+1-212-555-0100.", "Tel:+1-212-555-0100", "Tel:+1-212-555-0100"),
      ("+44 (0)20 7946 0958", "+44 (0)20 7946 0958", "tel:+442079460958"),
      ("(+49 171 1234567)", "+49 171 1234567", "tel:+491711234567"),
      ("call (212) 555-0100 now", "(212) 555-0100", "tel:2125550100"),
      ("212-555-0100", "212-555-0100", "tel:2125550100"),
      ("030 1234567", "030 1234567", "tel:0301234567"),
      ("0171/2345678", "0171/2345678", "tel:01712345678"),
      ("020 7946 0958", "020 7946 0958", "tel:02079460958"),
      ("tel:+1-212-555", "tel:+1-212-555", "tel:+1-212-555"),
    ])
  func phones(text: String, shown: String, target: String) {
    #expect(found(text) == [shown])
    #expect(targets(text) == [target])
  }

  @Test("Names and tags")
  func names() {
    #expect(found("Hi @anna, ask @Ben_2!") == ["@anna", "@Ben_2"])
    #expect(found("@anna@mastodon.social wrote") == ["@anna@mastodon.social"])
    #expect(found("@ben:localhost:8972, yes") == ["@ben:localhost:8972"])
    #expect(found("@ben:matrix.org: hello") == ["@ben:matrix.org"])
    #expect(found("@ben:chat:8448 @ben: hi @ben:hello") == ["@ben:chat:8448", "@ben", "@ben"])
    #expect(found("@ben:localhost. @ben:localhost:x") == ["@ben:localhost", "@ben:localhost"])
    #expect(found("@ben:matrix.org:123456789") == ["@ben:matrix.org"])
    #expect(found("@\u{2068}~ Anna Bell\u{2069} see") == ["@\u{2068}~ Anna Bell\u{2069}"])
    #expect(found("@491701234567 da?") == ["@491701234567"])
    #expect(found("@Аня и @李明") == ["@Аня", "@李明"])
    #expect(found("#travel, #Übung2 (#日本)") == ["#travel", "#Übung2", "#日本"])
    #expect(found("http://a.de/#frag #tag") == ["http://a.de/#frag", "#tag"])
    let spans = LinkDetector().spans(in: "@anna #x")
    #expect(spans.map(\.attribute) == [.mention(id: nil), .hashtag])
  }

  @Test("Only the wanted kinds")
  func kinds() {
    let text = "@anna #x example.com a@b.de +49 30 1234567"
    #expect(found(text, .addresses) == ["example.com"])
    #expect(found(text, .emails) == ["a@b.de"])
    #expect(found(text, .phones) == ["+49 30 1234567"])
    #expect(found(text, [.mentions, .hashtags]) == ["@anna", "#x"])
  }

  @Test("Beside the marks of the source, without overlaps")
  func beside() {
    let text = "example.com and example.org and foo.net"
    let styled = StyledText(
      text,
      spans: [
        .init(0..<11, .link(target: "https://x.y")), .init(12..<39, .bold), .init(33..<39, .code),
      ])
    let linked = LinkDetector().linking(styled)
    #expect(
      linked.spans == [
        .init(0..<11, .link(target: "https://x.y")), .init(12..<39, .bold),
        .init(16..<27, .link(target: "http://example.org")), .init(33..<39, .code),
      ])
    #expect(LinkDetector().linking(linked) == linked)
  }

  @Test("Spans of random text are disjoint, ordered, on boundaries, and safe to open")
  func randomText() {
    let parts = [
      "http://", "https://", "www.", "a", "example", ".", ".com", "@", "#", "(", ")", "[", "]", "/",
      "?", "=", ":", "+49", "030", " ", "  ", "-", "_", "日本", "。", "é", "👍🏽", "\u{2068}", "\u{2069}",
      "\n",
      "mailto:", "tel:", "1", "23", "*", "'", "\"", "…", "рф", "٣", "\u{200D}", "javascript:",
    ]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      let spans = LinkDetector().spans(in: text)
      var end = 0
      for span in spans {
        #expect(span.range.lowerBound >= end && !span.range.isEmpty, "\(text.debugDescription)")
        end = span.range.upperBound
        if case .link(let target) = span.attribute {
          let scheme = target.prefix { $0 != ":" }.lowercased()
          #expect(["http", "https", "mailto", "tel"].contains(scheme), "\(text.debugDescription)")
        }
      }
      #expect(end <= text.utf8.count)
      let styled = StyledText(text, spans: spans)
      #expect(styled.normalized() == styled, "\(text.debugDescription)")
    }
  }
}
