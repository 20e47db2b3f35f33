/// Divides tall rows into slices with a bitmap each, so that no message, however long, makes a huge
/// one.
enum RowSlices {
  /// Maximum height of a slice, device pixels.
  static let height = 1024

  static func count(_ rowHeight: Int) -> Int { (rowHeight + height - 1) / height }

  static func range(_ slice: Int, of rowHeight: Int) -> Range<Int> {
    slice * height..<min(rowHeight, (slice + 1) * height)
  }
}
