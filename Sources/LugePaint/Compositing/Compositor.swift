public import LugeCore
public import LugeEngine

/// Composes a frame's pieces in a pixel buffer.
///
/// It copies pixel rows and fills the rest. Nothing is allocated or drawn, so a frame costs about
/// as much as writing its memory once. Bitmaps leave out the columns in which a row draws nothing,
/// so less is read than is written.
public enum Compositor {
  /// Composes a frame in a bitmap, at the bitmap's size.
  ///
  /// - Returns: false for a bitmap without pixels.
  @discardableResult
  package static func compose(_ plan: FramePlan, into bitmap: Bitmap) -> Bool {
    bitmap.withMutablePixels { pixels in
      guard let target = try? PixelTarget(pixels, size: bitmap.size) else { return false }
      compose(plan, into: target)
      return true
    }
  }

  /// Composes the whole target; the background fills the parts without a piece.
  ///
  /// Pieces are expected from top to bottom; where they overlap, the later one is visible. Pieces,
  /// or parts of them, outside of the target are left out. A bitmap smaller than its piece or the
  /// target is surrounded by the background.
  ///
  /// - Complexity: O(pixels of the target + pieces + pixels of the layers and highlights).
  public static func compose(
    _ plan: FramePlan, highlights: [Highlight] = [], into target: PixelTarget
  ) {
    let background = plan.background.resolved(plan.scheme).premultipliedWord | 0xFF00_0000
    let width = 0..<target.size.width
    // Lower edge of the rows written so far.
    var filled = 0
    for piece in plan.pieces {
      let rows = clamped(piece.y, height: piece.height, to: target.size.height)
      if rows.lowerBound > filled {
        target.fill(rows: filled..<rows.lowerBound, columns: width, with: background)
      }
      filled = max(filled, rows.upperBound)
      guard !rows.isEmpty else { continue }
      switch piece.content {
      case .bitmap(let bitmap):
        copy(
          bitmap, rows: rows, skipping: rows.lowerBound.subtractingClamped(piece.y), background,
          into: target)
      case .skeleton(let skeleton, let top):
        target.fill(rows: rows, columns: width, with: background)
        let (origin, overflow) = piece.y.subtractingReportingOverflow(top)
        if !overflow { draw(skeleton, at: origin, rows: rows, into: target) }
      case .placeholder:
        target.fill(rows: rows, columns: width, with: background)
        drawBar(piece, rows: rows, background, into: target)
      }
    }
    target.fill(rows: filled..<target.size.height, columns: width, with: background)
    for layer in plan.layers { LayerBlending.draw(layer, into: target) }
    for decoration in plan.decorations where decoration.slot != nil {
      LayerBlending.draw(decoration, into: target)
    }
    if let shift = plan.shift {
      let rows = clamped(shift.y, height: shift.height, to: target.size.height)
      target.shift(rows: rows, by: shift.x, filling: background)
    }
    for decoration in plan.decorations where decoration.slot == nil {
      LayerBlending.draw(decoration, into: target)
    }
    if let emphasis = plan.emphasis {
      Blending.draw(Highlight(emphasis, plan.scheme, width: plan.size.width), into: target)
    }
    for highlight in highlights { Blending.draw(highlight, into: target) }
  }

  /// Copies a part of a bitmap.
  ///
  /// - Parameter skipping: number of bitmap rows above the first that is shown.
  @inline(__always)
  private static func copy(
    _ bitmap: Bitmap, rows: Range<Int>, skipping: Int, _ background: UInt32,
    into target: PixelTarget
  ) {
    let left = bitmap.left
    let columns = clamped(left, height: bitmap.size.width, to: target.size.width)
    let count = min(rows.count, max(0, bitmap.size.height - skipping))
    bitmap.withPixels { pixels in
      guard count > 0, let source = pixels.baseAddress else { return }
      if columns.count == target.stride, columns.count == bitmap.size.width {
        (target.base + rows.lowerBound * target.stride).update(
          from: source + skipping * target.stride, count: count * target.stride)
        return
      }
      let first = source + (columns.lowerBound - left)
      for row in 0..<count {
        let line = target.base + (rows.lowerBound + row) * target.stride
        line.update(repeating: background, count: columns.lowerBound)
        (line + columns.lowerBound).update(
          from: first + (skipping + row) * bitmap.size.width, count: columns.count)
        (line + columns.upperBound).update(
          repeating: background, count: target.size.width - columns.upperBound)
      }
    }
    target.fill(
      rows: rows.lowerBound + count..<rows.upperBound, columns: 0..<target.size.width,
      with: background)
  }

  /// Draws a faint bar as a sign that content will follow.
  private static func drawBar(
    _ piece: FramePlan.Piece, rows: Range<Int>, _ background: UInt32, into target: PixelTarget
  ) {
    let height = min(12, piece.height / 3)
    let left = target.size.width / 16
    let width = target.size.width * 2 / 5
    let (y, overflow) = piece.y.addingReportingOverflow((piece.height - height) / 2)
    guard height > 0, width > 0, !overflow, y < rows.upperBound, y >= -height else { return }
    let bar = (y..<y + height).clamped(to: rows)
    target.fill(
      rows: bar, columns: left..<left + width, with: Blending.faintlyContrasting(background))
  }

  /// Returns the rows (or columns) of a piece that are within the target; does not overflow,
  /// whatever the plan contains.
  @inline(__always)
  static func clamped(_ y: Int, height: Int, to limit: Int) -> Range<Int> {
    let top = min(max(y, 0), limit)
    return top..<max(top, min(y.addingClamped(max(0, height)), limit))
  }
}

/// Bitmap drawn over a composed frame without blending: a panel with figures, decorations over a
/// list.
public struct Overlay: Sendable {
  public var bitmap: Bitmap
  /// Distance from the viewport's upper left, device pixels; parts outside of it are cut off.
  public var x, y: Int

  public init(_ bitmap: Bitmap, x: Int, y: Int) {
    self.bitmap = bitmap
    self.x = x
    self.y = y
  }
}

extension Compositor {
  /// Draws a highlight over the composed frame.
  public static func lay(_ highlight: Highlight, into target: PixelTarget) {
    Blending.draw(highlight, into: target)
  }

  /// Copies an overlay over the composed frame; its pixels must be opaque.
  ///
  /// - Complexity: O(pixels of the overlay).
  public static func lay(_ overlay: Overlay, into target: PixelTarget) {
    let size = overlay.bitmap.size
    guard overlay.x.magnitude < 1 << 24, overlay.y.magnitude < 1 << 24 else { return }
    let columns = (overlay.x..<overlay.x + size.width).clamped(to: 0..<target.size.width)
    let rows = (overlay.y..<overlay.y + size.height).clamped(to: 0..<target.size.height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    overlay.bitmap.withPixels { pixels in
      guard let source = pixels.baseAddress else { return }
      for row in rows {
        (target.base + row * target.stride + columns.lowerBound).update(
          from: source + (row - overlay.y) * size.width + (columns.lowerBound - overlay.x),
          count: columns.count)
      }
    }
  }

  /// Fills the areas of a row that is not drawn.
  ///
  /// Corners are not smoothed, because skeletons are visible only for a moment.
  ///
  /// - Parameters:
  ///   - origin: y coordinate of the row's first line.
  ///   - rows: the lines of the target to draw in.
  /// - Complexity: O(pixels of the areas).
  static func draw(
    _ skeleton: RowSkeleton, at origin: Int, rows: Range<Int>, into target: PixelTarget
  ) {
    for area in skeleton.areas {
      let (top, overflow) = origin.addingReportingOverflow(area.rows.lowerBound)
      if overflow { continue }
      let word = area.color.premultipliedWord | 0xFF00_0000
      let height = area.rows.count
      let shown = clamped(top, height: height, to: rows.upperBound).clamped(to: rows)
      guard !shown.isEmpty else { continue }
      let radius = area.radius
      let straight = clamped(
        top + radius, height: height - 2 * radius, to: rows.upperBound
      ).clamped(to: shown)
      for row in shown.lowerBound..<max(shown.lowerBound, straight.lowerBound) {
        fill(area, row, top: top, word, into: target)
      }
      target.fill(
        rows: straight, columns: area.columns.clamped(to: 0..<target.size.width), with: word)
      for row in max(
        straight.upperBound, shown.lowerBound)..<max(straight.upperBound, shown.upperBound)
      {
        fill(area, row, top: top, word, into: target)
      }
    }
  }

  /// Fills a line near a corner.
  private static func fill(
    _ area: RowSkeleton.Area, _ row: Int, top: Int, _ word: UInt32, into target: PixelTarget
  ) {
    let inset = inset(of: row - top, area)
    let columns =
      area.columns.lowerBound
      + inset..<max(
        area.columns.lowerBound + inset, area.columns.upperBound - inset)
    target.fill(
      rows: row..<row + 1, columns: columns.clamped(to: 0..<target.size.width), with: word)
  }

  /// Returns the number of pixels that the round corners cut off a line of the area.
  static func inset(of line: Int, _ area: RowSkeleton.Area) -> Int {
    let radius = area.radius
    let fromEdge = min(line, area.rows.count - 1 - line)
    guard fromEdge < radius else { return 0 }
    let rise = Double(radius - fromEdge) - 0.5
    return radius - Int((Double(radius * radius) - rise * rise).squareRoot().rounded())
  }
}
