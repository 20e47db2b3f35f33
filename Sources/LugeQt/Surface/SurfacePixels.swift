public import LugeCore

/// Memory that a surface's paint closure fills: opaque premultiplied `0xAARRGGBB` pixels.
///
/// Usually this is the window's own memory, so nothing around it may be written: line `y` begins at
/// `base + y * stride` and has `size.width` pixels. Valid during the closure only.
public struct SurfacePixels {
  public let base: UnsafeMutablePointer<UInt32>
  /// Number of pixels from one line to the next, at least `size.width`.
  public let stride: Int
  public let size: PixelSize

  /// Memory from the first pixel to the last, including the memory between the lines.
  public var buffer: UnsafeMutableBufferPointer<UInt32> {
    UnsafeMutableBufferPointer(start: base, count: max(0, (size.height - 1) * stride + size.width))
  }

  /// Returns the pixels of a line.
  ///
  /// - Precondition: `0 ≤ y < size.height`.
  public func line(_ y: Int) -> UnsafeMutableBufferPointer<UInt32> {
    UnsafeMutableBufferPointer(start: base + y * stride, count: size.width)
  }
}
