import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("HTML of posts") struct HTMLTextTests {
  private func marks(_ text: StyledText) -> [String] {
    text.spans.map { span in
      let bytes = Array(text.string.utf8)[span.range]
      return "\(span.attribute): \(String(decoding: bytes, as: UTF8.self))"
    }
  }

  @Test("Paragraphs, line breaks, entities and white space")
  func words() {
    let html = "<p>One  &amp; two<br />three</p>\n<p>It&#39;s &lt;b&gt; &eacute;&nbsp;x</p>"
    #expect(HTMLText.styled(html).string == "One & two\nthree\n\nIt's <b> é\u{A0}x")
    #expect(HTMLText.styled("plain, as it is").string == "plain, as it is")
    #expect(HTMLText.styled("").string == "")
    #expect(HTMLText.styled("<ul><li>a</li><li>b</li></ul>").string == "• a\n• b")
    #expect(HTMLText.styled("a<pre>  x\n  y</pre>b").string == "a\n\n  x\n  y\n\nb")
  }

  @Test("Only the pictures that a reader asks for leave the text")
  func attachments() {
    let html = "<p>see <img src='/hostedContents/1' alt='a'> and <img src='/2' alt='b'></p>"
    #expect(HTMLText.styled(html).string == "see a and b")
    let separated = HTMLText.separated(html) { $0.contains("/hostedContents/") }
    #expect(separated.text.string == "see and b")
    #expect(separated.attachments == ["/hostedContents/1"])
    let deep = HTMLText.separated(html + String(repeating: "<div>", count: 100_000) + "deep") {
      $0.hasPrefix("/hosted")
    }
    #expect(deep.text.string.hasSuffix("deep"))
    #expect(deep.attachments == ["/hostedContents/1"])
  }

  @Test(
    "Lists, also numbered and within each other, quotes, code and tables",
    arguments: [
      ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
      ("<ol start=5><li>a</li><li>b</li></ol>", "5. a\n6. b"),
      ("<ol start='0'><li>a</li></ol>", "0. a"),
      ("<ol start=9223372036854775807><li>a</li></ol>", "1. a"),
      ("<ol start=x><li>a</li></ol>", "1. a"),
      ("<p>x</p><ul>\n<li><p>a</p></li>\n<li><p>b</p></li>\n</ul><p>y</p>", "x\n\n• a\n• b\n\ny"),
      ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "• a\n  • b\n• c"),
      ("<ul><li><p>a</p><ol><li>b</li></ol></li><li>c</li></ul>", "• a\n  1. b\n• c"),
      ("<p>a</p><blockquote><p>q</p><p>r</p></blockquote><p>b</p>", "a\n\nq\n\nr\n\nb"),
      ("<p>a</p><pre><code>let x = 1\n  y</code></pre>", "a\n\nlet x = 1\n  y"),
      ("x<details><summary>a</summary>b</details>c", "x\n\na\n\nb\n\nc"),
      ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"),
      ("<h2>T</h2><p>a<br><br><br>b</p>", "T\n\na\n\nb"),
      ("<ul><li></li><li>a</li></ul>", "• \n• a"),
    ])
  func blocks(html: String, words: String) { #expect(HTMLText.styled(html).string == words) }

  @Test("A quotation begins at its words; a link in a link is none")
  func nested() {
    let quote = HTMLText.styled("<p>a</p><blockquote><p>q <b>r</b></p></blockquote>")
    #expect(Set(marks(quote)) == ["blockquote: q r", "bold: r"])
    let links = HTMLText.styled(
      "<a href='https://a.example'>x <a href='javascript:1'>y</a></a><a href='https://b.example'>z</a>"
    )
    #expect(links.string == "x yz")
    #expect(!marks(links).contains { $0.contains("javascript") })
  }

  @Test("Marks stand around their words")
  func styles() {
    let text = HTMLText.styled("<p>a <strong>bold <em>both</em></strong> <code>f(x)</code></p>")
    #expect(text.string == "a bold both f(x)")
    #expect(
      Set(marks(text)) == ["bold: bold both", "italic: both", "code: f(x)"])
  }

  @Test("Mastodon's links: what is invisible is left out, what is cut says so")
  func mastodon() {
    let html = """
      <p><span class="h-card"><a href="https://b.example/@ben" class="u-url mention">@<span>ben\
      </span></a></span> see <a href="https://example.com/a/long/path" rel="nofollow"><span \
      class="invisible">https://</span><span class="ellipsis">example.com/a/long</span><span \
      class="invisible">/path</span></a> <a href="https://a.example/tags/Tea" class="mention \
      hashtag" rel="tag">#<span>Tea</span></a></p>
      """
    let text = HTMLText.styled(html)
    #expect(text.string == "@ben see example.com/a/long… #Tea")
    #expect(
      marks(text) == [
        "mention(id: Optional(\"https://b.example/@ben\")): @ben",
        "link(target: \"https://example.com/a/long/path\"): example.com/a/long…", "hashtag: #Tea",
      ])
  }

  @Test(
    "Links lead to http and https alone",
    arguments: [
      "javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "file:///etc/passwd", "ftp://a/b",
      " javascript:x", "https://", "http:///x", "https://a b", "https://a\u{7}b", "//a.example/x",
    ])
  func hostile(target: String) {
    let text = HTMLText.styled("<a href=\"\(target)\">click</a>")
    #expect(text.string == "click")
    #expect(text.spans.isEmpty)
  }

  @Test("Scripts, styles and frames leave nothing")
  func scripts() {
    let html = """
      a<script>alert("b")</script><style>p{}</style><!-- c --><iframe src="https://d">e</iframe>\
      <svg><text>f</text></svg><template>g</template><img src="x" onerror="h" alt=":i:">j
      """
    #expect(HTMLText.styled(html).string == "a:i:j")
  }

  @Test("Deep nesting and unclosed elements take no stack")
  func deep() {
    let deep = String(repeating: "<b>", count: 200_000) + "x"
    #expect(HTMLText.styled(deep).string == "x")
    let paragraphs = String(repeating: "<p>y", count: 20_000)
    #expect(HTMLText.styled(paragraphs).string.hasPrefix("y\n\ny"))
  }

  @Test("Words that are nested deeper than the parser follows are kept, without their marks")
  func tooDeep() {
    func nested(_ element: String, _ count: Int, _ words: String) -> String {
      String(repeating: "<\(element) class=\"a>b\">", count: count) + words
        + String(repeating: "</\(element)>", count: count)
    }
    let said = "<p>Before</p>"
    let words = "it&#39;s <b>bold</b> &amp; <a href='https://a.example'>linked</a>"
    let hidden = "<script>no()</script><!-- don't -->"
    for count in [500, 20_000] {
      for element in ["div", "blockquote"] {
        let text = HTMLText.styled(said + hidden + nested(element, count, words) + "<p>After</p>")
        let lines = text.string.split(separator: "\n").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(lines == ["Before", "it's bold & linked", "After"])
      }
    }
    // What is not too deep is as it was.
    #expect(HTMLText.styled(nested("div", 20, "<b>x</b>")).spans.count == 1)
    #expect(HTMLFlattening.lines(of: "1 < 2 <b>3 a<b") == "1 < 2 3 a")
  }

  @Test(
    "Words in nesting of any element and depth are kept",
    arguments: ["div", "blockquote", "b", "span"], [100, 500, 20_000])
  func nesting(tag: String, depth: Int) {
    let html =
      String(repeating: "<\(tag)>", count: depth) + "words &amp; more"
      + String(repeating: "</\(tag)>", count: depth) + "<p>after</p>"
    let text = HTMLText.styled(html).string
    #expect(text.contains("words & more") && text.contains("after"))
    // Many that are not in each other are no depth.
    let flat = String(repeating: "<b>x</b><br>", count: 1000)
    #expect(HTMLText.styled(flat).string.hasPrefix("x\nx\nx"))
  }

  @Test("Random HTML never crashes, and spans stay on their text", arguments: 0..<8)
  func fuzz(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let pieces = [
      "<p>", "</p>", "<a href='https://a.example'>", "</a>", "<b", "&#x1F600;", "&amp", "é", "<",
      "<pre>", "\u{0}", "</pre></b>", "<br>", "text ", "<span class=invisible>", "</span>",
      "\u{202E}",
      "<li>", "<img alt='x'>", "<blockquote>",
    ]
    for _ in 0..<300 {
      let html = (0..<Int.random(in: 1...40, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let text = HTMLText.styled(html)
      #expect(text == text.normalized())
    }
  }
}
