import Foundation
import LugeTestSupport
import Testing

/// What the window's menus, its pictures and its bars do in a room: the same as in an archive.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct RoomLookTests {
  private let display: Display
  private let folder: TemporaryFolder

  init() throws {
    display = try Display(width: 1100, height: 900)
    folder = try TemporaryFolder()
  }

  private var environment: [String: String] {
    [
      "XDG_CONFIG_HOME": "\(folder.path)/config", "XDG_DATA_HOME": "\(folder.path)/data",
      "XDG_CACHE_HOME": "\(folder.path)/cache",
    ]
  }

  private func focus() throws {
    try display.focus("Garden")
  }

  /// Turns the wheel with Control, over a place of the window.
  private func zoomIn(at x: Int, _ y: Int) throws {
    try display.act("mousemove \(x) \(y) sleep 0.2 keydown ctrl click 4 keyup ctrl")
  }

  /// Chooses an entry of the menu View by its letters.
  private func view(_ letters: String) throws {
    try display.act("key alt+v")
    try display.act("key --delay 150 \(letters)")
  }

  @Test("The menu View and the wheel change a room, its thread and the side list at once")
  func look() throws {
    let probe = try display.probe("roomlook", folder.path, environment: environment)
    #expect(try probe.expect("ready ") == ["animates=true"])
    try focus()
    try display.act("search --onlyvisible --name Garden windowsize --sync 1100 800")
    display.rest(300)
    try display.act("key ctrl+plus")
    #expect(try probe.expect("zoomed=").first == "true")
    try zoomIn(at: 950, 300)
    #expect(try probe.expect("zoomed=").first == "true")
    try zoomIn(at: 120, 300)
    #expect(try probe.expect("zoomed=").first == "true")
    #expect(try probe.expect("again=") == ["1.5"])
    try view("a d")
    #expect(try probe.expect("dark=") == ["true"])
    try view("m")
    #expect(try probe.expect("still=") == ["true", "fades=true"])
    try view("m")
    #expect(try probe.expect("moves=") == ["true"])
    try view("u")
    #expect(try probe.expect("plays=") == ["true"])
  }

  @Test("Where the desktop asks for reduced motion, rooms and their details have it")
  func still() throws {
    let settings = "\(folder.path)/config/gtk-3.0"
    try FileManager.default.createDirectory(
      atPath: settings, withIntermediateDirectories: true)
    try Data("[Settings]\ngtk-enable-animations=false\n".utf8)
      .write(to: URL(fileURLWithPath: "\(settings)/settings.ini"))
    let probe = try display.probe("roomstill", folder.path, environment: environment)
    #expect(try probe.expect("room=") == ["true", "side=true"])
    try focus()
    try display.act("key ctrl+shift+d")
    #expect(try probe.expect("details=") == ["true"])
  }

  @Test("While the machine saves power, animations of a chat rest, unless they need not")
  func power() throws {
    let place = "\(folder.path)/firmware/acpi"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data("low-power\n".utf8).write(to: URL(fileURLWithPath: "\(place)/platform_profile"))
    let probe = try display.probe("chatpower", folder.path, environment: environment)
    #expect(try probe.expect("power ") == ["rests=true", "plays=true"])
  }

  @Test(
    "A room's picture gets the keys and the menu, and pauses all lists; it goes with its room",
    .enabled(if: Tools.path(of: "xclip") != nil, "no xclip"))
  func picture() throws {
    let probe = try display.probe("roompicture", folder.path, environment: environment)
    #expect(try probe.expect("open=", seconds: 90) == ["true", "covered=true"])
    try focus()
    try display.act("key F6")
    display.rest(200)
    try display.act("key ctrl+c")
    var copied: Data?
    for _ in 0..<100 where copied?.isEmpty ?? true {
      copied = try? display.clipboard("image/png")
      if copied?.isEmpty ?? true { display.rest(100) }
    }
    #expect(copied?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    // What came meanwhile is not read.
    #expect(try probe.expect("behind=", seconds: 60) == ["true"])
    try display.act("key Escape")
    #expect(
      try probe.expect("closed=") == ["true", "reached=false", "covered=false", "read=true"])
    try view("l")
    #expect(try probe.expect("network=") == ["true"])
    #expect(
      try probe.expect("thread=") == ["true", "covered=true", "network=true", "left=true"])
  }

  @Test("The reason why nothing can be written waits behind a selection, and comes back")
  func bars() throws {
    let probe = try display.probe("roombars", folder.path, environment: environment)
    #expect(try probe.expect("silent=") == ["true", "selected=true"])
    try focus()
    try display.act("key Escape")
    #expect(try probe.expect("back=") == ["true"])
    #expect(try probe.expect("kept=") == ["true"])
    #expect(try probe.expect("free=") == ["true"])
    #expect(try probe.expect("under=") == ["true"])
  }
}
