public struct Stroke: Hashable, Sendable {
  public var color: ThemeColor
  /// Width of the line, device pixels.
  public var width: Double

  public init(_ color: ThemeColor, width: Double) {
    self.color = color
    self.width = width
  }
}

/// The shadow of a raised surface.
public struct Shadow: Hashable, Sendable {
  /// Colour and alpha where the shadow is darkest.
  public var color: ThemeColor
  /// Device pixels over which the shadow's edge fades on both sides.
  public var blur: Int
  /// Device pixels by which the shadow is moved down.
  public var drop: Int

  public init(_ color: ThemeColor, blur: Int, drop: Int) {
    self.color = color
    self.blur = blur
    self.drop = drop
  }

  /// Device pixels that the shadow may reach beyond the surface.
  public var reach: Int { max(0, min(blur, 64)) + min(abs(drop), 64) }
}

/// An outline of straight and cubic segments, device pixels.
public struct Path: Hashable, Sendable {
  public enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, to: Point)
    case close
  }

  public var elements: [Element]
  /// Whether the path keeps its direction in a mirrored row, as a play button does.
  public var keepsDirection = false

  public init(_ elements: [Element] = []) { self.elements = elements }
}

/// Points joined by straight lines, as in a chart: for many points it is cheaper than a ``Path``.
public struct Polyline: Hashable, Sendable {
  /// Points in device pixels. A point that is not finite leaves a gap.
  public var points: [Point]
  /// Rectangle outside of which nothing is drawn; nil: no clipping.
  public var clip: Rect?
  /// Lengths of dashes and gaps, device pixels; empty: a solid line.
  public var dashes: [Double]
  /// Height (y) down to which the area below the line is filled.
  public var baseline: Double

  public init(
    _ points: [Point], clip: Rect? = nil, dashes: [Double] = [], baseline: Double = 0
  ) {
    self.points = points
    self.clip = clip
    self.dashes = dashes
    self.baseline = baseline
  }
}

/// A drawing command of a row, in device pixels from the row's upper left.
public enum DrawCommand: Sendable {
  case rectangle(Rect, fill: ThemeColor)
  case roundedRectangle(Rect, CornerRadii, fill: ThemeColor?, stroke: Stroke?)
  case path(Path, fill: ThemeColor?, stroke: Stroke?)
  /// The shadow around a rounded rectangle that is drawn next; nothing is drawn inside of it.
  case shadow(Rect, CornerRadii, Shadow)
  /// A polyline with round joins, filled down to its baseline.
  case polyline(Polyline, fill: ThemeColor?, stroke: Stroke?)
  case text(TextLayout, at: Point, color: ThemeColor, linkColor: ThemeColor)
  /// A picture that fills the rectangle, cropped, with rounded corners; until it is decoded, the
  /// placeholder is drawn.
  case image(ImageKey?, Rect, CornerRadii, placeholder: ImagePlaceholder)
}

/// The drawing commands of a row, back to front. They draw on the list's background.
public struct DrawList: Sendable {
  public var commands: [DrawCommand]

  public init(_ commands: [DrawCommand] = []) { self.commands = commands }

  public mutating func append(_ command: DrawCommand) { commands.append(command) }

  /// Appends another list, moved to an origin.
  public mutating func append(_ other: DrawList, at origin: Point) {
    commands.reserveCapacity(commands.count + other.commands.count)
    for command in other.commands { commands.append(command.offsetBy(origin)) }
  }
}

extension DrawCommand {
  /// Returns a command for a text whose links have the colour of the text.
  public static func plainText(_ layout: TextLayout, x: Int, y: Int, color: ThemeColor)
    -> DrawCommand
  {
    .text(layout, at: Point(x: Double(x), y: Double(y)), color: color, linkColor: color)
  }

  public func offsetBy(_ d: Point) -> DrawCommand {
    switch self {
    case .rectangle(let rect, let fill):
      return .rectangle(rect.offsetBy(x: d.x, y: d.y), fill: fill)
    case .roundedRectangle(let rect, let radii, let fill, let stroke):
      return .roundedRectangle(rect.offsetBy(x: d.x, y: d.y), radii, fill: fill, stroke: stroke)
    case .path(let path, let fill, let stroke):
      return .path(path.offsetBy(d), fill: fill, stroke: stroke)
    case .shadow(let rect, let radii, let shadow):
      return .shadow(rect.offsetBy(x: d.x, y: d.y), radii, shadow)
    case .polyline(let line, let fill, let stroke):
      return .polyline(line.offsetBy(d), fill: fill, stroke: stroke)
    case .text(let layout, let at, let color, let linkColor):
      return .text(
        layout, at: Point(x: at.x + d.x, y: at.y + d.y), color: color, linkColor: linkColor)
    case .image(let key, let rect, let radii, let placeholder):
      return .image(key, rect.offsetBy(x: d.x, y: d.y), radii, placeholder: placeholder)
    }
  }
}

extension Polyline {
  public func offsetBy(_ d: Point) -> Polyline {
    Polyline(
      points.map { Point(x: $0.x + d.x, y: $0.y + d.y) }, clip: clip?.offsetBy(x: d.x, y: d.y),
      dashes: dashes, baseline: baseline + d.y)
  }
}

extension Path {
  public func offsetBy(_ d: Point) -> Path {
    func moved(_ p: Point) -> Point { Point(x: p.x + d.x, y: p.y + d.y) }
    var result = self
    result.elements = elements.map { element in
      switch element {
      case .move(let p): .move(moved(p))
      case .line(let p): .line(moved(p))
      case .curve(let a, let b, let p): .curve(moved(a), moved(b), to: moved(p))
      case .close: .close
      }
    }
    return result
  }
}

extension RowLayout {
  /// The columns that the row draws in, extended to multiples of 16 pixels (a cache line); outside
  /// of them only the background is visible.
  ///
  /// A bubble fills half of its row, or a quarter in a wide window: columns left out of its bitmap
  /// need not be cleared, kept or read. Glyphs that reach more than two em out of their text are
  /// cut off.
  ///
  /// - Complexity: O(commands and their points).
  public var inkColumns: Range<Int> {
    var low = Double.infinity
    var high = -Double.infinity
    for command in drawList.commands {
      let columns = command.columns
      guard columns.low < columns.high else { continue }
      low = min(low, columns.low)
      high = max(high, columns.high)
    }
    let width = Double(max(0, size.width))
    guard low < width, high > 0, low < high else { return 0..<0 }
    let first = Int(max(0, low)) & ~15
    let end = (Int(min(width, high).rounded(.up)) + 15) & ~15
    return first..<min(max(0, size.width), end)
  }
}

extension RowLayout {
  /// Columns from the first to the last visible pixel of the row, without shadows and without the
  /// space that letters may need beside their text; nil for a row that shows nothing.
  ///
  /// - Complexity: O(commands and their points).
  public var contentColumns: ClosedRange<Double>? {
    var found: ClosedRange<Double>?
    for command in drawList.commands {
      let columns: (low: Double, high: Double)
      switch command {
      case .shadow: continue
      case .rectangle(let rect, _), .image(_, let rect, _, _), .roundedRectangle(let rect, _, _, _):
        columns = (rect.x, rect.maxX)
      case .text:
        guard let words = command.words else { continue }
        columns = (words.x, words.maxX)
      case .path, .polyline: columns = command.columns
      }
      let low = max(0, columns.low)
      let high = min(Double(size.width), columns.high)
      guard low < high else { continue }
      found = min(low, found?.lowerBound ?? low)...max(high, found?.upperBound ?? high)
    }
    return found
  }
}

extension DrawCommand {
  /// The rectangle of a text; nil for other commands.
  package var words: Rect? {
    guard case .text(let layout, let at, _, _) = self else { return nil }
    return Rect(
      x: at.x, y: at.y, width: Double(layout.size.width), height: Double(layout.size.height))
  }

  /// Columns that the command may draw in; an empty range if it draws nothing.
  fileprivate var columns: (low: Double, high: Double) {
    switch self {
    case .rectangle(let rect, _), .image(_, let rect, _, _): return (rect.x, rect.maxX)
    case .roundedRectangle(let rect, _, _, _): return (rect.x - 1, rect.maxX + 1)
    case .shadow(let rect, _, let shadow):
      let reach = Double(shadow.reach)
      return (rect.x - reach, rect.maxX + reach)
    case .text(let layout, let at, _, _):
      let overhang = 2 * layout.request.font.pixelSize
      return (at.x - overhang, at.x + Double(layout.size.width) + overhang)
    case .path(let path, _, let stroke):
      // A mitred corner reaches up to ten times half the stroke's width.
      var reach = Reach(overhang: 5 * (stroke?.width ?? 0) + 1)
      for element in path.elements {
        switch element {
        case .move(let p), .line(let p): reach.add(p)
        case .curve(let a, let b, let p):
          reach.add(a)
          reach.add(b)
          reach.add(p)
        case .close: break
        }
      }
      return reach.columns
    case .polyline(let line, _, let stroke):
      if let clip = line.clip { return (clip.x, clip.maxX) }
      var reach = Reach(overhang: (stroke?.width ?? 0) + 1)
      for point in line.points where point.x.isFinite { reach.add(point) }
      return reach.columns
    }
  }

  private struct Reach {
    let overhang: Double
    var low = Double.infinity
    var high = -Double.infinity

    mutating func add(_ point: Point) {
      low = min(low, point.x)
      high = max(high, point.x)
    }

    var columns: (low: Double, high: Double) { (low - overhang, high + overhang) }
  }
}
