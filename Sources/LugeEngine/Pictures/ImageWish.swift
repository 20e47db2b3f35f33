public import LugeCore

/// A picture that a list shows or will soon show.
public struct ImageWish: Hashable, Sendable {
  public var key: ImageKey
  /// Device pixels that it fills.
  public var size: PixelSize
  /// Pixels between the viewport and the picture; 0 when it is in view.
  public var distance: Int

  public init(key: ImageKey, size: PixelSize, distance: Int) {
    self.key = key
    self.size = size
    self.distance = distance
  }
}
