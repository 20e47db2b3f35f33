import LugeArchive
import LugeCore

/// Writes JSON Lines, from which ``LugeLinesReader`` makes the same archive again. `docs/EXPORT.md`
/// has the schema.
public final class LinesExport: ExportWriting {
  static let version: Int64 = 1
  private let output: ExportOutput
  private let json = JSONWriter()
  private let parts = JSONWriter()
  private var hasBegun = false
  private var conversations: Int64 = 0
  private var messages: Int64 = 0

  /// False: a reply contains only the key of the original, not the quoted message.
  public let tellsAnswered = false
  public let tellsOtherNames = true

  public init(_ output: @escaping ExportOutput) { self.output = output }

  private func write() throws {
    if let line = json.take() { try output(Self.escaped(line) + "\n") }
  }

  /// Writes what turns text around, and control characters, by their numbers, which JSON's strings
  /// can have: a terminal that shows the line would show another one, or do what they say.
  private static func escaped(_ line: String) -> String {
    guard line.utf8.contains(where: { $0 == 0xE2 || $0 == 0xC2 || $0 == 0x7F }) else {
      return line
    }
    return ForeignText.escapingJSON(line) {
      ForeignText.turnsText($0) || ForeignText.isControl($0)
    }
  }

  private func head() throws {
    guard !hasBegun else { return }
    hasBegun = true
    json.beginObject()
    json.field("luge", "archive")
    json.field("version", Self.version)
    // The last line contains totals: if it is missing, the file is incomplete.
    json.key("end")
    json.boolean(true)
    json.endObject()
    try write()
  }

  public func begin(_ conversation: ExportedConversation) throws {
    try head()
    let record = conversation.record
    conversations += 1
    json.beginObject()
    json.field("type", "conversation")
    json.field("key", record.key)
    json.field("name", record.name)
    json.field("kind", record.kind.rawValue)
    if let own = record.ownAuthorKey { json.field("own", own) }
    if let about = record.about { json.field("about", about) }
    write(record.otherNames)
    json.endObject()
    try write()
  }

  public func add(_ exported: ExportedMessage) throws {
    let message = exported.record
    messages += 1
    json.beginObject()
    switch message.kind {
    case .message: json.field("type", "message")
    case .deleted: json.field("type", "deleted")
    case .service(let action):
      json.field("type", "service")
      json.field("action", action)
    }
    json.field("key", message.sourceKey)
    json.field("time", message.time.seconds)
    if message.time.certainty != .exact {
      json.field("certainty", Int64(message.time.certainty.rawValue))
    }
    if let author = message.author {
      json.field("author", author.key)
      json.field("name", author.name)
    }
    json.field("text", message.text.string)
    raw("spans", SpanCoding.encode(message.text.spans, with: parts))
    if let reply = message.replyTo {
      json.field("reply", reply.sourceKey)
      if let other = reply.conversationKey { json.field("replyConversation", other) }
    }
    if let from = message.forwardedFrom { json.field("forwarded", from) }
    if let edited = message.edited {
      json.field("edited", edited.seconds)
      if edited.certainty != .exact {
        json.field("editedCertainty", Int64(edited.certainty.rawValue))
      }
    } else if message.isEdited {
      json.key("edited")
      json.boolean(true)
    }
    raw("reactions", RecordCoding.encode(message.reactions, with: parts))
    raw("media", RecordCoding.encode(message.media, with: parts))
    raw("post", RecordCoding.encode(message.post))
    // Stored as a JSON string, so that it round-trips byte for byte.
    if let unknown = message.unknownFields { json.field("unknown", unknown) }
    if !exported.otherKeys.isEmpty {
      json.key("others")
      json.beginArray()
      for other in exported.otherKeys {
        json.beginArray()
        json.string(other.conversation)
        json.string(other.key)
        json.endArray()
      }
      json.endArray()
    }
    json.endObject()
    try write()
  }

  private func write(_ names: [OtherName]) {
    guard !names.isEmpty else { return }
    json.key("others")
    json.beginArray()
    for name in names {
      json.beginObject()
      json.field("key", name.key)
      if name.clockOffset != 0 { json.field("ahead", name.clockOffset) }
      if !name.people.isEmpty {
        json.key("people")
        json.beginObject()
        for (there, here) in name.people.sorted(by: { $0.key.text < $1.key.text }) {
          json.field(there.text, here)
        }
        json.endObject()
      }
      json.endObject()
    }
    json.endArray()
  }

  /// Inserts JSON that was made elsewhere into this line.
  private func raw(_ name: String, _ text: String?) {
    guard let text,
      let value = JSONDocument.read(MemoryByteSource(Array(text.utf8), name: name), limit: 64 << 20)
    else { return }
    json.key(name)
    json.value(value)
  }

  public func finish() throws {
    try head()
    json.beginObject()
    json.field("luge", "end")
    json.field("conversations", conversations)
    json.field("messages", messages)
    json.endObject()
    try write()
  }
}
