public import LugeCore

/// A bitmap drawn over a composed frame without blending: a panel with figures, decorations over a
/// list.
public struct Overlay: Sendable {
  public var bitmap: Bitmap
  /// Distance from the viewport's upper left, device pixels; parts outside of it are cut off.
  public var x, y: Int

  public init(_ bitmap: Bitmap, x: Int, y: Int) {
    self.bitmap = bitmap
    self.x = x
    self.y = y
  }
}

extension Compositor {
  /// Draws a highlight over the composed frame.
  public static func lay(_ highlight: Highlight, into target: PixelTarget) {
    Blending.draw(highlight, into: target)
  }

  /// Copies an overlay over the composed frame; its pixels must be opaque.
  ///
  /// - Complexity: O(pixels of the overlay).
  public static func lay(_ overlay: Overlay, into target: PixelTarget) {
    let size = overlay.bitmap.size
    guard overlay.x.magnitude < 1 << 24, overlay.y.magnitude < 1 << 24 else { return }
    let columns = (overlay.x..<overlay.x + size.width).clamped(to: 0..<target.size.width)
    let rows = (overlay.y..<overlay.y + size.height).clamped(to: 0..<target.size.height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    overlay.bitmap.withPixels { pixels in
      guard let source = pixels.baseAddress else { return }
      for row in rows {
        (target.base + row * target.stride + columns.lowerBound).update(
          from: source + (row - overlay.y) * size.width + (columns.lowerBound - overlay.x),
          count: columns.count)
      }
    }
  }
}
