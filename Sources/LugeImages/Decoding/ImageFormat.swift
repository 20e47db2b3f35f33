/// Formats that are decoded, recognized by a file's first bytes, because file names may be wrong.
package enum ImageFormat: UInt8, Sendable {
  case jpeg, png, gif, webp, heif, tiff, bmp

  /// Number of a file's first bytes that are needed to recognize it.
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
      // Texts may begin with the same two letters; in a bitmap four further bytes are zero.
      self = .bmp
    } else {
      return nil
    }
  }

  private static let heifBrands: [StaticString] = [
    "heic", "heix", "mif1", "msf1", "avif", "avis",
  ]

  /// Returns the bytes of memory that decoding takes per pixel of the whole picture; 0 for formats
  /// that are shrunk row by row.
  ///
  /// - Parameter pixelBytes: bytes of one pixel in the file.
  package func heldBytesPerPixel(isInterlaced: Bool, pixelBytes: Int) -> Int {
    switch self {
    // A progressive JPEG is held as coefficients of 16 bits.
    case .jpeg: isInterlaced ? 2 * pixelBytes : 0
    case .png: isInterlaced ? pixelBytes : 0
    // libvips holds the canvas, the saved background of a frame, and a copy of its own.
    case .gif: 12
    case .webp, .heif: 8
    // A strip may be the whole picture, compressed and decompressed.
    case .tiff: 2 * pixelBytes
    case .bmp: 0
    }
  }

  /// Whether decoding always needs libvips with its libraries; other formats need it rarely.
  package var needsAllLibraries: Bool {
    switch self {
    case .jpeg, .gif, .webp, .bmp: false
    case .png, .heif, .tiff: true
    }
  }
}
