import LugeArchive
import LugeCore

/// Decodes text of the time before UTF-8: each line is UTF-8 if it is valid, otherwise
/// Windows-1252, a superset of Latin-1.
enum LegacyText {
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(scalar(byte)) }
    return String(scalars)
  }

  /// Decodes text as ``decode(_:)`` does, and converts spans from bytes of the input to bytes of
  /// the result.
  static func decode(_ bytes: [UInt8], spans: [StyledText.Span]) -> StyledText {
    if let text = String(validating: bytes, as: UTF8.self) {
      return StyledText(text, spans: spans).normalized()
    }
    var offsets = [0]
    offsets.reserveCapacity(bytes.count + 1)
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let scalar = scalar(byte)
      scalars.append(scalar)
      offsets.append((offsets.last ?? 0) + UTF8.width(scalar))
    }
    let moved = spans.map {
      StyledText.Span(offsets[$0.range.lowerBound]..<offsets[$0.range.upperBound], $0.attribute)
    }
    return StyledText(String(scalars), spans: moved).normalized()
  }

  /// Characters of Windows-1252 at 0x80 to 0x9F; for five undefined bytes, Latin-1's control
  /// characters.
  private static let upper: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upper[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }
}
