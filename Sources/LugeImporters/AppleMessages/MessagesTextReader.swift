import LugeArchive
import LugeCore
import LugeWords

/// Reads the text files of imessage-exporter, one per conversation: a line with the time, one with
/// the name, the text, and an empty line.
///
/// Replies appear twice in these files, indented below the answered message and at their own place;
/// only the latter are read.
public enum MessagesTextReader: ExportReader {
  public static let formatName = "iMessage text (imessage-exporter)"
  public static var evidence: String {
    localized("lines with a date as imessage-exporter writes it, names below them")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    prefix.withUnsafeBufferPointer { bytes in
      let reader = MemoryByteSource(Array(bytes), name: fileName)
      let lines = LineReader(reader)
      var headers = 0
      var isFirst = true
      while let line = try? lines.next(), line.number < 200 {
        if MessagesTextHeader(line.bytes) != nil {
          headers += 1
        } else if isFirst, !line.bytes.trimmed().isEmpty {
          return 0
        }
        if !line.bytes.trimmed().isEmpty { isFirst = false }
      }
      return headers > 1 ? 93 : headers == 1 ? 75 : 0
    }
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try MessagesTextReading(source, sink: sink).run()
  }
}

/// Header such as `May 17, 2022  5:29:42 PM (Read by you after 5 seconds)`, perhaps with an event
/// after it.
struct MessagesTextHeader {
  let time: Timestamp
  /// Text after the time.
  let rest: String
  let isIndented: Bool

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = ByteScanner(line)
    scanner.skipMarks()
    isIndented = scanner.skipSpaces()
    let start = scanner.position
    // Month, day and year are within the first bytes; otherwise it is not a header.
    while scanner.position < start + 9, scanner.peek() | 0x20 &- 0x61 < 26 || scanner.peek() >= 0x41
    {
      scanner.position += 1
    }
    let word = String(decoding: line.slice(start..<scanner.position), as: UTF8.self)
    guard let month = WrittenTime.month(in: word), scanner.skipSpaces(),
      let day = scanner.number(upTo: 2)?.value, scanner.take(UInt8(ascii: ",")),
      scanner.skipSpaces(), let year = scanner.number(upTo: 4), year.digits == 4,
      let date = CivilDate(year: year.value, month: month, day: day), scanner.skipSpaces(),
      let clock = WrittenTime.clock(&scanner)
    else { return nil }
    time = WrittenTime.timestamp(date, clock)
    rest = String(decoding: line.slice(scanner.position..<line.count).trimmed(), as: UTF8.self)
  }
}

/// One read of one file.
private final class MessagesTextReading {
  private let source: any ByteSource
  private let sink: any ImportSink
  private var repetitions = RepetitionCounter()
  private var header: MessagesTextHeader?
  private var lines: [String] = []
  private var size = 0
  /// Whether it is a reply repeated below its original; it is read at its own place.
  private var isRepeated = false
  private var speakers: Set<String> = []

  private static let largest = 4 << 20

  init(_ source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
  }

  func run() throws {
    let file = source.fileName
    let name = file.hasSuffix(".txt") ? String(file.dropLast(4)) : file
    var conversation = ConversationRecord(
      key: "imessage:\(name)", name: name, kind: .personal, ownAuthorKey: "me",
      mediaRoot: source.context.mediaRoot)
    try sink.begin(conversation)
    let reader = LineReader(source)
    var progress = ReadingProgress()
    while let line = try reader.next() {
      if progress.isDue(at: reader.bytesRead) {
        try sink.progress(bytes: reader.bytesRead)
      }
      if let header = MessagesTextHeader(line.bytes) {
        if header.isIndented {
          isRepeated = true
          continue
        }
        try finish()
        self.header = header
        isRepeated = false
        continue
      }
      let text = String(decoding: line.bytes, as: UTF8.self)
      if isRepeated, text.isEmpty || text.hasPrefix("    ") { continue }
      isRepeated = false
      if line.hasInvalidText {
        try sink.note(InvalidText.note(in: source.name, place: "line \(line.number)"))
      }
      guard header != nil else {
        if !text.isEmpty {
          try sink.skip(
            SkippedRecord(
              file: source.name, place: "line \(line.number)", reason: "it belongs to no message"))
        }
        continue
      }
      size = size.addingClamped(LineReader.memory(ofLine: line.bytes.count))
      if size <= Self.largest { lines.append(text) }
    }
    try finish()
    if speakers.count > 2 {
      conversation.kind = .group
      try sink.amend(conversation)
    }
    try sink.progress(bytes: reader.bytesRead)
  }

  private func finish() throws {
    guard let header else { return }
    if size > Self.largest {
      try sink.note(
        SkippedRecord(
          file: source.name, place: "the message of second \(header.time.seconds)",
          reason: "the message is larger than \(ByteCount(Self.largest)): its end is left out"))
    }
    defer {
      self.header = nil
      lines = []
      size = 0
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    let happened = header.rest.hasPrefix("(") ? "" : header.rest
    guard happened.isEmpty else {
      let record = MessageRecord(
        sourceKey: repetitions.key(time: header.time, author: nil, text: happened),
        time: header.time, text: StyledText(happened), kind: .service(action: "event"))
      return try sink.add(record)
    }
    guard let name = lines.first, !name.isEmpty else {
      return try sink.skip(
        SkippedRecord(
          file: source.name, place: "the message of second \(header.time.seconds)",
          reason: "nobody wrote it"))
    }
    if speakers.count < 3 { speakers.insert(name) }
    var record = MessageRecord(
      sourceKey: "",
      author: AuthorRecord(key: name == "Me" ? "me" : name, name: name), time: header.time)
    var words: [String] = []
    var isTapback = false
    for (index, line) in lines.enumerated().dropFirst() {
      if isTapback, let tapback = Self.tapback(line) {
        record.reactions.append(tapback)
        continue
      }
      if isTapback, Self.isSticker(line) { continue }
      isTapback = false
      // Versions before 2.4 call them reactions. Words of a person may be the same.
      let isHeading = line == "Tapbacks:" || line == "Reactions:"
      if isHeading, index + 1 < lines.count,
        Self.tapback(lines[index + 1]) != nil || Self.isSticker(lines[index + 1])
      {
        isTapback = true
      } else if line == "This message responded to an earlier message." {
        continue
      } else if let edited = Self.edited(line) {
        record.isEdited = true
        words = [edited]
      } else if let medium = Self.medium(line) {
        record.media.append(medium)
      } else {
        words.append(line)
      }
    }
    let text = words.joined(separator: "\n")
    record.text = StyledText(text)
    if record.media.isEmpty,
      text.contains(" unsent this message part ")
        || text.hasSuffix(" unsent a message.")
    {
      record.kind = .deleted
    }
    record.sourceKey = repetitions.key(
      time: record.time, author: name, text: text + (record.media.first?.path ?? ""))
    try sink.add(record)
  }

  private static let tapbacks = [
    ("Loved by ", "❤️"), ("Liked by ", "👍"), ("Disliked by ", "👎"), ("Laughed by ", "😂"),
    ("Emphasized by ", "‼️"), ("Questioned by ", "❓"),
  ]

  /// Parses `Loved by Ann` or `🙂 by Ann`.
  private static func tapback(_ line: String) -> ReactionRecord? {
    let words = line.drop { $0 == " " }
    if let known = tapbacks.first(where: { words.hasPrefix($0.0) }) {
      return ReactionRecord(
        emoji: known.1, count: 1, authors: [String(words.dropFirst(known.0.count))])
    }
    guard let by = words.prefix(64).firstRange(ofBytes: " by ") else { return nil }
    let emoji = words[..<by.lowerBound]
    // Some emoji begin with a digit.
    guard emoji.utf8.contains(where: { $0 >= 0x80 }), !emoji.utf8.contains(0x20) else { return nil }
    return ReactionRecord(
      emoji: String(emoji), count: 1, authors: [String(words[by.upperBound...])])
  }

  /// Whether a line names the file of a sticker that somebody put on a message.
  private static func isSticker(_ line: String) -> Bool {
    line.utf8.count < 2048 && line.contains(bytes: "ticker from ")
      || line.drop { $0 == " " }.hasPrefix("Sticker by ")
  }

  /// Returns the new words of `Edited 1 hour, 2 minutes later: words`.
  private static func edited(_ line: String) -> String? {
    guard line.hasPrefix("Edited "), let later = line.firstRange(ofBytes: " later: ") else {
      return nil
    }
    let time = line[..<later.lowerBound].dropFirst("Edited ".count)
    let isTime = time.split(separator: ", ").allSatisfy { part in
      let words = part.split(separator: " ")
      return words.count == 2 && Int(words[0]) != nil && units.contains { words[1].hasPrefix($0) }
    }
    return isTime && !time.isEmpty ? String(line[later.upperBound...]) : nil
  }

  private static let units = ["second", "minute", "hour", "day", "week", "month", "year"]

  /// Parses a line that consists of a file's path only.
  private static func medium(_ line: String) -> MediaRecord? {
    // `Outline Sticker from Ann: /…/Attachments/a.heic`
    if line.utf8.count < 2048, let from = line.firstRange(ofBytes: "ticker from "),
      line.utf8.prefix(32).count > line[..<from.lowerBound].utf8.count,
      let colon = line[from.upperBound...].firstRange(ofBytes: ": "),
      var sticker = medium(String(line[colon.upperBound...]))
    {
      sticker.kind = .sticker
      return sticker
    }
    guard line.utf8.count < 1024,
      line.hasPrefix("attachments/") || line.hasPrefix("/") && line.contains("/Attachments/")
        || line.hasPrefix("~/Library/")
    else { return nil }
    let name = line.pathParts.last.map(String.init)
    return MediaRecord(
      kind: .init(fileName: name ?? ""), path: line.hasPrefix("attachments/") ? line : nil,
      fileName: name)
  }
}
