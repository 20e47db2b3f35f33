import Foundation
import GRDB
import LugeArchive
import LugeImporters
import LugeTestSupport
import Testing

@Suite("Import: disks", .enabled(if: SmallDisk.isAvailable, "a disk can be mounted by root only"))
struct DiskTests {
  @Test("Full: a new file goes away, an old one stays as it was and takes the rest later")
  func full() throws {
    let disk = try SmallDisk(kilobytes: 2048)
    let path = disk.path + "/a.luge"
    let export = ImportInput.telegram(TelegramExport.large(12_000))
    let options = ImportOptions(messagesPerCommit: 1000)
    #expect(throws: ArchiveError.diskFull(path: path)) {
      try ArchiveImporter(into: path, options: options).run(export)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)

    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "was there")]))
    let before = try Archive(opening: path).contents()
    #expect(throws: ArchiveError.diskFull(path: path)) {
      try ArchiveImporter(into: path, options: options).run(export)
    }
    #expect(try Archive(opening: path).contents() == before)

    try disk.remount("size=64m")
    let report = try ArchiveImporter(into: path, options: options).run(export)
    #expect(report.added == 12_000)
    #expect(try Archive(opening: path).conversations().map(\.count).sorted() == [1, 12_000])
  }

  @Test("Full at the end: what is said to be imported is in the archive's one file")
  func fullAtTheEnd() throws {
    var outcomes: Set<Bool> = []
    for count in stride(from: 1000, through: 12_000, by: 500) {
      let disk = try SmallDisk(kilobytes: 1536)
      let path = disk.path + "/a.luge"
      do {
        let export = ImportInput.telegram(TelegramExport.large(count))
        #expect(try ArchiveImporter(into: path).run(export).added == count)
        outcomes.insert(true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["a.luge"])
      } catch {
        #expect(error as? ArchiveError == .diskFull(path: path))
        outcomes.insert(false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty)
      }
    }
    #expect(outcomes == [true, false])
  }

  @Test("Read-only: reading works, in both journal modes; writing says why it does not")
  func readOnly() throws {
    let disk = try SmallDisk(kilobytes: 4096)
    let path = disk.path + "/a.luge"
    let walPath = disk.path + "/wal.luge"
    for path in [path, walPath] {
      _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "here")]))
    }
    let queue = try DatabaseQueue(path: walPath, configuration: ArchiveFile.configuration())
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
    // What a program leaves that is killed before its journal was complete: SQLite takes it for
    // none.
    try Data(count: 512).write(to: URL(filePath: walPath + "-journal"))
    try disk.remount("ro")
    #expect(try Archive(opening: path).texts() == ["here"])
    #expect(try Archive(opening: walPath).texts() == ["here"])
    for target in [path, disk.path + "/new.luge"] {
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveImporter(into: target).run(.messages([.plain(2)]))
      }
      guard case .notWritable = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    try disk.remount("rw")
  }

  @Test("A file whose time is beyond all times", arguments: [Int.max, .min])
  func time(seconds: Int) throws {
    let disk = try SmallDisk(kilobytes: 1024)
    let export = disk.path + "/export.txt"
    try Data("words".utf8).write(to: URL(filePath: export))
    // Not every file system keeps them.
    var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    #expect(utimensat(AT_FDCWD, export, &times, 0) == 0)
    let path = disk.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1)], path: export))
    #expect(try Archive(opening: path).imports().map(\.state) == [.complete])
  }
}

@Suite("Import: places that cannot be written")
struct UnwritableTests {
  @Test(
    "A missing folder, a folder in place of the file, and where no file can be",
    .enabled(if: SmallDisk.isAvailable, "needs root: others get another message"))
  func places() throws {
    let folder = try TemporaryFolder()
    let inside = folder.path + "/none/a.luge"
    #expect(throws: ArchiveError.notWritable(path: inside, reason: "the folder does not exist")) {
      try ArchiveImporter(into: inside).run(.messages([]))
    }
    #expect(throws: ArchiveError.notWritable(path: folder.path, reason: "it is a folder")) {
      try ArchiveImporter(into: folder.path).run(.messages([]))
    }
    // A file system that takes no files, not even root's.
    let nowhere = "/proc/luge-test.luge"
    let reason = "the file cannot be made there"
    #expect(throws: ArchiveError.notWritable(path: nowhere, reason: reason)) {
      try ArchiveImporter(into: nowhere).run(.messages([]))
    }
  }
}
