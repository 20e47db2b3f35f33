import Foundation
import GRDB
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// What is on the screen of a post is found.
@Suite("Store: search in posts") struct PostSearchTests {
  private static let timeline = ConversationRecord(key: "mastodon:t", name: "t", kind: .timeline)

  private func post(_ key: Int, _ text: String, _ edit: (inout MessageRecord) -> Void)
    -> MessageRecord
  {
    var record = MessageRecord.plain(key, text)
    record.post = PostRecord(handle: "@ann")
    edit(&record)
    return record
  }

  private var posts: [MessageRecord] {
    [
      post(0, "plain") { _ in },
      post(1, "covered") { $0.post?.warning = "spoilers inside" },
      post(2, "asks") {
        $0.post?.poll = .init(answers: [
          .init(text: "Alpha", votes: 1), .init(text: "Beta", votes: 2),
        ])
      },
      post(3, "shows") {
        $0.media = (0..<6).map { MediaRecord(kind: .photo, path: "\($0).png", note: "view\($0)") }
      },
      post(4, "links") {
        $0.post?.link = .init(url: "https://a.example", title: "Clouds", summary: "Ten kinds")
      },
      post(5, "quotes") {
        $0.post?.quote = .init(author: .init(key: "x"), text: StyledText("borrowed words"))
      },
    ]
  }

  private func expectFound(in archive: Archive) async throws {
    func found(_ words: String) throws -> [Int] { try archive.search(words).map(\.position) }
    #expect(try found("spoilers") == [1])
    #expect(try found("beta") == [2])
    for index in 0..<6 { #expect(try found("view\(index)") == [3]) }
    #expect(try found("clouds") == [4] && found("kinds") == [4])
    #expect(try found("borrowed") == [5])
    #expect(try found("plain") == [0])
    let conversation = try #require(try archive.conversations().first)
    #expect(try await archive.findPositions(of: TextQuery("spoil"), in: conversation.id) == [1])
    try checkIndex(of: archive.path)
  }

  /// The index agrees with what it is an index of.
  private func checkIndex(of path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write {
      try $0.execute(
        sql: "INSERT INTO messages_text (messages_text, rank) VALUES ('integrity-check', 1)")
    }
  }

  @Test("Warnings, answers, what pictures show, linked pages and quotes")
  func words() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages(posts, in: Self.timeline))
    try await expectFound(in: try Archive(opening: path))
  }

  @Test("A warning that an edit changes is found by its new words alone")
  func edits() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages(posts, in: Self.timeline))
    var newer = posts
    newer[1].post?.warning = "endings"
    _ = try ArchiveImporter(into: path).run(.messages(newer, in: Self.timeline))
    let archive = try Archive(opening: path)
    #expect(try archive.search("endings").map(\.position) == [1])
    #expect(try archive.search("spoilers").isEmpty)
  }

  /// As version 6 left it.
  private func takeBack(_ path: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write { db in
      try db.execute(
        sql: """
          DROP INDEX messages_boosters; DROP TRIGGER messages_deleted; DROP TRIGGER messages_retext; DROP TRIGGER messages_retexted;
          DROP TABLE messages_text; DROP VIEW messages_words; DROP TABLE identity;
          DROP TABLE media_folders; DROP TABLE other_names; DROP TABLE other_people;
          DROP TABLE other_keys; DROP TABLE unseen;
          """)
      try db.execute(sql: ArchiveSearchSchema.version2)
      try db.execute(
        sql: """
          INSERT INTO messages_text (messages_text) VALUES ('rebuild');
          DELETE FROM grdb_migrations WHERE identifier NOT GLOB 'v[1-7]:*';
          """)
    }
    try queue.close()
  }

  @Test("An archive of an older version takes posts in when it is opened, and stays right")
  func migration() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages(posts, in: Self.timeline))
    try takeBack(path)
    try await expectFound(in: try Archive(opening: path))
    _ = try ArchiveImporter(into: path).run(.messages(posts, in: Self.timeline))
    try await expectFound(in: try Archive(opening: path))
  }

  @Test("What a person passed on is found by who they are")
  func boosts() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var records = posts
    records[2].post?.boostedBy = .init(key: "Anna")
    records[4].post?.boostedBy = .init(key: "Anna")
    _ = try ArchiveImporter(into: path).run(.messages(records, in: Self.timeline))
    let archive = try Archive(opening: path)
    let timeline = try #require(try archive.conversations().first)
    let anna = try #require(try archive.messages(in: timeline.id, at: 0..<1).first?.author)
    #expect(try archive.positions(ofPostsBoostedBy: anna.id, in: timeline.id) == [2, 4])
    #expect(
      try archive.positions(ofPostsBoostedBy: AuthorID(rawValue: -1), in: timeline.id).isEmpty)
  }
}
