import LugeArchive

/// Numbers the messages that are equal in time, author and content, so that each gets a key of its
/// own and a second import of the same export gives each the same one.
///
/// Memory is flat: equal messages are told apart when fewer than 32,768 others lie between them.
/// Farther apart they are one message that the file holds twice (two exports joined into one), and
/// get one key.
struct RepetitionCounter {
  private static let generation = 1 << 15

  private var recent: [StableHash: UInt32] = [:]
  private var older: [StableHash: UInt32] = [:]

  /// How many equal ones came before: 0 for the first.
  mutating func count(_ digest: StableHash) -> UInt32 {
    let digest = digest.kept
    let count = recent[digest] ?? older[digest] ?? 0
    recent[digest] = count &+ 1
    if recent.count >= Self.generation {
      swap(&recent, &older)
      recent.removeAll(keepingCapacity: true)
    }
    return count
  }

  /// The key of a message: its digest, and which of several equal ones it is.
  mutating func key(_ digest: StableHash) -> String {
    let repetition = count(digest)
    return repetition == 0 ? digest.hexadecimal : "\(digest.hexadecimal)-\(repetition)"
  }

  /// A key that the source gives, and which of several messages that have it this one is.
  mutating func unique(_ key: String, in conversation: String = "") -> String {
    var hash = StableHash()
    hash.combine(conversation.utf8)
    hash.combine(0xFF as UInt8)
    hash.combine(key.utf8)
    let repetition = count(hash)
    return repetition == 0 ? key : "\(key)-\(repetition)"
  }
}
