import Foundation
import GRDB
import LugeTestSupport
import Synchronization
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Import: who makes, changes and removes an archive")
struct LockTests {
  @Test("A lock has one holder, who can be named, and leaves nothing behind")
  func lock() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    do {
      let lock = try FileLock(path)
      #expect(throws: FileLock.Failure.held(process: getpid())) { try FileLock(path) }
      withExtendedLifetime(lock) {}
    }
    #expect(!folder.exists("lock"))
    // Left by a process that was killed: whoever comes next has it.
    try folder.write("4242\n", as: "lock")
    let lock = try FileLock(path)
    #expect(try folder.text("lock") == "\(getpid())\n")
    withExtendedLifetime(lock) {}
  }

  @Test("Of many threads one at a time has a lock")
  func contended() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    let inside = Mutex(0)
    let most = Mutex(0)
    let had = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<300 {
        guard let lock = try? FileLock(path) else { continue }
        let now = inside.withLock { inside in
          inside += 1
          return inside
        }
        most.withLock { $0 = max($0, now) }
        had.withLock { $0 += 1 }
        inside.withLock { $0 -= 1 }
        withExtendedLifetime(lock) {}
      }
    }
    #expect(most.withLock { $0 } == 1)
    #expect(had.withLock { $0 } > 0)
    #expect(!folder.exists("lock"))
  }

  @Test("Two imports into a new archive: one makes it, and the other removes nothing of it")
  func race() throws {
    let folder = try TemporaryFolder()
    for round in 0..<20 {
      let path = folder.path + "/\(round).luge"
      let outcomes = Mutex<[ArchiveError?]>([])
      DispatchQueue.concurrentPerform(iterations: 3) { number in
        let messages = (0..<50).map { MessageRecord.plain($0) }
        do throws(ArchiveError) {
          _ = try ArchiveImporter(into: path).run(.messages(messages, path: "\(number)"))
          outcomes.withLock { $0.append(nil) }
        } catch {
          outcomes.withLock { $0.append(error) }
        }
      }
      let all = outcomes.withLock { $0 }
      #expect(all.contains(nil))
      for error in all where error != nil {
        // Between taking the lock and writing its number into it, nobody knows who has it.
        #expect(
          error == .locked(path: path, process: getpid())
            || error == .locked(path: path, process: nil))
      }
      #expect(try Archive(opening: path).texts().count == 50)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        $0.hasSuffix(".luge")
      })
  }

  @Test("Who is turned away learns who writes")
  func words() {
    let error = ArchiveError.locked(path: "a.luge", process: 42)
    #expect(
      "\(error)"
        == "a.luge: another program (process 42) is writing it; try again when that has finished")
  }

  @Test("An archive appears whole; what another one left half made is cleared away")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    for suffix in ["-new", "-new-journal", "-journal", "-wal", "-shm", "-lock"] {
      try folder.write("left behind by a process that was killed", as: "a.luge\(suffix)")
    }
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    #expect(try Archive(opening: path).texts() == ["text"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.luge"])
  }

  @Test("An archive that is moved, removed or replaced under its import is said to be")
  func moved() throws {
    for (isNew, act) in [false, true].flatMap({ isNew in
      ["move", "remove", "replace", "link"].map { (isNew, $0) }
    }) {
      let folder = try TemporaryFolder()
      let (path, other) = (folder.path + "/a.luge", folder.path + "/b.luge")
      if !isNew { _ = try ArchiveImporter(into: path).run(.messages([.plain(0)])) }
      let input = ImportInput.made { sink in
        try sink.begin(.test)
        for index in 1..<200 { try sink.add(.plain(index)) }
        while access(path, F_OK) != 0 { usleep(1000) }
        switch act {
        case "move": rename(path, other)
        case "remove": unlink(path)
        case "replace":
          rename(path, other)
          try Data("other".utf8).write(to: URL(fileURLWithPath: path))
        default:
          rename(path, other)
          symlink(other, path)
        }
      }
      let expected: ArchiveError? =
        switch act {
        case "remove": .moved(path: path, to: nil)
        case "link": nil
        default: .moved(path: path, to: realpath(other))
        }
      var thrown: ArchiveError?
      do throws(ArchiveError) { _ = try ArchiveImporter(into: path).run(input) } catch {
        thrown = error
      }
      #expect(thrown == expected, "\(act) \(isNew)")
      if act != "remove" {
        #expect(try Archive(opening: other).texts().count == (isNew ? 199 : 200))
      }
      if act == "replace" { #expect(try folder.text("a.luge") == "other") }
    }
  }

  private func realpath(_ path: String) -> String {
    guard let real = Foundation.realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  @Test("An import that fails removes the archive it made, and no other")
  func failing() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let broken = ImportInput.made { sink in
      try sink.begin(.test)
      throw ArchiveError.truncated(path: "x", place: "byte 1")
    }
    #expect(throws: ArchiveError.self) { try ArchiveImporter(into: path).run(broken) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    #expect(throws: ArchiveError.self) { try ArchiveImporter(into: path).run(broken) }
    #expect(try Archive(opening: path).texts() == ["text"])
  }

  @Test("A link to an archive and the archive are one")
  func links() throws {
    let folder = try TemporaryFolder()
    let (path, link) = (folder.path + "/a.luge", folder.path + "/b.luge")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.luge")
    _ = try ArchiveImporter(into: link).run(.messages([.plain(1)]))
    let nested = ImportInput.made { sink in
      try sink.begin(.test)
      #expect(throws: ArchiveError.locked(path: path, process: getpid())) {
        try ArchiveImporter(into: path).run(.messages([.plain(2)]))
      }
    }
    _ = try ArchiveImporter(into: link).run(nested)
    #expect(try Archive(opening: path).texts() == ["text"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a.luge", "b.luge"])
  }

  @Test("What is not there any more is not made by notes about it")
  func notes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    let conversation = try #require(try Archive(opening: path).conversations().first)
    try FileManager.default.removeItem(atPath: path)
    let notes = PictureNotes(archive: path, delay: 60)
    notes.note(PictureFacts(width: 1), of: "a.jpg", in: conversation.id)
    notes.flush()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}

@Suite("Import: what a program left that was killed")
struct LeftHalfDoneTests {
  /// An archive in the state of a transaction outside of the WAL that was never ended: changed
  /// pages are in the file, the old ones in the journal.
  private func interrupted(_ folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/whole.luge"
    _ = try ArchiveImporter(into: path).run(.messages((0..<400).map { .plain($0, "was there") }))
    let copy = folder.path + "/a.luge"
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 2; BEGIN IMMEDIATE; DROP TRIGGER messages_retext")
      try db.execute(sql: "UPDATE messages SET text = 'not to be seen'")
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    // It really is half done.
    let bytes = try Data(contentsOf: URL(filePath: copy))
    #expect(bytes.range(of: Data("not to be seen".utf8)) != nil)
    return copy
  }

  @Test("A journal is rolled back: by who reads, and by who imports")
  func recovery() throws {
    for imports in [false, true] {
      let folder = try TemporaryFolder()
      let path = try interrupted(folder)
      if imports { _ = try ArchiveImporter(into: path).run(.messages([.plain(1000, "new")])) }
      let texts = try Archive(opening: path).texts()
      #expect(texts.prefix(400).allSatisfy { $0 == "was there" })
      #expect(texts.count == (imports ? 401 : 400))
      #expect(!folder.exists("a.luge-journal"))
    }
  }

  @Test(
    "Where nothing can be written, a file with a journal is not shown",
    .enabled(if: SmallDisk.isAvailable, "a disk can be mounted by root only"))
  func readOnly() throws {
    let folder = try TemporaryFolder()
    let path = try interrupted(folder)
    let disk = try SmallDisk(kilobytes: 4096)
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: disk.path + "/a.luge" + suffix)
    }
    try disk.remount("ro")
    let error = #expect(throws: ArchiveError.self) { try Archive(opening: disk.path + "/a.luge") }
    #expect("\(try #require(error))".contains("interrupted"))
    try disk.remount("rw")
  }

  @Test("A journal beside a file that is not ours is left alone")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/mine.sqlite"
    let copy = folder.path + "/copy.sqlite"
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write { try $0.execute(sql: "CREATE TABLE mine (a)") }
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA cache_size = 2; BEGIN IMMEDIATE")
      for _ in 0..<400 { try db.execute(sql: "INSERT INTO mine VALUES (randomblob(500))") }
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
      }
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    let before = try Data(contentsOf: URL(filePath: copy))
    #expect(throws: ArchiveError.notAnArchive(path: copy)) { try Archive(opening: copy) }
    #expect(throws: ArchiveError.notAnArchive(path: copy)) {
      try ArchiveImporter(into: copy).run(.messages([.plain(1)]))
    }
    #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    #expect(folder.exists("copy.sqlite-journal"))
  }

  @Test("A database without anything in it, as earlier versions left it, becomes an archive")
  func blank() throws {
    let folder = try TemporaryFolder()
    for (name, sql) in [
      ("a", "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"),
      ("b", "CREATE TABLE x (a); DROP TABLE x"),
    ] {
      let path = "\(folder.path)/\(name).luge"
      let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
      try queue.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA journal_mode = WAL; \(sql)")
      }
      try queue.close()
      #expect(throws: ArchiveError.notAnArchive(path: path)) { try Archive(opening: path) }
      _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
      #expect(try Archive(opening: path).texts() == ["text"])
    }
  }

  @Test("What can't be read is made anew only where that was asked for")
  func replacing() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let messages = (0..<300).map { MessageRecord.plain($0, "some words \($0)") }
    var options = ImportOptions()
    options.replacesUnreadable = true
    func damage(_ body: (inout [UInt8]) -> Void) throws {
      _ = try ArchiveImporter(into: path, options: options).run(.messages(messages))
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      body(&bytes)
      try Data(bytes).write(to: URL(filePath: path))
    }
    let damages: [(inout [UInt8]) -> Void] = [
      { $0 = Array("no database at all, but long enough for the header of one".utf8) },
      { bytes in for index in 4096..<bytes.count { bytes[index] = 0xA5 } },
      { $0.removeLast($0.count * 2 / 3) },
      { bytes in for index in 0..<100 { bytes[index] = 7 } },
    ]
    for body in damages {
      try damage(body)
      #expect(throws: ArchiveError.self) {
        try ArchiveImporter(into: path).run(.messages(messages))
      }
      _ = try ArchiveImporter(into: path, options: options).run(.messages(messages))
      #expect(try Archive(opening: path).texts().count == 300)
    }
  }

  @Test("What a link leads to is never made anew")
  func linkIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let precious = "precious words, more than the header of a database has: "
    let goal = try folder.write(String(repeating: precious, count: 10), as: "diary.txt")
    let path = folder.path + "/a.luge"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: goal)
    var options = ImportOptions()
    options.replacesUnreadable = true
    #expect(throws: ArchiveError.notAnArchive(path: path)) {
      try ArchiveImporter(into: path, options: options).run(.messages([.plain(1)]))
    }
    let kept = try String(contentsOfFile: goal, encoding: .utf8)
    #expect(kept == String(repeating: precious, count: 10))
    // One that leads to an archive is used.
    let moved = folder.path + "/moved.luge"
    _ = try ArchiveImporter(into: moved).run(.messages([.plain(1)]))
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: moved)
    _ = try ArchiveImporter(into: path, options: options).run(.messages([.plain(1), .plain(2)]))
    #expect(try Archive(opening: moved).texts().count == 2)
  }

  @Test("Looking whether a file is a database takes no lock away from who reads it")
  func locksStay() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)]))
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM messages") }
    #expect(Archive.isDatabase(path))
    // Another process may not switch the WAL off under a reader.
    let export = try folder.write(TelegramExport.large(3), as: "result.json")
    let process = try Program.start(["import", export, "--into", path, "--quiet"])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(folder.exists("a.luge-wal"))
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM messages") } == 4)
    try queue.close()
  }

  @Test("What a reader leaves beside an archive hides nothing, and goes with the next import")
  func leftByReader() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let importer = ArchiveImporter(into: path)
    _ = try importer.run(.messages([.plain(1)]))
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    do {
      let reader = try Archive(opening: path)
      #expect(try reader.texts().count == 1)
      try queue.close()
      // While it is read, the import cannot put its log away; who only reads may not, either.
      _ = try importer.run(.messages([.plain(1), .plain(2)]))
      withExtendedLifetime(reader) {}
    }
    #expect(folder.exists("a.luge-wal"))
    #expect(try Archive(opening: path).texts().count == 2)
    _ = try importer.run(.messages([.plain(1), .plain(2), .plain(3)]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.luge"])
    #expect(try Archive(opening: path).texts().count == 3)
  }
}
