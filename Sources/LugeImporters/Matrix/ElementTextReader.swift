import LugeArchive
import LugeCore
import LugeWords

/// Reads Element's plain text export: `Tue, Jan 2, 2024, 14:05:11 - Ann: Hello`; older versions
/// write the day as numbers, `02/01/2024, 14:05:11 - Ann: Hello`, which is a layout of WhatsApp's
/// too.
public enum ElementTextReader: ExportReader {
  public static let formatName = "Matrix (Element plain text)"
  public static var evidence: String {
    localized("lines that begin with a day, a time and a name as Element writes them")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let lines = LineReader(MemoryByteSource(prefix, name: fileName))
    var (all, heads, written, signs) = (0, 0, 0, 0)
    while let line = try? lines.next(), all < 300 {
      guard !line.bytes.isEmpty else { continue }
      all += 1
      guard let head = ElementTextHead(line.bytes) else {
        if heads == 0 { return 0 }
        continue
      }
      heads += 1
      if case .written = head.moment { written += 1 }
      let rest = line.bytes.slice(head.end..<line.bytes.count)
      if ElementTextLine.hasSign(String(decoding: rest.prefix(1024), as: UTF8.self)) { signs += 1 }
    }
    guard heads * 10 >= all, heads > 0 else { return 0 }
    if ElementTextName.room(in: fileName) != nil { return 98 }
    if written == heads { return signs > 0 ? 97 : heads > 1 ? 90 : 75 }
    return signs > 0 && signs * 100 >= heads ? 97 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try ElementTextReading(source, sink: sink).run()
  }
}

/// Names of Element's exports: `matrix - Garden - Chat Export - 2024-01-05T10-00-00.000Z.txt`, or
/// `export.txt` in a zip of such a name.
enum ElementTextName {
  static func room(in file: String) -> String? {
    guard let end = file.firstRange(ofBytes: " - Chat Export - "),
      let start = file.firstRange(ofBytes: " - "), start.upperBound <= end.lowerBound,
      ["matrix", "element"].contains(file[..<start.lowerBound].lowercased())
    else { return nil }
    let room = file[start.upperBound..<end.lowerBound]
    return room.isEmpty ? nil : String(room)
  }
}

/// The beginning of a message or an event, up to the dash.
struct ElementTextHead {
  enum Moment {
    /// A day with its month in words.
    case written(Timestamp)
    /// A day in numbers, whose order the whole file tells.
    case numbers(WhatsAppHeader)
  }

  let moment: Moment
  /// Offset of the text behind the dash.
  let end: Int

  /// Maximum bytes of a day and a time.
  private static let longest = 80

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    if let header = WhatsAppHeader(line) {
      guard header.layout.ending == .dash, header.second != nil else { return nil }
      (moment, end) = (.numbers(header), header.end)
      return
    }
    let head = line.prefix(Self.longest)
    guard let dash = head.firstRange(of: Array(" - ".utf8)),
      head[..<dash.lowerBound].count(where: { $0 == UInt8(ascii: ":") }) == 2
    else { return nil }
    let written = String(decoding: head[..<dash.lowerBound], as: UTF8.self)
    guard let time = ProseTime.parse(written) ?? ProseTime.parseShort(written) else { return nil }
    (moment, end) = (.written(time), dash.upperBound)
  }
}

/// Author and content of a line: the part after the dash.
struct ElementTextLine {
  var author: String?
  var text: String
  var media: MediaRecord?
  var isEmote = false

  /// Texts that Element writes after the name of a file.
  private static let fileMarks = [
    " (File Attached)", " (Media omitted)", " (Media omitted - file size limit exceeded)",
    " (Error fetching file)",
  ]
  private static let sent: [(words: String, kind: MediaRecord.Kind)] = [
    (" sent an image.", .photo), (" sent a sticker.", .sticker),
  ]
  /// Words of events behind which a colon may stand before a reason.
  private static let reasons = [
    " left the room", " banned ", " removed ", " withdrew ", " kicked ", " unbanned ",
  ]
  private static let happenings = [
    " joined the room", " left the room", " created and configured the room.",
    " changed the topic to \"", " changed the room name to ", " made the room public",
    " made the room invite only.", " made future room history visible",
  ]

  /// Whether a text is one that Element writes and WhatsApp does not.
  static func hasSign(_ text: String) -> Bool {
    if fileMarks.contains(where: text.hasSuffix) || happenings.contains(where: text.contains) {
      return true
    }
    if sent.contains(where: { text.hasSuffix($0.words) }) { return true }
    // A person without a name: `@ann:example.org: Hello`.
    guard text.hasPrefix("@"), let colon = text.firstRange(ofBytes: ": ") else { return false }
    return isAddress(text[..<colon.lowerBound])
  }

  /// Whether a text is a person's address: `@ann:example.org`.
  private static func isAddress(_ text: Substring) -> Bool {
    text.hasPrefix("@") && text.contains(":") && text.contains(".") && !text.contains(" ")
  }

  init(_ written: String, isKnown: (String) -> Bool) {
    text = written
    var body = written[...]
    let mark = Self.fileMarks.first(where: body.hasSuffix)
    if let mark { body = body.dropLast(mark.count) }
    for (words, kind) in Self.sent where body.hasSuffix(words) {
      author = String(body.dropLast(words.count))
      text = ""
      media = MediaRecord(kind: kind, note: mark.map { String($0.dropFirst()) })
      return
    }
    if body.hasPrefix("* ") {
      // `* Ann waves`: the name may have blanks, and is one that has spoken, or the first word.
      let rest = body.dropFirst(2)
      var end = rest.firstIndex(of: " ") ?? rest.endIndex
      var next = end
      for _ in 0..<8 {
        if isKnown(String(rest[..<next])) { end = next }
        guard next < rest.endIndex else { break }
        next = rest[rest.index(after: next)...].firstIndex(of: " ") ?? rest.endIndex
      }
      author = String(rest[..<end])
      text = String(rest[end...].dropFirst())
      isEmote = true
      return
    }
    let (name, start) = Self.sender(String(body))
    guard let name, !Self.reasons.contains(where: name.contains) else { return }
    author = name
    text = String(body.dropFirst(start))
    if let mark {
      media = MediaRecord(
        kind: .init(fileName: text), fileName: text.isEmpty ? nil : text,
        note: String(mark.dropFirst()))
      text = ""
    }
  }

  /// Returns the name before the colon, and how many characters precede the text.
  private static func sender(_ text: String) -> (name: String?, start: Int) {
    // The colons of an address are none that end a name.
    if text.hasPrefix("@"), let colon = text.firstRange(ofBytes: ": "),
      isAddress(text[..<colon.lowerBound])
    {
      let start = text.distance(from: text.startIndex, to: colon.upperBound)
      return (String(text[..<colon.lowerBound]), start)
    }
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { line in
      let sender = WhatsAppSender(line, from: 0)
      guard let name = sender.name else { return (nil, 0) }
      let before = String(decoding: line.slice(0..<sender.textStart), as: UTF8.self)
      return (String(decoding: name, as: UTF8.self), before.count)
    }
  }

  /// Splits `<@ann:example.org "How are you?"> fine` into the name, what is quoted, and the answer.
  static func answer(_ text: String) -> (name: String, quoted: String, answer: String)? {
    guard text.hasPrefix("<"), let end = text.firstRange(ofBytes: "> ") else { return nil }
    let inside = text[text.index(after: text.startIndex)..<end.lowerBound]
    let answer = String(text[end.upperBound...])
    if inside.hasSuffix("\""), let quote = inside.firstRange(ofBytes: " \"") {
      let quoted = inside[quote.upperBound...].dropLast()
      return quoted.isEmpty ? nil : (String(inside[..<quote.lowerBound]), String(quoted), answer)
    }
    return isAddress(inside) ? (String(inside), "", answer) : nil
  }
}

/// One read of one file.
private final class ElementTextReading {
  private let source: any ByteSource
  private let sink: any ImportSink

  // MARK: Mutable State (owned by the one thread that reads)

  private var profile = WhatsAppProfile()
  private var repetitions = RepetitionCounter()
  private var pending: (time: Timestamp, line: Int)?
  private var body: [UInt8] = []
  private var isDropping = false
  private var speakers: Set<String> = []
  private var beginnings = Beginnings()
  private var progress = ReadingProgress()

  private static let mostSpeakers = 10_000

  init(_ source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
  }

  func run() throws {
    let name =
      ElementTextName.room(in: source.fileName)
      ?? source.context.containerName.flatMap(ElementTextName.room) ?? Self.plainName(source)
    let source = try scanned()
    if let order = profile.order {
      try sink.note(profile.note(about: source.name, order))
    }
    var conversation = ConversationRecord(
      key: "matrix-text:\(name)", name: name, kind: .personal,
      mediaRoot: source.context.mediaRoot)
    if name == self.source.fileTitle {
      conversation.formerKey = "matrix-text:\(self.source.formerFileTitle)"
    }
    try sink.begin(conversation)
    let lines = LineReader(source)
    while let line = try lines.next() {
      try take(line)
      if progress.isDue(at: lines.bytesRead) { try sink.progress(bytes: lines.bytesRead) }
    }
    try finish()
    if speakers.count > 2 {
      conversation.kind = .group
      try sink.amend(conversation)
    }
    try sink.progress(bytes: lines.bytesRead)
  }

  private static func plainName(_ source: any ByteSource) -> String {
    let name = source.fileTitle
    return name == "export" ? source.context.containerName ?? name : name
  }

  /// Makes the first pass: which number of a date is the day.
  private func scanned() throws -> any ByteSource {
    let (profile, second) = try WhatsAppProfile.scan(source) { try sink.progress(bytes: 0) }
    self.profile = profile
    return second
  }

  private func take(_ line: LineReader.Line) throws {
    if !line.isCut, let head = ElementTextHead(line.bytes), let time = time(of: head) {
      try finish()
      isDropping = false
      pending = (time, line.number)
      body = Array(line.bytes.slice(head.end..<line.bytes.count))
    } else if let pending {
      guard !line.isCut, body.count + line.bytes.count < LineReader.defaultLimit else {
        self.pending = nil
        isDropping = true
        return try sink.skip(
          SkippedRecord(
            file: source.name, place: "line \(pending.line)",
            reason: "the message is larger than \(ByteCount(LineReader.defaultLimit))"))
      }
      body.append(0x0A)
      body.append(contentsOf: line.bytes)
    } else if !isDropping, !line.bytes.isEmpty {
      try sink.skip(
        SkippedRecord(
          file: source.name, place: "line \(line.number)", reason: "before the first message"))
    }
  }

  private func time(of head: ElementTextHead) -> Timestamp? {
    switch head.moment {
    case .written(let time): time
    case .numbers(let header):
      profile.seconds(header).map { Timestamp(seconds: $0, certainty: .zoneUnknown) }
    }
  }

  private func finish() throws {
    guard let (time, number) = pending else { return }
    pending = nil
    while let last = body.last, last == 0x0A { body.removeLast() }
    if repair(&body) {
      try sink.note(InvalidText.note(in: source.name, place: "line \(number)"))
    }
    let written = String(decoding: body, as: UTF8.self)
    let line = ElementTextLine(written) { speakers.contains($0) }
    let key = repetitions.key(time: time, author: line.author, text: written)
    guard let name = line.author else {
      return try sink.add(
        MessageRecord(
          sourceKey: key, time: time, text: StyledText(written), kind: .service(action: "event")))
    }
    if speakers.count < Self.mostSpeakers, name.utf8.count <= Clipping.lineLimit {
      speakers.insert(name)
    }
    var record = MessageRecord(
      sourceKey: key, author: AuthorRecord(key: name, name: name), time: time,
      text: StyledText(line.text), media: line.media.map { [$0] } ?? [])
    if line.isEmote {
      record.text = StyledText(line.text, spans: [.init(0..<line.text.utf8.count, .italic)])
        .normalized()
    } else if line.text == "Message deleted" || line.text.hasPrefix("Message deleted by ") {
      record.kind = .deleted
      record.text = StyledText("This message was deleted")
    } else if let (_, quoted, answer) = ElementTextLine.answer(line.text) {
      if let answered = beginnings.key(of: quoted) {
        record.replyTo = ReplyRecord(sourceKey: answered)
        record.text = StyledText(answer)
      } else if !quoted.isEmpty {
        record.text = StyledText(
          "\(quoted)\n\(answer)", spans: [.init(0..<quoted.utf8.count, .blockquote)])
      }
    }
    beginnings.add(record.text.string, key: key)
    try sink.add(record)
  }

  /// The latest messages by their beginnings, as answers quote them: the first 32 UTF-16 units of
  /// the first line that is not empty.
  private struct Beginnings {
    private var keys: [String: String] = [:]
    private var older: [String: String] = [:]
    private static let most = 2000
    private static let length = 32

    private static func beginning(_ text: some StringProtocol) -> String {
      let line =
        text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
      return String(decoding: Array(line.utf16.prefix(length)), as: UTF16.self)
    }

    mutating func add(_ text: String, key: String) {
      let beginning = Self.beginning(text)
      guard !beginning.isEmpty else { return }
      if keys.count >= Self.most { (older, keys) = (keys, [:]) }
      keys[beginning] = key
    }

    func key(of quoted: String) -> String? {
      let beginning = Self.beginning(
        quoted.utf16.count > Self.length && quoted.hasSuffix("...")
          ? quoted.dropLast(3) : quoted[...])
      return beginning.isEmpty ? nil : keys[beginning] ?? older[beginning]
    }
  }
}
