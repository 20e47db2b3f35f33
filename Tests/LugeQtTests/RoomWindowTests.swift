import Foundation
import LugeTestSupport
import Testing

/// Rooms of an account in the program's window, against a server in the same process.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct RoomWindowTests {
  private let display: Display
  private let folder: TemporaryFolder

  init() throws {
    display = try Display()
    folder = try TemporaryFolder()
  }

  private var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": "\(folder.path)/config", "XDG_DATA_HOME": "\(folder.path)/data",
      "XDG_CACHE_HOME": "\(folder.path)/cache",
    ]
  }

  /// LUGE_ROOM_MESSAGES: of a larger room.
  private static let count =
    ProcessInfo.processInfo.environment["LUGE_ROOM_MESSAGES"].flatMap { Int($0) } ?? 1500

  @Test("A room is read back and forward: few messages are held, and nothing moves by itself")
  func paging() throws {
    let probe = try display.probe(
      "rooms", folder.path, "\(Self.count)", environment: environment)
    let opened = try probe.expect("opened ")
    #expect(
      opened.joined(separator: " ")
        == "@me:here: connected;Garden|message \(Self.count - 1)|0 end=true")
    let back = try words(of: probe.expect("back "))
    #expect(back["reached"] == "true", "\(back)")
    let forward = try words(of: probe.expect("forward "))
    #expect(forward["reached"] == "true", "\(forward)")
    withKnownIssue(
      "Messages at an end that is cut sometimes move by a heading's height", isIntermittent: true
    ) {
      #expect(back["drift"] == "0", "\(back)")
      #expect(forward["drift"] == "0", "\(forward)")
    }
    // At most 500, and a page of 50 at each end that comes before they are cut.
    #expect(try #require(forward["held"].flatMap { Int($0) }) <= 600)
    // Each stretch is asked for once, on the way back; forward all of it is here.
    let pages = try #require(back["pages"].flatMap { Int($0) })
    #expect(pages <= (Self.count - 20) / 50 + 2)
    #expect(forward["pages"] == back["pages"])
    #expect(try words(of: probe.expect("new "))["reached"] == "true")
    #expect(try words(of: probe.expect("away "))["still"] == "true")
  }

  @Test(
    "A message is told of by the desktop, but not while its room is read; a press opens the room",
    .enabled(if: Tools.path(of: "dbus-run-session") != nil, "no dbus-run-session"))
  func notifications() throws {
    let probe = try #require(Tools.probe)
    let service = (probe as NSString).deletingLastPathComponent + "/luge-fake-notifications"
    let session = try RunningProgram(
      "/usr/bin/dbus-run-session",
      [
        "--", "/bin/sh", "-c",
        "\"$0\" press & child=$!; sleep 0.5; \"$1\" notified \"$2\"; kill $child", service, probe,
        folder.path,
      ], environment: display.environment.merging(environment) { $1 })
    _ = try session.expect("connected ")
    // What looks like markup is none.
    #expect(
      try session.expect("notify ").joined(separator: " ")
        == "1 0 Garden|@anna:here: hello &lt;b&gt;you&lt;/b&gt;")
    // The room that is shown needs it no more.
    var lines: [String] = []
    while let line = try session.nextLine() {
      lines.append(line)
      if line.hasPrefix("opened=") {
        try display.act("search --onlyvisible --name Garden windowfocus")
      }
      if line.hasPrefix("seen=") { break }
    }
    #expect(lines.contains("opened=true") && lines.contains("seen=true"), "\(lines)")
    #expect(lines.contains("withdraw 1"))
    #expect(!lines.contains { $0.hasPrefix("notify ") }, "\(lines)")
  }

  /// Of "name=value" each.
  private func words(of line: [String]) -> [String: String] {
    var words: [String: String] = [:]
    for part in line {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2 { words[String(pair[0])] = String(pair[1]) }
    }
    return words
  }
}
