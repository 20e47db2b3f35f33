enum JPEGHeader {
  /// Finds the frame header of a JPEG by walking its segments (ISO/IEC 10918-1, B.2).
  static func find(_ reader: inout HeaderReader) -> FoundHeader? {
    var offset = 2
    // If there are several EXIF blocks, the first counts.
    var isTurned: Bool?
    while var marker = reader.number(at: offset, bytes: 2) {
      // Any number of fill bytes may precede a marker, and damaged files may have other bytes
      // there; the reader's limit ends the search.
      while marker == 0xFFFF || marker >> 8 != 0xFF || marker == 0xFF00 {
        offset += 1
        guard let next = reader.number(at: offset, bytes: 2) else { return nil }
        marker = next
      }
      guard let length = reader.number(at: offset + 2, bytes: 2), length >= 2 else { return nil }
      switch marker & 0xFF {
      case 0xC4, 0xC8, 0xCC: break
      case 0xC0...0xCF:
        guard let height = reader.number(at: offset + 5, bytes: 2),
          let width = reader.number(at: offset + 7, bytes: 2)
        else { return nil }
        return FoundHeader(width: width, height: height, isTurned: isTurned ?? false)
      case 0xD9, 0xDA: return nil
      case 0xE1 where reader.text(at: offset + 4, count: 6) == "Exif\0\0":
        isTurned = isTurned ?? ExifOrientation.isTurned(&reader, at: offset + 10)
      default: break
      }
      offset += 2 + length
    }
    return nil
  }
}

enum PNGHeader {
  /// Reads the first chunk of a PNG, and an EXIF chunk if it comes before the pixels (PNG, third
  /// edition).
  static func find(_ reader: inout HeaderReader) -> FoundHeader? {
    guard reader.text(at: 12) == "IHDR", let width = reader.number(at: 16, bytes: 4),
      let height = reader.number(at: 20, bytes: 4)
    else { return nil }
    var header = FoundHeader(width: width, height: height)
    var offset = 33
    for _ in 0..<64 {
      guard let length = reader.number(at: offset, bytes: 4) else { break }
      let kind = reader.text(at: offset + 4)
      if kind == "IDAT" || kind == "IEND" { break }
      if kind == "eXIf" { header.isTurned = ExifOrientation.isTurned(&reader, at: offset + 8) }
      offset += 12 + length
    }
    return header
  }
}

enum GIFHeader {
  /// Reads a GIF's logical screen, enlarged to hold the first frame, as decoders do it.
  static func find(_ reader: inout HeaderReader) -> FoundHeader? {
    guard let width = reader.littleNumber(at: 6, bytes: 2),
      let height = reader.littleNumber(at: 8, bytes: 2)
    else { return nil }
    var header = FoundHeader(width: width, height: height, mayMove: true)
    if let frame = firstFrame(&reader) {
      header.width = max(width, frame.right)
      header.height = max(height, frame.bottom)
    }
    return header
  }

  private static func firstFrame(_ reader: inout HeaderReader) -> (right: Int, bottom: Int)? {
    guard let flags = reader.number(at: 10, bytes: 1) else { return nil }
    var offset = 13 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
    while let kind = reader.number(at: offset, bytes: 1) {
      if kind == 0x2C {
        let places = [1, 3, 5, 7].compactMap { reader.littleNumber(at: offset + $0, bytes: 2) }
        guard places.count == 4 else { return nil }
        return (places[0] + places[2], places[1] + places[3])
      }
      guard kind == 0x21 else { return nil }
      offset += 2
      while let count = reader.number(at: offset, bytes: 1) {
        offset += 1 + count
        if count == 0 { break }
      }
    }
    return nil
  }
}

enum WebPHeader {
  /// Reads the first chunk of a WebP, and the EXIF chunk of an extended file (RFC 9649).
  static func find(_ reader: inout HeaderReader) -> FoundHeader? {
    switch reader.text(at: 12) {
    case "VP8 ":
      guard let width = reader.littleNumber(at: 26, bytes: 2),
        let height = reader.littleNumber(at: 28, bytes: 2)
      else { return nil }
      return FoundHeader(width: width & 0x3FFF, height: height & 0x3FFF)
    case "VP8L":
      guard let bits = reader.littleNumber(at: 21, bytes: 4) else { return nil }
      return FoundHeader(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    case "VP8X":
      guard let flags = reader.number(at: 20, bytes: 1),
        let width = reader.littleNumber(at: 24, bytes: 3),
        let height = reader.littleNumber(at: 27, bytes: 3)
      else { return nil }
      var header = FoundHeader(width: width + 1, height: height + 1, mayMove: flags & 2 != 0)
      if flags & 8 != 0 { header.isTurned = isTurned(&reader) }
      return header
    default: return nil
    }
  }

  private static func isTurned(_ reader: inout HeaderReader) -> Bool {
    var offset = 30
    for _ in 0..<256 {
      guard let length = reader.littleNumber(at: offset + 4, bytes: 4) else { return false }
      if reader.text(at: offset) == "EXIF" {
        let hasPrefix = reader.text(at: offset + 8, count: 6) == "Exif\0\0"
        return ExifOrientation.isTurned(&reader, at: offset + (hasPrefix ? 14 : 8))
      }
      offset += 8 + length + length % 2
    }
    return false
  }
}

enum TIFFHeader {
  /// Reads the header of the first picture of a TIFF.
  static func find(_ reader: inout HeaderReader) -> FoundHeader? {
    guard
      let values = TIFFDirectory.values(&reader, at: 0, of: [0x0100, 0x0101, 0x0112]),
      let width = values[0x0100], let height = values[0x0101]
    else { return nil }
    return FoundHeader(
      width: width, height: height, isTurned: (5...8).contains(values[0x0112] ?? 1))
  }
}
