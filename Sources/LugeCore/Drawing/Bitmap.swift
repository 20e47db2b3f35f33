/// A block of 32-bit premultiplied pixels (0xAARRGGBB words, native endian), rows without gaps.
///
/// A bitmap is written by the one who made it before anybody else sees it, and only read after.
///
/// `@unchecked Sendable`: `memory` is memory that this object takes in `init` and gives back in
/// `deinit`. Writing happens through ``withMutablePixels(_:)`` and `markPartial()` by the maker,
/// before the bitmap is handed to another thread; the hand-over (mailbox lock) orders these writes
/// before all reads.
public final class Bitmap: @unchecked Sendable {
  public let size: PixelSize
  /// The column of a wider picture that the first column is; those it leaves out on either side are
  /// the background's.
  public let left: Int
  /// A picture of which only a part could be read; the rest is plain.
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

  /// For the maker alone, before the bitmap is shared: that a part is missing shows when the last
  /// row is read.
  package func markPartial() { isPartial = true }

  /// For the maker alone, before the bitmap is shared. Fresh memory is not cleared.
  public func withMutablePixels<R>(_ body: (UnsafeMutableBufferPointer<UInt32>) throws -> R)
    rethrows -> R
  {
    try body(UnsafeMutableBufferPointer(start: memory.base, count: size.width * size.height))
  }

  public func withPixels<R>(_ body: (UnsafeBufferPointer<UInt32>) throws -> R) rethrows -> R {
    try body(UnsafeBufferPointer(start: memory.base, count: size.width * size.height))
  }
}
