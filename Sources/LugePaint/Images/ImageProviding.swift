public import LugeCore

/// Source of decoded pictures. Called on lanes while a row is drawn, so it answers at once from
/// memory and never decodes or waits.
public protocol ImageProviding: Sendable {
  /// Returns the picture; nil when it is not decoded (yet).
  ///
  /// - Parameter size: the size it will fill, device pixels. A bitmap of another size is scaled,
  ///   and cropped in its middle.
  func image(for key: ImageKey, size: PixelSize) -> Bitmap?

  /// Returns the reason why the picture cannot be shown; nil if it can, or if that is not known
  /// yet.
  func problem(with key: ImageKey) -> ImageProblem?
}

extension ImageProviding {
  public func problem(with key: ImageKey) -> ImageProblem? { nil }
}
