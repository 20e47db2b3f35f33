/// The beginning of a file, in which a reader looks for typical parts of its format.
///
/// About thirty readers look at every file of a folder: bytes are compared directly, without making
/// a `String`.
struct FileHead {
  private let bytes: ArraySlice<UInt8>

  /// - Parameter limit: maximum number of bytes to look at.
  init(_ prefix: [UInt8], limit: Int = .max) { bytes = prefix.prefix(max(0, limit)) }

  /// Whether a text appears somewhere in it.
  func contains(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { wanted in
      bytes.withUnsafeBufferPointer { $0.contains(subsequence: wanted) }
    }
  }

  /// Whether a name appears in it in quotation marks, as in JSON.
  func has(_ name: String) -> Bool { contains("\"\(name)\"") }

  /// The first byte that is no space, tab or line end.
  var first: UInt8? { bytes.first { !Self.isBlank($0) } }

  /// All bytes except spaces, tabs and line ends.
  var withoutBlanks: [UInt8] { bytes.filter { !Self.isBlank($0) } }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
