import Foundation
import Testing

@Suite(
  .timeLimit(.minutes(3)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct WheelMarkTests {
  @Test("The wheel extends what is being marked to what comes below the pointer")
  func extends() throws {
    let display = try Display()
    let export = try PictureExport()
    let probe = ViewerProbe(
      try display.probe("viewer", export.path, environment: export.environment), on: export)
    _ = try probe.state { $0["conversation"] == "Anna" && $0["settled"] == "true" }
    try display.focus("Luge")
    try display.act("key ctrl+Home")
    _ = try probe.state { $0["offset"] == "0" && $0["settled"] == "true" }
    try display.act("mousemove 330 140 mousedown 1 mousemove 335 240 mousemove 336 250")
    let before = try probe.state { $0["to"] != nil }
    func last(_ state: [String: String]) -> Int {
      Int((state["to"] ?? "").prefix { $0 != "/" }) ?? -1
    }
    try display.act("click 5 click 5 click 5")
    let after = try probe.state { $0["offset"] != "0" && last($0) > last(before) }
    #expect(after["from"] == before["from"])
    try display.act("mouseup 1")
  }
}
