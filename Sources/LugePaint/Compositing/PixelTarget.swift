public import LugeCore

/// Pixels to compose into: the window's backing store, or memory. Borrowed for one call.
///
/// Words are 0xAARRGGBB, native endian; what is composed is opaque.
public struct PixelTarget {
  let base: UnsafeMutablePointer<UInt32>
  public let size: PixelSize
  /// Pixels from one row to the next.
  public let stride: Int

  /// - Throws: ``PaintError/invalidSize(width:height:stride:)`` or
  ///   ``PaintError/bufferTooSmall(needed:given:)``; a target that exists can be written to.
  public init(_ pixels: UnsafeMutableBufferPointer<UInt32>, size: PixelSize, stride: Int? = nil)
    throws(PaintError)
  {
    let stride = stride ?? size.width
    guard size.width > 0, size.height > 0, stride >= size.width, stride < 1 << 24,
      size.height < 1 << 24
    else {
      throw .invalidSize(width: size.width, height: size.height, stride: stride)
    }
    let needed = stride * (size.height - 1) + size.width
    guard pixels.count >= needed, let base = pixels.baseAddress else {
      throw .bufferTooSmall(needed: needed, given: pixels.count)
    }
    self.base = base
    self.size = size
    self.stride = stride
  }

  /// Moves what some rows show to the right, or to the left where `x` is negative.
  func shift(rows: Range<Int>, by x: Int, filling word: UInt32) {
    let distance = min(Int(clamping: x.magnitude), size.width)
    guard distance > 0 else { return }
    let rest = size.width - distance
    for row in rows {
      let line = base + row * stride
      if x > 0 {
        (line + distance).update(from: line, count: rest)
        line.update(repeating: word, count: distance)
      } else {
        line.update(from: line + distance, count: rest)
        (line + rest).update(repeating: word, count: distance)
      }
    }
  }

  /// Fills a part of some rows with one colour; the caller has clipped.
  @inline(__always)
  func fill(rows: Range<Int>, columns: Range<Int>, with word: UInt32) {
    guard !rows.isEmpty, !columns.isEmpty else { return }
    if columns.count == stride {
      (base + rows.lowerBound * stride).update(repeating: word, count: rows.count * stride)
      return
    }
    for row in rows {
      (base + row * stride + columns.lowerBound).update(repeating: word, count: columns.count)
    }
  }
}
