import LugeCore

/// State of a conversation during an import.
///
/// Messages of one second are ordered by their `ordinal`, or by `id << ordinalShift` if it is nil,
/// so that a new conversation needs no ordinals. A new message between two existing ones gets its
/// predecessor's ordinal plus 1. Those before the first known message get −2⁵⁰ plus their number,
/// which is less than any shifted id.
struct ConversationState {
  let id: Int64
  var record: ConversationRecord
  /// Whether the archive had messages of it before this import.
  let hadMessages: Bool
  /// Number of visible messages before this import.
  let countBefore: Int64
  /// Time of the last visible message before this import.
  let lastTime: Int64?
  /// Table in which the source's authors are looked up.
  let authors: AuthorTable

  /// The lowest and the highest id of the messages to which this import will assign positions.
  private(set) var lowestID = Int64.max
  private(set) var highestID = Int64.min
  /// Lowest id of the messages since the chat's last export began, of which an input may have
  /// several.
  private(set) var lowestOfExport = Int64.max
  /// The earliest time of these messages, or an earlier one.
  private(set) var earliest = Int64.max
  /// Whether ids and times of these messages ascend together, as in most sources; then nothing has
  /// to be sorted.
  private(set) var isInOrder = true
  private var latest = Int64.min
  /// Time of the newest message that this import has added.
  private(set) var newest: Int64?
  /// Ordinal of the previous message of the source; nil until the first message that was already in
  /// the archive.
  var ordinal: Int64?
  /// Number of new messages before the first known one.
  var prefixLength: Int64 = 0

  /// Names and keys of the export being read, if it was merged into this conversation; nil for all
  /// others.
  var other: OtherExport?
  /// Whether several exports were merged into the conversation.
  var isMerged = false
  /// Names and keys in other exports, according to this import.
  var otherNames = OtherNames()
  /// Finds messages that the archive has under other keys.
  var retold = RetoldMessages()
  /// Time, in the archive, of the message before this one in the source.
  var previousTime: Timestamp?

  /// Whether this run has read another export of the conversation, whose messages are not visible
  /// yet.
  private(set) var isToldAgain = false
  /// Time of the last message that was known before the present export.
  private(set) var knownEnd: Int64?

  /// Whether the archive may have messages of the input under other keys.
  var mayBeRetold: Bool { isKnown && (record.isRetold || isMerged) }
  /// Whether messages of the conversation were known before the present export.
  private var isKnown: Bool { hadMessages || isToldAgain }

  /// Whether the export's order of day and month is the other one than that in which it was read;
  /// nil while neither is known.
  var hasOtherDays: Bool?
  /// Messages of the export, in order, that wait until it is known.
  private(set) var held: [PreparedMessage] = []
  private(set) var heldBytes = 0
  /// Whether the next message has to wait for the order of day and month.
  var holds: Bool { hasOtherDays == nil && isKnown && !record.guessedDays.isEmpty }
  private static let mostHeld = 20_000
  private static let mostBytesHeld = 16 << 20

  /// Holds a message; returns false if there are so many that they cannot wait.
  mutating func hold(_ message: PreparedMessage) -> Bool {
    held.append(message)
    heldBytes = heldBytes.addingClamped(message.byteCount)
    return held.count < Self.mostHeld && heldBytes < Self.mostBytesHeld
  }

  mutating func takeHeld() -> [PreparedMessage] {
    defer { (held, heldBytes) = ([], 0) }
    return held
  }

  /// Returns a time in the other order of day and month.
  func inOtherOrder(_ time: Timestamp) -> Timestamp? {
    record.guessedDays[Int64(CivilDate.day(ofLocalSeconds: time.seconds))].map {
      let midnight = $0.multipliedClamped(by: 86_400)
      return Timestamp(
        seconds: midnight.addingClamped(Int64(CivilDate.secondOfDay(ofLocalSeconds: time.seconds))),
        certainty: time.certainty)
    }
  }

  /// The conversation's own media folder.
  private(set) var mediaRoot: String?
  /// Folders that appear in full in its messages' paths.
  private(set) var namedFolders: Set<String>
  /// Folder to put in front of the following messages' paths; nil while it is the conversation's
  /// own.
  private(set) var namedFolder: String?
  /// Media folders of the messages that this import has read.
  private(set) var readFolders: Set<String> = []

  var added = 0
  var updated = 0
  var unchanged = 0
  /// Number of service entries among the added, the updated and the unchanged.
  var service = 0
  /// Number of records of it that were left out.
  var skipped = 0
  /// Number of messages that the archive already had, with media that are now in another folder.
  var moved = 0
  /// Number of messages, service entries among them, that this import has read.
  var read: Int { added + updated + unchanged }
  /// Number of messages of which this import has written a newer state.
  var revised: Int { updated + moved }
  /// Time of the newest message that this import has read, whether or not the archive had it.
  private(set) var newestRead: Int64?
  /// Number of messages of which this import has a newer version than the archive, and of those of
  /// which it has an older one, as far as the messages tell.
  var newerCount = 0
  var olderCount = 0
  /// Number of updated messages whose versions do not tell which is newer. An older export changes
  /// nothing in them.
  var undecided = 0
  /// Whether the export is older than what the archive has: its versions of messages tell, or its
  /// newest message.
  var isOlder: Bool {
    guard let lastTime, let newestRead, newestRead <= lastTime else { return false }
    // Whoever took back an edit makes a later export look like an earlier one, but for its times.
    guard newerCount == 0 else {
      return newestUnknownEdit.map { $0 > max(newestRead, newestEditRead ?? newestRead) } ?? false
    }
    return newestRead < lastTime || olderCount > 0
  }
  /// Time of the newest edit that this import has read, and of the newest one that the archive has
  /// of a message of which this import has an older version.
  private var newestEditRead: Int64?
  private var newestUnknownEdit: Int64?
  /// Number of service entries among the added.
  var addedService = 0
  var addedByAuthor: [Int64: Int] = [:]
  /// Visible messages that this import has read with reactions.
  private(set) var metReactions: Set<Int64> = []
  private static let mostMet = 200_000

  mutating func hasMetReactions(to message: Int64) {
    if metReactions.count < Self.mostMet { metReactions.insert(message) }
  }

  /// Whether all counts must be computed again because a message changed its kind or its author.
  var needsRecount = false
  /// Number of added messages (and, below, service entries) that are already visible and counted.
  private(set) var placed = 0
  private(set) var placedService = 0

  /// Whether reading all messages with ids from ``lowestID`` to ``highestID``, in order, takes less
  /// than looking up each message of the conversation, which costs about four times as much a
  /// message. An input may interleave any number of conversations, of which each then has a small
  /// share of a large range; a large conversation may get a few messages far from each other.
  var isDense: Bool {
    let range = highestID.subtractingClamped(lowestID)
    return range / 4 < countBefore.addingClamped(Int64(added))
  }

  init(
    id: Int64, record: ConversationRecord, hadMessages: Bool, countBefore: Int64 = 0,
    lastTime: Int64?, authors: AuthorTable, mediaRoot: String? = nil, namedFolders: Set<String> = []
  ) {
    self.mediaRoot = mediaRoot
    self.namedFolders = namedFolders
    self.id = id
    self.record = record
    self.hadMessages = hadMessages
    self.countBefore = countBefore
    self.lastTime = lastTime
    knownEnd = lastTime
    self.authors = authors
    enterFolder()
  }

  /// Uses the record's folder for the files of the following messages. The first folder becomes the
  /// conversation's own permanently, because paths of earlier messages are relative to it.
  mutating func enterFolder() {
    let hadNamedFolders = !namedFolders.isEmpty
    namedFolders.formUnion(record.mediaFolders)
    readFolders.formUnion(record.mediaFolders)
    guard let folder = record.mediaRoot else {
      namedFolder = mediaRoot == nil ? nil : MediaFolders.nowhere
      return
    }
    readFolders.insert(folder)
    if mediaRoot == nil, !hadMessages, !hadNamedFolders, added + updated + unchanged == 0 {
      mediaRoot = folder
    }
    namedFolder = folder == mediaRoot ? nil : folder
    if let namedFolder { namedFolders.insert(namedFolder) }
  }

  /// Bits by which ids are shifted, which leaves space for ordinals between two of them.
  static let ordinalShift: Int64 = 20

  /// Returns the ordinal of a new message; nil means "in order of id".
  func nextOrdinal(time: Int64) -> Int64? {
    guard isKnown else { return nil }
    if let ordinal { return ordinal.addingClamped(1) }
    if let knownEnd, time > knownEnd { return nil }
    return -(1 << 50) + prefixLength
  }

  /// Begins another export of the same chat within this run: its messages are compared with the
  /// earlier ones, as if each export had an import of its own.
  ///
  /// - Parameter earlier: the state after the run has read the previous export.
  mutating func beginAgain(after earlier: ConversationState) {
    lowestOfExport = .max
    ordinal = nil
    previousTime = nil
    hasOtherDays = nil
    // Each export has a message only once.
    retold = RetoldMessages()
    guard let newest = earlier.newest else { return }
    isToldAgain = true
    knownEnd = max(newest, earlier.knownEnd ?? newest)
  }

  /// Records the time of a message of the input.
  mutating func hasRead(_ time: Int64) { newestRead = max(newestRead ?? time, time) }

  /// Records the time of an edit of the input's.
  mutating func hasReadEdit(at time: Int64?) {
    if let time { newestEditRead = max(newestEditRead ?? time, time) }
  }

  /// Records that the archive has a newer version of a message, edited at a time.
  mutating func hasOlder(than edit: Int64?) {
    olderCount += 1
    if let edit { newestUnknownEdit = max(newestUnknownEdit ?? edit, edit) }
  }

  /// Records that the archive's versions remain where nothing tells which is newer.
  mutating func keptKnown() {
    updated -= undecided
    unchanged += undecided
    undecided = 0
  }

  /// Continues after a message that was in the archive before.
  mutating func foundExisting(id: Int64, ordinal explicit: Int64?) {
    ordinal = explicit ?? id << Self.ordinalShift
  }

  /// Records that a new message got the ordinal of ``nextOrdinal(time:)``.
  mutating func inserted(ordinal taken: Int64?) {
    guard taken != nil else { return }
    if ordinal == nil { prefixLength += 1 } else { ordinal = taken }
  }

  /// Records that everything read so far is visible.
  mutating func wasPlaced() {
    (lowestID, highestID, lowestOfExport) = (.max, .min, .max)
    (earliest, latest, isInOrder) = (.max, .min, true)
    (placed, placedService) = (added, addedService)
    addedByAuthor = [:]
    needsRecount = false
  }

  mutating func place(
    _ message: Int64, time: Int64, ordinal: Int64?, author: Int64?, isService: Bool
  ) {
    isInOrder = isInOrder && ordinal == nil && time >= latest && message > highestID
    earliest = min(earliest, time)
    latest = max(latest, time)
    newest = max(newest ?? time, time)
    lowestID = min(lowestID, message)
    highestID = max(highestID, message)
    lowestOfExport = min(lowestOfExport, message)
    added += 1
    if isService { addedService += 1 }
    guard let author else { return }
    guard addedByAuthor.count < Self.mostCounted || addedByAuthor[author] != nil else {
      needsRecount = true
      return
    }
    addedByAuthor[author, default: 0] += 1
  }

  /// Maximum authors whose messages are counted here; with more, the archive counts them.
  private static let mostCounted = 200_000

  /// Records that a message which this import will place has changed its time.
  mutating func movePlaced(to time: Int64) {
    isInOrder = false
    earliest = min(earliest, time)
  }
}
