public import LugeCore

/// A picture at a size; it is decoded once and cached.
public struct ImageRequest: Hashable, Sendable {
  public var key: ImageKey
  /// Size in device pixels, which the picture fills; it is cropped in its middle.
  public var size: PixelSize

  public init(_ key: ImageKey, size: PixelSize) {
    self.key = key
    self.size = size
  }
}

/// Priority of a request: higher ones come first, equal ones in the order in which they were made.
public struct ImagePriority: Hashable, Sendable, Comparable {
  public var rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let onScreen = ImagePriority(rawValue: 0)

  /// Returns the priority of a picture outside of the viewport: the nearer, the higher.
  public static func ahead(pixels: Int) -> ImagePriority {
    ImagePriority(rawValue: -max(1, pixels))
  }

  public static func < (a: ImagePriority, b: ImagePriority) -> Bool { a.rawValue < b.rawValue }
}
