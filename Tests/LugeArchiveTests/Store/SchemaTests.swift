import Foundation
import GRDB
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Store: files that are, were or will be archives")
struct SchemaTests {
  @Test("The newest schema is reached from an empty file, and stays the same")
  func migrates() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([]))
    let queue = try DatabaseQueue(path: path)
    let migrator = ArchiveSchema.migrator
    #expect(try queue.read { try migrator.hasCompletedMigrations($0) })
    #expect(try queue.read { try !migrator.hasSchemaChanges($0) })
  }

  @Test("An archive of an earlier version says how far it has been brought up to date")
  func upgrading() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    let migrator = ArchiveSchema.migrator
    try migrator.migrate(queue, upTo: migrator.migrations[3])
    try queue.close()
    var shares: [Double] = []
    _ = try Archive(opening: path, upgrading: { shares.append($0) })
    #expect(shares.count == migrator.migrations.count - 4)
    #expect(shares == shares.sorted() && shares.first == 0 && shares.allSatisfy { $0 < 1 })
    shares = []
    _ = try Archive(opening: path, upgrading: { shares.append($0) })
    #expect(shares.isEmpty)
  }

  @Test("The work of an upgrade is allowed once for each step that an archive lacks")
  func upgradeLimit() throws {
    let migrator = ArchiveSchema.migrator
    for last in [0, migrator.migrations.count - 2] {
      let queue = try DatabaseQueue(configuration: ArchiveFile.configuration())
      try migrator.migrate(queue, upTo: migrator.migrations[last])
      let look = queue.inDatabase { db in
        let limit = WorkLimit(on: db)
        defer { limit.end() }
        limit.allowLook(bytes: WorkLimit.byteCount(of: db))
        return limit.left
      }
      let (steps, limit) = try ArchiveFile.missing(in: queue)
      defer { queue.inDatabase { _ in limit.end() } }
      #expect(steps == Array(migrator.migrations.dropFirst(last + 1)))
      #expect(look > 0 && limit.left == look * Int64(steps.count))
    }
  }

  @Test("Foreign, newer and damaged files are told apart and left alone")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(
      "just text, long enough to be read as a header of a database", as: "t")
    #expect(throws: ArchiveError.notAnArchive(path: text)) { try Archive(opening: text) }
    #expect(throws: ArchiveError.notAnArchive(path: text)) {
      try ArchiveImporter(into: text).run(.messages([.plain(1)]))
    }
    let missing = folder.path + "/none"
    #expect(throws: ArchiveError.notFound(path: missing)) { try Archive(opening: missing) }

    let database = folder.path + "/other.sqlite"
    let other = try DatabaseQueue(path: database)
    try other.write { try $0.execute(sql: "CREATE TABLE mine (a)") }
    try other.close()
    let before = try Data(contentsOf: URL(filePath: database))
    #expect(throws: ArchiveError.notAnArchive(path: database)) { try Archive(opening: database) }
    #expect(throws: ArchiveError.notAnArchive(path: database)) {
      try ArchiveImporter(into: database).run(.messages([.plain(1)]))
    }
    #expect(try Data(contentsOf: URL(filePath: database)) == before)

    let newer = folder.path + "/newer.luge"
    _ = try ArchiveImporter(into: newer).run(.messages([.plain(1)]))
    let queue = try DatabaseQueue(path: newer)
    try queue.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('v999: from the future')")
    }
    try queue.close()
    #expect(throws: ArchiveError.newerVersion(path: newer)) { try Archive(opening: newer) }
    #expect(throws: ArchiveError.newerVersion(path: newer)) {
      try ArchiveImporter(into: newer).run(.messages([.plain(2)]))
    }
    let reason = "it is a folder. If it is an export, import it first: luge import"
    #expect(throws: ArchiveError.notReadable(path: folder.path, reason: reason)) {
      try Archive(opening: folder.path)
    }
  }

  @Test("Bytes changed anywhere: an error or an answer, never a crash")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let messages = (0..<300).map { MessageRecord.plain($0, "some words \($0)") }
    _ = try ArchiveImporter(into: path).run(.messages(messages))
    let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var random = SeededGenerator(seed: 11)
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let file = try folder.write(bytes, as: "damaged.luge")
      do throws(ArchiveError) {
        let archive = try Archive(opening: file)
        for conversation in try archive.conversations() {
          _ = try archive.messages(in: conversation.id, at: 0..<50)
        }
        _ = try archive.search("words")
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test("At rest an archive is one file")
  func oneFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    do {
      let archive = try Archive(opening: path)
      #expect(try archive.texts() == ["text"])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.luge"])
  }

  @Test(
    "Names that SQLite or a shell would take for something else",
    arguments: ["file:a.luge", "a?mode=memory", "ä #1 %41.luge", ":memory:", "-x.luge"])
  func names(name: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/" + name
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    #expect(try Archive(opening: path).texts() == ["text"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
  }
}
