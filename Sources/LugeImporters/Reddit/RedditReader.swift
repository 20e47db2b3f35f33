import LugeArchive
import LugeCore
import LugeWords

/// Reads Reddit's response to a data request: chats and private messages as conversations, posts
/// and comments as a timeline.
public enum RedditReader: WholeExportReader, NamedPartsReader {
  public static let formatName = "Reddit data request"
  public static var evidence: String {
    localized("a table with the columns of Reddit's data request")
  }

  /// The first columns of each table.
  private enum Columns: String {
    case chats = "message_id,created_at,updated_at,username,message"
    case messages = "id,permalink,thread_id,date,ip,from,to,subject,body"
    case comments = "id,permalink,date,ip,subreddit,gildings,link"
    case posts = "id,permalink,date,ip,subreddit,gildings,title"
    case statistics = "statistic,value"
  }

  private static func table(_ head: String) -> Columns? {
    let first = head.trimmingPrefix { $0 == "\u{FEFF}" }
    return [Columns.chats, .messages, .comments, .posts, .statistics].first {
      first.hasPrefix($0.rawValue)
    }
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    switch table(String(decoding: prefix.prefix(256), as: UTF8.self)) {
    case .statistics: fileName == "statistics.csv" ? 80 : 0
    case nil: 0
    default: 96
    }
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    var own: String?
    var keys = SideFiles()
    for file in files where file.name == "statistics.csv" {
      do throws(ArchiveError) {
        let rows = CSVReader(try Self.source(file))
        var isWhole = false
        while let row = try rows.next(), row.line < 1000 {
          isWhole = row.fields.count > 1
          // Each post repeats it.
          if isWhole, row.fields[0] == "account name" { own = Clipping.name(row.fields[1]) }
          if !isWhole { break }
        }
        if own == nil, !isWhole {
          keys.note(.truncated(path: file.path, place: "whole file"), of: file.path)
        }
      } catch {
        keys.note(error, of: file.path)
      }
    }
    var cut: ArchiveError?
    for file in files where file.name != "statistics.csv" {
      let replaying = try ReplayingByteSource(file.open(), prefixLength: 256)
      let kind = table(String(decoding: replaying.prefix, as: UTF8.self))
      let rows = CSVReader(replaying)
      let reading = RedditTable(rows, file: file.path, own: own, sink: sink)
      switch kind {
      case .chats: try reading.chats()
      case .messages: try reading.messages()
      case .comments: try reading.posts(isComment: true)
      case .posts: try reading.posts(isComment: false)
      default: break
      }
      do { try rows.checkEnd() } catch { cut = cut ?? error }
    }
    if let cut { throw cut }
    try keys.check()
  }

  private static func source(_ file: ExportFile) throws(ArchiveError) -> any ByteSource {
    do { return try file.open() } catch let error as ArchiveError { throw error } catch {
      throw .notReadable(path: file.path, reason: "\(error)")
    }
  }

  static func part(named name: String) -> NamedPart? {
    switch name {
    case "statistics.csv": .keys
    case "chat_history.csv", "messages.csv", "messages_archive.csv", "comments.csv", "posts.csv":
      .chat
    default: nil
    }
  }
}

/// One read of one table.
private final class RedditTable {
  private let rows: CSVReader
  private let file: String
  private let own: String?
  private let sink: any ImportSink
  private var titles: [String: Int] = [:]
  /// The columns that may be kept, in their order.
  private var order: [(name: String, index: Int)] = []
  /// Whether a column of the row was looked up.
  private var isRead: [Bool] = []
  private let writer = JSONWriter()
  /// Maximum bytes of a column's name, which messages repeat.
  private static let longestName = 64
  private var row = CSVReader.Row(fields: [], line: 0)
  private var current: String?
  private var repetitions = RepetitionCounter()
  private var progress = ReadingProgress()

  init(_ rows: CSVReader, file: String, own: String?, sink: any ImportSink) {
    self.rows = rows
    self.file = file
    self.own = own
    self.sink = sink
  }

  private func field(_ name: String) -> String {
    guard let index = titles[name], index < row.fields.count else { return "" }
    isRead[index] = true
    return row.fields[index]
  }

  /// Returns a field that is kept among the unknown ones as well.
  private func peek(_ name: String) -> String {
    guard let index = titles[name], index < row.fields.count else { return "" }
    return row.fields[index]
  }

  /// Columns of the owner's network addresses, and of what is in others.
  private static let omitted = ["ip", "permalink", "updated_at"]

  /// Returns the columns that nothing was looked up in, as a JSON object; nil if they are empty.
  private func rest() -> String? {
    var isBegun = false
    for (name, index) in order {
      guard index < row.fields.count else { break }
      let value = row.fields[index]
      guard !isRead[index], !value.isEmpty, value != "0" else { continue }
      if !isBegun { writer.beginObject() }
      isBegun = true
      writer.field(name, value)
    }
    guard isBegun else { return nil }
    writer.endObject()
    return writer.take()
  }

  /// Parses `2020-01-31 12:00:00 UTC`.
  private func time(_ name: String) -> Timestamp? {
    let text = field(name)
    guard text.hasSuffix(" UTC") else { return ISOTime.parse(text) }
    return ISOTime.parse("\(text.dropLast(4))Z")
  }

  private func each(time name: String, _ body: (Timestamp) throws -> Void) throws {
    guard let first = try rows.next() else { return }
    titles = Dictionary(
      first.fields.enumerated().map { ($1.trimmingPrefix { $0 == "\u{FEFF}" }.description, $0) },
      uniquingKeysWith: { first, _ in first })
    order = titles.filter { !Self.omitted.contains($0.key) }
      .map { (Clipping.prefix($0.key, bytes: Self.longestName), $0.value) }
      .sorted { $0.index < $1.index }
    while let next = try rows.next() {
      row = next
      isRead = Array(repeating: false, count: next.fields.count)
      if progress.isDue(at: rows.bytesRead) {
        try sink.progress(bytes: rows.bytesRead)
      }
      guard let time = self.time(name) else {
        try sink.skip(
          SkippedRecord(file: file, place: "line \(row.line)", reason: "it has no time"))
        continue
      }
      try body(time)
    }
    try sink.progress(bytes: rows.bytesRead)
  }

  private func begin(_ conversation: ConversationRecord) throws {
    guard conversation.key != current else { return }
    current = conversation.key
    try sink.begin(conversation)
  }

  /// Returns the id in a column; for a row without one, a key made of time, author and text, from
  /// the named columns.
  private func key(
    _ idColumn: String, _ time: Timestamp, _ authorColumn: String, _ textColumn: String
  ) -> String {
    let id = field(idColumn)
    return id.isEmpty
      ? repetitions.key(time: time, author: field(authorColumn), text: field(textColumn)) : id
  }

  private func author(_ name: String) -> AuthorRecord? {
    name.isEmpty ? nil : AuthorRecord(key: name, name: name)
  }

  func chats() throws {
    try each(time: "created_at") { time in
      let channel = field("channel_url")
      let name = field("channel_name")
      let community = name.isEmpty ? field("subreddit") : ""
      try begin(
        ConversationRecord(
          key: "reddit:chat:\(channel.isEmpty ? name : channel)",
          name: !name.isEmpty ? name : !community.isEmpty ? "r/\(community)" : "Chat",
          kind: field("conversation_type") == "direct" ? .personal : .group, ownAuthorKey: own))
      let answered = field("thread_parent_message_id")
      try sink.add(
        MessageRecord(
          sourceKey: key("message_id", time, "username", "message"),
          author: author(field("username")), time: time,
          text: MarkdownText.styled(field("message")),
          replyTo: answered.isEmpty ? nil : ReplyRecord(sourceKey: answered),
          unknownFields: rest()))
    }
  }

  func messages() throws {
    try each(time: "date") { time in
      let thread = field("thread_id")
      let subject = field("subject")
      let from = field("from")
      var other = from
      if from == own || peek("to") == own {
        // One of the two is the owner; the conversation is named after the other.
        let to = field("to")
        if from == own { other = to }
      }
      try begin(
        ConversationRecord(
          key: "reddit:thread:\(thread.isEmpty ? field("id") : thread)",
          name: subject.isEmpty ? other : "\(other): \(subject)", kind: .personal,
          ownAuthorKey: own))
      try sink.add(
        MessageRecord(
          sourceKey: key("id", time, "from", "body"), author: author(field("from")), time: time,
          text: MarkdownText.styled(field("body")), unknownFields: rest()))
    }
  }

  func posts(isComment: Bool) throws {
    let name = own ?? "me"
    try each(time: "date") { time in
      try begin(
        ConversationRecord(
          key: "reddit:\(name)", name: own.map { "u/\($0)" } ?? "Reddit", kind: .timeline,
          ownAuthorKey: name))
      var post = PostRecord(handle: own.map { "u/\($0)" } ?? "")
      post.url = field("permalink")
      post.visibility = .everyone
      let title = field("title")
      let text = StyledText.titled(title, MarkdownText.styled(field("body")))
      let link = field("url")
      if !isComment, !link.isEmpty, link != post.url {
        post.link = PostRecord.Link(url: link, title: title)
      }
      let parent = field("parent")
      let page = field("link").pathParts.dropFirst(5).first ?? ""
      if isComment {
        post.replyToName = "r/\(field("subreddit"))"
      } else if post.url?.contains(bytes: "/r/\(peek("subreddit"))/") == true {
        // It is part of the address.
        _ = field("subreddit")
      }
      try sink.add(
        MessageRecord(
          sourceKey: "\(isComment ? "t1" : "t3")_\(field("id"))",
          author: AuthorRecord(key: name, name: own ?? "Me"), time: time, text: text,
          replyTo: isComment
            ? ReplyRecord(sourceKey: parent.isEmpty ? "t3_\(page)" : "t1_\(parent)") : nil,
          unknownFields: rest(), post: post))
    }
  }
}
