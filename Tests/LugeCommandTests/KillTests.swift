import Foundation
import Testing

/// A few of the kills and races of `luge-kill`; `luge-kill import 1000` does more by hand. Those of
/// windows are run where LUGE_KILL_WINDOWS is set.
@Suite("Killed at any moment")
struct KillTests {
  private static func tool(_ name: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  private static let trials: [(String, Int)] = {
    let windows = [("window", 3), ("both", 3), ("race-windows", 2)]
    let isWanted = ProcessInfo.processInfo.environment["LUGE_KILL_WINDOWS"] != nil
    return [("import", 12), ("race-imports", 10)] + (isWanted ? windows : [])
  }()

  private static var hasTools: Bool { tool("zip") && tool("Xvfb") && LugeProgram.exists }

  @Test(
    "Nothing is lost, nothing is half there, nobody removes what another one makes",
    .enabled(if: hasTools, "zip, Xvfb and luge are needed"), .timeLimit(.minutes(10)),
    arguments: trials)
  func kills(mode: String, count: Int) throws {
    let outcome = try LugeProgram.run(
      named: "luge-kill", [mode, "\(count)", "\(UInt32.random(in: 0...9999))"])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains("\(count) runs"))
  }
}

@Suite("Fuzzing of exports")
struct FuzzArgumentTests {
  @Test(
    "Arguments that make no sense are refused, and nothing is made",
    arguments: [
      ["--seed"], ["--help"], ["x"], ["nan"], ["-1"], [""], ["0", "x"], ["0", "-3"],
      ["0", "1", ""],
      ["0", "1", "out", "more"],
    ])
  func refused(arguments: [String]) throws {
    let folder = try Folder()
    let outcome = try LugeProgram.run(
      named: "luge-fuzz", arguments, environment: ["TMPDIR": folder.path])
    #expect(outcome.status == 64, "\(outcome.output)")
    #expect(outcome.output.contains("usage: luge-fuzz"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}

@Suite("An import that did not come to its end")
struct UnfinishedImportTests {
  @Test("Who exports, merges or searches is told, and nothing empty is made of it")
  func told() throws {
    let folder = try Folder()
    let lines = (0..<60_000).map { "[10:00] <anna> hello \($0)" }.joined(separator: "\n")
    try folder.write(lines, as: "logs/#a/2024-05-01.txt")
    try folder.write("[10:00] <anna> hello\n[10:01] <ben> hi\n", as: "small/#b/2024-05-01.txt")
    let luge = "'\(LugeProgram.path)'"
    // Stopped as soon as there is an archive, and killed.
    let killed = try LugeProgram.runShell(
      """
      cd '\(folder.path)' && echo good >k.jsonl && \(luge) import small --into b.luge && {
        \(luge) import logs --into a.luge & p=$!
        while [ ! -e a.luge ] && kill -0 $p; do :; done
        kill -9 $p; wait $p
      } 2>/dev/null; [ -e a.luge ]
      """)
    try #require(killed.status == 0, "\(killed.output)")
    for command in [
      "export a.luge -o k.jsonl --force", "merge a.luge b.luge --into m.luge", "search a.luge xyz",
      "stats a.luge --json",
    ] {
      let outcome = try LugeProgram.runShell("cd '\(folder.path)' && \(luge) \(command) 2>&1")
      let isTold =
        outcome.output.contains("import it again to complete it")
        || outcome.output.contains("Import the export again")
      #expect(isTold, "\(command): \(outcome)")
      if outcome.output.contains("cannot be read") { #expect(outcome.status == 1) }
    }
    let kept = try LugeProgram.runShell("cd '\(folder.path)' && wc -l <k.jsonl")
    #expect(!kept.output.hasPrefix("0"), "what was there is replaced by nothing")
    let whole = try LugeProgram.runShell(
      "cd '\(folder.path)' && \(luge) import logs --into a.luge && \(luge) search a.luge xyz 2>&1")
    #expect(!whole.output.contains("mport it again") && !whole.output.contains("again."))
  }
}

@Suite("Import: what can't be read")
struct UnreadableTests {
  @Test("A chat in a folder that can't be read is said and counted, and the rest is imported")
  func folder() throws {
    let folder = try Folder()
    for day in 1...3 {
      try folder.write(
        "[10:00] <anna> hello \(day)\n[10:01] <ben> hi\n", as: "logs/#a/2024-05-0\(day).txt")
    }
    try folder.write("[10:00] <anna> secret\n[10:01] <ben> hi\n", as: "logs/#b/2024-05-01.txt")
    try folder.write("x", as: "logs/#a/photo.jpg")
    let secret = "\(folder.path)/logs/#a/2024-05-02.txt"
    for path in [secret, "\(folder.path)/logs/#a/photo.jpg", "\(folder.path)/logs/#b"] {
      chmod(path, 0)
    }
    defer { chmod("\(folder.path)/logs/#b", 0o700) }
    chmod(folder.path, 0o777)
    for path in ["\(folder.path)/logs", "\(folder.path)/logs/#a"] { chmod(path, 0o755) }
    let luge = "\(folder.path)/luge"
    // Root may read everything. Copied by a child: a file that this process writes to can't be
    // started while another test's child has inherited it.
    #expect(try LugeProgram.runShell("cp '\(LugeProgram.path)' '\(luge)'").status == 0)
    chmod(luge, 0o755)
    let prefix = getuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
    func run(_ options: String) throws -> LugeProgram.Outcome {
      try LugeProgram.runShell(
        "cd '\(folder.path)' && HOME=/nonexistent \(prefix)./luge import logs --into a.luge \(options)"
      )
    }
    let outcome = try run("")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("2024-05-02.txt: not read: no permission to read it"))
    #expect(outcome.errors.contains("#b: not read: Permission denied"))
    #expect(outcome.errors.contains("2 files or folders could not be read; everything else"))
    #expect(!outcome.errors.contains("photo.jpg"))
    #expect(outcome.output.contains("#a: 4 added"))
    let json = try run("--json")
    #expect(json.status == 1)
    #expect(json.output.filter { !$0.isWhitespace }.contains("\"unreadable_count\":2"))
  }
}
