import Dispatch
import GRDB
import Synchronization

/// Writes facts found about pictures into an archive, in batches, in the background.
///
/// This is optional: if the archive cannot be written (a read-only folder, a running import), the
/// facts are dropped and found again later.
public final class PictureNotes: Sendable {
  private struct Key: Hashable {
    var conversation: Int64
    var path: String
  }

  private struct State {
    var pending: [Key: PictureFacts] = [:]
    var isScheduled = false
    var canWrite = true
  }

  private let path: String
  private let delay: Double
  private let queue = DispatchQueue(label: "luge.picture-notes", qos: .background)

  // MARK: Mutable State (under the lock)

  private let state = Mutex(State())

  /// - Parameters:
  ///   - path: path of an archive.
  ///   - delay: seconds to wait for further facts before writing.
  public init(archive path: String, delay: Double = 2) {
    self.path = path
    self.delay = delay
  }

  /// Adds facts to the next batch. Callable on any thread; returns at once.
  public func note(_ facts: PictureFacts, of path: String, in conversation: ConversationID) {
    let mustSchedule = state.withLock { state in
      guard state.canWrite else { return false }
      let key = Key(conversation: conversation.rawValue, path: path)
      state.pending[key] = facts.merged(with: state.pending[key] ?? PictureFacts())
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard mustSchedule else { return }
    queue.asyncAfter(deadline: .now() + delay) { [self] in writePending() }
  }

  /// Writes the waiting facts before it returns: call it before the program ends, and in tests.
  public func flush() { queue.sync { writePending() } }

  private func writePending() {
    let notes = state.withLock { state in
      state.isScheduled = false
      defer { state.pending = [:] }
      return state.pending
    }
    guard !notes.isEmpty else { return }
    do {
      try write(notes)
    } catch {
      state.withLock { $0.canWrite = false }
    }
  }

  private func write(_ notes: [Key: PictureFacts]) throws {
    try ArchiveConnection.write(to: path) { db in
      let statement = try db.makeStatement(
        sql: """
          INSERT INTO pictures (conversation, path, width, height, blur_hash)
          VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (conversation, path) DO UPDATE SET
            width = coalesce(excluded.width, width),
            height = coalesce(excluded.height, height),
            blur_hash = coalesce(excluded.blur_hash, blur_hash)
          """)
      for (key, facts) in notes {
        try statement.execute(arguments: [
          key.conversation, key.path, facts.width, facts.height, facts.blurHash,
        ])
      }
    }
  }
}
