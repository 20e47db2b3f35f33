import LugeCore
import LugeImages

/// Decoder of uncompressed Windows bitmaps. Each row is converted directly from the file, without a
/// copy of the picture. Compressed ones (run lengths, or a JPEG inside) are not supported, because
/// they are practically never sent.
///
/// No library is used, because libvips reads bitmaps only with ImageMagick.
struct BMPPicture {
  /// Size of the pixels in the file.
  let size: PixelSize
  private let bytes: UnsafeRawBufferPointer
  /// Offset of the first row in the file.
  private let start: Int
  private let stride: Int
  private let bitsPerPixel: Int
  private let isTopDown: Bool
  /// Colours of the palette as a ``Bitmap``'s pixels; empty if the file's pixels are colours.
  private let palette: [UInt32]
  private let channels: Channels

  /// Decodes a picture.
  ///
  /// - Complexity: O(pixels of the rows that are shown).
  static func decode(
    _ bytes: UnsafeRawBufferPointer, _ size: PixelSize, _ limits: DecodeLimits,
    _ watch: DecodeWatch
  ) throws(ImageError) -> Bitmap {
    let picture = try BMPPicture(bytes, limits)
    let goal = PictureGoal(size, of: picture.size)
    try goal.check(holding: 0, limits)
    var isPartial = false
    let words = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: picture.size.width)
    defer { words.deallocate() }
    let scaled = RowScaler(goal.drawn, of: picture.size).scale(.bgraPremultiplied) { y in
      guard !watch.shouldStop else { return nil }
      if !picture.unpack(y, into: words) {
        words.update(repeating: 0)
        isPartial = true
      }
      return UnsafeRawPointer(words.baseAddress)
    }
    guard let scaled, !isPartial || !scaled.isPlain else {
      throw watch.failure(limits, "it ends too early")
    }
    let bitmap = goal.finished(scaled)
    if isPartial { bitmap.markPartial() }
    return bitmap
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits) throws(ImageError) {
    func number(at offset: Int, bytes count: Int = 4) -> Int {
      guard offset >= 0, offset <= bytes.count - count else { return 0 }
      return (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    guard let header = BMPHeader(number: number) else {
      throw .corrupt("its header makes no sense")
    }
    size = PixelSize(width: header.width, height: header.height)
    try PictureGoal.check(size, limits)
    guard header.isUnpacked else { throw .unsupportedFormat }
    self.bytes = bytes
    start = header.pixels
    bitsPerPixel = header.bitsPerPixel
    isTopDown = header.isTopDown
    stride = (size.width * bitsPerPixel + 31) / 32 * 4
    channels = Channels(header.masks)
    palette =
      bitsPerPixel > 8
      ? []
      : (0..<1 << bitsPerPixel).map { index in
        // Indices without a colour are black.
        guard index < header.colors else { return 0xFF00_0000 }
        return 0xFF00_0000
          | UInt32(number(at: header.palette + index * header.colorBytes, bytes: 3))
      }
  }

  /// Converts a row.
  ///
  /// - Returns: false for a row that is missing in the file.
  private func unpack(_ y: Int, into words: UnsafeMutableBufferPointer<UInt32>) -> Bool {
    let row = start + (isTopDown ? y : size.height - 1 - y) * stride
    guard row >= 0, row <= bytes.count - (size.width * bitsPerPixel + 7) / 8 else { return false }
    switch bitsPerPixel {
    case 16:
      for x in 0..<size.width {
        words[x] = channels.word(
          UInt32(
            UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: row + x * 2, as: UInt16.self)))
        )
      }
    case 24:
      for x in 0..<size.width {
        let pixel = row + x * 3
        words[x] =
          0xFF00_0000 | UInt32(bytes[pixel + 2]) << 16 | UInt32(bytes[pixel + 1]) << 8
          | UInt32(bytes[pixel])
      }
    case 32:
      for x in 0..<size.width {
        words[x] = channels.word(
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row + x * 4, as: UInt32.self)))
      }
    default:
      // A pixel has 1, 2, 4 or 8 bits; the leftmost pixel is in a byte's highest bits.
      let mask = UInt8(truncatingIfNeeded: 1 << bitsPerPixel - 1)
      for x in 0..<size.width {
        let bit = x * bitsPerPixel
        let index = bytes[row + bit / 8] >> UInt8(8 - bitsPerPixel - bit % 8) & mask
        words[x] = palette[Int(index)]
      }
    }
    return true
  }
}

extension BMPPicture {
  /// Bit masks of a pixel's colours.
  private struct Channels {
    private let parts: [(mask: UInt32, shift: UInt32, most: UInt32)]
    private let isUsual: Bool

    init(_ masks: [UInt32]) {
      parts = masks.map { mask in
        let shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
        return (mask, shift, mask >> shift)
      }
      isUsual = masks == [0xFF_0000, 0xFF00, 0xFF, 0]
    }

    /// Converts a pixel of the file to one of a ``Bitmap``, with premultiplied alpha.
    func word(_ pixel: UInt32) -> UInt32 {
      if isUsual { return pixel | 0xFF00_0000 }
      func value(_ index: Int, without: UInt32) -> UInt32 {
        let part = parts[index]
        guard part.most > 0 else { return without }
        return UInt32(UInt64((pixel & part.mask) >> part.shift) * 255 / UInt64(part.most))
      }
      return Premultiplied.word(
        red: value(0, without: 0), green: value(1, without: 0), blue: value(2, without: 0),
        alpha: value(3, without: 255))
    }
  }
}
