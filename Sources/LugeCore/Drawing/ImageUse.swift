/// A place where a row shows a picture.
public struct ImageUse: Hashable, Sendable {
  public var key: ImageKey
  /// Size that the picture fills, device pixels.
  public var size: PixelSize
  /// Range of pixel rows in the layout that the picture covers.
  public var rows: Range<Int>

  public init(key: ImageKey, size: PixelSize, rows: Range<Int>) {
    self.key = key
    self.size = size
    self.rows = rows
  }

  /// Returns the size at which to decode a picture that fills a rectangle; nil for rectangles that
  /// cannot be drawn.
  public static func size(filling rect: Rect) -> PixelSize? {
    guard rect.width > 0, rect.width <= 32_767, rect.height > 0, rect.height <= 32_767 else {
      return nil
    }
    return PixelSize(
      width: Int(rect.width.rounded(.up)), height: Int(rect.height.rounded(.up)))
  }
}

extension DrawList {
  /// The pictures in the list, in drawing order.
  ///
  /// - Complexity: O(commands).
  public var images: [ImageUse] {
    commands.compactMap { command in
      guard case .image(let key?, let rect, _, _) = command,
        let size = ImageUse.size(filling: rect), rect.y.magnitude < 1e15
      else { return nil }
      let top = Int(rect.y.rounded(.down))
      return ImageUse(key: key, size: size, rows: top..<top + size.height + 1)
    }
  }
}
