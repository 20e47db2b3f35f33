import Foundation
import LocalServer
import LugeLab
import Synchronization
import Testing

/// The picture viewer's keys, and pictures from the network, by what a person does.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ViewerKeyTests {
  private let display: Display

  init() throws { display = try Display() }

  private func open(_ export: PictureExport) throws -> (ViewerProbe, [String: String]) {
    let probe = try ViewerProbe(
      display.probe("viewer", export.path, environment: export.environment), on: export)
    let state = try probe.state {
      $0["conversation"] == "Anna" && $0["settled"] == "true"
        && (Int($0["height"] ?? "") ?? 0) > 1000
    }
    try display.focus("Luge")
    return (probe, state)
  }

  /// Pixels from the end of the list to the viewport's bottom.
  private func rest(_ state: [String: String]) -> Int {
    func number(_ name: String) -> Int { Int(state[name] ?? "") ?? -1 }
    return number("height") - number("offset") - number("viewport")
  }

  /// Asks until there is an answer, for somebody else is still at it.
  private func eventually<Value>(_ ask: () throws -> Value?) throws -> Value {
    let end = Date(timeIntervalSinceNow: 30)
    while Date() < end {
      if let value = try ask() { return value }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw ToolError(description: "it never came")
  }

  @Test(
    "Ctrl+C copies the picture in the viewer as large as it is, and what is marked in the list",
    .enabled(if: Tools.path(of: "xclip") != nil, "not installed: xclip"))
  func copies() throws {
    let (probe, _) = try open(try PictureExport())
    try display.act("mousemove 510 250 click 1")
    _ = try probe.state { $0["picture"] == "1" && $0["bitmap"] != "0" }
    // In the viewer there is nothing to mark, least of all behind it.
    try display.act("key ctrl+a")
    try display.act("key ctrl+c")
    let png = try eventually { try display.clipboard("image/png") }
    // Width and height stand in the first chunk.
    func number(at place: Int) -> Int { png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    try #require(png.count > 24)
    #expect(number(at: 16) == 600 && number(at: 20) == 1200)
    let files = try #require(try display.clipboard("text/uri-list"))
    #expect(String(decoding: files, as: UTF8.self).contains("/b.png"))

    try display.act("key Escape")
    _ = try probe.state { $0["picture"] == nil }
    try display.act("key ctrl+a")
    try display.act("key ctrl+c")
    let text = try eventually { () -> String? in
      let data = try display.clipboard("UTF8_STRING")
      let text = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
      return text.contains("Words 60") ? text : nil
    }
    #expect(text.contains("Words 1\n"))
  }

  @Test("The list follows to the picture that was seen last, and only then")
  func follows() throws {
    let (probe, start) = try open(try PictureExport(early: true))
    try display.act("mousemove 510 250 click 1")
    _ = try probe.state { $0["picture"] == "2" && $0["pictures"] == "4" && $0["bitmap"] != "0" }
    try display.act("key Escape")
    let back = try probe.state { $0["picture"] == nil }
    #expect(rest(back) == 0 && back["first"] == start["first"])
    // Elsewhere, or it would be a double click.
    try display.act("mousemove 510 320 click 1")
    _ = try probe.state { $0["picture"] == "2" && $0["bitmap"] != "0" }
    try display.act("key Home")
    _ = try probe.state { $0["picture"] == "0" && $0["bitmap"] != "0" }
    try display.act("key Escape")
    let there = try probe.state {
      $0["picture"] == nil && $0["settled"] == "true" && (Int($0["first"] ?? "") ?? 99) <= 4
    }
    #expect(there["conversation"] == "Anna")
  }

  @Test("Screen readers find the picture and the viewer's buttons")
  func accessible() throws {
    let (probe, _) = try open(try PictureExport())
    try display.act("mousemove 510 250 click 1")
    let state = try probe.state {
      $0["picture"] == "1" && ($0["accessible"] ?? "").contains("picture_Picture_2_of_3,_Anna")
    }
    let items = (state["accessible"] ?? "").split(separator: "|")
    #expect(
      Set(items.dropFirst()) == [
        "button_Close", "button_Open_in_Another_Program", "button_Copy_Picture",
        "button_Save_As…", "button_Previous_Picture", "button_Next_Picture",
      ])
    let pressed = try display.probe("accessible")
    #expect(try pressed.finish() == 0)
    #expect(
      pressed.lines == [
        "before 0", "item picture A hut in the snow", "item button Close", "item text Ünï",
        "press -1 false",
        "press 0 false", "pressed 1", "press 1 true", "press 2 false", "press 3 false",
        "item button Next", "left 0",
      ])
  }

  @Test("An animated picture rests where the desktop's settings ask that nothing moves")
  func stillness() throws {
    let export = try PictureExport()
    let settings = export.folder.appendingPathComponent("config")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("[KDE]\nAnimationDurationFactor=0\n".utf8).write(
      to: settings.appendingPathComponent("kdeglobals"))
    let (probe, _) = try open(export)
    try display.act("mousemove 100 205 sleep 0.3 click 1")
    _ = try probe.state { $0["conversation"] == "Cara" && $0["settled"] == "true" }
    let colors: Set<UInt32> = [0xFF0000, 0x0000FF]
    func shown() throws -> Set<UInt32> {
      colors.intersection(try display.pixels(width: 640, height: 600))
    }
    let first = try eventually { try shown().first }
    // Its frames change every tenth of a second.
    for _ in 0..<8 {
      Thread.sleep(forTimeInterval: 0.13)
      #expect(try shown() == [first])
    }
  }

  @Test("A picture on the network is fetched by a click, and tried again by another")
  func network() throws {
    let made = try PictureExport()
    let bytes = [UInt8](try Data(contentsOf: made.folder.appendingPathComponent("b.png")))
    let isWell = Mutex(false)
    let server = try LocalHTTPServer { _ in
      isWell.withLock { $0 } ? .init(body: bytes) : .init(status: 503)
    }
    defer { server.stop() }
    let (probe, start) = try open(try PictureExport(remote: server.address + "/b.png"))
    // The missing file below it, and this one.
    if start["failed"] != "2" { _ = try probe.state { $0["failed"] == "2" } }
    #expect(server.counts.connections == 0, "nobody has asked for it")

    try display.act("mousemove 510 250 click 1")
    _ = try probe.state { $0["failed"] == "1" }
    _ = try probe.state { $0["failed"] == "2" }
    #expect(server.counts.requests == 3)
    isWell.withLock { $0 = true }
    try display.act("mousemove 510 330 click 1")
    let there = try probe.state { $0["failed"] == "1" && $0["settled"] == "true" }
    #expect(there["picture"] == nil, "a click on what is not there opens nothing")
    let blue: UInt32 = 0x2060C0
    _ = try eventually {
      try display.pixels(width: 640, height: 600).count { $0 == blue } > 5000 ? true : nil
    }
    #expect(server.counts.requests == 4)
    // And is looked at like any other.
    try display.act("mousemove 510 250 click 1")
    _ = try probe.state { $0["picture"] == "1" && $0["bitmap"] != "0" }
    // All of it, though nobody had said how large it is, and from what was kept.
    let pixels = try display.pixels(width: 640, height: 600)
    #expect(pixels.count { $0 == blue } > 240 * 480)
    try display.act("key ctrl+c")
    if Tools.path(of: "xclip") != nil {
      let png = try eventually { try display.clipboard("image/png") }
      func number(at place: Int) -> Int { png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
      try #require(png.count > 24)
      #expect(number(at: 16) == 600 && number(at: 20) == 1200)
    }
    #expect(server.counts.requests == 4)
  }
}
