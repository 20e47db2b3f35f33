import LugeArchive
import LugeCore
import LugeWords

/// Reads the text of LINE's "Export chat history": a line per day, and lines of a time, a name and
/// a text, separated by tabs, on computers by spaces.
public enum LINEReader: ExportReader {
  public static let formatName = "LINE chat history"
  public static var evidence: String {
    localized("days on lines of their own, and lines that begin with a time")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let lines = LineReader(MemoryByteSource(prefix, name: fileName))
    var days = 0
    var spoken = 0
    var spaced = 0
    var others = 0
    var beginsWithDay = false
    var first = ""
    while let line = try? lines.next(), line.number < 200 {
      let text = String(decoding: line.bytes, as: UTF8.self)
      if first.isEmpty { first = text.trimmingPrefix { $0 == "\u{FEFF}" }.description }
      if LINEDay(text) != nil {
        days += 1
        beginsWithDay = beginsWithDay || spoken + spaced + others == 0
      } else if LINELine(line.bytes) != nil {
        spoken += 1
      } else if LINESpacedLine(line.bytes) != nil {
        spaced += 1
      } else if !text.isEmpty {
        others += 1
      }
    }
    if first.hasPrefix("[LINE]") { return days > 0 ? 97 : 90 }
    let isNamed = fileName.hasPrefix("[LINE]") || fileName.hasPrefix("LINE")
    if days > 0, spoken > 0 { return isNamed ? 92 : 86 }
    guard beginsWithDay, spaced > 0 else { return 0 }
    return isNamed ? 92 : spaced > 1 && spaced >= others ? 70 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try LINEReading(source, sink: sink).run()
  }
}

/// A message: `12:34\tAnn\tHello`, `午後0:34\tAnn\tHello`; service messages have no author:
/// `12:34\tAnn joined`.
struct LINELine {
  let clock: (seconds: Int, hasSeconds: Bool)
  let name: String?
  let text: String

  init(clock: (seconds: Int, hasSeconds: Bool), name: String?, text: String) {
    self.clock = clock
    self.name = name
    self.text = text
  }

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = ByteScanner(line)
    scanner.skipMarks()
    guard let clock = WrittenTime.clock(&scanner), scanner.peek() == 0x09 else { return nil }
    let rest = String(decoding: line.slice(scanner.position + 1..<line.count), as: UTF8.self)
    let parts = rest.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    self.clock = clock
    name = parts.count > 1 && !parts[0].isEmpty ? String(parts[0]) : nil
    text = parts.count > 1 ? String(parts[1]) : rest
  }
}

/// A line of LINE on computers, `12:34 Ann Hello`, with the words behind the time.
struct LINESpacedLine {
  let clock: (seconds: Int, hasSeconds: Bool)
  let text: String

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = ByteScanner(line)
    scanner.skipMarks()
    guard let clock = WrittenTime.clock(&scanner), scanner.peek() == 0x20 else { return nil }
    let rest = line.slice(scanner.position + 1..<line.count)
    guard let first = rest.first, first != 0x20 else { return nil }
    self.clock = clock
    text = String(decoding: rest, as: UTF8.self)
  }
}

/// Names in lines that separate them from the text by a space, which names may have, too: the words
/// with which all lines begin that begin with the same word.
struct LINENames {
  private var beginnings: [Substring: (words: [Substring], lines: Int)] = [:]
  private static let mostNames = 1000
  private static let longest = 4
  /// Number of lines that show where a name ends; of fewer, it is one word.
  private static let enough = 3

  private static func words(_ text: String) -> [Substring] {
    text.prefix(200).split(separator: " ", maxSplits: longest, omittingEmptySubsequences: true)
  }

  mutating func add(_ text: String) {
    guard !LINEEvents.isOne(text) else { return }
    // At least one word is the text.
    let words = Array(Self.words(text).dropLast())
    guard let first = words.first else { return }
    if let (known, lines) = beginnings[first] {
      let common = zip(known, words).prefix { $0 == $1 }.map(\.0)
      beginnings[first] = (common, lines + 1)
    } else if beginnings.count < Self.mostNames {
      beginnings[Substring(String(first))] = (words.map { Substring(String($0)) }, 1)
    }
  }

  /// Returns the name that a text begins with; nil if it is an event.
  func name(in text: String) -> String? {
    let words = Self.words(text)
    guard words.count > 1, !LINEEvents.isOne(text), let first = words.first else { return nil }
    guard let (known, lines) = beginnings[first], lines >= Self.enough,
      zip(known, words).allSatisfy({ $0 == $1 }), known.count < words.count
    else { return String(first) }
    return known.joined(separator: " ")
  }
}

/// Sentences about who came, left, or took a message back, which have no author.
enum LINEEvents {
  private static let ends = [
    "が参加しました", "が退出しました", "を招待しました", "を退会させました", "送信を取り消しました",
    "に変更しました", "を変更しました", "を削除しました", "ノートに投稿しました", " unsent a message",
    " joined the chat", " left the chat", " joined the group", " left the group",
    " to the group", "已收回訊息", "收回了訊息", "加入聊天", "離開聊天", "加入群組", "離開群組",
  ]

  static func isOne(_ text: String) -> Bool {
    guard text.utf8.count < 400 else { return false }
    let sentence = [".", "。"].contains(text.last) ? text.dropLast() : text[...]
    guard let end = ends.first(where: sentence.hasSuffix) else { return false }
    if end.hasPrefix(" ") { return true }
    // In Japanese and Chinese a name that a verb belongs to has no space behind it: who says that
    // something was changed is an author.
    let first = text.prefix { $0 != " " }
    return ["が", "を", "已", "收回", "加入", "離開"].contains { first.contains($0) }
  }
}

/// One read of one file.
private final class LINEReading {
  private let source: any ByteSource
  private let sink: any ImportSink
  private var repetitions = RepetitionCounter()
  private var pending: (line: LINELine, day: CivilDate)?
  private var firstLine = 0
  private var more: [String] = []
  private var size = 0
  private var speakers: Set<String> = []
  /// Numbers of the lines whose texts are in quotation marks and go on in further lines.
  private var closedQuotations: Set<Int> = []
  /// Names in a file of a computer; nil for one of a phone, with tabs.
  private var names: LINENames?

  private static let largest = 4 << 20

  init(_ source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
  }

  func run() throws {
    let file = source.fileName
    var conversation = ConversationRecord(
      key: "line:\(file)", name: Self.name(file) ?? "LINE", kind: .personal,
      mediaRoot: source.context.mediaRoot)
    var hasBegun = false
    var day: CivilDate?
    let (order, hasEvidence) = try scanned()
    var needsOrder = false
    let lines = LineReader(source)
    var progress = ReadingProgress()
    while let line = try lines.next() {
      if progress.isDue(at: lines.bytesRead) {
        try sink.progress(bytes: lines.bytesRead)
      }
      if line.hasInvalidText {
        try sink.note(InvalidText.note(in: source.name, place: "line \(line.number)"))
      }
      let text = String(decoding: line.bytes, as: UTF8.self)
      if line.number == 1, let name = Self.name(text) { conversation.name = name }
      let isOpen = pending != nil && closedQuotations.contains(firstLine) && !endsQuotation
      if !isOpen, let found = LINEDay(text) {
        try finish()
        let written = found.date(order)
        day = written.date
        needsOrder = needsOrder || !written.isCertain
        continue
      }
      if !isOpen, let found = self.line(line.bytes) {
        try finish()
        guard let day else {
          try sink.skip(
            SkippedRecord(
              file: source.name, place: "line \(line.number)", reason: "no day stands above it"))
          continue
        }
        if !hasBegun {
          hasBegun = true
          conversation.key = "line:\(conversation.name)"
          try sink.begin(conversation)
        }
        pending = (found, day)
        firstLine = line.number
        continue
      }
      guard pending != nil else {
        // The heading is above the first day.
        if day != nil, !text.isEmpty {
          try sink.skip(
            SkippedRecord(
              file: source.name, place: "line \(line.number)",
              reason: "it stands behind no message, and is none"))
        }
        continue
      }
      size = size.addingClamped(LineReader.memory(ofLine: line.bytes.count))
      if size <= Self.largest { more.append(text) }
    }
    try finish()
    guard hasBegun else {
      throw ArchiveError.malformed(
        path: source.name, place: "line 1",
        reason: "no line begins with a time and a tab, as the messages of LINE do")
    }
    if needsOrder {
      let words = order == .monthDayYear ? "month, day, year" : "day, month, year"
      try sink.note(
        SkippedRecord(
          file: source.name, place: "whole file",
          reason:
            "dates are read as \(words)\(hasEvidence ? "" : " (nothing in the file says so)")"))
    }
    if speakers.count > 2 {
      conversation.kind = .group
      try sink.amend(conversation)
    }
    try sink.progress(bytes: lines.bytesRead)
  }

  /// Makes the first pass: which of a day's numbers is the month, and whether the file shows it.
  private func scanned() throws -> (order: DateOrder, hasEvidence: Bool) {
    var evidence = LINEDayOrder()
    var names = LINENames()
    var quotations = Quotations()
    var (tabs, spaces) = (0, 0)
    if let first = try source.reopened() {
      let lines = LineReader(first)
      while let line = try lines.next() {
        quotations.take(line)
        if LINELine(line.bytes) != nil {
          tabs += 1
        } else if tabs == 0, let spaced = LINESpacedLine(line.bytes) {
          spaces += 1
          names.add(spaced.text)
        }
        guard line.bytes.count < 64 else { continue }
        let text = String(decoding: line.bytes, as: UTF8.self)
        if let day = LINEDay(text) { evidence.add(day) } else { evidence.add(heading: text) }
      }
    }
    if tabs == 0, spaces > 0 { self.names = names }
    closedQuotations = quotations.closed
    return evidence.decision
  }

  private func line(_ bytes: UnsafeBufferPointer<UInt8>) -> LINELine? {
    guard let names else { return LINELine(bytes) }
    guard let spaced = LINESpacedLine(bytes) else { return nil }
    let name = names.name(in: spaced.text)
    return LINELine(
      clock: spaced.clock, name: name,
      text: name.map { String(spaced.text.dropFirst($0.count).drop { $0 == " " }) } ?? spaced.text)
  }

  private var endsQuotation: Bool { more.last?.utf8.last == Self.mark }

  private static let mark = UInt8(ascii: "\"")
  /// Maximum lines of a text in quotation marks, and maximum number of such texts.
  private static let mostQuoted = 2000
  private static let mostQuotations = 1_000_000

  /// Finds the texts of several lines, which are in quotation marks. A quotation mark at the
  /// beginning may also be that of one word: only where a line that begins no message ends in
  /// another one, before the next message begins with one and before the next day, is the text in
  /// quotation marks. Lines within it that look like days and messages are what it quotes.
  private struct Quotations {
    private(set) var closed: Set<Int> = []
    private var opened: Int?

    mutating func take(_ line: LineReader.Line) {
      if let opened, line.number - opened > mostQuoted { self.opened = nil }
      if let words = Self.words(of: line.bytes) {
        let isOpening =
          words.first == mark && (words.count == 1 || words.last != mark)
        if isOpening { opened = line.number }
      } else if let opened, line.bytes.last == mark {
        if closed.count < mostQuotations { closed.insert(opened) }
        self.opened = nil
      } else if opened != nil, line.bytes.count < 64,
        let day = LINEDay(String(decoding: line.bytes, as: UTF8.self)), day.isRight
      {
        opened = nil
      }
    }

    /// Returns the text of a line that looks like a message; nil for another one. Where spaces
    /// separate the name, a quotation mark behind one begins the text.
    private static func words(of line: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8>? {
      if let found = LINELine(line) { return Array(found.text.utf8)[...] }
      guard let found = LINESpacedLine(line) else { return nil }
      let bytes = Array(found.text.utf8)
      return bytes.firstRange(of: " \"".utf8).map { bytes[($0.lowerBound + 1)...] } ?? bytes[...]
    }
  }

  /// Returns the name in `[LINE] Chat history with Ann`, `[LINE] Annとのトーク履歴` or `[LINE]Chat with
  /// Ann.txt`.
  private static func name(_ text: String) -> String? {
    let text = text.trimmingPrefix { $0 == "\u{FEFF}" }
    guard text.hasPrefix("[LINE]") else { return nil }
    var name = text.dropFirst(6).drop { $0 == " " }
    if name.hasSuffix(".txt") { name = name.dropLast(4) }
    for start in [
      "Chat history with ", "Chat history in ", "Chat with ", "與", "与", "ประวัติการแชทกับ ",
      "ประวัติการสนทนากับ ",
    ]
    where name.hasPrefix(start) { name = name.dropFirst(start.count) }
    for end in ["とのトーク履歴", "のトーク履歴", "的聊天記錄", "的聊天记录", "とのトーク", "的聊天"]
    where name.hasSuffix(end) { name = name.dropLast(end.count) }
    return name.isEmpty ? nil : String(name)
  }

  private static let placeholders: [String: MediaRecord.Kind] = [
    "[Photo]": .photo, "[Sticker]": .sticker, "[Video]": .video, "[Voice message]": .voice,
    "[File]": .file, "[Contact]": .contact, "[Location]": .location, "[写真]": .photo,
    "[スタンプ]": .sticker, "[動画]": .video, "[ボイスメッセージ]": .voice, "[ファイル]": .file,
    "[照片]": .photo, "[貼圖]": .sticker, "[影片]": .video, "[語音訊息]": .voice, "[檔案]": .file,
    "[รูป]": .photo, "[ภาพ]": .photo, "[สติกเกอร์]": .sticker,
  ]

  private func finish() throws {
    guard let (line, day) = pending else { return }
    if size > Self.largest {
      try sink.note(
        SkippedRecord(
          file: source.name, place: "line \(firstLine)",
          reason: "the message is larger than \(ByteCount(Self.largest)): its end is left out"))
    }
    defer {
      pending = nil
      more = []
      size = 0
    }
    while more.last?.isEmpty == true { more.removeLast() }
    var text = ([line.text] + more).joined(separator: "\n")
    if !more.isEmpty, text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = String(text.dropFirst().dropLast())
    }
    var record = MessageRecord(
      sourceKey: "", author: line.name.map { AuthorRecord(key: $0, name: $0) },
      time: WrittenTime.timestamp(day, line.clock), text: StyledText(text))
    record.sourceKey = repetitions.key(time: record.time, author: line.name, text: text)
    if let name = line.name {
      if speakers.count < 3 { speakers.insert(name) }
      // On computers they are without brackets.
      if let kind = Self.placeholders[text] ?? (names == nil ? nil : Self.placeholders["[\(text)]"])
      {
        record.media = [MediaRecord(kind: kind, note: text)]
        record.text = StyledText("")
      } else if text.hasPrefix("☎") {
        record.media = [MediaRecord(kind: .call, note: text)]
        record.text = StyledText("")
      }
    } else {
      record.kind = .service(action: "event")
    }
    try sink.add(record)
  }
}
