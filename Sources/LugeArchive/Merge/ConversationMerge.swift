import LugeCore

/// Makes one conversation of two that are the same chat: from two phones, or in two formats.
///
/// Neither archive is changed: what comes out is an ``ImportInput`` for a third one, so that the
/// merge is undone by removing that.
public struct ConversationMerge: Sendable {
  /// Result of a merge, computed ahead. Counts are of messages that somebody wrote, as everywhere;
  /// service entries are merged as well.
  public struct Plan: Sendable, Hashable {
    public var name: String
    public var firstCount: Int
    public var secondCount: Int
    /// Messages that both have, and that are there once afterwards.
    public var sameCount: Int
    /// Seconds that the second's clock is ahead of the first's.
    public var clockOffset: Int64
    /// People with another name in the second: that one, and the first's.
    public var renamed: [String: String]

    public var resultCount: Int { firstCount + secondCount - sameCount }
  }

  private let first: Archive
  private let second: Archive
  let one: ConversationSummary
  let other: ConversationSummary
  private let tolerance: Int64

  /// - Parameter tolerance: Seconds that the times of one message may differ.
  public init(
    _ one: ConversationSummary, of first: Archive, with other: ConversationSummary,
    of second: Archive, tolerance: Int64 = 90
  ) {
    self.first = first
    self.second = second
    self.one = one
    self.other = other
    self.tolerance = tolerance.clamped(to: 0...86_400)
  }

  /// Returns the plan of the merge; nothing is written.
  ///
  /// - Complexity: O(n log n) for the messages of both.
  public func plan() throws(ArchiveError) -> Plan { try matched().plan }

  /// Reads the merged conversation: the first's messages, and those of the second that the first
  /// has not, under the first's names and by its clock.
  public func read(into sink: any ImportSink) throws {
    let (plan, base, added, matching) = try matched()
    let media = MediaTransfer([one, other])
    var record = ConversationRecord(
      key: one.key, name: one.name, kind: one.kind, mediaRoot: media.root)
    record.mediaFolders = media.folders
    if let own = one.ownAuthorID { record.ownAuthorKey = try first.key(of: own) }
    try sink.begin(record)
    // The keys of the second's messages in what comes out.
    let isSameChat = one.key == other.key
    func key(_ text: String) -> String {
      isSameChat && !base.keys.contains(text.hashValue) ? text : "merged:\(text)"
    }
    var partners = [Int](repeating: -1, count: base.entries.count)
    for (index, place) in matching.places.enumerated() where place >= 0 { partners[place] = index }
    // Answers name messages: those that both have have the first's key.
    var names: [String: String] = [:]
    try Self.each(second, other) { index, _, message in
      try added.check(message, at: index, of: second)
      let place = matching.places[index]
      guard added.answered.contains(message.sourceKey), place >= 0 else { return }
      if let found = try read(place, of: first, base) {
        names[message.sourceKey] = found.sourceKey
      }
    }
    var waiting = Pages(second, other)
    var offset = plan.clockOffset
    func next(before time: Int64?) throws {
      while let (index, _, message) = try waiting.peek() {
        try added.check(message, at: index, of: second)
        let place = matching.places[index]
        if place >= 0 {
          // Clocks change in the middle of a chat.
          let difference = message.time.seconds.subtractingClamped(base.entries[place].time)
          offset =
            matching.offsets.min {
              $0.subtractingClamped(difference).magnitude
                < $1.subtractingClamped(difference).magnitude
            } ?? offset
          waiting.drop()
          continue
        }
        var message = message
        let moved = message.time.seconds.subtractingClamped(offset)
        if let time, moved >= time { return }
        waiting.drop()
        message.time.seconds = moved
        message.sourceKey = key(message.sourceKey)
        if let author = message.author, let number = added.people[author.key],
          let known = matching.people[number], base.authors.indices.contains(Int(known))
        {
          message.author = base.authors[Int(known)]
        }
        if let reply = message.replyTo, reply.conversationKey == nil {
          message.replyTo = ReplyRecord(
            sourceKey: names[reply.sourceKey] ?? key(reply.sourceKey))
        }
        try sink.add(media.moved(message, of: 1))
      }
    }
    try Self.each(first, one) { index, _, message in
      try base.check(message, at: index, of: first)
      try next(before: message.time.seconds)
      var message = media.moved(message, of: 0)
      if partners[index] >= 0, message.reactions.isEmpty || !message.isEdited,
        let twin = try read(partners[index], of: second, added)
      {
        if message.reactions.isEmpty { message.reactions = twin.reactions }
        if !message.isEdited, twin.isEdited, message.kind == twin.kind {
          message.text = media.moved(twin, of: 1).text
          message.edited = twin.edited
          message.isEdited = true
        }
      }
      try sink.add(message)
    }
    try next(before: nil)
  }

  // MARK: Sides

  /// Data of one side's conversation on which the merge depends.
  private struct Side {
    /// Numbers of the messages, in the order in which they are read.
    var ids: [Int64] = []
    var entries: [MergeMatching.Entry] = []
    /// Whether somebody wrote it, by entries; the others are service entries.
    var isWritten: [Bool] = []
    var people: [String: Int32] = [:]
    var authors: [AuthorRecord] = []
    /// Hashes of the keys.
    var keys: Set<Int> = []
    /// Keys that answers name.
    var answered: Set<String> = []

    var writtenCount: Int { isWritten.reduce(0) { $0 + ($1 ? 1 : 0) } }

    /// Whether the message that is read now is the one that was read before.
    func has(_ message: MessageRecord, at index: Int) -> Bool {
      entries.indices.contains(index) && entries[index].key == message.sourceKey.hashValue
    }

    /// An account or an import may write into an archive while it is read.
    func check(_ message: MessageRecord, at index: Int, of archive: Archive) throws(ArchiveError) {
      guard has(message, at: index) else {
        throw .notReadable(
          path: archive.path, reason: "it was changed while it was read; merge again")
      }
    }
  }

  /// The message that was read as an entry; nil where it is gone.
  private func read(
    _ index: Int, of archive: Archive, _ side: Side
  ) throws(ArchiveError) -> MessageRecord? {
    let found = try archive.read { try Archive.record(side.ids[index], $0) }
    return found.flatMap { side.has($0, at: index) ? $0 : nil }
  }

  private func matched() throws(ArchiveError) -> (
    plan: Plan, base: Side, added: Side, matching: MergeMatching
  ) {
    let base = try Self.side(first, one)
    let added = try Self.side(second, other)
    var names: [Int32: Int32] = [:]
    let known = Dictionary(
      base.authors.enumerated().map { (Self.plain($1.name), Int32($0)) },
      uniquingKeysWith: { first, _ in first })
    for (index, author) in added.authors.enumerated() {
      names[Int32(index)] = base.people[author.key] ?? known[Self.plain(author.name)]
    }
    let matching = MergeMatching(
      base.entries, added.entries, sameIDs: one.key == other.key, tolerance: tolerance,
      names: names)
    var renamed: [String: String] = [:]
    for (author, place) in matching.people where base.authors.indices.contains(Int(place)) {
      guard added.authors.indices.contains(Int(author)) else { continue }
      let (old, new) = (added.authors[Int(author)].name, base.authors[Int(place)].name)
      if old != new { renamed[old] = new }
    }
    let plan = Plan(
      name: one.name, firstCount: base.writtenCount, secondCount: added.writtenCount,
      sameCount: zip(matching.places, added.isWritten).reduce(0) {
        $0 + ($1.0 >= 0 && $1.1 ? 1 : 0)
      },
      clockOffset: matching.offsets.first ?? 0, renamed: renamed)
    return (plan, base, added, matching)
  }

  private static func side(
    _ archive: Archive, _ conversation: ConversationSummary
  ) throws(ArchiveError) -> Side {
    var side = Side()
    do {
      try each(archive, conversation) { _, id, message in
        var author: Int32 = -1
        if let who = message.author {
          if let known = side.people[who.key] {
            author = known
          } else if side.authors.count < Int(Int32.max) {
            author = Int32(side.authors.count)
            side.people[who.key] = author
            side.authors.append(who)
          }
        }
        let words = words(of: message)
        side.ids.append(id)
        if case .service = message.kind {
          side.isWritten.append(false)
        } else {
          side.isWritten.append(true)
        }
        side.entries.append(
          .init(
            time: message.time.seconds, words: words.hashValue,
            isTelling: words.utf8.count >= 12, key: message.sourceKey.hashValue, author: author))
        side.keys.insert(message.sourceKey.hashValue)
        if let reply = message.replyTo { side.answered.insert(reply.sourceKey) }
      }
    } catch {
      throw ArchiveError(error, path: archive.path)
    }
    return side
  }

  /// Returns a message's normalized text for comparison, independent of the export's format; for a
  /// message without text, its kind of content.
  private static func words(of message: MessageRecord) -> String {
    let plain = plain(message.text.string)
    if !plain.isEmpty { return plain }
    guard let media = message.media.first else { return "" }
    switch media.kind {
    case .photo, .animation, .sticker, .video, .videoMessage: return "\u{1}picture"
    case .voice, .audio: return "\u{1}sound"
    default: return "\u{1}\(media.kind.rawValue)"
    }
  }

  private static func plain(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  private static let pageLength = 1000

  private static func each(
    _ archive: Archive, _ conversation: ConversationSummary,
    _ body: (Int, Int64, MessageRecord) throws -> Void
  ) throws {
    var pages = Pages(archive, conversation)
    while let (index, id, message) = try pages.peek() {
      try body(index, id, message)
      pages.drop()
    }
  }

  /// The messages of a conversation, one after the other; memory holds a page.
  private struct Pages {
    let archive: Archive
    let conversation: ConversationSummary
    private var page: [(id: Int64, record: MessageRecord)] = []
    /// Messages before the page, and the position after it.
    private var count = 0
    private var end = 0
    private var index = 0

    init(_ archive: Archive, _ conversation: ConversationSummary) {
      self.archive = archive
      self.conversation = conversation
    }

    /// The next message, counted from the first one: positions without a message, in a file that
    /// somebody changed, do not count.
    mutating func peek() throws(ArchiveError) -> (Int, Int64, MessageRecord)? {
      while index == page.count {
        count += page.count
        let start = end
        guard start < conversation.count else { return nil }
        end = min(start.addingClamped(ConversationMerge.pageLength), conversation.count)
        page = try archive.records(in: conversation.id, at: start..<end)
        index = 0
      }
      return (count + index, page[index].id, page[index].record)
    }

    mutating func drop() { index += 1 }
  }
}

extension ConversationMerge {
  /// Every conversation of two archives, those that are the same chat merged: those with the same
  /// key, else with the same name and kind, else the only one of each.
  public static func pairs(
    _ first: Archive, _ second: Archive, tolerance: Int64 = 90
  ) throws(ArchiveError) -> (
    merges: [ConversationMerge], onlyFirst: [ConversationSummary], onlySecond: [ConversationSummary]
  ) {
    let ours = try first.conversations()
    var theirs = try second.conversations()
    var merges: [ConversationMerge] = []
    var alone: [ConversationSummary] = []
    for one in ours {
      let place =
        theirs.firstIndex { $0.key == one.key }
        ?? theirs.firstIndex { other in
          other.kind == one.kind && plain(other.name) == plain(one.name)
            && !ours.contains { $0.key == other.key }
        } ?? (ours.count == 1 && theirs.count == 1 ? 0 : nil)
      if let place {
        merges.append(
          .init(one, of: first, with: theirs.remove(at: place), of: second, tolerance: tolerance))
      } else {
        alone.append(one)
      }
    }
    return (merges, alone, theirs)
  }

  /// Reads a conversation that only one archive has, as it is.
  public static func copy(
    _ conversation: ConversationSummary, of archive: Archive, into sink: any ImportSink
  ) throws {
    let media = MediaTransfer([conversation])
    var record = ConversationRecord(
      key: conversation.key, name: conversation.name, kind: conversation.kind,
      mediaRoot: media.root)
    record.mediaFolders = media.folders
    if let own = conversation.ownAuthorID { record.ownAuthorKey = try archive.key(of: own) }
    try sink.begin(record)
    try each(archive, conversation) { _, _, message in try sink.add(media.moved(message, of: 0)) }
  }
}
