import LugeArchive
import LugeCore
import LugeWords

/// Reads the tables that Viber mails: day, time, name, number and text, without a heading.
public enum ViberReader: ExportReader {
  public static let formatName = "Viber chat"
  public static var evidence: String {
    localized("rows of a day, a time, a name, a number and words")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let lines = LineReader(MemoryByteSource(prefix, name: fileName))
    var rows = 0
    var found = 0
    var isOpen = false
    while rows < 50, let line = try? lines.next() {
      guard !line.bytes.isEmpty else { continue }
      if let row = ViberRow(line.bytes) {
        found += 1
        rows += 1
        isOpen = row.quotation == .open
      } else if !isOpen {
        rows += 1
      }
    }
    guard found > 0, found * 2 > rows else { return 0 }
    return fileName.lowercased().hasSuffix(".csv") || fileName.hasPrefix("Viber") ? 90 : 70
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let name = source.fileTitle
    var conversation = ConversationRecord(
      key: "viber:\(name)", name: name, kind: .personal, mediaRoot: source.context.mediaRoot)
    conversation.formerKey = "viber:\(source.formerFileTitle)"
    try sink.begin(conversation)
    // Whether the month precedes the day; a single row may not decide it.
    var monthFirst: Bool?
    // Some versions put texts into quotation marks, others write them as they are, commas and
    // quotation marks included.
    var isQuoting = true
    if let first = try source.reopened() {
      let lines = LineReader(first)
      while monthFirst == nil || isQuoting, let line = try lines.next() {
        guard let row = ViberRow(line.bytes) else { continue }
        monthFirst = monthFirst ?? row.order
        if row.quotation == .unquoted { isQuoting = false }
      }
    }
    let order = monthFirst == true ? "month, day, year" : "day, month, year"
    try sink.note(
      SkippedRecord(
        file: source.name, place: "whole file",
        reason:
          "dates are read as \(order)\(monthFirst == nil ? " (nothing in the file says so)" : "")"))
    let lines = LineReader(source)
    var repetitions = RepetitionCounter()
    var speakers: Set<String> = []
    var progress = ReadingProgress()
    // The last message, to which lines that are no rows belong.
    var pending: (row: ViberRow, time: Timestamp, key: String, text: String, isLarge: Bool)?
    func finish() throws {
      guard let (row, time, key, text, _) = pending else { return }
      pending = nil
      var written = text
      while written.utf8.last == 0x0A { written.removeLast() }
      let unquoted = ViberRow.unquoted(written)
      let mayBeQuoted = isQuoting || written.utf8.contains(0x0A)
      let words = mayBeQuoted ? unquoted ?? written : written
      // Keys of archives that exist already: without quotation marks, of the first line where there
      // are none.
      let named = unquoted ?? ViberRow.unquoted(row.text) ?? row.text
      let record = MessageRecord(
        sourceKey: repetitions.key(time: time, author: key, text: named),
        author: AuthorRecord(key: key, name: row.name), time: time)
      try sink.add(Self.complete(record, words))
    }
    while let line = try lines.next() {
      if progress.isDue(at: lines.bytesRead) {
        try sink.progress(bytes: lines.bytesRead)
      }
      if line.hasInvalidText {
        try sink.note(InvalidText.note(in: source.name, place: "line \(line.number)"))
      }
      guard let written = ViberRow(line.bytes),
        let day = WrittenTime.day(written.date, monthFirst: monthFirst ?? false)
      else {
        let words = String(decoding: line.bytes, as: UTF8.self)
        // The text is not held here: it would be copied with each line.
        if let size = pending?.text.utf8.count {
          let more = "\n" + words
          if size + more.utf8.count <= Self.largest {
            pending?.text += more
          } else if pending?.isLarge == false {
            pending?.isLarge = true
            try sink.note(
              SkippedRecord(
                file: source.name, place: "line \(line.number)",
                reason: "the message is larger than \(ByteCount(Self.largest)): its end is left out"
              ))
          }
          continue
        }
        // The first row may contain the titles of the columns.
        if !words.isEmpty, line.number > 1 || words.prefix(12).contains(where: \.isNumber) {
          try sink.skip(
            SkippedRecord(
              file: source.name, place: "line \(line.number)",
              reason: "it is no day, time, name, number and message"))
        }
        continue
      }
      let time = WrittenTime.timestamp(day, written.clock)
      let isOwn = ["Me", "Ja", "Я", "Ich", "Moi", "Yo"].contains(written.name)
      let key = isOwn ? "me" : written.number.isEmpty ? written.name : written.number
      if speakers.count < 3 { speakers.insert(key) }
      if isOwn, conversation.ownAuthorKey == nil { conversation.ownAuthorKey = key }
      try finish()
      pending = (written, time, key, written.text, false)
    }
    try finish()
    if speakers.count > 2 { conversation.kind = .group }
    try sink.amend(conversation)
    try sink.progress(bytes: lines.bytesRead)
  }

  private static let largest = 4 << 20

  private static func complete(_ record: MessageRecord, _ text: String) -> MessageRecord {
    var record = record
    record.text = StyledText(text)
    let kinds: [String: MediaRecord.Kind] = [
      "Photo message": .photo, "Video message": .video, "Sticker message": .sticker,
      "Voice message": .voice, "Location message": .location, "File message": .file,
    ]
    if let kind = kinds[text] {
      record.media = [MediaRecord(kind: kind, note: text)]
      record.text = StyledText("")
    }
    return record
  }
}

/// The line that a row begins with, such as `31/01/2020,12:34:56,Ann,+491234,Hello`.
struct ViberRow {
  enum Quotation {
    /// The text needs no quotation marks, or is in them; the latter may end on a further line.
    case none, closed, open
    /// The text has commas or quotation marks and is not in quotation marks.
    case unquoted
  }

  let date: String
  let clock: (seconds: Int, hasSeconds: Bool)
  let name: String
  let number: String
  /// The text as it is written, with its quotation marks.
  let text: String

  init?(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = ByteScanner(line)
    scanner.skipMarks()
    guard scanner.peek() &- 0x30 < 10 || scanner.peek() == Self.mark else { return nil }
    var fields: [String] = []
    while fields.count < 4 {
      guard let field = Self.field(&scanner) else { return nil }
      fields.append(field)
    }
    guard fields[0].utf8.count <= 12, fields[0].contains("/") || fields[0].contains("."),
      WrittenTime.numbers(in: fields[0]).count == 3, let clock = WrittenTime.clock(fields[1]),
      fields[3].utf8.allSatisfy({ $0 == 0x2B || $0 == 0x20 || $0 == 0x2D || $0 &- 0x30 < 10 })
    else { return nil }
    date = fields[0]
    self.clock = clock
    name = fields[2]
    number = fields[3]
    text = String(decoding: line.slice(scanner.position..<line.count), as: UTF8.self)
  }

  private static let mark = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")

  /// Reads a field and the comma behind it; nil if there is none.
  private static func field(_ scanner: inout ByteScanner) -> String? {
    var field: [UInt8] = []
    let isQuoted = scanner.peek() == mark && !scanner.isAtEnd
    if isQuoted { scanner.position += 1 }
    while !scanner.isAtEnd {
      let byte = scanner.peek()
      scanner.position += 1
      if isQuoted, byte == mark {
        if scanner.isAtEnd { return nil }
        let next = scanner.peek()
        scanner.position += 1
        if next == comma { return String(decoding: field, as: UTF8.self) }
        guard next == mark else { return nil }
      } else if !isQuoted, byte == comma {
        return String(decoding: field, as: UTF8.self)
      }
      field.append(byte)
    }
    return nil
  }

  var quotation: Quotation {
    guard text.utf8.contains(where: { $0 == Self.mark || $0 == Self.comma }) else { return .none }
    guard text.utf8.first == Self.mark else { return .unquoted }
    let quoted = text.utf8.dropFirst()
    guard let end = Self.end(of: quoted) else { return .open }
    return quoted.index(after: end) == quoted.endIndex ? .closed : .unquoted
  }

  /// Returns the words of a text in quotation marks; nil if it is not in them.
  static func unquoted(_ text: String) -> String? {
    guard text.utf8.first == mark else { return nil }
    let quoted = text.utf8.dropFirst()
    guard let end = end(of: quoted), quoted.index(after: end) == quoted.endIndex else { return nil }
    return String(text[quoted.startIndex..<end]).replacing("\"\"", with: "\"")
  }

  /// Returns where a quotation ends: at the first quotation mark that is not doubled.
  private static func end(of quoted: Substring.UTF8View) -> String.Index? {
    var index = quoted.startIndex
    while index < quoted.endIndex {
      guard quoted[index] == mark else {
        quoted.formIndex(after: &index)
        continue
      }
      let next = quoted.index(after: index)
      guard next < quoted.endIndex, quoted[next] == mark else { return index }
      index = quoted.index(after: next)
    }
    return nil
  }

  /// Whether the month comes first; nil if both numbers can be a month.
  var order: Bool? {
    let numbers = WrittenTime.numbers(in: date)
    if numbers[0] > 12 { return false }
    return numbers[1] > 12 ? true : nil
  }
}
