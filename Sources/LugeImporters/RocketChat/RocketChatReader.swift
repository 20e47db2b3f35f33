import LugeArchive
import LugeCore
import LugeWords

/// Reads messages of Rocket.Chat: from "Export messages", from responses of its API (`{"messages":
/// […]}`), and from `mongoexport` of a server's database (a message per line; the rooms' names are
/// in `rocketchat_room.json` beside it).
public enum RocketChatReader: ExportReader, NamedPartsReader {
  public static let formatName = "Rocket.Chat export"
  public static var evidence: String { localized("messages with \"msg\", \"u\" and \"ts\"") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    // Rooms have a last message, which looks like one.
    guard !roomFiles.contains(fileName) else { return 0 }
    let head = FileHead(prefix)
    guard let first = head.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") else {
      return 0
    }
    guard head.has("msg") else { return 0 }
    guard head.has("u"), head.has("ts") else {
      // The first message may be longer than what is looked at.
      return prefix.count >= 4096 && head.has("_id") && head.has("rid") ? 94 : 0
    }
    return head.has("rid") || head.has("_id") ? 94 : head.has("username") ? 75 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let replaying = try ReplayingByteSource(source, prefixLength: 1 << 16)
    let isList = replaying.prefix.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "[")
    let name = source.fileTitle
    let rooms = rooms(beside: source)
    let reading = JSONExportReading(replaying, sink: sink)
    var current: String?
    var repetitions = RepetitionCounter()
    func outcome(of value: JSONValue) throws -> JSONExportReading.Outcome {
      let room = value["rid"]?.string ?? current ?? name
      if room != current {
        current = room
        let isNamed = !["messages", "rocketchat_message", "rocketchat_messages"]
          .contains(source.formerFileTitle)
        var conversation =
          rooms[room]
          ?? ConversationRecord(
            key: "rocketchat:\(room)", name: isNamed ? "#\(name)" : room, kind: .channel,
            mediaRoot: source.context.mediaRoot)
        if room == name { conversation.formerKey = "rocketchat:\(source.formerFileTitle)" }
        try sink.begin(conversation)
      }
      return read(value, reading: reading, repetitions: &repetitions)
    }
    if !isList, isOfLines(replaying.prefix) {
      try JSONLines.read(
        replaying, progress: { try sink.progress(bytes: $0) },
        onBad: { try reading.skip($1, line: $0) }
      ) { value, line in
        switch try outcome(of: value) {
        case .message(let record): try sink.add(record)
        case .skipped(_, let reason): try reading.skip(reason, line: line)
        case .none: break
        }
      }
    } else {
      try reading.run(reading.walk(isList ? ["*"] : ["messages", "*"], body: outcome))
    }
    guard current != nil else {
      throw ArchiveError.unknownFormat(
        path: source.name, hint: "It looks like Rocket.Chat's messages, and there is none in it.")
    }
  }

  /// Whether the first line is a message.
  private static func isOfLines(_ prefix: [UInt8]) -> Bool {
    let line = Array(prefix.prefix { $0 != 0x0A })
    // It is longer than what is looked at; `"messages"` in a text would not stand like this.
    if line.count == 1 << 16 { return !FileHead(line).has("messages") }
    let value = JSONDocument.read(MemoryByteSource(line, name: ""))
    return value?.kind == .object && value?["ts"] != nil && value?["messages"] == nil
  }

  /// Names of `mongoexport`'s files with the rooms of a server.
  private static let roomFiles = ["rocketchat_room.json", "rocketchat_rooms.json"]

  static func part(named name: String) -> NamedPart? {
    roomFiles.contains(name)
      ? .list(losing: "rooms are called by their ids", isBeside: true, isOfLines: true) : nil
  }

  private static let mostRooms = 500_000

  /// Returns the rooms by their ids.
  private static func rooms(beside source: any ByteSource) -> [String: ConversationRecord] {
    var rooms: [String: ConversationRecord] = [:]
    for file in roomFiles {
      guard let list = source.sibling(file) else { continue }
      try? JSONLines.read(list, progress: { _ in }, onBad: { _, _ in }) { room, _ in
        guard rooms.count < mostRooms, let id = room["_id"]?.string else { return }
        let name = (room["fname"] ?? room["name"])?.string ?? ""
        let people = room["usernames"].map { $0.elements.compactMap(\.string) } ?? []
        let kind = room["t"]?.string
        rooms[id] = ConversationRecord(
          key: "rocketchat:\(id)",
          name: !name.isEmpty ? "#\(name)" : people.isEmpty ? id : people.chatName,
          kind: kind == "d" ? .personal : kind == "p" ? .group : .channel,
          mediaRoot: source.context.mediaRoot)
      }
    }
    return rooms
  }

  /// The text is also there in parts ("md"), and names whom and what it mentions. Of pages, titles
  /// and summaries are kept.
  private static let known = KnownFields(
    [
      "_id", "attachments", "editedAt", "editedBy", "file", "files", "msg", "name", "reactions",
      "rid", "t", "tmid", "ts", "type", "u", "urls", "username",
    ],
    dropping: ["_updatedAt", "channels", "md", "mentions"],
    omitting: [
      "_id", "al:*", "audio_size", "audio_type", "author_icon", "collapsed", "color", "fb:*",
      "fileId", "format", "headers", "height", "ignoreParse", "image_dimensions", "image_preview",
      "image_size", "image_type", "message_link", "msapplication*", "oembed*", "og*", "parsedUrl",
      "short", "size", "title_link_download", "ts", "twitter*", "type", "typeGroup",
      "video_size", "video_type", "width",
    ])

  /// Maximum depth of attachments within attachments that is read.
  private static let deepestAttachment = 8

  /// Returns what an attachment says below its title: its text, its fields, and the attachments in
  /// it, which are quotations of a quotation.
  private static func lines(of item: JSONValue, depth: Int = 0) -> [String] {
    func texts(_ value: JSONValue, _ names: String...) -> [String] {
      names.compactMap { value[$0]?.scalarText }.filter { !$0.isEmpty }
    }
    var lines = texts(item, "pretext", "description", "text")
    for field in item["fields"].map({ Array($0.elements) }) ?? [] {
      let parts = texts(field, "title", "value")
      if !parts.isEmpty { lines.append(parts.joined(separator: ": ")) }
    }
    guard depth < deepestAttachment else { return lines }
    for inner in item["attachments"].map({ Array($0.elements) }) ?? [] {
      lines += texts(inner, "author_name", "title") + Self.lines(of: inner, depth: depth + 1)
    }
    return lines
  }

  private static func time(_ value: JSONValue?) -> Timestamp? {
    guard let value = value?["$date"] ?? value else { return nil }
    if let text = value.string, let time = ISOTime.parse(text) { return time }
    // Such as `{"$numberLong": "1706702400000"}`.
    let number = value["$numberLong"]?.string.flatMap { Int64($0) } ?? value.integer
    return number.map { Timestamp(seconds: $0 / 1000, certainty: .exact) }
  }

  /// One sign is bold or struck here, where most programs need two.
  private static let markup = MarkupText(
    marks: [
      .init("```", .preformatted(language: nil), isLiteral: true),
      .init("`", .code, isLiteral: true), .init("**", .bold), .init("~~", .strike),
      .init("__", .italic, needsWordEdge: true), .init("*", .bold, needsWordEdge: true),
      .init("_", .italic, needsWordEdge: true), .init("~", .strike, needsWordEdge: true),
    ], hasEmojiNames: true)

  /// Sentences of events, by Rocket.Chat's short names.
  private static let happenings = [
    "uj": "joined", "ul": "left", "au": "added", "ru": "removed", "ut": "joined the discussion",
    "r": "named the room", "room_changed_topic": "changed the topic to",
    "room_changed_description": "changed the description to",
    "subscription-role-added": "gave a role to",
  ]

  /// Maximum number of links and files of a message that are compared with what is shown of it.
  private static let mostCompared = 64

  /// Maximum bytes of the id of a quoted message, for which each attachment is looked through.
  private static let longestID = 256

  /// Splits `[ ](https://chat.example.org/channel/x?msg=ID) text`, an answer that quotes a message,
  /// into the message's id and the text.
  private static func quotation(_ text: String) -> (id: String?, text: String) {
    guard text.hasPrefix("[ ]("), let end = text.prefix(2048).firstIndex(of: ")"),
      let mark = text[..<end].firstRange(ofBytes: "msg=")
    else { return (nil, text) }
    let id = text[mark.upperBound..<end].prefix { $0 != "&" && $0 != "#" }
    guard (1...longestID).contains(id.utf8.count) else { return (nil, text) }
    return (String(id), String(text[end...].dropFirst().drop { $0.isWhitespace }))
  }

  private static func read(
    _ value: JSONValue, reading: JSONExportReading, repetitions: inout RepetitionCounter
  ) -> JSONExportReading.Outcome {
    let id = value["_id"]?.scalarText
    // Earlier versions of an edited message have other ids.
    if value["_hidden"]?.boolean == true, value["parent"] != nil { return .none }
    guard let time = time(value["ts"]) else { return .skipped(id: id, reason: "it has no time") }
    let user = value["u"]
    let login = user?["username"]?.string ?? value["username"]?.string ?? user?.string
    let shown = user?["name"]?.string ?? value["name"]?.string ?? ""
    let who = login.map { AuthorRecord(key: $0, name: shown.isEmpty ? $0 : shown) }
    let (quoted, words) = quotation(value["msg"]?.string ?? "")
    var record = MessageRecord(
      sourceKey: id ?? "", author: who, time: time, text: markup.styled(words))
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
    record.replyTo = (quoted ?? value["tmid"]?.string).map { ReplyRecord(sourceKey: $0) }
    for field in value["reactions"].map({ Array($0.fields) }) ?? [] {
      guard let emoji = field.key.string else { continue }
      let who = field.value["usernames"].map { $0.elements.compactMap(\.string) } ?? []
      record.reactions.append(
        ReactionRecord(
          emoji: EmojiNames.emoji(emoji) ?? emoji, count: max(1, who.count), authors: who))
    }
    for item in value["attachments"].map({ Array($0.elements) }) ?? [] {
      // The quoted message, which is shown above the answer.
      if let quoted, let link = item["message_link"]?.string, link.contains("msg=\(quoted)") {
        continue
      }
      let title = item["title"]?.string
      let lines = lines(of: item)
      let files = ["image_url", "video_url", "audio_url", "fileName"]
      // Programs give their titles an address; it is a file's only if nothing is said about it.
      let isFile =
        item["type"]?.equals("file") == true || item["title_link_download"]?.boolean == true
        || lines.isEmpty
        || item["title_link"]?.withBytes { $0.starts(with: "http".utf8) } != true
      let link = (isFile ? files + ["title_link"] : files).lazy.compactMap { item[$0] }
        .first { $0.kind == .string }
      if let link {
        let name = title ?? link.string?.pathParts.last.map(String.init)
        let kind: MediaRecord.Kind =
          item["image_url"] != nil
          ? .photo
          : item["video_url"] != nil
            ? .video : item["audio_url"] != nil ? .audio : .init(fileName: name ?? "")
        // The address requires a login.
        record.media.append(
          MediaRecord(
            kind: kind, fileName: name,
            note: lines.isEmpty ? link.string : lines.joined(separator: "\n")))
      } else {
        let parts =
          [item["author_name"]?.string, title].compactMap { $0 }.filter { !$0.isEmpty } + lines
        if !parts.isEmpty {
          record.media.append(.words(parts.joined(separator: "\n")))
        }
      }
    }
    // Links are in the text. Each is looked for in all of it.
    for case let url? in value["urls"]?.elements.prefix(mostCompared).map({ $0["url"] }) ?? []
    where url.kind == .string && words.holds(url.plainText) {
      url.noteAllRead()
    }
    value["editedBy"]?["username"]?.noteRead(ifEqualTo: login)
    // The file is also named beside the attachments, sometimes only there.
    if record.media.isEmpty {
      let files = value["files"].map { Array($0.elements) } ?? value["file"].map { [$0] } ?? []
      record.media = files.compactMap { $0["name"]?.string }.map {
        MediaRecord(kind: .init(fileName: $0), fileName: $0)
      }
    }
    let others = value["files"].map { Array($0.elements.prefix(mostCompared)) } ?? []
    for file in others + [value["file"]].compactMap(\.self) {
      for medium in record.media.prefix(mostCompared) {
        file["name"]?.noteRead(ifEqualTo: medium.fileName)
      }
    }
    record.takeWords()
    record.unknownFields = reading.unknown(value, known)
    return .message(record)
  }
}
