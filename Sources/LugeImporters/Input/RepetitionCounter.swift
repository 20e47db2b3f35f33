import LugeArchive

/// Numbers messages that are equal in time, author and content, so that each gets a key of its own,
/// and importing the same export again yields the same keys.
///
/// Memory is constant: equal messages are distinguished if fewer than 32,768 others are between
/// them. Farther apart they are one message that the file has twice (two joined exports), and get
/// one key.
struct RepetitionCounter {
  private static let generation = 1 << 15

  private var recent: [StableHash: UInt32] = [:]
  private var older: [StableHash: UInt32] = [:]

  /// Returns how many equal ones came before: 0 for the first.
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

  /// Returns the key of a message: its digest, and its number among equal ones.
  mutating func key(_ digest: StableHash) -> String {
    let repetition = count(digest)
    return repetition == 0 ? digest.hexadecimal : "\(digest.hexadecimal)-\(repetition)"
  }

  /// Returns the key of a message of one of several conversations, as ``key(_:)`` does for a
  /// counter of its own for each of them.
  mutating func key(_ digest: StableHash, in conversation: String) -> String {
    var hash = digest.kept
    hash.combine(conversation.utf8)
    let repetition = count(hash)
    return repetition == 0 ? digest.hexadecimal : "\(digest.hexadecimal)-\(repetition)"
  }

  /// Returns a key of the source, made unique by its number among equal ones.
  mutating func unique(_ key: String, in conversation: String = "") -> String {
    var hash = StableHash()
    hash.combine(conversation.utf8)
    hash.combine(0xFF as UInt8)
    hash.combine(key.utf8)
    let repetition = count(hash)
    return repetition == 0 ? key : "\(key)-\(repetition)"
  }
}

extension RepetitionCounter {
  /// Returns a key for a message that has none in its source, made of its time, author and text.
  mutating func key(time: Timestamp, author: String?, text: String) -> String {
    key(moment: time.seconds, who: author ?? "", what: text)
  }

  /// Returns such a key for a message of one of several conversations.
  mutating func key(
    time: Timestamp, author: String?, text: String, in conversation: String
  ) -> String {
    key(Self.digest(time.seconds, author ?? "", text), in: conversation)
  }

  /// Returns a key made of a time in the source's own unit, an author and a text.
  mutating func key(moment: Int64, who: String, what: String) -> String {
    key(Self.digest(moment, who, what))
  }

  private static func digest(_ moment: Int64, _ who: String, _ what: String) -> StableHash {
    var hash = StableHash()
    hash.combine(moment)
    hash.combine(who.utf8)
    hash.combine(0xFF as UInt8)
    hash.combine(what.utf8)
    return hash
  }
}
