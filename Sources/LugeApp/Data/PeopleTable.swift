import LugeArchive
import LugeCore
import Synchronization

/// The archive's own numbers of people whom posts name by their keys, so that somebody has one
/// colour and one page wherever they are named.
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

  /// Returns the identifier of an author; for somebody who is no author here, a number made of the
  /// key. Blocks.
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

  /// Negative, as no author's number is.
  private static func made(of key: String) -> Int64 {
    var mix = RevisionMix()
    mix.add(key)
    return Int64(truncatingIfNeeded: mix.revision.rawValue | 1 << 63)
  }
}

extension Archive {
  /// The post that a message passes on, where the archive has it; nil otherwise. Blocks.
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
