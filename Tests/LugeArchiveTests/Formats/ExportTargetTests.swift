import Foundation
import LugeArchive
import LugeImporters
import LugeTestSupport
import Testing

@Suite("The file that an export writes")
struct ExportTargetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
  }

  /// Whether the file system has files without a name.
  private var hasUnnamed: Bool {
    let descriptor = open(folder.path, O_WRONLY | 0o20_000_000 | O_DIRECTORY, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  @Test("Has no name before it is complete, so that a killed export leaves nothing")
  func unnamed() throws {
    let path = folder.path + "/a.txt"
    try ExportTarget.write(to: path, replaces: false, isThere: "") { put in
      try put(Data("one ".utf8))
      if hasUnnamed { #expect(names.isEmpty) }
      try put(Data("two".utf8))
    }
    #expect(names == ["a.txt"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one two")
  }

  @Test("An archive is never written over, not even where a file may be")
  func archives() throws {
    let path = folder.path + "/kept.luge"
    let chat = try folder.write("[01.02.20, 10:00:00] Ann: hi\n", as: "_chat.txt")
    _ = try ArchiveImporter(into: path).run(ImportInput(opening: chat))
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: ArchiveError.self) {
      try ExportTarget.write(to: path, replaces: true, isThere: "") { put in
        try put(Data("words".utf8))
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("Takes the place of a file that is there, with its permissions, when it is complete")
  func replaces() throws {
    let path = try folder.write("before", as: "a.txt")
    chmod(path, 0o600)
    #expect(throws: ArchiveError.self) {
      try ExportTarget.write(to: path, replaces: false, isThere: "there") { _ in }
    }
    #expect(throws: CancellationError.self) {
      try ExportTarget.write(to: path, replaces: true, isThere: "") { put in
        try put(Data("half".utf8))
        throw CancellationError()
      }
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    try ExportTarget.write(to: path, replaces: true, isThere: "") { put in
      try put(Data("after".utf8))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "after")
    var info = stat()
    #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    #expect(names == ["a.txt"])
  }
}
