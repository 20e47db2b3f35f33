import LugeArchive
import LugeCore

/// Collects text and styles while elements begin and end: collapses white space as browsers do,
/// separates paragraphs, checks links.
final class HTMLTextWriter: HTMLEvents {
  private var bytes: [UInt8] = []
  private var spans: [StyledText.Span] = []
  private var open: [(name: String, start: Int, attribute: StyledText.Attribute?)] = []
  /// Number of line breaks required before the next word.
  private var breaks = 0
  private var isSpaceDue = false
  private var preformatted = 0
  /// Number of the next entry of each open list; nil for lists without numbers.
  private var lists: [Int?] = []
  /// Whether a list entry's bullet was just written: its text begins on the same line, whatever
  /// element it is in.
  private var isBehindMark = false

  /// Addresses of the pictures that are attachments, in order.
  private(set) var attachments: [String] = []
  private let isAttachment: (String) -> Bool

  private static let deepestIndent = 6

  /// - Parameter isAttachment: returns whether the picture at an address is an attachment of the
  ///   message; the text then lacks it. All others are represented by their description.
  init(isAttachment: @escaping (String) -> Bool = { _ in false }) {
    self.isAttachment = isAttachment
  }

  private static let skipped: Set<String> = [
    "script", "style", "head", "title", "iframe", "object", "embed", "template", "noscript",
    "svg", "math", "video", "audio", "canvas", "select", "textarea", "button",
  ]
  private static let paragraphs: Set<String> = [
    "p", "div", "blockquote", "pre", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "section",
    "article", "table", "hr", "details", "summary",
  ]

  /// - Returns: whether the element's contents are used.
  func begin(_ element: HTMLElement) -> Bool {
    let name = element.name
    if Self.skipped.contains(name) { return false }
    switch name {
    case "br":
      breaks = min(breaks + 1, 2)
      isSpaceDue = false
      return false
    // Teams has an element of its own for emoji.
    case "img", "emoji":
      if let address = element.src, isAttachment(address) {
        attachments.append(address)
        return false
      }
      if let words = element.alt, !words.isEmpty { text(words) }
      return false
    case "span" where element.hasClass("invisible"): return false
    case "li":
      demand(1)
      mark()
    case "tr": demand(1)
    case "td", "th": if breaks == 0, !isBehindMark { isSpaceDue = !bytes.isEmpty }
    case "ul", "ol":
      // A list within an entry continues it.
      demand(paragraphGap)
      lists.append(name == "ol" ? element.start ?? 1 : nil)
    default:
      if Self.paragraphs.contains(name) { demand(gap(around: element)) }
    }
    if name == "pre" { preformatted += 1 }
    if name == "code" { nameLanguage(of: element) }
    let attribute = attribute(of: element)
    // A style begins at its first word, not at the space before it.
    if attribute != nil { flushSpace() }
    open.append((name, bytes.count, attribute))
    return true
  }

  /// A block of code has the name of its language in an element of its own.
  private func nameLanguage(of code: HTMLElement) {
    let prefix = "language-"
    guard let index = open.lastIndex(where: { $0.name == "pre" }),
      let language = code.classWith(prefix: prefix)?.dropFirst(prefix.count), !language.isEmpty
    else { return }
    open[index].attribute = .preformatted(language: Clipping.prefix(String(language), bytes: 32))
  }

  func end(_ element: HTMLElement) {
    guard let last = open.popLast() else { return }
    if element.hasClass("ellipsis") { append("…") }
    if let attribute = last.attribute, last.start < bytes.count {
      spans.append(.init(last.start..<bytes.count, attribute))
    }
    if last.name == "pre" { preformatted -= 1 }
    if last.name == "ul" || last.name == "ol" { _ = lists.popLast() }
    if last.name == "li" || last.name == "tr" {
      isBehindMark = false
      breaks = 0
      demand(1)
    } else if Self.paragraphs.contains(last.name) {
      demand(gap(around: element))
    }
  }

  /// Returns the line breaks around an element: one, without an empty line, for divisions (as in
  /// browsers) and for Outlook's paragraphs, whose empty lines are paragraphs with a space.
  private func gap(around element: HTMLElement) -> Int {
    element.name == "div" || element.classWith(prefix: "Mso") != nil ? 1 : paragraphGap
  }

  /// Line breaks between paragraphs; an empty line would split a list.
  private var paragraphGap: Int { lists.isEmpty ? 2 : 1 }

  /// Requires at least this many line breaks before the next word, including present ones.
  private func demand(_ count: Int) {
    guard !bytes.isEmpty, !isBehindMark else { return }
    let there = bytes.suffix(count).reversed().prefix { $0 == 0x0A }.count
    breaks = max(breaks, count - there)
    isSpaceDue = false
  }

  /// Writes the bullet or number of a list's entry.
  private func mark() {
    let indent = String(repeating: "  ", count: min(max(0, lists.count - 1), Self.deepestIndent))
    var sign = "•"
    if let last = lists.last, let number = last {
      sign = "\(number)."
      lists[lists.count - 1] = number + 1
    }
    flushSpace()
    append("\(indent)\(sign) ")
    isBehindMark = true
  }

  func text(_ words: String) {
    if preformatted > 0 {
      flushSpace()
      append(words)
      isBehindMark = false
      return
    }
    // Editors write an empty paragraph with a no-break space in it; paragraphs are apart anyway.
    if breaks > 1 || bytes.isEmpty, !isBehindMark, words.allSatisfy(\.isWhitespace) { return }
    var start: String.UTF8View.Index?
    let utf8 = words.utf8
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    for index in utf8.indices {
      if isSpace(utf8[index]) {
        if let from = start { append(utf8[from..<index]) }
        start = nil
        if !bytes.isEmpty, breaks == 0, !isBehindMark, bytes.last != 0x0A { isSpaceDue = true }
      } else if start == nil {
        flushSpace()
        isBehindMark = false
        start = index
      }
    }
    if let from = start { append(utf8[from...]) }
  }

  private func flushSpace() {
    if breaks > 0 {
      if !bytes.isEmpty { for _ in 0..<breaks { bytes.append(0x0A) } }
    } else if isSpaceDue {
      bytes.append(0x20)
    }
    breaks = 0
    isSpaceDue = false
  }

  private func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
  private func append(_ text: Substring.UTF8View) { bytes.append(contentsOf: text) }

  private func attribute(of element: HTMLElement) -> StyledText.Attribute? {
    switch element.name {
    case "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6": return .bold
    case "i", "em", "cite": return .italic
    case "u", "ins": return .underline
    case "s", "del", "strike": return .strike
    case "code", "tt", "kbd", "samp": return preformatted > 0 ? nil : .code
    case "pre": return .preformatted(language: nil)
    case "span" where element.hasClass("spoiler"): return .spoiler
    case "blockquote": return .blockquote
    case "span" where element.isSpoiler: return .spoiler
    case "a":
      if element.hasClass("hashtag") { return .hashtag }
      let target = element.href.flatMap(WebAddress.init)
      if element.hasClass("mention") { return .mention(id: target?.text) }
      return target.map { .link(target: $0.text) }
    default: return nil
    }
  }

  func finish() -> StyledText {
    StyledText(String(decoding: bytes, as: UTF8.self), spans: spans).normalized()
  }
}

/// A web address that may be opened: http or https with a host, without characters that could be
/// mistaken for something else.
struct WebAddress {
  let text: String

  init?(_ text: String) {
    let trimmed = text.trimmingPrefix(while: \.isWhitespace)
    guard trimmed.utf8.count <= 8192 else { return nil }
    let lower = trimmed.prefix(8).lowercased()
    let scheme = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : 0
    guard scheme > 0, trimmed.utf8.count > scheme,
      trimmed.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }),
      let first = trimmed.dropFirst(scheme).first, first != "/", first != "?", first != "#"
    else { return nil }
    self.text = String(trimmed)
  }
}
