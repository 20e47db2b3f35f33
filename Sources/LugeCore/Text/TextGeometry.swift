/// The positions of the characters of a laid out text: computed once by a lane, read anywhere
/// without shaping.
///
/// It takes sixteen bytes per character, so it is made for rows on screen only. Offsets count UTF-8
/// bytes of the layout's text, lengths are device pixels from its upper left.
public struct TextGeometry: Sendable, Hashable {
  /// A grapheme cluster: the unit that a caret moves by.
  public struct Cell: Sendable, Hashable {
    public var offset: Int32
    /// Length in bytes.
    public var length: Int32
    /// Left edge in pixels, whatever the direction.
    public var x: Float
    /// Width in pixels, negative for right-to-left characters; see ``isRightToLeft``.
    private var signedWidth: Float

    public init(offset: Int, length: Int, x: Double, width: Double, isRightToLeft: Bool) {
      self.offset = Int32(clamping: offset)
      self.length = Int32(clamping: length)
      self.x = Float(x)
      // The sign counts even for a width of zero.
      signedWidth = isRightToLeft ? -Float(width) : Float(width)
    }

    public var width: Float { signedWidth.magnitude }
    public var isRightToLeft: Bool { signedWidth.sign == .minus }
    var end: Int32 { offset + length }
  }

  public struct Line: Sendable, Hashable {
    /// Offsets of the line in the text.
    public var range: Range<Int>
    public var top: Int
    public var height: Int
    /// Indices of the line's cells, from left to right.
    public var cells: Range<Int>
    public var isRightToLeft: Bool

    public init(
      range: Range<Int>, top: Int, height: Int, cells: Range<Int>, isRightToLeft: Bool
    ) {
      self.range = range
      self.top = top
      self.height = height
      self.cells = cells
      self.isRightToLeft = isRightToLeft
    }
  }

  public let size: PixelSize
  public let lines: [Line]
  public let cells: [Cell]
  /// Offsets where words begin and end, ascending.
  public let wordBounds: [Int32]

  public init(size: PixelSize, lines: [Line], cells: [Cell], wordBounds: [Int32]) {
    self.size = size
    self.lines = lines
    self.cells = cells
    self.wordBounds = wordBounds
  }

  // MARK: From points

  /// Returns the offset between two characters that is nearest to a point, anywhere in the plane.
  ///
  /// - Complexity: O(log lines + cells of the line).
  public func offset(nearest point: Point) -> Int {
    guard let line = line(nearest: point.y) else { return 0 }
    guard let cell = cell(in: line, nearest: point.x) else { return line.range.lowerBound }
    let isLeft = Float(point.x) < cell.x + cell.width / 2
    return Int(isLeft != cell.isRightToLeft ? cell.offset : cell.end)
  }

  /// Returns the character at a point; nil if there is none.
  ///
  /// - Complexity: as ``offset(nearest:)``.
  public func character(at point: Point) -> Range<Int>? {
    guard let line = line(nearest: point.y), point.y >= Double(line.top),
      point.y < Double(line.top + line.height),
      let cell = cell(in: line, nearest: point.x),
      Float(point.x) >= cell.x, Float(point.x) < cell.x + cell.width
    else { return nil }
    return Int(cell.offset)..<Int(cell.end)
  }

  private func line(nearest y: Double) -> Line? {
    let place = lines.partitioningIndex { Double($0.top + $0.height) > y }
    return lines.isEmpty ? nil : lines[min(place, lines.count - 1)]
  }

  private func cell(in line: Line, nearest x: Double) -> Cell? {
    let x = Float(x)
    var best: Cell?
    var distance = Float.infinity
    for cell in cells[line.cells] {
      let away = max(0, max(cell.x - x, x - (cell.x + cell.width)))
      // If the point is on the edge of two cells, the one that begins there is taken.
      if away < distance || away == 0 && x >= cell.x && cell.width > 0 {
        (best, distance) = (cell, away)
      }
    }
    return best
  }

  // MARK: From offsets

  /// Returns rectangles that cover a range, as high as their lines; several in a line where the
  /// direction changes.
  ///
  /// - Complexity: O(cells of the lines it touches).
  public func rectangles(for range: Range<Int>) -> [Rect] {
    var result: [Rect] = []
    for line in lines where line.range.overlaps(range) {
      var low: Float?
      var high: Float = 0
      func close() {
        guard let left = low else { return }
        result.append(
          Rect(
            x: Double(left), y: Double(line.top), width: Double(high - left),
            height: Double(line.height)))
        low = nil
      }
      for cell in cells[line.cells] {
        guard Int(cell.offset) < range.upperBound, Int(cell.end) > range.lowerBound else {
          close()
          continue
        }
        if low == nil { low = cell.x }
        high = cell.x + cell.width
      }
      close()
    }
    return result
  }

  /// Returns the word at an offset, or the spaces and punctuation between two words; never beyond
  /// its line's paragraph.
  ///
  /// - Complexity: O(log words).
  public func word(at offset: Int) -> Range<Int> {
    let end = lines.last?.range.upperBound ?? 0
    guard offset < end else { return min(offset, end)..<end }
    let next = wordBounds.partitioningIndex { Int($0) > offset }
    let lower = next > 0 ? Int(wordBounds[next - 1]) : 0
    let upper = next < wordBounds.count ? Int(wordBounds[next]) : end
    return lower..<max(lower, upper)
  }
}
