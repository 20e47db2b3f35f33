public import LugeCore

/// A picture in or near the view of a list.
public struct ImageWish: Hashable, Sendable {
  public var key: ImageKey
  /// The size to decode it at, device pixels.
  public var size: PixelSize
  /// Pixels between the viewport and the picture; 0 when it is in view.
  public var distance: Int

  public init(key: ImageKey, size: PixelSize, distance: Int) {
    self.key = key
    self.size = size
    self.distance = distance
  }
}
