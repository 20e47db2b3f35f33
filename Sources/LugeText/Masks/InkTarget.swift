public import LugeCore

/// Pixels into which text may be written without Cairo: those of the surface that a Cairo context
/// draws on. Borrowed for one call. Words are premultiplied 0xAARRGGBB, rows without gaps.
public struct InkTarget {
  let pixels: UnsafeMutablePointer<UInt32>
  let size: PixelSize
  /// X coordinate of the first pixel in user space.
  let left: Int
  let top: Int

  /// Makes a target.
  ///
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
