import Glibc

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
      guard let initial = wanted.first else { return true }
      return bytes.withUnsafeBufferPointer { all in
        var rest = all[...]
        while rest.count >= wanted.count,
          let start = UnsafeBufferPointer(rebasing: rest).position(of: initial)
        {
          rest = rest.dropFirst(start)
          if rest.starts(with: wanted) { return true }
          rest = rest.dropFirst()
        }
        return false
      }
    }
  }

  /// Whether this name stands in it as JSON writes it, in quotation marks.
  func has(_ name: String) -> Bool { contains("\"\(name)\"") }

  /// The first byte that is no blank, tab or line end.
  var first: UInt8? { bytes.first { !Self.isBlank($0) } }

  /// Everything but blanks, tabs and line ends.
  var withoutBlanks: [UInt8] { bytes.filter { !Self.isBlank($0) } }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func position(of byte: UInt8) -> Int? {
    guard let base = baseAddress, let found = memchr(base, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}
