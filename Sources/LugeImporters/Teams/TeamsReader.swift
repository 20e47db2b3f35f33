import LugeArchive
import LugeCore
import LugeWords

/// Reads messages of Microsoft Teams as Microsoft Graph gives them: `{"value": […]}`, a file or
/// more for each conversation. What Teams for personal use exports has Skype's form, and is read as
/// that.
public enum TeamsReader: ExportReader {
  public static let formatName = "Microsoft Teams (Graph)"
  public static var evidence: String { localized("\"value\" with messages of Microsoft Graph") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix, limit: 32_768)
    guard head.first == UInt8(ascii: "{") else { return 0 }
    return head.has("value") && head.has("createdDateTime") && head.has("messageType")
      && head.has("body") ? 94 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let file = source.fileName
    let name = file.split(separator: ".").first.map(String.init) ?? file
    let reading = JSONExportReading(source, sink: sink)
    var current: String?
    var order = NewestFirst()
    let walk = reading.walk(["value", "*"]) { value in
      let channel = value["channelIdentity"]?["channelId"]?.string
      let room = value["chatId"]?.string ?? channel ?? current ?? name
      if room != current {
        try order.flush(to: sink)
        current = room
        try sink.begin(
          ConversationRecord(
            key: "teams:\(room)", name: name, kind: channel == nil ? .group : .channel,
            mediaRoot: source.context.mediaRoot))
      }
      let outcome = read(value, reading: reading)
      guard case .message(let record) = outcome else { return outcome }
      try order.add(record, to: sink)
      return .none
    }
    try reading.run(walk)
    try order.flush(to: sink)
  }

  private static let known: Set<String> = [
    "id", "replyToId", "etag", "messageType", "createdDateTime", "lastModifiedDateTime",
    "lastEditedDateTime", "deletedDateTime", "subject", "summary", "chatId", "importance", "locale",
    "webUrl", "channelIdentity", "policyViolation", "eventDetail", "from", "body", "attachments",
    "mentions", "reactions", "messageHistory",
  ]

  private static func read(
    _ value: JSONValue, reading: JSONExportReading
  ) -> JSONExportReading.Outcome {
    let id = value["id"]?.scalarText
    guard let id, let time = value["createdDateTime"]?.string.flatMap(ISOTime.parse) else {
      return .skipped(id: id, reason: "a message should have an id and a time")
    }
    let from = value["from"]
    let user = [from?["user"], from?["application"]].compactMap { $0 }.first { !$0.isNull }
    let name = user?["displayName"]?.string ?? ""
    let key = user?["id"]?.string ?? (name.isEmpty ? nil : name)
    var record = MessageRecord(
      sourceKey: id,
      author: key.map { AuthorRecord(key: $0, name: name.isEmpty ? "Unknown person" : name) },
      time: time)
    let content = value["body"]?["content"]?.string ?? ""
    record.text =
      value["body"]?["contentType"]?.equals("html") == true
      ? HTMLText.styled(content) : StyledText(content)
    record.text = .titled(value["subject"]?.string ?? "", record.text)
    if value["deletedDateTime"]?.string != nil {
      record.kind = .deleted
      record.text = StyledText("This message was deleted")
    } else if value["messageType"]?.equals("message") == false {
      let type = value["eventDetail"]?["@odata.type"]?.string ?? "event"
      let action = String(type.drop { $0 == "#" }.split(separator: ".").last ?? "event")
      record.kind = .service(action: action)
      record.text = StyledText("\(name.isEmpty ? "Somebody" : name): \(action)")
    }
    if let edited = value["lastEditedDateTime"]?.string.flatMap(ISOTime.parse) {
      record.edited = edited
      record.isEdited = true
    }
    record.replyTo = value["replyToId"]?.scalarText.map { ReplyRecord(sourceKey: $0) }
    for item in value["attachments"].map({ Array($0.elements) }) ?? [] {
      let name = item["name"]?.string
      if item["contentType"]?.equals("messageReference") == true {
        record.replyTo = item["id"]?.scalarText.map { ReplyRecord(sourceKey: $0) }
        continue
      }
      record.media.append(
        MediaRecord(
          kind: .init(fileName: name ?? ""), fileName: name, note: item["contentUrl"]?.string))
    }
    for item in value["reactions"].map({ Array($0.elements) }) ?? [] {
      guard let type = item["reactionType"]?.string else { continue }
      let emoji =
        [
          "like": "👍", "heart": "❤️", "laugh": "😆", "surprised": "😮", "sad": "😢", "angry": "😡",
        ][type] ?? type
      record.reactions.add(emoji, by: item["user"]?["user"]?["displayName"]?.string)
    }
    record.unknownFields = reading.unknown(value, except: known)
    return .message(record)
  }
}
