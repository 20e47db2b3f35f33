public import LugeCore

/// Request for a picture in or near the view of a list.
public struct ListImageRequest: Hashable, Sendable {
  public var key: ImageKey
  /// Size to decode it at, device pixels.
  public var size: PixelSize
  /// Distance between the viewport and the picture, pixels; 0 when it is in view.
  public var distance: Int

  public init(key: ImageKey, size: PixelSize, distance: Int) {
    self.key = key
    self.size = size
    self.distance = distance
  }
}
