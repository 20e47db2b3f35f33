import Foundation
import LugeArchive
import LugeCore

/// Texts for the parts of a message beside its text.
enum ExportWords {
  /// Returns one line for an attachment: `[photo: a.jpg]`.
  ///
  /// - Parameter path: path of its file, if it has one.
  static func media(_ media: MediaRecord, path: String? = nil) -> String {
    let what =
      path ?? media.path ?? media.fileName
      ?? media.note?.split(separator: "\n").joined(separator: "; ")
    return what.map { "[\(kind(media.kind)): \($0)]" } ?? "[\(kind(media.kind))]"
  }

  private static func kind(_ kind: MediaRecord.Kind) -> String {
    switch kind {
    case .other: "attachment"
    case .voice: "voice message"
    case .videoMessage: "video message"
    default: kind.rawValue
    }
  }

  /// Returns "Ben: the first words" of the answered message.
  static func answered(_ message: ExportedMessage) -> String? {
    guard message.record.replyTo != nil else { return nil }
    guard let answered = message.answered else {
      return message.record.post?.replyToName.map(Self.name) ?? "a message that is not here"
    }
    let words =
      answered.snippet.isEmpty
      ? answered.media.map { Self.media($0) } ?? "" : answered.snippet
    let name = Self.name(answered.author?.name ?? "Unknown")
    // A medium's note may be megabytes long, and is told by each reply.
    return line(
      words.isEmpty ? name : "\(name): \(Clipping.prefix(words, bytes: Clipping.lineLimit))")
  }

  /// Returns the name of the person a message was forwarded from; "Unknown" if it is not known.
  static func origin(_ name: String) -> String { name.isEmpty ? "Unknown" : Clipping.name(name) }

  /// Returns the lines above the text: the original author, who forwarded or boosted it, warnings.
  static func above(_ record: MessageRecord) -> [String] {
    var lines: [String] = []
    if let from = record.forwardedFrom {
      lines.append(from.isEmpty ? "Forwarded" : "Forwarded from \(Clipping.name(from))")
    }
    if let post = record.post {
      if let person = post.boostedBy {
        let name = person.name.isEmpty ? person.handle : person.name
        lines.append("Passed on by \(Clipping.name(name))")
      }
      if let warning = post.warning { lines.append("Content warning: \(warning)") }
      if let warning = post.mediaWarning {
        lines.append(warning.isEmpty ? "Sensitive media" : "Sensitive media: \(warning)")
      }
    }
    return lines
  }

  /// Returns the lines below the text: polls, the quoted post, linked pages, the post's own page.
  static func below(_ record: MessageRecord) -> [String] {
    guard let post = record.post else { return [] }
    var lines = post.poll.map { poll in poll.answers.map { "- \($0.text): \($0.votes)" } } ?? []
    if let quote = post.quote {
      let name = quote.author.name.isEmpty ? quote.author.handle : quote.author.name
      lines.append("\(Clipping.name(name)): \(quote.text.string)")
    }
    if let link = post.link {
      lines.append([link.title, link.url].filter { !$0.isEmpty }.joined(separator: " "))
    }
    if let page = post.url, record.text.isEmpty { lines.append(page) }
    return lines
  }

  /// Returns reactions such as "👍 2"; nil if there are none.
  static func reactions(_ record: MessageRecord) -> String? {
    guard !record.reactions.isEmpty else { return nil }
    return record.reactions.map { "\($0.shownEmoji) \($0.count)" }.joined(separator: ", ")
  }

  /// Returns a line without characters that end a line, change its direction or are terminal
  /// commands: they become spaces.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
  }

  /// Returns a name for the beginning of messages, cleaned like ``line(_:)``.
  static func name(_ text: String) -> String { line(Clipping.name(text)) }

  /// Returns the lines of a text, each cleaned like ``line(_:)``.
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      line(String($0))
    }
  }

  fileprivate static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || (0x2028...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      || scalar.value == 0x61C
  }
}

/// Paths of a conversation's media, relative to the folder of an export.
struct ExportedPaths {
  /// Folder of the export; nil if it is unknown.
  private let folder: String?
  var folders = MediaFolders(root: nil)

  init(from folder: String?) {
    self.folder = folder.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
  }

  /// Returns the path of a file, relative to the export's folder or absolute. One that may not be
  /// read, or is a web address, stays unchanged.
  func path(_ path: String) -> String {
    guard !path.utf8.contains(0), !PathNames.isAbsolute(path), !MediaRecord.isAddress(path),
      !PathNames.leadsUp(path), let place = folders.place(of: path)
    else { return path }
    let whole = URL(fileURLWithPath: place.folder).appendingPathComponent(place.path)
      .standardizedFileURL.path
    guard let folder else { return whole }
    let (own, other) = (folder.pathParts, whole.pathParts)
    let shared = zip(own, other).prefix { PathNames.isSame($0, $1) }.count
    // If only the root is shared, the full path is clearer.
    guard shared > 0 else { return whole }
    return (own.dropFirst(shared).map { _ in ".." } + other.dropFirst(shared))
      .joined(separator: "/")
  }
}

/// Writes `[2024-01-01 10:00:00] Ann: hello`, with further lines indented, and answered messages
/// above the text after "↩".
public final class PlainTextExport: ExportWriting {
  public let tellsAnswered = true
  private let output: ExportOutput
  private let zone: ExportZone
  private var paths: ExportedPaths
  private var hasBegun = false

  /// - Parameter folder: folder of the file, to which the paths of media are relative.
  public init(
    in folder: String? = nil, zone: ExportZone = .utc, _ output: @escaping ExportOutput
  ) {
    self.output = output
    self.zone = zone
    paths = ExportedPaths(from: folder)
  }

  public func begin(_ conversation: ExportedConversation) throws {
    try output("\(hasBegun ? "\n" : "")=== \(ExportWords.line(conversation.record.name)) ===\n")
    if !hasBegun { try output("\(zone.sentence)\n") }
    hasBegun = true
    paths.folders = conversation.mediaFolders
  }

  public func add(_ exported: ExportedMessage) throws {
    let message = exported.record
    let time = ExportTime(message.time, in: zone)
    var parts = ExportWords.above(message)
    if let answered = ExportWords.answered(exported) { parts.append("↩ \(answered)") }
    if !message.text.isEmpty { parts.append(message.text.string) }
    parts += ExportWords.below(message)
    parts += message.media.map { ExportWords.media($0, path: $0.path.map(paths.path)) }
    if let reactions = ExportWords.reactions(message) { parts.append("(\(reactions))") }
    var text = parts.joined(separator: "\n")
    if message.isEdited { text += " (edited)" }
    let lines = ExportWords.lines(text)
    let isService = if case .service = message.kind { true } else { false }
    let who =
      isService ? "* " : "\(ExportWords.name(message.author?.name ?? "Unknown")): "
    try output(
      "[\(time.day) \(time.clock)] \(who)\(lines.joined(separator: "\n    "))\n")
  }

  public func finish() throws {}
}

/// Writes headings for conversations and days, bold names, and styles in Markdown.
public final class MarkdownExport: ExportWriting {
  public let tellsAnswered = true
  private let output: ExportOutput
  private let zone: ExportZone
  private var paths: ExportedPaths
  private var files = ExportedFiles()
  private var hasBegun = false
  private var day = ""

  /// - Parameter folder: folder of the file, to which the paths of media are relative.
  public init(
    in folder: String? = nil, zone: ExportZone = .utc, _ output: @escaping ExportOutput
  ) {
    self.output = output
    self.zone = zone
    paths = ExportedPaths(from: folder)
  }

  public func begin(_ conversation: ExportedConversation) throws {
    day = ""
    paths.folders = conversation.mediaFolders
    files.folders = conversation.mediaFolders
    try output("# \(escaped(ExportWords.line(conversation.record.name)))\n")
    if !hasBegun { try output("\n\(escaped(zone.sentence))\n") }
    hasBegun = true
  }

  public func add(_ exported: ExportedMessage) throws {
    let message = exported.record
    let time = ExportTime(message.time, in: zone)
    if time.day != day {
      day = time.day
      try output("\n## \(day)\n")
    }
    if case .service = message.kind {
      try output("\n*\(time.clock) \(escaped(ExportWords.line(message.text.string)))*\n")
      guard !message.media.isEmpty else { return }
      return try output("\n\(message.media.map(line).joined(separator: "  \n"))\n")
    }
    func plain(_ text: String) -> String { escaped(ExportWords.line(text)) }
    var lines = ExportWords.above(message).map { "*\(plain($0))*" }
    if let answered = ExportWords.answered(exported) { lines.append("↩ *\(plain(answered))*") }
    if !message.text.isEmpty {
      lines += ExportWords.lines(marked(message.text)).map(withoutBlock)
    }
    lines += ExportWords.below(message).map(plain)
    lines += message.media.map(line)
    if let reactions = ExportWords.reactions(message) { lines.append("(\(plain(reactions)))") }
    let name = escaped(ExportWords.name(message.author?.name ?? "Unknown"))
    let edited = message.isEdited ? " (edited)" : ""
    try output(
      "\n**\(name)** \(time.clock)\(edited)  \n\(lines.joined(separator: "  \n"))\n")
  }

  public func finish() throws {}

  /// Returns the line of a file, as a link if it is there.
  private func line(for media: MediaRecord) -> String {
    guard let path = media.path, let target = target(ofFile: path) else {
      return escaped(ExportWords.line(ExportWords.media(media)))
    }
    let name = escaped(ExportWords.line(media.fileName ?? path))
    return "\(media.kind == .photo ? "!" : "")[\(name)](\(target))"
  }

  /// Returns the address of an export's path; nil for a path that leads to the network, from which
  /// a Markdown viewer would load without asking, or out of the export, also by a symbolic link.
  private func target(ofFile path: String) -> String? {
    let first = path.utf8.prefix { $0 != UInt8(ascii: "/") }
    guard path.utf8.first != UInt8(ascii: "/"), !first.contains(UInt8(ascii: ":")),
      first.first != UInt8(ascii: "~"), !PathNames.leadsUp(path), files.contains(path)
    else { return nil }
    return Self.encoded(paths.path(path)) { byte in
      byte >= 0x80 || "-._/".utf8.contains(byte) || Self.isAlphanumeric(byte)
    }
  }

  /// Returns a web address without characters that could end it, or the line. An entity in it would
  /// be read as a character.
  private static func address(_ text: String) -> String {
    withoutEntities(
      encoded(text) { $0 > 0x20 && $0 != 0x7F && !"()<>\\[]`\"".utf8.contains($0) })
  }

  /// Returns a text in which `&amp;` replaces each `&` that may begin an entity.
  ///
  /// - Complexity: O(bytes).
  private static func withoutEntities(_ text: String) -> String {
    var result: [UInt8] = []
    // Position after the last `&` in the result, while only letters and digits follow it.
    var open: Int?
    for byte in text.utf8 {
      if byte == UInt8(ascii: ";"), let start = open, start < result.count {
        result.insert(contentsOf: "amp;".utf8, at: start)
      }
      result.append(byte)
      if byte == UInt8(ascii: "&") {
        open = result.count
      } else if !isAlphanumeric(byte), byte != UInt8(ascii: "#") {
        open = nil
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Returns a text with all bytes percent-encoded except those that may stay. Characters that turn
  /// the text around or that a terminal executes never stay.
  private static func encoded(_ text: String, _ mayStay: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for scalar in text.unicodeScalars {
      let isHidden = ExportWords.isControl(scalar)
      for byte in scalar.utf8 {
        if !isHidden, mayStay(byte) {
          result.append(byte)
        } else {
          result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Escapes Markdown's characters. Works on scalars: a combining mark makes another character of a
  /// delimiter, but Markdown readers still see the delimiter.
  private func escaped(_ text: some StringProtocol) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if "\\`*_[]<>#|~!&".unicodeScalars.contains(scalar) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// Returns a line of a message, escaped so that its beginning does not turn the previous line
  /// into a heading or begin a list or code.
  private func withoutBlock(_ line: String) -> String {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    let indent = String(repeating: "\u{A0}", count: line.count - rest.count)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if let first = rest.first, "-+=".contains(first) { return indent + "\\" + rest }
    let sign = rest.dropFirst(digits.count).prefix(2)
    if !digits.isEmpty, ["." as Substring, ")", ". ", ") "].contains(sign) {
      return indent + digits + "\\" + rest.dropFirst(digits.count)
    }
    return indent + rest
  }

  private func marked(_ text: StyledText) -> String {
    var result = ""
    for part in StyledParts(text) {
      let words = part.runs.map(marked).joined()
      let isLine = !words.allSatisfy(\.isWhitespace) && !words.contains(where: \.isNewline)
      if isLine, let address = part.link.flatMap(WebAddress.init) {
        result += "[\(words)](\(Self.address(address.text)))"
      } else {
        result += words
      }
    }
    return result
  }

  private func marked(_ run: StyledParts.Run) -> String {
    let isCode = run.marks.contains(.code)
    let words =
      isCode
      ? String(
        String.UnicodeScalarView(run.text.unicodeScalars.map { $0 == "`" ? "'" : $0 }))
      : escaped(run.text)
    guard !run.text.allSatisfy(\.isWhitespace), !run.text.contains(where: \.isNewline) else {
      return isCode ? escaped(run.text) : words
    }
    let signs = run.marks.compactMap(\.sign)
    return signs.joined() + words + signs.reversed().joined()
  }
}

/// A table for spreadsheets. Times have the zone's distance from UTC behind them. What a
/// spreadsheet would take for a formula stands after an apostrophe.
public final class CSVExport: ExportWriting {
  public let tellsAnswered = false
  private let output: ExportOutput
  private let zone: ExportZone
  private var paths: ExportedPaths
  private var conversation = ""
  private var hasBegun = false

  /// - Parameter folder: folder of the file, to which the paths of media are relative.
  public init(
    in folder: String? = nil, zone: ExportZone = .utc, _ output: @escaping ExportOutput
  ) {
    self.output = output
    self.zone = zone
    paths = ExportedPaths(from: folder)
  }

  private func head() throws {
    guard !hasBegun else { return }
    hasBegun = true
    try output(
      "conversation,time,author,kind,text,media,reply_to,edited,key,forwarded_from,reactions,links,"
        + "more\r\n")
  }

  public func begin(_ conversation: ExportedConversation) throws {
    try head()
    self.conversation = Clipping.name(conversation.record.name)
    paths.folders = conversation.mediaFolders
  }

  public func add(_ exported: ExportedMessage) throws {
    let message = exported.record
    let links = message.text.spans.compactMap { span -> String? in
      if case .link(let target) = span.attribute { target } else { nil }
    }
    let kind =
      switch message.kind {
      case .message: "message"
      case .deleted: "deleted"
      case .service(let action): "service: \(action)"
      }
    let fields = [
      conversation, ExportTime(message.time, in: zone).iso,
      Clipping.name(message.author?.name ?? ""), kind,
      message.text.string,
      message.media
        .map { ExportWords.media($0, path: $0.path.map(paths.path)) }.joined(separator: "\n"),
      message.replyTo?.sourceKey ?? "", message.isEdited ? "yes" : "", message.sourceKey,
      message.forwardedFrom.map(ExportWords.origin) ?? "", ExportWords.reactions(message) ?? "",
      links.joined(separator: "\n"),
      (ExportWords.above(message).dropFirst(message.forwardedFrom == nil ? 0 : 1)
        + ExportWords.below(message)).joined(separator: "\n"),
    ]
    try output(fields.map(field).joined(separator: ",") + "\r\n")
  }

  public func finish() throws { try head() }

  /// Returns a quoted field. Works on scalars, as programs that read tables do: a quotation mark
  /// with a combining mark is another character to Swift, but would end the field.
  private func field(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isQuoted = false
    if let first = text.unicodeScalars.first, "\t\r\n".unicodeScalars.contains(first) {
      result.append("'")
    }
    // Whether a cell may begin here. Programs may split tables at semicolons or tabs, as in much of
    // Europe: then a cell begins after each of them, quoted or not.
    var isAtStart = true
    for scalar in text.unicodeScalars {
      if isAtStart, "=+-@＝＋－＠".unicodeScalars.contains(scalar) { result.append("'") }
      // A quotation mark may count as the cell's own: what follows is still the beginning.
      isAtStart = isAtStart && scalar == "\""
      switch scalar {
      case "\"":
        isQuoted = true
        result.append("\"")
      case ",": isQuoted = true
      case ";", "\t", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        isQuoted = true
        isAtStart = true
      default:
        // A table may be shown on a terminal, too.
        if ForeignText.turnsText(scalar.value) { continue }
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
          result.append(" ")
          continue
        }
      }
      result.append(scalar)
    }
    return isQuoted ? "\"\(String(result))\"" : String(result)
  }
}

/// The parts of a text, each one link or text without links, with runs of equal styles.
///
/// The output is at most a small multiple of the text, however its styles are nested: each link
/// appears once, and among nested links the outer one counts.
struct StyledParts: Sequence {
  enum Mark: Int, CaseIterable {
    case bold, italic, underline, strike, code, blockquote, spoiler

    init?(_ attribute: StyledText.Attribute) {
      switch attribute {
      case .bold: self = .bold
      case .italic: self = .italic
      case .underline: self = .underline
      case .strike: self = .strike
      case .code, .preformatted: self = .code
      case .blockquote: self = .blockquote
      case .spoiler: self = .spoiler
      default: return nil
      }
    }

    /// Tag in HTML.
    var tag: String {
      switch self {
      case .bold: "b"
      case .italic: "i"
      case .underline: "u"
      case .strike: "s"
      case .code: "code"
      case .blockquote: "q"
      case .spoiler: "span"
      }
    }

    /// Delimiter in Markdown.
    var sign: String? {
      switch self {
      case .bold: "**"
      case .italic: "*"
      case .strike: "~~"
      case .code: "`"
      case .underline, .blockquote, .spoiler: nil
      }
    }
  }

  struct Run {
    var text: String
    var marks: [Mark]
  }

  struct Part {
    var link: String?
    var runs: [Run]
  }

  private let parts: [Part]

  /// - Complexity: O(n log n) for n spans.
  init(_ text: StyledText) {
    guard !text.spans.isEmpty else {
      parts = text.isEmpty ? [] : [Part(runs: [Run(text: text.string, marks: [])])]
      return
    }
    let bytes = Array(text.string.utf8)
    func bounded(_ offset: Int) -> Int { Swift.min(Swift.max(0, offset), bytes.count) }
    /// Changes of the number of open spans of a style, by offset.
    var changes: [Int: [(mark: Mark, by: Int)]] = [0: [], bytes.count: []]
    var links: [(range: Range<Int>, target: String)] = []
    for span in text.spans {
      let (lower, upper) = (bounded(span.range.lowerBound), bounded(span.range.upperBound))
      guard lower < upper else { continue }
      if let mark = Mark(span.attribute) {
        changes[lower, default: []].append((mark, 1))
        changes[upper, default: []].append((mark, -1))
      } else if case .link(let target) = span.attribute {
        links.append((lower..<upper, target))
      }
    }
    // Outermost links: a link that begins within an earlier one is omitted.
    var outer: [(range: Range<Int>, target: String)] = []
    for link in links.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where link.range.lowerBound >= outer.last?.range.upperBound ?? 0 {
      outer.append(link)
      for edge in [link.range.lowerBound, link.range.upperBound] {
        changes[edge, default: []] += []
      }
    }
    var open = [Int](repeating: 0, count: Mark.allCases.count)
    var parts: [Part] = []
    var next = outer[...]
    let edges = changes.keys.sorted()
    for (from, to) in zip(edges, edges.dropFirst()) {
      for change in changes[from] ?? [] { open[change.mark.rawValue] += change.by }
      if let link = next.first, link.range.upperBound <= from { next.removeFirst() }
      let link = next.first.flatMap { $0.range.contains(from) ? $0 : nil }
      let run = Run(
        text: String(decoding: bytes[from..<to], as: UTF8.self),
        marks: Mark.allCases.filter { open[$0.rawValue] > 0 })
      let begins = link.map { $0.range.lowerBound == from } ?? (parts.last?.link != nil)
      if begins || parts.isEmpty {
        parts.append(Part(link: link?.target, runs: [run]))
      } else {
        parts[parts.count - 1].runs.append(run)
      }
    }
    self.parts = parts
  }

  func makeIterator() -> Array<Part>.Iterator { parts.makeIterator() }
}
