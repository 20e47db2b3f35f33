import LugeCore
import Synchronization

/// One input of an import: the path as the user named it, and the parts to read.
public struct ImportInput: Sendable {
  /// A file, or a member of a zip.
  public struct Part: Sendable {
    public var name: String
    /// Size in bytes, for progress.
    public var size: Int64?
    /// Reads the whole part into the sink, on a thread of its own.
    public var read: @Sendable (any ImportSink) throws -> Void

    public init(
      name: String, size: Int64? = nil, read: @escaping @Sendable (any ImportSink) throws -> Void
    ) {
      self.name = name
      self.size = size
      self.read = read
    }
  }

  /// Path for messages and for the archive's list of imports.
  public var path: String
  /// Parts in the order in which they are read.
  public var parts: [Part]
  /// Files beside the parts that are not imported although a user may expect it.
  public var passedOver: [PassedOverFile] = []
  /// Number of files that are not text: pictures, films, documents.
  public var otherFiles = 0
  /// Number of files that the parts are read from.
  public var chatFiles = 0
  /// Maximum bytes that media inside a zip may unpack to; 0: unlimited, nil: derived from the size
  /// of the zip.
  public var mediaLimit: Int64?
  /// Files and folders that could not be read, with the reason: missing permission, a failing disk.
  public var unreadable: [SkippedRecord] = []
  /// Media inside a zip; nil if there is nothing to unpack.
  public var media: Media?

  public struct Media: Sendable {
    /// Folder into which they are unpacked.
    public var folder: String
    /// Unpacks at most `limit` bytes, and calls the second argument with the bytes written so far.
    /// Returns the files that cannot exist under their names; the others are unpacked.
    public var unpack: @Sendable (_ limit: Int64?, (Int64) throws -> Void) throws -> [SkippedRecord]

    public init(
      folder: String,
      unpack:
        @escaping @Sendable (_ limit: Int64?, (Int64) throws -> Void) throws
        -> [SkippedRecord]
    ) {
      self.folder = folder
      self.unpack = unpack
    }
  }

  public init(path: String, parts: [Part]) {
    self.path = path
    self.parts = parts
  }

  /// Returns the input without the parts that failed, which are added to ``unreadable``.
  ///
  /// - Parameter faults: errors of parts, by their indices.
  func leavingOut(_ faults: [Int: ArchiveError]) -> ImportInput {
    var rest = self
    rest.parts = parts.enumerated().filter { faults[$0.offset] == nil }.map(\.element)
    rest.unreadable += faults.sorted { $0.key < $1.key }.map { number, error in
      // The file's name is shown beside the reason.
      SkippedRecord(
        file: parts.indices.contains(number) ? parts[number].name : path, place: "",
        reason: error.reason)
    }
    rest.chatFiles = max(0, chatFiles - faults.count)
    return rest
  }

  /// Total bytes; nil if the size of a part is unknown.
  public var size: Int64? {
    parts.reduce(0) { sum, part in sum.flatMap { sum in part.size.map(sum.addingClamped) } }
  }
}

public struct ImportOptions: Sendable {
  /// Whether the complete messages of an input that turns out to be broken are kept.
  public var keepsPartialInput: Bool
  /// Name of the person who exported, for sources that do not contain it.
  public var ownName: String?
  /// Number of messages between two commits: the most that a power failure can lose. With few,
  /// commits take long: keys that are digests lie anywhere in their index, so that each commit
  /// writes nearly all of it.
  public var messagesPerCommit: Int
  /// Whether an archive that cannot be read (damaged, of a newer version, not an archive) is
  /// removed and made again: for archives in a cache. Never if the path is a link, which may lead
  /// to any file of the user.
  public var replacesUnreadable = false
  /// Interval at which new conversations are shown during the import; nil: only at its end. Needs
  /// ``keepsPartialInput``, because messages that are on screen cannot be removed again. Takes at
  /// most an eighth of the import's time.
  public var showsEvery: Duration?

  public init(
    keepsPartialInput: Bool = false, ownName: String? = nil, messagesPerCommit: Int = 100_000
  ) {
    self.keepsPartialInput = keepsPartialInput
    self.ownName = ownName
    self.messagesPerCommit = max(1, messagesPerCommit)
  }
}

public struct ImportProgress: Sendable, Hashable {
  public enum Phase: Sendable, Hashable {
    case reading
    /// Everything is read; conversations are sorted and become visible.
    case finishing
    /// The input was bad; what had been added is being removed.
    case undoing
  }

  public var phase: Phase
  public var bytesRead: Int64
  public var totalBytes: Int64?
  public var messages: Int
  public var conversation: String?
}

/// Report of a finished import.
public struct ImportReport: Sendable {
  public struct Conversation: Sendable, Hashable {
    public var key: String
    public var name: String
    public var added: Int
    public var updated: Int
    /// Number of messages that the archive already had, unchanged.
    public var unchanged: Int
    /// Number of service entries among these.
    public var service = 0
    /// Number of its records that were left out.
    public var skipped = 0
    /// Whether there were records, and none of them could be read.
    public var isUnread: Bool { skipped > 0 && added + updated + unchanged == 0 }
  }

  public var path: String
  public var conversations: [Conversation] = []
  /// The first skipped records; ``skippedCount`` counts all.
  public var skipped: [SkippedRecord] = []
  public var skippedCount = 0
  /// The first repairs; ``noteCount`` counts all.
  public var notes: [SkippedRecord] = []
  public var noteCount = 0
  /// Files beside the parts that were not imported although a user may expect it.
  public var passedOver: [PassedOverFile] = []
  /// Number of files that are not text, and of files that chats were read from.
  public var otherFiles = 0
  public var chatFiles = 0
  /// Parts of the input that could not be read, with the reason; the others were imported.
  public var unreadable: [SkippedRecord] = []
  public var bytesRead: Int64 = 0
  public var seconds: Double = 0
  /// Reason why the input ended early, if the complete messages were kept.
  public var inputError: ArchiveError?
  /// Whether this import has completed an interrupted one of the same path.
  public var completedInterrupted = false

  /// Media folders that this run has recorded.
  public var mediaRoots: Set<String> = []

  public init(path: String) { self.path = path }

  /// Whether more files were skipped than read: the input is probably not a chat export.
  public var isMostlyIgnored: Bool {
    let count = passedOver.count { $0.isDoubtful }
    return count > 2 && count > chatFiles
  }

  public var added: Int { conversations.reduce(0) { $0 + $1.added } }
  public var updated: Int { conversations.reduce(0) { $0 + $1.updated } }
  public var unchanged: Int { conversations.reduce(0) { $0 + $1.unchanged } }

  /// Maximum number of records in ``skipped`` and ``notes``, to limit memory for hostile input.
  public static let recordLimit = 1000
}

/// Stops an import from another thread. What has been read stays, invisible, and the next import of
/// the same path completes it.
public final class ImportCancellation: Sendable {
  private let flag = Atomic(false)

  public init() {}
  public func cancel() { flag.store(true, ordering: .relaxed) }
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// The files of a folder or zip in which no chat was found.
public struct IgnoredFiles: Sendable, Hashable {
  /// Files of which a user may expect that they are chats.
  public var passedOver: [PassedOverFile]
  /// Number of the others, which are not text.
  public var otherFiles: Int

  public init(passedOver: [PassedOverFile] = [], otherFiles: Int = 0) {
    self.passedOver = passedOver
    self.otherFiles = otherFiles
  }
}

/// A file beside chats that was not imported.
public struct PassedOverFile: Sendable, Hashable {
  public enum Reason: Sendable, Hashable {
    /// Text of no known format.
    case unknown
    /// Looks like a format, but not surely enough for a file that the user did not name.
    case unsure(format: String)
    /// Looks like a chat, but is in a folder where the export has attachments.
    case attachment(format: String)
    /// A zip or tar without a chat.
    case noChatInside
    /// A zip within a zip, named as if it had a chat.
    case packed
    /// The name is not UTF-8.
    case unnamed
    /// A symbolic link, which may lead out of the export.
    case link
    /// Empty, though its name is that of a chat.
    case empty
    /// Contains the same chats as another file, with less content.
    case sameExport(as: String)
  }

  /// Path of the file, with U+FFFD in place of bytes that are not UTF-8.
  public var path: String
  public var reason: Reason

  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Whether a user may expect it to be a chat.
  public var isDoubtful: Bool {
    switch reason {
    case .unknown, .unsure, .packed, .unnamed, .link: true
    case .attachment, .noChatInside, .empty, .sameExport: false
    }
  }
}
