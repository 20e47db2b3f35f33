import Foundation
import Testing

/// The program's window, driven by the mouse and the keys of a real X server.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct ViewerWindowTests {
  let display: Display
  let export: PictureExport
  let probe: RunningProgram

  init() throws {
    display = try Display()
    export = try PictureExport()
    probe = try display.probe("viewer", export.path, environment: export.environment)
  }

  /// What the window says of itself, by name.
  private typealias State = [String: String]

  /// The next state at rest that is as wanted.
  private func state(where isWanted: (State) -> Bool) throws -> State {
    while true {
      var state: State = [:]
      for word in try probe.expect("state ", seconds: 60) {
        let parts = word.split(separator: "=", maxSplits: 1)
        if parts.count == 2 { state[String(parts[0])] = String(parts[1]) }
      }
      if isWanted(state) { return state }
    }
  }

  private func opened() throws -> State {
    let state = try state {
      $0["conversation"] == "Anna" && $0["settled"] == "true" && number($0, "height") > 1000
    }
    try display.focus("Luge")
    return state
  }

  private func number(_ state: State, _ name: String) -> Int { Int(state[name] ?? "") ?? -1 }

  /// Pixels from the end of the list to the viewport's bottom.
  private func rest(_ state: State) -> Int {
    number(state, "height") - number(state, "offset") - number(state, "viewport")
  }

  // MARK: Opening

  /// The second time the menu bar's height is known, and the menus come after the first frame.
  @Test("A list that begins before its window keeps its size and its place when the menus come")
  func ahead() throws {
    // The export is imported by now, so that there is an archive.
    _ = try opened()
    probe.stop()
    let cache = try #require(export.environment["XDG_CACHE_HOME"])
    let found = FileManager.default.subpaths(atPath: cache)?.first { $0.hasSuffix(".luge") }
    let archive = "\(cache)/\(try #require(found))"
    var places: [[String]] = []
    for _ in 0..<2 {
      let ahead = try display.probe("ahead", archive, environment: export.environment)
      places.append(try ahead.expect("first ", seconds: 60))
      places.append(try ahead.expect("rest ", seconds: 60))
      #expect(try ahead.finish() == 0)
    }
    #expect(places.first?.count == 3)
    #expect(Set(places).count == 1, "\(places)")
  }

  // MARK: Pictures

  @Test("A click shows the picture; keys, wheel and double click move and zoom; Escape goes back")
  func picture() throws {
    _ = try opened()
    // The portrait photo is above the missing picture and the answer.
    try display.act("mousemove 510 250 click 1")
    let first = try state { $0["picture"] == "1" && $0["pictures"] == "3" && $0["bitmap"] != "0" }
    #expect(first["fitted"] == "true")
    #expect(first["width"] == first["bitmap"], "decoded at the size it is shown at")
    #expect(number(first, "width") < 300, "portrait, in a window of 600 points")

    try display.act("key Left")
    let second = try state { $0["picture"] == "0" && $0["bitmap"] != "0" }
    #expect(second["width"] == second["bitmap"])
    #expect(number(second, "width") > 500)

    try display.act("mousemove 320 330 click 4 click 4 click 4")
    let zoomed = try state {
      // All three notches, and decoded anew for it.
      number($0, "width") > number(second, "width") * 18 / 10
        && number($0, "bitmap") >= number($0, "width")
    }
    #expect(zoomed["fitted"] == "false")
    try display.act("mousedown 1 mousemove 400 380 mouseup 1")
    let panned = try state { $0["x"] != zoomed["x"] }
    #expect(number(panned, "x") > number(zoomed, "x"))
    #expect(panned["width"] == zoomed["width"])
    try display.act("mousemove 320 330 click --repeat 2 --delay 60 1")
    let fitted = try state { $0["fitted"] == "true" }
    #expect(fitted["width"] == second["width"])
    try display.act("key plus")
    #expect(number(try state { $0["fitted"] == "false" }, "width") > number(second, "width"))

    try display.act("key End")
    #expect(try state { $0["picture"] == "2" && $0["problem"] == "yes" }["bitmap"] == "0")
    try display.act("key Escape")
    #expect(try state { $0["picture"] == nil }["conversation"] == "Anna")
  }

  @Test("The buttons of the viewer react to the mouse, and so does the ground beside a picture")
  func buttons() throws {
    _ = try opened()
    try display.act("mousemove 510 250 click 1")
    _ = try state { $0["picture"] == "1" && $0["pictures"] == "3" && $0["bitmap"] != "0" }
    try display.act("mousemove 30 340 sleep 0.2 click 1")
    _ = try state { $0["picture"] == "0" }
    try display.act("mousemove 610 340 sleep 0.2 click 1")
    _ = try state { $0["picture"] == "1" && $0["bitmap"] != "0" }
    // Beside the portrait picture, above the arrow's edge region.
    try display.act("mousemove 120 340 click 1")
    _ = try state { $0["picture"] == nil }
  }

  @Test("Save As writes the file as it is, where the dialog says")
  func saves() throws {
    _ = try opened()
    try display.act("mousemove 510 250 click 1")
    _ = try state { $0["picture"] == "1" && $0["pictures"] == "3" && $0["bitmap"] != "0" }
    let target = export.folder.appendingPathComponent("saved.png")
    try display.act("key s")
    try display.focus("picture")
    display.rest(500)
    try display.act("key ctrl+a type --delay 10 \(target.path)")
    display.rest(200)
    try display.act("key Return")
    let end = Date(timeIntervalSinceNow: 20)
    while !FileManager.default.fileExists(atPath: target.path), Date() < end {
      Thread.sleep(forTimeInterval: 0.05)
    }
    let original = try Data(contentsOf: export.folder.appendingPathComponent("b.png"))
    #expect(try Data(contentsOf: target) == original)
  }

  // MARK: The list

  @Test("Go to Date shows the first message of the day that the dialog says")
  func goToDate() throws {
    #expect(rest(try opened()) == 0)
    try display.act("key ctrl+g")
    try display.focus("Date")
    // The date that it begins with is that of the messages.
    display.rest(500)
    try display.act("key Return")
    let there = try state { $0["settled"] == "true" && $0["first"] == "0" }
    #expect(rest(there) > number(there, "viewport"))
  }

  @Test("A date typed in one go is the one that is gone to, brought into the range")
  func typedDate() throws {
    #expect(rest(try opened()) == 0)
    try display.act("key ctrl+g")
    try display.focus("Date")
    display.rest(500)
    try display.act("type --delay 15 31feb2020")
    // No date: nothing to go to, and the dialog stays.
    display.rest(300)
    try display.act("key Return")
    display.rest(300)
    try display.act("key ctrl+a type --delay 15 20jun1999")
    display.rest(300)
    try display.act("key Return")
    let there = try state { $0["settled"] == "true" && $0["first"] == "0" }
    #expect(rest(there) > number(there, "viewport"))
  }

  @Test("Alt+Left leads back to where a jump began, Alt+Right on again, several deep")
  func wayBack() throws {
    #expect(rest(try opened()) == 0)
    try display.act("mousemove 520 537 click 1")
    _ = try state { $0["settled"] == "true" && $0["first"] == "0" }
    try display.act("key ctrl+End")
    _ = try state { $0["settled"] == "true" && rest($0) == 0 }
    try display.act("key alt+Left")
    let quoted = try state { $0["settled"] == "true" && $0["first"] == "0" }
    try display.act("key alt+Left")
    _ = try state { $0["settled"] == "true" && rest($0) == 0 }
    try display.act("key alt+Right")
    let again = try state { $0["settled"] == "true" && $0["first"] == "0" }
    #expect(again["offset"] == quoted["offset"])
  }

  @Test("Home and End leave a place to go back to, but not where the list is there already")
  func edges() throws {
    #expect(rest(try opened()) == 0)
    try display.act("key Home")
    _ = try state { $0["settled"] == "true" && $0["offset"] == "0" }
    try display.act("key Home sleep 0.3 key alt+Left")
    _ = try state { $0["settled"] == "true" && rest($0) == 0 }
    try display.act("key alt+Right")
    _ = try state { $0["settled"] == "true" && $0["offset"] == "0" }
    try display.act("key End")
    _ = try state { $0["settled"] == "true" && rest($0) == 0 }
    try display.act("key alt+Left")
    _ = try state { $0["settled"] == "true" && $0["offset"] == "0" }
  }

  @Test("A quote leads to the message it quotes, the jump button back to the newest")
  func quoteAndJump() throws {
    let start = try opened()
    #expect(rest(start) == 0)
    // The answer is the last message, its quote the upper half.
    try display.act("mousemove 520 537 click 1")
    let quoted = try state { $0["settled"] == "true" && $0["first"] == "0" }
    #expect(rest(quoted) > number(quoted, "viewport"))
    // Over words it is gone soon after the list has come to rest: moving the list brings it back.
    try display.act("mousemove 592 565 click 5 sleep 0.3 click 1")
    let end = try state { $0["settled"] == "true" && rest($0) == 0 }
    #expect(end["conversation"] == "Anna")
  }

  @Test("The jump button is there after a way towards the beginning, too")
  func jumpAfterReadingUp() throws {
    _ = try opened()
    try display.act("mousemove 520 300 click --repeat 25 --delay 20 4 sleep 0.5")
    _ = try state { $0["settled"] == "true" && rest($0) > number($0, "viewport") }
    // Within the time before it fades: the list moves once more.
    try display.act("click 4 sleep 0.3 mousemove 592 565 click 1")
    _ = try state { $0["settled"] == "true" && rest($0) == 0 }
  }

  @Test("Space and Shift-Space turn pages")
  func pages() throws {
    let start = try opened()
    try display.act("key shift+space")
    let above = try state { $0["settled"] == "true" && rest($0) > 0 }
    // A page less a line of 40 points, whatever was measured anew meanwhile.
    #expect(rest(above) == number(start, "viewport") - 40)
    try display.act("key space")
    #expect(rest(try state { $0["settled"] == "true" && rest($0) == 0 }) == 0)
  }

  @Test("An animated picture moves in its row, and rests when it is told to")
  func animation() throws {
    _ = try opened()
    try display.act("mousemove 100 205 sleep 0.3 click 1")
    _ = try state { $0["conversation"] == "Cara" && $0["settled"] == "true" }
    let (width, height) = (640, 600)
    func colors(seconds: Double) throws -> Set<UInt32> {
      var seen: Set<UInt32> = []
      let end = Date(timeIntervalSinceNow: seconds)
      while Date() < end {
        let pixels = try display.pixels(width: width, height: height)
        for color in [0xFF0000, 0x0000FF] as [UInt32] where pixels.contains(color) {
          seen.insert(color)
        }
        if seen.count == 2 { break }
      }
      return seen
    }
    #expect(try colors(seconds: 10) == [0xFF0000, 0x0000FF])
    // View, Animate Pictures.
    try display.act("key alt+v")
    try display.act("key --delay 100 m")
    #expect(try colors(seconds: 1.5).count == 1, "at rest")
  }

  @Test("A click in the side list shows the conversation; a short one has no scroll bar")
  func sideList() throws {
    _ = try opened()
    try display.act("search --onlyvisible --name Luge windowsize 900 600")
    _ = try state { number($0, "viewport") > 0 }
    try display.act("mousemove 100 145 sleep 0.5 click 1")
    let short = try state { $0["conversation"] == "Ben" && $0["settled"] == "true" }
    #expect(number(short, "height") <= number(short, "viewport"))
    // Where the bar would be, the list's ground is.
    let pixels = try display.pixels(width: 900, height: 600)
    let column = (60..<560).map { pixels[$0 * 900 + 892] }
    #expect(Set(column) == [0xE4ECEC], "\(Set(column).map { String($0, radix: 16) })")
  }
}
