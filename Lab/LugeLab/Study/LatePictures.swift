import LugeCore

/// Pictures of which a frame shows the placeholder, found in the frame's own pixels: whatever a
/// list believes of itself, what is counted is what a user saw, in the same way for all lists.
enum LatePictures {
  private static let placeholder =
    StudyLayout.placeholder.resolved(.light).premultipliedWord & 0xFF_FFFF

  /// Returns the number of pictures in view that are placeholders.
  ///
  /// - Parameters:
  ///   - pictures: places of the pictures, from the view's upper left.
  ///   - pixel: returns a pixel of the frame by column and line; nil where the frame has nothing.
  /// - Complexity: O(pictures).
  static func count(
    _ pictures: [Rect], in size: PixelSize, pixel: (_ x: Int, _ y: Int) -> UInt32?
  ) -> Int {
    pictures.count { rect in
      let (top, bottom) = (max(0, Int(rect.y)), min(size.height, Int(rect.maxY)))
      guard top < bottom else { return false }
      // In the middle of what is in view, away from the round corners at both sides. Of a photo or
      // a film not all three have exactly the placeholder's colour.
      return [0.25, 0.5, 0.75].allSatisfy { part in
        pixel(Int(rect.x + rect.width * part), (top + bottom) / 2)
          .map { $0 & 0xFF_FFFF == placeholder } ?? false
      }
    }
  }

  /// Returns the number of pictures in view.
  static func inView(_ pictures: [Rect], in size: PixelSize) -> Int {
    pictures.count { max(0, Int($0.y)) < min(size.height, Int($0.maxY)) }
  }
}
