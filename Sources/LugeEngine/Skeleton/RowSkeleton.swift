public import LugeCore

/// A simplified row: bars in place of its lines, plain areas in place of its pictures and bubbles,
/// with the same positions and sizes.
///
/// It is shown while a row passes too fast to be read. No lane draws it and it has no bitmap: the
/// compositor fills its areas within the frame, which writes the same pixels as copying a bitmap
/// but reads none.
public final class RowSkeleton: Sendable {
  /// A rectangle of one opaque colour.
  public struct Area: Hashable, Sendable {
    /// Columns in device pixels from the row's left edge.
    public var columns: Range<Int>
    public var rows: Range<Int>
    /// Radius of all four corners; at most half of the shorter side.
    public var radius: Int
    public var color: RGBA

    public init(columns: Range<Int>, rows: Range<Int>, radius: Int = 0, color: RGBA) {
      self.columns = columns
      self.rows = rows
      self.radius = max(0, min(radius, min(columns.count, rows.count) / 2))
      self.color = color
    }
  }

  /// Areas, back to front.
  public let areas: [Area]

  public init(_ areas: [Area]) { self.areas = areas }

  /// Makes the skeleton of a row.
  ///
  /// - Complexity: O((commands + lines) · areas); both are few.
  convenience init(of row: RowLayout, scheme: ColorScheme, background: ThemeColor) {
    var ground = background.resolved(scheme)
    ground.alpha = 255
    var sketch = Sketch(scheme: scheme, background: ground)
    sketch.areas.reserveCapacity(row.drawList.commands.count + 4)
    for command in row.drawList.commands {
      switch command {
      case .text(let layout, let at, let color, _):
        sketch.add(layout, at: at, color.fainter)
      case .image(_, let rect, let radii, let placeholder):
        sketch.add(rect, radius: radii.largest, placeholder.fill)
      case .rectangle(let rect, let fill):
        sketch.add(rect, radius: 0, fill)
      case .roundedRectangle(let rect, let radii, let fill?, _):
        sketch.add(rect, radius: radii.largest, fill)
      case .path(let path, let fill?, _):
        // Bubbles only; smaller shapes within them are left out.
        let (rect, radius) = path.extent
        if rect.height * 2 >= Double(row.size.height) { sketch.add(rect, radius: radius, fill) }
      case .roundedRectangle, .path, .polyline, .shadow: break
      }
    }
    self.init(sketch.areas)
  }
}

/// Areas collected so far; the colour of each is blended over those before it.
private struct Sketch {
  let scheme: ColorScheme
  let background: RGBA
  var areas: [RowSkeleton.Area] = []

  mutating func add(_ layout: TextLayout, at: Point, _ color: ThemeColor) {
    for line in layout.lines where line.width > 0 {
      let height = Double(line.height)
      add(
        Rect(
          x: at.x, y: (at.y + Double(line.top) + height * 0.3).rounded(),
          width: Double(line.width), height: max(2, (height * 0.4).rounded())),
        radius: 0, color)
    }
  }

  mutating func add(_ rect: Rect, radius: Double, _ fill: ThemeColor) {
    guard let columns = Self.pixels(rect.x, rect.maxX), let rows = Self.pixels(rect.y, rect.maxY)
    else { return }
    let (x, y) = ((columns.lowerBound + columns.upperBound) / 2, rows.lowerBound + rows.count / 2)
    let below = areas.last { $0.columns.contains(x) && $0.rows.contains(y) }?.color ?? background
    areas.append(
      .init(
        columns: columns, rows: rows,
        radius: radius.isFinite ? Int(min(max(radius, 0), 1024).rounded()) : 0,
        color: fill.resolved(scheme).over(below)))
  }

  /// Returns the range in whole pixels; nil when it is empty or larger than any row.
  private static func pixels(_ low: Double, _ high: Double) -> Range<Int>? {
    guard low.magnitude < 1e9, high.magnitude < 1e9, low < high else { return nil }
    let range = Int(low.rounded())..<max(Int(low.rounded()), Int(high.rounded()))
    return range.isEmpty ? nil : range
  }
}

extension ThemeColor {
  fileprivate var fainter: ThemeColor {
    var (light, dark) = (light, dark)
    light.alpha /= 4
    dark.alpha /= 4
    return ThemeColor(light: light, dark: dark)
  }
}

extension CornerRadii {
  fileprivate var largest: Double { max(max(topLeft, topRight), max(bottomLeft, bottomRight)) }
}

extension Path {
  /// Rectangle around the path's points, and the width of its first curve, which is a corner's
  /// radius.
  fileprivate var extent: (rect: Rect, radius: Double) {
    var (left, top) = (Double.infinity, Double.infinity)
    var (right, bottom) = (-Double.infinity, -Double.infinity)
    var radius: Double?
    var last = Point(x: 0, y: 0)
    for element in elements {
      switch element {
      case .move(let point), .line(let point): last = point
      case .curve(_, _, let point):
        if radius == nil { radius = abs(point.x - last.x) }
        last = point
      case .close: continue
      }
      left = min(left, last.x)
      top = min(top, last.y)
      right = max(right, last.x)
      bottom = max(bottom, last.y)
    }
    guard left <= right, top <= bottom else { return (Rect(x: 0, y: 0, width: 0, height: 0), 0) }
    return (Rect(x: left, y: top, width: right - left, height: bottom - top), radius ?? 0)
  }
}
