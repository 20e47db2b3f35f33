import LugeArchive
import LugeCore
import LugeWords

/// Reads the direct messages of Twitter's (X's) archive: `direct-messages.js`,
/// `direct-messages-group.js` and their further parts, newest message first.
///
/// The archive contains only ids of people, and a name only of its owner.
public enum TwitterMessagesReader: ExportReader, NamedPartsReader {
  public static let formatName = "Twitter direct messages"
  public static var evidence: String {
    localized("a script that assigns window.YTD.direct_messages.part0")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard let target = AssignmentSource.target(of: prefix),
      target.hasPrefix("window.YTD.direct_message")
    else { return 0 }
    let head = FileHead(prefix)
    return head.has("dmConversation") && head.contains("\"messageCreate\"") ? 95 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let account = TwitterAccount(beside: source)
    let script = AssignmentSource(source)
    let isGroup = source.fileName.contains("group")
    let reading = JSONExportReading(script, sink: sink)
    let people = TwitterPeople(account: account)
    var conversation: String?
    var isBegun = false
    var order = NewestFirst()
    let walk = reading.walk(["*", "dmConversation", "messages", "*"]) { value in
      if !isBegun {
        isBegun = true
        let id = conversation ?? "unknown"
        let others = id.split(separator: "-").map(String.init).filter { $0 != account.id }
        try sink.begin(
          ConversationRecord(
            key: "twitter-messages:\(id)",
            name: isGroup || others.isEmpty
              ? "Group \(id)" : others.lazy.map(people.name).chatName,
            kind: isGroup ? .group : .personal, ownAuthorKey: account.id,
            mediaRoot: source.context.mediaRoot))
      }
      let outcome = TwitterDirectMessage.read(
        value, people: people, isGroup: isGroup, reading: reading)
      guard case .message(let record) = outcome else { return outcome }
      try order.add(record, to: sink)
      return .none
    }
    walk.onField = { depth, key, value in
      guard depth == 3, key == "conversationId" else { return }
      try order.flush(to: sink)
      conversation = value.scalarText
      isBegun = false
    }
    // The next conversation's messages must not be added to this one, even if they precede its id.
    walk.onLeave = { depth in
      guard depth == 2 else { return }
      try order.flush(to: sink)
      conversation = nil
      isBegun = false
    }
    do {
      try reading.run(walk)
    } catch {
      // Messages read before the file's truncated end are kept.
      try order.flush(to: sink)
      throw error
    }
    try order.flush(to: sink)
    try account.keys.check()
  }

  static func part(named name: String) -> NamedPart? { TwitterAccount.part(named: name) }
}

/// Names of people, as far as the archive contains them.
private struct TwitterPeople {
  let account: TwitterAccount

  func name(_ id: String) -> String {
    id == account.id ? account.name : "User \(id)"
  }

  func author(_ id: String?) -> AuthorRecord? {
    id.map { AuthorRecord(key: $0, name: name($0)) }
  }
}

/// Converts one event of a conversation.
private enum TwitterDirectMessage {
  private static let known = KnownFields(
    [
      "createdAt", "editHistory", "eventId", "id", "initiatingUserId", "mediaUrls", "name",
      "participantsSnapshot", "reactions", "senderId", "text", "urls", "userIds",
    ], dropping: ["recipientId"], omitting: ["createdAt", "display", "eventId"])

  static func read(
    _ event: JSONValue, people: TwitterPeople, isGroup: Bool, reading: JSONExportReading
  ) -> JSONExportReading.Outcome {
    guard event.kind == .object, let (kind, value) = Array(event.fields).first,
      let id = (value["id"] ?? value["eventId"])?.scalarText ?? value["createdAt"]?.string
    else { return .skipped(id: nil, reason: "an event should be an object with an id") }
    guard let time = value["createdAt"]?.string.flatMap(ISOTime.parse) else {
      return .skipped(id: id, reason: "it has no time")
    }
    // Greetings of companies have a kind of their own.
    guard kind.string == "messageCreate" || value["text"]?.string?.isEmpty == false else {
      var record = MessageRecord(sourceKey: id, time: time)
      record.kind = .service(action: kind.string ?? "event")
      record.text = StyledText(sentence(kind.string ?? "event", value, people))
      record.unknownFields = reading.unknown(value, known)
      return .message(record)
    }
    var record = MessageRecord(
      sourceKey: id, author: people.author(value["senderId"]?.scalarText), time: time)
    let files = value["mediaUrls"].map { $0.elements.compactMap(\.string) } ?? []
    var links = TwitterLinks(urls: value["urls"])
    // The message ends with the address of its picture, which is shown.
    for url in TwitterLinks.elements(value["urls"]) {
      if let short = url["url"]?.string,
        url["expanded"]?.string?.contains("/messages/media/") == true
      {
        links.hide(short)
      }
    }
    record.text = TwitterText.styled(value["text"]?.string ?? "", links: links)
    let folder = isGroup ? "direct_messages_group_media" : "direct_messages_media"
    record.media = files.map { address in
      let name = address.pathParts.last.map(String.init) ?? ""
      return MediaRecord(kind: .init(fileName: name), path: "\(folder)/\(id)-\(name)")
    }
    for reaction in value["reactions"].map({ Array($0.elements) }) ?? [] {
      guard let key = reaction["reactionKey"]?.string else { continue }
      record.reactions.add(
        emoji[key] ?? key, by: reaction["senderId"]?.scalarText.map(people.name))
    }
    record.unknownFields = reading.unknown(value, known)
    return .message(record)
  }

  private static let emoji = [
    "like": "❤️", "funny": "😂", "surprised": "😲", "sad": "😢", "excited": "🔥", "agree": "👍",
    "disagree": "👎",
  ]

  /// Maximum people that a sentence names.
  private static let mostListed = 1000

  private static func sentence(_ kind: String, _ value: JSONValue, _ people: TwitterPeople)
    -> String
  {
    func names(_ field: String) -> String {
      let ids =
        value[field].map { Array($0.elements.lazy.compactMap(\.scalarText).prefix(mostListed)) }
        ?? []
      return ids.isEmpty ? "somebody" : ids.map(people.name).joined(separator: ", ")
    }
    let who = value["initiatingUserId"]?.scalarText.map(people.name) ?? "Somebody"
    switch kind {
    case "joinConversation": return "\(who) added \(names("participantsSnapshot"))"
    case "participantsJoin": return "\(who) added \(names("userIds"))"
    case "participantsLeave": return "\(names("userIds")) left"
    case "conversationNameUpdate":
      return "\(who) named the conversation “\(value["name"]?.string ?? "")”"
    default: return "\(who): \(kind)"
    }
  }
}
