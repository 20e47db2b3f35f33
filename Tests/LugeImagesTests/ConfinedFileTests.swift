import CImageSupport
import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImages

/// A folder of an export as its sender would like it to be, and a secret beside it.
private struct Trap {
  let folder: TemporaryFolder
  var export: String { "\(folder.path)/export" }

  init() throws {
    folder = try TemporaryFolder()
    let manager = FileManager.default
    for name in ["export/photos", "export/deep/er", "secrets"] {
      try manager.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
    }
    for name in ["export/photos/a.txt", "export/deep/er/b.txt", "secrets/key.txt"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
    }
    for (link, target) in [
      ("file-out", "\(folder.path)/secrets/key.txt"), ("file-up", "../secrets/key.txt"),
      ("folder-out", "\(folder.path)/secrets"), ("inside", "photos/a.txt"), ("root", "/"),
      ("photos-too", "photos"), ("loop", "loop"), ("proc", "/proc/self/root"),
    ] {
      try manager.createSymbolicLink(atPath: "\(export)/\(link)", withDestinationPath: target)
    }
    try #require(mkfifo("\(export)/pipe", 0o600) == 0)
  }
}

@Suite("Files of an export", .timeLimit(.minutes(15)))
struct ConfinedFileTests {
  enum Way: CaseIterable { case kernel, walk }

  private func open(_ path: String, in folder: String, _ way: Way) -> (found: Bool, code: Int32) {
    let file =
      way == .kernel
      ? lis_open_beneath(folder, path, lis_open_to_read)
      : lis_walk_beneath(folder, path, lis_open_to_read)
    let code = errno
    if file >= 0 { close(file) }
    return (file >= 0, code)
  }

  @Test("What lies in the folder is opened", arguments: Way.allCases)
  func inside(way: Way) throws {
    let trap = try Trap()
    for path in ["photos/a.txt", "deep/er/b.txt"] {
      #expect(open(path, in: trap.export, way).found)
    }
    // The folder itself was chosen by the reader, and may be a link.
    let link = trap.folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: trap.export)
    #expect(open("photos/a.txt", in: link, way).found)
  }

  @Test("Nothing else is", arguments: Way.allCases)
  func outside(way: Way) throws {
    let trap = try Trap()
    let secret = trap.folder.path + "/secrets/key.txt"
    for path in [
      "../secrets/key.txt", "photos/../../secrets/key.txt", "photos/../photos/a.txt", secret,
      "/etc/passwd", "file-out", "file-up", "folder-out/key.txt", "root/etc/passwd", "inside",
      "photos-too/a.txt", "loop", "proc/etc/passwd", "./photos/a.txt", "photos//a.txt", "",
      "photos/", ".", "..", String(repeating: "x", count: 300),
    ] {
      let (found, code) = open(path, in: trap.export, way)
      #expect(!found, "\(path)")
      #expect([EXDEV, ELOOP, ENOENT].contains(code), "\(path): \(String(cString: strerror(code)))")
    }
  }

  @Test("Pipes, devices and folders are refused at once", arguments: Way.allCases)
  func special(way: Way) throws {
    let trap = try Trap()
    for path in ["pipe", "photos"] {
      let (found, code) = open(path, in: trap.export, way)
      #expect(!found && code == ENOTSUP, "\(path)")
    }
    #expect(open("null", in: "/dev", way).code == ENOTSUP)
    #expect(open("zero", in: "/dev", way).code == ENOTSUP)
  }

  @Test("Every way to a picture goes through the key's folder")
  func keys() throws {
    let trap = try Trap()
    let loader = FileImageLoader(opensAnyFile: false)
    let picture = Data([0x47, 0x49, 0x46, 0x38, 0x39, 0x61] + [UInt8](repeating: 1, count: 64))
    try picture.write(to: URL(fileURLWithPath: trap.export + "/photos/a.gif"))
    try picture.write(to: URL(fileURLWithPath: trap.folder.path + "/secrets/b.gif"))
    let good = ImageKey("photos/a.gif", beneath: trap.export)
    #expect(try loader.bytes(of: good, limit: 1 << 20).count == picture.count)
    #expect(ExportFile.byteCount(of: good) == picture.count)
    #expect(SourceIdentity.of(good) != nil)
    let bad = [
      ImageKey("folder-out/b.gif", beneath: trap.export),
      ImageKey("../secrets/b.gif", beneath: trap.export),
      ImageKey(sealed: trap.export + "/photos/a.gif"),
      ImageKey("pipe", beneath: trap.export),
    ]
    for key in bad {
      #expect(throws: ImageError.self) { try loader.bytes(of: key, limit: 1 << 20) }
      #expect(throws: ImageError.self) { try loader.pictureFile(of: key, limit: 1 << 20) }
      #expect(throws: ImageError.self) { try ImageProbe.header(of: key) }
      #expect(throws: ImageError.self) { try ExportFile(key) }
      #expect(throws: ImageError.self) { try VideoStillLoader().bytes(of: key, limit: 1 << 20) }
      #expect(VideoHeader(of: key) == nil)
      #expect(ExportFile.byteCount(of: key) == nil)
      #expect(SourceIdentity.of(key) == nil, "nothing that was decoded before is shown for it")
    }
    #expect(throws: ImageError.self, "a path that nobody confined") {
      try loader.bytes(of: ImageKey(trap.export + "/photos/a.gif"), limit: 1 << 20)
    }
  }

  @Test("A copy is whole or not there, and never follows a link")
  func copy() throws {
    let trap = try Trap()
    let file = try ExportFile(ImageKey("deep/er/b.txt", beneath: trap.export))
    #expect(
      file.path == URL(fileURLWithPath: trap.export).resolvingSymlinksInPath().path
        + "/deep/er/b.txt")
    let target = trap.folder.path + "/copy.txt"
    try FileManager.default.createSymbolicLink(
      atPath: target, withDestinationPath: trap.folder.path + "/secrets/key.txt")
    try file.copy(to: target)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "export/deep/er/b.txt")
    let secret = try String(contentsOfFile: trap.folder.path + "/secrets/key.txt", encoding: .utf8)
    #expect(secret == "secrets/key.txt")
    #expect(throws: ImageError.self) { try file.copy(to: trap.folder.path + "/no/such/folder") }
  }
}
