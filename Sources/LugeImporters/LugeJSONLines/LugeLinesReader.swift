import LugeArchive
import LugeCore
import LugeWords

/// Reads the output of `luge export --format jsonl`.
///
/// Media folders in the file are ignored, because anyone may have written it: media are beside it.
public enum LugeLinesReader: ExportReader {
  public static let formatName = "Luge JSON Lines"
  public static var evidence: String { localized("the first line that luge export writes") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    // Other programs write spaces between the tokens.
    let signs = prefix.prefix(64).filter { $0 != 0x20 && $0 != 0x09 }
    if signs.starts(with: Array(#"{"luge":"archive""#.utf8)) { return 100 }
    // The first line may be damaged or missing.
    let conversation = Array(#"{"type":"conversation","key":"#.utf8)
    let lines = prefix.prefix(1 << 12).split(separator: 0x0A).prefix(3)
    return lines.contains { $0.starts(with: conversation) } ? 80 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try LugeLinesReading(source, into: sink).read()
  }
}

/// One read of a file of Luge's JSON Lines.
private final class LugeLinesReading {
  private let source: any ByteSource
  private let sink: any ImportSink
  private let writer = JSONWriter()
  /// Whether a line has named the conversation of the following messages.
  private var hasConversation = false
  /// Replacement of the conversation whose line cannot be read.
  private var lost: LostConversation?
  private var lostCount = 0
  private var hasReportedLoss = false
  private var line = 0
  /// Number of lines with messages since the export's first line, readable or not.
  private var messageCount: Int64 = 0
  /// Whether the first line announces a last one with totals, which was not found yet.
  private var awaitsEnd = false
  /// Whether a last line counts more messages than there are: some lines are missing.
  private var isShort = false

  init(_ source: any ByteSource, into sink: any ImportSink) {
    self.source = source
    self.sink = sink
  }

  func read() throws {
    do {
      try JSONLines.read(
        source, progress: { try sink.progress(bytes: $0) },
        onBad: { number, reason, bytes in
          line = number
          try skip(bytes, reason)
        },
        onValue: { value, number in
          line = number
          try take(value)
        })
    } catch {
      // Complete conversations may be kept.
      try? endLost()
      throw error
    }
    try endLost()
    guard !awaitsEnd, !isShort else {
      throw ArchiveError.truncated(path: source.name, place: "line \(line)")
    }
  }

  private func take(_ value: JSONValue) throws {
    switch value["luge"]?.string {
    case nil where value["luge"] == nil: break
    case "end": return try end(value)
    default: return try head(value)
    }
    guard let type = value["type"]?.string else {
      messageCount += 1
      return try skip("it has no type")
    }
    if type == "conversation" {
      guard let key = value["key"]?.string else {
        return try loseConversation(key: nil, name: value["name"]?.string)
      }
      return try begin(Self.conversation(value, key: key, in: source))
    }
    messageCount += 1
    guard let key = value["key"]?.string, let seconds = value["time"]?.integer else {
      return try skip("a message should have a key and a time")
    }
    let message = Self.record(value, key: key, seconds: seconds, type: type, writer: writer)
    if !hasConversation { try keep(message) }
    guard let others = value["others"] else { return try sink.add(message) }
    try sink.add(message, alsoKnownAs: Self.otherKeys(others))
  }

  // MARK: - First and last line

  private func head(_ value: JSONValue) throws {
    if let version = value["version"]?.integer, version > LinesExport.version {
      throw ArchiveError.newerVersion(path: source.name)
    }
    // A file may contain several exports, each with lines of its own.
    if awaitsEnd { try note("the end of an export is missing before it") }
    awaitsEnd = value["end"]?.boolean == true
    messageCount = 0
  }

  private func end(_ value: JSONValue) throws {
    awaitsEnd = false
    if let promised = value["messages"]?.integer, promised != messageCount {
      isShort = isShort || promised > messageCount
      try note("it says that it has \(promised) messages, and has \(messageCount)")
    }
  }

  // MARK: - Conversations

  private func begin(_ conversation: ConversationRecord) throws {
    try endLost()
    hasConversation = true
    try sink.begin(conversation)
  }

  /// Begins a replacement for a conversation whose line is damaged, so that its messages are kept
  /// apart from those of the conversation before.
  private func loseConversation(key: String?, name: String?) throws {
    hasReportedLoss = true
    try skip("it begins a conversation, and cannot be read; its messages are kept")
    if let key {
      return try begin(
        ConversationRecord(
          key: key, name: name ?? key, kind: .other, mediaRoot: source.context.mediaRoot))
    }
    try endLost()
    hasConversation = false
  }

  /// Adds a message for which no line names a conversation.
  private func keep(_ message: MessageRecord) throws {
    guard lost == nil else {
      lost?.note(message)
      return
    }
    if !hasReportedLoss {
      hasReportedLoss = true
      try note("no line says which conversation it and those behind it belong to; they are kept")
    }
    let stand = LostConversation(message, number: lostCount, in: source)
    lostCount += 1
    lost = stand
    try sink.begin(stand.record)
  }

  /// Ends the replacement, which now has a name derived from its messages.
  private func endLost() throws {
    guard let record = lost?.record else { return }
    lost = nil
    try sink.amend(record)
  }

  // MARK: - Omitted parts

  private func skip(_ bytes: UnsafeBufferPointer<UInt8>, _ reason: String) throws {
    if let (key, name) = LostConversation.salvaged(from: bytes) {
      return try loseConversation(key: key, name: name)
    }
    // It may be the export's own first line.
    if line > 1 { messageCount += 1 }
    try skip(reason)
  }

  private func skip(_ reason: String) throws { try sink.skip(remark(reason)) }
  private func note(_ reason: String) throws { try sink.note(remark(reason)) }

  private func remark(_ reason: String) -> SkippedRecord {
    SkippedRecord(file: source.name, place: "line \(line)", reason: reason)
  }

  // MARK: - Values

  private static func conversation(
    _ value: JSONValue, key: String, in source: any ByteSource
  ) -> ConversationRecord {
    var conversation = ConversationRecord(
      key: key, name: value["name"]?.string ?? key,
      kind: value["kind"]?.string.flatMap(ConversationRecord.Kind.init(rawValue:)) ?? .other,
      ownAuthorKey: value["own"]?.string, mediaRoot: source.context.mediaRoot,
      about: value["about"]?.string)
    if let others = value["others"] { conversation.otherNames = otherNames(others) }
    return conversation
  }

  /// Reads the names and keys of the chat and its people in other exports.
  private static func otherNames(_ value: JSONValue) -> [OtherName] {
    value.elements.compactMap { name in
      guard let key = name["key"]?.string else { return nil }
      var people: [ExactKey: String] = [:]
      if let pairs = name["people"]?.fields {
        for (there, here) in pairs {
          if let there = there.string, let here = here.string { people[ExactKey(there)] = here }
        }
      }
      return OtherName(key: key, clockOffset: name["ahead"]?.integer ?? 0, people: people)
    }
  }

  /// Reads pairs of a conversation's key and the message's key in it.
  private static func otherKeys(_ value: JSONValue) -> [KnownKey] {
    value.elements.compactMap { pair in
      let parts = pair.elements.compactMap(\.string)
      return parts.count == 2 ? KnownKey(conversation: parts[0], key: parts[1]) : nil
    }
  }

  private static func record(
    _ value: JSONValue, key: String, seconds: Int64, type: String, writer: JSONWriter
  ) -> MessageRecord {
    func raw(_ name: String) -> String? {
      guard let part = value[name], !part.isNull else { return nil }
      writer.value(part)
      return writer.take()
    }
    func certainty(_ name: String) -> Timestamp.Certainty {
      value[name]?.integer.flatMap { Timestamp.Certainty(rawValue: Int(clamping: $0)) } ?? .exact
    }
    var record = MessageRecord(
      sourceKey: key, time: Timestamp(seconds: seconds, certainty: certainty("certainty")),
      text: SpanCoding.decode(raw("spans"), text: value["text"]?.string ?? ""))
    switch type {
    case "service": record.kind = .service(action: value["action"]?.string ?? "")
    case "deleted": record.kind = .deleted
    default: break
    }
    if let author = value["author"]?.string {
      record.author = AuthorRecord(key: author, name: value["name"]?.string ?? author)
    }
    record.replyTo = value["reply"]?.string.map {
      ReplyRecord(sourceKey: $0, conversationKey: value["replyConversation"]?.string)
    }
    record.forwardedFrom = value["forwarded"]?.string
    if let edited = value["edited"]?.integer {
      record.edited = Timestamp(seconds: edited, certainty: certainty("editedCertainty"))
      record.isEdited = true
    } else {
      record.isEdited = value["edited"]?.boolean == true
    }
    record.reactions = RecordCoding.decode(raw("reactions"))
    record.media = RecordCoding.decode(raw("media"))
    record.post = RecordCoding.decodePost(raw("post"))
    record.unknownFields = value["unknown"]?.string
    return record
  }
}
