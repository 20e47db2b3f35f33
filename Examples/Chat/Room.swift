import Foundation
import LugeChat
import LugeCore
import LugeListKit

/// A conversation of whoever opens the same folder: what happened there, as messages to be shown.
///
/// The log is the truth. What this window sends is shown at once and is "sent" when it comes back
/// from the log.
@MainActor
final class Room {
  let me: String
  /// After something changed.
  var onChange: (@MainActor () -> Void)?
  var onProblem: (@MainActor (String) -> Void)?

  private let log: RoomLog
  private var watch: RoomWatch?
  private var reading: Task<Void, Never>?
  private var records: [Record] = []
  private var places: [String: Int] = [:]
  private var readers: [String: String] = [:]
  private(set) var typing: [String] = []
  private var lastRead: String?

  /// A message as the log tells it.
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
    /// Not in the log yet.
    var isPending = false
    var problem: String?
    var isDiscarded = false
    var version: UInt64 = 0
  }

  init(folder: String, me: String) throws {
    self.me = me
    log = try RoomLog(folder: URL(fileURLWithPath: folder, isDirectory: true))
  }

  func open() {
    watch = RoomWatch(log.folder) { [weak self] in self?.read() }
    read()
  }

  private func read() {
    // One at a time: what changes meanwhile is read by the next.
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
    guard !news.isEmpty || others != self.typing else { return }
    self.typing = others
    for entry in news { apply(entry) }
    onChange?()
  }

  private func apply(_ entry: RoomEntry) {
    if entry.kind == .message {
      if let place = places[entry.id] {
        records[place].isPending = false
        records[place].at = entry.at
        records[place].version += 1
      } else {
        add(Record(entry))
      }
      return
    }
    if entry.kind == .read {
      readers[entry.by] = entry.id
      return
    }
    guard let place = places[entry.id] else { return }
    // Only its author changes a message; everybody reacts to it.
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

  // MARK: What a person does

  func send(_ message: OutgoingMessage, thread: ItemID? = nil, forwardedFrom: String? = nil) {
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

  /// Into the log; what fails says so, and is tried again when the reader wants it.
  private func deliver(_ id: String, _ attachments: [OutgoingAttachment]) {
    guard let place = places[id] else { return }
    var entry = records[place].entry
    Task { [weak self, log] in
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
    records[place].problem = nil
    records[place].version += 1
    onChange?()
    deliver(
      id,
      records[place].files.map {
        OutgoingAttachment(path: path(of: $0), name: $0.name, byteSize: 0)
      })
  }

  func discard(_ item: ItemID) {
    guard let id = name(of: item), let place = places[id], records[place].problem != nil else {
      return
    }
    records[place].isDiscarded = true
    onChange?()
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
    onChange?()
  }

  /// There is one conversation to forward to: this one.
  func forward(_ item: ItemID) {
    guard let id = name(of: item), let place = places[id] else { return }
    let record = records[place]
    let files = record.files.map { file in
      OutgoingAttachment(path: path(of: file), name: file.name, byteSize: 0)
    }
    send(
      OutgoingMessage(text: record.text, attachments: files),
      forwardedFrom: record.forwardedFrom ?? record.author)
  }

  private func path(of file: RoomEntry.File) -> String {
    file.path.hasPrefix("/") ? file.path : log.folder.appendingPathComponent(file.path).path
  }

  func edit(_ item: ItemID, to text: String) { tell(.edit, item) { $0.text = text } }
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
    Task { [log, me] in await log.setTyping(isTyping, me) }
  }

  /// Everything up to the newest message was seen.
  func markRead() {
    guard let newest = records.last(where: { $0.author != me }), newest.id != lastRead else {
      return
    }
    lastRead = newest.id
    append(RoomEntry(kind: .read, id: newest.id, by: me, at: now))
  }

  private func tell(
    _ kind: RoomEntry.Kind, _ item: ItemID, _ fill: (inout RoomEntry) -> Void = { _ in }
  ) {
    guard let id = name(of: item) else { return }
    var entry = RoomEntry(kind: kind, id: id, by: me, at: now)
    fill(&entry)
    append(entry)
  }

  private func append(_ entry: RoomEntry) {
    Task { [weak self, log] in
      do { try await log.append(entry) } catch {
        self?.onProblem?("The room can't be written to: \(error.localizedDescription)")
      }
    }
  }

  private var now: Int64 { Int64(Date().timeIntervalSince1970) }

  // MARK: What is shown

  /// Ids of the log are long names; the list's are numbers made from them (FNV-1a).
  static func item(_ id: String) -> ItemID {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return ItemID(Int64(bitPattern: hash >> 1))
  }

  private func name(of item: ItemID) -> String? {
    records.last { Self.item($0.id) == item }?.id
  }

  /// - Parameter thread: its first message and the answers to it; nil for all that is in none.
  func messages(thread: ItemID? = nil) -> [ChatMessage] {
    let root = thread.flatMap(name(of:))
    let threads = threadSummaries()
    return records.compactMap { record in
      guard !record.isDiscarded, record.threadOf == root || root == record.id else { return nil }
      return message(of: record, isThread: root != nil, threads)
    }
  }

  /// How far one's messages came, and how far the others have read.
  func tell(_ facts: ChatFacts) {
    let read = readers.filter { $0.key != me }
    for (name, id) in read
    where !facts[Self.item(id)].readers.contains(where: { $0.name == name }) {
      facts.markRead(by: author(name), upTo: Self.item(id))
    }
    let readTo = read.values.compactMap { places[$0] }.max() ?? -1
    for (place, record) in records.enumerated() where record.author == me {
      let state: DeliveryState? =
        record.problem != nil
        ? nil : record.isPending ? .sending : place <= readTo ? .read : .sent
      if facts[Self.item(record.id)].state != state {
        facts.setState(state, of: Self.item(record.id))
      }
    }
  }

  func author(_ name: String) -> ChatAuthor {
    let hash = Self.item(name).rawValue
    return ChatAuthor(id: hash, name: name, colorIndex: Int(truncatingIfNeeded: hash >> 8) & 0x7FFF)
  }

  private func message(
    of record: Record, isThread: Bool, _ threads: [String: ThreadSummary]
  ) -> ChatMessage {
    let isOwn = record.author == me
    var message = ChatMessage(
      id: Self.item(record.id), revision: Revision(record.version), author: author(record.author),
      isOutgoing: isOwn, time: record.at,
      text: LinkDetector().linking(StyledText(record.isDeleted ? "" : record.text)),
      reply: record.replyTo.flatMap { quote($0) }, forwardedFrom: record.forwardedFrom,
      isEdited: record.isEdited, isDeleted: record.isDeleted)
    message.tracksState = isOwn
    message.failure = record.problem
    guard !record.isDeleted else { return message }
    message.media = record.files.map { ChatMedia(file: path(of: $0)) }
    if !isThread, let thread = threads[record.id] { message.attachments = [thread] }
    message.reactions = record.reactions.sorted {
      ($1.value.count, $0.key) < ($0.value.count, $1.key)
    }
    .map {
      ChatReaction(
        emoji: $0.key, count: $0.value.count, isOwn: $0.value.contains(me))
    }
    return message
  }

  /// By the id of the message that the others answer.
  private func threadSummaries() -> [String: ThreadSummary] {
    var result: [String: ThreadSummary] = [:]
    for record in records where !record.isDeleted && !record.isDiscarded {
      guard let root = record.threadOf else { continue }
      result[root, default: ThreadSummary(count: 0)].count += 1
      result[root]?.lastAnswer = "\(record.author): \(record.text)"
    }
    return result
  }

  private func quote(_ id: String) -> ReplyPreview? {
    guard let place = places[id] else { return nil }
    let record = records[place]
    return ReplyPreview(
      item: Self.item(id), authorName: record.author,
      authorColorIndex: author(record.author).colorIndex,
      snippet: record.text.isEmpty ? record.files.first?.name ?? "" : record.text)
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
      files: (entry.files ?? []).filter { !$0.path.hasPrefix("/") && !$0.path.contains("..") })
  }
}
