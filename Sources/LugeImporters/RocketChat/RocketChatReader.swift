import LugeArchive
import LugeCore
import LugeWords

/// Reads messages of Rocket.Chat: what "Export messages" writes, and answers of its programming
/// interface (`{"messages": […]}`).
public enum RocketChatReader: ExportReader {
  public static let formatName = "Rocket.Chat export"
  public static var evidence: String { localized("messages with \"msg\", \"u\" and \"ts\"") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix, limit: 32_768)
    guard let first = head.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      return 0
    }
    guard head.has("msg"), head.has("u"), head.has("ts") else { return 0 }
    return head.has("rid") || head.has("_id") ? 94 : head.has("username") ? 75 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let replaying = try ReplayingByteSource(source, prefixLength: 1024)
    let isList = replaying.prefix.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "[")
    let file = source.fileName
    let name = file.split(separator: ".").first.map(String.init) ?? file
    let reading = JSONExportReading(replaying, sink: sink)
    var current: String?
    var repetitions = RepetitionCounter()
    let walk = reading.walk(isList ? ["*"] : ["messages", "*"]) { value in
      let room = value["rid"]?.string ?? current ?? name
      if room != current {
        current = room
        try sink.begin(
          ConversationRecord(
            key: "rocketchat:\(room)", name: name == "messages" ? room : "#\(name)",
            kind: .channel, mediaRoot: source.context.mediaRoot))
      }
      return read(value, reading: reading, repetitions: &repetitions)
    }
    try reading.run(walk)
    guard current != nil else {
      throw ArchiveError.unknownFormat(
        path: source.name, hint: "It looks like Rocket.Chat's messages, and there is none in it.")
    }
  }

  private static let known: Set<String> = [
    "_id", "rid", "msg", "ts", "u", "username", "name", "_updatedAt", "t", "attachments",
    "reactions", "editedAt", "editedBy", "tmid", "file", "files", "urls", "mentions", "channels",
    "md", "type",
  ]

  private static func time(_ value: JSONValue?) -> Timestamp? {
    guard let value = value?["$date"] ?? value else { return nil }
    if let text = value.string, let time = ISOTime.parse(text) { return time }
    return value.integer.map { Timestamp(seconds: $0 / 1000, certainty: .exact) }
  }

  /// What happened, by the short names that Rocket.Chat has for it.
  private static let happenings = [
    "uj": "joined", "ul": "left", "au": "added", "ru": "removed", "ut": "joined the discussion",
    "r": "named the room", "room_changed_topic": "changed the topic to",
    "room_changed_description": "changed the description to",
    "subscription-role-added": "gave a role to",
  ]

  private static func read(
    _ value: JSONValue, reading: JSONExportReading, repetitions: inout RepetitionCounter
  ) -> JSONExportReading.Outcome {
    let id = value["_id"]?.scalarText
    guard let time = time(value["ts"]) else { return .skipped(id: id, reason: "it has no time") }
    let user = value["u"]
    let login = user?["username"]?.string ?? value["username"]?.string ?? user?.string
    let shown = user?["name"]?.string ?? value["name"]?.string ?? ""
    let who = login.map { AuthorRecord(key: $0, name: shown.isEmpty ? $0 : shown) }
    let words = value["msg"]?.string ?? ""
    var record = MessageRecord(
      sourceKey: id ?? "", author: who, time: time, text: MarkdownText.styled(words))
    if id == nil {
      record.sourceKey = repetitions.key(time: time, author: login, text: words)
    }
    if let type = value["t"]?.string ?? value["type"]?.string, !type.isEmpty {
      let name = who?.name ?? "Somebody"
      if type == "rm" {
        record.kind = .deleted
        record.text = StyledText("This message was removed")
      } else if type != "e2e", type != "discussion-created" {
        record.kind = .service(action: type)
        let action = happenings[type] ?? type.replacing("_", with: " ").replacing("-", with: " ")
        record.text = StyledText(
          type == "uj" || type == "ul" ? "\(name) \(action)" : "\(name) \(action) \(words)")
      }
    }
    if let edited = Self.time(value["editedAt"]) {
      record.edited = edited
      record.isEdited = true
    }
    record.replyTo = value["tmid"]?.string.map { ReplyRecord(sourceKey: $0) }
    for field in value["reactions"].map({ Array($0.fields) }) ?? [] {
      guard let emoji = field.key.string else { continue }
      let who = field.value["usernames"].map { $0.elements.compactMap(\.string) } ?? []
      record.reactions.append(
        ReactionRecord(emoji: emoji, count: max(1, who.count), authors: who))
    }
    for item in value["attachments"].map({ Array($0.elements) }) ?? [] {
      let title = item["title"]?.string
      let link =
        item["image_url"]?.string ?? item["video_url"]?.string
        ?? item["audio_url"]?.string ?? item["title_link"]?.string ?? item["fileName"]?.string
      if let link {
        let name = title ?? link.split(separator: "/").last.map(String.init)
        let kind: MediaRecord.Kind =
          item["image_url"] != nil
          ? .photo
          : item["video_url"] != nil
            ? .video : item["audio_url"] != nil ? .audio : .init(fileName: name ?? "")
        // The address asks for a login.
        record.media.append(
          MediaRecord(kind: kind, fileName: name, note: item["description"]?.string ?? link))
      } else {
        let parts = [item["author_name"]?.string, title, item["text"]?.string].compactMap { $0 }
          .filter { !$0.isEmpty }
        if !parts.isEmpty {
          record.media.append(MediaRecord(kind: .other, note: parts.joined(separator: "\n")))
        }
      }
    }
    record.unknownFields = reading.unknown(value, except: known)
    return .message(record)
  }
}
