import LugeCore

/// Canvas onto which a GIF's frames are drawn, and from which they are removed according to their
/// disposal method.
final class GIFCanvas {
  let size: PixelSize
  /// Pixels as in a bitmap; none is half transparent.
  private let words: UnsafeMutableBufferPointer<UInt32>
  /// Frame that was drawn last.
  private var shown: GIFReader.Frame?
  /// Pixels below that frame, if they are to be restored.
  private var before: [UInt32] = []

  init(size: PixelSize) {
    self.size = size
    words = .allocate(capacity: size.width * size.height)
    words.initialize(repeating: 0)
  }

  deinit { words.deallocate() }

  /// Returns the bytes of a canvas.
  ///
  /// - Parameter remembers: whether some frames restore the pixels below them.
  static func byteCount(_ size: PixelSize, remembers: Bool) -> Int {
    size.width * size.height * (remembers ? 8 : 4)
  }

  var pixels: UnsafeBufferPointer<UInt32> { UnsafeBufferPointer(words) }

  func clear() {
    words.update(repeating: 0)
    shown = nil
  }

  /// Draws a frame, whose pixels the reader has not read yet, in place of the previous one.
  ///
  /// - Returns: false when its pixels are incomplete, or drawing was to stop.
  /// - Complexity: O(pixels of both frames).
  func show(_ frame: GIFReader.Frame, of reader: GIFReader, _ shouldStop: () -> Bool) -> Bool {
    if let shown { takeBack(shown) }
    shown = nil
    guard let palette = reader.palette(of: frame) else { return false }
    let (columns, rows) = area(of: frame)
    if frame.disposal == .previous {
      before.reserveCapacity(rows.count * columns.count)
      for row in rows { before += words[place(row, columns)] }
    }
    let transparent = frame.transparent.flatMap { UInt8(exactly: $0) }
    let isWhole = palette.withUnsafeBufferPointer { palette in
      reader.read(frame, shouldStop) { y, colours in
        let row = frame.top + y
        guard rows.contains(row), let target = words.baseAddress else { return }
        let line = target + row * size.width + columns.lowerBound
        guard let transparent else {
          for index in 0..<columns.count { line[index] = palette[Int(colours[index])] }
          return
        }
        for index in 0..<columns.count {
          let colour = colours[index]
          // Without a branch, which would often be mispredicted in noisy pictures.
          line[index] = colour == transparent ? line[index] : palette[Int(colour)]
        }
      }
    }
    shown = frame
    return isWhole
  }

  private func takeBack(_ frame: GIFReader.Frame) {
    let (columns, rows) = area(of: frame)
    switch frame.disposal {
    case .keep: break
    case .clear:
      for row in rows {
        UnsafeMutableBufferPointer(rebasing: words[place(row, columns)]).update(repeating: 0)
      }
    case .previous:
      for (index, row) in rows.enumerated() {
        let start = index * columns.count
        guard start + columns.count <= before.count else { break }
        _ = UnsafeMutableBufferPointer(rebasing: words[place(row, columns)])
          .update(fromContentsOf: before[start..<start + columns.count])
      }
      before = []
    }
  }

  private func place(_ row: Int, _ columns: Range<Int>) -> Range<Int> {
    row * size.width + columns.lowerBound..<row * size.width + columns.upperBound
  }

  /// Returns the part of a frame that lies on the canvas.
  private func area(of frame: GIFReader.Frame) -> (columns: Range<Int>, rows: Range<Int>) {
    let (left, top) = (min(frame.left, size.width), min(frame.top, size.height))
    return (
      left..<min(left + frame.width, size.width), top..<min(top + frame.height, size.height)
    )
  }
}
