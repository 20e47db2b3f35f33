import LugeCore

/// Lines placed one below the other on whole pixels.
struct LineStack {
  private(set) var lines: [TextLayout.Line] = []
  /// Whether the paragraph of each line is right-to-left; empty as long as no line's is.
  private var directions: [Bool] = []
  private(set) var height = 0
  private var width = 0

  var size: PixelSize { PixelSize(width: width, height: height) }

  func isRightToLeft(_ index: Int) -> Bool {
    directions.indices.contains(index) && directions[index]
  }

  /// Reserves storage for a number of lines.
  mutating func reserve(_ count: Int) { lines.reserveCapacity(count) }

  /// Removes the lines, but keeps their storage.
  mutating func clear() {
    lines.removeAll(keepingCapacity: true)
    directions.removeAll(keepingCapacity: true)
    (width, height) = (0, 0)
  }

  mutating func append(_ shaped: ShapedLine, range: Range<Int>, room: Int) {
    let metrics = shaped.metrics()
    let lineWidth =
      metrics.width <= room ? metrics.width : max(room, shaped.widthWithoutTrailingBlanks())
    append(
      range: range, ascent: metrics.ascent, descent: metrics.descent, width: lineWidth,
      isRightToLeft: shaped.isRightToLeft)
  }

  mutating func append(
    range: Range<Int>, ascent: Int, descent: Int, width lineWidth: Int, isRightToLeft: Bool = false
  ) {
    lines.append(
      TextLayout.Line(
        range: range, top: height, height: ascent + descent, baseline: height + ascent,
        width: lineWidth))
    if isRightToLeft, directions.isEmpty {
      directions = [Bool](repeating: false, count: lines.count - 1)
    }
    if isRightToLeft || !directions.isEmpty { directions.append(isRightToLeft) }
    height += ascent + descent
    width = max(width, lineWidth)
  }

  /// Drops all lines after the first `count`.
  mutating func truncate(to count: Int) {
    lines.removeSubrange(count...)
    if !directions.isEmpty { directions.removeSubrange(count...) }
    height = lines.last.map { $0.top + $0.height } ?? 0
    width = lines.reduce(0) { max($0, $1.width) }
  }
}
