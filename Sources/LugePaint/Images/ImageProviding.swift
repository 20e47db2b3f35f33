public import LugeCore

/// Gives pictures that are decoded already. Asked on lanes while a row is drawn, so it answers at
/// once from memory and never decodes or waits.
public protocol ImageProviding: Sendable {
  /// The picture, or nil when it is not there (yet).
  ///
  /// - Parameter size: the room it will fill, device pixels. A bitmap of another size is scaled, and
  ///   cropped in its middle.
  func image(for key: ImageKey, size: PixelSize) -> Bitmap?

  /// Whether it is known that there will be no picture: its file is missing or broken.
  func isMissing(_ key: ImageKey) -> Bool
}

extension ImageProviding {
  public func isMissing(_ key: ImageKey) -> Bool { false }
}
