import Foundation
import GRDB
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Store: search")
struct SearchTests {
  private func archive(_ texts: [String], _ folder: TemporaryFolder) throws -> Archive {
    let path = folder.path + "/a.luge"
    let messages = texts.enumerated().map { MessageRecord.plain($0.offset, $0.element) }
    _ = try ArchiveImporter(into: path).run(.messages(messages))
    return try Archive(opening: path)
  }

  @Test("Words, accents, prefixes, phrases")
  func matching() throws {
    let folder = try TemporaryFolder()
    let archive = try archive(
      ["Das Café ist zu", "the cafeteria", "open the door", "door open", "日本語 text", ""], folder)
    func found(_ words: String) throws -> Set<Int> {
      Set(try archive.search(words).map(\.position))
    }
    #expect(try found("cafe") == [0])
    #expect(try found("CAFÉ") == [0])
    #expect(try found("caf*") == [0, 1])
    #expect(try found("open door") == [2, 3])
    #expect(try found("\"door open\"") == [3])
    #expect(try found("日本語") == [4])
    #expect(try found("nowhere").isEmpty)
  }

  @Test(
    "No input is an error",
    arguments: [
      "", " ", "\"", "\"\"", "*", "AND", "NOT x", "a AND", "(", "text:", "-", "^", "NEAR(a b)",
      "a\"b", "👍", "🙂 door", "'; DROP TABLE messages;--", "\u{0}", "{}", "a + b",
    ])
  func hostile(words: String) throws {
    let folder = try TemporaryFolder()
    let archive = try archive(["door"], folder)
    let hits = try archive.search(words)
    #expect(hits.count == (words == "🙂 door" ? 1 : 0))
  }

  @Test("ß and ss are one, whichever is typed")
  func sharpS() throws {
    let folder = try TemporaryFolder()
    let archive = try archive(["Die Straße", "die strasse", "Strassenbahn", "der Strand"], folder)
    func found(_ words: String) throws -> Set<Int> {
      Set(try archive.search(words).map(\.position))
    }
    #expect(try found("strasse") == [0, 1])
    #expect(try found("STRAẞE") == [0, 1])
    #expect(try found("straße*") == [0, 1, 2])
    #expect(try found("\"die strasse\" die") == [0, 1])
  }

  @Test("A hit names its place, and its marks cover the words")
  func hits() throws {
    let folder = try TemporaryFolder()
    let long = Array(repeating: "padding", count: 100).joined(separator: " ")
    let archive = try archive(["\(long) Größe GRÖSSE größe \(long)", "nothing"], folder)
    let hit = try #require(try archive.search("größe").first)
    #expect(hit.author?.name == "Anna")
    #expect(hit.position == 0)
    #expect(hit.snippet.utf8.count < 400)
    let bytes = Array(hit.snippet.utf8)
    let words = hit.matches.map { String(decoding: bytes[$0], as: UTF8.self).lowercased() }
    #expect(!words.isEmpty)
    #expect(words.allSatisfy { $0.contains("größe") || $0.contains("grösse") })
  }

  @Test("The best match is first, and a limit keeps it")
  func ranking() throws {
    let folder = try TemporaryFolder()
    let archive = try archive(
      ["door and many other words that make this one less about it", "door door"], folder)
    #expect(try archive.search("door", limit: 1).map(\.position) == [1])
    #expect(try archive.search("door", limit: 0).isEmpty)
    let ranks = try archive.search("door").map(\.rank)
    #expect(ranks == ranks.sorted())
  }

  @Test("Of very many, the newest are ranked")
  func candidates() throws {
    let folder = try TemporaryFolder()
    let archive = try archive((0..<50).map { "door \($0 == 5 ? "door" : "\($0)")" }, folder)
    #expect(try archive.search("door", limit: 1).map(\.position) == [5])
    let hits = try archive.search("door", in: nil, limit: 20, candidates: 10)
    #expect(Set(hits.map(\.position)) == Set(40..<50))
  }

  @Test("Only in one conversation")
  func scoped() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let other = ConversationRecord(key: "test:2", name: "Other", kind: .group)
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "door")]))
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "door")], in: other))
    let archive = try Archive(opening: path)
    let id = try archive.conversation(named: "oth").id
    #expect(try archive.search("door", in: id).map(\.conversation) == [id])
    #expect(try archive.search("door").count == 2)
  }

  @Test("An edited message is found by its new words only")
  func edited() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "before"), .plain(2, "")]))
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, ""), .plain(2, "after")]))
    let archive = try Archive(opening: path)
    #expect(try archive.search("before").isEmpty)
    #expect(try archive.search("after").count == 1)
  }

  private static func media(_ key: Int, _ text: String, _ media: MediaRecord...) -> MessageRecord {
    var message = MessageRecord.plain(key, text)
    message.media = media
    return message
  }

  @Test("Polls, contacts and names of files are found; sentences in place of files are not")
  func media() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let poll = "Where to?\n• The lake: 2 votes"
    _ = try ArchiveImporter(into: path).run(
      .messages([
        Self.media(0, "", MediaRecord(kind: .poll, note: poll)),
        Self.media(1, poll, MediaRecord(kind: .poll, note: poll)),
        Self.media(2, "see", MediaRecord(kind: .file, path: "f/1", fileName: "lake report.pdf")),
        Self.media(3, "", MediaRecord(kind: .photo, note: "<Media omitted> lake")),
        Self.media(
          4, "", MediaRecord(kind: .contact, note: "Zoë Lake"), MediaRecord(kind: .photo)),
        .plain(5, "no lake of media"),
      ]))
    let archive = try Archive(opening: path)
    func found(_ words: String) throws -> Set<Int> {
      Set(try archive.search(words).map(\.position))
    }
    #expect(try found("lake") == [0, 1, 2, 4, 5])
    #expect(try found("see report") == [2])
    #expect(try found("zoe") == [4])
    #expect(try found("omitted").isEmpty)
    let hit = try #require(try archive.search("votes").first { $0.position == 1 })
    #expect(hit.matches.count == 1)
    #expect(try archive.search("where").allSatisfy { $0.snippet.contains("lake") })
  }

  @Test("Scripts without blanks: what stands anywhere in a sentence is found")
  func unspaced() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let texts = [
      "我们明天去北京看朋友", "今日は日本語を勉強します", "วันนี้อากาศดีมาก", "เราไปกินข้าว", "北京 swift 6 と日本",
      "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာစာ", "plain words", "𠀋𠀌",
    ]
    _ = try ArchiveImporter(into: path).run(
      .messages(texts.enumerated().map { .plain($0.offset, $0.element) }))
    let archive = try Archive(opening: path)
    func found(_ words: String) throws -> Set<Int> {
      Set(try archive.search(words).map(\.position))
    }
    #expect(try found("北京") == [0, 4])
    #expect(try found("明天") == [0])
    #expect(try found("京") == [0, 4])
    #expect(try found("日本") == [1, 4])
    #expect(try found("勉強し") == [1])
    #expect(try found("อากาศ") == [2])
    #expect(try found("ข้าว") == [3])
    #expect(try found("swift 日本") == [4])
    #expect(try found("ລາວ") == [5])
    #expect(try found("ខ្មែរ") == [6])
    #expect(try found("မာ") == [7])
    #expect(try found("𠀌") == [9])
    #expect(try found("words") == [8])
    #expect(try found("上海").isEmpty)
    // Characters that stand apart are no phrase.
    #expect(try found("北看").isEmpty)
    let hit = try #require(try archive.search("日本").first { $0.position == 4 })
    let match = try #require(hit.matches.first)
    #expect(Array(hit.snippet.utf8)[match].elementsEqual("日本".utf8))
  }

  @Test("An archive of before finds them once it is brought up to date, and its index is whole")
  func unspacedOlder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try Self.writeOlder(
      ["我们明天去北京", "plain words", "日本 words"], upTo: "v9: what tells one archive from all others",
      to: path)
    let archive = try Archive(opening: path)
    #expect(try archive.search("北京").map(\.position) == [0])
    #expect(try archive.search("日本").map(\.position) == [2])
    #expect(Set(try archive.search("words").map(\.position)) == [1, 2])
    try Self.checkIndex(of: path)
  }

  /// Each as a file may have it, and as it may be typed.
  private static let otherForms = [
    ("안녕하세요 여러분".decomposedStringWithCanonicalMapping, "안녕하세요"),
    ("안녕하세요 여러분", "여러분".decomposedStringWithCanonicalMapping),
    ("Он мой ёжик".decomposedStringWithCanonicalMapping, "ёжик"),
    ("Он мой ёжик", "мой".decomposedStringWithCanonicalMapping),
    ("ガラスのビン".decomposedStringWithCanonicalMapping, "ビン"),
    ("型番はＡＢＣ１２です", "abc12"), ("the model is ABC12 here", "ＡＢＣ１２"),
    ("ｶﾞﾗｽのｺｯﾌﾟ", "コップ"), ("ガラスのコップ", "ｺｯﾌﾟ"),
    ("Café im Süden".decomposedStringWithCanonicalMapping, "süden"),
  ]

  /// Each as it stands in a text, and as people look for it.
  private static let foldings = [
    ("안녕하세요 저는 학생입니다", "안녕"), ("그는 학생입니다", "학생"), ("여러분 안녕하세요", "하세요"),
    ("우리는 학생이다".decomposedStringWithCanonicalMapping, "학생"), ("그래 ㅎㅋㅋ", "ㅋㅋ"),
    ("he said שָׁלוֹם to us", "שלום"), ("he said שלום to us", "שָׁלוֹם"),
    ("هذا مُحَمَّد هنا", "محمد"), ("رأيت الأسد هنا", "الاسد"), ("هنا أحمد معنا", "احمد"),
    ("هنا محـمد معنا", "محمد"), ("ﻻ شيء هنا", "لا"), ("در ایران هستم", "ايران"),
    ("Вот ёлка моя", "елка"), ("Вот елка моя", "ёлка"),
    ("Вот ёлка моя".decomposedStringWithCanonicalMapping, "елка"),
    ("trên Đường phố", "duong"), ("a ﬁne day", "fine"), ("mit Æther drin", "aether"),
    ("w Łodzi dziś", "lodzi"), ("på Øya nå", "oya"), ("un cœur noir", "coeur"),
    ("Πες καλημέρα σε όλους", "καλημερα"), ("Πες καλημερα σε όλους", "Καλημέρα"),
    ("Ο κόσμος εδώ", "κοσμος"), ("Εδώ ο Σίσυφος ζει", "ΣΙΣΥΦΟΣ"), ("Εδώ ο ΣΙΣΥΦΟΣ ζει", "σίσυφος"),
    ("Στην Ἀθῆναι τότε", "Αθηναι"), ("Ένα ταΐζω μόνο", "ταιζω"),
    ("Πες καλημέρα σε όλους".decomposedStringWithCanonicalMapping, "καλημερα"),
    ("Στην Ἀθῆναι τότε".decomposedStringWithCanonicalMapping, "αθηναι"),
  ]

  @Test("Parts of Korean words, points, Greek, hamza, ё, đ, ligatures: found as people expect")
  func foldings() throws {
    let folder = try TemporaryFolder()
    let archive = try archive(Self.foldings.map(\.0), folder)
    for (index, (text, words)) in Self.foldings.enumerated() {
      let hit = try #require(
        try archive.search(words).first { $0.position == index }, "\(words) in \(text)")
      let match = try #require(hit.matches.first)
      let marked = String(decoding: Array(hit.snippet.utf8)[match], as: UTF8.self)
      let whole = 0..<marked.utf8.count
      #expect(TextQuery(words).ranges(in: marked) == [whole], "\(marked), \(words)")
      #expect(TextQuery(words).matches(text))
      #expect(marked.utf8.count < hit.snippet.utf8.count)
    }
  }

  @Test("An archive of before finds those, too, once it is brought up to date; its index is whole")
  func foldingsOlder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try Self.writeOlder(
      Self.foldings.map(\.0), upTo: "v18: shorter keys of messages that their source gives none",
      to: path)
    let archive = try Archive(opening: path)
    for (index, (_, words)) in Self.foldings.enumerated() {
      #expect(try archive.search(words).contains { $0.position == index }, "\(words)")
    }
    try Self.checkIndex(of: path)
  }

  private static func writeOlder(_ texts: [String], upTo version: String, to path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try ArchiveSchema.migrator.migrate(queue, upTo: version)
    try queue.write { db in
      try db.execute(
        sql: """
          INSERT INTO conversations (id, key, name, kind, ready, import, count, messages)
          VALUES (1, 'test:1', 'Test', 'group', 1, 1, ?, ?)
          """, arguments: [texts.count, texts.count])
      for (index, text) in texts.enumerated() {
        try db.execute(
          sql: """
            INSERT INTO messages
              (id, conversation, source_key, time, certainty, kind, text, is_edited, import)
            VALUES (?, 1, ?, ?, 0, 0, ?, 0, 1)
            """, arguments: [index + 1, index, index, text])
        try db.execute(
          sql: "INSERT INTO positions VALUES (1, ?, ?, ?, 0)", arguments: [index, index + 1, index])
        try db.execute(
          sql: "INSERT INTO messages_text (rowid, text) VALUES (?, ?)",
          arguments: [index + 1, text])
      }
    }
    try queue.close()
  }

  /// Compares every row of the index with its content.
  private static func checkIndex(of path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write {
      try $0.execute(
        sql: "INSERT INTO messages_text (messages_text, rank) VALUES ('integrity-check', 1)")
    }
    try queue.close()
  }

  @Test("Letters in parts, wide letters and narrow katakana are found however they are typed")
  func forms() throws {
    let folder = try TemporaryFolder()
    let archive = try archive(Self.otherForms.map(\.0), folder)
    for (index, (text, words)) in Self.otherForms.enumerated() {
      let hit = try #require(
        try archive.search(words).first { $0.position == index }, "\(words) in \(text)")
      let match = try #require(hit.matches.first)
      let marked = String(decoding: Array(hit.snippet.utf8)[match], as: UTF8.self)
      let query = TextQuery(words)
      #expect(query.ranges(in: marked) == [0..<marked.utf8.count], "\(marked) for \(words)")
      #expect(query.matches(text))
      #expect(marked.utf8.count < hit.snippet.utf8.count)
    }
  }

  @Test("An archive of before finds them once it is brought up to date, and its index is whole")
  func formsOlder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    try Self.writeOlder(
      Self.otherForms.map(\.0), upTo: "v14: what merged exports call a chat and its messages",
      to: path)
    let archive = try Archive(opening: path)
    for (index, (_, words)) in Self.otherForms.enumerated() {
      #expect(try archive.search(words).contains { $0.position == index }, "\(words)")
    }
    try Self.checkIndex(of: path)
  }

  @Test("The index is what the messages say after changes, removals and an older version")
  func consistent() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    func check() throws {
      let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
      // Compares every row of the index with its content.
      try queue.write {
        try $0.execute(
          sql: "INSERT INTO messages_text (messages_text, rank) VALUES ('integrity-check', 1)")
      }
      try queue.close()
    }
    let file = MediaRecord(kind: .file, fileName: "old.pdf")
    let first = (0..<40).map { index in
      index.isMultiple(of: 3)
        ? Self.media(index, index.isMultiple(of: 2) ? "" : "text", file) : .plain(index, "text")
    }
    _ = try ArchiveImporter(into: path).run(.messages(first + [.plain(99, "")]))
    try check()
    let second = (0..<40).map { index in
      index.isMultiple(of: 6)
        ? .plain(index, "") : Self.media(index, "text", MediaRecord(kind: .poll, note: "new"))
    }
    _ = try ArchiveImporter(into: path).run(.messages(second + [.plain(99, "")]))
    try check()
    let archive = try Archive(opening: path)
    #expect(try archive.search("old").isEmpty)
    #expect(try archive.search("new", limit: 100).count == 33)
    let broken = ImportInput.made { sink in
      try sink.begin(.test)
      try sink.add(Self.media(200, "", file))
      try sink.add(Self.media(1, "", file))
      throw ArchiveError.truncated(path: "made", place: "byte 1")
    }
    #expect(throws: ArchiveError.self) {
      try ArchiveImporter(into: path, options: .init(messagesPerCommit: 1)).run(broken)
    }
    try check()
    #expect(try Archive(opening: path).search("old").isEmpty)
  }

  @Test(
    "An archive of version 1 is brought up to date, its index too, when it is opened"
  )
  func older() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try folder.write("", as: "a.luge")
    let poll = Self.media(1, "text", MediaRecord(kind: .poll, note: "question"))
    do {
      let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
      try ArchiveSchema.migrator.migrate(queue, upTo: ArchiveSchema.version1)
      let encoded = RecordCoding.encode(poll.media, with: JSONWriter())
      try queue.write { db in
        try db.execute(
          sql: """
            INSERT INTO conversations (id, key, name, kind, ready, import, count, messages)
            VALUES (1, 'test:1', 'Test', 'group', 1, 1, 1, 1);
            INSERT INTO positions VALUES (1, 0, 1, 1, 0);
            INSERT INTO messages_text (rowid, text) VALUES (1, 'text');
            """)
        try db.execute(
          sql: """
            INSERT INTO messages
              (id, conversation, source_key, time, certainty, kind, text, is_edited, media, import)
            VALUES (1, 1, 1, 1, 0, 0, 'text', 0, ?, 1)
            """, arguments: [encoded])
      }
      try queue.close()
    }
    let archive = try Archive(opening: path)
    #expect(
      try archive.messages(in: ConversationID(rawValue: 1), at: 0..<1).map(\.text.string) == [
        "text"
      ])
    #expect(try archive.search("text").count == 1)
    #expect(try archive.search("question").map(\.position) == [0])
    _ = try ArchiveImporter(into: path).run(.messages([.plain(2, "more")]))
    #expect(try Archive(opening: path).search("question").map(\.position) == [0])
    #expect(try Archive(opening: path).search("text").count == 1)
  }
}
