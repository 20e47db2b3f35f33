public import LugeCore

/// Memory that a surface's paint closure fills: premultiplied `0xAARRGGBB` words, all opaque.
///
/// Usually the window's own memory, so what is around it must be left alone: line `y` begins at
/// `base + y * stride` and is `size.width` words long. Valid during the closure only.
public struct SurfacePixels {
  public let base: UnsafeMutablePointer<UInt32>
  /// Words from one line to the next, at least `size.width`.
  public let stride: Int
  public let size: PixelSize

  public init(base: UnsafeMutablePointer<UInt32>, stride: Int, size: PixelSize) {
    self.base = base
    self.stride = stride
    self.size = size
  }

  /// From the first pixel to the last, including what lies between the lines.
  public var buffer: UnsafeMutableBufferPointer<UInt32> {
    UnsafeMutableBufferPointer(start: base, count: (size.height - 1) * stride + size.width)
  }

  /// One line.
  ///
  /// - Precondition: `0 ≤ y < size.height`.
  public func line(_ y: Int) -> UnsafeMutableBufferPointer<UInt32> {
    UnsafeMutableBufferPointer(start: base + y * stride, count: size.width)
  }
}
