/// Picture formats that are recognized only for the error message. They are rare in chats, and each
/// decoder would add attack surface.
enum UnsupportedFormat {
  private static let beginnings: [(bytes: [UInt8], name: String)] = [
    ([0, 0, 1, 0], "ICO"), (Array("8BPS".utf8), "Photoshop"),
    (Array("%PDF-".utf8), "PDF"), ([0xFF, 0x0A], "JPEG XL"),
    ([0, 0, 0, 12] + Array("JXL ".utf8), "JPEG XL"), (Array("<svg".utf8), "SVG"),
    ([0, 0, 0, 12] + Array("jP  ".utf8), "JPEG 2000"), (Array("v/1\u{1}".utf8), "OpenEXR"),
    (Array("gimp xcf".utf8), "GIMP"), (Array("qoif".utf8), "QOI"),
  ]

  /// Number of a file's first bytes that are searched: SVG files may begin with comments of the
  /// program that wrote them.
  static let sniffedBytes = 1024

  /// Returns the name of an unsupported format.
  ///
  /// - Parameter bytes: first bytes of a file. The bytes that ``ImageFormat`` needs are enough for
  ///   all but SVG.
  /// - Returns: nil for other formats, including videos.
  static func name(of bytes: [UInt8]) -> String? {
    if let known = beginnings.first(where: { bytes.starts(with: $0.bytes) }) { return known.name }
    return isDocumentOfSVG(bytes.prefix(sniffedBytes)) ? "SVG" : nil
  }

  private static func isDocumentOfSVG(_ bytes: ArraySlice<UInt8>) -> Bool {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes
    guard
      ["<?xml", "<!--", "<!DOCTYPE svg", "<svg"].contains(where: { text.starts(with: $0.utf8) })
    else { return false }
    return String(decoding: text, as: UTF8.self).contains("<svg")
  }
}
