import LugeCore
import Synchronization

/// One thing to import: a path as the user named it, and how what is there is read.
public struct ImportInput: Sendable {
  /// A file, or a member of a zip.
  public struct Part: Sendable {
    public var name: String
    /// Bytes, for progress.
    public var size: Int64?
    /// Reads everything into the sink, on a thread of its own.
    public var read: @Sendable (any ImportSink) throws -> Void

    public init(
      name: String, size: Int64? = nil, read: @escaping @Sendable (any ImportSink) throws -> Void
    ) {
      self.name = name
      self.size = size
      self.read = read
    }
  }

  /// For messages and for the archive's list of imports.
  public var path: String
  /// In the order to read them.
  public var parts: [Part]
  /// Files beside the parts that nothing is read from, and may be expected to be.
  public var passedOver: [PassedOverFile] = []
  /// Files that are no text: pictures, films, documents, whatever lies beside the chats.
  public var otherFiles = 0
  /// Files that the parts are read from.
  public var chatFiles = 0
  /// Most bytes that media inside a zip may unpack to; 0 for no limit, nil for what fits a zip of
  /// its size.
  public var mediaLimit: Int64?
  /// Files and folders that could not be read, for lack of permission or because of a failing disk,
  /// with the reason.
  public var unreadable: [SkippedRecord] = []
  /// Media that are inside a zip; nil when there is nothing to unpack.
  public var media: Media?

  public struct Media: Sendable {
    /// Folder into which they are unpacked.
    public var folder: String
    /// At most so many bytes; the second argument is called with the bytes written so far. Returns
    /// the files that cannot be there by their names; the others are.
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

  /// The parts that can be read, with those that cannot among ``unreadable``.
  ///
  /// - Parameter faults: what is wrong with parts, by their numbers.
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

  /// Bytes; nil when a part does not know.
  public var size: Int64? {
    parts.reduce(0) { sum, part in sum.flatMap { sum in part.size.map(sum.addingClamped) } }
  }
}

public struct ImportOptions: Sendable {
  /// Keep the complete messages of an input that turns out to be broken.
  public var keepsPartialInput: Bool
  /// Name of the person who exported, for sources that do not tell.
  public var ownName: String?
  /// Messages between two commits: what a power cut can cost at most.
  public var messagesPerCommit: Int
  /// An archive that can't be read (damaged, of a newer version, no archive at all) is removed and
  /// made again: for those in a cache.
  public var replacesUnreadable = false
  /// How often what has been read so far of conversations that the archive did not have becomes
  /// visible; nil for not before all is read. Only together with ``keepsPartialInput``: what
  /// somebody may be reading is not taken back. Costs at most an eighth of the import's time.
  public var showsEvery: Duration?

  public init(
    keepsPartialInput: Bool = false, ownName: String? = nil, messagesPerCommit: Int = 25_000
  ) {
    self.keepsPartialInput = keepsPartialInput
    self.ownName = ownName
    self.messagesPerCommit = max(1, messagesPerCommit)
  }
}

public struct ImportProgress: Sendable, Hashable {
  public enum Phase: Sendable, Hashable {
    case reading
    /// All is read; conversations are put in order and become visible.
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
    /// The archive had them already, equal.
    public var unchanged: Int
  }

  public var path: String
  public var conversations: [Conversation] = []
  /// The first of them; ``skippedCount`` counts all.
  public var skipped: [SkippedRecord] = []
  public var skippedCount = 0
  /// Repairs; the first of them, ``noteCount`` counts all.
  public var notes: [SkippedRecord] = []
  public var noteCount = 0
  /// Files of the input that nothing was read from, and may be expected to be.
  public var passedOver: [PassedOverFile] = []
  /// Files that are no text, and files that chats were read from.
  public var otherFiles = 0
  public var chatFiles = 0
  /// Parts of the input that could not be read, with the reason; the rest was imported.
  public var unreadable: [SkippedRecord] = []
  public var bytesRead: Int64 = 0
  public var seconds: Double = 0
  /// Why the input ended early, when what was complete has been kept.
  public var inputError: ArchiveError?
  /// An earlier import of the same path had been interrupted, and this one has completed it.
  public var completedInterrupted = false

  /// Folders that this run has set as those of media.
  public var mediaRoots: Set<String> = []

  public init(path: String) { self.path = path }

  /// Most of the text that was there is in no chat: perhaps it is not what its owner believes.
  public var isMostlyIgnored: Bool {
    let count = passedOver.count { $0.isDoubtful }
    return count > 2 && count > chatFiles
  }

  public var added: Int { conversations.reduce(0) { $0 + $1.added } }
  public var updated: Int { conversations.reduce(0) { $0 + $1.updated } }
  public var unchanged: Int { conversations.reduce(0) { $0 + $1.unchanged } }

  /// Records kept in ``skipped`` and ``notes``: memory stays bounded for hostile input.
  public static let recordLimit = 1000
}

/// Lets another thread stop an import. What has been read stays, invisible, and the next import
/// of the same path completes it.
public final class ImportCancellation: Sendable {
  private let flag = Atomic(false)

  public init() {}
  public func cancel() { flag.store(true, ordering: .relaxed) }
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// A file beside chats that nothing was read from.
public struct PassedOverFile: Sendable, Hashable {
  public enum Reason: Sendable, Hashable {
    /// Text of no known format.
    case unknown
    /// It has some of a format, too little for a file that nobody named.
    case unsure(format: String)
    /// It looks like a chat, and lies where an export keeps what people sent each other.
    case attachment(format: String)
    /// A zip or a tar in which there is no chat.
    case noChatInside
    /// Its name is not UTF-8.
    case unnamed
    /// It is a link, which may lead out of the export.
    case link
    /// There is nothing in it, though by its name it could be a chat.
    case empty
    /// It tells the same chats as a file beside it, which has more.
    case sameExport(as: String)
  }

  /// Path of the file, with U+FFFD where the name is not UTF-8.
  public var path: String
  public var reason: Reason

  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// Somebody may believe that it is a chat.
  public var isDoubtful: Bool {
    switch reason {
    case .unknown, .unsure, .unnamed, .link: true
    case .attachment, .noChatInside, .empty, .sameExport: false
    }
  }
}
