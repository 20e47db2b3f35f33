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
    let table = CSVReader(MemoryByteSource(prefix, name: fileName))
    var rows = 0
    var found = 0
    while rows < 50, let row = try? table.next() {
      rows += 1
      if ViberRow(row.fields) != nil { found += 1 }
    }
    guard found > 0, found * 2 > rows else { return 0 }
    return fileName.lowercased().hasSuffix(".csv") || fileName.hasPrefix("Viber") ? 90 : 70
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let file = source.fileName
    let name = file.split(separator: ".").first.map(String.init) ?? file
    var conversation = ConversationRecord(
      key: "viber:\(name)", name: name, kind: .personal, mediaRoot: source.context.mediaRoot)
    try sink.begin(conversation)
    // Whether the month precedes the day; a single row may not decide it.
    var monthFirst: Bool?
    if let first = try source.reopened() {
      let table = CSVReader(first)
      while monthFirst == nil, let row = try table.next() {
        if let written = ViberRow(row.fields) { monthFirst = written.order }
      }
    }
    let order = monthFirst == true ? "month, day, year" : "day, month, year"
    try sink.note(
      SkippedRecord(
        file: source.name, place: "whole file",
        reason:
          "dates are read as \(order)\(monthFirst == nil ? " (nothing in the file says so)" : "")"))
    let table = CSVReader(source)
    var repetitions = RepetitionCounter()
    var speakers: Set<String> = []
    var progress = ReadingProgress()
    // The last message, to which lines that are no rows belong.
    var pending: (record: MessageRecord, text: String, isLarge: Bool)?
    func finish() throws {
      guard let (record, text, _) = pending else { return }
      pending = nil
      try sink.add(Self.complete(record, text))
    }
    while let row = try table.next() {
      if progress.isDue(at: table.bytesRead) {
        try sink.progress(bytes: table.bytesRead)
      }
      guard let written = ViberRow(row.fields),
        let day = WrittenTime.day(written.date, monthFirst: monthFirst ?? false)
      else {
        // The text is not held here: it would be copied with each row.
        if let size = pending?.text.utf8.count {
          // Texts are not quoted, so that a further line of one is a row of its own.
          let more = "\n" + row.fields.joined(separator: ",")
          if size + more.utf8.count <= Self.largest {
            pending?.text += more
          } else if pending?.isLarge == false {
            pending?.isLarge = true
            try sink.note(
              SkippedRecord(
                file: source.name, place: "line \(row.line)",
                reason: "the message is larger than \(ByteCount(Self.largest)): its end is left out"
              ))
          }
          continue
        }
        // The first row may contain the titles of the columns.
        if row.line > 1 || row.fields[0].contains(where: \.isNumber) {
          try sink.skip(
            SkippedRecord(
              file: source.name, place: "line \(row.line)",
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
      let record = MessageRecord(
        sourceKey: repetitions.key(time: time, author: key, text: written.text),
        author: AuthorRecord(key: key, name: written.name), time: time)
      pending = (record, written.text, false)
    }
    try finish()
    if speakers.count > 2 { conversation.kind = .group }
    try sink.amend(conversation)
    try sink.progress(bytes: table.bytesRead)
    try table.checkEnd()
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

/// A row such as `31/01/2020,12:34:56,Ann,+491234,Hello`.
struct ViberRow {
  let date: String
  let clock: (seconds: Int, hasSeconds: Bool)
  let name: String
  let number: String
  let text: String

  init?(_ fields: [String]) {
    guard fields.count >= 5, fields[0].utf8.count <= 12,
      fields[0].contains("/") || fields[0].contains("."),
      WrittenTime.numbers(in: fields[0]).count == 3, let clock = WrittenTime.clock(fields[1]),
      fields[3].utf8.allSatisfy({ $0 == 0x2B || $0 == 0x20 || $0 == 0x2D || $0 &- 0x30 < 10 })
    else { return nil }
    date = fields[0]
    self.clock = clock
    name = fields[2]
    number = fields[3]
    // Commas in an unquoted text divide it.
    text = fields[4...].joined(separator: ",")
  }

  /// Whether the month comes first; nil if both numbers can be a month.
  var order: Bool? {
    let numbers = WrittenTime.numbers(in: date)
    if numbers[0] > 12 { return false }
    return numbers[1] > 12 ? true : nil
  }
}
