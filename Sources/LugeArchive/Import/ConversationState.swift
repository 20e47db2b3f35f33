import LugeCore

/// State of a conversation during an import.
///
/// Messages of one second are ordered by their `ordinal`, or by `id << ordinalShift` where it is
/// nil, so a conversation that is new needs no ordinals. A new message between two that the archive
/// had gets its predecessor's ordinal plus 1. Those before the first known message get −2⁵⁰ plus
/// their number, which is less than any shifted id.
struct ConversationState {
  let id: Int64
  var record: ConversationRecord
  /// The archive had messages of it before this import.
  let hadMessages: Bool
  /// Time of the last visible message before this import.
  let lastTime: Int64?
  /// Table in which the source's authors are looked up.
  let authors: AuthorTable

  /// The lowest and the highest id of the messages to which this import gives positions.
  private(set) var lowestID = Int64.max
  private(set) var highestID = Int64.min
  /// The earliest of their times, or one before it.
  private(set) var earliest = Int64.max
  /// Whether they are in order of time and of id at once: most sources tell them so, and then
  /// nothing has to be sorted.
  private(set) var isInOrder = true
  private var latest = Int64.min
  /// Time of the newest message that this import has added.
  private(set) var newest: Int64?
  /// Ordinal of the previous message of the source; nil until the first message that was already in
  /// the archive.
  var ordinal: Int64?
  /// Number of new messages before the first one that was already known.
  var prefixLength: Int64 = 0

  /// What the export that is read is called in a chat of several; nil in all others.
  var other: OtherExport?
  /// What other exports call it, as this run tells.
  var otherNames = OtherNames()
  /// Messages that are told again in other words.
  var retold = RetoldMessages()
  /// Time of the message before this one in the source, as the archive has it.
  var previousTime: Timestamp?

  /// This run has read another export of it, whose messages are not visible yet.
  private(set) var isToldAgain = false
  /// Time of the last message that came before the export that is read.
  private(set) var knownEnd: Int64?

  /// Whether messages that the archive has may come under other keys than there.
  var mayBeRetold: Bool { isKnown && (record.isRetold || other != nil) }
  /// Messages of it came before the export that is read.
  private var isKnown: Bool { hadMessages || isToldAgain }

  /// The conversation's own folder of media.
  private(set) var mediaRoot: String?
  /// Folders that its messages name in full.
  private(set) var namedFolders: Set<String>
  /// The folder of the following messages' files; nil while it is the conversation's own.
  private(set) var namedFolder: String?
  /// Folders of files that this import has read messages of.
  private(set) var readFolders: Set<String> = []

  var added = 0
  var updated = 0
  var unchanged = 0
  /// Messages that the archive had already, with media that are in another folder now.
  var moved = 0
  /// Messages of which this import has written a newer state.
  var revised: Int { updated + moved }
  /// Service entries among the added.
  var addedService = 0
  var addedByAuthor: [Int64: Int] = [:]
  /// Whether all counts have to be computed again: a message changed its kind or its author.
  var needsRecount = false
  /// Number of added messages (and, below, service entries) that are already visible and counted.
  private(set) var placed = 0
  private(set) var placedService = 0

  init(
    id: Int64, record: ConversationRecord, hadMessages: Bool, lastTime: Int64?,
    authors: AuthorTable, mediaRoot: String? = nil, namedFolders: Set<String> = []
  ) {
    self.mediaRoot = mediaRoot
    self.namedFolders = namedFolders
    self.id = id
    self.record = record
    self.hadMessages = hadMessages
    self.lastTime = lastTime
    knownEnd = lastTime
    self.authors = authors
    enterFolder()
  }

  /// Takes the record's folder for the files of the following messages. The first folder becomes
  /// the conversation's own and stays it, because paths of earlier messages are relative to it.
  mutating func enterFolder() {
    namedFolders.formUnion(record.mediaFolders)
    readFolders.formUnion(record.mediaFolders)
    guard let folder = record.mediaRoot else {
      namedFolder = mediaRoot == nil ? nil : MediaFolders.nowhere
      return
    }
    readFolders.insert(folder)
    if mediaRoot == nil, !hadMessages, namedFolders.isEmpty, added + updated + unchanged == 0 {
      mediaRoot = folder
    }
    namedFolder = folder == mediaRoot ? nil : folder
    if let namedFolder { namedFolders.insert(namedFolder) }
  }

  /// Bits by which ids are shifted, which leaves room for ordinals between two of them.
  static let ordinalShift: Int64 = 20

  /// The ordinal of a new message; nil for "in order of id".
  func nextOrdinal(time: Int64) -> Int64? {
    guard isKnown else { return nil }
    if let ordinal { return ordinal.addingClamped(1) }
    if let knownEnd, time > knownEnd { return nil }
    return -(1 << 50) + prefixLength
  }

  /// Another export of the same chat begins within this run: its messages are compared with those
  /// that came before, as if each had an import of its own.
  ///
  /// - Parameter told: the state with which the run has read the one before.
  mutating func beginAgain(after told: ConversationState) {
    ordinal = nil
    previousTime = nil
    // Each export tells a message once.
    retold = RetoldMessages()
    guard let newest = told.newest else { return }
    isToldAgain = true
    knownEnd = max(newest, told.knownEnd ?? newest)
  }

  /// The message that comes now was in the archive before.
  mutating func foundExisting(id: Int64, ordinal explicit: Int64?) {
    ordinal = explicit ?? id << Self.ordinalShift
  }

  /// A new message got the ordinal of ``nextOrdinal(time:)``.
  mutating func inserted(ordinal taken: Int64?) {
    guard taken != nil else { return }
    if ordinal == nil { prefixLength += 1 } else { ordinal = taken }
  }

  /// All that has come so far is visible.
  mutating func wasPlaced() {
    (lowestID, highestID) = (.max, .min)
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
    added += 1
    if isService { addedService += 1 }
    if let author { addedByAuthor[author, default: 0] += 1 }
  }

  /// A message that this import places has another time than it had when it was met first.
  mutating func movePlaced(to time: Int64) {
    isInOrder = false
    earliest = min(earliest, time)
  }
}
