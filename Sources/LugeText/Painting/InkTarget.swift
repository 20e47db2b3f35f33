public import LugeCore

/// Pixels that text may be written into without Cairo: those of the surface that a context draws
/// on. Borrowed for one call. Words are premultiplied 0xAARRGGBB, rows without gaps.
public struct InkTarget {
  let pixels: UnsafeMutablePointer<UInt32>
  let size: PixelSize
  /// User space of the first pixel.
  let left: Int
  let top: Int

  /// - Precondition: `pixels` holds at least the size's pixels.
  public init(
    _ pixels: UnsafeMutablePointer<UInt32>, size: PixelSize, left: Int = 0, top: Int = 0
  ) {
    self.pixels = pixels
    self.size = size
    self.left = left
    self.top = top
  }
}
