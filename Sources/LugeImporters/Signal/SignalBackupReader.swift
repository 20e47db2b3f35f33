import LugeArchive
import LugeCore
import LugeWords

/// Reads Signal Desktop's own unencrypted export: `main.jsonl`, an object per line, people and
/// conversations before the messages.
public enum SignalBackupReader: ExportReader {
  public static let formatName = "Signal Desktop export (JSON Lines)"
  public static var evidence: String { localized("a first line with \"backupTimeMs\"") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix, limit: 2048)
    guard head.first == UInt8(ascii: "{") else { return 0 }
    return head.has("backupTimeMs") ? 97 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try SignalBackup(source, sink: sink).run()
  }
}

/// One read of one export. Memory holds the people and the conversations.
private final class SignalBackup {
  private struct Person {
    let key: String
    let name: String
    let isGroup: Bool

    /// Limits key and name, which are repeated with each message.
    init(key: String, name: String, isGroup: Bool = false) {
      let author = AuthorRecord(key: key, name: name)
      (self.key, self.name, self.isGroup) = (author.key, author.name, isGroup)
    }
  }

  private let source: any ByteSource
  private let sink: any ImportSink
  private let writer = JSONWriter()
  private var people: [String: Person] = [:]
  /// Names of people by the identifiers in mentions.
  private var names: [String: String] = [:]
  private var chats: [String: ConversationRecord] = [:]
  private var current: String?
  private var ownKey = "me"
  private var repetitions = RepetitionCounter()

  init(_ source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
  }

  func run() throws {
    try JSONLines.read(source, progress: { try sink.progress(bytes: $0) }) { line, reason in
      try skip(line, reason)
    } onValue: { value, line in
      if let recipient = value["recipient"] {
        take(recipient: recipient)
      } else if let chat = value["chat"], let id = chat["id"]?.scalarText {
        let with = chat["recipientId"]?.scalarText.flatMap { people[$0] }
        chats[id] = ConversationRecord(
          key: "signal:\(with?.key ?? id)", name: with?.name ?? "Signal",
          kind: with?.isGroup == true ? .group : with?.key == ownKey ? .saved : .personal,
          ownAuthorKey: ownKey, mediaRoot: source.context.mediaRoot)
      } else if let item = value["chatItem"] {
        try take(item: item, line: line)
      }
    }
  }

  private func skip(_ line: Int, _ reason: String) throws {
    try sink.skip(SkippedRecord(file: source.name, place: "line \(line)", reason: reason))
  }

  private func take(recipient value: JSONValue) {
    guard let id = value["id"]?.scalarText else { return }
    func text(_ value: JSONValue, _ names: String...) -> String? {
      names.lazy.compactMap { value[$0]?.string }.first { !$0.isEmpty }
    }
    func both(_ value: JSONValue, _ first: String, _ last: String) -> String? {
      let parts = [value[first]?.string, value[last]?.string].compactMap { $0 }
        .filter { !$0.isEmpty }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
    if let contact = value["contact"] {
      let number = contact["e164"]?.scalarText.map { $0.hasPrefix("+") ? $0 : "+\($0)" }
      let key = text(contact, "aci", "pni") ?? number ?? "recipient:\(id)"
      let nickname = contact["nickname"].flatMap { both($0, "given", "family") }
      let name =
        nickname ?? both(contact, "systemGivenName", "systemFamilyName")
        ?? both(contact, "profileGivenName", "profileFamilyName") ?? text(contact, "username")
        ?? number ?? "Unknown person"
      people[id] = Person(key: key, name: name)
      names[key] = AuthorRecord.clipped(name)
    } else if let group = value["group"] {
      let title = group["snapshot"]?["title"]
      let name = title?["title"]?.string ?? title?.string ?? "Group"
      people[id] = Person(
        key: text(group, "masterKey") ?? "group:\(id)", name: name.isEmpty ? "Group" : name,
        isGroup: true)
    } else if value["self"] != nil {
      people[id] = Person(key: ownKey, name: "Me")
    } else {
      let name = value["releaseNotes"] != nil ? "Signal" : "Unknown person"
      people[id] = Person(key: "recipient:\(id)", name: name)
    }
  }

  private static let known = KnownFields(
    [
      "authorId", "chatId", "contactMessage", "dateSent", "directStoryReplyMessage", "poll",
      "remoteDeletedMessage", "revisions", "standardMessage", "stickerMessage", "updateMessage",
      "viewOnceMessage",
    ],
    dropping: [
      "directionless", "expireStartDate", "expiresInMs", "incoming", "outgoing", "sms",
    ],
    omitting: [
      "avatar", "chatId", "clientUuid", "date", "directionless", "expireStartDate", "expiresInMs",
      "incoming", "incrementalMac", "incrementalMacChunkSize", "locatorInfo", "outgoing",
      "packId", "packKey", "receivedTimestamp", "sentTimestamp", "sortOrder", "stickerId",
      "thumbnail", "type", "wasDownloaded",
    ])

  private func take(item: JSONValue, line: Int) throws {
    guard let chat = item["chatId"]?.scalarText, let conversation = chats[chat] else {
      return try skip(line, "it belongs to no conversation")
    }
    guard let sent = item["dateSent"]?.integer else {
      return try skip(line, "it has no time")
    }
    if current != chat {
      current = chat
      try sink.begin(conversation)
    }
    let who = item["authorId"]?.scalarText.flatMap { people[$0] }
    var record = MessageRecord(
      // Several events may have the same millisecond.
      sourceKey: repetitions.unique("\(sent)-\(who?.key ?? "")", in: chat),
      author: who.map { AuthorRecord(key: $0.key, name: $0.name) },
      time: Timestamp(seconds: sent / 1000, certainty: .exact))
    let name = who?.name ?? "Somebody"
    if let message = item["standardMessage"] {
      read(standard: message, into: &record)
    } else if item["remoteDeletedMessage"] != nil {
      record.kind = .deleted
      record.text = StyledText("This message was deleted")
    } else if let sticker = item["stickerMessage"] {
      let emoji = sticker["sticker"]?["emoji"]?.string
      record.media = [MediaRecord(kind: .sticker, note: emoji)]
      record.reactions = reactions(sticker["reactions"])
    } else if let contact = item["contactMessage"]?["contact"] {
      record.media = [SignalText.contact(contact)]
    } else if let answer = item["directStoryReplyMessage"] {
      read(story: answer, into: &record)
    } else if let poll = item["poll"] {
      read(poll: poll, into: &record)
    } else if item["viewOnceMessage"] != nil {
      record.media = [MediaRecord(kind: .photo, note: "(shown once)")]
    } else if let update = item["updateMessage"] {
      let kind = Array(update.fields).first?.key.string ?? "update"
      let type = update[kind]?["type"]?.string
      if kind == "individualCall" || kind == "groupCall" {
        record.media = [
          MediaRecord(kind: .call, note: "\(name) called\(Self.state(of: update[kind]))")
        ]
      } else {
        record.kind = .service(action: type ?? kind)
        record.text = StyledText(Self.sentence(type ?? kind, name, update[kind]))
      }
    } else {
      let kind =
        item.fields.compactMap(\.key.string).first { !Self.known.contains($0) } ?? "message"
      record.media = [MediaRecord(kind: .other, note: Self.words(kind))]
    }
    if let revisions = item["revisions"], revisions.kind == .array,
      Array(revisions.elements).isEmpty == false
    {
      // The stored message is the newest version; its time is the first version's.
      record.isEdited = true
      record.edited = Timestamp(seconds: sent / 1000, certainty: .exact)
      if let first = Array(revisions.elements).first?["dateSent"]?.integer {
        record.time = Timestamp(seconds: first / 1000, certainty: .exact)
      }
    }
    record.unknownFields = writer.unknown(of: item, Self.known)
    try sink.add(record)
  }

  private static func state(of call: JSONValue?) -> String {
    switch call?["state"]?.string {
    case "MISSED", "MISSED_NOTIFICATION_PROFILE": "; missed"
    case "NOT_ACCEPTED", "DECLINED": "; not answered"
    default: ""
    }
  }

  /// Returns the sentence of an event in Signal's words; for an unknown kind, its name as words.
  private static func sentence(_ kind: String, _ name: String, _ update: JSONValue?) -> String {
    switch kind {
    case "JOINED_SIGNAL": "\(name) is on Signal"
    case "IDENTITY_UPDATE": "The safety number with \(name) changed"
    case "IDENTITY_VERIFIED": "The safety number with \(name) was marked as verified"
    case "IDENTITY_DEFAULT": "The safety number with \(name) was marked as not verified"
    case "CHANGE_NUMBER": "\(name) changed their phone number"
    case "END_SESSION": "The secure session with \(name) was reset"
    case "CHAT_SESSION_REFRESH": "The secure session was renewed"
    case "BAD_DECRYPT": "A message of \(name) could not be decrypted"
    case "PAYMENTS_ACTIVATED": "\(name) activated payments"
    case "PAYMENT_ACTIVATION_REQUEST": "\(name) asked to activate payments"
    case "UNSUPPORTED_PROTOCOL_MESSAGE": "A message of \(name) needs a newer Signal"
    case "RELEASE_CHANNEL_DONATION_REQUEST": "Signal asked for a donation"
    case "REPORTED_SPAM": "\(name) was reported as spam"
    case "BLOCKED": "\(name) was blocked"
    case "UNBLOCKED": "\(name) was unblocked"
    case "MESSAGE_REQUEST_ACCEPTED": "The message request was accepted"
    case "expirationTimerChange": "\(name) changed the time after which messages disappear"
    case "profileChange": profileSentence(name, update)
    case "threadMerge": "Two conversations with \(name) became one"
    case "sessionSwitchover": "\(name) writes from another number"
    case "groupChange": groupSentence(name, update)
    case "learnedProfileChange": "\(name) told their name"
    default: "\(name): \(words(kind))"
    }
  }

  private static func profileSentence(_ name: String, _ update: JSONValue?) -> String {
    guard let new = update?["newName"]?.string, !new.isEmpty,
      let old = update?["previousName"]?.string, !old.isEmpty
    else { return "\(name) changed their profile" }
    return "\(name) changed their name from “\(old)” to “\(new)”"
  }

  /// Returns the sentence of the first change that has one.
  private static func groupSentence(_ name: String, _ update: JSONValue?) -> String {
    for change in update?["updates"].map({ Array($0.elements) }) ?? [] {
      if let title = change["groupNameUpdate"]?["newGroupName"]?.string, !title.isEmpty {
        return "\(name) changed the group name to “\(title)”"
      }
      let description = change["groupDescriptionUpdate"]?["newDescription"]?.string
      if let description, !description.isEmpty {
        return "\(name) changed the group description to “\(description)”"
      }
    }
    return "\(name) changed the group"
  }

  /// Converts `IDENTITY_UPDATE` and `expirationTimerChange` to words.
  private static func words(_ name: String) -> String {
    if name.contains("_") { return name.lowercased().replacing("_", with: " ") }
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty { words += " " }
      words += character.lowercased()
    }
    return words
  }

  private func read(standard message: JSONValue, into record: inout MessageRecord) {
    let text = message["text"]
    record.text = SignalText.styled(
      text?["body"]?.string ?? "", ranges: text?["bodyRanges"]
    ) { [names] id in names[id] }
    record.reactions = reactions(message["reactions"])
    if let quote = message["quote"], let sent = quote["targetSentTimestamp"]?.integer {
      let author = quote["authorId"]?.scalarText.flatMap { people[$0] }
      record.replyTo = ReplyRecord(sourceKey: "\(sent)-\(author?.key ?? "")")
    }
    for item in message["attachments"].map({ Array($0.elements) }) ?? [] {
      let pointer = item["pointer"] ?? item
      let type = pointer["contentType"]?.string
      let name = pointer["fileName"]?.string
      let isVoice = item["flag"]?.equals("VOICE_MESSAGE") == true
      record.media.append(
        MediaRecord(
          kind: isVoice
            ? .voice
            : item["flag"]?.equals("GIF") == true
              ? .animation : SignalText.kind(type: type, fileName: name),
          path: pointer["path"]?.string ?? item["path"]?.string, mimeType: type, fileName: name,
          size: (pointer["locatorInfo"]?["size"] ?? pointer["size"])?.integer,
          width: pointer["width"]?.integer.map { Int(clamping: $0) },
          height: pointer["height"]?.integer.map { Int(clamping: $0) },
          note: pointer["caption"]?.string, blurHash: pointer["blurHash"]?.string))
    }
    if let long = message["longText"], long.kind == .object {
      // The message's text is the beginning of this file.
      record.media.append(
        MediaRecord(
          kind: .file, path: (long["path"] ?? long["pointer"]?["path"])?.string,
          mimeType: "text/plain", note: "The whole text, of which this is the beginning"))
    }
    for link in message["linkPreview"].map({ Array($0.elements) }) ?? [] {
      let parts = ["title", "description"].compactMap { link[$0]?.string }.filter { !$0.isEmpty }
      if !parts.isEmpty {
        let lines = parts + [link["url"]?.string].compactMap { $0 }
        record.media.append(MediaRecord(kind: .other, note: lines.joined(separator: "\n")))
      }
    }
  }

  /// Reads the reply, text or emoji, to a story that no longer exists.
  private func read(story answer: JSONValue, into record: inout MessageRecord) {
    let text = answer["textReply"]?["text"]
    record.text = SignalText.styled(
      text?["body"]?.string ?? answer["emoji"]?.string ?? "", ranges: text?["bodyRanges"]
    ) { [names] id in names[id] }
    record.media = [MediaRecord(kind: .other, note: "An answer to a story")]
    record.reactions = reactions(answer["reactions"])
  }

  private func read(poll: JSONValue, into record: inout MessageRecord) {
    let answers = poll["options"].map { options in
      options.elements.map { option in
        PollNote.Answer(
          option["option"]?.string ?? "", votes: option["votes"].map { Array($0.elements).count })
      }
    }
    let note = PollNote(
      poll["question"]?.string ?? "", answers ?? [], isClosed: poll["hasEnded"]?.boolean == true)
    record.media = [MediaRecord(kind: .poll, note: note.note)]
    record.reactions = reactions(poll["reactions"])
  }

  private func reactions(_ list: JSONValue?) -> [ReactionRecord] {
    SignalText.reactions(list) { item in
      item["authorId"]?.scalarText.flatMap { people[$0]?.name }
    }
  }
}

/// Common parts of the forms of Signal's messages.
enum SignalText {
  /// - Parameters:
  ///   - ranges: ranges in UTF-16 units.
  ///   - name: returns the name of a mentioned person.
  static func styled(
    _ body: String, ranges: JSONValue?, name: (String) -> String?
  ) -> StyledText {
    guard let ranges, ranges.kind == .array else { return StyledText(body) }
    struct Mark {
      var start: Int
      var end: Int
      var attribute: StyledText.Attribute
      var text: String?
    }
    let units = body.utf16
    var marks: [Mark] = []
    for range in ranges.elements {
      let start = Int(clamping: range["start"]?.integer ?? 0)
      let length = Int(clamping: range["length"]?.integer ?? 0)
      guard start >= 0, length > 0, start < units.count, length <= units.count - start,
        marks.count < 4096
      else { continue }
      if let id = range["mentionAci"]?.string ?? range["mentionUuid"]?.string {
        let shown = "@\(name(id) ?? range["replacementText"]?.string ?? "somebody")"
        marks.append(
          Mark(start: start, end: start + length, attribute: .mention(id: id), text: shown))
        continue
      }
      let style = range["style"]?.scalarText ?? ""
      let attribute: StyledText.Attribute? =
        switch style {
        case "BOLD", "1": .bold
        case "ITALIC", "2": .italic
        case "SPOILER", "3": .spoiler
        case "STRIKETHROUGH", "4": .strike
        case "MONOSPACE", "5": .code
        default: nil
        }
      if let attribute {
        marks.append(Mark(start: start, end: start + length, attribute: attribute))
      }
    }
    guard !marks.isEmpty else { return StyledText(body) }
    // Offsets of the UTF-16 units after mentions are replaced by names.
    let mentions = marks.filter { $0.text != nil }.sorted { $0.start < $1.start }
    var places = [Int](repeating: 0, count: units.count + 1)
    var text = ""
    var index = 0
    var next = mentions.makeIterator()
    var mention = next.next()
    var unit = units.startIndex
    while unit < units.endIndex {
      while let passed = mention, passed.start < index { mention = next.next() }
      if let found = mention, found.start == index {
        for inside in found.start..<found.end { places[inside] = text.utf8.count }
        text += found.text ?? ""
        index = found.end
        unit = units.index(units.startIndex, offsetBy: index)
        continue
      }
      let character = body.unicodeScalars[unit]
      // A mention may end inside of a character of two units.
      for _ in 0..<UTF16.width(character) where index < units.count {
        places[index] = text.utf8.count
        index += 1
      }
      text.unicodeScalars.append(character)
      unit = body.unicodeScalars.index(after: unit)
    }
    places[units.count] = text.utf8.count
    let spans = marks.compactMap { mark -> StyledText.Span? in
      let range = places[mark.start]..<max(places[mark.start], places[mark.end])
      return range.isEmpty ? nil : StyledText.Span(range, mark.attribute)
    }
    return StyledText(text, spans: spans).normalized()
  }

  /// Returns the card of a person: the name, then numbers, addresses and company, one per line.
  static func contact(_ contact: JSONValue) -> MediaRecord {
    func texts(_ value: JSONValue, _ names: [String]) -> [String] {
      names.compactMap { value[$0]?.scalarText }.filter { !$0.isEmpty }
    }
    var lines: [String] = []
    if let name = contact["name"] {
      let parts = texts(name, ["givenName", "familyName"])
      lines +=
        parts.isEmpty
        ? Array(texts(name, ["displayName"]).prefix(1))
        : [
          parts.joined(separator: " ")
        ]
    }
    for list in ["number", "email"] {
      for item in contact[list]?.elements.map({ $0 }) ?? [] { lines += texts(item, ["value"]) }
    }
    for item in contact["address"]?.elements.map({ $0 }) ?? [] {
      let parts = texts(
        item, ["street", "pobox", "neighborhood", "postcode", "city", "region", "country"])
      if !parts.isEmpty { lines.append(parts.joined(separator: ", ")) }
    }
    lines += texts(contact, ["organization"])
    return MediaRecord(kind: .contact, note: lines.joined(separator: "\n"))
  }

  static func kind(type: String?, fileName: String?) -> MediaRecord.Kind {
    switch type?.pathParts.first {
    case "image": type == "image/gif" ? .animation : .photo
    case "video": .video
    case "audio": .audio
    default: .init(fileName: fileName ?? "")
    }
  }

  static func reactions(
    _ list: JSONValue?, author: (JSONValue) -> String?
  ) -> [ReactionRecord] {
    var reactions: [ReactionRecord] = []
    for item in list.map({ Array($0.elements) }) ?? [] {
      guard let emoji = item["emoji"]?.string else { continue }
      reactions.add(emoji, by: author(item))
    }
    return reactions
  }
}
