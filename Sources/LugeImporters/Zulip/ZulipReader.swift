import Foundation
import LugeArchive
import LugeCore
import LugeWords

/// Reads the export of a Zulip organisation: `realm.json` has people and channels,
/// `messages-000001.json` and the following files have the messages. A topic is a conversation.
public enum ZulipReader: WholeExportReader, NamedPartsReader {
  public static let formatName = "Zulip export"
  public static var evidence: String { localized("the tables of Zulip (\"zerver_…\")") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = FileHead(prefix)
    guard head.first == UInt8(ascii: "{") else { return 0 }
    if head.has("zerver_message") || head.has("zerver_usermessage") { return 96 }
    return fileName == "realm.json" && head.contains("\"zerver_") ? 90 : 0
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    var organisation = ZulipOrganisation()
    var keys = SideFiles()
    for file in files where file.name == "realm.json" {
      organisation.take(keys.read(file, limit: 256 << 20))
    }
    let pages = files.filter { $0.name != "realm.json" && !$0.name.hasSuffix(".partial") }
    guard !pages.isEmpty else {
      throw ArchiveError.unknownFormat(
        path: files.first?.path ?? "",
        hint: "It is a Zulip export's list of people: import the whole folder.")
    }
    for page in pages {
      let source = try page.open()
      // Reactions are listed apart from the messages, usually after them.
      var reactions = SharedReactions<Int64>()
      var parts = ZulipSubmessages()
      if let first = try source.reopened() {
        let walk = JSONWalk(
          ["zerver_reaction|zerver_submessage", "*"], onOversize: { _, _ in }
        ) { value, _ in
          organisation.add(reaction: value, to: &reactions)
          organisation.add(submessage: value, to: &parts)
        }
        try walk.read(first) { _ in }
      }
      let reading = JSONExportReading(source, sink: sink)
      var current: String?
      let walk = reading.walk(["zerver_message", "*"]) { value in
        guard let conversation = organisation.conversation(of: value) else {
          return .skipped(id: value["id"]?.scalarText, reason: "it belongs to no conversation")
        }
        if conversation.key != current {
          current = conversation.key
          var conversation = conversation
          conversation.mediaRoot = source.context.mediaRoot
          try sink.begin(conversation)
        }
        return organisation.message(
          value, reactions: &reactions, parts: &parts, reading: reading)
      }
      try reading.run(walk)
    }
    try keys.check()
  }

  static func part(named name: String) -> NamedPart? {
    if name == "realm.json" { return .keys }
    return name.hasPrefix("messages-") && name.hasSuffix(".json") ? .chat : nil
  }
}

/// What people did with the polls and lists of messages, as JSON, by the messages' ids.
private struct ZulipSubmessages {
  private var texts: [Int64: [String]] = [:]
  private var bytes = 0
  /// Maximum bytes that are kept of them, with what is stored of each.
  private static let mostBytes = 64 << 20

  mutating func add(_ text: String, to message: Int64) {
    bytes = bytes.addingClamped(text.utf8.count).addingClamped(64)
    if bytes <= Self.mostBytes { texts[message, default: []].append(text) }
  }

  /// Returns those of a message; a second message of the same id has none.
  mutating func take(_ message: Int64) -> [String] {
    texts.isEmpty ? [] : texts.removeValue(forKey: message) ?? []
  }
}

/// People and channels of an organisation.
private struct ZulipOrganisation {
  private var people: [Int64: AuthorRecord] = [:]
  private var streams: [Int64: String] = [:]
  private var recipients: [Int64: (type: Int64, id: Int64)] = [:]
  private var members: [Int64: [Int64]] = [:]
  /// Conversations of several people, by their recipients.
  private var groups: [Int64: ConversationRecord] = [:]

  private static let known = KnownFields(
    ["content", "date_sent", "id", "last_edit_time", "recipient", "sender", "subject"],
    dropping: [
      "has_attachment", "has_image", "has_link", "realm", "rendered_content",
      "rendered_content_version", "search_tsvector", "sending_client", "type",
    ])

  mutating func take(_ realm: JSONValue?) {
    guard let realm else { return }
    func each(_ name: String, _ body: (JSONValue, Int64) -> Void) {
      for item in realm[name].map({ Array($0.elements) }) ?? [] {
        if let id = item["id"]?.integer { body(item, id) }
      }
    }
    for list in ["zerver_userprofile", "zerver_userprofile_crossrealm"] {
      each(list) { item, id in
        let mail = item["email"]?.string ?? "user\(id)"
        people[id] = AuthorRecord(key: mail, name: item["full_name"]?.string ?? mail)
      }
    }
    each("zerver_stream") { item, id in
      streams[id] = AuthorRecord.clipped(item["name"]?.string ?? "\(id)")
    }
    each("zerver_recipient") { item, id in
      if let type = item["type"]?.integer, let of = item["type_id"]?.integer {
        recipients[id] = (type, of)
      }
    }
    each("zerver_subscription") { item, _ in
      if let recipient = item["recipient"]?.integer, let who = item["user_profile"]?.integer {
        members[recipient, default: []].append(who)
      }
    }
  }

  /// Returns a message's conversation. Types of recipients are: 1 a person, 2 a channel, 3 several
  /// people.
  mutating func conversation(of message: JSONValue) -> ConversationRecord? {
    guard let id = message["recipient"]?.integer else { return nil }
    if let known = groups[id] { return known }
    let (type, target) = recipients[id] ?? (2, id)
    if type == 2 {
      let stream = streams[target] ?? "channel \(target)"
      let topic = message["subject"]?.string ?? ""
      return ConversationRecord(
        key: "zulip:\(target)/\(topic)",
        name: topic.isEmpty ? "#\(stream)" : "#\(stream) › \(topic)", kind: .channel)
    }
    var people = members[id] ?? []
    if type == 1 {
      // A conversation of two people has a recipient id for each direction.
      people = [target, message["sender"]?.integer ?? target]
    }
    // A conversation of which no member is known has the name of who wrote in it.
    let isKnown = !people.isEmpty
    if !isKnown, let sender = message["sender"]?.integer { people = [sender] }
    let both = Set(people).sorted()
    let conversation = ConversationRecord(
      key: isKnown
        ? "zulip:\(both.map(String.init).joined(separator: "+"))" : "zulip:recipient\(id)",
      name: both.map { self.people[$0]?.name ?? "user \($0)" }.chatName,
      kind: both.count > 2 ? .group : .personal)
    if type != 1 { groups[id] = conversation }
    return conversation
  }

  func message(
    _ value: JSONValue, reactions: inout SharedReactions<Int64>, parts: inout ZulipSubmessages,
    reading: JSONExportReading
  ) -> JSONExportReading.Outcome {
    guard let id = value["id"]?.integer, let sent = value["date_sent"]?.double,
      let seconds = Int64(exactly: sent.rounded(.down))
    else {
      return .skipped(id: value["id"]?.scalarText, reason: "it has no id or no time")
    }
    var record = MessageRecord(
      sourceKey: String(id), author: value["sender"]?.integer.flatMap { people[$0] },
      time: Timestamp(seconds: seconds, certainty: .exact))
    if let edited = value["last_edit_time"]?.double,
      let seconds = Int64(exactly: edited.rounded(.down))
    {
      record.edited = Timestamp(seconds: seconds, certainty: .exact)
      record.isEdited = true
    }
    record.reactions = reactions.take(id)
    let (text, media) = Self.uploads(value["content"]?.string ?? "")
    record.text = MarkdownText.styled(text)
    record.media = media
    record.unknownFields = reading.unknown(
      value, Self.known,
      adding: parts.take(id).enumerated().map {
        ($0 == 0 ? "submessage" : "submessage\($0 + 1)", $1)
      })
    return .message(record)
  }

  /// Removes and returns files such as `[a.png](/user_uploads/2/ab/a.png)`, which the export has as
  /// `uploads/2/ab/a.png`.
  private static func uploads(_ content: String) -> (text: String, media: [MediaRecord]) {
    // By bytes: the beginning of a character is found from that of a run of flags.
    let bytes = Array(content.utf8)
    var text: [UInt8] = []
    var media: [MediaRecord] = []
    // Where what is not yet in the text begins, and where the next link is looked for: behind what
    // was looked at, so that each byte is looked at once.
    var (rest, next) = (0, 0)
    while let mark = bytes[next...].firstRange(of: "](/user_uploads/".utf8) {
      let words = bytes[mark.upperBound...].prefix { $0 != UInt8(ascii: ")") && $0 > 0x20 }
      next = words.endIndex
      guard !words.isEmpty, next < bytes.count, bytes[next] == UInt8(ascii: ")") else { continue }
      next += 1
      let line = bytes[rest..<mark.lowerBound].reversed().prefix {
        $0 != UInt8(ascii: "]") && $0 != 0x0A && $0 != 0x0D
      }
      let begin = mark.lowerBound - line.count
      guard let open = bytes[begin..<mark.lowerBound].firstIndex(of: UInt8(ascii: "[")) else {
        continue
      }
      let path = String(decoding: words, as: UTF8.self)
      let name = String(decoding: bytes[open + 1..<mark.lowerBound], as: UTF8.self)
      media.append(
        MediaRecord(
          kind: .init(fileName: path), path: "uploads/\(path.removingPercentEncoding ?? path)",
          fileName: name.isEmpty ? path.pathParts.last.map(String.init) ?? "" : name))
      let before = bytes[rest..<open]
      text += before.last == UInt8(ascii: "!") ? before.dropLast() : before
      rest = next
    }
    guard !media.isEmpty else { return (content, []) }
    text += bytes[rest...]
    return (
      String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines), media
    )
  }

  func add(submessage: JSONValue, to all: inout ZulipSubmessages) {
    guard submessage["emoji_name"] == nil, let content = submessage["content"]?.string,
      let message = (submessage["message"] ?? submessage["message_id"])?.integer
    else { return }
    let who = submessage["sender"]?.integer.flatMap { people[$0]?.name }
    all.add((who.map { "\($0): " } ?? "") + content, to: message)
  }

  func add(reaction: JSONValue, to all: inout SharedReactions<Int64>) {
    guard let message = (reaction["message"] ?? reaction["message_id"])?.integer,
      let name = reaction["emoji_name"]?.string
    else { return }
    let emoji = Self.emoji(reaction["emoji_code"]?.string) ?? ":\(name):"
    let who = reaction["user_profile"]?.integer.flatMap { people[$0]?.name } ?? "Somebody"
    all.add(emoji, by: who, to: message)
  }

  /// Converts `1f44d` or `1f1e9-1f1ea`, the code points of an emoji.
  private static func emoji(_ code: String?) -> String? {
    guard let code, code.utf8.count >= 4 else { return nil }
    var text = String.UnicodeScalarView()
    for part in code.split(separator: "-") {
      guard let number = UInt32(part, radix: 16), let scalar = Unicode.Scalar(number) else {
        return nil
      }
      text.append(scalar)
    }
    return String(text)
  }
}
