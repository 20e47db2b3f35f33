import LugeArchive
import LugeCore
import LugeWords

/// Reads the JSON of sigtop and similar tools: a list of Signal Desktop's messages in its own form,
/// one file per conversation.
public enum SigtopReader: ExportReader {
  public static let formatName = "Signal messages (JSON of sigtop)"
  public static var evidence: String {
    localized("a list of messages with \"conversationId\" and \"sent_at\"")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix)
    guard head.first == UInt8(ascii: "[") else { return 0 }
    return head.has("conversationId") && head.has("sent_at") ? 96 : 0
  }

  private static let known = KnownFields(
    [
      "attachments", "body", "contact", "deletedForEveryone", "editHistory", "id", "isErased",
      "quote", "reactions", "sent_at", "sticker", "type",
    ],
    dropping: [
      "bodyRanges", "conversationId", "hasAttachments", "hasFileAttachments",
      "hasVisualMediaAttachments", "readStatus", "received_at", "received_at_ms", "schemaVersion",
      "seenStatus", "sendStateByConversationId", "source", "sourceDevice", "sourceServiceId",
      "sourceUuid", "timestamp",
    ],
    // Keys, and copies of files in other sizes.
    omitting: [
      "authorUuid", "avatar", "blurHash", "cdn*", "chunkSize", "clientUuid", "contentHash", "data",
      "digest", "downloadPath", "flags", "height", "incrementalMac", "isGiftBadge", "isViewOnce",
      "iv", "key", "localKey", "messageId", "packId", "packKey", "path", "plaintextHash", "random",
      "referencedMessageNotFound", "screenshot", "size", "stickerId", "thumbnail*",
      "uploadTimestamp", "version", "width",
    ])

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    // File names are like `Ann (+491234).json`.
    let file = SignalChatName(source.fileTitle)
    let name = file.name.trimming(" ")
    // Keys without ids keep the name as earlier versions took it from the file's.
    let key = source.fileName.prefix { $0 != "(" && $0 != "." }.trimming(" ")
    let partner = Partner(name: name, key: key, number: file.mark)
    var sources: Set<String> = []
    let reading = JSONExportReading(source, sink: sink)
    var conversation: ConversationRecord?
    var repetitions = RepetitionCounter()
    let walk = reading.walk(["*"]) { value in
      if conversation == nil {
        let begun = ConversationRecord(
          key: "signal:\(value["conversationId"]?.scalarText ?? key)",
          name: name.isEmpty ? "Signal" : name, kind: .personal, ownAuthorKey: "me",
          mediaRoot: source.context.mediaRoot)
        conversation = begun
        try sink.begin(begun)
      }
      let outcome = read(value, with: partner, reading: reading, repetitions: &repetitions)
      if sources.count < 2, case .message(let record) = outcome, case .message = record.kind,
        let key = record.author?.key, key != "me"
      {
        sources.insert(key)
        if sources.count == 2, var group = conversation {
          group.kind = .group
          try sink.amend(group)
        }
      }
      return outcome
    }
    try reading.run(walk)
  }

  /// The person after whom the file is named, if it is a conversation of two. Messages name their
  /// authors only by numbers.
  private struct Partner {
    let name: String
    let key: String
    let number: Substring?
  }

  /// Returns the name of the author of a message that is not the user's own.
  private static func name(of value: JSONValue, _ partner: Partner) -> String {
    guard let source = value["source"]?.scalarText, !source.isEmpty else { return partner.name }
    return partner.number == source[...] && !partner.name.isEmpty ? partner.name : source
  }

  private static func read(
    _ value: JSONValue, with partner: Partner, reading: JSONExportReading,
    repetitions: inout RepetitionCounter
  ) -> JSONExportReading.Outcome {
    let id = value["id"]?.scalarText
    guard let sent = (value["sent_at"] ?? value["timestamp"])?.integer else {
      return .skipped(id: id, reason: "it has no time")
    }
    let type = value["type"]?.string ?? "incoming"
    let from = ["sourceServiceId", "sourceUuid", "source"].lazy
      .compactMap { value[$0]?.scalarText }.first { !$0.isEmpty }
    let author =
      type == "outgoing"
      ? AuthorRecord(key: "me", name: "Me")
      : AuthorRecord(key: from ?? partner.key, name: name(of: value, partner))
    var record = MessageRecord(
      sourceKey: repetitions.unique("\(sent)-\(author.key)"), author: author,
      time: Timestamp(seconds: sent / 1000, certainty: .exact),
      text: SignalText.styled(value["body"]?.string ?? "", ranges: value["bodyRanges"]) { _ in nil }
    )
    if type != "outgoing", type != "incoming" {
      record.kind = .service(action: type)
      if record.text.string.isEmpty {
        record.text = StyledText(type.replacing("-", with: " "))
      }
    }
    if value["deletedForEveryone"]?.boolean == true || value["isErased"]?.boolean == true {
      record.kind = .deleted
      record.text = StyledText("This message was deleted")
    }
    if let history = value["editHistory"], history.kind == .array,
      !Array(history.elements).isEmpty
    {
      record.isEdited = true
    }
    if let quote = value["quote"], let target = quote["id"]?.integer {
      let who = (quote["authorAci"] ?? quote["authorUuid"] ?? quote["author"])?.scalarText
      record.replyTo = ReplyRecord(sourceKey: "\(target)-\(who ?? "")")
    }
    for item in value["attachments"].map({ Array($0.elements) }) ?? [] {
      let type = item["contentType"]?.string
      let name = item["fileName"]?.string
      record.media.append(
        MediaRecord(
          kind: SignalText.kind(type: type, fileName: name), path: item["path"]?.string,
          mimeType: type, fileName: name, size: item["size"]?.integer,
          width: item["width"]?.integer.map { Int(clamping: $0) },
          height: item["height"]?.integer.map { Int(clamping: $0) },
          note: item["caption"]?.string,
          blurHash: item["blurHash"]?.string))
    }
    if let sticker = value["sticker"], sticker.kind == .object {
      record.media.append(
        MediaRecord(
          kind: .sticker, path: sticker["data"]?["path"]?.string, note: sticker["emoji"]?.string))
    }
    record.media += value["contact"]?.elements.map(SignalText.contact) ?? []
    record.reactions = SignalText.reactions(value["reactions"]) { item in
      item["fromId"]?.scalarText
    }
    // Their times, and to what they belong.
    value["reactions"]?.noteAllRead()
    record.unknownFields = reading.unknown(value, known)
    return .message(record)
  }
}
