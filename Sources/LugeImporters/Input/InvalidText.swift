import LugeArchive

/// Text that is not UTF-8, of which decoding replaces some bytes by U+FFFD.
enum InvalidText {
  /// Returns the report about a text that was repaired.
  ///
  /// - Parameters:
  ///   - file: path of the file for messages.
  ///   - place: place in it, as in ``SkippedRecord``.
  static func note(in file: String, place: String) -> SkippedRecord {
    SkippedRecord(file: file, place: place, reason: "invalid UTF-8 was replaced")
  }

  /// Whether bytes are not UTF-8.
  ///
  /// - Complexity: O(bytes); memory for one block of them.
  static func isIn(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        var end = min(start + block, bytes.count)
        // A character has four bytes at most, of which only the first is no continuation.
        while end < bytes.count, end > start + block - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        if isIn(UnsafeBufferPointer(rebasing: bytes[start..<end])) { return true }
        start = end
      }
      return false
    }
  }

  private static let block = 1 << 20

  static func isIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) == nil
  }
}

extension LineReader.Line {
  /// Whether it is not UTF-8. A line over the limit may have been cut within a character.
  var hasInvalidText: Bool { !isCut && InvalidText.isIn(bytes) }
}
