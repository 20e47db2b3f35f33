import LugeArchive
import LugeCore
import LugeWords

/// Reads what `luge export --format jsonl` writes.
///
/// Folders of media are not taken from the file, whoever wrote it: media lie beside it.
public enum LugeLinesReader: ExportReader {
  public static let formatName = "Luge JSON Lines"
  public static var evidence: String { localized("the first line that luge export writes") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    // Other programs write spaces between the signs.
    let signs = prefix.prefix(64).filter { $0 != 0x20 && $0 != 0x09 }
    return signs.starts(with: Array(#"{"luge":"archive""#.utf8)) ? 100 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let writer = JSONWriter()
    var hasConversation = false
    func skip(_ line: Int, _ reason: String) throws {
      try sink.skip(SkippedRecord(file: source.name, place: "line \(line)", reason: reason))
    }
    try JSONLines.read(
      source, progress: { try sink.progress(bytes: $0) }, onBad: skip
    ) { value, line in
      if value["luge"] != nil {
        if let version = value["version"]?.integer, version > LinesExport.version {
          throw ArchiveError.newerVersion(path: source.name)
        }
        return
      }
      guard let type = value["type"]?.string else { return try skip(line, "it has no type") }
      if type == "conversation" {
        guard let key = value["key"]?.string else {
          return try skip(line, "a conversation should have a key")
        }
        hasConversation = true
        var conversation = ConversationRecord(
          key: key, name: value["name"]?.string ?? key,
          kind: value["kind"]?.string.flatMap(ConversationRecord.Kind.init(rawValue:)) ?? .other,
          ownAuthorKey: value["own"]?.string, mediaRoot: source.context.mediaRoot,
          about: value["about"]?.string)
        if let others = value["others"] { conversation.otherNames = otherNames(others) }
        return try sink.begin(conversation)
      }
      guard hasConversation else { return try skip(line, "no conversation has begun") }
      guard let key = value["key"]?.string, let seconds = value["time"]?.integer else {
        return try skip(line, "a message should have a key and a time")
      }
      let message = record(value, key: key, seconds: seconds, type: type, writer: writer)
      guard let others = value["others"] else { return try sink.add(message) }
      try sink.add(message, alsoKnownAs: otherKeys(others))
    }
  }

  /// What other exports call the chat and its people.
  private static func otherNames(_ value: JSONValue) -> [OtherName] {
    value.elements.compactMap { name in
      guard let key = name["key"]?.string else { return nil }
      var people: [String: String] = [:]
      if let pairs = name["people"]?.fields {
        for (there, here) in pairs {
          if let there = there.string, let here = here.string { people[there] = here }
        }
      }
      return OtherName(key: key, clockOffset: name["ahead"]?.integer ?? 0, people: people)
    }
  }

  /// Pairs of a conversation's key and the message's key there.
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
