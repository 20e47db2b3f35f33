import LugeArchive
import LugeCore
import LugeWords

/// Reads the JSON of DiscordChatExporter, one file per channel (or several, `[part 2]`).
///
/// Memory holds one message at a time.
public enum DiscordReader: ExportReader {
  public static let formatName = "Discord (DiscordChatExporter JSON)"
  public static var evidence: String {
    localized("\"guild\" and \"channel\" before a list of \"messages\"")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard prefix.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "{") else { return 0 }
    let head = FileHead(prefix, limit: 8192)
    guard head.has("guild"), head.has("channel") else {
      // In another order of fields the messages come first.
      let names = ["messages", "timestampEdited", "callEndedTimestamp", "isPinned", "author"]
      return names.allSatisfy(FileHead(prefix).has) ? 85 : 0
    }
    return head.has("dateRange") || head.has("exportedAt") ? 97 : 85
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let reading = JSONExportReading(source, sink: sink)
    var channel = DiscordChannel(mediaRoot: source.context.mediaRoot)
    var hasBegun = false
    func begin() throws {
      guard !hasBegun else { return }
      hasBegun = true
      // In another order of fields those about the channel come after the messages.
      if channel.id == nil { try channel.readAhead(source, sink) }
      try sink.begin(channel.record)
    }
    var promised: Int64?
    reading.keepsApart = true
    let walk = reading.walk(["messages", "*"]) { value in
      try begin()
      return DiscordMessage.read(value, reading: reading)
    }
    walk.onField = { depth, key, value in
      guard depth == 1 else { return }
      channel.take(field: key, value)
      if key == "messageCount" { promised = value.integer }
    }
    try reading.run(walk)
    guard channel.id != nil || walk.count > 0 else {
      throw ArchiveError.unknownFormat(
        path: source.name,
        hint: "A DiscordChatExporter file has \"channel\" and \"messages\"; this JSON file has not."
      )
    }
    try begin()
    if let promised, promised != Int64(walk.count) {
      try reading.note("it says that it has \(promised) messages, and has \(walk.count)")
    }
  }
}

/// The channel of a file.
struct DiscordChannel {
  let mediaRoot: String?
  private(set) var id: String?
  private var name = ""
  private var guild: (id: String, name: String)?
  private var isThread = false
  private var parent: String?

  init(mediaRoot: String?) { self.mediaRoot = mediaRoot }

  /// Takes the fields of the whole file, which is read once more.
  mutating func readAhead(_ source: any ByteSource, _ sink: any ImportSink) throws {
    guard let again = try source.reopened() else { return }
    var found = self
    let walk = JSONWalk(["messages", "*"], onOversize: { _, _ in }) { _, _ in }
    walk.onField = { if $0 == 1 { found.take(field: $1, $2) } }
    // Errors occur again, and are reported, in the pass for the messages.
    try? walk.read(again) { _ in try sink.progress(bytes: 0) }
    self = found
  }

  mutating func take(field key: String, _ value: JSONValue) {
    if key == "guild" { take(guild: value) }
    if key == "channel" { take(channel: value) }
  }

  private mutating func take(guild value: JSONValue) {
    // Direct messages have guild 0.
    guard let id = value["id"]?.scalarText, id != "0" else { return }
    guild = (id, value["name"]?.string ?? "")
  }

  private mutating func take(channel value: JSONValue) {
    id = value["id"]?.scalarText
    name = value["name"]?.string ?? ""
    parent = value["category"]?.string
    type = value["type"]?.scalarText ?? ""
    isThread = type.hasSuffix("Thread") || ["10", "11", "12"].contains(type)
  }

  private var type = ""

  var record: ConversationRecord {
    let kind: ConversationRecord.Kind =
      switch type {
      case "DirectTextChat", "1": .personal
      case "GuildNews", "5", "10", "NewsThread", "GuildNewsThread": .channel
      default: .group
      }
    let own = guild == nil ? name : "#\(name)"
    let above = isThread ? parent.map { "#\($0) › " } ?? "" : ""
    let around = guild.map { $0.name.isEmpty ? "" : " (\($0.name))" } ?? ""
    return ConversationRecord(
      key: "discord:\(id ?? name)", name: name.isEmpty ? "Discord" : above + own + around,
      kind: kind, mediaRoot: mediaRoot)
  }
}

/// Converts a message of DiscordChatExporter.
enum DiscordMessage {
  /// Mentioned people are named in the text. Sizes and colours are left out, and addresses of
  /// icons.
  private static let known = KnownFields(
    [
      "attachments", "author", "callEndedTimestamp", "content", "embeds", "forwardedMessage", "id",
      "interaction", "isPinned", "reactions", "reference", "stickers", "timestamp",
      "timestampEdited", "type",
    ],
    dropping: ["inlineEmojis", "mentions"],
    omitting: [
      "avatarUrl", "canonicalUrl", "channelId", "code", "color", "discriminator", "format",
      "guildId", "height", "iconCanonicalUrl", "iconUrl", "id", "imageUrl", "inlineEmojis",
      "isAnimated", "isBot", "isInline", "roles", "type", "width",
    ])

  static func read(_ value: JSONValue, reading: JSONExportReading) -> JSONExportReading.Outcome {
    guard value.kind == .object, let id = value["id"]?.scalarText else {
      return .skipped(id: nil, reason: "a message should be an object with an id")
    }
    guard let time = value["timestamp"]?.string.flatMap(ISOTime.parse) else {
      return .skipped(id: id, reason: "it has no time that can be read")
    }
    var record = MessageRecord(sourceKey: id, author: author(value["author"]), time: time)
    record.edited = value["timestampEdited"]?.string.flatMap(ISOTime.parse)
    record.isEdited = record.edited != nil
    var content = value["content"]?.string ?? ""
    if let forwarded = value["forwardedMessage"], forwarded.kind == .object {
      // The export does not say whose message it was.
      record.forwardedFrom = ""
      let words = forwarded["content"]?.string ?? ""
      content += (content.isEmpty || words.isEmpty ? "" : "\n") + words
      record.media += media(forwarded)
    }
    let type = value["type"]?.scalarText ?? "Default"
    // Events have attachments, too: results of polls, findings of the moderation.
    record.media += media(value)
    if isMessage(type) {
      record.text = DiscordText.styled(content)
      if let reply = value["reference"]?["messageId"]?.scalarText, record.forwardedFrom == nil {
        record.replyTo = ReplyRecord(sourceKey: reply)
      }
    } else {
      record.kind = .service(action: type)
      record.text = StyledText(
        sentence(type, who: record.author?.name ?? "Somebody", content: content, value: value))
    }
    record.reactions = reactions(value["reactions"])
    record.unknownFields = reading.unknown(value, known)
    return .message(record)
  }

  static func author(_ value: JSONValue?) -> AuthorRecord? {
    guard let value, let id = value["id"]?.scalarText else { return nil }
    let names = ["nickname", "name"].compactMap { value[$0]?.string }.filter { !$0.isEmpty }
    return AuthorRecord(key: id, name: names.first ?? AuthorRecord.deletedAccountName)
  }

  private static func isMessage(_ type: String) -> Bool {
    ["Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "0", "19", "20", "23"]
      .contains(type)
  }

  private static func sentence(_ type: String, who: String, content: String, value: JSONValue)
    -> String
  {
    switch type {
    case "RecipientAdd", "1":
      let whom = value["mentions"].map { $0.elements.compactMap { author($0)?.name } } ?? []
      return whom.isEmpty
        ? "\(who) joined the group" : "\(who) added \(whom.joined(separator: ", "))"
    case "RecipientRemove", "2": return "\(who) left the group"
    case "Call", "3":
      guard let start = value["timestamp"]?.string.flatMap(ISOTime.parse),
        let end = value["callEndedTimestamp"]?.string.flatMap(ISOTime.parse)
      else { return "\(who) started a call" }
      let minutes = max(0, end.seconds - start.seconds) / 60
      return "\(who) started a call that lasted \(minutes) \(minutes == 1 ? "minute" : "minutes")"
    case "ChannelNameChange", "4":
      return content.isEmpty ? "\(who) changed the name" : happened(who, content)
    case "ChannelIconChange", "5": return "\(who) changed the icon"
    case "ChannelPinnedMessage", "6": return "\(who) pinned a message"
    case "GuildMemberJoin", "7": return "\(who) joined the server"
    case "ThreadCreated", "18":
      return "\(who) started a thread\(content.isEmpty ? "" : ": \(content)")"
    default: return content.isEmpty ? "\(who): \(type)" : happened(who, content)
    }
  }

  /// `Changed the channel name: **x**`, `Boosted the server.`: what somebody did, as the exporter
  /// says it; other words stand behind a colon.
  private static func happened(_ who: String, _ content: String) -> String {
    let verb = content.prefix { $0.isLetter }
    guard verb.hasSuffix("ed"), let first = verb.first, first.isUppercase else {
      return "\(who): \(content)"
    }
    let end = content.hasSuffix(".") ? content.dropLast() : content[...]
    return "\(who) \(first.lowercased())\(end.dropFirst())"
  }

  private static func media(_ value: JSONValue) -> [MediaRecord] {
    var media: [MediaRecord] = []
    for file in value["attachments"].map({ Array($0.elements) }) ?? [] {
      let path = path(file["url"])
      let name = file["fileName"]?.string ?? path?.pathParts.last.map(String.init)
      media.append(
        MediaRecord(
          kind: .init(fileName: name ?? ""), path: path, fileName: name,
          size: file["fileSizeBytes"]?.integer))
    }
    for sticker in value["stickers"].map({ Array($0.elements) }) ?? [] {
      media.append(
        MediaRecord(
          kind: .sticker, path: path(sticker["sourceUrl"]), note: sticker["name"]?.string))
    }
    for embed in value["embeds"].map({ Array($0.elements) }) ?? [] {
      let words = words(of: embed)
      let picture = path(embed["image"]?["url"]) ?? path(embed["thumbnail"]?["url"])
      if !words.isEmpty {
        var medium = MediaRecord.words(words.joined(separator: "\n"))
        medium.thumbnailPath = picture
        media.append(medium)
      } else if let picture {
        media.append(MediaRecord(kind: .photo, path: picture))
      }
      // The first one is the picture above; an embed may have four.
      let pictures = embed["images"].map { $0.elements.compactMap { path($0["url"]) } } ?? []
      media += pictures.filter { $0 != picture }.map { MediaRecord(kind: .photo, path: $0) }
    }
    return media
  }

  /// Returns an address, or a path in the export's folder; on Windows the exporter writes
  /// backslashes.
  private static func path(_ value: JSONValue?) -> String? {
    value?.string.map { $0.contains("://") ? $0 : $0.replacing("\\", with: "/") }
  }

  /// Returns the texts of an embed, one per line: its title first, its address last.
  private static func words(of embed: JSONValue) -> [String] {
    var words = [
      embed["title"]?.string, embed["author"]?["name"]?.string, embed["description"]?.string,
    ]
    words += (embed["fields"].map { Array($0.elements) } ?? []).map { field in
      let parts = ["name", "value"].compactMap { field[$0]?.string }.filter { !$0.isEmpty }
      return parts.joined(separator: ": ")
    }
    words += [embed["footer"]?["text"]?.string, embed["url"]?.string]
    return words.compactMap { $0 }.filter { !$0.isEmpty }
  }

  private static func reactions(_ list: JSONValue?) -> [ReactionRecord] {
    guard let list else { return [] }
    return list.elements.compactMap { item in
      guard let name = item["emoji"]?["name"]?.string, !name.isEmpty else { return nil }
      let isCustom = item["emoji"]?["id"]?.scalarText.map { !$0.isEmpty } ?? false
      let users = item["users"].map { $0.elements.compactMap { author($0)?.name } } ?? []
      return ReactionRecord(
        emoji: isCustom ? ":\(name):" : name, count: Int(clamping: item["count"]?.integer ?? 1),
        authors: users)
    }
  }
}
