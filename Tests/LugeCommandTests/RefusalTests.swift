import Foundation
import LugeTestSupport
import Testing

/// What is asked of a command by mistake is said, and harms nothing.
@Suite("Commands: what is refused", .enabled(if: LugeProgram.exists, "luge was not built"))
struct RefusalTests {
  private let folder: Folder
  private let archive: String
  private let export: String

  init() throws {
    folder = try Folder()
    export = try folder.write(
      "13/02/20, 10:00 - Ann: hello world\n14/02/20, 10:01 - Bob: goodbye\n", as: "chat.txt")
    archive = folder.path + "/a.luge"
    _ = try LugeProgram.run(["import", export, "--into", archive, "--quiet"])
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("Where hardly a file may be opened, that is said", arguments: [8, 12, 19])
  func fewFiles(count: Int) throws {
    let other = folder.path + "/b.luge"
    let outcome = try LugeProgram.runShell(
      "ulimit -n \(count); exec '\(LugeProgram.path)' merge '\(archive)' '\(archive)' -o '\(other)'"
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("only \(count) files may be open"), "\(outcome.errors)")
  }

  @Test("A locale's name of any length ends no program", arguments: ["LANG", "LC_ALL", "LC_TIME"])
  func locale(variable: String) throws {
    let picture = folder.path + "/a.png"
    let outcome = try LugeProgram.run(
      ["render", archive, "-o", picture, "--at", "2020-02-13"],
      environment: [variable: String(repeating: "a", count: 300)])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: picture))
  }

  @Test(
    "Nothing is written under a name that belongs to another archive",
    arguments: ["-wal", "-shm", "-journal", "-lock", "-new"])
  func companions(ending: String) throws {
    let other = folder.path + "/b.luge"
    _ = try LugeProgram.run(["import", export, "--into", other, "--quiet"])
    let before = try files
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "b.luge\(ending)")
    let name = other + ending
    for arguments in [
      ["import", export, "--into", name], ["import", export, "--into", link],
      ["merge", archive, other, "--into", name],
      ["export", archive, "--force", "--format", "text", "-o", name],
      ["render", archive, "-o", name], ["stats", archive, "-o", name],
      ["generate", "--messages", "3", "--format", "luge", "--force", "-o", name],
      ["generate", "--messages", "3", "--format", "drive", "--force", "-o", name],
    ] {
      let outcome = try LugeProgram.run(arguments)
      #expect(outcome.status == 1, "\(arguments) \(outcome.output)")
      #expect(
        outcome.errors.contains("a file of this name belongs to the archive b.luge"),
        "\(arguments): \(outcome.errors)")
    }
    let report = try LugeProgram.run(["open", archive, "--report", name])
    #expect(report.status == 64 && report.errors.contains("belongs to the archive b.luge"))
    unlink(link)
    #expect(try files.filter { !$0.hasSuffix("-lock") } == before.filter { !$0.hasSuffix("-lock") })
    // Of names alone nothing is refused.
    let free = try LugeProgram.run(
      ["export", archive, "--format", "text", "-o", folder.path + "/none.luge" + ending])
    #expect(free.status == 0, "\(free.errors)")
  }

  @Test("Export: filters that make no sense, days without order, endings that name no format")
  func exporting() throws {
    let target = folder.path + "/x.txt"
    for (arguments, status, words) in [
      (["--search", "before:xx"], 1, "“xx” is no date"),
      (["--search", "from:nobody"], 1, "Nobody is called “nobody”"),
      (["--search", " "], 64, "--search is empty"), (["--person", ""], 64, "--person is empty"),
      (["--since", "2024-02-02", "--until", "2024-02-01"], 64, "--since is after --until"),
    ] {
      let outcome = try LugeProgram.run(["export", archive, "-o", target] + arguments)
      #expect(Int(outcome.status) == status, "\(arguments)")
      #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
    }
    for name in ["a.pdf", "a.xyz"] {
      let outcome = try LugeProgram.run(["export", archive, "-o", "\(folder.path)/\(name)"])
      #expect(outcome.status == 64 && outcome.errors.contains("no format has this extension"))
      let named = try LugeProgram.run(
        ["export", archive, "--format", "csv", "-o", "\(folder.path)/\(name)"])
      #expect(named.status == 0, "\(named.errors)")
    }
    #expect(!folder.exists("x.txt"))
    let same = ["--since", "2020-02-13", "--until", "2020-02-13", "--search", "before:2021 hello"]
    #expect(try LugeProgram.run(["export", archive, "-o", target] + same).status == 0)
    #expect(try String(contentsOfFile: target, encoding: .utf8).contains("hello world"))
    #expect(try LugeProgram.run(["stats", archive, "--person", ""]).status == 64)
  }

  @Test("A name that nobody has is said to be none")
  func unknownOwner() throws {
    let outcome = try LugeProgram.run(
      ["import", export, "--into", archive, "--me", "Nobody At All"])
    #expect(outcome.errors.contains("a.luge is called Nobody At All"), "\(outcome.errors)")
    let known = try LugeProgram.run(["import", export, "--into", archive, "--me", "ann"])
    #expect(!known.errors.contains("is called") && known.status == 0)
  }

  @Test("An empty file with a chat's name is named as one")
  func emptyFile() throws {
    let chats = folder.path + "/chats"
    _ = try folder.write("", as: "chats/WhatsApp Chat with Eve.txt")
    _ = try folder.write(
      "13/02/20, 10:00 - Ann: hello\n14/02/20, 10:01 - Ann: b\n", as: "chats/chat.txt")
    let outcome = try LugeProgram.run(["import", chats, "--into", folder.path + "/c.luge"])
    #expect(outcome.status == 0 && outcome.errors.contains("1 file is empty"), "\(outcome.errors)")
  }

  @Test("JSON Lines that were cut off are said to be; --partial keeps what is whole")
  func cutLines() throws {
    let whole = folder.path + "/w.jsonl"
    _ = try LugeProgram.run(["export", archive, "-o", whole])
    let text = try String(contentsOfFile: whole, encoding: .utf8)
    let lines = text.split(separator: "\n")
    for cut in [String(text.dropLast(5)), lines.dropLast().joined(separator: "\n") + "\n"] {
      let path = try folder.write(cut, as: "cut.jsonl")
      let target = folder.path + "/cut.luge"
      let outcome = try LugeProgram.run(["import", path, "--into", target])
      #expect(outcome.status == 1 && outcome.errors.contains("the file ends in the middle"))
      #expect(!folder.exists("cut.luge"))
      let kept = try LugeProgram.run(["import", path, "--into", target, "--partial"])
      #expect(kept.status == 3 && kept.output.contains("2 added"), "\(kept.output)")
      unlink(target)
    }
  }
}
