import LugeArchive
import LugeCore
import LugeWords

/// Reads `messages.json` of Skype's export: all conversations in one file, newest message first.
public enum SkypeReader: ExportReader {
  public static let formatName = "Skype export"
  public static var evidence: String { localized("\"conversations\" and \"exportDate\"") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix)
    guard head.has("conversations"), head.has("exportDate") else { return 0 }
    return head.has("MessageList") || head.has("userId") ? 95 : 60
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let reading = JSONExportReading(source, sink: sink)
    var own: String?
    let people = try names(in: source, sink)
    var id = ""
    var name = ""
    var begun: ConversationRecord?
    func conversation() -> ConversationRecord {
      ConversationRecord(
        key: "skype:\(id)", name: name.isEmpty ? shortName(id) : name,
        kind: id.hasPrefix("19:") ? .group : .personal, ownAuthorKey: own)
    }
    var order = NewestFirst()
    let walk = reading.walk(["conversations", "*", "MessageList", "*"]) { value in
      if begun == nil {
        // Where fields were sorted by name, the messages come before the conversation's own.
        if id.isEmpty { id = value["conversationid"]?.string ?? "" }
        let record = conversation()
        begun = record
        try sink.begin(record)
      }
      let outcome = read(value, people: people, reading: reading)
      guard case .message(let record) = outcome else { return outcome }
      try order.add(record, to: sink)
      return .none
    }
    walk.onField = { depth, key, value in
      switch (depth, key) {
      case (1, "userId"): own = value.string
      case (3, "id"): id = value.string ?? ""
      case (3, "displayName"): name = value.string ?? ""
      case (3, "threadProperties"):
        if name.isEmpty { name = value["topic"]?.string ?? "" }
      default: break
      }
    }
    walk.onEnter = { depth in
      guard depth == 2 else { return }
      begun = nil
      id = ""
      name = ""
    }
    walk.onLeave = { depth in
      if depth == 3 { try order.flush(to: sink) }
      if depth == 2, let record = begun, record.name != conversation().name {
        begun?.name = conversation().name
        if let begun { try sink.amend(begun) }
      }
    }
    do {
      try reading.run(walk)
    } catch {
      // Messages read before the file's truncated end are kept.
      try order.flush(to: sink)
      throw error
    }
  }

  /// Returns the name in an id: `8:live:ann_1` → `ann_1`.
  private static func shortName(_ id: String) -> String {
    id.split(separator: ":").last.map(String.init) ?? id
  }

  private static let known = KnownFields(
    [
      "content", "displayName", "from", "id", "messagetype", "originalarrivaltime", "properties",
    ],
    dropping: ["amsreferences", "clientmessageid", "composetime", "conversationid", "version"],
    omitting: ["isserversidegenerated"])

  private static func read(
    _ value: JSONValue, people: [String: String], reading: JSONExportReading
  ) -> JSONExportReading.Outcome {
    let id = value["id"]?.scalarText
    guard let id, let time = value["originalarrivaltime"]?.string.flatMap(ISOTime.parse) else {
      return .skipped(id: id, reason: "a message should have an id and a time")
    }
    let from = value["from"]?.string ?? ""
    let shown = value["displayName"]?.string ?? ""
    let content = value["content"]?.string ?? ""
    let type = value["messagetype"]?.string ?? ""
    var who =
      from.isEmpty
      ? nil : AuthorRecord(key: from, name: shown.isEmpty ? people[from] ?? shortName(from) : shown)
    // An event of a group is from the group, and names in it who did something.
    if type.hasPrefix("ThreadActivity/") {
      let actor = attribute("initiator", of: nil, in: content)
      if let actor, !actor.isEmpty {
        who = AuthorRecord(key: actor, name: people[actor] ?? shortName(actor))
      } else if from.hasPrefix("19:") {
        who = nil
      }
    }
    var record = MessageRecord(sourceKey: id, author: who, time: time)
    let name = who?.name ?? "Somebody"
    let properties = value["properties"]
    // Parts of the content that are not shown.
    var rest: [(name: String, text: String)] = []
    if properties?["deletetime"] != nil, properties?["deletetime"]?.isNull == false {
      record.kind = .deleted
      record.text = StyledText("This message was removed")
    } else if type == "Text" {
      record.text = StyledText(content)
    } else if type == "RichText" || type == "RichText/Html" {
      let (quoted, answer) = answered(content)
      record.replyTo = quoted.map { ReplyRecord(sourceKey: $0.id) }
      rest.append(("quote", quoted?.text ?? ""))
      rest.append(("quoteAuthor", quoted?.author ?? ""))
      record.text = HTMLText.styled(answer)
    } else if type.hasPrefix("RichText/") {
      let words = HTMLText.styled(content)
      // `<Title>Title: a.png</Title>`, which is no part of the words.
      let title = attribute("Title", of: nil, in: content)
        .map { HTMLText.styled($0.hasPrefix("Title: ") ? String($0.dropFirst(7)) : $0).string }
      let original = attribute("v", of: "OriginalName", in: content)
      let file = original ?? title
      let kind: MediaRecord.Kind =
        type.contains("Video")
        ? .video
        : type.contains("Audio")
          ? .voice
          : type.contains("Location")
            ? .location
            : type.contains("Contacts") ? .contact : .init(fileName: file ?? "")
      // "To view this shared photo, go to: …" is for programs that cannot show it.
      let address = words.string.firstRange(ofBytes: "https://").map {
        String(Substring(words.string[$0.lowerBound...].utf8.prefix { $0 > 0x20 }))
      }
      var note = address ?? words.string
      if kind == .location || kind == .contact {
        // `<c f="Ann">` lists contacts that were sent; a place has its name within the link.
        let people = heads(of: "c", in: content).map { head in
          [
            attributeText("f", in: head),
            attributeText("p", in: head) ?? attributeText("s", in: head),
          ]
          .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
        }
        let street = heads(of: "location", in: content).first.flatMap {
          attributeText("address", in: $0)
        }
        let map = words.spans.lazy.compactMap { span -> String? in
          if case .link(let target) = span.attribute { target } else { nil }
        }.first
        note = (people + [words.string, street ?? "", address ?? map ?? ""])
          .filter { !$0.isEmpty }.joined(separator: "\n")
      }
      record.media = [MediaRecord(kind: kind, fileName: file, note: note)]
      let object = heads(of: "URIObject", in: content).first
      rest.append(("uri", object.flatMap { attributeText("uri", in: $0) } ?? ""))
      if let title, title != file { rest.append(("title", title)) }
    } else if type == "Event/Call" {
      let duration = attribute("duration", of: nil, in: content).flatMap(Double.init)
      let isMissed = content.contains("type=\"missed\"")
      record.media = [
        MediaRecord(
          kind: .call, duration: duration,
          note: isMissed ? "\(name) called; missed" : "\(name) called")
      ]
    } else {
      record.kind = .service(action: type)
      record.text = StyledText(sentence(type, by: who, content: content, people))
    }
    record.reactions = reactions(properties?["emotions"], people)
    if let edited = properties?["edittime"]?.integer {
      record.edited = Timestamp(seconds: edited / 1000, certainty: .exact)
      record.isEdited = true
    } else if content.contains("<e_m ") {
      record.isEdited = true
    }
    record.unknownFields = reading.unknown(value, known, adding: rest)
    return .message(record)
  }

  /// Returns what happened in a group: `ThreadActivity/TopicUpdate` and others.
  private static func sentence(
    _ type: String, by who: AuthorRecord?, content: String, _ people: [String: String]
  ) -> String {
    let name = who?.name ?? "Somebody"
    let value = attribute("value", of: nil, in: content).map { HTMLText.styled($0).string } ?? ""
    switch type {
    case _ where type.hasSuffix("AddMember"):
      return "\(name) added \(targets(in: content, people))"
    case _ where type.hasSuffix("DeleteMember"):
      let gone = targets(in: content, people)
      // Who removes only themselves, left.
      return who == nil || gone == name ? "\(gone) left" : "\(name) removed \(gone)"
    case _ where type.hasSuffix("TopicUpdate"):
      return value.isEmpty
        ? "\(name) removed the conversation's name" : "\(name) named the conversation “\(value)”"
    case _ where type.hasSuffix("PictureUpdate"):
      return "\(name) changed the group's picture"
    case _ where type.hasPrefix("ThreadActivity/"):
      return "\(name): \(type.dropFirst("ThreadActivity/".count))"
    case "PopCard":
      let words = cardWords(content)
      return words.isEmpty ? "\(name) sent a card" : words.joined(separator: "\n")
    default:
      let words = HTMLText.styled(content).string
      return words.isEmpty ? "\(name): \(type)" : words
    }
  }

  /// Maximum lines that are taken from a card.
  private static let mostCardLines = 100

  /// Returns the words of a card, which is a list of objects as JSON, perhaps with HTML's entities.
  private static func cardWords(_ content: String) -> [String] {
    func read(_ text: String) -> JSONValue? {
      JSONDocument.read(MemoryByteSource(Array(text.utf8), name: ""), limit: 1 << 20)
    }
    let plain = HTMLText.styled(content).string
    guard let document = read(content) ?? read(plain) else {
      let isJSON = plain.hasPrefix("[") || plain.hasPrefix("{")
      return plain.isEmpty || isJSON ? [] : [plain]
    }
    var words: [String] = []
    func take(_ value: JSONValue, depth: Int) {
      guard depth < 8 else { return }
      for element in value.elements { take(element, depth: depth + 1) }
      for (key, value) in value.fields {
        let isText = ["title", "subtitle", "text", "body"].contains { key.equals($0) }
        if isText, let text = value.string {
          let line = HTMLText.styled(text).string.trimmingBlanks
          if !line.isEmpty, words.count < mostCardLines { words.append(line) }
        } else {
          take(value, depth: depth + 1)
        }
      }
    }
    take(document, depth: 0)
    return words
  }

  private static let mostPeople = 100_000

  /// Returns names by id, in a pass of their own: the newest messages come first, so that a name
  /// appears after the events about that person.
  private static func names(in source: any ByteSource, _ sink: any ImportSink) throws
    -> [String: String]
  {
    guard let first = try source.reopened() else { return [:] }
    var names: [String: String] = [:]
    // A chat of two has the name of the other one, whose messages may have none.
    var chats: [String: String] = [:]
    var chat = (id: "", name: "")
    let walk = JSONWalk(["conversations", "*", "MessageList", "*"], onOversize: { _, _ in }) {
      value, _ in
      guard names.count < mostPeople, let name = value["displayName"]?.string, !name.isEmpty,
        let id = value["from"]?.string, id.utf8.count <= BoundedKey.longest, names[id] == nil
      else { return }
      names[id] = AuthorRecord.clipped(name)
    }
    walk.onEnter = { if $0 == 2 { chat = ("", "") } }
    walk.onField = { depth, key, value in
      guard depth == 3, chats.count < mostPeople else { return }
      if key == "id" { chat.id = BoundedKey.key(value.string ?? "") }
      if key == "displayName" { chat.name = value.string ?? "" }
      if !chat.id.isEmpty, !chat.name.isEmpty, !chat.id.hasPrefix("19:") {
        chats[chat.id] = AuthorRecord.clipped(chat.name)
      }
    }
    // Errors occur again, and are reported, in the second pass.
    try? walk.read(first) { _ in try sink.progress(bytes: 0) }
    return names.merging(chats) { own, _ in own }
  }

  /// Splits a reply, which begins with the quoted message, `<quote … messageid="1709287000000">`,
  /// that is shown above it.
  private static func answered(
    _ content: String
  ) -> (quoted: (id: String, author: String, text: String)?, answer: String) {
    guard let start = content.firstRange(ofBytes: "<quote "),
      let end = content.firstRange(ofBytes: "</quote>"), start.upperBound < end.lowerBound
    else { return (nil, content) }
    let head = content[start.lowerBound..<end.lowerBound].prefix { $0 != ">" }
    let id = head.firstRange(ofBytes: " messageid=\"").map {
      String(head[$0.upperBound...].prefix { $0 != "\"" })
    }
    // A quotation without an id stays part of the text, but without the fallback for old programs.
    guard let id, !id.isEmpty else {
      return (nil, withoutLegacyQuotes(content))
    }
    let author = head.firstRange(ofBytes: " authorname=\"").map {
      HTMLText.styled(String(head[$0.upperBound...].prefix { $0 != "\"" })).string
    }
    let text = HTMLText.styled(
      withoutLegacyQuotes(String(content[start.lowerBound..<end.upperBound]))
    ).string
    return (
      (id, author ?? "", text),
      String(content[..<start.lowerBound]) + String(content[end.upperBound...])
    )
  }

  private static func withoutLegacyQuotes(_ content: String) -> String {
    var (kept, rest) = ("", content[...])
    while let start = rest.firstRange(ofBytes: "<legacyquote>"),
      let end = rest[start.upperBound...].firstRange(ofBytes: "</legacyquote>")
    {
      kept += rest[..<start.lowerBound]
      rest = rest[end.upperBound...]
    }
    return kept + rest
  }

  /// Maximum people that a sentence names.
  private static let mostListed = 1000

  /// Returns the names of the people in `<target>8:live:ann</target>`.
  private static func targets(in content: String, _ people: [String: String]) -> String {
    let ids = content.ranges(of: "<target>").prefix(mostListed).map {
      String(content[$0.upperBound...].prefix { $0 != "<" })
    }
    return ids.isEmpty
      ? "somebody" : ids.map { people[$0] ?? shortName($0) }.joined(separator: ", ")
  }

  /// Parses `[{"key": "heart", "users": [{"mri": "8:ann"}]}]`, which may be encoded as text.
  private static func reactions(_ list: JSONValue?, _ people: [String: String])
    -> [ReactionRecord]
  {
    let list =
      list?.string.flatMap { JSONDocument.read(MemoryByteSource(Array($0.utf8), name: "")) } ?? list
    guard let list, list.kind == .array else { return [] }
    var reactions: [ReactionRecord] = []
    for item in list.elements {
      guard let key = item["key"]?.string else { continue }
      let emoji = emotions[key] ?? ":\(key):"
      for user in item["users"].map({ Array($0.elements) }) ?? [] {
        let id = user["mri"]?.string
        reactions.add(emoji, by: id.map { people[$0] ?? shortName($0) })
      }
    }
    return reactions
  }

  private static let emotions = [
    "like": "👍", "yes": "👍", "heart": "❤️", "laugh": "😆", "surprised": "😮", "sad": "😢",
    "cry": "😢", "angry": "😡", "no": "👎", "smile": "🙂", "clap": "👏", "fire": "🔥",
  ]

  /// Returns the names and attributes of elements: `c t="s" f="Ann"` of `<c t="s" f="Ann"/>`.
  ///
  /// - Complexity: O(bytes): the beginning of a character is found from that of a run of flags, so
  ///   that bytes are compared.
  private static func heads(of element: String, in text: String) -> [ArraySlice<UInt8>] {
    let bytes = Array(text.utf8)
    var heads: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let found = rest.firstRange(of: "<\(element) ".utf8) {
      // The space before the first attribute is that before the others.
      let head = bytes[(found.upperBound - 1)...].prefix {
        $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<")
      }
      heads.append(head)
      rest = bytes[head.endIndex...]
    }
    return heads
  }

  private static func attributeText(_ name: String, in head: ArraySlice<UInt8>) -> String? {
    guard let start = head.firstRange(of: " \(name)=\"".utf8)?.upperBound else { return nil }
    let value = head[start...].prefix { $0 != UInt8(ascii: "\"") }
    return HTMLText.styled(String(decoding: value, as: UTF8.self)).string
  }

  /// Returns the value of an attribute, as in `<OriginalName v="a.png">`, or of an element, as in
  /// `<duration>12</duration>`.
  private static func attribute(_ name: String, of element: String?, in text: String) -> String? {
    if let element {
      guard let start = text.firstRange(ofBytes: "<\(element) \(name)=\"") else { return nil }
      return value(in: text[start.upperBound...], endingAt: UInt8(ascii: "\""))
    }
    guard let start = text.firstRange(ofBytes: "<\(name)>") else { return nil }
    return value(in: text[start.upperBound...], endingAt: UInt8(ascii: "<"))
  }

  private static func value(in text: Substring, endingAt end: UInt8) -> String {
    String(Substring(text.utf8.prefix { $0 != end }))
  }
}
