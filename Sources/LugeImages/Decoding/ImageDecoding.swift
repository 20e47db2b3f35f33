public import LugeCore
import LugeThreads
import Synchronization

/// Turns a file's bytes into pixels of the wanted size. Called on decode threads.
public protocol ImageDecoding: Sendable {
  /// - Parameters:
  ///   - size: of the result, filled and cropped in the middle.
  ///   - watch: ends the work early when nobody wants it or it takes too long.
  func decode(_ bytes: [UInt8], size: PixelSize, limits: DecodeLimits, watch: DecodeWatch)
    throws(ImageError) -> Bitmap

  /// A picture's file is being fetched: what takes long to start may start meanwhile. Returns at
  /// once.
  func prepare()

  /// Nothing was wanted for a while: memory and processes kept for speed may go.
  func releaseIdle()
}

extension ImageDecoding {
  public func prepare() {}
  public func releaseIdle() {}
}

/// Limits of a picture; checked against its header before anything is decoded.
public struct DecodeLimits: Hashable, Sendable {
  /// Bytes of the file; three times as many of one whose rows may lie in it as they are (BMP and
  /// TIFF): 24 megapixels of 16 bits.
  public var fileBytes = 48 << 20
  /// Pixels of a frame that the header claims.
  public var pixels = 100_000_000
  /// Bytes of pixels that the decoder has to hold at once, the result among them (a progressive
  /// JPEG, an interlaced PNG, a HEIC and every GIF are held as a whole; others are shrunk row by
  /// row).
  public var decodedBytes = 248 << 20
  public var frames = 10_000
  /// Maximum seconds for one picture of up to a dozen megapixels; larger ones have more
  /// (`seconds(for:_:)`). A helper that does not notice in time is ended a fifth of a second later.
  public var seconds = 0.75

  public init() {}

  /// Bytes of a file of any format.
  package var mostFileBytes: Int { min(fileBytes, .max / 3) * 3 }

  package func fileBytes(of format: ImageFormat?) -> Int {
    format == .bmp || format == .tiff ? mostFileBytes : fileBytes
  }

  /// Seconds that no picture is given more than.
  private static let mostSeconds = 4.0

  /// Seconds for a picture of a size: 60 ms a megapixel where that is more than ``seconds``, and
  /// 200 for HEIC and AVIF, whose codecs are those of videos.
  func seconds(for size: PixelSize, _ format: ImageFormat?) -> Double {
    let megapixels = Double(size.width) * Double(size.height) / 1e6
    let needed = megapixels * (format == .heif ? 0.2 : 0.06)
    return max(seconds, min(Self.mostSeconds, needed))
  }
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
    now: @escaping @Sendable () -> UInt64 = { MonotonicClock.nanoseconds },
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
