import Foundation
import Testing

@testable import LugeApp

@Suite("What is begun before the arguments are read")
struct StartAheadTests {
  private static func withArchive(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "luge-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "talk.luge").path
    try Data("not read here".utf8).write(to: URL(fileURLWithPath: path))
    try body(path)
  }

  @Test("An archive that a command is going to show is found among its arguments")
  func found() throws {
    try Self.withArchive { path in
      #expect(StartAhead.path(in: ["luge", "open", path]) == path)
      #expect(StartAhead.path(in: ["luge", "open", "--size", "400x800", path]) == path)
      #expect(StartAhead.path(in: ["luge", path]) == path)
      #expect(StartAhead.path(in: ["luge", path, "--size", "400x800"]) == path)
      #expect(StartAhead.path(in: ["luge-lab", "open-probe", path], command: "open-probe") == path)
    }
  }

  @Test("Nothing is begun for other commands, for help, or for what is not there")
  func nothing() throws {
    try Self.withArchive { path in
      for arguments in [
        ["luge"], ["luge", "open"], ["luge", "open", path + "x.luge"], ["luge", "info", path],
        ["luge", "open", "--help", path], ["luge", "open-probe", path], ["luge", "import", path],
        ["luge", path + "x.luge"], ["luge", path, "--help"], ["luge", path, "--media", "pictures"],
        [],
      ] {
        #expect(StartAhead.path(in: arguments) == nil, "\(arguments)")
      }
      #expect(StartAhead.path(in: ["luge-lab", path], command: "open-probe") == nil)
    }
  }

  @Test("What was begun is handed out once, and for its own path only")
  func once() throws {
    try Self.withArchive { path in
      StartAhead.begin(["luge", "open", path])
      #expect(StartAhead.take(nil) == nil)
      #expect(StartAhead.take("elsewhere.luge") == nil)
      #expect(StartAhead.take(path)?.opening.path.hasSuffix("talk.luge") == true)
      #expect(StartAhead.take(path) == nil)
    }
  }
}
