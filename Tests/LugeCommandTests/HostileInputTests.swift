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

  @Test("render --at takes a position from the end as its help says")
  func fromEnd() throws {
    let archive = try archive()
    for (place, status) in [
      ("-1", 0), ("-20", 0), ("-21", 1), ("20", 1), ("\(Int.min)", 1), ("\(Int.max)", 1),
    ] {
      for arguments in [["--at", place], ["--at=\(place)"]] {
        let outcome = try LugeProgram.run(
          ["render", archive, "-o", folder.path + "/a.png"] + arguments)
        #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
        #expect(!outcome.isKilledBySignal)
      }
    }
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
