import LugeCore

/// Merges two conversations that are the same chat: from two phones, or in two formats.
///
/// Neither archive is changed: the result is an ``ImportInput`` for a third one, so that removing
/// it undoes the merge.
public struct ConversationMerge: Sendable {
  /// Result of a merge, computed beforehand. Counts are of messages, without service entries, which
  /// are merged as well.
  public struct Plan: Sendable, Hashable {
    public var name: String
    public var firstCount: Int
    public var secondCount: Int
    /// Number of messages that both have, and that the result has once.
    public var sameCount: Int
    /// Seconds by which the second conversation's clock is ahead of the first's.
    public var clockOffset: Int64
    /// Names of people that differ: the name in the second conversation, and the one in the first.
    public var renamed: [String: String]

    public var resultCount: Int { firstCount + secondCount - sameCount }
  }

  private let first: Archive
  private let second: Archive
  let one: ConversationSummary
  let other: ConversationSummary
  /// Seconds by which the times of one message differ where nobody says otherwise.
  public static let usualTolerance = RetoldMessages.tolerance
  private let tolerance: Int64
  private var hasSameKey: Bool { ExactKey(one.key) == ExactKey(other.key) }

  /// - Parameter tolerance: seconds by which the times of one message may differ.
  public init(
    _ one: ConversationSummary, of first: Archive, with other: ConversationSummary,
    of second: Archive, tolerance: Int64 = usualTolerance
  ) {
    self.first = first
    self.second = second
    self.one = one
    self.other = other
    self.tolerance = tolerance.clamped(to: 0...86_400)
  }

  /// Returns the plan of the merge; writes nothing.
  ///
  /// - Complexity: O(n log n) for the messages of both.
  public func plan() throws(ArchiveError) -> Plan { try matched {}.plan }

  /// Reads the merged conversation: the first one's messages, and those that only the second one
  /// has, with the first one's names and clock. Messages of each side keep their order.
  ///
  /// The second conversation's names and keys are passed on as well, so that a later export of it
  /// is recognised.
  ///
  /// - Parameter allowed: folders from which the new archive may read media.
  public func read(into sink: any ImportSink, allowed: Set<String> = []) throws {
    // The sink throws when the merge was cancelled.
    let look = { try sink.progress(bytes: 0) }
    let (plan, base, added, matching) = try matched(looking: look)
    let media = MediaTransfer([one, other], allowed: allowed)
    var record = ConversationRecord(
      key: one.key, name: one.name, kind: one.kind, mediaRoot: media.root)
    record.mediaFolders = media.folders
    if let own = one.ownAuthorID {
      record.ownAuthorKey = try first.key(of: own)
      record.about = try first.about(own)
    } else if let own = other.ownAuthorID {
      let key = try second.key(of: own)
      let known = key.flatMap { added.people[ExactKey($0)] }.flatMap { matching.people[$0] }.flatMap
      {
        base.authors.indices.contains(Int($0)) ? base.authors[Int($0)].key : nil
      }
      record.ownAuthorKey = known ?? key
      record.about = try second.about(own)
    }
    record.otherNames = try otherNames(plan, base, added, matching)
    // To whoever reads the first archive, what only the second one has is new.
    record.unseen = try first.unseen()[one.id] ?? one.last.map { UnseenMessages.after($0.seconds) }
    try sink.begin(record)
    let knownKeys = try (KnownKeys(one, of: first), KnownKeys(other, of: second))
    // Message keys of the second conversation are valid in the result only if both are the same
    // chat.
    let isSameChat = hasSameKey
    // Replies name messages by key: common messages have the first conversation's key.
    var names: [ExactKey: String] = [:]
    var given: Set<Int> = []
    var givenOtherwise: [ExactKey: String] = [:]
    /// Keys in place of those that messages of the first conversation have. Each is looked for
    /// once: thousands of messages may answer one, and as many keys may be taken.
    var untaken: [ExactKey: String] = [:]
    func key(_ text: String) -> String {
      if let key = givenOtherwise[ExactKey(text)] ?? untaken[ExactKey(text)] { return key }
      let wanted = isSameChat ? text : KnownKey.foreign(text)
      var key = wanted
      while base.keys.contains(Side.hash(key)) { key = KnownKey.foreign(key) }
      if key != wanted { untaken[ExactKey(text)] = key }
      return key
    }
    /// Returns the key of a message that only the second conversation has. If two messages of an
    /// earlier merge would get the same key, the later one gets another.
    func ownKey(_ text: String) -> String {
      let wanted = key(text)
      var key = wanted
      while base.keys.contains(Side.hash(key)) || !given.insert(Side.hash(key)).inserted {
        key = KnownKey.foreign(key)
      }
      if key != wanted { givenOtherwise[ExactKey(text)] = key }
      return key
    }
    func answer(_ reply: ReplyRecord) -> ReplyRecord {
      guard reply.conversationKey == nil else { return reply }
      return ReplyRecord(sourceKey: names[ExactKey(reply.sourceKey)] ?? key(reply.sourceKey))
    }
    var partners = [Int](repeating: -1, count: base.entries.count)
    for (index, place) in matching.places.enumerated() where place >= 0 { partners[place] = index }
    try Self.each(second, other, looking: look) { index, _, message in
      try added.check(message, at: index, of: second)
      let place = matching.places[index]
      guard added.answered.contains(ExactKey(message.sourceKey)), place >= 0 else { return }
      if let found = try read(place, of: first, base) {
        names[ExactKey(message.sourceKey)] = found.sourceKey
      }
    }
    let isSecondLater = matching.isSecondLater(
      base.entries, added.entries, edits: (base.newestEdit, added.newestEdit))
    var waiting = Pages(second, other, looking: look)
    var offset = plan.clockOffset
    var last: Timestamp?
    func add(_ message: MessageRecord, _ keys: [KnownKey]) throws {
      var message = message
      message.time = message.time.following(last)
      last = message.time
      try sink.add(message, alsoKnownAs: keys)
    }
    /// Adds the messages that only the second conversation has and that come before the first one's
    /// message at a place; for nil, all that remain.
    func next(before place: Int?) throws {
      while let (index, id, message) = try waiting.peek() {
        try added.check(message, at: index, of: second)
        let partner = matching.places[index]
        if partner >= 0 {
          if let place, partner >= place { return }
          // A clock may change in the middle of a chat.
          let difference = message.time.seconds.subtractingClamped(
            base.entries[partner].time.seconds)
          offset =
            matching.offsets.min {
              $0.subtractingClamped(difference).magnitude
                < $1.subtractingClamped(difference).magnitude
            } ?? offset
          waiting.drop()
          continue
        }
        var message = message
        message.time.seconds = message.time.seconds.subtractingClamped(offset)
        if let place {
          let time = base.entries[place].time
          // At equal times the first conversation's messages come first, except before those that
          // follow in the second one's order.
          let isSameMoment = message.time.isSameMoment(as: time)
          guard isSameMoment ? partners[place] > index : message.time.seconds < time.seconds
          else { return }
        }
        waiting.drop()
        var keys = try knownKeys.1.keys(of: id)
        let known = message.sourceKey
        message.sourceKey = ownKey(known)
        if message.sourceKey != known {
          keys.append(KnownKey(conversation: other.key, key: known))
        }
        if let author = message.author, let number = added.people[ExactKey(author.key)],
          let known = matching.people[number], base.authors.indices.contains(Int(known))
        {
          message.author = base.authors[Int(known)]
        }
        message.replyTo = message.replyTo.map(answer)
        try add(media.moved(message, of: 1), keys)
      }
    }
    try Self.each(first, one, looking: look) { index, id, message in
      try base.check(message, at: index, of: first)
      try next(before: index)
      var message = media.moved(message, of: 0)
      var keys = try knownKeys.0.keys(of: id)
      if partners[index] >= 0, let twin = try read(partners[index], of: second, added) {
        let isOneSource =
          isSameChat && ExactKey(twin.sourceKey) == ExactKey(message.sourceKey)
        message.complete(
          with: media.moved(twin, of: 1), isLater: isSecondLater, isOneSource: isOneSource)
        message.replyTo = message.replyTo ?? twin.replyTo.map(answer)
        if !message.time.hasSeconds, twin.time.hasSeconds {
          let moved = Timestamp(
            seconds: twin.time.seconds.subtractingClamped(offset), certainty: twin.time.certainty)
          if moved.minute == message.time.minute { message.time = moved }
        }
        keys += try knownKeys.1.keys(of: added.ids[partners[index]])
        if !isOneSource {
          keys.append(KnownKey(conversation: other.key, key: twin.sourceKey))
        }
      }
      try add(message, keys)
    }
    try next(before: nil)
  }

  /// Returns the other names and keys of the chat and its people.
  private func otherNames(
    _ plan: Plan, _ base: Side, _ added: Side, _ matching: MergeMatching
  ) throws(ArchiveError) -> [OtherName] {
    var names = try first.otherNames(of: one.id)
    func insert(_ name: OtherName) {
      guard let place = names.firstIndex(where: { ExactKey($0.key) == ExactKey(name.key) }) else {
        return names.append(name)
      }
      names[place].people.merge(name.people) { first, _ in first }
    }
    var people: [ExactKey: String] = [:]
    for (number, place) in matching.people where added.authors.indices.contains(Int(number)) {
      guard base.authors.indices.contains(Int(place)) else { continue }
      let (key, known) = (added.authors[Int(number)].key, base.authors[Int(place)].key)
      if ExactKey(key) != ExactKey(known) { people[ExactKey(key)] = known }
    }
    insert(OtherName(key: other.key, clockOffset: plan.clockOffset, people: people))
    for var name in try second.otherNames(of: other.id) {
      name.clockOffset = name.clockOffset.addingClamped(plan.clockOffset)
      name.people = name.people.mapValues { people[ExactKey($0)] ?? $0 }
      insert(name)
    }
    return names
  }

  /// Whether common messages prove that both are one chat.
  private func hasSameMessages() throws(ArchiveError) -> Bool {
    let (_, base, added, matching) = try matched {}
    return matching.isProven(base.entries, added.entries)
  }

  // MARK: Sides

  /// The data of one conversation on which the merge depends.
  private struct Side {
    /// Ids of the messages, in the order in which they are read.
    var ids: [Int64] = []
    var entries: [MergeMatching.Entry] = []
    /// For each entry, whether it is a message; otherwise it is a service entry.
    var isWritten: [Bool] = []
    var people: [ExactKey: Int32] = [:]
    var authors: [AuthorRecord] = []
    /// Time of the newest edit, seconds since 1970.
    var newestEdit: Int64?
    /// Hashes of the message keys.
    var keys: Set<Int> = []
    /// Keys of messages that have replies.
    var answered: Set<ExactKey> = []

    var writtenCount: Int { isWritten.reduce(0) { $0 + ($1 ? 1 : 0) } }

    /// Whether this message is the one read before as this entry.
    func has(_ message: MessageRecord, at index: Int) -> Bool {
      entries.indices.contains(index) && entries[index].key == Self.hash(message.sourceKey)
    }

    /// Returns the hash of a key, equal for archives of any version.
    static func hash(_ key: String) -> Int { ExactKey(SourceKey.comparable(key)).hashValue }

    /// Throws if a message has changed: an account or an import may write into an archive while it
    /// is read.
    func check(_ message: MessageRecord, at index: Int, of archive: Archive) throws(ArchiveError) {
      guard has(message, at: index) else {
        throw .notReadable(
          path: archive.path, reason: "it was changed while it was read; merge again")
      }
    }
  }

  /// Returns the message that was read as an entry; nil if it has been removed.
  private func read(
    _ index: Int, of archive: Archive, _ side: Side
  ) throws(ArchiveError) -> MessageRecord? {
    let found = try archive.read { try Archive.record(side.ids[index], $0) }
    return found.flatMap { side.has($0, at: index) ? $0 : nil }
  }

  /// - Parameter look: called before each page; an error of it ends the reading.
  private func matched(
    looking look: @escaping () throws -> Void
  ) throws(ArchiveError) -> (plan: Plan, base: Side, added: Side, matching: MergeMatching) {
    let base = try Self.side(first, one, looking: look)
    let added = try Self.side(second, other, looking: look)
    var names: [Int32: Int32] = [:]
    let known = Self.called(base.authors)
    let called = Self.called(added.authors)
    for (index, author) in added.authors.enumerated() {
      if let place = base.people[ExactKey(author.key)] {
        names[Int32(index)] = place
        continue
      }
      // A name that two people have identifies neither, and a person known by key is not matched by
      // name.
      let name = MessageGist.plain(author.name)
      guard let places = known[name], places.count == 1, called[name]?.count == 1,
        added.people[ExactKey(base.authors[Int(places[0])].key)] == nil
      else { continue }
      names[Int32(index)] = places[0]
    }
    let matching = MergeMatching(
      base.entries, added.entries, sameIDs: hasSameKey, tolerance: tolerance,
      names: names, isPersonal: one.kind == .personal && other.kind == .personal)
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

  /// Returns the indices of people by their names.
  private static func called(_ authors: [AuthorRecord]) -> [String: [Int32]] {
    Dictionary(grouping: authors.indices.map { Int32($0) }) {
      MessageGist.plain(authors[Int($0)].name)
    }
  }

  private static func side(
    _ archive: Archive, _ conversation: ConversationSummary,
    looking look: @escaping () throws -> Void
  ) throws(ArchiveError) -> Side {
    var side = Side()
    do {
      try each(archive, conversation, looking: look) { _, id, message in
        var author: Int32 = -1
        if let who = message.author {
          if let known = side.people[ExactKey(who.key)] {
            author = known
          } else if side.authors.count < Int(Int32.max) {
            author = Int32(side.authors.count)
            side.people[ExactKey(who.key)] = author
            side.authors.append(who)
          }
        }
        let gist = MessageGist(message)
        let isService = if case .service = message.kind { true } else { false }
        if let edited = message.edited?.seconds {
          side.newestEdit = max(side.newestEdit ?? edited, edited)
        }
        side.ids.append(id)
        side.isWritten.append(!isService)
        side.entries.append(
          .init(
            time: message.time, words: gist.words.hashValue,
            isTelling: gist.words.utf8.count >= 12, key: Side.hash(message.sourceKey),
            author: author, file: gist.file, content: gist.content, hasText: gist.hasText,
            isService: isService, isEdited: message.isEdited))
        side.keys.insert(Side.hash(message.sourceKey))
        if let reply = message.replyTo { side.answered.insert(ExactKey(reply.sourceKey)) }
      }
    } catch {
      throw ArchiveError(error, path: archive.path)
    }
    return side
  }

  /// Limits of a page, which is read without a look at whether the merge was cancelled.
  private static let pageLength = 100
  private static let pageBytes = 4 << 20

  private static func each(
    _ archive: Archive, _ conversation: ConversationSummary,
    looking look: @escaping () throws -> Void, _ body: (Int, Int64, MessageRecord) throws -> Void
  ) throws {
    var pages = Pages(archive, conversation, looking: look)
    while let (index, id, message) = try pages.peek() {
      try body(index, id, message)
      pages.drop()
    }
  }

  /// The messages of a conversation one by one; memory holds a page.
  private struct Pages {
    let archive: Archive
    let conversation: ConversationSummary
    private let look: () throws -> Void
    private var page: [(id: Int64, record: MessageRecord)] = []
    /// Number of messages before the page, and the position after it.
    private var count = 0
    private var end = 0
    private var index = 0

    /// - Parameter look: called before each page; an error of it ends the reading.
    init(
      _ archive: Archive, _ conversation: ConversationSummary,
      looking look: @escaping () throws -> Void
    ) {
      self.archive = archive
      self.conversation = conversation
      self.look = look
    }

    /// Returns the next message with its number, counted from the first one. Positions without a
    /// message, in a file that was tampered with, do not count.
    mutating func peek() throws -> (Int, Int64, MessageRecord)? {
      while index == page.count {
        count += page.count
        let start = end
        guard start < conversation.count else { return nil }
        try look()
        let last = min(start.addingClamped(ConversationMerge.pageLength), conversation.count)
        (page, end) = try archive.records(
          in: conversation.id, at: start..<last, bytes: ConversationMerge.pageBytes)
        index = 0
      }
      return (count + index, page[index].id, page[index].record)
    }

    mutating func drop() { index += 1 }
  }
}

extension ConversationMerge {
  /// Returns the conversations of two archives, with those paired that are the same chat.
  /// Conversations are the same if they have the same key, in their archive or by an earlier merge;
  /// otherwise if they have the same name and kind, or are the only one of each archive, and their
  /// messages prove it.
  public static func pairs(
    _ first: Archive, _ second: Archive, tolerance: Int64 = usualTolerance
  ) throws(ArchiveError) -> (
    merges: [ConversationMerge], onlyFirst: [ConversationSummary], onlySecond: [ConversationSummary]
  ) {
    let ours = try first.conversations()
    let theirs = try second.conversations()
    let names = try (first.otherNames(), second.otherNames())
    // Places of theirs, in their order, by what one of ours may have in common with them. Both may
    // be many.
    var byKey: [ExactKey: Int] = [:]
    var byOtherKey: [ExactKey: [Int]] = [:]
    var byName: [Name: [Int]] = [:]
    let ourKeys = Set(ours.map { ExactKey($0.key) })
    for (place, other) in theirs.enumerated().reversed() {
      byKey[ExactKey(other.key)] = place
      for name in names.1[other.id] ?? [] {
        byOtherKey[ExactKey(name.key), default: []].append(place)
      }
      if !ourKeys.contains(ExactKey(other.key)) { byName[Name(other), default: []].append(place) }
    }
    var isTaken = theirs.map { _ in false }
    var merges: [ConversationMerge] = []
    var alone: [ConversationSummary] = []
    for one in ours {
      let known =
        [byKey[ExactKey(one.key)]] + (names.0[one.id] ?? []).map { byKey[ExactKey($0.key)] }
      let free = (known.compactMap { $0 } + (byOtherKey[ExactKey(one.key)] ?? [])).filter {
        !isTaken[$0]
      }
      var place = free.min()
      while place == nil, let last = byName[Name(one)]?.popLast() {
        if !isTaken[last] { place = last }
      }
      if place == nil, ours.count == 1, theirs.count == 1 {
        let merge = ConversationMerge(
          one, of: first, with: theirs[0], of: second, tolerance: tolerance)
        // Conversations of two different chats share no messages.
        if try merge.hasSameMessages() { place = 0 }
      }
      if let place {
        isTaken[place] = true
        merges.append(
          .init(one, of: first, with: theirs[place], of: second, tolerance: tolerance))
      } else {
        alone.append(one)
      }
    }
    return (merges, alone, zip(theirs, isTaken).filter { !$0.1 }.map(\.0))
  }

  /// By what conversations without a common key are the same.
  private struct Name: Hashable {
    var kind: ConversationRecord.Kind
    var name: String

    init(_ conversation: ConversationSummary) {
      kind = conversation.kind
      name = MessageGist.plain(conversation.name)
    }
  }

  /// Reads a conversation that only one archive has, unchanged.
  ///
  /// - Parameters:
  ///   - allowed: folders from which the new archive may read media.
  ///   - isNew: whether all its messages are new to the user.
  public static func copy(
    _ conversation: ConversationSummary, of archive: Archive, into sink: any ImportSink,
    allowed: Set<String> = [], isNew: Bool = false
  ) throws {
    let media = MediaTransfer([conversation], allowed: allowed)
    var record = ConversationRecord(
      key: conversation.key, name: conversation.name, kind: conversation.kind,
      mediaRoot: media.root)
    record.mediaFolders = media.folders
    if let own = conversation.ownAuthorID {
      record.ownAuthorKey = try archive.key(of: own)
      record.about = try archive.about(own)
    }
    record.otherNames = try archive.otherNames(of: conversation.id)
    record.unseen = try isNew ? UnseenMessages.all : archive.unseen()[conversation.id]
    try sink.begin(record)
    let knownKeys = try KnownKeys(conversation, of: archive)
    try each(archive, conversation, looking: { try sink.progress(bytes: 0) }) { _, id, message in
      try sink.add(media.moved(message, of: 0), alsoKnownAs: knownKeys.keys(of: id))
    }
  }
}
