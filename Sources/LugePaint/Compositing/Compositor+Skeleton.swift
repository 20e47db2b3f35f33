import LugeCore
import LugeEngine

extension Compositor {
  /// Fills the areas of a row that is not drawn.
  ///
  /// Corners are not smoothed, because skeletons are visible only for a moment.
  ///
  /// - Parameters:
  ///   - origin: place of the row's first line.
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

  /// Pixels that the round corners cut off a line of the area.
  static func inset(of line: Int, _ area: RowSkeleton.Area) -> Int {
    let radius = area.radius
    let fromEdge = min(line, area.rows.count - 1 - line)
    guard fromEdge < radius else { return 0 }
    let rise = Double(radius - fromEdge) - 0.5
    return radius - Int((Double(radius * radius) - rise * rise).squareRoot().rounded())
  }
}
