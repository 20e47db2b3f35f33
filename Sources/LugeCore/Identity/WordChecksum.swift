/// Checksum of files of 32-bit numbers: detects files that were not written completely or were
/// changed.
package enum WordChecksum {
  /// FNV-1a with a 32-bit number in each step.
  ///
  /// - Complexity: O(words).
  package static func of(_ words: UnsafeBufferPointer<UInt32>) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for word in words { sum = (sum ^ UInt64(word)) &* 0x0000_0100_0000_01b3 }
    return sum ^ sum >> 32
  }
}
