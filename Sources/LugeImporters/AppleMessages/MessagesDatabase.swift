import Foundation
import GRDB
import LugeArchive
import LugeCore

/// One read of a database of Messages.
final class MessagesDatabase {
  private let db: Database
  private let path: String
  private let mediaRoot: String?
  private let sink: any ImportSink
  private let writer = JSONWriter()

  /// Columns that this version of the database has.
  private let columns: Set<String>
  private let tables: Set<String>
  /// Bytes of text that may still be read. A message belongs to few conversations: one that
  /// thousands share would make a small database fill the disk.
  private var allowance: Int64
  /// Number of tapbacks whose messages are not in their conversation.
  private var strayTapbacks = 0

  /// Author and emoji of a tapback.
  private struct Tapback {
    var emoji: String
    var author: String
  }

  private static let own = AuthorRecord(key: "me", name: "Me")

  init(_ db: Database, path: String, mediaRoot: String?, sink: any ImportSink) throws {
    self.db = db
    self.path = path
    self.mediaRoot = mediaRoot
    self.sink = sink
    // A view in place of a table may never end.
    tables = Set(
      try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_master
          WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
          """))
    for name in ["message", "chat", "handle", "chat_message_join"] where !tables.contains(name) {
      throw ArchiveError.unknownFormat(
        path: path, hint: "It is a database, but not of Messages: it has no table \(name).")
    }
    try Self.refuseComputedColumns(of: tables, db, path: path)
    columns = Set(try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info('message')"))
    allowance = WorkLimit.byteCount(of: db).multipliedClamped(by: 8).addingClamped(64 << 20)
    try index("chat_message_join", "chat_id", "message_id")
    try index("chat_handle_join", "chat_id", "handle_id")
    try index("message_attachment_join", "message_id", "attachment_id")
  }

  /// Refuses a table that has computed columns: they are expressions of the file, and one step of
  /// them may take hours or give any number of bytes, which ``WorkLimit`` does not see.
  private static func refuseComputedColumns(
    of tables: Set<String>, _ db: Database, path: String
  ) throws {
    let read = [
      "message", "chat", "handle", "chat_message_join", "chat_handle_join", "attachment",
      "message_attachment_join",
    ]
    for name in read where tables.contains(name) {
      let isComputed = try Bool.fetchOne(
        db,
        sql: "SELECT count(*) > 0 FROM pragma_table_xinfo(?) WHERE hidden IN (2, 3)",
        arguments: [name])
      guard isComputed == false else {
        throw ArchiveError.unknownFormat(
          path: path,
          hint: "It is a database, but not of Messages: its table \(name) has computed columns.")
      }
    }
  }

  /// Copies a table of pairs into a temporary one with an index: the database may have none, and
  /// each of many conversations would read all pairs.
  private func index(_ table: String, _ from: String, _ to: String) throws {
    try db.execute(sql: "CREATE TEMP TABLE luge_\(table) (one INTEGER, other INTEGER)")
    guard tables.contains(table) else { return }
    try db.execute(
      sql: """
        INSERT INTO temp.luge_\(table) SELECT \(from), \(to) FROM main.\(table);
        CREATE INDEX temp.luge_\(table)_one ON luge_\(table) (one)
        """)
  }

  /// Returns the rows of a statement that is run for every message or conversation. It is compiled
  /// once, so that ``WorkLimit`` counts all its steps together.
  private func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
    try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
  }

  private func row(_ sql: String, _ arguments: StatementArguments) throws -> Row? {
    try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }

  /// Returns nil if a value is larger than ``ForeignDatabase/largestValue``.
  private func unlessTooLarge<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
      return try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_TOOBIG {
      return nil
    }
  }

  func read() throws {
    let chats = try Int64.fetchAll(db, sql: "SELECT ROWID FROM chat ORDER BY ROWID")
    try sink.note(
      SkippedRecord(
        file: path, place: "database",
        reason: "names are in the address book, not here: people are their numbers and addresses"))
    for id in chats {
      let members = try members(of: id)
      let said = try unlessTooLarge {
        let chat = try row(
          "SELECT chat_identifier, display_name, style FROM chat WHERE ROWID = ?", [id])
        return (chat?.string(0), chat?.string(1), chat?.integer(2))
      }
      let address = said?.0 ?? "chat\(id)"
      let given = said?.1 ?? ""
      try sink.begin(
        ConversationRecord(
          key: "imessage:\(address)",
          name: !given.isEmpty ? given : members.isEmpty ? address : members.chatName,
          kind: said?.2 == 43 || members.count > 1 ? .group : .personal,
          ownAuthorKey: Self.own.key, mediaRoot: mediaRoot))
      let condition = "\(Self.joined) WHERE j.one = ?"
      try messages(condition, [id], try tapbacks(condition, [id]))
    }
    try rest()
    if strayTapbacks > 0 {
      try sink.note(
        SkippedRecord(
          file: path, place: "database",
          reason: strayTapbacks == 1
            ? "1 reaction is to a message that is not there"
            : "\(strayTapbacks) reactions are to messages that are not there"))
    }
  }

  /// SQL of a conversation's messages.
  private static let joined =
    "temp.luge_chat_message_join j CROSS JOIN message m ON m.ROWID = j.other"

  /// Reads the messages that are in no conversation.
  private func rest() throws {
    let lost = """
      message m WHERE m.ROWID NOT IN
        (SELECT other FROM temp.luge_chat_message_join WHERE other IS NOT NULL)
      """
    guard try Int.fetchOne(db, sql: "SELECT 1 FROM \(lost) LIMIT 1") != nil else { return }
    try sink.begin(
      ConversationRecord(
        key: "imessage:none", name: "Messages of no conversation", kind: .other,
        ownAuthorKey: Self.own.key, mediaRoot: mediaRoot))
    try messages(lost, [], try tapbacks(lost, []))
  }

  private func members(of chat: Int64) throws -> [String] {
    try unlessTooLarge {
      let rows = try rows(
        """
        SELECT h.id FROM temp.luge_chat_handle_join j CROSS JOIN handle h ON h.ROWID = j.other
        WHERE j.one = ? LIMIT 1000
        """, [chat])
      var members: [String] = []
      while let row = try rows.next() {
        guard let member = row.string(0) else { continue }
        try use(member.utf8.count)
        members.append(AuthorRecord.clipped(member))
      }
      return members
    } ?? []
  }

  // MARK: Tapbacks

  /// - Parameter tables: as in ``messages(_:_:_:)``.
  private func tapbacks(
    _ tables: String, _ arguments: StatementArguments
  ) throws -> [String: [Tapback]] {
    guard columns.contains("associated_message_type") else { return [:] }
    let listed = try rows(
      """
      SELECT m.ROWID FROM \(tables) AND m.associated_message_type BETWEEN 2000 AND 3999
      ORDER BY m.date, m.ROWID
      """, arguments)
    // The last tapback of each person on each message, with its index among all.
    var found: [String: [String: (place: Int, emoji: String)]] = [:]
    var place = 0
    while let id = try listed.next()?.integer(0) {
      let read = try unlessTooLarge {
        let row = try row(
          """
          SELECT m.associated_message_guid, m.associated_message_type,
            \(column("associated_message_emoji")), m.is_from_me, h.id
          FROM message m LEFT JOIN handle h ON h.ROWID = m.handle_id WHERE m.ROWID = ?
          """, [id])
        return (
          row?.string(0), row?.integer(1), row?.string(2),
          row?.integer(3) == 1 ? Self.own.name : row?.string(4)
        )
      }
      guard let read else {
        try use(ForeignDatabase.largestValue)
        continue
      }
      guard let target = read.0.map(Self.guid), let type = read.1 else { continue }
      try use([target, read.2, read.3].reduce(0) { $0.addingClamped($1?.utf8.count ?? 0) })
      let author = read.3 ?? "Somebody"
      let emoji = Self.emoji(type % 1000, written: read.2)
      if type < 3000 {
        found[target, default: [:]][author] = (place, emoji)
        place += 1
      } else if emoji.isEmpty || found[target]?[author]?.emoji == emoji {
        found[target]?[author] = nil
      }
    }
    return found.mapValues { people in
      people.sorted { $0.value.place < $1.value.place }
        .map { Tapback(emoji: $0.value.emoji, author: $0.key) }
    }
  }

  /// Returns the message's id from `p:0/GUID` or `bp:GUID`, which name a part of it.
  private static func guid(_ text: String) -> String {
    text.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? text
  }

  private static func emoji(_ type: Int64, written: String?) -> String {
    let known = ["❤️", "👍", "👎", "😂", "‼️", "❓"]
    if known.indices.contains(Int(clamping: type)) { return known[Int(type)] }
    return written ?? (type == 7 ? "sticker" : "")
  }

  // MARK: Messages

  private func column(_ name: String) -> String { columns.contains(name) ? "m.\(name)" : "NULL" }

  /// - Parameter tables: SQL that yields the messages as `m`, with a condition. Only their ids are
  ///   sorted: otherwise texts of any length would be sorted with them.
  private func messages(
    _ tables: String, _ arguments: StatementArguments, _ tapbacks: [String: [Tapback]]
  ) throws {
    var tapbacks = tapbacks
    defer {
      for left in tapbacks.values { strayTapbacks = strayTapbacks.addingClamped(left.count) }
    }
    let names = [
      "guid", "text", "attributedBody", "date", "is_from_me", "item_type", "group_title",
      "group_action_type", "other_handle", "associated_message_type", "thread_originator_guid",
      "date_edited", "date_retracted", "ROWID", "balloon_bundle_id", "subject",
      "expressive_send_style_id", "is_audio_message", "share_status",
    ]
    let message = """
      SELECT m.ROWID, h.id, \(names.map(column).joined(separator: ", ")),
        EXISTS (SELECT 1 FROM temp.luge_message_attachment_join j WHERE j.one = m.ROWID)
      FROM message m LEFT JOIN handle h ON h.ROWID = m.handle_id WHERE m.ROWID = ?
      """
    let listed = try rows(
      "SELECT m.ROWID FROM \(tables) ORDER BY \(column("date")), m.ROWID", arguments)
    while let id = try listed.next()?.integer(0) {
      let isTaken: Void? = try unlessTooLarge {
        let found = try rows(message, [id])
        while let row = try found.next() { try take(row, &tapbacks) }
      }
      if isTaken == nil {
        try use(ForeignDatabase.largestValue)
        try sink.skip(
          SkippedRecord(
            file: path, place: "message \(id)",
            reason: "the message is larger than \(ByteCount(ForeignDatabase.largestValue))"))
      }
    }
  }

  /// Counts bytes of a message against the allowance.
  private func use(_ bytes: Int) throws {
    allowance = allowance.subtractingClamped(Int64(bytes))
    guard allowance < 0 else { return }
    throw ArchiveError.malformed(
      path: path, place: "table chat_message_join",
      reason: "the same messages are in too many conversations")
  }

  private func take(_ row: Row, _ tapbacks: inout [String: [Tapback]]) throws {
    let place = "message \(row.integer(0) ?? 0)"
    guard let guid = row.string(2), let date = row.integer(5) else {
      return try sink.skip(
        SkippedRecord(file: path, place: place, reason: "it has no id or no time"))
    }
    // Tapbacks are read with their messages.
    if let type = row.integer(11), (2000...3999).contains(type) { return }
    // Many messages may name one person, whose address may be megabytes long, and one message may
    // be in many conversations.
    for column in [1, 2, 8, 12, 16, 17, 18] { try use(row.string(column)?.utf8.count ?? 0) }
    var record = MessageRecord(
      sourceKey: guid,
      author: row.integer(6) == 1
        ? Self.own : row.string(1).map { AuthorRecord(key: $0, name: $0) },
      time: Self.time(date))
    var written = row.string(3) ?? ""
    try use(written.utf8.count)
    if written.isEmpty, let body = row.bytes(4), !body.isEmpty {
      try use(body.count)
      if let text = AttributedBody.text(body) {
        written = text
      } else {
        try sink.note(SkippedRecord(file: path, place: place, reason: "its text cannot be read"))
      }
    }
    // Placeholders of attachments and apps.
    let text = written.filter { $0 != "\u{FFFC}" && $0 != "\u{FFFD}" }
    record.text = .titled(row.string(17) ?? "", StyledText(text))
    if let item = row.integer(7), item != 0 { try happened(item, row, &record) }
    // The column that says whether there are attachments is not always right.
    if row.integer(21) == 1 {
      record.media = try attachments(
        of: row.integer(0) ?? 0, isVoice: row.integer(19) == 1)
    }
    if let app = row.string(16), app.hasSuffix("URLBalloonProvider") {
      if text.isEmpty { record.text = StyledText(try address(ofCard: row.integer(0) ?? 0)) }
    } else if let app = row.string(16), text.isEmpty {
      // `com.apple.messages.MSMessageExtensionBalloonPlugin:TEAM:com.example.game.ext`
      let parts = app.split { $0 == "." || $0 == ":" }.filter { $0 != "ext" }
      let name = parts.last.map(String.init) ?? app
      record.media.append(MediaRecord(kind: .other, note: name))
    }
    record.replyTo = row.string(12).flatMap { $0.isEmpty ? nil : ReplyRecord(sourceKey: $0) }
    if let edited = row.integer(13), edited > 0 {
      record.edited = Self.time(edited)
      record.isEdited = true
    }
    let isEmpty = record.text.string.isEmpty && record.media.isEmpty && row.integer(7) ?? 0 == 0
    // One of several parts may have been unsent.
    if isEmpty, row.integer(14) ?? 0 > 0 || record.isEdited {
      record.kind = .deleted
      record.text = StyledText("This message was unsent")
    }
    for tapback in tapbacks.removeValue(forKey: guid) ?? [] {
      record.reactions.add(tapback.emoji, by: tapback.author)
    }
    if let style = row.string(18), !style.isEmpty {
      writer.beginObject()
      writer.field("expressive_send_style_id", style)
      writer.endObject()
      record.unknownFields = writer.take()
    }
    try sink.add(record)
  }

  /// Returns the address of a link's card, for messages without a text; "Link" if it is not found.
  private func address(ofCard message: Int64) throws -> String {
    let unknown = "Link"
    guard columns.contains("payload_data") else { return unknown }
    let payload = try unlessTooLarge {
      try row("SELECT payload_data FROM message WHERE ROWID = ?", [message])?.bytes(0)
    }
    guard let bytes = payload.flatMap({ $0 }) else { return unknown }
    try use(bytes.count)
    return LinkPayload.address(in: bytes) ?? unknown
  }

  /// Reads an event of the conversation as a sentence.
  private func happened(_ item: Int64, _ row: Row, _ record: inout MessageRecord) throws {
    let who = record.author?.name ?? "Somebody"
    let action = row.integer(9) ?? 0
    let happening: (kind: String, sentence: String)
    switch item {
    case 1:
      let other = try row.integer(10).flatMap { id in
        try self.row("SELECT id FROM handle WHERE ROWID = ?", [id])?.string(0)
      }
      try use(other?.utf8.count ?? 0)
      happening =
        action == 1
        ? ("removed", "\(who) removed \(other ?? "somebody")")
        : ("added", "\(who) added \(other ?? "somebody")")
    case 2:
      let title = row.string(8) ?? ""
      happening = (
        "renamed",
        title.isEmpty
          ? "\(who) removed the conversation's name" : "\(who) named the conversation “\(title)”"
      )
    case 3:
      happening =
        action == 1
        ? ("picture", "\(who) changed the group's picture")
        : action == 2 ? ("picture", "\(who) removed the group's picture") : ("left", "\(who) left")
    case 4:
      happening = (
        "location",
        row.integer(20) == 1 ? "\(who) stopped sharing a location" : "\(who) shared a location"
      )
    case 5: happening = ("kept", "\(who) kept an audio message")
    case 6: happening = ("shareplay", "SharePlay ended")
    default: happening = ("item_\(item)", "\(who): something that Luge does not know")
    }
    record.kind = .service(action: happening.kind)
    let said = record.text.string
    record.text = StyledText(
      said.isEmpty ? happening.sentence : "\(happening.sentence): \(said)")
  }

  private func attachments(of message: Int64, isVoice: Bool) throws -> [MediaRecord] {
    guard tables.contains("attachment") else { return [] }
    let rows = try rows(
      """
      SELECT a.filename, a.mime_type, a.transfer_name, a.total_bytes
      FROM temp.luge_message_attachment_join j CROSS JOIN attachment a ON a.ROWID = j.other
      WHERE j.one = ? LIMIT 10000
      """, [message])
    var media: [MediaRecord] = []
    while let row = try rows.next() {
      let file = row.string(0)
      for column in 0...2 { try use(row.string(column)?.utf8.count ?? 0) }
      let name = row.string(2) ?? file?.pathParts.last.map(String.init)
      // "~/Library/Messages/Attachments/ab/…": beside the database.
      let path = file.flatMap { file in
        file.firstRange(ofBytes: "/Attachments/").map { "Attachments/\(file[$0.upperBound...])" }
      }
      media.append(
        MediaRecord(
          kind: isVoice ? .voice : .init(fileName: name ?? ""), path: path,
          mimeType: row.string(1), fileName: name, size: row.integer(3),
          note: path == nil ? "(not in this export)" : nil))
    }
    return media
  }

  /// Converts nanoseconds since 2001; before 2017, databases have seconds.
  private static func time(_ value: Int64) -> Timestamp {
    let seconds = value.magnitude > 1_000_000_000_000 ? value / 1_000_000_000 : value
    return Timestamp(seconds: seconds.addingClamped(978_307_200), certainty: .exact)
  }
}

extension Row {
  fileprivate func bytes(_ index: Int) -> [UInt8]? {
    index < count ? (self[index] as DatabaseValue).blob : nil
  }
}

extension DatabaseValue {
  fileprivate var blob: [UInt8]? {
    if case .blob(let data) = storage { Array(data) } else { nil }
  }
}
