import Testing

@testable import LugeCore

@Suite("Rows read from right to left")
struct MirroredRowTests {
  private let ink = ThemeColor(0x102030, dark: 0x102030)

  private func row(_ commands: [DrawCommand]) -> RowLayout {
    RowLayout(size: PixelSize(width: 100, height: 40), drawList: DrawList(commands))
  }

  @Test("What stood at the left stands as far from the right, with its corners changed over")
  func places() throws {
    let radii = CornerRadii(topLeft: 1, topRight: 2, bottomRight: 3, bottomLeft: 4)
    var layout = row([
      .rectangle(Rect(x: 10, y: 5, width: 20, height: 8), fill: ink),
      .roundedRectangle(Rect(x: 0, y: 0, width: 40, height: 40), radii, fill: ink, stroke: nil),
    ])
    layout.hitRegions = [HitRegion(Rect(x: 70, y: 1, width: 30, height: 9), .custom("more"))]
    layout.body = RowBody(Rect(x: 4, y: 0, width: 50, height: 40), radii)
    let mirrored = layout.mirrored()
    guard case .rectangle(let rect, _) = mirrored.drawList.commands[0],
      case .roundedRectangle(let round, let corners, _, _) = mirrored.drawList.commands[1]
    else {
      Issue.record("other commands")
      return
    }
    #expect(rect == Rect(x: 70, y: 5, width: 20, height: 8))
    #expect(round == Rect(x: 60, y: 0, width: 40, height: 40))
    #expect(corners == CornerRadii(topLeft: 2, topRight: 1, bottomRight: 4, bottomLeft: 3))
    #expect(mirrored.hitRegions[0].rect == Rect(x: 0, y: 1, width: 30, height: 9))
    #expect(mirrored.body?.rect == Rect(x: 46, y: 0, width: 50, height: 40))
    #expect(mirrored.size == layout.size)
  }

  @Test("An arrow points the other way, a play mark and the way of a sound do not")
  func directions() throws {
    let arrow = Path([.move(Point(x: 10, y: 0)), .line(Point(x: 20, y: 5)), .close])
    var mark = arrow
    mark.keepsDirection = true
    let wave = Polyline([Point(x: 10, y: 1), Point(x: 30, y: 2)])
    let commands = row([
      .path(arrow, fill: ink, stroke: nil), .path(mark, fill: ink, stroke: nil),
      .polyline(wave, fill: nil, stroke: nil),
    ]).mirrored().drawList.commands
    guard case .path(let turned, _, _) = commands[0], case .path(let kept, _, _) = commands[1],
      case .polyline(let moved, _, _) = commands[2]
    else {
      Issue.record("other commands")
      return
    }
    #expect(turned.elements.first == .move(Point(x: 90, y: 0)))
    #expect(turned.elements[1] == .line(Point(x: 80, y: 5)))
    #expect(kept.elements.first == .move(Point(x: 80, y: 0)))
    #expect(kept.elements[1] == .line(Point(x: 90, y: 5)))
    #expect(moved.points == [Point(x: 70, y: 1), Point(x: 90, y: 2)])
  }

  @Test("A play mark stands at the same place of its icon")
  func playMark() throws {
    let icon = Rect(x: 0, y: 0, width: 40, height: 40)
    let mark = MediaGlyph.play.path(in: icon)
    let turned = row([.path(mark, fill: ink, stroke: nil)]).mirrored().drawList.commands
    guard case .path(let path, _, _) = turned[0] else {
      Issue.record("other commands")
      return
    }
    let there = MediaGlyph.play.path(in: Rect(x: 60, y: 0, width: 40, height: 40))
    for (found, wanted) in zip(path.elements, there.elements) {
      guard case .line(let a) = found, case .line(let b) = wanted else { continue }
      #expect(abs(a.x - b.x) < 0.001 && a.y == b.y)
    }
  }

  @Test("Twice mirrored, a row is as it was")
  func twice() {
    var layout = row([])
    layout.hitRegions = (0..<20).map {
      HitRegion(Rect(x: Double($0 * 3), y: 0, width: Double($0), height: 4), .custom("\($0)"))
    }
    #expect(layout.mirrored().mirrored().hitRegions == layout.hitRegions)
  }
}
