import Foundation
import Testing

/// A timeline in the program's window, driven by the mouse and the keys of a real X server.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct TimelineWindowTests {
  private let display: Display
  private let export: TimelineExport

  init() throws {
    display = try Display()
    export = try TimelineExport()
  }

  private func open() throws -> ViewerProbe {
    let probe = try ViewerProbe(
      display.probe("viewer", export.path, environment: export.environment))
    _ = try probe.state {
      $0["conversation"] == "@ann@a.example" && $0["settled"] == "true"
        && number($0, "height") > 3000
    }
    try display.focus("Luge")
    return probe
  }

  private func number(_ state: [String: String], _ name: String) -> Int {
    Int(state[name] ?? "") ?? -1
  }

  @Test("Thread and person open by key and click, and back is the same place to the pixel")
  func visits() throws {
    let probe = try open()
    try display.act("key Next")
    let left = try probe.state {
      $0["screen"] == "home" && number($0, "offset") > 300 && $0["settled"] == "true"
    }
    try display.act("key j key Return")
    _ = try probe.state { $0["screen"] == "thread" && $0["settled"] == "true" }
    try display.act("key alt+Left")
    let back = try probe.state { $0["screen"] == "home" && $0["settled"] == "true" }
    // The key may have moved the list to show its post whole; back is where it was then.
    let place = number(back, "offset")
    #expect(abs(place - number(left, "offset")) < 600)
    try display.act("key alt+Right")
    _ = try probe.state { $0["screen"] == "thread" && $0["settled"] == "true" }
    try display.act("key Escape")
    let again = try probe.state { $0["screen"] == "home" && $0["settled"] == "true" }
    #expect(number(again, "offset") == place)

    // Every post is Ann's: wherever the card is, the click is on her picture or opens a thread.
    try display.act("key Home")
    _ = try probe.state {
      $0["screen"] == "home" && $0["offset"] == "0" && $0["settled"] == "true"
    }
    try display.act("mousemove 48 100 click 1")
    let person = try probe.state { $0["screen"] == "person" && $0["settled"] == "true" }
    #expect(person["first"] == "0")
    try display.act("key Next")
    let read = try probe.state { $0["screen"] == "person" && number($0, "offset") > 300 }
    try display.act("mousemove 300 300 click 8")
    _ = try probe.state { $0["screen"] == "home" && $0["offset"] == "0" }
    try display.act("click 9")
    let forward = try probe.state { $0["screen"] == "person" && $0["settled"] == "true" }
    #expect(number(forward, "offset") == number(read, "offset"))
  }

  @Test("The end of a timeline is a place to come back to, and Page Down behind Home counts")
  func end() throws {
    let probe = try open()
    try display.act("key End")
    let left = try probe.state {
      $0["settled"] == "true" && number($0, "offset") > 1000
        && number($0, "offset") + number($0, "viewport") >= number($0, "height")
    }
    try display.act("mousemove 300 300 click 1")
    _ = try probe.state { $0["screen"] == "thread" && $0["settled"] == "true" }
    try display.act("key alt+Left")
    let back = try probe.state { $0["screen"] == "home" && $0["settled"] == "true" }
    #expect(back["offset"] == left["offset"])
    // Page Down behind Home counts from the beginning.
    try display.act("key --delay 1 Home Next")
    _ = try probe.state {
      $0["settled"] == "true" && (1...number(left, "offset") / 2).contains(number($0, "offset"))
    }
  }

  @Test("j marks a post that is in view, also when the reader has scrolled away")
  func keysInView() throws {
    let probe = try open()
    try display.act("key j")
    _ = try probe.state { $0["cursor"] == "0" || $0["cursor"] == "1" }
    try display.act("key Next key Next key Next")
    let away = try probe.state { number($0, "first") > 2 && $0["settled"] == "true" }
    try display.act("key j")
    let down = try probe.state { number($0, "cursor") > 1 && $0["settled"] == "true" }
    #expect(number(down, "cursor") >= number(away, "first"))
  }

  @Test("Back is the end of a timeline again, with the post that the keys are about")
  func keysPost() throws {
    let probe = try open()
    try display.act("key End")
    let left = try probe.state {
      $0["screen"] == "home" && number($0, "offset") > 1000 && $0["settled"] == "true"
    }
    try display.act("key j key Return")
    _ = try probe.state { $0["screen"] == "thread" && $0["settled"] == "true" }
    try display.act("key alt+Left")
    let back = try probe.state { $0["screen"] == "home" && $0["settled"] == "true" }
    #expect(number(back, "offset") == number(left, "offset"))
    // The same post again.
    try display.act("key Return")
    _ = try probe.state { $0["screen"] == "thread" && $0["settled"] == "true" }
  }

  @Test("A timeline opens where it was left, exact from the first frame that shows it")
  func remembered() throws {
    let first = try open()
    try display.act("key Next key Next")
    let left = try first.state { number($0, "offset") > 700 && $0["settled"] == "true" }
    try display.act("key ctrl+q")
    #expect(try first.ended() == 0)
    let second = try ViewerProbe(
      display.probe("viewer", export.path, environment: export.environment))
    let opened = try second.state { $0["screen"] == "home" && $0["settled"] == "true" }
    #expect(opened["first"] == left["first"])
  }
}

/// A Mastodon archive of short posts, written into a folder that is gone when the test is.
private final class TimelineExport {
  let folder: URL
  var path: String { folder.appendingPathComponent("export").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-timeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("export"), withIntermediateDirectories: true)
    let ann = "https://a.example/users/ann"
    let items = (10..<60).map { number in
      """
      {"id":"\(ann)/statuses/\(number)/activity","type":"Create","actor":"\(ann)",
      "published":"2022-11-05T10:\(number):00Z","object":{"id":"\(ann)/statuses/\(number)",
      "type":"Note","published":"2022-11-05T10:\(number):00Z","attributedTo":"\(ann)",
      "content":"<p>Words of post \(number)</p>"}}
      """
    }
    let outbox = """
      {"@context":"https://www.w3.org/ns/activitystreams","id":"outbox.json",
      "type":"OrderedCollection","orderedItems":[\(items.joined(separator: ",\n"))]}
      """
    try Data(outbox.utf8).write(
      to: folder.appendingPathComponent("export").appendingPathComponent("outbox.json"))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Settings and caches of the program under test.
  var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": folder.appendingPathComponent("config").path,
      "XDG_CACHE_HOME": folder.appendingPathComponent("cache").path,
    ]
  }
}
