/// The formats that are decoded, told apart by their first bytes: file names lie.
package enum ImageFormat: UInt8, Sendable {
  case jpeg, png, gif, webp, heif, tiff, bmp

  /// How many of a file's first bytes it takes to tell.
  package static let sniffedBytes = 12

  package init?(_ bytes: [UInt8]) {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      text.withUTF8Buffer { text in
        bytes.count >= offset + text.count
          && bytes[offset..<offset + text.count].elementsEqual(text)
      }
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if has("GIF87a") || has("GIF89a") {
      self = .gif
    } else if has("RIFF"), has("WEBP", at: 8) {
      self = .webp
    } else if has("ftyp", at: 4), Self.heifBrands.contains(where: { has($0, at: 8) }) {
      self = .heif
    } else if has("II*\0") || has("MM\0*") {
      self = .tiff
    } else if has("BM"), bytes.count >= 10, bytes[6..<10].allSatisfy({ $0 == 0 }) {
      // Two letters begin texts as well; here four bytes are zero.
      self = .bmp
    } else {
      return nil
    }
  }

  private static let heifBrands: [StaticString] = [
    "heic", "heix", "mif1", "msf1", "avif", "avis",
  ]

  /// Bytes of memory a pixel of the whole picture costs while decoding; 0 where rows are shrunk as
  /// they come.
  ///
  /// - Parameter pixelBytes: of one pixel as the file stores it.
  package func heldBytesPerPixel(isInterlaced: Bool, pixelBytes: Int) -> Int {
    switch self {
    // A progressive JPEG is held as coefficients of 16 bits.
    case .jpeg: isInterlaced ? 2 * pixelBytes : 0
    case .png: isInterlaced ? pixelBytes : 0
    // By libvips: the canvas, the saved background of a frame, and libvips' own copy.
    case .gif: 12
    case .webp, .heif: 8
    // A strip may be the whole picture, packed and unpacked.
    case .tiff: 2 * pixelBytes
    case .bmp: 0
    }
  }

  /// Whether decoding always needs libvips with its libraries (other formats need it rarely).
  package var needsAllLibraries: Bool {
    switch self {
    case .jpeg, .gif, .webp, .bmp: false
    case .png, .heif, .tiff: true
    }
  }
}
