import CCairo
import LugeCore

/// Cache of shapes that Cairo has drawn. A bubble's edge looks the same at any size, because it is
/// plain between the corners. So a shape is drawn without most of its plain middle, cached, and
/// then copied with the middle repeated (nine-patch images).
///
/// Belongs to one thread.
final class ShapeTiles {
  /// Key of a cached shape; the stroke's width is in 1/256 pixel.
  private struct Key: Hashable {
    var outline: ShapeOutline
    var fill: RGBA?
    var stroke: RGBA?
    var strokeWidth: Int
    /// Blur and drop of a shadow; nil for a shape.
    var shadow: ShadowTile?
  }

  struct Tile {
    var width: Int
    var height: Int
    var pixels: [UInt32]
  }

  private static let largestSide = 192
  // MARK: Mutable State (the lane's thread)
  private var tiles = ByteLimitedCache<Key, Tile>(byteLimit: 1 << 20)

  /// Fills and strokes an outline; the stroke's joins are mitred, as Cairo's are.
  ///
  /// - Returns: false, without having drawn anything, when the shape cannot be cached and Cairo has
  ///   to draw it.
  /// - Complexity: O(points + pixels) when the shape is cached.
  func draw(
    _ shape: ShapeOutline?, fill: RGBA?, stroke: (color: RGBA, width: Double)?, on canvas: Canvas
  ) -> Bool {
    guard var outline = shape else { return false }
    let unit = ShapeOutline.unit
    let strokeWidth = stroke.map { Int(($0.width * Double(unit)).rounded()) } ?? 0
    // A mitred corner reaches up to ten times half the width.
    let pad = strokeWidth == 0 ? 1 : (5 * strokeWidth + unit - 1) / unit + 1
    let segments = outline.segments
    let columns = Self.normalize(&outline, .x, segments, strokeWidth: strokeWidth, pad: pad)
    let rows = Self.normalize(&outline, .y, segments, strokeWidth: strokeWidth, pad: pad)
    let width = (outline.bounds(.x).upperBound + unit - 1) / unit + pad
    let height = (outline.bounds(.y).upperBound + unit - 1) / unit + pad
    guard width <= Self.largestSide, height <= Self.largestSide else { return false }
    let key = Key(outline: outline, fill: fill, stroke: stroke?.color, strokeWidth: strokeWidth)
    guard let tile = tile(key, width: width, height: height) else { return false }
    Self.copy(tile, columns, rows, to: canvas)
    return true
  }

  /// Draws a shadow around an outline. Nothing is drawn where the outline is opaque, so a shadow
  /// costs no more than its edges, whatever the size.
  ///
  /// Nothing is drawn for an outline that is too large to cache and has no plain middle.
  func drawShadow(of shape: ShapeOutline?, _ shadow: Shadow, _ color: RGBA, on canvas: Canvas) {
    guard var outline = shape, color.alpha > 0, shadow.reach > 0 else { return }
    let unit = ShapeOutline.unit
    let segments = outline.segments
    // The repeated part must be as far from the corners as the shadow reaches.
    let width = 2 * shadow.reach * unit
    let pad = shadow.reach + 1
    let columns = Self.normalize(&outline, .x, segments, strokeWidth: width, pad: pad)
    let rows = Self.normalize(&outline, .y, segments, strokeWidth: width, pad: pad)
    let size = PixelSize(
      width: (outline.bounds(.x).upperBound + unit - 1) / unit + pad,
      height: (outline.bounds(.y).upperBound + unit - 1) / unit + pad)
    guard size.width <= Self.largestSide, size.height <= Self.largestSide else { return }
    let key = Key(
      outline: outline, fill: color, stroke: nil, strokeWidth: 0,
      shadow: ShadowTile(blur: min(shadow.blur, 64), drop: max(-64, min(shadow.drop, 64))))
    guard let tile = tile(key, width: size.width, height: size.height) else { return }
    Self.copy(tile, columns, rows, to: canvas)
  }

  private func tile(_ key: Key, width: Int, height: Int) -> Tile? {
    if let known = tiles.value(for: key) { return known }
    guard var made = Self.draw(key, width: width, height: height) else { return nil }
    if let shadow = key.shadow, let color = key.fill { made = shadow.cast(by: made, color) }
    tiles.insert(made, for: key, cost: width * height * 4)
    return made
  }

  /// Position of a tile along one axis: where it begins in user space, and which of its pixels is
  /// repeated how many times.
  private struct Extent {
    var origin: Int
    var repeated: Int
    var times: Int
  }

  /// Moves the outline to the tile's first pixels and removes most of its plain middle.
  private static func normalize(
    _ outline: inout ShapeOutline, _ axis: ShapeOutline.Axis,
    _ segments: [ShapeOutline.Segment], strokeWidth: Int, pad: Int
  ) -> Extent {
    let unit = ShapeOutline.unit
    var extent = Extent(origin: 0, repeated: 0, times: 0)
    extent.origin = (outline.bounds(axis).lowerBound >> 8) - pad
    outline.move(-extent.origin * unit, axis)
    guard let stretch = outline.plainStretch(axis, segments) else { return extent }
    // Besides half the stroke on either side, keep a whole pixel that nothing else touches.
    let taken = (stretch.count - strokeWidth) / unit - 4
    guard taken > 0 else { return extent }
    outline.shorten(stretch, by: taken, axis)
    extent.repeated = (stretch.lowerBound + strokeWidth / 2 + unit - 1) / unit + 1
    extent.times = taken
    return extent
  }

  // MARK: Drawing once

  private static func draw(_ key: Key, width: Int, height: Int) -> Tile? {
    var pixels = [UInt32](repeating: 0, count: width * height)
    let problem = pixels.withUnsafeMutableBufferPointer { pixels in
      Canvas.draw(on: pixels, size: PixelSize(width: width, height: height), top: 0) { canvas in
        canvas.add(key.outline)
        canvas.fillAndStroke(
          fill: key.shadow == nil ? key.fill : RGBA(0),
          stroke: key.stroke.map { ($0, Double(key.strokeWidth) / Double(ShapeOutline.unit)) })
      }
    }
    return problem == nil ? Tile(width: width, height: height, pixels: pixels) : nil
  }

  // MARK: Copying

  private static func copy(_ tile: Tile, _ columns: Extent, _ rows: Extent, to canvas: Canvas) {
    let (left, top) = (columns.origin - canvas.left, rows.origin - canvas.top)
    let height = tile.height + rows.times
    tile.pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      for y in max(0, -top)..<max(max(0, -top), min(height, canvas.size.height - top)) {
        let source =
          y <= rows.repeated ? y : max(rows.repeated, y - rows.times)
        copyRow(
          first + source * tile.width, tile.width, columns, left: left,
          to: canvas.pixels + (top + y) * canvas.size.width, limit: canvas.size.width)
      }
    }
  }

  @inline(__always)
  private static func copyRow(
    _ source: UnsafePointer<UInt32>, _ width: Int, _ columns: Extent, left: Int,
    to row: UnsafeMutablePointer<UInt32>, limit: Int
  ) {
    blend(source, count: columns.repeated, to: row, at: left, limit: limit)
    let middle = left + columns.repeated
    let run = (middle..<middle + columns.times).clamped(to: 0..<limit)
    Premultiplied.fill(row + run.lowerBound, count: run.count, with: source[columns.repeated])
    blend(
      source + columns.repeated, count: width - columns.repeated, to: row,
      at: middle + columns.times, limit: limit)
  }

  @inline(__always)
  private static func blend(
    _ source: UnsafePointer<UInt32>, count: Int, to row: UnsafeMutablePointer<UInt32>, at x: Int,
    limit: Int
  ) {
    for column in (x..<x + count).clamped(to: 0..<limit) {
      let word = source[column - x]
      if word >> 24 == 255 {
        row[column] = word
      } else if word != 0 {
        row[column] = Premultiplied.over(word, row[column])
      }
    }
  }
}

extension Canvas {
  /// Appends an outline's segments.
  fileprivate func add(_ outline: ShapeOutline) {
    var next = 0
    func coordinate() -> Double {
      defer { next += 1 }
      return Double(outline.coordinates[next]) / Double(ShapeOutline.unit)
    }
    for verb in outline.verbs {
      switch verb {
      case .move: cairo_move_to(cairo, coordinate(), coordinate())
      case .line: cairo_line_to(cairo, coordinate(), coordinate())
      case .curve:
        cairo_curve_to(
          cairo, coordinate(), coordinate(), coordinate(), coordinate(), coordinate(), coordinate())
      case .close: cairo_close_path(cairo)
      }
    }
  }
}
