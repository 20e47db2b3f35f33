/// How tall rows are drawn: in several bitmaps, so that no message, however long, makes a huge one.
enum RowSlices {
  /// Pixels a drawn slice is high, at most.
  static let height = 1024

  static func count(_ rowHeight: Int) -> Int { (rowHeight + height - 1) / height }

  static func range(_ slice: Int, of rowHeight: Int) -> Range<Int> {
    slice * height..<min(rowHeight, (slice + 1) * height)
  }
}
