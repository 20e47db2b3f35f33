public import LugeCore

/// Facts about an animated picture, from its file.
public struct AnimationInfo: Hashable, Sendable {
  /// Pixels of a frame in the file.
  public var size: PixelSize
  /// How long each frame shows, milliseconds; at least two, each positive.
  public var delays: [Int]
  /// Times that it plays; nil for ever.
  public var loops: Int?

  /// - Parameters:
  ///   - delays: as the file says them. Delays of 10 ms and less count as 100 ms, as in browsers:
  ///     old files say 0 or 1 hundredths where they mean "whatever is usual".
  ///   - loops: 0 for ever, as files say it.
  public init(size: PixelSize, delays: [Int], loops: Int) {
    self.size = size
    self.delays = delays.map { $0 <= 10 ? 100 : min($0, 3_600_000) }
    self.loops = loops > 0 ? loops : nil
  }
}

/// Decodes the frames of animations, in order. Called on one thread.
public protocol AnimationDecoding: Sendable {
  /// - Returns: a number by which the animation is known from now on.
  /// - Throws: ``ImageError/unsupportedFormat`` for a picture that does not move.
  func open(_ bytes: [UInt8], limits: DecodeLimits) throws(ImageError) -> (Int, AnimationInfo)

  /// A frame that fills the size, cropped in its middle. Asking in order is cheap; going back
  /// decodes from the beginning.
  ///
  /// - Throws: ``ImageError/notOpen`` when the animation has to be opened again.
  func frame(
    _ index: Int, of animation: Int, size: PixelSize, limits: DecodeLimits
  ) throws(ImageError) -> Bitmap

  func close(_ animation: Int)

  /// An animation's file is being read or fetched: what takes long to start may start meanwhile.
  /// Returns at once.
  func prepare()

  /// Nothing is shown: processes and memory kept for speed may go; all animations are closed.
  func releaseIdle()
}

extension AnimationDecoding {
  public func prepare() {}
}
