public import LugeCore
import LugeThreads
import Synchronization

/// Decoder of a file's bytes into pixels of a requested size. Called on decode threads.
public protocol ImageDecoding: Sendable {
  /// Decodes a picture.
  ///
  /// - Parameters:
  ///   - size: size of the result, which is filled and cropped in the middle.
  ///   - watch: ends the work early when it is cancelled or takes too long.
  func decode(_ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch)
    throws(ImageError) -> Bitmap

  /// Starts slow preparations (a process) while a picture's file is being fetched. Returns at once.
  func prepare()

  /// Frees memory and processes kept for speed, because nothing was requested for a while.
  func releaseIdle()
}

extension ImageDecoding {
  public func prepare() {}
  public func releaseIdle() {}
}

/// Limits of a picture; its header is checked against them before anything is decoded.
public struct DecodeLimits: Hashable, Sendable {
  /// Bytes of the file; three times as many of one whose rows may lie in it as they are (BMP and
  /// TIFF): 24 megapixels of 16 bits.
  public var fileBytes = 48 << 20
  /// Maximum pixels of a frame, as its header claims.
  public var pixels = 100_000_000
  /// Maximum bytes of pixels that the decoder holds at once, the result included (a progressive
  /// JPEG, an interlaced PNG, a HEIC and every GIF are held as a whole; others are shrunk row by
  /// row).
  public var decodedBytes = 248 << 20
  public var frames = 10_000
  /// Maximum seconds for one picture of up to a dozen megapixels; larger ones have more
  /// (`seconds(for:_:)`). A helper that does not end in time is killed a fifth of a second later.
  public var seconds = 0.75

  public init() {}

  /// Bytes of a file of any format.
  package var mostFileBytes: Int { min(fileBytes, .max / 3) * 3 }

  package func fileBytes(of format: ImageFormat?) -> Int {
    format == .bmp || format == .tiff ? mostFileBytes : fileBytes
  }

  /// Maximum seconds for any picture.
  private static let mostSeconds = 4.0

  /// Returns the maximum seconds for a picture of a size: 60 ms per megapixel where that is more
  /// than ``seconds``, and 200 ms for HEIC and AVIF, which are decoded by video codecs.
  func seconds(for size: PixelSize, _ format: ImageFormat?) -> Double {
    let megapixels = Double(size.width) * Double(size.height) / 1e6
    let needed = megapixels * (format == .heif ? 0.2 : 0.06)
    return max(seconds, min(Self.mostSeconds, needed))
  }
}

/// Flag and clock by which a decode is ended early. Decoders check it between groups of pixels,
/// from their threads.
public final class DecodeWatch: Sendable {
  private let isCancelled = Atomic<Bool>(false)
  private let deadline: Atomic<UInt64>

  private let isUnwanted: @Sendable () -> Bool
  private let now: @Sendable () -> UInt64

  public convenience init() { self.init { false } }

  /// Makes a watch.
  ///
  /// - Parameters:
  ///   - now: returns the time of the clock that is used, nanoseconds.
  ///   - isUnwanted: another sign that the decode was cancelled; checked as often.
  package init(
    now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds },
    isUnwanted: @escaping @Sendable () -> Bool
  ) {
    self.now = now
    self.isUnwanted = isUnwanted
    deadline = Atomic(.max)
  }

  /// Starts, or restarts, the time limit.
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
