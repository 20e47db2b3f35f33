/// The beginning of a file, in which a reader looks for what its format always holds.
///
/// Each of some thirty readers looks at every file of a folder: bytes are compared as they are,
/// without making a `String` of them.
struct FileHead {
  private let bytes: ArraySlice<UInt8>

  /// - Parameter limit: how many bytes are looked at.
  init(_ prefix: [UInt8], limit: Int = .max) { bytes = prefix.prefix(max(0, limit)) }

  /// Whether this text stands somewhere in it.
  func contains(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { wanted in
      bytes.withUnsafeBufferPointer { $0.contains(subsequence: wanted) }
    }
  }

  /// Whether this name stands in it as JSON writes it, in quotation marks.
  func has(_ name: String) -> Bool { contains("\"\(name)\"") }

  /// The first byte that is no space, tab or line end.
  var first: UInt8? { bytes.first { !Self.isBlank($0) } }

  /// Everything but spaces, tabs and line ends.
  var withoutBlanks: [UInt8] { bytes.filter { !Self.isBlank($0) } }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
