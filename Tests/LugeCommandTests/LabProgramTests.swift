import Foundation
import Testing

@testable import luge

@Suite("Commands: what measures is a program of its own")
struct LabProgramTests {
  @Test("Arguments of `lab` and `drive` are handed on, those of other commands are not")
  func arguments() {
    #expect(LabProgram.arguments(for: ["luge", "lab", "text", "--json"]) == ["text", "--json"])
    #expect(LabProgram.arguments(for: ["luge", "lab"]) == [])
    #expect(
      LabProgram.arguments(for: ["luge", "drive", "a.json", "m"]) == ["drive", "a.json", "m"])
    for others in [["luge"], [], ["luge", "open", "lab"], ["luge", "--help"]] {
      #expect(LabProgram.arguments(for: others) == nil, "\(others)")
    }
  }

  @Test(
    "`luge lab` is luge-lab: its help, its options and its exit codes",
    .enabled(if: LugeProgram.exists, "luge was not built"))
  func started() throws {
    let help = try LugeProgram.run(["lab", "--help"])
    #expect(help.status == 0)
    #expect(help.output.contains("luge-lab <subcommand>"))
    let drive = try LugeProgram.run(["drive", "--help"])
    #expect(drive.output.contains("--win"))
    let wrong = try LugeProgram.run(["lab", "text", "--no-such-option"])
    #expect(wrong.status == 64)
    let heights = try LugeProgram.run(["lab", "heights", "--rows", "100000", "--json"])
    #expect(heights.status == 0)
    #expect(heights.output.hasPrefix("{"))
  }

  @Test(
    "An argument that luge-lab does not know does nothing to a terminal",
    .enabled(if: LugeProgram.exists, "luge was not built"))
  func foreign() throws {
    let wrong = try LugeProgram.run(["lab", "a\u{1B}[31mred\u{9B}0m\u{202E}\u{7}"])
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("[31mred"))
    #expect(
      !wrong.errors.unicodeScalars.contains {
        [0x1B, 0x9B, 0x202E, 0x07].contains($0.value)
      })
  }

  @Test(
    "Where luge-lab is missing, a sentence says how to build it",
    .enabled(if: LugeProgram.exists, "luge was not built"))
  func missing() throws {
    // The same program in a folder of its own.
    let folder = try Folder()
    let copy = folder.path + "/luge"
    try FileManager.default.copyItem(atPath: LugeProgram.path, toPath: copy)
    for command in ["lab text", "drive a.json media"] {
      let outcome = try LugeProgram.runShell("'\(copy)' \(command)")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("\(folder.path)/luge-lab"))
      #expect(outcome.errors.contains("swift build -c release --product luge-lab"))
    }
  }
}
