import Foundation
import LugeChat
import LugeCore
import LugeListKit

/// A conversation of all programs that open the same folder: its events, as messages to be shown.
///
/// The log is authoritative. What this window sends is shown at once, and counts as sent when it
/// comes back from the log.
@MainActor
final class Room {
  let me: String
  /// Whether the folders beside this one may be conversations, too.
  private let hasOthers: Bool
  /// Closure called after something changed.
  var onChange: (@MainActor () -> Void)?
  var onProblem: (@MainActor (String) -> Void)?

  private let log: RoomLog
  private let unsent: UnsentMessages
  /// Whether unsent messages are stored for the next start.
  private var keepsUnsent = false
  private var watch: RoomWatch?
  /// Writes the message that was sent last, after all earlier ones: they stay in order, however
  /// long the files of one take.
  private var delivery: Task<Void, Never>?
  private var reading: Task<Void, Never>?
  private var isFirst = true
  private var records: [Record] = []
  private var places: [String: Int] = [:]
  private var readers: [String: String] = [:]
  /// Newest message that has arrived at each person.
  private var receivers: [String: String] = [:]
  private(set) var typing: [String] = []
  private var typingTask: Task<Void, Never>?
  private var typingLook: Task<Void, Never>?
  private var isLeaving = false
  private var lastRead: String?
  /// Index of the newest record that was in view.
  private var seen: Int?
  /// Whether the user looks at the window; messages that arrive meanwhile are not unread.
  private var isWatched = true
  /// First message that the user has marked as unread; nil if none is marked.
  private var markedUnread: String?
  /// Message below the line "unread messages".
  private var firstUnread: String?
  /// Index of the first record that is shown; earlier ones are loaded when the user scrolls near
  /// them.
  private var shownFrom = 0
  private static let pageSize = 100
  /// Maximum numbers of people named in the header, and in its hint.
  private static let mostNames = 5
  private static let mostHinted = 50
  private static let away = [NSLocalizedDescriptionKey: "The server is away"]
  /// Files by their paths, so that each is read once.
  private var media: [String: ChatMedia] = [:]
  /// Pictures of people by their names: the files in the folder "faces".
  private let faces: [String: ImageKey]
  /// Times at which the others were last active.
  private var lastActive: [String: Int64] = [:]

  /// A message with its state, as read from the log.
  struct Record {
    var id: String
    var author: String
    var at: Int64
    var text: String
    var replyTo: String?
    var threadOf: String?
    var forwardedFrom: String?
    var files: [RoomEntry.File] = []
    var reactions: [String: [String]] = [:]
    var isEdited = false
    var isDeleted = false
    /// Whether it is not in the log yet.
    var isPending = false
    var problem: String?
    var isDiscarded = false
    var version: UInt64 = 0
  }

  init(folder: String, me: String, hasOthers: Bool = false) throws {
    self.me = me
    self.hasOthers = hasOthers
    let folder = URL(fileURLWithPath: folder, isDirectory: true)
    log = try RoomLog(folder: folder)
    unsent = UnsentMessages(of: me, in: folder)
    let pictures = folder.appendingPathComponent("faces")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: pictures.path)) ?? []
    faces = Dictionary(
      files.map { file in
        (
          (file as NSString).deletingPathExtension,
          ImageKey(file: pictures.appendingPathComponent(file).path)
        )
      }
    ) { first, _ in first }
  }

  func open() {
    // Remove the mark that a program left when it was ended.
    setTyping(false)
    watch = RoomWatch(log.folder) { [weak self] in self?.read() }
    read()
  }

  private func read() {
    // One read at a time: changes that happen meanwhile are read by the next one.
    let before = reading
    reading = Task { [weak self, log] in
      await before?.value
      let news = await log.news()
      let typing = await log.typing()
      self?.take(news, typing)
    }
  }

  private func take(_ news: [RoomEntry], _ typing: [String]) {
    let others = typing.filter { $0 != me }
    defer { lookForTyping() }
    guard isFirst || !news.isEmpty || others != self.typing else { return }
    self.typing = others
    let known = records.count
    for entry in news { apply(entry) }
    if isFirst {
      takeUnsent()
      firstUnread = markedUnread ?? firstUnseen()
      let unread = firstUnread.flatMap { places[$0] } ?? records.count
      shownFrom = max(0, min(unread, records.count - Self.pageSize))
    } else if !isWatched, firstUnread == nil {
      firstUnread = records.dropFirst(known).first(where: canBeUnread)?.id
    }
    isFirst = false
    tellReceived()
    onChange?()
  }

  /// Records that the others' messages have arrived here.
  private func tellReceived() {
    guard let newest = records.last(where: { $0.author != me && !$0.isPending }),
      let place = places[newest.id],
      place > (receivers[me].flatMap { places[$0] } ?? -1)
    else { return }
    receivers[me] = newest.id
    append(RoomEntry(kind: .received, id: newest.id, by: me, at: now))
  }

  /// Returns the first message after all that the user has seen, now or at an earlier visit; nil if
  /// there is none, or the user is here for the first time.
  private func firstUnseen() -> String? {
    let known = [readers[me].flatMap { places[$0] }, seen].compactMap { $0 }.max()
    return known.flatMap { records.dropFirst($0 + 1).first(where: canBeUnread)?.id }
  }

  /// Whether the line "unread messages" may stand above a message: answers in threads have no place
  /// in the list.
  private func canBeUnread(_ record: Record) -> Bool {
    record.author != me && record.threadOf == nil && !record.isDiscarded
  }

  private func apply(_ entry: RoomEntry) {
    if entry.by != me { lastActive[entry.by] = max(entry.at, lastActive[entry.by] ?? 0) }
    if entry.kind == .message {
      if let place = places[entry.id] {
        records[place].isPending = false
        if keepsUnsent { keepUnsent() }
        records[place].at = entry.at
        records[place].version += 1
      } else {
        add(Record(entry))
      }
      return
    }
    if entry.kind == .read {
      readers[entry.by] = entry.id
      if entry.by == me { markedUnread = nil }
      return
    }
    if entry.kind == .received {
      receivers[entry.by] = entry.id
      return
    }
    if entry.kind == .unread {
      if entry.by == me { markedUnread = entry.id }
      return
    }
    guard let place = places[entry.id] else { return }
    // Only its author changes a message, but everybody can react to it.
    let isAuthor = records[place].author == entry.by
    switch entry.kind {
    case .edit where isAuthor:
      records[place].text = entry.text ?? ""
      records[place].isEdited = true
    case .delete where isAuthor: records[place].isDeleted = true
    case .restore where isAuthor: records[place].isDeleted = false
    case .react:
      guard let emoji = entry.emoji, emoji.utf8.count <= 64 else { return }
      var people = records[place].reactions[emoji] ?? []
      people.removeAll { $0 == entry.by }
      if entry.isOn == true { people.append(entry.by) }
      records[place].reactions[emoji] = people.isEmpty ? nil : people
    default: return
    }
    records[place].version += 1
  }

  private func add(_ record: Record) {
    places[record.id] = records.count
    records.append(record)
    // The message shows its thread.
    if let root = record.threadOf.flatMap({ places[$0] }) { records[root].version += 1 }
  }

  // MARK: Actions of the user

  func send(_ message: OutgoingMessage, thread: ItemID? = nil, forwardedFrom: String? = nil) {
    // By writing, the user shows that everything was seen.
    firstUnread = nil
    markedUnread = nil
    let id = UUID().uuidString
    let replyTo = message.replyTo.flatMap(name(of:))
    let threadOf = thread.flatMap(name(of:))
    add(
      Record(
        id: id, author: me, at: now, text: message.text, replyTo: replyTo, threadOf: threadOf,
        forwardedFrom: forwardedFrom,
        files: message.attachments.map { RoomEntry.File(path: $0.path, name: $0.name) },
        isPending: true))
    onChange?()
    deliver(id, message.attachments)
  }

  /// Writes a message into the log; a failure is shown, and the user can try again.
  private func deliver(_ id: String, _ attachments: [OutgoingAttachment]) {
    guard let place = places[id] else { return }
    var entry = records[place].entry
    let before = delivery
    delivery = Task { [weak self, log] in
      await before?.value
      do {
        var files: [RoomEntry.File] = []
        for file in attachments { files.append(try await log.take(file.path, name: file.name)) }
        self?.found(files, for: id)
        entry.files = files.isEmpty ? nil : files
        try await log.append(entry)
      } catch {
        self?.failed(id, error.localizedDescription)
      }
    }
  }

  func retry(_ item: ItemID) {
    guard let id = name(of: item), let place = places[id], records[place].problem != nil else {
      return
    }
    // It becomes the last message, as it is for the others.
    var record = records.remove(at: place)
    record.at = now
    record.problem = nil
    record.version += 1
    records.append(record)
    for (place, record) in records.enumerated().dropFirst(place) { places[record.id] = place }
    onChange?()
    deliver(
      id,
      record.files.map {
        OutgoingAttachment(path: path(of: $0), name: $0.name, byteSize: 0)
      })
  }

  func discard(_ item: ItemID) {
    guard let id = name(of: item), let place = places[id], records[place].problem != nil else {
      return
    }
    records[place].isDiscarded = true
    keepUnsent()
    onChange?()
  }

  /// Adds the messages that were not written before the last end, to be tried again or discarded.
  private func takeUnsent() {
    for message in unsent.read() where places[message.entry.id] == nil {
      var record = Record(message.entry)
      record.files = message.entry.files ?? []
      record.isPending = true
      record.problem = message.reason
      keepsUnsent = true
      add(record)
    }
  }

  /// Stores the messages that are not in the log, for the next start.
  private func keepUnsent() {
    let messages = records.filter { $0.isPending && !$0.isDiscarded }.map { record in
      var entry = record.entry
      entry.files = record.files.map { RoomEntry.File(path: path(of: $0), name: $0.name) }
      return UnsentMessages.Message(
        entry: entry, reason: record.problem ?? "The window was closed before it was sent")
    }
    guard keepsUnsent || !messages.isEmpty else { return }
    keepsUnsent = !messages.isEmpty
    if isLeaving {
      do { try unsent.writeNow(messages) } catch { print("chat: \(error.localizedDescription)") }
      return
    }
    Task { [weak self, unsent] in
      do { try await unsent.write(messages) } catch {
        self?.onProblem?("Not kept for the next start: \(error.localizedDescription)")
      }
    }
  }

  private func found(_ files: [RoomEntry.File], for id: String) {
    guard let place = places[id], !files.isEmpty else { return }
    records[place].files = files
    records[place].version += 1
  }

  private func failed(_ id: String, _ reason: String) {
    guard let place = places[id] else { return }
    records[place].problem = reason
    records[place].version += 1
    keepUnsent()
    onChange?()
  }

  /// Sends a message again in this conversation.
  func forward(_ item: ItemID) {
    guard let id = name(of: item), let place = places[id] else { return }
    let record = records[place]
    send(
      OutgoingMessage(text: record.text, attachments: attachments(of: record)),
      forwardedFrom: record.forwardedFrom ?? record.author)
  }

  /// Returns the other conversations: folders beside this one that contain a log.
  func others() async -> [URL] {
    guard hasOthers else { return [] }
    return await log.neighbours()
  }

  /// Writes messages into another conversation.
  ///
  /// - Returns: false if it could not be written to.
  func forward(_ items: [ItemID], to other: URL) async -> Bool {
    do {
      let log = try RoomLog(folder: other)
      for record in items.compactMap({ name(of: $0).flatMap { places[$0] } }).map({ records[$0] }) {
        var entry = RoomEntry(
          kind: .message, id: UUID().uuidString, by: me, at: now, text: record.text)
        entry.forwardedFrom = record.forwardedFrom ?? record.author
        var files: [RoomEntry.File] = []
        for file in attachments(of: record) {
          files.append(try await log.take(file.path, name: file.name))
        }
        entry.files = files.isEmpty ? nil : files
        try await log.append(entry)
      }
      return true
    } catch {
      onProblem?("Not forwarded: \(error.localizedDescription)")
      return false
    }
  }

  private func attachments(of record: Record) -> [OutgoingAttachment] {
    record.files.map { OutgoingAttachment(path: path(of: $0), name: $0.name, byteSize: 0) }
  }

  private func path(of file: RoomEntry.File) -> String {
    file.path.hasPrefix("/") ? file.path : log.folder.appendingPathComponent(file.path).path
  }

  /// - Parameter failed: called with the message as it is if the edit could not be written.
  func edit(
    _ item: ItemID, to text: String, orElse failed: @escaping @MainActor (EditableMessage) -> Void
  ) {
    let before = name(of: item).flatMap { places[$0] }.map { records[$0].text } ?? ""
    tell(.edit, item, { $0.text = text }, orElse: { failed(EditableMessage(item, text: before)) })
  }
  func delete(_ item: ItemID) { tell(.delete, item) }
  func restore(_ item: ItemID) { tell(.restore, item) }
  func react(_ item: ItemID, with emoji: String) {
    guard let id = name(of: item), let place = places[id] else { return }
    let isOn = records[place].reactions[emoji]?.contains(me) != true
    tell(.react, item) {
      $0.emoji = emoji
      $0.isOn = isOn
    }
  }

  func setTyping(_ isTyping: Bool) {
    typingTask?.cancel()
    typingTask = nil
    if isLeaving { return log.tellTyping(false, me) }
    guard isTyping else {
      Task { [log, me] in await log.setTyping(false, me) }
      return
    }
    typingTask = Task { [log, me] in
      while !Task.isCancelled {
        await log.setTyping(true, me)
        try? await Task.sleep(for: .seconds(RoomLog.typingSeconds))
      }
    }
  }

  /// Prepares for closing the window: from now on everything is written at once, before the program
  /// ends.
  func leave() {
    isLeaving = true
    setTyping(false)
    keepUnsent()
  }

  /// Reads again after a while, because a program that was ended does not withdraw its typing mark.
  private func lookForTyping() {
    typingLook?.cancel()
    typingLook = nil
    guard !typing.isEmpty else { return }
    typingLook = Task { [weak self] in
      try? await Task.sleep(for: .seconds(RoomLog.typingSeconds / 2))
      if !Task.isCancelled { self?.read() }
    }
  }

  /// Sets whether the user looks at the window.
  func setWatched(_ isWatched: Bool) {
    guard isWatched != self.isWatched else { return }
    self.isWatched = isWatched
    if isWatched {
      markedUnread = nil
      markRead()
    } else if markedUnread == nil {
      // What was in view is read; what came while the user was further up is not.
      let unseen = firstUnseen()
      guard unseen != firstUnread else { return }
      firstUnread = unseen
      onChange?()
    }
  }

  /// Marks messages as unread from one on; the line stays above it until the user comes back.
  func markUnread(from item: ItemID) {
    guard let id = name(of: item) else { return }
    firstUnread = id
    markedUnread = id
    lastRead = nil
    append(RoomEntry(kind: .unread, id: id, by: me, at: now))
    onChange?()
  }

  /// Records that a message came into view, and all earlier ones with it.
  func saw(_ item: ItemID) {
    guard let place = name(of: item).flatMap({ places[$0] }), place > (seen ?? -1) else { return }
    seen = place
    markRead()
  }

  /// Marks everything as seen, for peers without a window.
  func sawAll() {
    if let newest = records.last { saw(Self.item(newest.id)) }
  }

  /// Marks everything that was in view as read, while the user looks at the window.
  private func markRead() {
    guard isWatched, markedUnread == nil, let seen,
      let newest = records.prefix(through: seen).last(where: { $0.author != me }),
      newest.id != lastRead
    else { return }
    // Not what was marked as read before.
    if let before = readers[me].flatMap({ places[$0] }), let place = places[newest.id],
      before >= place
    {
      return
    }
    lastRead = newest.id
    append(RoomEntry(kind: .read, id: newest.id, by: me, at: now))
  }

  private func tell(
    _ kind: RoomEntry.Kind, _ item: ItemID, _ fill: (inout RoomEntry) -> Void = { _ in },
    orElse failed: (@MainActor () -> Void)? = nil
  ) {
    guard let id = name(of: item) else { return }
    var entry = RoomEntry(kind: kind, id: id, by: me, at: now)
    fill(&entry)
    append(entry, orElse: failed)
  }

  private func append(_ entry: RoomEntry, orElse failed: (@MainActor () -> Void)? = nil) {
    if isLeaving {
      do { try log.appendNow(entry) } catch { print("chat: \(error.localizedDescription)") }
      return
    }
    Task { [weak self, log] in
      do { try await log.append(entry) } catch {
        self?.onProblem?("The room can't be written to: \(error.localizedDescription)")
        // The window shows the state of the room again.
        self?.onChange?()
        failed?()
      }
    }
  }

  private var now: Int64 { Int64(Date().timeIntervalSince1970) }

  // MARK: Messages of the list

  /// Returns the list's identifier, a number made from the log's name of a message (FNV-1a).
  static func item(_ id: String) -> ItemID {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return ItemID(Int64(bitPattern: hash >> 1))
  }

  private func name(of item: ItemID) -> String? {
    records.last { Self.item($0.id) == item }?.id
  }

  /// Returns messages.
  ///
  /// - Parameter thread: the first message of a thread, for that message and its answers; nil for
  ///   all messages outside of threads.
  func messages(thread: ItemID? = nil) -> [ChatMessage] {
    let root = thread.flatMap(name(of:))
    return messages(of: records[(root == nil ? shownFrom : 0)...], thread: root)
  }

  private func messages(of records: ArraySlice<Record>, thread root: String?) -> [ChatMessage] {
    let threads = threadSummaries()
    return records.compactMap { record in
      guard !record.isDiscarded, record.threadOf == root || root == record.id else { return nil }
      return message(of: record, isThread: root != nil, threads)
    }
  }

  /// Returns a page of messages before those that are shown; from now on these are shown, too. A
  /// program with a server would ask it here. A file "offline" in the room's folder simulates a
  /// server that cannot be reached.
  func older() async throws -> [ChatMessage] {
    guard !FileManager.default.fileExists(atPath: log.folder.appending(path: "offline").path)
    else { throw CocoaError(.fileReadNoPermission, userInfo: Self.away) }
    while shownFrom > 0 {
      let end = shownFrom
      shownFrom = max(0, shownFrom - Self.pageSize)
      let page = messages(of: records[shownFrom..<end], thread: nil)
      // A page with nothing but answers in threads is empty; only at the beginning an empty page is
      // the last one.
      if !page.isEmpty { return page }
    }
    return []
  }

  /// Number of messages outside of threads, including those that are not shown yet.
  var messageCount: Int { records.count { $0.threadOf == nil && !$0.isDiscarded } }

  /// Time at which the conversation began, even if its first messages are not shown yet.
  var firstTime: Int64? { records.first?.at }

  /// Returns the header: the other person and when they were last active, or the names of several,
  /// those who wrote first.
  func header(orElse title: String) -> ChatHeader {
    let writers = Set(records.map(\.author)).subtracting([me])
    let others = writers.sorted() + Set(lastActive.keys).subtracting(writers).sorted()
    guard others.count == 1, let other = others.first else {
      let rest = others.count - Self.mostNames
      let names = others.prefix(Self.mostNames).map(ForeignText.isolated).joined(separator: ", ")
      return ChatHeader(
        ChatAuthor(id: 0, name: title),
        .words(others.isEmpty ? "Nobody else is here yet" : rest > 0 ? "\(names) +\(rest)" : names),
        hint: others.isEmpty
          ? nil
          : "\(title)\n"
            + others.prefix(Self.mostHinted).map(ForeignText.isolated).joined(separator: ", "))
    }
    let isHere = typing.contains(other) || now - (lastActive[other] ?? 0) < 60
    return ChatHeader(
      author(other), isHere ? .online : lastActive[other].map { ChatHeader.Presence.lastSeen($0) })
  }

  /// Sets the delivery states of the user's messages, and how far the others have read.
  func tell(_ facts: ChatFacts) {
    let read = readers.filter { $0.key != me }
    for (name, id) in read.sorted(by: { $0.key < $1.key })
    where !facts[Self.item(id)].readers.contains(where: { $0.id == author(name).id }) {
      facts.markRead(by: author(name), upTo: Self.item(id))
    }
    func last(_ messages: [String: String]) -> Int {
      messages.filter { $0.key != me }.values.compactMap { places[$0] }.max() ?? -1
    }
    let (readTo, receivedTo) = (last(readers), last(receivers))
    for (place, record) in records.enumerated() where record.author == me {
      let state: DeliveryState? =
        record.problem != nil
        ? nil
        : record.isPending
          ? .sending : place <= readTo ? .read : place <= receivedTo ? .delivered : .sent
      if facts[Self.item(record.id)].state != state {
        facts.setState(state, of: Self.item(record.id))
      }
    }
  }

  func author(_ name: String) -> ChatAuthor {
    let hash = Self.item(name).rawValue
    return ChatAuthor(
      id: hash, name: name, colorIndex: Int(truncatingIfNeeded: hash >> 8) & 0x7FFF,
      picture: faces[name])
  }

  /// Returns the name by which the user reads about somebody.
  private func shown(_ name: String) -> String {
    name == me ? ChatStrings.ofReader.you : ForeignText.name(name)
  }

  /// Returns the medium of a file; a file that is still being copied is read again later.
  private func medium(of file: RoomEntry.File) -> ChatMedia {
    let path = path(of: file)
    if let known = media[path] { return known }
    var made = ChatMedia(file: path)
    if made.kind == .video, let still = file.still {
      let picture = ChatMedia(file: log.folder.appendingPathComponent(still).path)
      if picture.kind == .photo {
        made.imageKey = picture.imageKey
        made.pixelSize = made.pixelSize ?? picture.pixelSize
      }
    }
    if !made.isMissing { media[path] = made }
    return made
  }

  private func message(
    of record: Record, isThread: Bool, _ threads: [String: ThreadSummary]
  ) -> ChatMessage {
    let isOwn = record.author == me
    var message = ChatMessage(
      id: Self.item(record.id), revision: Revision(record.version), author: author(record.author),
      isOutgoing: isOwn, time: record.at, text: LinkDetector().linking(StyledText(record.text)),
      reply: record.replyTo.flatMap { quote($0) }, forwardedFrom: record.forwardedFrom,
      isEdited: record.isEdited)
    if !isThread, record.id == firstUnread {
      message.isFirstUnread = true
      message.revision = Revision(~record.version)
    }
    guard !record.isDeleted else { return message.deleted }
    message.isForwardedFromUser = record.forwardedFrom == me
    message.tracksState = isOwn
    message.failure = record.problem
    message.media = record.files.map(medium)
    if !isThread, let thread = threads[record.id] { message.attachments = [thread] }
    message.reactions = record.reactions.sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    .map {
      ChatReaction(
        emoji: $0.key, count: $0.value.count, isOwn: $0.value.contains(me),
        people: $0.value.filter { $0 != me })
    }
    return message
  }

  func title(ofThread root: ItemID) -> String {
    guard let record = name(of: root).flatMap({ places[$0] }).map({ records[$0] }) else {
      return "Thread"
    }
    let words =
      record.text.split(whereSeparator: \.isNewline).first.map(String.init)
      ?? record.files.first?.name ?? "Thread"
    return "\(shown(record.author)): \(words.prefix(60))"
  }

  /// Returns the summaries of threads by the id of their first message.
  private func threadSummaries() -> [String: ThreadSummary] {
    var result: [String: ThreadSummary] = [:]
    for record in records where !record.isDeleted && !record.isDiscarded {
      guard let root = record.threadOf else { continue }
      result[root, default: ThreadSummary(count: 0)].count += 1
      result[root]?.lastAnswer = "\(shown(record.author)): \(record.text)"
    }
    return result
  }

  private func quote(_ id: String) -> ReplyPreview? {
    guard let place = places[id] else { return nil }
    let record = records[place]
    return ReplyPreview(
      item: Self.item(id), authorName: shown(record.author),
      authorColorIndex: author(record.author).colorIndex,
      snippet: record.isDeleted
        ? ChatStrings.ofReader.deleted
        : record.text.isEmpty ? record.files.first?.name ?? "" : record.text)
  }
}

extension Room.Record {
  fileprivate var entry: RoomEntry {
    RoomEntry(
      kind: .message, id: id, by: author, at: at, text: text, replyTo: replyTo,
      threadOf: threadOf, forwardedFrom: forwardedFrom)
  }

  fileprivate init(_ entry: RoomEntry) {
    self.init(
      id: entry.id, author: entry.by, at: entry.at, text: entry.text ?? "", replyTo: entry.replyTo,
      threadOf: entry.threadOf, forwardedFrom: entry.forwardedFrom,
      files: (entry.files ?? []).filter(\.isInRoom))
  }
}
