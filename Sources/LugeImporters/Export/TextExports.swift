import LugeArchive
import LugeCore

/// One line of words for an attachment: `[photo: a.jpg]`.
enum ExportWords {
  static func media(_ media: MediaRecord) -> String {
    let what =
      media.path ?? media.fileName ?? media.note?.split(separator: "\n").joined(separator: "; ")
    let kind = media.kind == .other ? "attachment" : media.kind.rawValue
    return what.map { "[\(kind): \($0)]" } ?? "[\(kind)]"
  }

  /// Characters that would end a line, turn its direction or be commands of a terminal become
  /// blanks.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
  }

  /// As ``line(_:)``, with line ends.
  static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      line(String($0))
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }
}

/// `[2024-01-01 10:00:00] Ann: hello`, further lines behind blanks.
public final class PlainTextExport: ExportWriting {
  private let output: ExportOutput
  private var hasBegun = false

  public init(_ output: @escaping ExportOutput) { self.output = output }

  public func begin(_ conversation: ExportedConversation) throws {
    try output("\(hasBegun ? "\n" : "")=== \(ExportWords.line(conversation.record.name)) ===\n")
    hasBegun = true
  }

  public func add(_ message: MessageRecord) throws {
    let time = ExportTime(message.time)
    var text = message.text.string
    for media in message.media {
      text += (text.isEmpty ? "" : "\n") + ExportWords.media(media)
    }
    if message.isEdited { text += " (edited)" }
    let lines = ExportWords.lines(text)
    let isService = if case .service = message.kind { true } else { false }
    let who =
      isService ? "* " : "\(ExportWords.line(message.author?.name ?? "Unknown")): "
    try output(
      "[\(time.day) \(time.clock)] \(who)\(lines.joined(separator: "\n    "))\n")
  }

  public func finish() throws {}
}

/// Headings for conversations and days, bold names, marks as Markdown writes them.
public final class MarkdownExport: ExportWriting {
  private let output: ExportOutput
  private var day = ""

  public init(_ output: @escaping ExportOutput) { self.output = output }

  public func begin(_ conversation: ExportedConversation) throws {
    day = ""
    try output("# \(escaped(ExportWords.line(conversation.record.name)))\n")
  }

  public func add(_ message: MessageRecord) throws {
    let time = ExportTime(message.time)
    if time.day != day {
      day = time.day
      try output("\n## \(day)\n")
    }
    if case .service = message.kind {
      return try output("\n*\(time.clock) \(escaped(ExportWords.line(message.text.string)))*\n")
    }
    var lines = ExportWords.lines(marked(message.text))
    lines += message.media.map { media in
      guard let path = media.path, !path.contains(where: \.isNewline) else {
        return escaped(ExportWords.line(ExportWords.media(media)))
      }
      let name = escaped(ExportWords.line(media.fileName ?? path))
      let target = path.replacing(" ", with: "%20").replacing("(", with: "%28")
        .replacing(")", with: "%29").replacing("<", with: "%3C").replacing(">", with: "%3E")
      return "\(media.kind == .photo ? "!" : "")[\(name)](\(target))"
    }
    if lines.first?.isEmpty == true { lines.removeFirst() }
    let name = escaped(ExportWords.line(message.author?.name ?? "Unknown"))
    let reply = message.replyTo == nil ? "" : " ↩"
    let edited = message.isEdited ? " (edited)" : ""
    try output(
      "\n**\(name)** \(time.clock)\(reply)\(edited)  \n\(lines.joined(separator: "  \n"))\n")
  }

  public func finish() throws {}

  private func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      if "\\`*_[]<>#|~!".contains(character) { result.append("\\") }
      result.append(character)
    }
    return result
  }

  private func marked(_ text: StyledText) -> String {
    var result = ""
    for run in StyledRuns(text) {
      let words =
        run.attributes.contains(.code) ? run.text.replacing("`", with: "'") : escaped(run.text)
      guard !run.text.allSatisfy(\.isWhitespace), !run.text.contains(where: \.isNewline) else {
        result += words
        continue
      }
      var (before, after) = ("", "")
      for attribute in run.attributes {
        let mark: String? =
          switch attribute {
          case .bold: "**"
          case .italic: "*"
          case .strike: "~~"
          case .code: "`"
          default: nil
          }
        if let mark {
          before += mark
          after = mark + after
        } else if case .link(let target) = attribute, let address = WebAddress(target) {
          before += "["
          after =
            "](\(address.text.replacing(")", with: "%29").replacing("(", with: "%28")))" + after
        }
      }
      result += before + words + after
    }
    return result
  }
}

/// A table for spreadsheets. What a spreadsheet would take for a formula stands behind an
/// apostrophe.
public final class CSVExport: ExportWriting {
  private let output: ExportOutput
  private var conversation = ""
  private var hasBegun = false

  public init(_ output: @escaping ExportOutput) { self.output = output }

  private func head() throws {
    guard !hasBegun else { return }
    hasBegun = true
    try output("conversation,time,author,kind,text,media,reply_to,edited,key\r\n")
  }

  public func begin(_ conversation: ExportedConversation) throws {
    try head()
    self.conversation = conversation.record.name
  }

  public func add(_ message: MessageRecord) throws {
    let kind =
      switch message.kind {
      case .message: "message"
      case .deleted: "deleted"
      case .service(let action): "service: \(action)"
      }
    let fields = [
      conversation, ExportTime(message.time).iso, message.author?.name ?? "", kind,
      message.text.string, message.media.map(ExportWords.media).joined(separator: "\n"),
      message.replyTo?.sourceKey ?? "", message.isEdited ? "yes" : "", message.sourceKey,
    ]
    try output(fields.map(field).joined(separator: ",") + "\r\n")
  }

  public func finish() throws { try head() }

  private func field(_ text: String) -> String {
    var text = text
    if let first = text.first, "=+-@\t\r".contains(first) { text = "'" + text }
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}

/// The pieces of a text in which the same marks hold.
struct StyledRuns: Sequence {
  struct Run {
    var text: String
    var attributes: [StyledText.Attribute]
  }

  private let runs: [Run]

  init(_ text: StyledText) {
    guard !text.spans.isEmpty else {
      runs = text.isEmpty ? [] : [Run(text: text.string, attributes: [])]
      return
    }
    let bytes = Array(text.string.utf8)
    var edges: Set<Int> = [0, bytes.count]
    for span in text.spans {
      edges.insert(Swift.min(Swift.max(0, span.range.lowerBound), bytes.count))
      edges.insert(Swift.min(Swift.max(0, span.range.upperBound), bytes.count))
    }
    let sorted = edges.sorted()
    // Opened and closed at their edges: texts with thousands of marks are no square of work.
    var starts: [Int: [Int]] = [:]
    for (index, span) in text.spans.enumerated() {
      starts[Swift.max(0, span.range.lowerBound), default: []].append(index)
    }
    var open: [Int] = []
    var runs: [Run] = []
    for (from, to) in zip(sorted, sorted.dropFirst()) {
      open.removeAll { text.spans[$0].range.upperBound <= from }
      open += starts[from] ?? []
      runs.append(
        Run(
          text: String(decoding: bytes[from..<to], as: UTF8.self),
          attributes: open.map { text.spans[$0].attribute }))
    }
    self.runs = runs
  }

  func makeIterator() -> Array<Run>.Iterator { runs.makeIterator() }
}
