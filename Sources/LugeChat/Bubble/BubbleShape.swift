import LugeCore

/// The outline of a bubble: corners by its place in the group, a tail on the last of a group, and
/// open sides where a long bubble goes on in the next row.
struct BubbleShape {
  /// The bubble with its border, without its tail, whole pixels.
  var rect: Rect
  var fill: ThemeColor
  var border: ThemeColor?
  var borderWidth: Int
  var radius: Int
  var joinedRadius: Int
  var tail: PixelSize?
  var opensGroup: Bool
  var closesGroup: Bool
  var isOutgoing: Bool
  var ends: BubbleRow.Ends

  func commands() -> [DrawCommand] {
    let half = border == nil ? 0 : Double(borderWidth) / 2
    let line = centreLine(half)
    let stroke = border.flatMap { half > 0 ? Stroke($0, width: Double(borderWidth)) : nil }
    let radii = radii(in: line)
    if tail == nil, ends == [.top, .bottom] {
      let drawn = isOutgoing ? radii.mirrored : radii
      return [.roundedRectangle(line, drawn, fill: fill, stroke: stroke)]
    }
    let upper = upper(line, radii)
    let lower = lower(line, radii)
    let closed = Path(
      [.move(Point(x: line.x, y: line.midY))] + upper
        + [.line(Point(x: line.maxX, y: line.midY))] + lower + [.close])
    guard ends != [.top, .bottom] else {
      return [.path(oriented(closed), fill: fill, stroke: stroke)]
    }
    var commands: [DrawCommand] = [.path(oriented(closed), fill: fill, stroke: nil)]
    if let stroke {
      commands += outlines(line, upper, lower).map {
        .path(oriented($0), fill: nil, stroke: stroke)
      }
    }
    return commands
  }

  /// The middle of the border: a stroke of whole width along it covers whole pixels. Open ends
  /// reach the row's edge.
  private func centreLine(_ half: Double) -> Rect {
    let top = ends.contains(.top) ? half : 0
    let bottom = ends.contains(.bottom) ? half : 0
    return Rect(
      x: rect.x + half, y: rect.y + top, width: max(0, rect.width - 2 * half),
      height: max(0, rect.height - top - bottom))
  }

  /// As for an inbound bubble, whose author's side is the left.
  private func radii(in line: Rect) -> CornerRadii {
    let limit = min(line.width, line.height) / 2
    func limited(_ radius: Int) -> Double { min(Double(radius), limit) }
    let top = ends.contains(.top)
    let bottom = ends.contains(.bottom)
    return CornerRadii(
      topLeft: top ? limited(opensGroup ? radius : joinedRadius) : 0,
      topRight: top ? limited(radius) : 0,
      bottomRight: bottom ? limited(radius) : 0,
      bottomLeft: bottom && tail == nil ? limited(closesGroup ? radius : joinedRadius) : 0)
  }

  /// From the left side's middle over the top to the right side.
  private func upper(_ r: Rect, _ radii: CornerRadii) -> [Path.Element] {
    [.line(Point(x: r.x, y: r.y + radii.topLeft))]
      + Self.corner(
        Point(x: r.x, y: r.y), from: Point(x: 0, y: 1), to: Point(x: 1, y: 0), radii.topLeft)
      + [.line(Point(x: r.maxX - radii.topRight, y: r.y))]
      + Self.corner(
        Point(x: r.maxX, y: r.y), from: Point(x: -1, y: 0), to: Point(x: 0, y: 1), radii.topRight)
  }

  /// From the right side's middle over the bottom and the tail to the left side.
  private func lower(_ r: Rect, _ radii: CornerRadii) -> [Path.Element] {
    let right =
      [.line(Point(x: r.maxX, y: r.maxY - radii.bottomRight))]
      + Self.corner(
        Point(x: r.maxX, y: r.maxY), from: Point(x: 0, y: -1), to: Point(x: -1, y: 0),
        radii.bottomRight)
    guard let tail else {
      return right
        + [.line(Point(x: r.x + radii.bottomLeft, y: r.maxY))]
        + Self.corner(
          Point(x: r.x, y: r.maxY), from: Point(x: 1, y: 0), to: Point(x: 0, y: -1),
          radii.bottomLeft)
    }
    let width = Double(tail.width)
    let height = min(Double(tail.height), r.height / 2)
    return right + [
      .line(Point(x: r.x - width, y: r.maxY)),
      .curve(
        Point(x: r.x - width * 0.4, y: r.maxY - height * 0.15),
        Point(x: r.x, y: r.maxY - height * 0.5), to: Point(x: r.x, y: r.maxY - height)),
    ]
  }

  /// The strokes of a bubble that goes on above or below.
  private func outlines(_ r: Rect, _ upper: [Path.Element], _ lower: [Path.Element]) -> [Path] {
    if ends.contains(.top) {
      return [
        Path([.move(Point(x: r.x, y: r.maxY))] + upper + [.line(Point(x: r.maxX, y: r.maxY))])
      ]
    }
    if ends.contains(.bottom) {
      return [Path([.move(Point(x: r.maxX, y: r.y))] + lower + [.line(Point(x: r.x, y: r.y))])]
    }
    return [r.x, r.maxX].map { x in
      Path([.move(Point(x: x, y: r.y)), .line(Point(x: x, y: r.maxY))])
    }
  }

  /// A quarter circle as a cubic curve; the constant is the usual 4/3 · (√2 − 1).
  private static func corner(_ corner: Point, from a: Point, to b: Point, _ radius: Double)
    -> [Path.Element]
  {
    guard radius > 0 else { return [] }
    let pull = radius * (1 - 0.552_284_75)
    func along(_ direction: Point, _ distance: Double) -> Point {
      Point(x: corner.x + direction.x * distance, y: corner.y + direction.y * distance)
    }
    return [.curve(along(a, pull), along(b, pull), to: along(b, radius))]
  }

  private func oriented(_ path: Path) -> Path {
    guard isOutgoing else { return path }
    let axis = rect.x + rect.maxX
    func mirrored(_ p: Point) -> Point { Point(x: axis - p.x, y: p.y) }
    return Path(
      path.elements.map { element in
        switch element {
        case .move(let p): .move(mirrored(p))
        case .line(let p): .line(mirrored(p))
        case .curve(let a, let b, let p): .curve(mirrored(a), mirrored(b), to: mirrored(p))
        case .close: .close
        }
      })
  }
}

extension CornerRadii {
  /// Left and right exchanged.
  fileprivate var mirrored: CornerRadii {
    CornerRadii(
      topLeft: topRight, topRight: topLeft, bottomRight: bottomLeft, bottomLeft: bottomRight)
  }
}
