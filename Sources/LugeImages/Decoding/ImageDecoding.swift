import Dispatch
public import LugeCore
import Synchronization

/// Turns a file's bytes into pixels of the wanted size. Called on decode threads.
public protocol ImageDecoding: Sendable {
  /// - Parameters:
  ///   - size: of the result, filled and cropped in the middle.
  ///   - watch: ends the work early when nobody wants it or it takes too long.
  func decode(_ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch)
    throws(ImageError) -> Bitmap

  /// Nothing was wanted for a while: memory and processes kept for speed may go.
  func releaseIdle()
}

extension ImageDecoding {
  public func releaseIdle() {}
}

/// What a picture may cost; checked against its header before anything is decoded.
public struct DecodeLimits: Hashable, Sendable {
  /// Bytes of the file.
  public var fileBytes = 48 << 20
  /// Pixels of a frame that the header claims.
  public var pixels = 100_000_000
  /// Bytes of pixels that the decoder has to hold at once (a progressive JPEG, an interlaced PNG
  /// and every GIF are held as a whole; others are shrunk row by row).
  public var decodedBytes = 160 << 20
  public var frames = 10_000
  /// Of decoding one picture. A helper that does not notice in time is ended a fifth of a second later, so no
  /// file takes a whole second.
  public var seconds = 0.75

  public init() {}
}

/// Says when a decode should end early. Asked between stretches of pixels, from decoders' threads.
public final class DecodeWatch: Sendable {
  private let isCancelled = Atomic<Bool>(false)
  private let deadline: Atomic<UInt64>

  private let isUnwanted: @Sendable () -> Bool
  private let now: @Sendable () -> UInt64

  public convenience init() { self.init { false } }

  /// - Parameters:
  ///   - now: the clock that time is counted by, nanoseconds.
  ///   - isUnwanted: another sign that nobody wants the picture; asked as often.
  package init(
    now: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds },
    isUnwanted: @escaping @Sendable () -> Bool
  ) {
    self.now = now
    self.isUnwanted = isUnwanted
    deadline = Atomic(.max)
  }

  /// Begins to count, or begins again.
  package func start(seconds: Double) {
    let span = UInt64(max(0, min(seconds, 1e6)) * 1e9)
    deadline.store(now() &+ span, ordering: .relaxed)
  }

  package func cancel() { isCancelled.store(true, ordering: .relaxed) }

  public var wasCancelled: Bool { isCancelled.load(ordering: .relaxed) || isUnwanted() }
  public var isOverdue: Bool {
    now() > deadline.load(ordering: .relaxed)
  }
  public var shouldStop: Bool { wasCancelled || isOverdue }
}
