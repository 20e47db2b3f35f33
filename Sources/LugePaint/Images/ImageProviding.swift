public import LugeCore

/// Gives pictures that are decoded already. Asked on lanes while a row is drawn, so it answers at
/// once from memory and never decodes or waits.
public protocol ImageProviding: Sendable {
  /// The picture, or nil when it is not there (yet).
  ///
  /// - Parameter size: the room it will fill, device pixels. A bitmap of another size is scaled,
  ///   and cropped in its middle.
  func image(for key: ImageKey, size: PixelSize) -> Bitmap?

  /// Why there will be no picture; nil while that is not known, and where there is one.
  func problem(with key: ImageKey) -> ImageProblem?
}

extension ImageProviding {
  public func problem(with key: ImageKey) -> ImageProblem? { nil }
}
