import LugeArchive
import LugeCore
import LugeWords

/// Reads a mailbox (mbox, or a single message): a conversation per thread.
///
/// The first of two passes reads all headers to find the threads, because replies may be anywhere
/// in the file; the second passes on the messages.
public enum MailboxReader: ExportReader {
  public static let formatName = "Mailbox (mbox)"
  public static var evidence: String {
    localized("a line \"From …\" with a date, and the headers of mail below it")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let lines = LineReader(MemoryByteSource(Array(prefix.prefix(4096)), name: fileName))
    var isMailbox = false
    var headers = 0
    var known = 0
    while let line = try? lines.next(), line.number < 60 {
      if line.number == 1, MailboxSplitter.isSeparator(line.bytes) {
        isMailbox = true
      } else if line.bytes.trimmed().isEmpty {
        if headers > 0 { break }
      } else if MailHeaders.name(line.bytes) != nil {
        headers += 1
        let line = String(decoding: line.bytes.prefix(24), as: UTF8.self).lowercased()
        if Self.usual.contains(where: { line.hasPrefix($0) }) { known += 1 }
      } else if line.bytes.first != 0x20, line.bytes.first != 0x09, line.number > 1 {
        if !ByteScanner(line.bytes).starts(with: ">From ") { return 0 }
      }
    }
    if isMailbox { return headers > 0 ? 96 : 0 }
    let name = fileName.lowercased()
    return known >= 2 && (name.hasSuffix(".eml") || known >= 3) ? 85 : 0
  }

  private static let usual = [
    "from:", "to:", "date:", "subject:", "message-id:", "received:", "mime-version:",
    "return-path:",
  ]

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try MailboxReading(source, sink: sink).run()
  }
}

/// One read of one mailbox. Memory holds the ids of the messages and one message.
private final class MailboxReading {
  private let source: any ByteSource
  private let sink: any ImportSink
  private let writer = JSONWriter()

  // MARK: Mutable State (owned by the one thread that reads)

  private var threads = MailThreads()
  private var repetitions = RepetitionCounter()
  /// Hash of the first message with each id.
  private var contents: [StableHash: Int] = [:]
  /// Maximum ids that are kept; behind them, messages have keys made of their contents.
  private static let mostIDs = 4_000_000
  private var current: String?
  private var steps = ReadingProgress()

  init(_ source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
  }

  func run() throws {
    if let first = try source.reopened() {
      let splitter = MailboxSplitter(first, headersOnly: true)
      while let message = try splitter.next() {
        // This pass does not count as progress, but it can be cancelled.
        if steps.isDue(at: splitter.bytesRead) { try sink.progress(bytes: 0) }
        let headers = MailHeaders(message.bytes)
        threads.add(headers)
      }
    }
    let splitter = MailboxSplitter(source)
    steps = ReadingProgress()
    while let message = try splitter.next() {
      if steps.isDue(at: splitter.bytesRead) { try sink.progress(bytes: splitter.bytesRead) }
      try take(message)
    }
    try sink.progress(bytes: splitter.bytesRead)
  }

  private func take(_ message: MailboxSplitter.Message) throws {
    let headers = MailHeaders(message.bytes)
    let place = "line \(message.line)"
    guard
      let time = headers["date"].flatMap({ WrittenTime.mail(MailHeaders.withoutComments($0)) })
        ?? message.time
    else {
      return try sink.skip(
        SkippedRecord(
          file: source.name, place: place, reason: "it has no date that can be read"))
    }
    if message.isCut {
      try sink.note(
        SkippedRecord(
          file: source.name, place: place,
          reason: "the message is larger than \(ByteCount(MailboxSplitter.limit)): what comes "
            + "behind that is left out"))
    }
    let body = MailBody(message, headers: headers)
    if body.isCut {
      try sink.note(
        SkippedRecord(
          file: source.name, place: place, reason: "parts of it are too many, too deep or too long")
      )
    }
    let subject = headers.text("subject") ?? ""
    let (thread, title) = threads.thread(of: headers)
    let id = headers.id
    let who = headers.author
    let words = subject + body.text.string
    // The sender chooses the id: another message with the same id must not replace the first one.
    var hasID = id != nil
    if let id {
      let content = [who?.key ?? "", "\(time.seconds)", words].hashValue
      var hash = StableHash()
      hash.combine(id.utf8)
      if let known = contents[hash] {
        hasID = known == content
      } else {
        hasID = contents.count < Self.mostIDs
        if hasID { contents[hash] = content }
      }
    }
    let key =
      hasID ? id ?? "" : repetitions.key(time: time, author: who?.key, text: words)
    var record = MessageRecord(sourceKey: key, author: who, time: time, text: body.text)
    let bare = MailThreads.bare(subject)
    let name = title ?? bare
    // The thread is named by its subject; a changed subject is shown in the message.
    if bare != name, !bare.isEmpty { record.text = .titled(subject, body.text) }
    record.media = body.media
    record.replyTo = headers.answered.map { ReplyRecord(sourceKey: $0) }
    record.unknownFields = fields(headers)
    let conversation = "mail:\(thread ?? key)"
    if conversation != current {
      current = conversation
      try sink.begin(
        ConversationRecord(
          key: conversation, name: name.isEmpty ? "(no subject)" : name, kind: .group,
          mediaRoot: source.context.mediaRoot))
    }
    try sink.add(record)
  }

  /// Returns the recipients and labels of a message as a JSON object.
  private func fields(_ headers: MailHeaders) -> String? {
    var isEmpty = true
    writer.beginObject()
    for name in ["Subject", "To", "Cc", "List-Id", "X-Gmail-Labels"] {
      guard let text = headers.text(name.lowercased()), !text.isEmpty else { continue }
      isEmpty = false
      writer.field(name, text)
    }
    writer.endObject()
    let object = writer.take()
    return isEmpty ? nil : object
  }
}
