import Foundation
import GRDB
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("iMessage: database, text, table")
struct MessagesTests {
  /// An attributed string as Messages keeps it: class, `+`, length, UTF-8.
  private static func archived(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    let length: [UInt8] =
      bytes.count < 0x80
      ? [UInt8(bytes.count)] : [0x81, UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
    return [0x04, 0x0B] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 0x01, 0x40]
      + Array("NSMutableAttributedString".utf8) + [0x00, 0x84, 0x84] + Array("NSString".utf8)
      + [0x01, 0x94, 0x84, 0x01, 0x2B] + length + bytes + [0x86, 0x84, 0x02, 0x69, 0x49]
  }

  @Test("The text of an attributed body, short and long, and of bytes that are none")
  func typedstream() {
    #expect(AttributedBody.text(Self.archived("Hello 👍")) == "Hello 👍")
    let long = String(repeating: "日本語 ", count: 100)
    #expect(AttributedBody.text(Self.archived(long)) == long)
    let whole = Self.archived("Hello")
    for count in 0..<whole.count { _ = AttributedBody.text(Array(whole.prefix(count))) }
    #expect(
      AttributedBody.text(Array("NSString".utf8) + [1, 0x2B, 0x82, 255, 255, 255, 255]) == nil)
    #expect(AttributedBody.text([1, 2, 3]) == nil)
    // A length of more than there is: the string ends with its object.
    #expect(
      AttributedBody.text(
        Array("NSString".utf8) + [1, 0x2B, 0x81, 0x9D, 0, 0x68, 0x69, 0x86, 0x84])
        == "hi")
  }

  private func database(_ folder: TemporaryFolder, _ more: [String] = []) throws -> String {
    let path = folder.path + "/chat.db"
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT, service TEXT);
          CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, guid TEXT, chat_identifier TEXT,
            display_name TEXT, style INTEGER, service_name TEXT);
          CREATE TABLE message (ROWID INTEGER PRIMARY KEY, guid TEXT UNIQUE, text TEXT,
            attributedBody BLOB, handle_id INTEGER, date INTEGER, is_from_me INTEGER,
            item_type INTEGER, group_title TEXT, group_action_type INTEGER, other_handle INTEGER,
            associated_message_guid TEXT, associated_message_type INTEGER,
            thread_originator_guid TEXT, date_edited INTEGER, date_retracted INTEGER,
            cache_has_attachments INTEGER, balloon_bundle_id TEXT, subject TEXT);
          CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER,
            PRIMARY KEY (chat_id, message_id));
          CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER);
          CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY, filename TEXT, mime_type TEXT,
            transfer_name TEXT, total_bytes INTEGER);
          CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER,
            UNIQUE (message_id, attachment_id));
          INSERT INTO handle VALUES (1, '+491', 'iMessage'), (2, 'bob@x.org', 'iMessage');
          INSERT INTO chat VALUES (1, 'g1', '+491', '', 45, 'iMessage'),
            (2, 'g2', 'chat77', 'Hikers', 43, 'iMessage');
          INSERT INTO chat_handle_join VALUES (1, 1), (2, 1), (2, 2);
          INSERT INTO message (ROWID, guid, text, handle_id, date, is_from_me) VALUES
            (1, 'A', 'plain', 1, 700000000000000000, 0),
            (2, 'B', NULL, 0, 700000001000000000, 1),
            (3, 'C', 'answer', 1, 700000002000000000, 0),
            (4, 'D', NULL, 0, 700000003000000000, 1),
            (5, 'E', '\u{FFFC}look', 1, 700000004000000000, 0),
            (6, 'F', 'old', 1, 400000000, 0),
            (10, 'T1', 'Loved “plain”', 0, 700000005000000000, 1),
            (11, 'T2', 'Liked', 1, 700000006000000000, 0),
            (12, 'T3', 'Removed', 1, 700000007000000000, 0),
            (20, 'G', NULL, 1, 700000008000000000, 0),
            (21, 'H', NULL, 1, 700000009000000000, 0),
            (30, 'X', 'of nobody', 2, 700000009000000000, 0);
          UPDATE message SET thread_originator_guid = 'A' WHERE guid = 'C';
          UPDATE message SET date_edited = 700000010000000000 WHERE guid IN ('C', 'D');
          UPDATE message SET cache_has_attachments = 1 WHERE guid = 'E';
          UPDATE message SET associated_message_guid = 'p:0/A', associated_message_type = 2000
            WHERE guid = 'T1';
          UPDATE message SET associated_message_guid = 'p:0/B', associated_message_type = 2001
            WHERE guid = 'T2';
          UPDATE message SET associated_message_guid = 'p:0/B', associated_message_type = 3001
            WHERE guid = 'T3';
          UPDATE message SET item_type = 1, other_handle = 2, group_action_type = 0
            WHERE guid = 'G';
          UPDATE message SET item_type = 2, group_title = 'Hikers' WHERE guid = 'H';
          INSERT INTO chat_message_join SELECT 1, ROWID FROM message WHERE ROWID < 20;
          INSERT INTO chat_message_join VALUES (2, 20), (2, 21);
          INSERT INTO attachment VALUES
            (1, '~/Library/Messages/Attachments/ab/IMG_1.HEIC', 'image/heic', 'IMG_1.HEIC', 99);
          INSERT INTO message_attachment_join VALUES (5, 1);
          """)
      try db.execute(
        sql: "UPDATE message SET attributedBody = ? WHERE guid = 'B'",
        arguments: [Data(Self.archived("archived 日本"))])
      for sql in more { try db.execute(sql: sql) }
    }
    try queue.close()
    return path
  }

  @Test(
    "Computed columns, which are code of the file, are not run",
    arguments: [
      "message", "chat", "handle", "chat_message_join", "chat_handle_join", "attachment",
      "message_attachment_join",
    ])
  func computed(table: String) throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      ["ALTER TABLE \(table) ADD COLUMN more TEXT GENERATED ALWAYS AS (1 + 1) VIRTUAL"])
    let input = try ImportInput(opening: path)
    let sink = CollectingSink()
    let error = #expect(throws: ArchiveError.self) {
      for part in input.parts { try part.read(sink) }
    }
    #expect(error?.description.contains("its table \(table) has computed columns") == true)
    #expect(sink.messages.isEmpty)
  }

  @Test("Words and files that stand where columns say there are none")
  func unusual() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      [
        // One part of it was unsent.
        "UPDATE message SET date_retracted = 700000011000000000 WHERE guid = 'A'",
        "UPDATE message SET item_type = 9, text = 'said in an event' WHERE guid = 'F'",
        "UPDATE message SET cache_has_attachments = 0, text = 'look' WHERE guid = 'E'",
        // A link's card without a text, a game, the end of SharePlay.
        "ALTER TABLE message ADD COLUMN payload_data BLOB",
        """
        UPDATE message SET text = NULL, balloon_bundle_id = 'com.apple.messages.URLBalloonProvider',
          payload_data = CAST('bplist00' || char(95, 16, 19) || 'https://a.example/x' || char(94)
            || 'https://b.exam' AS BLOB) WHERE guid = 'C'
        """,
        """
        UPDATE message SET item_type = 6, text = NULL WHERE guid = 'X'
        """,
        """
        INSERT INTO message (ROWID, guid, handle_id, date, balloon_bundle_id) VALUES (31, 'Y', 2, 7,
          'com.apple.messages.MSMessageExtensionBalloonPlugin:AB12:com.example.chess.ext')
        """,
      ])
    let sink = CollectingSink()
    let input = try ImportInput(opening: path)
    for part in input.parts { try part.read(sink) }
    let found = Dictionary(
      sink.messages.map { ($0.sourceKey, $0) }, uniquingKeysWith: { first, _ in first })
    #expect(found["A"]?.text.string == "plain" && found["A"]?.kind == .message)
    #expect(found["F"]?.text.string.hasSuffix(": said in an event") == true)
    #expect(found["E"]?.media.map(\.fileName) == ["IMG_1.HEIC"])
    #expect(found["C"]?.text.string == "https://a.example/x")
    #expect(found["X"]?.text.string == "SharePlay ended")
    #expect(found["Y"]?.media.map(\.note) == ["chess"])
  }

  @Test("The address in a link's card; bytes that are none")
  func linkPayload() {
    func string(_ text: String) -> [UInt8] {
      [0x5F, 0x10, UInt8(text.utf8.count)] + Array(text.utf8)
    }
    let title = string("http is a protocol") + string("see https://c.example")
    #expect(LinkPayload.address(in: title + string("https://a.example")) == "https://a.example")
    let long = "https://a.example/" + String(repeating: "a", count: 300)
    let length = [0x5F, 0x11, UInt8(long.utf8.count >> 8), UInt8(long.utf8.count & 0xFF)]
    #expect(LinkPayload.address(in: length + Array(long.utf8)) == long)
    #expect(LinkPayload.address(in: [0x5C] + Array("http://a.bcd".utf8)) == "http://a.bcd")
    #expect(LinkPayload.address(in: title) == nil)
    let whole = string("https://a.example")
    for count in 0..<whole.count { #expect(LinkPayload.address(in: Array(whole[..<count])) == nil) }
    let within: [UInt8] = [0x5F, 0x11, 0xFF, 0xFF] + Array("http://".utf8)
    for piece in [[0x68], within] {
      let excess = LinearWork.excess("payload") { count in
        let pieces = Array(repeating: piece, count: count / piece.count).joined()
        _ = LinkPayload.address(in: Array(pieces) + [UInt8](repeating: 0, count: 1 << 16))
      }
      #expect(excess == nil)
    }
  }

  @Test("A database: tapbacks, edits, what was unsent, attachments, services, messages of no chat")
  func database() throws {
    let folder = try TemporaryFolder()
    let path = try database(folder)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == [MessagesDatabaseReader.formatName])
    #expect(sink.conversations.map(\.key) == ["imessage:+491", "imessage:chat77", "imessage:none"])
    #expect(sink.conversations.map(\.name) == ["+491", "Hikers", "Messages of no conversation"])
    #expect(sink.conversations.map(\.kind) == [.personal, .group, .other])
    #expect(
      sink.texts == [
        "old", "plain", "archived 日本", "answer", "This message was unsent", "look",
        "+491 added bob@x.org", "+491 named the conversation “Hikers”", "of nobody",
      ])
    #expect(sink.times.first == "2013-09-04 15:06:40")
    #expect(sink.times[1] == "2023-03-08 20:26:40")
    #expect(sink.authors[2] == "Me")
    #expect(sink.messages[1].reactions == [ReactionRecord(emoji: "❤️", count: 1, authors: ["Me"])])
    #expect(sink.messages[2].reactions.isEmpty)
    #expect(sink.messages[3].replyTo?.sourceKey == "A")
    #expect(sink.messages[3].isEdited)
    #expect(sink.messages[4].kind == .deleted)
    #expect(sink.messages[5].media.map(\.path) == ["Attachments/ab/IMG_1.HEIC"])
    #expect(sink.messages[5].media.map(\.kind) == [.photo])
    #expect(sink.messages[6].kind == .service(action: "added"))
    // Not a byte is written.
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["chat.db"])
  }

  @Test("A database of a stranger: a view without end in a table's place is refused")
  func hostile() throws {
    let folder = try TemporaryFolder()
    let path = try database(
      folder,
      [
        "ALTER TABLE handle RENAME TO kept",
        """
        CREATE VIEW handle AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
        SELECT i AS ROWID, 'x' AS id FROM n
        """,
      ])
    #expect(throws: ArchiveError.self) {
      try MessagesDatabaseReader.read(FileByteSource(path: path), into: CollectingSink())
    }
  }

  @Test("Newest messages in the WAL are read, and nothing is left beside the database")
  func log() throws {
    let (making, folder) = (try TemporaryFolder(), try TemporaryFolder())
    let path = try database(making)
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0")
      try db.execute(
        sql: """
          INSERT INTO message (ROWID, guid, text, handle_id, date) VALUES (40, 'W', 'new', 1, 1)
          """)
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: path + suffix, toPath: "\(folder.path)/chat.db\(suffix)")
      }
    }
    try queue.close()
    func bytes() throws -> [String: Data] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try Dictionary(
        uniqueKeysWithValues: names.map {
          ($0, try Data(contentsOf: URL(filePath: "\(folder.path)/\($0)")))
        })
    }
    let before = try bytes()
    #expect(before.count == 2)
    #expect(try FormatSupport.open(folder).sink.texts.contains("new"))
    #expect(try bytes() == before)
    // A WAL that holds no whole transaction is not removed either.
    try Data(repeating: 7, count: 5000).write(to: URL(filePath: "\(folder.path)/chat.db-wal"))
    let broken = try bytes()
    #expect(try !FormatSupport.open(folder).sink.texts.contains("new"))
    #expect(try bytes() == broken)
  }

  @Test("Texts beside an empty one, those that cannot be read, reactions to what is not there")
  func loss() throws {
    let folder = try TemporaryFolder()
    _ = try database(
      folder,
      [
        "UPDATE message SET text = '' WHERE guid = 'B'",
        "UPDATE message SET text = NULL, attributedBody = x'0102' WHERE guid = 'C'",
        "UPDATE message SET associated_message_guid = 'p:0/nowhere' WHERE guid = 'T1'",
      ])
    let sink = try FormatSupport.open(folder).sink
    #expect(sink.texts.contains("archived 日本"))
    let reasons = Set(sink.notes.map(\.reason))
    #expect(reasons.contains("its text cannot be read"))
    #expect(reasons.contains("1 reaction is to a message that is not there"))
  }

  @Test("A message that is larger than other formats' is left out alone")
  func large() throws {
    let folder = try TemporaryFolder()
    _ = try database(
      folder, ["UPDATE message SET text = printf('%.*c', 17000000, 'x') WHERE guid = 'A'"])
    let sink = try FormatSupport.open(folder).sink
    #expect(sink.skipped.map(\.place) == ["message 1"])
    #expect(sink.skipped.map(\.reason) == ["the message is larger than 16 MB"])
    #expect(sink.texts.prefix(2) == ["old", "archived 日本"])
  }

  @Test("Thousands of conversations that share a message, without an index")
  func shared() throws {
    func read(_ count: Int, size: Int) throws -> CollectingSink {
      let folder = try TemporaryFolder()
      let path = try database(
        folder,
        [
          "ALTER TABLE chat_message_join RENAME TO indexed",
          "CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER)",
          """
          WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n LIMIT \(count))
          INSERT INTO chat (ROWID, chat_identifier) SELECT i, 'c' || i FROM n
          """,
          "INSERT INTO chat_message_join SELECT ROWID, 1 FROM chat",
          "UPDATE message SET text = printf('%.*c', \(size), 'x') WHERE guid = 'A'",
        ])
      let sink = CollectingSink()
      try MessagesDatabaseReader.read(FileByteSource(path: path), into: sink)
      return sink
    }
    let sink = try read(100, size: 3)
    #expect(sink.conversations.count == 103)
    #expect(sink.texts.count { $0 == "xxx" } == 102)
    // Its text is not written thousands of times.
    #expect(throws: ArchiveError.self) { try read(2000, size: 1_000_000) }
  }

  @Test("imessage-exporter's text: names, tapbacks, edits, files; answers once")
  func text() throws {
    let text = """
      May 17, 2022  5:29:42 PM (Read by you after 1 minute, 2 seconds)
      Ann
      Hello
      two lines
      Tapbacks:
      Loved by Me

          May 17, 2022  5:31:00 PM
          Me
          an answer

      May 17, 2022  5:30:00 PM
      Me
      attachments/12/IMG_1.jpeg

      May 17, 2022  5:31:00 PM
      Me
      an answer
      This message responded to an earlier message.

      May 17, 2022  5:32:00 PM Ann named the conversation Garden

      """
    #expect(FormatSupport.format(text, name: "Ann.txt") == MessagesTextReader.formatName)
    let sink = try FormatSupport.read(text, as: MessagesTextReader.self, name: "x/Ann.txt")
    #expect(sink.conversations.map(\.name) == ["Ann"])
    #expect(
      sink.texts == ["Hello\ntwo lines", "", "an answer", "Ann named the conversation Garden"])
    #expect(sink.authors == ["Ann", "Me", "Me", nil])
    #expect(sink.times.first == "2022-05-17 17:29:42")
    #expect(sink.messages[0].reactions == [ReactionRecord(emoji: "❤️", count: 1, authors: ["Me"])])
    #expect(sink.messages[1].media.map(\.path) == ["attachments/12/IMG_1.jpeg"])
    #expect(sink.skipped.isEmpty)
  }

  @Test("imessage-exporter's text: stickers, and reactions as its old versions call them")
  func oldText() throws {
    let text = """
      May 17, 2022  5:29:42 PM
      Ann
      Hello
      Reactions:
      Loved by Me
      Laughed by Bob

      May 17, 2022  5:30:42 PM
      Me
      Outline Sticker from Me: attachments/12/a.heic

      May 17, 2022  5:31:42 PM
      Me
      A sticker from Ann: nice

      """
    let sink = try FormatSupport.read(text, as: MessagesTextReader.self, name: "Ann.txt")
    #expect(sink.texts == ["Hello", "", "A sticker from Ann: nice"])
    #expect(sink.messages[0].reactions.map(\.emoji) == ["❤️", "😂"])
    #expect(sink.messages[1].media.map(\.kind) == [.sticker])
    #expect(sink.messages[1].media.map(\.path) == ["attachments/12/a.heic"])
  }

  @Test("imessage-exporter's text: words of people that are like its own stay")
  func wordsLikeItsOwn() throws {
    let text = """
      May 17, 2022  5:29:42 PM
      Ann
      Reactions:
      Ann was happy
      Ben was sad

      May 17, 2022  5:30:42 PM
      Me
      My notes
      Edited the photos, sent them two days later: no answer

      May 17, 2022  5:31:42 PM
      Ann
      first words
      Edited 1 hour, 2 minutes later: second words
      Tapbacks:
      Loved by Me
      🙂 by Bob
      Sticker from Cid: attachments/1/a.heic
      1️⃣ by Cid
      and a second part

      """
    let sink = try FormatSupport.read(text, as: MessagesTextReader.self, name: "Ann.txt")
    #expect(
      sink.texts == [
        "Reactions:\nAnn was happy\nBen was sad",
        "My notes\nEdited the photos, sent them two days later: no answer",
        "second words\nand a second part",
      ])
    #expect(sink.messages.map(\.isEdited) == [false, false, true])
    #expect(sink.messages[2].reactions.map(\.emoji) == ["❤️", "🙂", "1️⃣"])
    #expect(sink.messages[2].media.isEmpty)
    #expect(sink.messages[0].reactions.isEmpty)
  }

  @Test("iMazing: a message that was deleted says so")
  func iMazingDeleted() throws {
    let text = """
      Chat Session,Message Date,Deleted Date,Service,Type,Sender ID,Sender Name,Text
      Ann,2020-01-31 12:00:00,2020-01-31 12:01:00,iMessage,Incoming,+491,Ann,
      Ann,2020-01-31 12:00:01,,iMessage,Incoming,+491,Ann,
      """
    let sink = try FormatSupport.read(text, as: IMazingReader.self, name: "m.csv")
    #expect(sink.messages.map(\.kind) == [.deleted, .message])
  }

  @Test("iMazing: what a message answers stands above it")
  func iMazingAnswers() throws {
    let text = """
      Chat Session,Message Date,Deleted Date,Type,Sender ID,Sender Name,Subject,Text,Replying to
      Ann,2020-01-31 12:00:00,,Incoming,+491,Ann,Tea,yes,Are you there?
      Ann,2020-01-31 12:00:01,,Incoming,+491,Ann,,yes,
      Ann,2020-01-31 12:00:02,2020-01-31 12:01:00,Incoming,+491,Ann,,,Are you there?
      """
    let sink = try FormatSupport.read(text, as: IMazingReader.self, name: "m.csv")
    #expect(sink.texts == ["Are you there?\nTea\nyes", "yes", "This message was deleted"])
    #expect(
      sink.messages[0].text.spans == [.init(0..<14, .blockquote), .init(15..<18, .bold)])
    #expect(sink.messages[2].kind == .deleted)
    #expect(sink.messages[0].unknownFields?.contains("Are you") != true)
  }

  @Test("iMazing's table")
  func table() throws {
    let text = #"""
      Chat Session,Message Date,Delivered Date,Read Date,Edited Date,Service,Type,Sender ID,Sender Name,Status,Replying to,Subject,Text,Attachment,Attachment type
      Ann,2020-01-31 12:00:00,,,,iMessage,Incoming,+491,Ann,Read,,,"Hello, ""you""",,
      Ann,2020-01-31 12:00:05,,,,iMessage,Outgoing,,,Delivered,,,,IMG 1.jpeg,Image
      Ann,yesterday,,,,iMessage,Outgoing,,,Delivered,,,x,,

      """#
    #expect(FormatSupport.format(text, name: "Messages.csv") == IMazingReader.formatName)
    let sink = try FormatSupport.read(text, as: IMazingReader.self, name: "Messages.csv")
    #expect(sink.conversations.map(\.key) == ["imessage:Ann"])
    #expect(sink.texts == ["Hello, \"you\"", ""])
    #expect(sink.authors == ["Ann", "Me"])
    #expect(sink.messages[1].media.map(\.path) == ["IMG 1.jpeg"])
    #expect(sink.messages[0].unknownFields?.contains("iMessage") == true)
    #expect(sink.skipped.map(\.place) == ["line 4"])
  }

  @Test(
    "iMazing: the service decides whether a table is of Messages or of WhatsApp",
    arguments: [
      ("Service,Reactions", "iMessage,Loved by Me", "imessage:Ann"),
      ("Service,Reactions", "WhatsApp,", "whatsapp:Ann"), ("Reactions", "", "whatsapp:Ann"),
      ("Service", "SMS", "imessage:Ann"),
    ])
  func iMazingService(columns: String, values: String, key: String) throws {
    let text = """
      Chat Session,Message Date,Type,Sender ID,Sender Name,Text,\(columns)
      Ann,2020-01-31 12:00:00,Incoming,1,Ann,Hello,\(values)
      """
    let sink = try FormatSupport.read(text, as: IMazingReader.self, name: "m.csv")
    #expect(sink.conversations.map(\.key) == [key])
  }

  @Test(
    "iMazing's reactions, in whichever order they are written",
    arguments: [
      ("👍 Ann, Ben; ❤️ Me", ["👍 Ann Ben", "❤️ Me"]), ("Ann: 👍", ["👍 Ann"]), ("👍", ["👍"]),
      ("Loved by Ann Lee\nLaughed at by Me", ["❤️ Ann Lee", "😂 Me"]), ("👍 2", ["👍👍"]), ("", []),
      ("beloved", []),
    ])
  func iMazingReactions(field: String, expected: [String]) {
    let found = IMazingReactions.read(field).map { reaction in
      let emoji = String(repeating: reaction.emoji, count: reaction.count - reaction.authors.count)
      return reaction.authors.isEmpty
        ? emoji : ([reaction.emoji] + reaction.authors).joined(separator: " ")
    }
    #expect(found == expected)
  }

  @Test("iMazing's reactions: a large number is counted at once")
  func iMazingNumbers() {
    func seconds(_ number: Int, expected: Int) -> Double {
      let field = String(repeating: "👍😂🎉🙏\(number),", count: 400)
      var found: [ReactionRecord] = []
      let seconds = LinearWork.seconds { found = IMazingReactions.read(field) }
      #expect(found == ["👍", "😂", "🎉", "🙏"].map { ReactionRecord(emoji: $0, count: expected) })
      return seconds
    }
    // The first one also pays for what is made once.
    _ = seconds(1, expected: 400)
    let few = seconds(1, expected: 400)
    let many = seconds(9999, expected: 3_999_600)
    #expect(many < 4 * few)
  }

  @Test("iMazing's reactions: names go with the reaction before them, and not with hundreds")
  func iMazingNames() {
    #expect(
      IMazingReactions.read("👍🎉 Ann, Ben")
        == ["👍", "🎉"].map { ReactionRecord(emoji: $0, count: 2, authors: ["Ann", "Ben"]) })
    let crowd = String(repeating: "👍", count: 17)
    #expect(
      IMazingReactions.read("\(crowd) 2, Ann, 🎉 Ben")
        == [ReactionRecord(emoji: "👍", count: 34), .init(emoji: "🎉", count: 1, authors: ["Ben"])])
  }

  @Test("A table that ends inside of a quoted field is said to be cut off; whole rows are kept")
  func cutTable() throws {
    let head = "Chat Session,Message Date,Type,Sender ID,Sender Name,Text\n"
    let rows =
      "Ann,2020-01-31 12:00:00,Incoming,1,Ann,\"one\"\nAnn,2020-01-31 12:00:05,Incoming,1,Ann,"
    let kakao =
      "Date,User,Message\n2020-01-31 13:23:45,\"Ann\",\"one\"\n2020-01-31 13:23:46,\"Ann\","
    let readers: [(any ExportReader.Type, String)] = [
      (IMazingReader.self, head + rows), (KakaoTalkReader.self, kakao),
    ]
    for (reader, text) in readers {
      let sink = CollectingSink()
      let source = MemoryByteSource(Array((text + "\"two and").utf8), name: "m.csv")
      #expect {
        try reader.read(source, into: sink)
      } throws: {
        if case ArchiveError.truncated(_, "line 3") = $0 { true } else { false }
      }
      #expect(sink.texts == ["one"])
      let whole = try FormatSupport.read(text + "\"two\"", as: reader, name: "m.csv")
      #expect(whole.texts == ["one", "two"])
    }
  }
}
