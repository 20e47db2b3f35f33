import Foundation
import LugeArchive
import LugeCommandLine
import LugeTestSupport
import Testing

/// Files and numbers that nobody means to give a command.
@Suite("What commands are given that nobody meant", .enabled(if: LugeProgram.exists))
struct HostileInputTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func archive() throws -> String {
    let export = try folder.write(
      (0..<20).map { "21.05.24, 10:\(10 + $0) - Anna: message \($0)\n" }.joined(),
      as: "WhatsApp Chat with Anna.txt")
    let path = folder.path + "/a.luge"
    let outcome = try LugeProgram.run(["import", export, "-o", path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return path
  }

  @Test("A pipe is no archive, and is not waited for", arguments: ["info", "search", "render"])
  func pipes(command: String) throws {
    let pipe = folder.path + "/pipe.luge"
    #expect(mkfifo(pipe, 0o600) == 0)
    let rest =
      command == "search" ? ["word"] : command == "render" ? ["-o", folder.path + "/a.png"] : []
    let outcome = try LugeProgram.run([command, pipe] + rest)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("it is no regular file"))
  }

  @Test("No command removes a file that an archive's journal names, or waits for a pipe there")
  func journals() throws {
    let archive = try archive()
    try folder.write("precious", as: "other")
    let luge = "'\(LugeProgram.path)'"
    for command in [
      "info a.luge", "search a.luge message", "stats a.luge", "render a.luge -o a.png",
      "export a.luge -o a.jsonl", "import 'WhatsApp Chat with Anna.txt' --into a.luge",
      "merge a.luge a.luge --into b.luge",
    ] {
      // SQLite looks for the name from the working folder.
      for name in ["other", folder.path + "/other"] {
        try StrangeJournal.put(beside: archive, naming: name)
        let outcome = try LugeProgram.runShell(
          "cd '\(folder.path)' && timeout 30 \(luge) \(command) 2>&1")
        #expect(outcome.output.contains("is not Luge's"), "\(command): \(outcome.output)")
        #expect(try folder.text("other") == "precious", "\(command)")
      }
      unlink(archive + "-journal")
      #expect(mkfifo(archive + "-journal", 0o600) == 0)
      let outcome = try LugeProgram.runShell(
        "cd '\(folder.path)' && timeout 30 \(luge) \(command) 2>&1")
      #expect(outcome.output.contains("is no regular file"), "\(command): \(outcome.output)")
      unlink(archive + "-journal")
    }
  }

  @Test("Nothing that a name or an argument holds reaches a terminal as a command")
  func terminal() throws {
    let archive = try archive()
    let evil = "\u{1B}]0;title\u{7}\u{1B}[31m\u{202E}"
    let export = try folder.write("[10:00] <anna> hello\n", as: "2024-05-01.txt")
    let other = folder.path + "/b.luge"
    #expect(try LugeProgram.run(["import", export, "-o", other]).status == 0)
    let renamed = try LugeProgram.runShell(
      "cd '\(folder.path)' && mkdir -p '#x\(evil)' && mv 2024-05-01.txt '#x\(evil)' && "
        + "'\(LugeProgram.path)' import '#x\(evil)' -o c.luge")
    #expect(renamed.status == 0, "\(renamed.errors)")
    for arguments in [
      ["info", "--\(evil)"], ["open", "--\(evil)"], ["info", evil], [evil],
      ["render", archive, "-o", "p.png", "--at", "a\(evil)"],
      ["render", folder.path + "/c.luge", "-o", "p.png", "--at", "99"],
      ["search", archive, "x", "--limit", evil],
    ] {
      let outcome = try LugeProgram.run(arguments)
      #expect(outcome.status != 0, "\(arguments)")
      let said = outcome.output + outcome.errors
      #expect(
        !said.unicodeScalars.contains { $0 != "\n" && $0.value < 0x20 || $0 == "\u{202E}" },
        "\(arguments): \(said)")
    }
  }

  @Test("render --at takes a position from the end as its help says")
  func fromEnd() throws {
    let archive = try archive()
    for (place, status) in [
      ("newest", 0), ("-1", 0), ("-20", 0), ("-21", 1), ("20", 1), ("\(Int.min)", 1),
      ("\(Int.max)", 1),
    ] {
      for arguments in [["--at", place], ["--at=\(place)"]] {
        let outcome = try LugeProgram.run(
          ["render", archive, "--force", "-o", folder.path + "/a.png"] + arguments)
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        #expect(!outcome.isKilledBySignal)
      }
    }
  }

  @Test("Numbers that are too small or too large are refused with those that may be")
  func numbers() throws {
    let archive = try archive()
    let picture = folder.path + "/a.png"
    for (arguments, words) in [
      (["search", archive, "x", "--limit", "-5"], "--limit should be at least 1"),
      (["stats", archive, "--limit", "-1"], "--limit should be at least 1"),
      (["render", archive, "-o", picture, "--size", "-5x5"], "each from 1 to 20000"),
      (["render", archive, "-o", picture, "--size", "0x0"], "each from 1 to 20000"),
      (["stats", archive, "-o", picture, "--size", "1000000x1000000"], "each from 1 to 20000"),
      (["open", archive, "--size", "-1x-1"], "each from 1 to 20000"),
      (["render", archive, "-o", picture, "--scale", "-1"], "--scale takes 0.5 to 8"),
      (["generate", "-o", picture, "--messages", "-1"], "--messages has to be at least 1"),
      (["generate", "-o", picture, "--pictures", "-1"], "between 0 and 10000"),
      (["generate", "-o", picture, "--mixing", "-0.5"], "between 0 and 1"),
      (["export", archive, "-o", picture, "--since", "2023-02-30"], "2023-02-30"),
      (["export", archive, "-o", picture, "--since", "a-2024-01-31"], "a-2024-01-31"),
      (["merge", archive, archive, "--dry-run", "--tolerance", "-1"], "between 0 and 86400"),
    ] {
      let outcome = try LugeProgram.run(arguments)
      #expect(outcome.status == 64, "\(arguments)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
  }

  @Test("Names that are none, that are too long, and that a question repeats")
  func names() throws {
    let archive = try archive()
    for command in ["info", "stats", "open"] {
      let outcome = try LugeProgram.run([command, ""])
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("no file is named"), "\(outcome.errors)")
    }
    let mem = try LugeProgram.run(["info", "/proc/self/mem"])
    #expect(mem.status == 1)
    #expect(!mem.errors.contains("no space left"), "\(mem.errors)")
    let long = folder.path + "/" + String(repeating: "n", count: 250)
    for arguments in [
      ["import", folder.path + "/WhatsApp Chat with Anna.txt", "-o", "\(long).luge"],
      ["merge", archive, archive, "--into", "\(long).luge"],
      ["export", archive, "-o", "\(long).jsonl"], ["render", archive, "-o", "\(long).png"],
      ["generate", "--format", "luge", "--messages", "5", "-o", "\(long).luge"],
    ] {
      let outcome = try LugeProgram.run(arguments)
      #expect(outcome.status == 1, "\(arguments)")
      #expect(outcome.errors.contains("too long") || outcome.errors.contains("name is invalid"))
    }
    let question = Array(repeating: "from:nobody", count: 2000).joined(separator: " ")
    let answer = try LugeProgram.run(["search", archive, question])
    #expect((answer.output + answer.errors).utf8.count < 500)
    #expect((answer.output + answer.errors).contains("“nobody”"))
  }

  @Test("Files of the kernel, devices and sockets are called that, by every command")
  func specialFiles() throws {
    let archive = try archive()
    let socket = folder.path + "/socket.luge"
    let made = try LugeProgram.runShell(
      "python3 -c \"import socket; socket.socket(socket.AF_UNIX).bind('\(socket)')\"")
    try #require(made.status == 0, "\(made.errors)")
    let (ofKernel, notRegular) = ("it is a file of the kernel", "it is no regular file")
    for (path, words) in [
      ("/proc/self/mem", ofKernel), ("/proc/version", ofKernel), ("/dev/zero", notRegular),
      (socket, notRegular),
    ] {
      for arguments in [
        ["info", path], ["search", path, "word"], ["stats", path],
        ["render", path, "-o", folder.path + "/a.png"],
        ["export", path, "-o", folder.path + "/a.jsonl"],
        ["merge", archive, path, "--into", folder.path + "/b.luge"],
      ] {
        let outcome = try LugeProgram.run(arguments)
        #expect(outcome.status == 1, "\(arguments)")
        #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
      }
      let outcome = try LugeProgram.run(["import", path, "--into", folder.path + "/b.luge"])
      #expect(outcome.status == 1)
      #expect(
        outcome.errors.contains(
          words == ofKernel ? words : "it is a pipe, a socket or a device"),
        "\(path): \(outcome.errors)")
    }
  }

  @Test("Years of five digits are whole")
  func years() throws {
    let json =
      #"{"name": "B", "type": "personal_chat", "id": 5, "messages": ["#
      + #"{"id": 1, "type": "message", "date_unixtime": "-2208988800", "from": "Bob", "text": "a"},"#
      + #"{"id": 2, "type": "message", "date_unixtime": "400000000000", "from": "Bob", "text": "b"}]}"#
    let path = folder.path + "/b.luge"
    #expect(
      try LugeProgram.run(["import", folder.write(json, as: "result.json"), "-o", path]).status == 0
    )
    let outcome = try LugeProgram.run(["info", path])
    #expect(outcome.output.contains("1900-01-01 to 14645-06-30"), "\(outcome.output)")
  }

  @Test("Times are written as a formatter would, whatever they are")
  func times() {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
    for step in 0..<400 {
      let seconds = -12_000_000_000 + Int64(step) * 613_456_789
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(TimeText.iso(Timestamp(seconds: seconds, certainty: .exact)) == expected)
    }
    #expect(TimeText.iso(Timestamp(seconds: 59, certainty: .zoneUnknown)) == "1970-01-01T00:00:59")
    #expect(
      TimeText.iso(Timestamp(seconds: 59, certainty: .minuteZoneUnknown)) == "1970-01-01T00:00")
    for seconds in [Int64.min, .max] {
      #expect(!TimeText.iso(Timestamp(seconds: seconds, certainty: .exact)).isEmpty)
      #expect(!TimeText.short(Timestamp(seconds: seconds, certainty: .exact)).isEmpty)
    }
  }
}
