import Foundation
import Testing

/// What a reader sees of pointer and focus beside the messages.
@Suite(
  .timeLimit(.minutes(5)),
  .enabled(if: Tools.missing.isEmpty, "not installed: \(Tools.missing)"))
struct PointedRowTests {
  private static let (width, height) = (640, 600)
  private static let accent: UInt32 = 0x00796B
  private let display: Display
  private let export: PictureExport

  init() throws {
    display = try Display()
    export = try PictureExport()
  }

  /// Returns how many pixels differ between two pictures in a band of the side list.
  private func difference(_ first: [UInt32], _ second: [UInt32], lines: Range<Int>) -> Int {
    lines.reduce(0) { sum, y in
      sum + (0..<200).count { first[y * Self.width + $0] != second[y * Self.width + $0] }
    }
  }

  private func pixels() throws -> [UInt32] {
    try display.pixels(width: Self.width, height: Self.height)
  }

  private func waits(_ what: Comment, until isTrue: () throws -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 30)
    while try !isTrue() { try #require(Date() < end, what) }
  }

  @Test("A conversation under the pointer is marked, and more so while it is pressed")
  func row() throws {
    let probe = try ViewerProbe(opening: export, on: display)
    defer { probe.stop() }
    try display.act("mousemove 500 500")
    let (second, fourth) = (114..<172, 240..<290)
    var plain: [UInt32] = []
    try waits("the window is not at rest") {
      let now = try pixels()
      defer { plain = now }
      return now == plain
    }
    try display.act("mousemove 100 144")
    try waits("nothing shows under the pointer") {
      try difference(plain, pixels(), lines: second) > 5000
    }
    let pointed = try pixels()
    #expect(difference(plain, pointed, lines: fourth) == 0)
    try display.act("mousedown 1")
    try waits("a press does not show") {
      try difference(pointed, pixels(), lines: second) > 5000
    }
    // A press that ends elsewhere is none.
    try display.act("mousemove 500 500 mouseup 1")
    try waits("the mark stays") { try difference(plain, pixels(), lines: second) == 0 }
  }

  @Test("A button of the title with the keys has a ring in the accent's colour")
  func ring() throws {
    let probe = try ViewerProbe(opening: export, on: display)
    defer { probe.stop() }
    var most = 0
    let end = Date(timeIntervalSinceNow: 60)
    // On a busy machine the ring may be seen only when Tab comes by again.
    while most < 100, Date() < end {
      try display.act("key Tab")
      display.rest(100)
      let now = try pixels()
      let count = (0..<51).reduce(0) { sum, y in
        sum + (Self.width - 160..<Self.width).count { now[y * Self.width + $0] == Self.accent }
      }
      most = max(most, count)
    }
    #expect(most >= 100, "\(most) pixels")
  }

  @Test("The welcome page has the program's icon")
  func icon() throws {
    let probe = ViewerProbe(try display.probe("viewer", environment: export.environment))
    defer { probe.stop() }
    // Its green is nowhere else; the ring of a button has a single colour.
    try waits("no icon") {
      let greens = try pixels().filter { color in
        let (red, green, blue) = (color >> 16, color >> 8 & 255, color & 255)
        return color != Self.accent && red < 80 && green > red + 50 && blue > red + 30
      }
      return greens.count > 1200
    }
  }
}
