import LugeArchive
import LugeCore
import LugeWords

/// Reads the text files that programs make from Signal's databases: signalbackup-tools
/// (`--exporttxt`), sigtop (`text`, `text-short`) and signal-export (`chat.md`).
public enum SignalTextReader: ExportReader {
  public static let formatName = "Signal text (signalbackup-tools, sigtop, signal-export)"
  public static var evidence: String {
    localized("lines as signalbackup-tools, sigtop or signal-export write them")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    SignalTextLayout.recognised(prefix, fileName: fileName)?.confidence ?? 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let replaying = try ReplayingByteSource(source, prefixLength: 1 << 16)
    guard
      let layout = SignalTextLayout.recognised(replaying.prefix, fileName: source.fileName)?.layout
    else {
      throw ArchiveError.unknownFormat(
        path: source.name, hint: "It looks like text of Signal's, and no line begins a message.")
    }
    if layout == .markdown, let data = source.sibling("data.json"), data.size != 0 {
      // It has the same messages with more detail.
      return try sink.note(
        SkippedRecord(
          file: source.name, place: "whole file",
          reason: "data.json beside it has the same messages and is read instead"))
    }
    try SignalTextReading(replaying, layout: layout, sink: sink).run()
  }
}

/// A chat's name in a file's, or in a text's first line. Programs append what tells chats of one
/// name apart: `Ann (+491234)`, `Ann (_id7)`, `Family (group)`.
struct SignalChatName {
  /// The name with what tells it apart.
  var whole: String
  var name: String
  /// What tells it apart; nil if there is nothing.
  var mark: Substring?

  init(_ text: some StringProtocol) {
    var rest = Substring(text)
    var found = Self.bracketed(rest)
    // A copy of a file: `Ann (+491234) (1)`.
    if let copy = found, copy.inside.utf8.count < 3,
      copy.inside.allSatisfy({ $0.isASCII && $0.isNumber })
    {
      rest = copy.before
      found = Self.bracketed(rest)
    }
    whole = String(rest)
    name = found.map { String($0.before) } ?? whole
    mark = found?.inside
  }

  /// Divides `Ann (+491234)`; nil if nothing is in brackets at the end.
  private static func bracketed(_ text: Substring) -> (before: Substring, inside: Substring)? {
    guard text.utf8.last == UInt8(ascii: ")"), let open = text.lastRange(ofBytes: " (") else {
      return nil
    }
    return (text[..<open.lowerBound], text[open.upperBound...].dropLast())
  }

  /// Returns the name that earlier versions took from a file's name.
  static func former(_ fileTitle: String) -> String {
    fileTitle.lastRange(ofBytes: " (").map { String(fileTitle[..<$0.lowerBound]) } ?? fileTitle
  }
}

/// Layouts of texts, by the program that wrote them.
enum SignalTextLayout {
  /// signalbackup-tools: `[Jan 05, 2024 10:11:12] <Ann> hi`
  case bracketed
  /// sigtop: `From: Ann (+49…)`, `Type: incoming`, `Sent: …`, an empty line, the text.
  case fields
  /// sigtop: `2024-01-05 10:11 Ann: hi`
  case short
  /// signal-export: `[2024-01-05 10:11:12] Ann: hi`
  case markdown

  /// Bytes of a beginning with a single message, which a long text has.
  private static let longFirst = 4096

  static func recognised(_ prefix: [UInt8], fileName: String)
    -> (layout: Self, confidence: Int)?
  {
    let lines = LineReader(MemoryByteSource(prefix, name: fileName))
    let isMarkdown = ["chat.md", "index.md"].contains(fileName)
    var first = ""
    var all = 0
    var tallies: [Self: Int] = [:]
    var hasOwn = false
    var hasType = false
    // Marks of signal-export in a file that was renamed: "Me" as an author, and an empty line after
    // each message or its signs for reactions and files.
    var hasMe = false
    var blanks = 0
    var hasSigns = false
    while let line = try? lines.next(), all < 200 {
      let text = String(decoding: line.bytes.prefix(400), as: UTF8.self)
      guard !text.isEmpty else {
        blanks += 1
        continue
      }
      if all == 0 { first = text }
      all += 1
      if text.hasPrefix("Type: ") { hasType = true }
      if text.hasPrefix("(- ") || text.contains("](./media/") { hasSigns = true }
      for layout in [Self.bracketed, .short, .markdown] where layout.head(text) != nil {
        tallies[layout, default: 0] += 1
        if layout == .short, text.dropFirst(16).hasPrefix(" You:") { hasOwn = true }
        if layout == .markdown, text.contains("] Me: ") { hasMe = true }
      }
    }
    if first.hasPrefix("Conversation: "), hasType { return (.fields, 96) }
    if Self.markdown.head(first) != nil {
      if isMarkdown { return (.markdown, 97) }
      // Lines of WhatsApp begin in the same way.
      let heads = tallies[.markdown] ?? 0
      if hasMe, heads * 2 >= all, hasSigns || blanks * 2 >= heads { return (.markdown, 96) }
    }
    if Self.bracketed.head(first) != nil {
      return (.bracketed, fileName.contains(" (_id") ? 97 : 94)
    }
    if Self.short.head(first) != nil {
      let heads = tallies[.short] ?? 0
      if hasOwn, heads * 2 >= all { return (.short, 75) }
      // The first message is longer than what is looked at.
      if heads == 1, prefix.count >= Self.longFirst, hasOwn || fileName.contains(" (+") {
        return (.short, 75)
      }
    }
    return nil
  }

  /// A line that begins a message.
  struct Head {
    var time: Timestamp
    /// Author; nil for an event.
    var author: String?
    /// Text after the author.
    var rest: Substring
    /// Whether the text is a file's name or type (signalbackup-tools).
    var isFile = false
  }

  func head(_ line: String) -> Head? {
    switch self {
    case .bracketed: Self.bracketed(line)
    case .short: Self.short(line)
    case .markdown: Self.markdown(line)
    case .fields: nil
    }
  }

  private static func bracketed(_ line: String) -> Head? {
    guard line.hasPrefix("["), let close = line.prefix(32).firstIndex(of: "]") else { return nil }
    let written = line[line.index(after: line.startIndex)..<close]
    let words = written.split(separator: " ")
    guard words.count == 4, words[1].hasSuffix(","),
      let day = WrittenTime.day(words[0..<3].joined(separator: " "), monthFirst: true),
      let clock = WrittenTime.clock(words[3])
    else { return nil }
    let time = WrittenTime.timestamp(day, clock)
    var rest = line[line.index(after: close)...].dropFirst()
    if rest.hasPrefix("*** <"), let end = rest.firstRange(ofBytes: "> sent file") {
      let name = rest.dropFirst(5)[..<end.lowerBound]
      return Head(
        time: time, author: String(name), rest: rest[end.upperBound...].dropFirst(), isFile: true)
    }
    if rest.hasPrefix("*** ") { return Head(time: time, author: nil, rest: rest.dropFirst(4)) }
    guard rest.hasPrefix("<"), let end = rest.firstRange(ofBytes: "> ") else { return nil }
    let name = rest.dropFirst()[..<end.lowerBound]
    rest = rest[end.upperBound...]
    return Head(time: time, author: String(name), rest: rest)
  }

  private static func short(_ line: String) -> Head? {
    let written = line.prefix(16)
    guard written.utf8.count == 16, let time = ISOTime.parse("\(written):00"),
      line.dropFirst(16).first == " "
    else { return nil }
    let rest = line.dropFirst(17)
    guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), colon > rest.startIndex else {
      return nil
    }
    return Head(
      time: Timestamp(seconds: time.seconds, certainty: .minuteZoneUnknown),
      author: String(rest[..<colon]), rest: rest[rest.utf8.index(after: colon)...].dropFirst())
  }

  private static func markdown(_ line: String) -> Head? {
    guard line.hasPrefix("["), let close = line.prefix(24).firstIndex(of: "]") else { return nil }
    var written = line[line.index(after: line.startIndex)..<close].filter { $0 != "," }
    let hasSeconds = written.count > 16
    if !hasSeconds { written += ":00" }
    guard var time = ISOTime.parse(written) else { return nil }
    if !hasSeconds { time.certainty = .minuteZoneUnknown }
    let rest = line[line.index(after: close)...].dropFirst()
    guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), colon > rest.startIndex else {
      return nil
    }
    return Head(
      time: time, author: String(rest[..<colon]),
      rest: rest[rest.utf8.index(after: colon)...].dropFirst())
  }
}

/// One read of one file.
private final class SignalTextReading {
  private let source: any ByteSource
  private let layout: SignalTextLayout
  private let sink: any ImportSink

  // MARK: Mutable State (owned by the one thread that reads)

  private var conversation: ConversationRecord
  private var repetitions = RepetitionCounter()
  private var speakers: Set<String> = []
  private var pending: (head: SignalTextLayout.Head, line: Int)?
  private var lines: [String] = []
  private var size = 0
  private var progress = ReadingProgress()

  init(_ source: any ByteSource, layout: SignalTextLayout, sink: any ImportSink) {
    self.source = source
    self.layout = layout
    self.sink = sink
    var name = SignalChatName(source.fileTitle)
    var former = SignalChatName.former(source.formerFileTitle)
    if layout == .markdown, ["chat", "index"].contains(name.whole) {
      let folder = source.context.containerName ?? name.whole
      (name.whole, name.name) = (folder, folder)
      former = folder
    }
    conversation = ConversationRecord(
      key: "signal-text:\(name.whole)", name: SourceContext.shownName(of: name.name),
      kind: .personal, ownAuthorKey: layout == .bracketed ? nil : "me",
      mediaRoot: source.context.mediaRoot)
    conversation.formerKey = "signal-text:\(former)"
  }

  func run() throws {
    let reader = LineReader(source)
    if layout != .fields { try sink.begin(conversation) }
    if layout == .fields { return try SignalFields(reader, self.source, sink).run() }
    while let line = try reader.next() {
      if progress.isDue(at: reader.bytesRead) { try sink.progress(bytes: reader.bytesRead) }
      let text = LegacyText.decode(line.bytes)
      if let head = layout.head(text) {
        try finish()
        pending = (head, line.number)
        lines = [String(head.rest)]
        size = head.rest.utf8.count
      } else if pending != nil, size + text.utf8.count < LineReader.defaultLimit {
        lines.append(text)
        size += LineReader.memory(ofLine: text.utf8.count)
      } else if !text.isEmpty {
        try sink.skip(
          SkippedRecord(
            file: source.name, place: "line \(line.number)",
            reason: pending == nil
              ? "before the first message"
              : "the message is larger than \(ByteCount(LineReader.defaultLimit))"))
      }
    }
    try finish()
    if speakers.count > 2 {
      conversation.kind = .group
      try sink.amend(conversation)
    }
    try sink.progress(bytes: reader.bytesRead)
  }

  private func finish() throws {
    guard let (head, _) = pending else { return }
    pending = nil
    var text = lines.joined(separator: "\n").trimmingBlanks
    let author = head.author.map { name in
      ["You", "Me"].contains(name) && layout != .bracketed
        ? AuthorRecord(key: "me", name: "Me") : AuthorRecord(key: name, name: name)
    }
    var record = MessageRecord(
      sourceKey: repetitions.key(time: head.time, author: head.author, text: text),
      author: author, time: head.time)
    if let author, speakers.count < 3 { speakers.insert(author.key) }
    switch layout {
    case .bracketed: readBracketed(head, &text, &record)
    case .short: readShort(&text, &record)
    default: readMarkdown(&text, &record)
    }
    if record.text.string.isEmpty { record.text = StyledText(text) }
    try sink.add(record)
  }

  private func readBracketed(
    _ head: SignalTextLayout.Head, _ text: inout String, _ record: inout MessageRecord
  ) {
    guard head.author != nil else {
      record.kind = .service(action: "update")
      return
    }
    record.reactions = Self.takeReactions(&text, separator: "; ", open: " (", close: ")")
    guard head.isFile else { return }
    var name = text
    text = ""
    let type = name.hasPrefix("of type ") ? String(name.dropFirst(8)) : nil
    name = name.trimming("\"")
    record.media = [
      type.map { MediaRecord(kind: SignalText.kind(type: $0, fileName: nil), mimeType: $0) }
        ?? MediaRecord(kind: .init(fileName: name), fileName: name.isEmpty ? nil : name)
    ]
  }

  /// Maximum attachments of a message in Signal; the text tells no more of them than their number.
  private static let mostAttachments = 32

  /// Reads the brackets in `[reply to Ann on 2024-01-05 10:11, edited, 2 attachments] hi`.
  private func readShort(_ text: inout String, _ record: inout MessageRecord) {
    guard text.hasPrefix("["), let close = text.firstIndex(of: "]") else { return }
    let inside = text[text.index(after: text.startIndex)..<close]
    // Users write brackets, too, if there is text after them.
    let isAll = text[close...].dropFirst().allSatisfy(\.isWhitespace)
    if isAll, inside.hasSuffix(" message"), !inside.contains(",") {
      record.kind = .service(action: String(inside.dropLast(8)))
      text = String(inside.dropLast(8)).replacing("-", with: " ")
      return
    }
    var count = 0
    for part in inside.split(separator: ", ") {
      if part == "edited" {
        record.isEdited = true
      } else if part.hasSuffix(" attachment") || part.hasSuffix(" attachments"),
        let number = Int(part.prefix { $0 != " " })
      {
        count = number.clamped(to: 0...Self.mostAttachments)
      } else if !part.hasPrefix("reply to ") || !part.contains(" on ") {
        return
      }
    }
    text = String(text[text.index(after: close)...].dropFirst())
    record.media = Array(
      repeating: MediaRecord(kind: .other, note: "(attachment, not in the text)"), count: count)
  }

  private func readMarkdown(_ text: inout String, _ record: inout MessageRecord) {
    if text == "(This message was deleted)" {
      record.kind = .deleted
      text = "This message was deleted"
      return
    }
    if let sticker = text.lastRange(ofBytes: "(( "), text.hasSuffix(" ))") {
      record.media.append(
        MediaRecord(kind: .sticker, note: String(text[sticker.upperBound...].dropLast(3))))
      text = text[..<sticker.lowerBound].trimmingBlanks
    }
    record.media = Self.takeFiles(&text) + record.media
    record.reactions = Self.takeReactions(&text, separator: ", ", open: "(- ", close: " -)")
    text = text.trimmingBlanks
    // A quotation precedes the text.
    var quotation: [Substring] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.first, line.hasPrefix("> ") || line == ">" {
      quotation.append(line.dropFirst(2))
      rest = rest.dropFirst()
    }
    guard !quotation.isEmpty else { return }
    let quoted = quotation.joined(separator: "\n").trimmingBlanks
    let words = rest.joined(separator: "\n").trimmingBlanks
    text = words.isEmpty ? quoted : "\(quoted)\n\(words)"
    if !quoted.isEmpty {
      record.text = StyledText(text, spans: [.init(0..<quoted.utf8.count, .blockquote)])
    }
  }

  /// Removes and returns the files at the end, such as `![a b.png](./media/a%20b.png)`.
  private static func takeFiles(_ text: inout String) -> [MediaRecord] {
    // Each byte is read once, however many files there are.
    let bytes = Array(text.utf8)
    let mark = Array("](./".utf8)
    let blanks = Set(" \t\r\n".utf8)
    var files: [MediaRecord] = []
    var end = bytes.count
    while end > 0, bytes[end - 1] == UInt8(ascii: ")") {
      var middle = end - 1 - mark.count
      while middle >= 0, !bytes[middle...].starts(with: mark) { middle -= 1 }
      guard middle >= 0, let open = bytes[..<middle].lastIndex(of: UInt8(ascii: "[")) else { break }
      let path = MailWords.percentDecoded(
        String(decoding: bytes[(middle + mark.count)..<(end - 1)], as: UTF8.self))
      let name = String(decoding: bytes[(open + 1)..<middle], as: UTF8.self)
      let file = String(decoding: path, as: UTF8.self)
      files.append(
        MediaRecord(
          kind: .init(fileName: name.isEmpty ? file : name), path: file,
          fileName: name.isEmpty ? nil : name))
      end = open
      if end > 0, bytes[end - 1] == UInt8(ascii: "!") { end -= 1 }
      while end > 0, blanks.contains(bytes[end - 1]) { end -= 1 }
    }
    if !files.isEmpty { text = String(decoding: bytes[..<end], as: UTF8.self) }
    return files.reversed()
  }

  /// Removes and returns reactions at the end, such as `(Ann: 👍; Bob: ❤️)`, but no other text in
  /// parentheses.
  private static func takeReactions(
    _ text: inout String, separator: String, open: String, close: String
  ) -> [ReactionRecord] {
    guard text.hasSuffix(close), let start = text.lastRange(ofBytes: open)
    else { return [] }
    var reactions: [ReactionRecord] = []
    for part in text[start.upperBound...].dropLast(close.count).split(bytes: separator) {
      guard let colon = part.lastRange(ofBytes: ": ") else { return [] }
      let emoji = String(part[colon.upperBound...])
      guard emoji.count <= 2, let first = emoji.unicodeScalars.first, first.value > 0xFF else {
        return []
      }
      reactions.add(emoji, by: String(part[..<colon.lowerBound]))
    }
    guard !reactions.isEmpty else { return [] }
    text = String(text[..<start.lowerBound])
    return reactions
  }
}

/// Reads sigtop's text: lines of fields, an empty one, a quotation, the text.
private final class SignalFields {
  private let reader: LineReader
  private let source: any ByteSource
  private let sink: any ImportSink

  // MARK: Mutable State (owned by the one thread that reads)

  private var repetitions = RepetitionCounter()
  private var progress = ReadingProgress()
  /// The lines of a message up to a limit, and the last ones beyond it, which may begin another
  /// message.
  private var block: [String] = []
  private var beyond: [String] = []
  private var blockLine = 1
  private var size = 0
  private var leftOut = 0

  init(_ reader: LineReader, _ source: any ByteSource, _ sink: any ImportSink) {
    self.reader = reader
    self.source = source
    self.sink = sink
  }

  func run() throws {
    while let line = try reader.next() {
      if progress.isDue(at: reader.bytesRead) { try sink.progress(bytes: reader.bytesRead) }
      let text = LegacyText.decode(line.bytes)
      if line.number == 1, text.hasPrefix("Conversation: ") {
        let head = SignalChatName(text.dropFirst(14))
        var conversation = ConversationRecord(
          key: "signal-text:\(head.whole)", name: head.name,
          kind: head.mark?.hasPrefix("group") == true ? .group : .personal, ownAuthorKey: "me",
          mediaRoot: source.context.mediaRoot)
        conversation.formerKey = "signal-text:\(head.name)"
        try sink.begin(conversation)
        continue
      }
      // A message begins with `From:` and `Type:` after an empty line, with the time below them.
      if let colon = text.prefix(10).firstIndex(of: ":"),
        ["Sent", "Received"].contains(text[..<colon]),
        WrittenTime.mail(text[colon...].dropFirst()) != nil
      {
        try beginIfHead()
      }
      take(text)
    }
    try endBlock()
    try sink.progress(bytes: reader.bytesRead)
  }

  private func take(_ line: String) {
    if beyond.isEmpty, size + line.utf8.count < LineReader.defaultLimit, block.count < 200_000 {
      block.append(line)
      size += line.utf8.count
    } else {
      beyond.append(line)
      guard beyond.count > Self.headLength else { return }
      beyond.removeFirst()
      leftOut += 1
    }
  }

  /// Number of lines that show that a message begins: an empty one, `From:` and `Type:`.
  private static let headLength = 3

  /// Ends the previous message if the last lines begin another one.
  private func beginIfHead() throws {
    var last = block.suffix(Self.headLength) + beyond
    last = last.suffix(Self.headLength)
    guard last.popLast()?.hasPrefix("Type: ") == true else { return }
    var count = 1
    if last.last?.hasPrefix("From: ") == true {
      last.removeLast()
      count += 1
    }
    guard last.last?.isEmpty ?? true else { return }
    let head = Array((block.suffix(count) + beyond).suffix(count))
    let inBlock = max(0, count - beyond.count)
    block.removeLast(inBlock)
    beyond.removeLast(count - inBlock)
    try endBlock()
    for line in head { take(line) }
    blockLine = reader.lineNumber - head.count
  }

  private func endBlock() throws {
    leftOut += beyond.count
    if leftOut > 0 {
      try sink.note(
        SkippedRecord(
          file: source.name, place: "line \(blockLine)",
          reason: "the message is larger than \(ByteCount(LineReader.defaultLimit)) or has more "
            + "than 200,000 lines: its last \(leftOut) are left out"))
    }
    try finish(block)
    (block, beyond, size, leftOut) = ([], [], 0, 0)
  }

  private func finish(_ block: [String]) throws {
    guard block.contains(where: { !$0.isEmpty }) else { return }
    let headEnd = block.firstIndex(of: "") ?? block.count
    var fields: [(name: Substring, value: Substring)] = []
    for line in block[..<headEnd] {
      guard let colon = line.firstRange(ofBytes: ": ") else { continue }
      fields.append((line[..<colon.lowerBound], line[colon.upperBound...]))
    }
    func field(_ name: String) -> Substring? { fields.first { $0.name == name }?.value }
    guard let time = (field("Sent") ?? field("Received")).flatMap({ WrittenTime.mail($0) }) else {
      return try sink.skip(
        SkippedRecord(
          file: source.name, place: "line \(blockLine)", reason: "it has no time"))
    }
    let type = field("Type").map(String.init) ?? "unknown"
    let from = field("From").map { SignalChatName($0).name }
    let author =
      from == "You" || type == "outgoing"
      ? AuthorRecord(key: "me", name: "Me") : from.map { AuthorRecord(key: $0, name: $0) }
    var body = Array(block[headEnd...].drop(while: \.isEmpty))
    if field("Edited") != nil { body = Self.newest(body) }
    let (quotation, words) = Self.split(body)
    let text = [quotation, words].filter { !$0.isEmpty }.joined(separator: "\n")
    var record = MessageRecord(
      sourceKey: repetitions.key(time: time, author: author?.key, text: text), author: author,
      time: time,
      text: StyledText(
        text,
        spans: quotation.isEmpty ? [] : [.init(0..<quotation.utf8.count, .blockquote)]))
    record.isEdited = field("Edited") != nil
    if type != "incoming", type != "outgoing" {
      record.kind = .service(action: type)
      if text.isEmpty { record.text = StyledText(type.replacing("-", with: " ")) }
    }
    for (_, value) in fields.filter({ $0.name == "Attachment" }) {
      record.media.append(Self.attachment(value))
    }
    for (_, value) in fields.filter({ $0.name == "Reaction" }) {
      guard let from = value.firstRange(ofBytes: " from ") else { continue }
      record.reactions.add(
        String(value[..<from.lowerBound]), by: SignalChatName(value[from.upperBound...]).name)
    }
    try sink.add(record)
  }

  /// Parses `a.png (image/png, 1234 bytes)`.
  private static func attachment(_ value: Substring) -> MediaRecord {
    guard value.hasSuffix(" bytes)"), let open = value.lastRange(ofBytes: " (") else {
      return MediaRecord(kind: .file, fileName: String(value))
    }
    let parts = value[open.upperBound...].dropLast(7).split(bytes: ", ")
    let name = value[..<open.lowerBound] == "no filename" ? nil : String(value[..<open.lowerBound])
    let type = parts.first.map(String.init)
    return MediaRecord(
      kind: SignalText.kind(type: type, fileName: name), mimeType: type, fileName: name,
      size: parts.last.flatMap { Int64($0) })
  }

  /// Returns the text of the newest version of an edited message: versions have `|` before each
  /// line, and the newest is first.
  private static func newest(_ lines: [String]) -> [String] {
    var versions = 0
    var isBody = false
    var result: [String] = []
    for line in lines {
      if line.hasPrefix("| Version: ") {
        versions += 1
        if versions > 1 { break }
        isBody = false
      } else if line == "|", !isBody {
        isBody = true
      } else if isBody, line.hasPrefix("|") {
        result.append(String(line.dropFirst(line.hasPrefix("| ") ? 2 : 1)))
      }
    }
    return result
  }

  /// Splits lines into the quotation, without its author and time, and the message's own text.
  private static func split(_ lines: [String]) -> (quotation: String, words: String) {
    var quotation: [Substring] = []
    var isBehindFields = false
    var index = 0
    if lines.first?.hasPrefix("> From: ") == true {
      while index < lines.count, lines[index].hasPrefix(">") {
        let line = lines[index].dropFirst(lines[index].hasPrefix("> ") ? 2 : 1)
        let isField = ["From: ", "Sent: ", "Attachment: "].contains { line.hasPrefix($0) }
        if line.isEmpty { isBehindFields = true }
        if !isField || isBehindFields { quotation.append(line) }
        index += 1
      }
    }
    return (
      quotation.joined(separator: "\n").trimmingBlanks,
      lines[index...].joined(separator: "\n").trimmingBlanks
    )
  }
}
