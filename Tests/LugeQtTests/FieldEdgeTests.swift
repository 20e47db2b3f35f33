import Foundation
import LugeCore
import Testing

/// Edges of text fields, which tell where to write.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct FieldEdgeTests {
  @Test("A field without the keys has a visible edge", arguments: ["light", "dark"])
  func edges(appearance: String) throws {
    let display = try Display()
    let export = try PictureExport()
    let settings = export.folder.appendingPathComponent("config/luge")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data(#"{"appearance": "\#(appearance)"}"#.utf8).write(
      to: settings.appendingPathComponent("settings.json"))
    let probe = try ViewerProbe(opening: export, on: display)
    defer { probe.stop() }
    try display.act("key ctrl+g")
    try display.focus("Date")
    try display.act("key Tab")
    let end = Date(timeIntervalSinceNow: 30)
    while try edges(on: display) < 2 { try #require(Date() < end, "edges are not visible") }
  }

  /// Returns how many rows of pixels have a line as long as a field, one pixel thick, that stands
  /// out from what is above and below it.
  private func edges(on display: Display) throws -> Int {
    let (width, height) = (1000, 900)
    let fieldWidth = 180
    let pixels = try display.pixels(width: width, height: height)
    func color(_ x: Int, _ y: Int) -> RGBA { RGBA(pixels[y * width + x]) }
    func standsOut(_ x: Int, _ y: Int) -> Bool {
      let line = color(x, y)
      return line.contrast(to: color(x, y - 2)) >= 2.5 && line.contrast(to: color(x, y + 2)) >= 2.5
    }
    // The edge of a field with the keys is thicker.
    func isThin(_ x: Int, _ y: Int) -> Bool {
      pixels[(y - 1) * width + x] != pixels[y * width + x]
        && pixels[(y + 1) * width + x] != pixels[y * width + x]
    }
    return (2..<height - 2).count { y in
      var length = 0
      for x in 1..<width {
        let goesOn = pixels[y * width + x] == pixels[y * width + x - 1]
        length = goesOn && isThin(x, y) && standsOut(x, y) ? length + 1 : 0
        if length == fieldWidth { return true }
      }
      return false
    }
  }
}
