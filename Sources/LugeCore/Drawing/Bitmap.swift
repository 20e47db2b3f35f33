/// A block of premultiplied 32-bit pixels (0xAARRGGBB, native endian), rows without gaps.
///
/// The code that creates a bitmap writes it before sharing it; afterwards it is only read.
///
/// `@unchecked Sendable`: `memory` is allocated in `init` and freed in `deinit`. Only its creator
/// writes, through ``withMutablePixels(_:)`` and `markPartial()`, before the bitmap is passed to
/// another thread; passing it (the mailbox's lock) orders these writes before all reads.
public final class Bitmap: @unchecked Sendable {
  public let size: PixelSize
  /// Column of a wider picture at which this bitmap begins; the columns left out show the
  /// background.
  public let left: Int
  /// Whether only a part of the picture could be decoded; the rest is a plain colour.
  public private(set) var isPartial: Bool
  private let memory: BitmapMemory.Block

  /// - Precondition: width and height are positive.
  public init(size: PixelSize, left: Int = 0, isPartial: Bool = false) {
    self.size = size
    self.left = left
    self.isPartial = isPartial
    memory = BitmapMemory.shared.allocate(size.width * size.height * 4)
  }

  deinit { BitmapMemory.shared.deallocate(memory) }

  public var byteCount: Int { size.width * size.height * 4 }

  /// Marks the bitmap as partial. Only its creator may call this, before sharing it.
  package func markPartial() { isPartial = true }

  /// Writes pixels. Only the bitmap's creator may call this, before sharing it. New memory is not
  /// cleared.
  public func withMutablePixels<R>(_ body: (UnsafeMutableBufferPointer<UInt32>) throws -> R)
    rethrows -> R
  {
    try body(UnsafeMutableBufferPointer(start: memory.base, count: size.width * size.height))
  }

  public func withPixels<R>(_ body: (UnsafeBufferPointer<UInt32>) throws -> R) rethrows -> R {
    try body(UnsafeBufferPointer(start: memory.base, count: size.width * size.height))
  }

  /// Returns the pixels as red, green, blue, alpha; not premultiplied.
  ///
  /// - Complexity: O(pixels).
  package func straightRGBA() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    withPixels { words in
      for word in words {
        let alpha = word >> 24
        func channel(_ shift: UInt32) -> UInt8 {
          guard alpha > 0 else { return 0 }
          return UInt8(min(255, ((word >> shift & 255) * 255 + alpha / 2) / alpha))
        }
        bytes += [channel(16), channel(8), channel(0), UInt8(alpha)]
      }
    }
    return bytes
  }
}
