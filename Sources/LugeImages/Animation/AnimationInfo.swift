public import LugeCore

/// Facts about an animated picture, from its file.
public struct AnimationInfo: Hashable, Sendable {
  /// Size of a frame in the file, pixels.
  public var size: PixelSize
  /// Duration of each frame, milliseconds; at least two, each positive.
  public var delays: [Int]
  /// Number of times that the animation plays; nil for ever.
  public var loops: Int?

  /// Makes the facts of an animation.
  ///
  /// - Parameters:
  ///   - delays: milliseconds, as in the file. Delays of 10 ms and less count as 100 ms, as in
  ///     browsers, because old files have 0 or 1 hundredths for "the usual speed".
  ///   - loops: number of times it plays, 0 for ever, as in files.
  public init(size: PixelSize, delays: [Int], loops: Int) {
    self.size = size
    self.delays = delays.map { $0 <= 10 ? 100 : min($0, 3_600_000) }
    self.loops = loops > 0 ? loops : nil
  }
}

/// Decoder of the frames of animations, in order. Called on one thread.
public protocol AnimationDecoding: Sendable {
  /// Opens an animation.
  ///
  /// - Returns: a number that identifies the animation from now on.
  /// - Throws: ``ImageError/unsupportedFormat`` for a picture that is not animated.
  func open(_ bytes: [UInt8], limits: DecodeLimits) throws(ImageError) -> (Int, AnimationInfo)

  /// Returns a frame that fills the size, cropped in its middle. Frames in order are cheap; going
  /// back decodes from the beginning.
  ///
  /// - Throws: ``ImageError/notOpen`` when the animation has to be opened again.
  func frame(
    _ index: Int, of animation: Int, size: PixelSize, limits: DecodeLimits
  ) throws(ImageError) -> Bitmap

  func close(_ animation: Int)

  /// Starts slow preparations (a process) while an animation's file is being read or fetched.
  /// Returns at once.
  func prepare()

  /// Closes all animations and frees processes and memory kept for speed, because nothing is shown.
  func releaseIdle()
}

extension AnimationDecoding {
  public func prepare() {}
}
