/// Tells files of words that were not written to their end, or that something else has written
/// into.
package enum WordChecksum {
  /// FNV-1a's steps, a word at a time.
  ///
  /// - Complexity: O(words).
  package static func of(_ words: UnsafeBufferPointer<UInt32>) -> UInt64 {
    var sum: UInt64 = 0xcbf2_9ce4_8422_2325
    for word in words { sum = (sum ^ UInt64(word)) &* 0x0000_0100_0000_01b3 }
    return sum ^ sum >> 32
  }
}
