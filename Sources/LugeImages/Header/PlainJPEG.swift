package import LugeCore

/// The header of a photo as most are: 8 bits, brightness or brightness and two of colour, Huffman codes, no
/// colour profile.
package struct PlainJPEG: Hashable, Sendable {
  /// As the pixels lie in the file.
  package let size: PixelSize
  /// As EXIF says it, 1 to 8.
  package let orientation: Int
  /// A decoder that is asked for more than block averages holds all coefficients at once.
  package let isProgressive: Bool
  /// 1 or 3.
  package let components: Int

  /// Of a file's first bytes, how many it takes in nearly all cases.
  package static let headerBytes = 1 << 16

  /// - Parameter bytes: the beginning of a file.
  /// - Returns: nil for anything else than a plain photo, or a header that is longer.
  /// - Complexity: O(segments).
  package static func header(of bytes: [UInt8]) -> PlainJPEG? {
    var reader = HeaderReader(bytes: bytes)
    guard reader.number(at: 0, bytes: 2) == 0xFFD8 else { return nil }
    var offset = 2
    var orientation: Int?
    while let marker = reader.number(at: offset, bytes: 2),
      let length = reader.number(at: offset + 2, bytes: 2), length >= 2
    {
      switch marker {
      case 0xFFC0, 0xFFC1, 0xFFC2:
        let frame = reader.bytes(at: offset + 4, count: 6)
        guard frame.count == 6, frame[0] == 8, frame[5] == 1 || frame[5] == 3 else { return nil }
        let size = PixelSize(
          width: Int(frame[3]) << 8 | Int(frame[4]), height: Int(frame[1]) << 8 | Int(frame[2]))
        guard size.width > 0, size.height > 0 else { return nil }
        return PlainJPEG(
          size: size, orientation: orientation ?? 1, isProgressive: marker == 0xFFC2,
          components: Int(frame[5]))
      case 0xFFE1 where reader.text(at: offset + 4, count: 6) == "Exif\0\0":
        // Of several EXIF blocks the first counts.
        let found = ExifOrientation.value(&reader, at: offset + 10) ?? 1
        orientation = orientation ?? ((1...8).contains(found) ? found : 1)
      // Application data without a meaning for pixels, tables, comments.
      case 0xFFE0, 0xFFE1, 0xFFE3...0xFFED, 0xFFDB, 0xFFC4, 0xFFDD, 0xFFFE: break
      default: return nil
      }
      offset += 2 + length
    }
    return nil
  }
}
