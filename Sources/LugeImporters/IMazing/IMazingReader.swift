import LugeArchive
import LugeCore
import LugeWords

/// Reads iMazing's tables (CSV) of Messages and WhatsApp on an iPhone.
public enum IMazingReader: ExportReader {
  public static let formatName = "iMazing (CSV)"
  public static var evidence: String {
    localized("a table with the columns \"Chat Session\" and \"Message Date\"")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = String(decoding: prefix.prefix(1024), as: UTF8.self)
    return head.contains("Chat Session") && head.contains("Message Date")
      && head.contains("Sender") ? 95 : 0
  }

  /// Known columns; all others are stored with the message.
  private static let known: Set<String> = [
    "Chat Session", "Message Date", "Sent Date", "Edited Date", "Type", "Sender ID", "Sender Name",
    "Text", "Subject", "Attachment", "Attachment type", "Attachment info", "Reactions",
    "Replying to",
  ]

  /// Maximum bytes of a column's name that are kept.
  private static let longestTitle = 64

  /// - Parameter written: `2020-01-31 12:00:00`; the year may be of the Buddhist era.
  private static func time(_ written: String) -> Timestamp? {
    guard let year = Int(written.prefix(4)), WrittenTime.year(year) != year, year > 999 else {
      return ISOTime.parse(written)
    }
    return ISOTime.parse("\(WrittenTime.year(year))\(written.dropFirst(4))")
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let table = CSVReader(source)
    guard let header = try table.next() else { throw ArchiveError.empty(path: source.name) }
    let names = header.fields
    let columns = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    // Tables of Messages name a row's service; older ones of them have no reactions.
    let isWhatsApp = names.contains("Reactions") && !names.contains("Service")
    let writer = JSONWriter()
    // Each message repeats the names of the columns that are not known.
    let titles = names.map { Clipping.prefix($0, bytes: Self.longestTitle) }
    var repetitions = RepetitionCounter()
    var current: String?
    var progress = ReadingProgress()
    while let row = try table.next() {
      if progress.isDue(at: table.bytesRead) {
        try sink.progress(bytes: table.bytesRead)
      }
      if row.hasInvalidText {
        try sink.note(InvalidText.note(in: source.name, place: "line \(row.line)"))
      }
      func field(_ name: String) -> String {
        guard let index = columns[name], index < row.fields.count else { return "" }
        return row.fields[index]
      }
      guard let time = Self.time(field("Message Date")) else {
        try sink.skip(
          SkippedRecord(
            file: source.name, place: "line \(row.line)",
            reason: "its date is not written as 2020-01-31 12:00:00"))
        continue
      }
      let session = field("Chat Session")
      let isOfWhatsApp = isWhatsApp || field("Service").lowercased().contains("whatsapp")
      let prefix = isOfWhatsApp ? "whatsapp" : "imessage"
      if "\(prefix):\(session)" != current {
        current = "\(prefix):\(session)"
        try sink.begin(
          ConversationRecord(
            key: "\(prefix):\(session)", name: session.isEmpty ? "Messages" : session,
            kind: session.contains(" & ") || session.contains(", ") ? .group : .personal,
            ownAuthorKey: "me", mediaRoot: source.context.mediaRoot))
      }
      let isOwn = field("Type") == "Outgoing"
      let shown = field("Sender Name")
      let id = field("Sender ID")
      let name = !shown.isEmpty ? shown : id
      var record = MessageRecord(
        sourceKey: "",
        author: isOwn
          ? AuthorRecord(key: "me", name: "Me")
          : name.isEmpty ? nil : AuthorRecord(key: id.isEmpty ? name : id, name: name),
        time: time)
      let subject = field("Subject")
      let words = field("Text")
      record.text = .titled(subject, StyledText(words))
      if field("Type") == "Notification" { record.kind = .service(action: "notification") }
      let file = field("Attachment")
      if !file.isEmpty {
        record.media = [
          MediaRecord(kind: .init(fileName: file), path: file, fileName: file)
        ]
      } else if !field("Attachment info").isEmpty {
        record.media = [MediaRecord(kind: .other, note: field("Attachment info"))]
      }
      if let edited = ISOTime.parse(field("Edited Date")) {
        record.edited = edited
        record.isEdited = true
      }
      if !field("Deleted Date").isEmpty, record.text.isEmpty, record.media.isEmpty {
        record.kind = .deleted
        record.text = StyledText("This message was deleted")
      } else {
        // The words that it answers.
        record.text = record.text.below(field("Replying to").trimmingBlanks, .blockquote)
      }
      let reactions = field("Reactions")
      record.reactions = IMazingReactions.read(reactions)
      let others = zip(names.indices, row.fields).filter {
        !known.contains(names[$0]) && !$1.isEmpty
      }
      if !others.isEmpty || !reactions.isEmpty {
        writer.beginObject()
        for (column, value) in others { writer.field(titles[column], value) }
        if !reactions.isEmpty { writer.field("Reactions", reactions) }
        writer.endObject()
        record.unknownFields = writer.take()
      }
      record.sourceKey = repetitions.key(
        time: time, author: record.author?.key, text: words + file, in: session)
      try sink.add(record)
    }
    try sink.progress(bytes: table.bytesRead)
    try table.checkEnd()
  }
}
