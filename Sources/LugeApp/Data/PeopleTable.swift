import LugeArchive
import LugeCore
import Synchronization

/// The archive's ids of people whom posts name by their keys, so that a person has one colour and
/// one page everywhere.
final class PeopleTable: Sendable {
  private let archive: Archive
  private let timeline: ConversationID

  // MARK: Mutable State (under the lock)
  private let known = Mutex<[String: Int64]>([:])

  private static let limit = 10_000

  init(_ archive: Archive, _ timeline: ConversationID) {
    self.archive = archive
    self.timeline = timeline
  }

  /// Returns the id of an author; for a person without posts here, an id made from the key. Blocks.
  func id(of key: String) -> Int64 {
    if let id = known.withLock({ $0[key] }) { return id }
    let found = try? archive.author(withKey: key, in: timeline)
    let id = found.map(\.id.rawValue) ?? Self.made(of: key)
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[key] = id
    }
    return id
  }

  /// Returns a negative id; those of authors are positive.
  private static func made(of key: String) -> Int64 {
    var mix = RevisionMix()
    mix.add(key)
    return Int64(truncatingIfNeeded: mix.revision.rawValue | 1 << 63)
  }
}

extension Archive {
  /// Returns the post that a message boosts; nil if the archive does not have it. Blocks.
  func original(
    of message: StoredMessage, in conversation: ConversationID
  ) -> StoredMessage? {
    guard message.post?.boostedBy != nil, let key = message.post?.boosted,
      let id = try? self.message(withKey: key, in: conversation), id != message.id,
      let original = try? self.message(id), original.post?.boostedBy == nil
    else { return nil }
    return original
  }
}
