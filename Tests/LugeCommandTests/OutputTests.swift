import Foundation
import Testing

@Suite("Commands: where output goes", .enabled(if: LugeProgram.exists, "luge was not built"))
struct OutputTests {
  private let folder: Folder
  private let archive: String

  init() throws {
    folder = try Folder()
    let export = try folder.write(
      "13/02/20, 10:00 - Ann: hello world\n14/02/20, 10:01 - Bob: goodbye\n", as: "chat.txt")
    archive = folder.path + "/a.luge"
    _ = try LugeProgram.run(["import", export, "--into", archive, "--quiet"])
  }

  @Test(
    "A full disk is an error with a message, not a crash and not a success",
    arguments: [
      ["info"], ["info", "--json"], ["search", "hello"], ["search", "hello", "--json"], ["export"],
      ["export", "--format", "html"],
    ])
  func full(arguments: [String]) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let (command, rest) = (arguments[0], arguments.dropFirst())
    let outcome = try LugeProgram.run([command, archive] + rest, output: full)
    #expect(!outcome.isKilledBySignal)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("luge: standard output: "))
  }

  @Test(
    "Help and version that cannot be written are no success, in either language",
    arguments: [["--version"], ["--help"], ["import", "--help"]], ["en", "de"])
  func fullHelp(arguments: [String], language: String) throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let outcome = try LugeProgram.run(
      arguments, environment: ["LUGE_LANGUAGE": language], output: full)
    #expect(outcome.status == 1 && !outcome.isKilledBySignal)
    #expect(!outcome.errors.isEmpty)
    #expect(try LugeProgram.run(arguments).status == 0)
  }

  @Test("A dash is standard output, as in other programs")
  func dash() throws {
    let plain = try LugeProgram.run(["export", archive])
    let dash = try LugeProgram.run(["export", archive, "-o", "-"])
    #expect(dash.status == 0 && dash.errors.isEmpty)
    #expect(dash.output == plain.output && !dash.output.isEmpty)
  }

  @Test("A filter that makes no sense is an error with its place; in quotes it is words")
  func wrongFilter() throws {
    for filter in ["before:2024-13-01", "has:nothing", "on:noday"] {
      let outcome = try LugeProgram.run(["search", archive, "hello \(filter)"])
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("luge: \(filter): "), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
      #expect(try LugeProgram.run(["search", archive, "\"\(filter)\""]).status == 0)
    }
    #expect(try LugeProgram.run(["search", archive, "hello before:2024"]).status == 0)
    for nothing in ["from:", "  "] {
      let outcome = try LugeProgram.run(["search", archive, nothing])
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("nothing to look for"), "\(outcome.errors)")
    }
  }

  @Test("A picture that is too long for what draws it is refused in words of ours")
  func longPicture() throws {
    let outcome = try LugeProgram.run(
      ["render", archive, "-o", folder.path + "/r.png", "--size", "1x20000", "--scale", "8"])
    #expect(outcome.status != 0 && outcome.errors.contains("32,767 pixels"), "\(outcome.errors)")
    #expect(!folder.exists("r.png"))
  }

  @Test(
    "Nothing is written over the archive, nor over what belongs to it, by whatever name",
    arguments: [["export", "--force"], ["render", "--force"], ["stats"]])
  func overArchive(arguments: [String]) throws {
    let (command, rest) = (arguments[0], Array(arguments.dropFirst()))
    let before = try Data(contentsOf: URL(filePath: archive))
    let link = folder.path + "/link.jsonl"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: archive)
    for name in [archive, link, folder.path + "/./a.luge", archive + "-wal"] {
      let outcome = try LugeProgram.run([command, archive, "--output", name] + rest)
      #expect(outcome.status == 1, "\(name)")
      #expect(outcome.errors.contains("it is the archive itself, or belongs to it"))
    }
    #expect(try Data(contentsOf: URL(filePath: archive)) == before)
    #expect(!folder.exists("a.luge-wal"))
    #expect(try LugeProgram.run(["info", archive]).status == 0)
  }

  @Test("A folder is no place for what a window tells", arguments: ["--report", "--record-trace"])
  func folderAsReport(option: String) throws {
    let outcome = try LugeProgram.run(["open", option, "."])
    #expect(outcome.status == 64 && outcome.errors.contains("it is a folder"), "\(outcome)")
  }

  @Test(
    "What a window tells is written over no other file", arguments: ["--report", "--record-trace"])
  func windowReports(option: String) throws {
    let before = try Data(contentsOf: URL(filePath: archive))
    let outcome = try LugeProgram.run(["open", archive, option, archive])
    #expect(outcome.status != 0)
    #expect(outcome.errors.contains("there is another file of this name, which was not written"))
    #expect(try Data(contentsOf: URL(filePath: archive)) == before)
    let export = try folder.write("{\"name\": \"Ann\", \"messages\": []}", as: "result.json")
    #expect(try LugeProgram.run(["open", archive, option, export]).status != 0)
    // What a link leads to is what would be written over.
    let link = folder.path + "/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: export)
    let linked = try LugeProgram.run(["open", archive, option, link])
    #expect(linked.errors.contains("there is another file of this name, which was not written"))
    let content = try String(contentsOfFile: export, encoding: .utf8)
    #expect(content == "{\"name\": \"Ann\", \"messages\": []}")
    // A pipe is not opened to look into it, which would wait for its writer.
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let piped = try LugeProgram.runShell(
      "timeout 20 '\(LugeProgram.path)' open '\(archive)' \(option) '\(pipe)'")
    #expect(piped.status == 1 && piped.errors.contains("luge render"), "no display: \(piped)")
    #expect(try LugeProgram.run(["open", archive, option, archive + "-wal"]).status != 0)
    #expect(!folder.exists("a.luge-wal"))
  }

  @Test("A picture is written over a file only with --force", arguments: ["render", "stats"])
  func overOtherFile(command: String) throws {
    let notes = try folder.write("my notes", as: "notes.txt")
    let picture = folder.path + "/a.png"
    #expect(try LugeProgram.run([command, archive, "--output", picture]).status == 0)
    for name in [notes, picture] {
      let before = try Data(contentsOf: URL(filePath: name))
      let refused = try LugeProgram.run([command, archive, "--output", name])
      #expect(refused.status == 1)
      #expect(
        refused.errors.contains("a file of this name exists; --force overwrites it"),
        "\(refused.errors)")
      #expect(try Data(contentsOf: URL(filePath: name)) == before)
    }
    for name in [notes, picture] {
      let replaced = try LugeProgram.run([command, archive, "--output", name, "--force"])
      #expect(replaced.status == 0, "\(replaced.errors)")
    }
    let other = folder.path + "/b.luge"
    _ = try LugeProgram.run(["import", folder.path + "/chat.txt", "--into", other, "--quiet"])
    let before = try Data(contentsOf: URL(filePath: other))
    let refused = try LugeProgram.run([command, archive, "--output", other, "--force"])
    #expect(refused.status == 1 && refused.errors.contains("it is an archive"))
    #expect(try Data(contentsOf: URL(filePath: other)) == before)
  }

  @Test(
    "Help in German has no English in it",
    arguments: [
      "open", "import", "export", "search", "info", "stats", "render", "generate", "merge",
    ])
  func germanHelp(command: String) throws {
    let help = try LugeProgram.run([command, "--help"], environment: ["LUGE_LANGUAGE": "de"])
    #expect(help.status == 0)
    #expect(help.output.contains("OPTIONEN:"))
    for word in [" the ", " and ", " of ", " is ", "(values:", "default:", "Exit codes"] {
      #expect(!help.output.contains(word), "\(word) in: \(help.output)")
    }
  }

  @Test("What is there stays until the new file is whole, with its rights; links stay links")
  func overFile() throws {
    let file = try folder.write("precious", as: "x.jsonl")
    chmod(file, 0o600)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "x.jsonl")
    let refused = try LugeProgram.run(["export", archive, "--output", link])
    #expect(refused.status == 1 && refused.errors.contains("--force"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    let written = try LugeProgram.run(["export", archive, "--output", link, "--force"])
    #expect(written.status == 0, "\(written.errors)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("goodbye"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "x.jsonl")
    var info = stat()
    #expect(stat(file, &info) == 0 && info.st_mode & 0o777 == 0o600)
    // A device stays one, and takes what it is given.
    let device = try LugeProgram.run(["export", archive, "--output", "/dev/full"])
    #expect(device.status == 1 && device.errors.contains("/dev/full: no space left on the disk"))
    #expect(stat("/dev/full", &info) == 0 && info.st_mode & S_IFMT == S_IFCHR)
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        == ["chat.txt", "a.luge", "x.jsonl", "link"])
  }

  @Test(
    "A file that may grow no further is an error with words, and nothing of it stays",
    arguments: [
      ["export", "--output", "x.jsonl"], ["render", "--output", "x.png"],
      ["import", "chat.txt", "--into", "b.luge"], ["merge", "a.luge", "--into", "c.luge"],
    ])
  func limitedFiles(arguments: [String]) throws {
    var words = arguments
    if words[0] != "import" { words.insert("a.luge", at: 1) }
    let quoted = ([LugeProgram.path] + words).map { "'\($0)'" }.joined(separator: " ")
    let outcome = try LugeProgram.runShell("cd '\(folder.path)' && ulimit -f 0 && exec \(quoted)")
    #expect(!outcome.isKilledBySignal && outcome.status == 1, "\(outcome.status)")
    #expect(
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        .isSubset(of: ["chat.txt", "a.luge", "a.luge-lock", "b.luge-lock", "c.luge-lock"]))
    #expect(try LugeProgram.run(["info", archive]).status == 0)
  }

  @Test("What others wrote reaches no terminal as a command, and turns no text")
  func foreignText() throws {
    let name = "Eve\u{9B}31m\u{202E}gnp.exe\u{2066}\u{7F}"
    let export = try folder.write("13/02/20, 10:00 - \(name): needle\n", as: "\(name).txt")
    let other = folder.path + "/b.luge"
    let imported = try LugeProgram.run(["import", export, "--into", other])
    for outcome in [
      imported, try LugeProgram.run(["info", other]),
      try LugeProgram.run(["search", other, "needle"]),
      try LugeProgram.run(["info", other, "--json"]),
      try LugeProgram.run(["search", other, "needle", "--json"]),
      try LugeProgram.run(["import", export + "x", "--into", other]),
    ] {
      let bad = (outcome.output + outcome.errors).unicodeScalars.filter {
        $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
          || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
      }
      #expect(bad.isEmpty, "\(outcome.output.debugDescription) \(outcome.errors.debugDescription)")
    }
    let found = try LugeProgram.run(["search", other, "needle", "--json"]).output
    #expect(found.contains("\\u009b") && found.contains("\\u202e"), "nothing is lost")
  }

  @Test("A folder of pictures and a limit for media are named in words that are checked")
  func media() throws {
    let picture = folder.path + "/x.png"
    let outcome = try LugeProgram.run(["render", archive, "-o", picture, "--media", folder.path])
    #expect(outcome.status == 0)
    let missing = try LugeProgram.run(["open", archive, "--media", folder.path + "/none"])
    #expect(missing.status == 1 && missing.errors.contains("--media: "))
    let limit = try LugeProgram.run(["import", archive, "--media-limit", "12Q"])
    #expect(limit.status == 64)
  }

  @Test("A picture that cannot be written says why, and leaves nothing")
  func picture() throws {
    let missing = folder.path + "/none/x.png"
    let outcome = try LugeProgram.run(["render", archive, "-o", missing])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("none/x.png: cannot be written: No such file"))
    let inPlaceOfFolder = try LugeProgram.run(["render", archive, "-o", folder.path])
    #expect(inPlaceOfFolder.status == 1)
    #expect(inPlaceOfFolder.errors.contains("Is a directory"))
    #expect(folder.exists("a.luge"))
    let full = try LugeProgram.run(["render", archive, "-o", "/dev/full"])
    #expect(full.status == 1)
    #expect(full.errors.contains("No space left"))
    #expect(FileManager.default.fileExists(atPath: "/dev/full"))
  }

  @Test("Without a display a window is refused in words")
  func noDisplay() throws {
    let outcome = try LugeProgram.run(["open", archive])
    #expect(!outcome.isKilledBySignal)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("luge render"))
    #expect(outcome.errors.contains("start the program from a desktop"))
    // One that is named and does not answer: no word of installing anything anew.
    let deaf = try LugeProgram.runShell("DISPLAY=:4242 '\(LugeProgram.path)' open '\(archive)'")
    #expect(deaf.errors.contains("does not answer; start the program from a desktop"))
    #expect(!deaf.errors.contains("installing"))
  }

  @Test("What is not there is an error like any other")
  func nothingToOpen() throws {
    let outcome = try LugeProgram.run(["open", folder.path + "/none.luge"])
    #expect(outcome.status == 1)
    #expect(outcome.errors == "luge: \(folder.path)/none.luge: no such file or folder\n")
  }

  @Test("Names that are no UTF-8 are refused by that name, and not passed over in silence")
  func names() throws {
    // Process and Foundation know no such names; the shell does.
    let script = """
      cd '\(folder.path)' && mkdir old && printf '13/02/20, 10:00 - Ann: hi\\n' > "$(printf 'old/r\\351s.txt')"
      '\(LugeProgram.path)' info "$(printf 'r\\351s.luge')"; echo $? >&2
      '\(LugeProgram.path)' import old --into b.luge; echo $? >&2
      printf '13/02/20, 10:00 - Ann: hi\\n14/02/20, 10:00 - Ann: hi\\n' > old/a.txt
      '\(LugeProgram.path)' import old --into b.luge; echo $? >&2
      """
    let outcome = try LugeProgram.runShell(script)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count >= 6)
    #expect(lines.first?.contains("r\u{FFFD}s.luge: the name is not UTF-8") == true)
    #expect(outcome.errors.contains("cannot be opened: rename 'old/r\u{FFFD}s.txt'"))
    #expect(outcome.errors.contains("luge: old: 1 file has a name that is not UTF-8"))
    #expect(lines.filter { $0 == "1" }.count == 2 && lines.last == "0")
  }

  @Test("One of a thing is named as one")
  func counts() throws {
    let outcome = try LugeProgram.run(["info", archive])
    #expect(outcome.output.contains("2 messages, 0 service entries"))
    let one = try folder.write("13/02/20, 10:00 - Ann: hello\n", as: "one.txt")
    _ = try LugeProgram.run(["import", one, "--into", archive + "1", "--quiet"])
    #expect(
      try LugeProgram.run(["info", archive + "1"]).output.contains(
        "1 message, 0 service entries, 1 author,"))
  }

  @Test(
    "Found words are coloured on a terminal that wants colours, and nowhere else",
    .enabled(if: LugeProgram.hasTerminals, "the tool 'script' is missing"))
  func colours() throws {
    let mark = "\u{1B}[1;33mhello\u{1B}[0m"
    let search = ["search", archive, "hello"]
    #expect(try LugeProgram.runOnTerminal(search).output.contains(mark))
    for off in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let plain = try LugeProgram.runOnTerminal(search, environment: off)
      #expect(plain.output.contains("hello world"))
      #expect(!plain.output.contains("\u{1B}"))
    }
    #expect(try !LugeProgram.run(search).output.contains("\u{1B}"))
  }

  /// Starts the program, and waits until it has begun to write into the folder.
  private func begin(_ arguments: [String], by shell: String? = nil) throws -> Process {
    let process = Process()
    let before = try contents()
    let words = ([LugeProgram.path] + arguments).map { "'\($0)'" }.joined(separator: " ")
    process.executableURL = URL(filePath: shell == nil ? LugeProgram.path : "/bin/sh")
    process.arguments = shell.map { ["-c", "\($0)exec \(words)"] } ?? arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<3000 where process.isRunning {
      if try contents() != before { break }
      usleep(10_000)
    }
    let hasBegun = try process.isRunning && contents() != before
    #expect(hasBegun, "it has not begun to write, or has ended")
    return process
  }

  private func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func generating(_ format: String, _ count: Int) -> [String] {
    [
      "generate", "--format", format, "--messages", "\(count)", "--pictures", "2", "-o",
      "\(folder.path)/made",
    ]
  }

  @Test("Ended by a signal, generate leaves nothing", arguments: [SIGINT, SIGTERM, SIGHUP])
  func endedGenerate(number: Int32) throws {
    for format in ["telegram", "luge"] {
      let before = try contents()
      let process = try begin(generating(format, 3_000_000))
      kill(process.processIdentifier, number)
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
      #expect(try contents() == before)
    }
  }

  @Test("A signal that is ignored where the program is started ends nothing, as with nohup")
  func ignoredSignal() throws {
    let process = try begin(generating("luge", 30_000), by: "trap '' HUP; ")
    kill(process.processIdentifier, SIGHUP)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(folder.exists("made"))
  }

  @Test("Ended by a signal, a merge leaves nothing", arguments: [SIGINT, SIGTERM, SIGHUP])
  func endedMerge(number: Int32) throws {
    let parts = ["one.luge", "two.luge"].map { "\(folder.path)/\($0)" }
    for (seed, path) in parts.enumerated() {
      let made = try LugeProgram.run([
        "generate", "--format", "luge", "--messages", "60000", "--pictures", "0", "--seed",
        "\(seed)", "-o", path,
      ])
      try #require(made.status == 0, "\(made.errors)")
    }
    let before = try contents()
    let process = try begin(["merge"] + parts + ["--into", "\(folder.path)/both.luge"])
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == number)
    #expect(try contents() == before)
  }
}
