import LugeArchive
import LugeEngine
import LugeListKit
import Synchronization

/// The user's position in each conversation, stored between launches.
///
/// Messages are identified by the archive's own ids, which imports do not change.
final class ReadingPositions: Sendable {
  struct Entry: Codable, Hashable, Sendable {
    /// Reading place; nil if the user was at the newest message.
    var place: ReadingPlace?
    /// Time of the newest message at that time, seconds.
    var newest: Int64?
    /// Time of the last visit, seconds since 1970; the oldest entries are removed first.
    var visited: Int64
  }

  /// Conversations by archive path and key.
  private typealias Table = [String: [String: Entry]]

  static let limit = 2000

  private let file: SharedFile<Table>

  // MARK: Mutable State (under the lock)
  private let table = Mutex<Table?>(nil)

  /// - Parameter folder: folder of the file; nil: nothing is stored after this launch.
  init(folder: String?, retryAfter: Double = 15) {
    file = SharedFile("reading.json", folder: folder, retryAfter: retryAfter)
  }

  /// Sets the function of ``SharedFile/onFailure(_:)``.
  func onFailure(_ tell: @escaping @Sendable (_ path: String, any Error) -> Void) {
    file.onFailure(tell)
  }

  /// Returns the entry of a conversation. The first call reads the file, so not on the main thread.
  func entry(_ archive: String, _ conversation: String) -> Entry? {
    table.withLock { table in
      let known = table ?? file.read() ?? [:]
      table = known
      return known[archive]?[conversation]
    }
  }

  /// Stores an entry soon; the file is read and written on another thread.
  func remember(_ entry: Entry, _ archive: String, _ conversation: String) {
    file.update { [self] kept in
      table.withLock { table in
        // With the entries that other windows have written since.
        var known = kept ?? table ?? [:]
        known[archive, default: [:]][conversation] = entry
        Self.trim(&known)
        table = known
        return known
      }
    }
  }

  /// Notes in an archive, soon, that a conversation has been seen up to its present end. An archive
  /// that cannot be written keeps its note: in this folder, the entry counts anyway.
  func setSeen(_ conversation: ConversationSummary, in archive: Archive) {
    guard let last = conversation.last?.seconds else { return }
    file.run { try? archive.setSeen(conversation.id, upTo: last) }
  }

  /// Waits until everything is written. Call it before the program ends.
  func flush() { file.flush() }

  private static func trim(_ table: inout Table) {
    var entries = table.flatMap { archive, conversations in
      conversations.map { (archive, $0.key, $0.value.visited) }
    }
    guard entries.count > limit else { return }
    entries.sort { $0.2 < $1.2 }
    for (archive, conversation, _) in entries.prefix(entries.count - limit) {
      table[archive]?[conversation] = nil
      if table[archive]?.isEmpty == true { table[archive] = nil }
    }
  }
}

/// Position at which a conversation opens.
struct OpeningPlace: Sendable, Hashable {
  /// The user's last reading place, with the present position of its message in the list.
  var place: ReadingPlace?
  var position: Int?
  /// Position in the archive of the first message that came after the last visit.
  var firstNew: Int?
  /// Whether all its messages are new. It then opens as any other that was never visited.
  var isWhollyNew = false
  /// Time at which the user left it, seconds since 1970; 0 if it was never visited.
  var visited: Int64 = 0

  /// Position to scroll to; nil for the list's end.
  var target: Int? { place == nil ? firstNew : position ?? firstNew }

  /// Returns how many messages are new, among so many.
  func newCount(of count: Int) -> Int {
    isWhollyNew ? count : firstNew.map { max(0, count.subtractingClamped($0)) } ?? 0
  }
}

extension [ConversationID: OpeningPlace] {
  /// The conversation that the user left last.
  var latest: ConversationID? {
    let last = self.max { $0.value.visited < $1.value.visited }
    return last.flatMap { $0.value.visited > 0 ? $0.key : nil }
  }
}

extension ReadingPositions {
  /// Returns the places of all conversations that were visited before or have messages that nobody
  /// has seen; queries the database.
  func openings(of opened: OpenArchive) -> [ConversationID: OpeningPlace] {
    var places: [ConversationID: OpeningPlace] = [:]
    let unseen = (try? opened.archive.unseen()) ?? [:]
    for conversation in opened.conversations where conversation.count > 0 {
      places[conversation.id] = opening(
        conversation, in: opened.archive, unseen: unseen[conversation.id])
    }
    return places
  }

  /// Returns the place of a conversation; queries the database, so not on the main thread.
  ///
  /// - Parameter unseen: the archive's own note about it, which counts until the first visit.
  /// - Complexity: O(log n).
  func opening(
    _ conversation: ConversationSummary, in archive: Archive, unseen: UnseenMessages? = nil
  ) -> OpeningPlace? {
    let entry = entry(archive.path, conversation.key)
    guard entry != nil || unseen != nil else { return nil }
    var opening = OpeningPlace(visited: entry?.visited ?? 0)
    if let place = entry?.place,
      let found = try? archive.place(of: place.item.rawValue),
      found.conversation == conversation.id,
      found.position < conversation.count
    {
      opening.place = place
      // Posts are shown from new to old.
      opening.position =
        conversation.kind == .timeline
        ? conversation.count - 1 - found.position : found.position
    }
    var seen = entry?.newest
    if entry == nil {
      switch unseen {
      case .after(let time): seen = time
      case .all: opening.isWhollyNew = true
      case nil: break
      }
    }
    if let newest = seen, let last = conversation.last, last.seconds > newest {
      let next = Timestamp(seconds: newest.addingClamped(1), certainty: last.certainty)
      opening.firstNew = (try? archive.position(in: conversation.id, atOrAfter: next)) ?? nil
    }
    return opening
  }
}
