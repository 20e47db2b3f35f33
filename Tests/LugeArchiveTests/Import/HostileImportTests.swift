import GRDB
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Records that no program writes") struct HostileImportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func stored(_ messages: [MessageRecord]) throws -> Archive {
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages(messages))
    return try Archive(opening: path)
  }

  @Test("Keys, names, descriptions, places and reasons have limits")
  func limits() {
    let long = String(repeating: "x", count: 1 << 17)
    let record = ConversationRecord(
      key: long, name: long, kind: .group, ownAuthorKey: long, about: long)
    #expect(record.key.utf8.count <= BoundedKey.longest && record.ownAuthorKey == record.key)
    #expect(record.name.utf8.count < 4200)
    let again = ConversationRecord(
      key: record.key, name: record.name, kind: .group, ownAuthorKey: record.ownAuthorKey,
      about: record.about)
    #expect(again == record)
    #expect(record.about.map { $0.utf8.count < 66_000 } == true)
    #expect(AuthorRecord(key: long, name: "Ann").key == record.key)
    #expect(BoundedKey.key(long + "y") != record.key)
    #expect(BoundedKey.key(record.key) == record.key)
    let longest = String(repeating: "x", count: BoundedKey.longest)
    #expect(BoundedKey.key(longest) == longest)
    let skipped = SkippedRecord(file: "f", place: long, reason: long)
    #expect(skipped.place.utf8.count + skipped.reason.utf8.count < 9000)
  }

  @Test("A batch counts the bytes of keys")
  func keys() {
    let long = String(repeating: "x", count: 1 << 17)
    var record = MessageRecord.plain(1)
    record.sourceKey = long
    record.replyTo = ReplyRecord(sourceKey: long, conversationKey: long)
    #expect(PreparedMessage(record, with: JSONWriter()).byteCount > 3 << 17)
  }

  @Test("Of many people some are kept in memory, and all get their last names")
  func people() throws {
    let queue = try DatabaseQueue(configuration: ArchiveFile.configuration())
    try queue.write(ArchiveSchema.create)
    try queue.write { db in
      let table = AuthorTable(source: "t", run: 1, most: 10)
      var ids: [Int64] = []
      for number in 0..<100 {
        ids.append(try table.id(of: AuthorRecord(key: "\(number)", name: "Ann"), in: db))
        #expect(table.kept <= 10)
      }
      for number in 0..<100 {
        let author = AuthorRecord(key: "\(number)", name: "Ann \(number)")
        #expect(try table.id(of: author, in: db) == ids[number])
        #expect(table.kept <= 10)
      }
      try table.storeNames(in: db)
      let names = try String.fetchAll(db, sql: "SELECT name FROM authors ORDER BY id")
      #expect(names == (0..<100).map { "Ann \($0)" })
    }
  }

  @Test("Each further part of one chat makes only the part before it findable")
  func parts() throws {
    let queue = try DatabaseQueue(configuration: ArchiveFile.configuration())
    try queue.write(ArchiveSchema.create)
    try queue.write { db in
      let limit = WorkLimit(on: db)
      defer { limit.end() }
      limit.allowLook(bytes: 1 << 30)
      let writer = try ArchiveWriter(
        db, run: 1, ownName: nil, limit: limit, unpacksMedia: false)
      var chat = ConversationRecord(key: "whatsapp:a", name: "a", kind: .group)
      chat.isRetold = true
      var changes: [Int] = []
      for part in 0..<20 {
        let before = db.totalChangesCount
        try writer.begin(chat)
        changes.append(db.totalChangesCount - before)
        let json = JSONWriter()
        try writer.add(
          (0..<50).map { PreparedMessage(.plain(part * 50 + $0), with: json) })
      }
      #expect(changes.dropFirst().allSatisfy { (50..<60).contains($0) }, "\(changes)")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM temp.told") == 950)
      #expect(writer.messageCount == 1000)
    }
  }

  @Test("A page of large messages is read in parts")
  func pages() throws {
    let text = String(repeating: "x", count: 1000)
    let archive = try stored((0..<10).map { .plain($0, text) })
    let chat = try #require(archive.conversations().first)
    let page = try archive.records(in: chat.id, at: 0..<10, bytes: 2500)
    #expect(page.records.map(\.record.sourceKey) == ["0", "1", "2"] && page.end == 3)
    var keys: [String] = []
    var position = 0
    while position < chat.count {
      let page = try archive.records(in: chat.id, at: position..<chat.count, bytes: 0)
      #expect(page.records.count == 1 && page.end == position + 1)
      keys += page.records.map(\.record.sourceKey)
      position = page.end
    }
    #expect(keys == (0..<10).map(String.init))
    let all = try archive.records(in: chat.id, at: 0..<20, bytes: 1 << 20)
    #expect(all.records.count == 10 && all.end == 20)
    #expect(try archive.records(in: chat.id, at: 5..<5, bytes: 1).end == 5)
  }

  @Test("An answer does not contain the whole of a note that it answers")
  func answer() throws {
    var original = MessageRecord.plain(1, "")
    original.media = [
      MediaRecord(kind: .poll, note: String(repeating: "which? ", count: 20_000))
    ]
    var answer = MessageRecord.plain(2)
    answer.replyTo = ReplyRecord(sourceKey: "1")
    let archive = try stored([original, answer])
    let chat = try #require(archive.conversations().first)
    let found = try #require(archive.messages(in: chat.id, at: 1..<2).first)
    let note = try #require(found.reply?.original?.media?.note)
    #expect(note.hasPrefix("which? ") && note.utf8.count < 4200)
  }

  @Test("An emoji of any number of parts is counted, but not listed")
  func emoji() throws {
    let long = Array(repeating: "👍", count: 1000).joined(separator: "\u{200D}")
    #expect(long.count == 1)
    let found = try stored([.plain(1, "\(long) 👍")]).statistics(of: .init()) { $0.seconds }
    #expect(found.emoji == 2)
    #expect(found.commonEmoji(9).map(\.value) == ["👍"])
  }

  @Test("An account's messages are counted one by one as all together")
  func counts() throws {
    let account = try AccountArchive(path: folder.path + "/account.luge")
    func facts(_ db: Database) throws -> [Int?] {
      try ["count", "messages", "authors"].map {
        try Int.fetchOne(db, sql: "SELECT \($0) FROM conversations")
      }
    }
    try account.write { db in
      let tables = AccountTables(db)
      let chat = try tables.put(ConversationRecord(key: "live:a", name: "a", kind: .group))
      for number in 0..<50 {
        let record = MessageRecord.plain(number, by: number % 8 == 0 ? nil : "\(number % 8)")
        let id = try tables.add(record, to: chat)
        try tables.append(id, to: chat)
        try tables.countOne(id, in: chat)
      }
      #expect(try facts(db) == [50, 50, 7])
      try Archive.recount(chat, db)
      #expect(try facts(db) == [50, 50, 7])
    }
  }
}
