import LugeArchive
import LugeCore
import LugeWords

/// Reads `Hangouts.json` from Takeout: all conversations in one file.
public enum HangoutsReader: ExportReader {
  public static let formatName = "Google Hangouts (Takeout)"
  public static var evidence: String { localized("\"conversations\" with the ids of Hangouts") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix)
    guard head.has("conversations"), head.has("conversation_id") else { return 0 }
    return head.has("gaia_id") || head.has("participant_data") ? 95 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let reading = JSONExportReading(source, sink: sink)
    let mediaRoot = source.context.mediaRoot
    var current: Conversation?
    var number = -1
    // Conversations of which the events come first, by their numbers; nil until there is one.
    var ahead: [Int: Conversation]?
    var hasBegun = false
    func begin(_ conversation: Conversation) throws {
      current = conversation
      hasBegun = true
      try sink.begin(conversation.record)
    }
    let walk = reading.walk(["conversations", "*", "events", "*"]) { value in
      if current == nil {
        let known = try ahead ?? conversations(in: source, sink)
        ahead = known
        try begin(known[number] ?? Conversation(ofEvent: value, mediaRoot: mediaRoot))
      }
      return read(value, people: current?.people ?? [:], reading: reading)
    }
    walk.onEnter = { depth in
      guard depth == 2 else { return }
      number += 1
      current = nil
    }
    walk.onField = { depth, key, value in
      guard depth == 3, key == "conversation", current == nil else { return }
      try begin(Conversation(value, mediaRoot: mediaRoot))
    }
    try reading.run(walk)
    if !hasBegun {
      throw ArchiveError.unknownFormat(
        path: source.name, hint: "Hangouts.json has \"conversations\"; there is none in it.")
    }
  }

  /// A conversation, and the names of its people by their ids.
  private struct Conversation {
    var record: ConversationRecord
    var people: [String: String] = [:]

    init(_ value: JSONValue, mediaRoot: String?) {
      let inner = value["conversation"] ?? value
      let id = (value["conversation_id"] ?? inner["id"])?["id"]?.string ?? "unknown"
      var names: [(id: String, name: String)] = []
      for person in inner["participant_data"].map({ Array($0.elements) }) ?? [] {
        guard let id = person["id"]?["gaia_id"]?.scalarText else { continue }
        let name = person["fallback_name"]?.string ?? id
        people[id] = AuthorRecord.clipped(name)
        names.append((id, name))
      }
      let own = inner["self_conversation_state"]?["self_read_state"]?["participant_id"]?["gaia_id"]?
        .scalarText
      let given = inner["name"]?.string ?? ""
      let others = names.filter { $0.id != own }.map(\.name)
      record = ConversationRecord(
        key: "hangouts:\(id)",
        name: !given.isEmpty ? given : others.isEmpty ? "Hangouts" : others.chatName,
        kind: inner["type"]?.equals("GROUP") == true ? .group : .personal, ownAuthorKey: own,
        mediaRoot: mediaRoot)
    }

    /// A conversation about which nothing is known but one of its events.
    init(ofEvent value: JSONValue, mediaRoot: String?) {
      let id = value["conversation_id"]?["id"]?.string ?? "unknown"
      record = ConversationRecord(
        key: "hangouts:\(id)", name: "Hangouts", kind: .other, mediaRoot: mediaRoot)
    }
  }

  /// Returns the conversations of a file by their numbers; it is read once more.
  private static func conversations(
    in source: any ByteSource, _ sink: any ImportSink
  ) throws -> [Int: Conversation] {
    guard let again = try source.reopened() else { return [:] }
    var found: [Int: Conversation] = [:]
    var number = -1
    let walk = JSONWalk(["conversations", "*", "events", "*"], onOversize: { _, _ in }) { _, _ in }
    walk.onEnter = { if $0 == 2 { number += 1 } }
    walk.onField = { depth, key, value in
      guard depth == 3, key == "conversation" else { return }
      found[number] = Conversation(value, mediaRoot: source.context.mediaRoot)
    }
    // Errors occur again, and are reported, in the pass for the events.
    try? walk.read(again) { _ in try sink.progress(bytes: 0) }
    return found
  }

  /// Maximum people that a sentence names.
  private static let mostListed = 1000

  private static let known = KnownFields(
    [
      "chat_message", "conversation_rename", "event_id", "event_type", "hangout_event",
      "membership_change", "sender_id", "timestamp",
    ],
    dropping: [
      "advances_sort_timestamp", "conversation_id", "delivery_medium", "event_otr",
      "event_version", "self_event_state",
    ],
    omitting: ["chat_id", "display_url", "gaia_id", "id", "plus_photo", "type"])

  private static func read(
    _ value: JSONValue, people: [String: String], reading: JSONExportReading
  ) -> JSONExportReading.Outcome {
    let id = value["event_id"]?.string
    guard let id, let microseconds = value["timestamp"]?.integer else {
      return .skipped(id: id, reason: "an event should have an id and a time")
    }
    let sender = value["sender_id"]?["gaia_id"]?.scalarText
    let who = sender.map { AuthorRecord(key: $0, name: people[$0] ?? "Unknown person") }
    var record = MessageRecord(
      sourceKey: id, author: who,
      time: Timestamp(seconds: microseconds / 1_000_000, certainty: .exact))
    let name = who?.name ?? "Somebody"
    if let content = value["chat_message"]?["message_content"] {
      record.text = text(content["segment"])
      for item in content["attachment"].map({ Array($0.elements) }) ?? [] {
        let photo = item["embed_item"]?["plus_photo"]
        let place = item["embed_item"]?["place_v2"] ?? item["embed_item"]?["thing_v2"]
        let lines = [
          place?["name"], place?["address"]?["postal_address_v2"]?["street_address"],
          place?["url"],
        ].compactMap { $0?.string }.filter { !$0.isEmpty }
        let kind = item["embed_item"]?["type"].map { $0.elements.compactMap(\.string) }?.first
        record.media.append(
          MediaRecord(
            kind: photo != nil ? .photo : place != nil ? .location : .other,
            path: photo?["url"]?.string,
            thumbnailPath: photo?["thumbnail"]?["image_url"]?.string,
            note: photo != nil
              ? nil : lines.isEmpty ? kind : lines.joined(separator: "\n")))
      }
    } else {
      let type = value["event_type"]?.string ?? "event"
      record.kind = .service(action: type)
      let members = (value["membership_change"]?["participant_id"].map { Array($0.elements) } ?? [])
        .prefix(mostListed).map { $0["gaia_id"]?.scalarText.flatMap { people[$0] } ?? "somebody" }
      let sentence =
        switch (type, value["hangout_event"]?["event_type"]?.string) {
        case ("RENAME_CONVERSATION", _):
          "\(name) named the conversation “\(value["conversation_rename"]?["new_name"]?.string ?? "")”"
        case ("ADD_USER", _): "\(name) added \(members.joined(separator: ", "))"
        case ("REMOVE_USER", _): "\(members.joined(separator: ", ")) left"
        case (_, "START_HANGOUT"?): "\(name) started a call"
        case (_, "END_HANGOUT"?): ended(value["hangout_event"]?["hangout_duration_secs"]?.integer)
        default: "\(name): \(type)"
        }
      record.text = StyledText(sentence)
    }
    record.unknownFields = reading.unknown(value, known)
    return .message(record)
  }

  /// - Parameter seconds: duration of the call; nil if nobody answered.
  private static func ended(_ seconds: Int64?) -> String {
    guard let seconds, seconds > 0 else { return "The call ended" }
    return "The call ended (\(TelegramFormat.duration(seconds)))"
  }

  private static func text(_ segments: JSONValue?) -> StyledText {
    var text = ""
    var spans: [StyledText.Span] = []
    for segment in segments.map({ Array($0.elements) }) ?? [] {
      let start = text.utf8.count
      if segment["type"]?.equals("LINE_BREAK") == true {
        text += "\n"
        continue
      }
      text += segment["text"]?.string ?? ""
      let range = start..<text.utf8.count
      guard !range.isEmpty else { continue }
      if let target = segment["link_data"]?["link_target"]?.string {
        spans.append(.init(range, .link(target: target)))
      }
      let marks: [(String, StyledText.Attribute)] = [
        ("bold", .bold), ("italics", .italic), ("underline", .underline),
        ("strikethrough", .strike),
      ]
      for (name, attribute) in marks where segment["formatting"]?[name]?.boolean == true {
        spans.append(.init(range, attribute))
      }
    }
    return StyledText(text, spans: spans).normalized()
  }
}
