import Foundation
import LugeArchive
import LugeCore
import LugeWords

/// Reads Element's JSON export ("Export Chat"): the events of a room.
///
/// Edits, reactions and redactions are events of their own, after the events that they change: the
/// file is read twice, first for these. Memory holds them and one event.
public enum MatrixExportReader: ExportReader {
  public static let formatName = "Matrix (Element JSON export)"
  public static var evidence: String { localized("\"room_name\" and events of Matrix") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard prefix.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "{") else { return 0 }
    let head = FileHead(prefix)
    guard head.has("messages") else {
      // The room's topic, which precedes them, may be longer than the part that is checked.
      return ["room_name", "room_creator", "topic"].allSatisfy(head.has) ? 85 : 0
    }
    if head.has("room_name"), head.has("exported_by") || head.has("export_date") { return 97 }
    return head.has("origin_server_ts") && head.has("event_id") ? 85 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    var changes = MatrixChanges()
    if let first = try source.reopened() {
      let walk = JSONWalk(["messages", "*"], onOversize: { _, _ in }) { value, _ in
        changes.take(value)
      }
      // Errors occur again, and are reported, in the second pass.
      try? walk.read(first) { _ in try sink.progress(bytes: 0) }
      changes.countVotes()
    }
    let reading = JSONExportReading(source, sink: sink)
    let file = source.fileName
    var conversation = ConversationRecord(
      key: "matrix:\(file)", name: file, kind: .group, mediaRoot: source.context.mediaRoot)
    var hasBegun = false
    func begin(_ room: String?) throws {
      guard !hasBegun else { return }
      hasBegun = true
      if let room { conversation.key = "matrix:\(room)" }
      try sink.begin(conversation)
    }
    var unmatched = Set(changes.edits.keys)
    reading.keepsApart = true
    let walk = reading.walk(["messages", "*"]) { value in
      try begin(value["room_id"]?.string)
      if !unmatched.isEmpty, let id = value["event_id"]?.string, MatrixEvent.canBeEdited(value) {
        unmatched.remove(.init(message: id, sender: value["sender"]?.string ?? ""))
      }
      return MatrixEvent.read(value, changes: &changes, reading: reading)
    }
    walk.onField = { depth, key, value in
      guard depth == 1, let text = value.string, !text.isEmpty else { return }
      switch key {
      case "room_name":
        conversation.name = text
        if !hasBegun { conversation.key = "matrix:\(text)" }
      case "topic": conversation.about = text
      default: break
      }
    }
    try reading.run(walk)
    try begin(nil)
    for edit in unmatched.sorted(by: { $0.message < $1.message }) {
      try sink.skip(
        SkippedRecord(
          file: source.name, place: "event \(edit.message)",
          reason: "an edit of a message that is not in the export, or that somebody else wrote"))
    }
    if changes.leftOut > 0 {
      try reading.note(
        "\(changes.leftOut) edits, reactions, votes and redactions are more than can be kept")
    }
    try sink.amend(conversation)
  }
}

/// Changes of earlier events: edits, reactions, redactions.
struct MatrixChanges {
  struct Edit {
    var body: String
    var html: String?
    var time: Int64
    var bytes: Int { body.utf8.count.addingClamped(html?.utf8.count ?? 0) }
  }

  /// Key of a message's edits; only its own author's edits count.
  struct EditKey: Hashable {
    var message: String
    var sender: String
  }

  private(set) var edits: [EditKey: Edit] = [:]
  private var reactions = SharedReactions<String>()
  /// Ids of removed events, with the reasons that were given.
  private(set) var redacted: [String: String] = [:]
  /// The last names that people have chosen in this room, by their ids.
  private(set) var names: [String: String] = [:]
  /// The answers that somebody chose, by the poll's id and theirs.
  private var votes: [String: [String: [String]]] = [:]
  /// Numbers of people who chose an answer, by the poll's id and the answer's.
  private var voteCounts: [String: [String: Int]] = [:]
  /// Number of changes beyond the maximum, which are not kept.
  private(set) var leftOut = 0
  private var voteCount = 0
  /// Bytes of what is kept, and of edits that events took.
  private var bytes = 0
  private var takenBytes = 0
  private static let most = 500_000
  private static let mostBytes = 128 << 20

  mutating func take(_ event: JSONValue) {
    let content = event["content"]
    guard edits.count + reactions.count + redacted.count + names.count + voteCount < Self.most,
      bytes < Self.mostBytes
    else {
      if MatrixEvent.isChange(event, event["type"]?.string ?? "") { leftOut += 1 }
      return
    }
    switch event["type"]?.string {
    case "m.room.member":
      if let id = event["state_key"]?.string,
        let name = content?["displayname"]?.string, !name.isEmpty
      {
        names[id] = AuthorRecord.clipped(name)
        bytes += id.utf8.count
      }
    case "m.poll.response", "org.matrix.msc3381.poll.response":
      guard let content, let id = content["m.relates_to"]?["event_id"]?.string,
        let sender = event["sender"]?.string
      else { return }
      let answers =
        (content["m.selections"] ?? content["org.matrix.msc3381.poll.response"]?["answers"])
        .map { $0.elements.compactMap(\.string) } ?? []
      // The last vote of a person counts.
      votes[id, default: [:]][sender] = answers
      voteCount += 1
      bytes += answers.reduce(id.utf8.count + sender.utf8.count) { $0 + $1.utf8.count }
    case "m.room.redaction":
      if let id = (event["redacts"] ?? content?["redacts"])?.string {
        let reason = content?["reason"]?.string ?? ""
        redacted[id] = reason
        bytes += id.utf8.count + reason.utf8.count
      }
    case "m.reaction":
      guard let relation = content?["m.relates_to"], let id = relation["event_id"]?.string,
        let emoji = relation["key"]?.string
      else { return }
      let sender = event["sender"]?.string
      reactions.add(emoji, by: sender, to: id)
      bytes += id.utf8.count + emoji.utf8.count + (sender?.utf8.count ?? 0)
    case "m.room.message":
      guard MatrixEvent.isEdit(event), let id = content?["m.relates_to"]?["event_id"]?.string,
        let new = content?["m.new_content"]
      else { return }
      let key = EditKey(message: id, sender: event["sender"]?.string ?? "")
      let time = event["origin_server_ts"]?.integer ?? 0
      guard edits[key].map({ $0.time <= time }) ?? true else { return }
      let edit = Edit(body: new["body"]?.string ?? "", html: MatrixEvent.html(new), time: time)
      edits[key] = edit
      bytes += id.utf8.count + edit.bytes
    default: break
    }
  }
}

extension MatrixChanges {
  /// Returns the reactions to an event.
  mutating func takeReactions(_ event: String) -> [ReactionRecord] { reactions.take(event) }

  /// Returns the last edit of an event. Events with the same id have it each time, up to an
  /// allowance: one of megabytes would make a small file fill the disk.
  mutating func takeEdit(_ key: EditKey) -> Edit? {
    guard takenBytes <= bytes.multipliedClamped(by: 4).addingClamped(64 << 20),
      let edit = edits[key]
    else { return nil }
    takenBytes = takenBytes.addingClamped(edit.bytes)
    return edit
  }

  /// Returns why an event was removed.
  func reason(of id: String, _ event: JSONValue) -> String {
    redacted[id]
      ?? event["unsigned"]?["redacted_because"]?["content"]?["reason"]?.string ?? ""
  }

  /// Returns a person's name in this room.
  func name(of id: String) -> String { names[id] ?? MatrixEvent.localName(of: id) }

  /// Returns the number of people who have chosen an answer of a poll.
  func votes(for answer: String, of poll: String) -> Int { voteCounts[poll]?[answer] ?? 0 }

  /// Counts the votes; call it after all events were taken.
  mutating func countVotes() {
    voteCounts = votes.mapValues { votes in
      var counts: [String: Int] = [:]
      for answers in votes.values {
        for answer in Set(answers) { counts[answer, default: 0] += 1 }
      }
      return counts
    }
    votes = [:]
  }
}

/// Converts one event of a room.
enum MatrixEvent {
  private static let dropped = [
    "age", "event_id", "origin_server_ts", "prev_content", "redacts", "replaces_state", "room_id",
    "sender", "state_key", "type", "unsigned", "user_id",
  ]
  /// Keys, ciphers and addresses of pictures are left out, and texts in their other forms.
  private static let known = KnownFields(
    ["content"], dropping: dropped,
    omitting: [
      "algorithm", "answer", "avatar_url", "candidates", "ciphertext", "device_id", "file",
      "format", "info", "is_falling_back", "m.mentions", "offer", "org.matrix.msc1767.audio",
      "org.matrix.msc1767.file", "org.matrix.msc1767.message", "org.matrix.msc1767.text",
      "org.matrix.msc3245.voice", "sender_key", "session_id",
    ])

  /// Nothing of what was removed is kept.
  private static let knownOfRemoved = KnownFields([], dropping: dropped + ["content"])

  static func html(_ content: JSONValue) -> String? {
    guard content["format"]?.equals("org.matrix.custom.html") == true else { return nil }
    return content["formatted_body"]?.string
  }

  /// Whether an event edits another one. One without new content is an ordinary message.
  static func isEdit(_ event: JSONValue) -> Bool {
    let relation = event["content"]?["m.relates_to"]
    return event["type"]?.equals("m.room.message") == true
      && relation?["rel_type"]?.equals("m.replace") == true
      && relation?["event_id"]?.string != nil
      && event["content"]?["m.new_content"]?.kind == .object
  }

  /// Whether an event is shown as part of another one.
  static func isChange(_ event: JSONValue, _ type: String) -> Bool {
    [
      "m.reaction", "m.room.redaction", "m.poll.response", "org.matrix.msc3381.poll.response",
    ].contains(type) || isEdit(event)
  }

  static func canBeEdited(_ event: JSONValue) -> Bool {
    ["m.room.message", "m.sticker"].contains(event["type"]?.string ?? "") && !isEdit(event)
  }

  static func read(
    _ event: JSONValue, changes: inout MatrixChanges, reading: JSONExportReading
  ) -> JSONExportReading.Outcome {
    guard event.kind == .object, let id = event["event_id"]?.string else {
      return .skipped(id: nil, reason: "an event should be an object with an id")
    }
    guard let milliseconds = event["origin_server_ts"]?.integer else {
      return .skipped(id: id, reason: "it has no time")
    }
    let type = event["type"]?.string ?? ""
    let content = event["content"]
    // They are shown with the event that they change.
    if isChange(event, type) { return .none }
    if type != "m.room.message", content?["m.relates_to"]?["rel_type"]?.equals("m.replace") == true
    {
      return .skipped(id: id, reason: "an edit of a kind that is not read (\(type))")
    }
    let who = event["sender"]?.string.map { AuthorRecord(key: $0, name: changes.name(of: $0)) }
    var record = MessageRecord(
      sourceKey: id, author: who, time: Timestamp(seconds: milliseconds / 1000, certainty: .exact))
    record.reactions = changes.takeReactions(id).map { reaction in
      var named = reaction
      named.authors = reaction.authors.map { changes.name(of: $0) }
      return named
    }
    if changes.redacted[id] != nil || event["unsigned"]?["redacted_because"] != nil {
      record.kind = .deleted
      record.text = StyledText("This message was deleted")
      record.unknownFields = reading.unknown(
        event, knownOfRemoved, adding: [("reason", changes.reason(of: id, event))])
      return .message(record)
    }
    switch type {
    case "m.room.message", "m.sticker":
      let edit = changes.takeEdit(.init(message: id, sender: event["sender"]?.string ?? ""))
      fill(&record, content, isSticker: type == "m.sticker", edit: edit)
    case "m.location", "org.matrix.msc3488.location":
      record.media = [MediaRecord(kind: .location, note: place(content, body: nil))]
    case "m.poll.start", "org.matrix.msc3381.poll.start":
      record.media = [MediaRecord(kind: .poll, note: poll(content, of: id, changes))]
    case "m.room.encrypted":
      record.text = StyledText("A message that could not be decrypted")
      record.kind = .service(action: type)
    default:
      record.kind = .service(action: type)
      record.text = StyledText(sentence(type, who?.name ?? "Somebody", event, changes))
    }
    record.unknownFields = reading.unknown(event, known)
    return .message(record)
  }

  /// Returns the local part of an id: `@ann:example.org` → `ann`.
  static func localName(of id: String) -> String {
    guard id.hasPrefix("@") else { return id }
    let name = id.dropFirst().prefix { $0 != ":" }
    return name.isEmpty ? id : String(name)
  }

  private static func fill(
    _ record: inout MessageRecord, _ content: JSONValue?, isSticker: Bool,
    edit: MatrixChanges.Edit?
  ) {
    let body = edit?.body ?? content?["body"]?.string ?? ""
    record.replyTo = content?["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string
      .map { ReplyRecord(sourceKey: $0) }
    if let edit {
      record.edited = Timestamp(seconds: edit.time / 1000, certainty: .exact)
      record.isEdited = true
    }
    let kinds: [String: MediaRecord.Kind] = [
      "m.image": .photo, "m.video": .video, "m.audio": .audio, "m.file": .file,
      "m.location": .location,
    ]
    let type = content?["msgtype"]?.string ?? ""
    guard let kind = isSticker ? .sticker : kinds[type] else {
      let html = edit == nil ? content.flatMap(Self.html) : edit?.html
      record.text =
        html.map { HTMLText.styled(withoutReply($0)) } ?? StyledText(plain(body, record))
      if type == "m.emote" {
        record.text.spans.insert(.init(0..<record.text.string.utf8.count, .italic), at: 0)
        record.text = record.text.normalized()
      }
      return
    }
    let info = content?["info"]
    var media = MediaRecord(kind: kind, mimeType: info?["mimetype"]?.string)
    media.size = info?["size"]?.integer
    media.width = info?["w"]?.integer.map { Int(clamping: $0) }
    media.height = info?["h"]?.integer.map { Int(clamping: $0) }
    media.duration = info?["duration"]?.double.map { $0 / 1000 }
    media.blurHash = info?["xyz.amorgan.blurhash"]?.string
    if kind == .audio, content?["org.matrix.msc3245.voice"] != nil { media.kind = .voice }
    let name = content?["filename"]?.string
    media.fileName = name ?? body
    if kind == .location || kind == .sticker {
      media.fileName = nil
      media.note = kind == .location ? place(content, body: body) : body
    } else if let name, name != body {
      record.text = StyledText(body)
    }
    record.media = [media]
  }

  /// - Parameter body: text for programs without places, in its last version.
  private static func place(_ content: JSONValue?, body: String?) -> String? {
    let place = content?["m.location"] ?? content?["org.matrix.msc3488.location"]
    return MatrixPlace.note(
      uri: (place?["uri"] ?? content?["geo_uri"])?.string,
      description: place?["description"]?.string, body: body ?? content?["body"]?.string)
  }

  /// Returns the HTML of a reply without the quoted message, which is shown above it.
  private static func withoutReply(_ html: String) -> String {
    guard html.hasPrefix("<mx-reply>"), let end = html.firstRange(ofBytes: "</mx-reply>") else {
      return html
    }
    return String(html[end.upperBound...])
  }

  private static func plain(_ body: String, _ record: MessageRecord) -> String {
    record.replyTo == nil ? body : MatrixReplyFallback.removed(from: body)
  }

  /// Returns the question and the answers of a poll, in either form of its events.
  private static func poll(_ content: JSONValue?, of id: String, _ changes: MatrixChanges)
    -> String
  {
    func text(_ value: JSONValue?) -> String? {
      if let list = value?["m.text"], list.kind == .array {
        return Array(list.elements).first?["body"]?.string
      }
      return (value?["m.text"] ?? value?["org.matrix.msc1767.text"] ?? value?["body"])?.string
    }
    let poll = content?["m.poll"] ?? content?["org.matrix.msc3381.poll.start"]
    let answers = (poll?["answers"].map { Array($0.elements) } ?? []).map { answer in
      let answerID = (answer["m.id"] ?? answer["id"])?.string ?? ""
      let votes = changes.votes(for: answerID, of: id)
      return "• \(text(answer) ?? answerID) (\(votes) \(votes == 1 ? "vote" : "votes"))"
    }
    return ([text(poll?["question"]) ?? "Poll"] + answers).joined(separator: "\n")
  }

  private static func sentence(
    _ type: String, _ who: String, _ event: JSONValue, _ changes: MatrixChanges
  ) -> String {
    let content = event["content"]
    switch type {
    case "m.room.create": return "\(who) created the room"
    case "m.room.name": return "\(who) named the room “\(content?["name"]?.string ?? "")”"
    case "m.room.topic": return "\(who) set the topic to “\(content?["topic"]?.string ?? "")”"
    case "m.room.avatar": return "\(who) changed the picture of the room"
    case "m.room.encryption": return "\(who) turned on encryption"
    case "m.call.invite": return "\(who) called"
    case "m.call.hangup": return "\(who) ended the call"
    case "m.poll.end", "org.matrix.msc3381.poll.end": return "\(who) ended the poll"
    case "m.room.pinned_events": return "\(who) changed what is pinned"
    case "m.room.member":
      let whom =
        content?["displayname"]?.string ?? event["state_key"]?.string.map(changes.name)
        ?? "somebody"
      switch content?["membership"]?.string {
      case "join": return "\(whom) joined"
      case "leave": return whom == who ? "\(whom) left" : "\(who) removed \(whom)"
      case "invite": return "\(who) invited \(whom)"
      case "ban": return "\(who) banned \(whom)"
      default: return "\(who): \(type)"
      }
    default:
      // Events of custom kinds contain a description.
      let words = content?["body"]?.string ?? ""
      return words.isEmpty ? "\(who): \(type)" : "\(who): \(words)"
    }
  }
}
