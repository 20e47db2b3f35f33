import LugeArchive
import LugeCore
import LugeWords

/// Reads Mattermost's bulk export: JSON Lines with people and channels before the posts.
public enum MattermostReader: ExportReader {
  public static let formatName = "Mattermost export"
  public static var evidence: String { localized("a first line with the version of a bulk export") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = String(decoding: prefix.prefix(2048), as: UTF8.self)
    guard head.first(where: { !$0.isWhitespace }) == "{" else { return 0 }
    let first = head.prefix { !$0.isNewline }.filter { !$0.isWhitespace }
    return first.contains("\"type\":\"version\"") && first.contains("\"version\":") ? 95 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try MattermostExport(source, sink: sink).run()
  }
}

/// One read of one export. Memory holds the people and the channels.
private final class MattermostExport {
  private let source: any ByteSource
  private let sink: any ImportSink
  private let writer = JSONWriter()
  private var people: [String: String] = [:]
  private var channels: [String: ConversationRecord] = [:]
  private var current: String?
  private var repetitions = RepetitionCounter()

  init(_ source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
  }

  func run() throws {
    try JSONLines.read(source, progress: { try sink.progress(bytes: $0) }) { line, reason in
      try skip(line, reason)
    } onValue: { value, line in
      let type = value["type"]?.string ?? ""
      guard let body = value[type], body.kind == .object else {
        // A post without its type is one, too.
        if Self.posts.contains(type) || type.isEmpty && Self.posts.contains { value[$0] != nil } {
          try skip(line, "a post should have a user and a time")
        }
        return
      }
      switch type {
      case "user": take(user: body)
      case "channel": take(channel: body)
      case "post":
        let channel = body["channel"]?.string ?? ""
        let key = "mattermost:\(body["team"]?.string ?? "")/\(channel)"
        try begin(
          channels[key] ?? ConversationRecord(key: key, name: "#\(channel)", kind: .channel))
        try add(post: body, line: line)
      case "direct_post":
        let members = (body["channel_members"].map { $0.elements.compactMap(\.string) } ?? [])
          .sorted()
        try begin(
          ConversationRecord(
            key: "mattermost:\(members.joined(separator: "+"))",
            name: members.map { [people] in people[$0] ?? $0 }.chatName,
            kind: members.count > 2 ? .group : .personal, mediaRoot: source.context.mediaRoot))
        try add(post: body, line: line)
      default: break
      }
    }
  }

  /// Types of the lines with messages.
  private static let posts = ["post", "direct_post"]

  private func skip(_ line: Int, _ reason: String) throws {
    try sink.skip(SkippedRecord(file: source.name, place: "line \(line)", reason: reason))
  }

  private func begin(_ conversation: ConversationRecord) throws {
    // Its key, which each post and reply is told apart by, is of limited length.
    guard conversation.key != current else { return }
    current = conversation.key
    try sink.begin(conversation)
  }

  private func take(user: JSONValue) {
    guard let id = user["username"]?.string else { return }
    let full = ["first_name", "last_name"].compactMap { user[$0]?.string }
      .filter { !$0.isEmpty }.joined(separator: " ")
    let nickname = user["nickname"]?.string ?? ""
    people[id] = AuthorRecord.clipped(!nickname.isEmpty ? nickname : !full.isEmpty ? full : id)
  }

  private func take(channel: JSONValue) {
    guard let name = channel["name"]?.string else { return }
    let key = "mattermost:\(channel["team"]?.string ?? "")/\(name)"
    let shown = channel["display_name"]?.string ?? ""
    let purpose = channel["purpose"]?.string ?? ""
    channels[key] = ConversationRecord(
      key: key, name: "#\(shown.isEmpty ? name : shown)",
      kind: channel["type"]?.equals("P") == true ? .group : .channel,
      mediaRoot: source.context.mediaRoot, about: purpose.isEmpty ? nil : purpose)
  }

  private static let known = KnownFields(
    [
      "attachments", "create_at", "edit_at", "is_pinned", "message", "props", "reactions", "type",
      "user",
    ],
    dropping: ["channel", "channel_members", "flagged_by", "replies", "team"],
    omitting: ["color", "create_at", "fallback", "short"])

  private func add(post: JSONValue, line: Int) throws {
    // Replies to an invalid post are still messages.
    let key = try add(one: post, answering: nil, line: line)
    for reply in post["replies"].map({ Array($0.elements) }) ?? [] {
      try add(one: reply, answering: key, line: line)
    }
  }

  @discardableResult
  private func add(one post: JSONValue, answering: String?, line: Int) throws -> String? {
    guard let time = post["create_at"]?.integer, let user = post["user"]?.string else {
      try skip(line, "a post should have a user and a time")
      return nil
    }
    let words = post["message"]?.string ?? ""
    var record = MessageRecord(
      sourceKey: "", author: AuthorRecord(key: user, name: people[user] ?? user),
      time: Timestamp(seconds: time / 1000, certainty: .exact), text: MarkdownText.styled(words))
    record.sourceKey = repetitions.key(moment: time, who: user, what: current ?? "")
    record.replyTo = answering.map { ReplyRecord(sourceKey: $0) }
    if let edited = post["edit_at"]?.integer, edited > 0 {
      record.edited = Timestamp(seconds: edited / 1000, certainty: .exact)
      record.isEdited = true
    }
    let type = post["type"]?.string ?? ""
    if type.hasPrefix("system_") {
      record.kind = .service(action: String(type.dropFirst(7)))
      record.text = StyledText(words)
    }
    for item in post["reactions"].map({ Array($0.elements) }) ?? [] {
      guard let name = item["emoji_name"]?.string else { continue }
      let who = item["user"]?.string ?? ""
      record.reactions.add(EmojiNames.reaction(name), by: people[who] ?? who)
    }
    record.media = (post["attachments"].map { Array($0.elements) } ?? []).compactMap { item in
      item["path"]?.string.map { path in
        let name = path.pathParts.last.map(String.init)
        return MediaRecord(
          kind: .init(fileName: name ?? ""), path: "data/\(path)", fileName: name)
      }
    }
    for item in post["props"]?["attachments"].map({ Array($0.elements) }) ?? [] {
      func texts(_ value: JSONValue, _ names: String...) -> [String] {
        names.compactMap { value[$0]?.scalarText }.filter { !$0.isEmpty }
      }
      var lines = texts(item, "pretext", "author_name", "title", "text")
      for field in item["fields"].map({ Array($0.elements) }) ?? [] {
        lines.append(texts(field, "title", "value").joined(separator: ": "))
      }
      lines += texts(item, "footer")
      lines.removeAll(where: \.isEmpty)
      if lines.isEmpty { lines = texts(item, "fallback") }
      if !lines.isEmpty { record.media.append(.words(lines.joined(separator: "\n"))) }
    }
    record.takeWords()
    record.unknownFields = writer.unknown(of: post, Self.known)
    try sink.add(record)
    return record.sourceKey
  }
}

/// Converts the Markdown of team chats.
enum MarkdownText {
  private static let markup = MarkupText(
    marks: [
      .init("```", .preformatted(language: nil), isLiteral: true),
      .init("``", .code, isLiteral: true), .init("`", .code, isLiteral: true),
      .init("**", .bold), .init("~~", .strike),
      .init("_", .italic, needsWordEdge: true), .init("*", .italic),
    ], hasEmojiNames: true, isMarkdown: true)

  static func styled(_ text: String) -> StyledText { markup.styled(text) }
}
