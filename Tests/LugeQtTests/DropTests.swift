import Foundation
import Testing

/// Files that another program drags onto the window.
@Suite(
  .timeLimit(.minutes(3)),
  .enabled(if: DragSource.missing.isEmpty, "not installed: \(DragSource.missing)"))
struct DropTests {
  private let display: Display
  private let export: PictureExport

  init() throws {
    display = try Display()
    export = try PictureExport()
  }

  /// What the source hears, once there is a window that takes drags: of the drag, and of the drop.
  ///
  /// - Parameter addresses: what is dragged, one address per line; nil for the export.
  private func drag(
    _ actions: [String], _ addresses: String? = nil, to place: (x: Int, y: Int) = (300, 300)
  ) throws -> [[String]] {
    try display.act("search --sync --onlyvisible --name Luge")
    let end = Date(timeIntervalSinceNow: 30)
    while true {
      let source = try RunningProgram(
        DragSource.python,
        [DragSource.script, "\(place.x)", "\(place.y)", addresses ?? export.path] + actions,
        environment: display.environment)
      guard let status = try? source.expect("status ", seconds: 20), !status.isEmpty else {
        if Date() > end { throw ToolError(description: "nobody takes drags") }
        continue
      }
      guard status.first == "yes" else { return [status] }
      return [status, try source.expect("finished ", seconds: 20)]
    }
  }

  @Test(
    "A drop is a copy, whatever the source proposes: it never removes the reader's export",
    arguments: [
      ["XdndActionMove", "XdndActionCopy"], ["XdndActionCopy", "XdndActionMove"],
      ["XdndActionLink", "XdndActionMove", "XdndActionCopy"],
    ])
  func copies(actions: [String]) throws {
    let probe = ViewerProbe(
      try display.probe("viewer", environment: export.environment), on: export)
    #expect(try drag(actions) == [["yes", "XdndActionCopy"], ["yes", "XdndActionCopy"]])
    _ = try probe.state { $0["conversation"] == "Anna" }
    #expect(FileManager.default.fileExists(atPath: export.path))
  }

  @Test(
    "What may be moved alone is not taken",
    arguments: [["XdndActionMove"], ["XdndActionLink", "XdndActionMove"]])
  func moves(actions: [String]) throws {
    let probe = try display.probe("viewer", environment: export.environment)
    defer { probe.stop() }
    #expect(try drag(actions).first?.first == "no")
  }

  @Test("An address may name this computer", arguments: [false, true])
  func host(isOwn: Bool) throws {
    let own = try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
    let name = isOwn ? own.trimmingCharacters(in: .whitespacesAndNewlines) : "localhost"
    let probe = ViewerProbe(
      try display.probe("viewer", environment: export.environment), on: export)
    #expect(try drag(["XdndActionCopy"], "file://\(name)\(export.path)").count == 2)
    _ = try probe.state { $0["conversation"] == "Anna" }
  }

  @Test(
    "What names no file of this computer is not taken: the export is not opened in its place",
    arguments: [
      "file://PATH", "file://other.example/PATH", "file:///PATH%00.json", "file:name.json",
    ])
  func foreign(address: String) throws {
    let probe = try display.probe("viewer", environment: export.environment)
    defer { probe.stop() }
    let path = String(export.path.dropFirst())
    let addresses = address.replacing("PATH", with: path)
    #expect(try drag(["XdndActionCopy"], addresses).first?.first == "no")
  }

  @Test("Several exports that are dropped become one archive")
  func several() throws {
    let probe = ViewerProbe(
      try display.probe("viewer", environment: export.environment), on: export)
    let addresses = try ["Eve", "Bob"].enumerated().map { index, name in
      let url = export.folder.appendingPathComponent("\(name).json")
      let text = """
        {"name": "\(name)", "type": "personal_chat", "id": \(index + 70), "messages": [
        {"id": 1, "type": "message", "date_unixtime": "171740000\(index)", "from": "\(name)",
         "from_id": "user\(index)", "text": "Hello"}]}
        """
      try Data(text.utf8).write(to: url)
      return "file://\(url.path)"
    }
    #expect(try drag(["XdndActionCopy"], addresses.joined(separator: "\n")).count == 2)
    _ = try probe.state { $0["conversation"] == "Bob" }
  }

  @Test("A notice comes and goes above the messages, and they stay where they are on the screen")
  func notice() throws {
    let file = export.folder.appendingPathComponent("nothing.bin")
    try Data([0, 1, 2, 3]).write(to: file)
    let probe = try ViewerProbe(opening: export, on: display)
    defer { probe.stop() }
    func number(_ name: String, _ state: [String: String]) -> Int { Int(state[name] ?? "") ?? -1 }
    try display.act("key ctrl+Home")
    _ = try probe.state { $0["first"] == "0" && $0["settled"] == "true" }
    try display.act("key Next key Next")
    let before = try probe.state { number("first", $0) > 20 && $0["settled"] == "true" }
    #expect(try drag(["XdndActionCopy"], file.path).count == 2)
    let during = try probe.state { $0["notice"]?.hasPrefix("This_could_not") == true }
    let bar = number("viewport", before) - number("viewport", during)
    #expect(bar > 20)
    #expect(number("offset", during) == number("offset", before) + bar)
    // Its cross.
    try display.act("mousemove 622 71 click 1")
    let after = try probe.state { $0["notice"] == nil && $0["settled"] == "true" }
    #expect(number("offset", after) == number("offset", before))
  }

  @Test("What the window says of a drag goes away though the dragging program ended over it")
  func ended() throws {
    let probe = try ViewerProbe(opening: export, on: display)
    defer { probe.stop() }
    try display.act("mousemove 300 420")
    display.rest(100)
    let before = try display.pixels(width: 600, height: 600)
    /// Waits until more or fewer than half of the pixels are others.
    func wait(isCovered: Bool) throws {
      let end = Date(timeIntervalSinceNow: 20)
      while Date() < end {
        let now = try display.pixels(width: 600, height: 600)
        let changed = zip(before, now).count { $0 != $1 }
        if (changed > before.count / 2) == isCovered { return }
      }
      throw ToolError(description: isCovered ? "nothing is said" : "it stays")
    }
    for act in ["key shift", "mousemove 310 430", "click 1"] {
      let source = try RunningProgram(
        DragSource.python,
        [DragSource.script, "300", "300", export.path, "--die", "XdndActionCopy"],
        environment: display.environment)
      #expect(try source.expect("status ", seconds: 20) == ["yes", "XdndActionCopy"])
      try wait(isCovered: true)
      try display.act(act)
      try wait(isCovered: false)
    }
    // A later drag is taken as any other.
    #expect(try drag(["XdndActionCopy"]).count == 2)
    _ = try probe.state { $0["conversation"] == "Anna" }
  }

  @Test("A window that was moved takes drags where it is now")
  func moved() throws {
    let probe = ViewerProbe(
      try display.probe("viewer", environment: export.environment), on: export)
    try display.act("search --sync --onlyvisible --name Luge windowsize --sync 900 640")
    try display.act("search --onlyvisible --name Luge windowmove --sync 60 220")
    #expect(try drag(["XdndActionCopy"], to: (300, 800)).count == 2)
    _ = try probe.state { $0["conversation"] == "Anna" }
  }

  @Test("While dropped files are looked at, the window says so until something else is opened")
  func looking() throws {
    let probe = try ViewerProbe(opening: export, on: display)
    defer { probe.stop() }
    for isEscaped in [true, false] {
      let slow = export.folder.appendingPathComponent("slow-\(isEscaped).json").path
      // Whoever opens the file waits, until its owner lets go of it.
      let lease = try FileLease(slow)
      defer { lease.end() }
      _ = try drag(["XdndActionCopy"], "file://\(slow)\nfile://\(export.path)")
      _ = try probe.state { $0["notice"] == "Looking_at_2_files" && $0["conversation"] == "Anna" }
      if isEscaped {
        try display.act("key Escape")
      } else {
        _ = try drag(["XdndActionCopy"])
      }
      _ = try probe.state { $0["notice"] == nil && $0["conversation"] == "Anna" }
    }
  }
}

/// A file that nobody else can open, as on a disk that does not answer.
private final class FileLease {
  private let descriptor: Int32

  /// Makes the file.
  init(_ path: String) throws {
    signal(SIGIO, SIG_IGN)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    // A program that is being started beside this test has the file open for a moment.
    for _ in 0..<1000 {
      // F_SETLEASE
      if fcntl(descriptor, 1024, Int32(F_WRLCK)) == 0 { return }
      guard errno == EAGAIN else { break }
      usleep(10_000)
    }
    throw ToolError(description: "no lease: \(errno)")
  }

  func end() { close(descriptor) }
}
