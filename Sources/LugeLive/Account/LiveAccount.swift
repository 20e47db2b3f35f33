import Foundation
public import LugeArchive
public import LugeCore
public import LugeEngine
import LugeWords

/// Event of an account, for the program that shows it.
public enum LiveNews: Sendable {
  case status(LiveStatus)
  /// The list of rooms: a name, a last message, a count.
  case rooms([LiveRoom])
  case room(LiveRoomChange)
  /// Something the user has to know, in words.
  case note(String)
  /// How much of a message's file is sent, 0 to 1; nil when none is any more.
  case sending(ConversationID, message: ItemID, name: String, part: Double?)
}

/// An account that is kept up to date: syncs with its server, stores events in its archive, sends
/// the queue, and fills gaps when they come into view.
///
/// Nothing runs before ``start()``; stored messages are available offline.
public actor LiveAccount {
  nonisolated let store: LiveStore
  let service: any LiveService
  private let onNews: @Sendable (LiveNews) -> Void
  private let pause: @Sendable (Double) async -> Void

  // MARK: Mutable State (the actor)

  public private(set) var status = LiveStatus.stopped
  /// Events that could not be read, since the start.
  public private(set) var unreadable = 0
  /// Why rooms' messages still wait after ``syncOnce()``, though the server answered.
  public private(set) var unanswered: [ConversationID: LiveFailure] = [:]
  private var loop: Task<Void, Never>?
  private var senders: [ConversationID: Task<Void, Never>] = [:]
  private var fills: [LiveStore.Gap: Task<LiveFailure?, Never>] = [:]
  /// Ends waits when the connection comes back.
  private var waits: [Int: Task<Void, Never>] = [:]
  private var nextWait = 0
  private var placing: Task<Void, Never>?
  private var settling: Task<Void, Never>?
  private var isStopping = false
  private let outbox: LiveOutbox
  private var outboxWatch: OutboxWatch?
  /// Messages whose files are being sent.
  private var uploads: [ConversationID: ItemID] = [:]
  /// Uploads and events that the server has accepted and that could not be stored yet, by
  /// transaction id: addresses of files and ids of events. A full disk is no reason to send
  /// anything again, and servers remember those names for minutes only.
  private var handedOver: [String: String] = [:]
  private var taken: [String: String] = [:]
  /// Threads that were read to their beginnings since the start.
  private var wholeThreads: Set<String> = []
  private var typingUntil: [ConversationID: ContinuousClock.Instant] = [:]

  /// - Parameters:
  ///   - path: of the account's archive; made where there is none.
  ///   - pause: waits for so many seconds, or until its task is cancelled.
  ///   - onNews: called on any thread, in order.
  public init(
    path: String, service: any LiveService,
    pause: @escaping @Sendable (Double) async -> Void = {
      try? await Task.sleep(for: .seconds($0))
    },
    onNews: @escaping @Sendable (LiveNews) -> Void = { _ in }
  ) throws(ArchiveError) {
    store = try LiveStore(path: path, user: service.user)
    self.service = service
    outbox = LiveOutbox(archive: path)
    self.pause = pause
    self.onNews = onNews
  }

  public nonisolated var user: String { service.user }

  // MARK: Running

  public func start() {
    guard loop == nil else { return }
    isStopping = false
    // Before anything is sent: what was taken before a kill may stand in the queue.
    takeOutbox()
    outboxWatch = OutboxWatch(outbox) { [weak self] in Task { await self?.takeOutbox() } }
    loop = Task { await run() }
  }

  public func stop() async {
    isStopping = true
    outboxWatch = nil
    let running = [loop].compactMap(\.self) + senders.values + waits.values
    for task in running { task.cancel() }
    await loop?.value
    loop = nil
    for sender in senders.values { await sender.value }
    senders = [:]
    placing?.cancel()
    try? store.placeWhatIsNot()
    store.settle()
    tell(.stopped)
  }

  /// Brings all that was stored into the archive's file itself. For the end of a program, which
  /// waits for it: otherwise what was deleted would stand in the file beside it.
  public nonisolated func settle() { store.settle() }

  /// Asks the server once, for programs without a window: what happened is here when it returns,
  /// and what waited is sent or has failed, or is in ``unanswered``.
  ///
  /// - Returns: how many messages came.
  public func syncOnce() async throws -> Int {
    let batch = try await service.sync(since: try store.token, wait: 0)
    let changes = try take(batch)
    unanswered = [:]
    for room in try store.roomsWithQueue() { try await drain(room, isOnce: true) }
    try store.placeWhatIsNot()
    return changes.reduce(0) { $0 + $1.added.count }
  }

  private func run() async {
    var failures = 0
    /// Answers in a row that came at once, and said nothing.
    var empty = 0
    tell(.connecting)
    while !Task.isCancelled {
      do {
        let token = try store.token
        // Right after a failure the answer comes at once, and says that the connection is back.
        let wait = token == nil || status != .live ? 0.0 : 30
        let asked = ContinuousClock.now
        let batch = try await service.sync(since: token, wait: wait)
        if token != nil, status != .live { tell(.catchingUp) }
        let changes = try take(batch)
        let saysNothing = changes.allSatisfy(\.isEmpty) && asked.duration(to: .now) < .seconds(0.5)
        empty = wait > 0 && saysNothing ? empty + 1 : 0
        failures = 0
        tell(.live)
        for wait in waits.values { wait.cancel() }
        for room in try store.roomsWithQueue() { kick(room) }
        // A server that does not wait for news would be asked without end.
        if empty > 3 { await rest(1) }
      } catch let failure as LiveFailure {
        if failure == .cancelled || Task.isCancelled { return }
        if case .signedOut = failure { return tell(.ended(failure.description)) }
        failures += 1
        await wait(after: failure, failures)
      } catch {
        // The disk is full, or the archive is gone: what came is asked for again.
        failures += 1
        await wait(after: .refused(Self.words(for: error)), failures)
      }
    }
  }

  private func wait(after failure: LiveFailure, _ failures: Int) async {
    let seconds = Self.seconds(after: failure, failures)
    tell(.waiting(failure.description, seconds: Int(seconds.rounded(.up))))
    await rest(seconds)
  }

  /// A day: what a server asks for beyond that is its mistake.
  private static let longestWait = 86_400.0

  /// How long to wait before the next attempt: as long as the server asks, otherwise longer with
  /// each failure in a row, up to 32 seconds.
  private static func seconds(after failure: LiveFailure, _ failures: Int) -> Double {
    if case .busy(.some(let asked)) = failure {
      return asked.isNaN ? 1 : asked.clamped(to: 0.1...longestWait)
    }
    return Double(1 << min(failures, 6)) / 2
  }

  /// Tries again now, whatever the waits.
  public func reconnect() { for wait in waits.values { wait.cancel() } }

  private func rest(_ seconds: Double) async {
    let number = nextWait
    nextWait += 1
    let pause = pause
    let task = Task { await pause(seconds) }
    waits[number] = task
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    waits[number] = nil
  }

  private func tell(_ status: LiveStatus) {
    // The same wait once more begins anew.
    if case .waiting = status {} else if status == self.status { return }
    self.status = status
    onNews(.status(status))
  }

  private func take(_ batch: LiveBatch) throws -> [LiveRoomChange] {
    unreadable += batch.unreadable
    let changes = try store.take(batch)
    for change in changes where !change.isEmpty { onNews(.room(change)) }
    if batch.rooms.contains(where: { $0.events.contains(where: \.isRedaction) }) { settleSoon() }
    if !batch.rooms.isEmpty || batch.notifications != nil { onNews(.rooms(try store.rooms())) }
    return changes
  }

  /// What waits is told with the list of rooms, also where no server tells anything.
  private func tellRooms() {
    if let rooms = try? store.rooms() { onNews(.rooms(rooms)) }
  }

  private func tell(_ change: LiveRoomChange?) {
    guard let change, !change.isEmpty else { return }
    onNews(.room(change))
  }

  /// Returns an error's text for a user of rooms, who need not restart anything.
  public static func words(for error: any Error) -> String {
    switch error {
    case ArchiveError.diskFull:
      localized("no space left on the disk; it goes on when there is some")
    case let error as ArchiveError: error.words
    default: SystemError.words(of: error)
    }
  }

  // MARK: Rooms

  public func rooms() throws -> [LiveRoom] { try store.rooms() }

  /// Rooms in which the user may write: where something new was said last comes first.
  public func forwardTargets() throws -> [LiveRoom] {
    try store.rooms().filter { $0.membership == .joined && $0.obstacle == nil }
  }

  /// Who has read which message last.
  public nonisolated func readers(
    in conversation: ConversationID
  ) throws -> [ItemID: [StoredAuthor]] { try store.readers(in: conversation) }

  /// The place (``LiveMessage/place``) of the last message that somebody else has read: by what
  /// they told, or because they wrote after it. Nil where nobody has.
  public nonisolated func othersReadUpTo(in conversation: ConversationID) throws -> Int64? {
    try store.othersReadUpTo(in: conversation)
  }

  /// Somebody's name, as it was seen last.
  public nonisolated func name(of user: String) throws -> String { try store.name(of: user) }

  /// Somebody, as their messages have them.
  public nonisolated func author(of user: String) throws -> StoredAuthor {
    try store.author(of: user)
  }
  public nonisolated var ownName: String { get throws { try store.name(of: user) } }

  /// The user's own reaction of that kind, where the server has it.
  public nonisolated func ownReaction(
    _ emoji: String, to event: String, in conversation: ConversationID
  ) throws -> String? { try store.ownReaction(emoji, to: event, in: conversation) }

  /// Returns a page of stored messages, without asking the server; nil if a request has to come
  /// first.
  public nonisolated func storedPage(
    _ place: PagePlace, in conversation: ConversationID, limit: Int
  ) throws -> Page<LiveMessage>? {
    guard case .page(let page) = try store.page(place, in: conversation, limit: limit) else {
      return nil
    }
    return page
  }

  /// Goes into a room by its address; it comes with what happens next.
  ///
  /// - Returns: the protocol's name of it.
  public func join(_ address: String) async throws -> String { try await service.join(address) }

  public func create(_ room: NewLiveRoom) async throws -> String { try await service.create(room) }

  /// What the server tells of a room that the user is invited to; nil where it tells nothing.
  public nonisolated func preview(of room: LiveRoom) async -> LiveRoomPreview? {
    // The inviter's server knows the room.
    let server = room.invitation.flatMap { invitation in
      invitation.inviter.firstIndex(of: ":").map {
        String(invitation.inviter[invitation.inviter.index(after: $0)...])
      }
    }
    return await service.preview(of: room.room, via: server.map { [$0] } ?? [])
  }

  /// Goes into a room that the user was invited to.
  public func accept(_ conversation: ConversationID) async throws {
    guard let room = try store.room(conversation) else { return }
    _ = try await service.join(room)
  }

  /// Leaves a room, or declines an invitation to it. What was seen of it stays.
  public func leave(_ conversation: ConversationID) async throws {
    guard let room = try store.room(conversation) else { return }
    try await service.leave(room)
    try store.noteLeft(conversation)
    onNews(.rooms(try store.rooms()))
  }

  /// Lists a room no more that the user was put out of.
  public func dismiss(_ conversation: ConversationID) throws {
    try store.dismiss(conversation)
    onNews(.rooms(try store.rooms()))
  }

  public func invite(_ user: String, to conversation: ConversationID) async throws {
    guard let room = try store.room(conversation) else { return }
    try await service.invite(user, to: room)
  }

  // MARK: Sending

  /// Why nothing can be written in a room; nil where it can.
  public nonisolated func obstacle(in conversation: ConversationID) throws -> String? {
    try store.isEncrypted(conversation) ? Self.encryptedWords : nil
  }

  static var damagedWords: String {
    localized("What waited to be sent cannot be read any more.")
  }

  public static var encryptedWords: String { LiveObstacle.encrypted.words }

  /// Shows what was written, keeps it, and sends it when its turn comes.
  public func send(_ outgoing: LiveOutgoing, in conversation: ConversationID, now: Int64) throws {
    if let obstacle = try obstacle(in: conversation) { throw LiveFailure.refused(obstacle) }
    tell(try store.enqueue(outgoing, in: conversation, now: now))
    tellRooms()
    if loop != nil { kick(conversation) }
  }

  /// Sends the messages that other programs have put into the outbox.
  private func takeOutbox() {
    let waiting = outbox.take()
    guard !waiting.isEmpty, let rooms = try? store.rooms() else { return }
    for (name, room, content) in waiting {
      guard let found = rooms.first(where: { $0.room == room }) else {
        onNews(
          .note(localized("Not sent: the room {name} is not there any more", ["name": room])))
        outbox.forget(name)
        continue
      }
      do {
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        tell(try store.enqueue(.message(content), in: found.id, now: now, as: name))
        outbox.forget(name)
        if loop != nil { kick(found.id) }
      } catch {
        // It stays, and is tried again with the next one or the next start.
        onNews(.note(Self.notSentYet(error)))
      }
    }
  }

  /// Sends again what the server refused.
  public func retry(_ message: ItemID, in conversation: ConversationID) throws {
    tell(try store.retry(message.rawValue))
    kick(conversation)
  }

  /// Forgets what was not sent; what waits after it is sent. A file that is on its way is sent no
  /// further.
  public func discard(_ message: ItemID, in conversation: ConversationID) throws {
    tell(try store.discard(message.rawValue))
    tellRooms()
    if uploads[conversation] == message { senders[conversation]?.cancel() }
    kick(conversation)
  }

  private func kick(_ conversation: ConversationID) {
    // Sends only while connected: only then is it known which rooms have been encrypted since.
    guard senders[conversation] == nil, status == .live else { return }
    senders[conversation] = Task {
      await drainPatiently(conversation)
      senders[conversation] = nil
      // Something may have been written after the last look.
      if !isStopping, (try? store.nextQueued(in: conversation)) ?? nil != nil {
        kick(conversation)
      }
    }
  }

  /// Sends what waits, also past an archive that cannot be written for a time: nothing is given up
  /// for that, and what the server has is not sent again.
  private func drainPatiently(_ conversation: ConversationID) async {
    var failures = 0
    while !Task.isCancelled {
      do {
        return try await drain(conversation)
      } catch {
        if failures == 0 { onNews(.note(Self.notSentYet(error))) }
        failures += 1
        await rest(Self.seconds(after: .busy(seconds: nil), failures))
      }
    }
  }

  private static func notSentYet(_ error: any Error) -> String {
    localized("Not sent yet: {reason}", ["reason": words(for: error)])
  }

  /// Attempts to send a message where nobody waits for more, and the longest pause between them
  /// that a server may ask for.
  private static let attemptsOnce = 5
  private static let longestWaitOnce = 60.0

  /// - Parameter isOnce: ends at an answer of the server that cannot be read, and at a server that
  ///   is not there or busy for long. It may have the message, so this is no refusal: the message
  ///   waits, and the next attempt has the same transaction id.
  /// - Throws: what the archive says that cannot be read or written; nothing of what waits is lost.
  private func drain(_ conversation: ConversationID, isOnce: Bool = false) async throws {
    var failures = 0
    while !Task.isCancelled, let queued = try store.nextQueued(in: conversation) {
      do {
        if let obstacle = try obstacle(in: conversation) { throw LiveFailure.refused(obstacle) }
        guard var outgoing = queued.outgoing else { throw LiveFailure.refused(Self.damagedWords) }
        if let file = outgoing.file {
          guard let sent = try await upload(file, of: queued, in: conversation) else { continue }
          outgoing = sent
        }
        let event: String
        if let known = taken[queued.transaction] {
          event = known
        } else {
          event = try await service.send(
            outgoing, to: queued.room, transaction: queued.transaction)
          taken[queued.transaction] = event
        }
        tell(try store.sent(queued, as: event))
        taken[queued.transaction] = nil
        failures = 0
      } catch let failure as LiveFailure where failure.isPassing {
        failures += 1
        let seconds = Self.seconds(after: failure, failures)
        var isUnreadable = false
        if case .unreadable = failure { isUnreadable = true }
        let isLong = failures >= Self.attemptsOnce || seconds > Self.longestWaitOnce
        if isOnce, isUnreadable || isLong {
          unanswered[conversation] = failure
          return
        }
        if isUnreadable, failures == 1 { onNews(.note(Self.notSentYet(failure))) }
        await rest(seconds)
      } catch LiveFailure.cancelled {
        return
      } catch let failure as LiveFailure {
        try giveUp(queued, failure.description)
        if queued.isShown { return }
      }
    }
  }

  /// Bytes of a file that is sent.
  public static let mostFileBytes = 100 << 20

  /// Hands the file of a message to the server, and notes its address with the message: what fails
  /// after sends no file again.
  ///
  /// - Returns: nil where the message was discarded meanwhile.
  private func upload(
    _ file: MediaRecord, of queued: LiveStore.Queued, in conversation: ConversationID
  ) async throws -> LiveOutgoing? {
    if let address = handedOver[queued.transaction] { return try note(address, of: queued) }
    let path = file.path ?? ""
    let name = file.fileName ?? URL(fileURLWithPath: path).lastPathComponent
    let bytes = await Task.detached { () -> [UInt8]? in
      guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
        size <= Self.mostFileBytes
      else { return nil }
      return FileManager.default.contents(atPath: path).map { Array($0) }
    }.value
    guard let bytes else {
      throw LiveFailure.refused(
        localized("{name} cannot be read, or is larger than 100 MB.", ["name": name]))
    }
    guard let message = try store.message(ofQueued: queued) else { return nil }
    uploads[conversation] = message
    let onNews = onNews
    defer {
      uploads[conversation] = nil
      onNews(.sending(conversation, message: message, name: name, part: nil))
    }
    onNews(.sending(conversation, message: message, name: name, part: 0))
    let address = try await upload(bytes, of: file, name) { sent, total in
      let part = total > 0 ? min(1, Double(sent) / Double(total)) : 0
      onNews(.sending(conversation, message: message, name: name, part: part))
    }
    handedOver[queued.transaction] = address
    return try note(address, of: queued)
  }

  /// Returns the address of a file that the server has taken.
  private func upload(
    _ bytes: [UInt8], of file: MediaRecord, _ name: String,
    onSent: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws(LiveFailure) -> String {
    do {
      return try await service.upload(
        bytes, type: file.mimeType ?? "application/octet-stream", name: name, onSent: onSent)
    } catch {
      // Uploads have no transaction id: each attempt would store the file once more.
      if case .unreadable = error { throw .refused(error.description) }
      throw error
    }
  }

  private func note(_ address: String, of queued: LiveStore.Queued) throws -> LiveOutgoing? {
    let noted = try store.uploaded(queued, to: address)
    handedOver[queued.transaction] = nil
    guard let (outgoing, change) = noted else { return nil }
    tell(change)
    return outgoing
  }

  /// A file's bytes, by the address that a message has of it.
  public nonisolated func media(
    _ address: String, limit: Int = LiveAccount.mostFileBytes
  ) async throws(LiveFailure) -> [UInt8] { try await service.media(address, limit: limit) }

  /// A message stays, with the reason; an edit or a reaction has no place to stay at.
  private func giveUp(_ queued: LiveStore.Queued, _ reason: String) throws {
    let conversation = ConversationID(rawValue: queued.conversation)
    if queued.isShown {
      tell(try store.failed(queued, reason: reason))
      tellRooms()
    } else {
      tell(try store.discardFirst(in: conversation))
      onNews(.note(localized("Not sent: {reason}", ["reason": reason])))
    }
  }

  // MARK: Reading and writing

  /// Tells the others that everything was read up to a message, or all of it.
  ///
  /// - Returns: whether they were told; not without a server.
  @discardableResult
  public func markRead(
    _ conversation: ConversationID, upTo message: ItemID? = nil
  ) async throws -> Bool {
    guard status == .live, let room = try store.room(conversation),
      let event = try store.lastEvent(in: conversation, upTo: message)
    else { return false }
    try await service.markRead(event, in: room)
    try store.noteRead(event, in: conversation)
    if try store.isMarkedUnread(conversation) {
      try store.markUnread(from: nil, in: conversation)
      onNews(.rooms(try store.rooms()))
      try await service.setMarkedUnread(false, in: room)
    }
    return true
  }

  /// The room counts as unread, and opens at a message the next time, until ``markRead(_:upTo:)``.
  /// Servers move what was read forward only: other devices are told of the room, not of the
  /// message.
  public func markUnread(from message: ItemID, in conversation: ConversationID) async throws {
    guard let room = try store.room(conversation) else { return }
    try store.markUnread(from: message, in: conversation)
    onNews(.rooms(try store.rooms()))
    guard status == .live else { return }
    try await service.setMarkedUnread(true, in: room)
    try await countMarked(in: conversation)
  }

  /// More are not counted: the list says "999+".
  private static let mostCounted = 1000
  private static let countedPage = 100

  /// Fetches what is missing behind the message that was marked, so that it is counted.
  private func countMarked(in conversation: ConversationID) async throws {
    for _ in 0..<Self.requestsPerPage {
      guard let (known, gap) = try store.markedUnread(in: conversation), known < Self.mostCounted,
        let gap
      else { break }
      // Without a server what is here is counted.
      guard await fill(gap, .older, limit: Self.countedPage) == nil else { break }
      onNews(.rooms(try store.rooms()))
    }
  }

  // MARK: Threads

  /// The message that a thread begins with, where it is here, and the answers to it.
  public nonisolated func thread(
    of root: String, in conversation: ConversationID
  ) throws -> [LiveMessage] { try store.thread(of: root, in: conversation) }

  /// Asks the server for what was said in a thread and is missing here: answers come in gaps like
  /// everything else, and their thread may be read before those are filled.
  ///
  /// - Returns: whether something came.
  public func completeThread(
    of root: String, in conversation: ConversationID
  ) async throws -> Bool {
    guard let room = try store.room(conversation) else { return false }
    let isWholeKnown = wholeThreads.contains(root)
    var hasCome = false
    if try !store.isPlaced(root, in: conversation) {
      hasCome = try await bring(root, to: conversation)
    }
    var token: String?
    for _ in 0..<Self.threadPages {
      let page = try await service.thread(
        of: root, in: room, from: token, limit: Self.threadPage)
      let change = try store.take(page, ofThread: root, in: conversation)
      let isNew = !change.added.isEmpty || !change.changed.isEmpty
      hasCome = hasCome || isNew
      takeIn(change)
      token = page.next
      // Of a thread that was read to its beginning, only the newest may be missing.
      if token == nil || page.events.isEmpty || isWholeKnown && !isNew { break }
    }
    if token == nil { wholeThreads.insert(root) }
    return hasCome
  }

  /// Answers of one request, and requests for one thread.
  private static let threadPage = 100
  private static let threadPages = 10

  /// The event that the thread of a message begins with; nil outside of threads.
  public nonisolated func root(ofThreadWith message: ItemID) throws -> String? {
    try store.root(ofThreadWith: message)
  }

  /// The event that the thread begins with which a message says it is in; asks the server where it
  /// is not here.
  ///
  /// - Returns: nil where the message names none, or one that nobody has.
  public func bringRoot(
    ofThreadWith message: ItemID, in conversation: ConversationID
  ) async throws -> String? {
    if let root = try store.root(ofThreadWith: message) { return root }
    guard let named = try store.namedRoot(of: message) else { return nil }
    _ = try await bring(named, to: conversation)
    return try store.root(ofThreadWith: message)
  }

  /// The first message of others that was not read, as the user's last device has it; nil when
  /// all was.
  public nonisolated func firstUnread(in conversation: ConversationID) throws -> ItemID? {
    try store.firstUnread(in: conversation)
  }

  /// Tells the others that something is being written: a few times a minute, however often it is
  /// called.
  public func setTyping(_ isTyping: Bool, in conversation: ConversationID) async {
    let now = ContinuousClock.now
    let until = typingUntil[conversation]
    if isTyping {
      if let until, now < until { return }
      typingUntil[conversation] = now + .seconds(15)
    } else {
      guard until != nil else { return }
      typingUntil[conversation] = nil
    }
    guard status == .live, let room = try? store.room(conversation) else { return }
    try? await service.setTyping(isTyping, in: room)
  }

  // MARK: Finding

  /// The places (``LiveMessage/place``) of all messages of a room that contain all of a query's
  /// words, ascending: of those that were seen on this computer, without asking the server.
  public nonisolated func findPlaces(
    of query: TextQuery, in conversation: ConversationID
  ) async throws -> [Int64] { try await store.findPlaces(of: query, in: conversation) }

  /// So many messages of a server's are listed.
  private static let mostFound = 50

  /// Messages that the server finds and that are not here, the newest first. Of encrypted rooms it
  /// knows no words.
  public func searchServer(
    _ words: String
  ) async throws -> [(conversation: ConversationID, author: String, found: LiveFound)] {
    let rooms = Dictionary(try store.rooms().map { ($0.room, $0) }) { first, _ in first }
    let found = try await service.search(words, limit: Self.mostFound)
    return try found.compactMap { found in
      guard let room = rooms[found.room], try !store.isPlaced(found.event, in: room.id) else {
        return nil
      }
      return (room.id, try store.name(of: found.sender), found)
    }
  }

  /// The message at a place; nil where there is none any more.
  public nonisolated func message(
    atPlace place: Int64, in conversation: ConversationID
  ) throws -> LiveMessage? { try store.message(atPlace: place, in: conversation) }

  /// How much of a room ``findPlaces(of:in:)`` looks at.
  public nonisolated func extent(of conversation: ConversationID) throws -> LiveExtent {
    try store.extent(of: conversation)
  }

  // MARK: Pages

  /// Requests for one page; so many events in a row that show nothing are somebody's doing.
  private static let requestsPerPage = 20

  /// Messages at a place; what is missing is asked for, once however many want it.
  public func page(
    _ place: PagePlace, in conversation: ConversationID, limit: Int
  ) async throws -> Page<LiveMessage> {
    for _ in 0..<Self.requestsPerPage {
      switch try store.page(place, in: conversation, limit: limit) {
      case .page(let page): return page
      case .missing(let gap, let direction):
        if let failure = await fill(gap, direction, limit: limit) { throw failure }
        try Task.checkCancellation()
      }
    }
    throw LiveFailure.refused(
      localized("Nothing but events that show nothing; trying again goes on."))
  }

  func fill(
    _ gap: LiveStore.Gap, _ direction: LiveDirection, limit: Int
  ) async -> LiveFailure? {
    if let running = fills[gap] { return await running.value }
    let task = Task { () -> LiveFailure? in
      do {
        let room = try store.room(ConversationID(rawValue: gap.room)) ?? ""
        let isOlder = direction == .older
        let page = try await service.events(
          in: room, from: isOlder ? gap.newer : gap.older ?? gap.newer,
          to: isOlder ? gap.older : gap.newer, direction, limit: max(20, limit))
        takeIn(try store.fill(gap, direction, with: page))
        return nil
      } catch {
        return error as? LiveFailure ?? .refused(Self.words(for: error))
      }
    }
    fills[gap] = task
    let failure = await task.value
    fills[gap] = nil
    return failure
  }

  /// Reports messages inserted in the middle: they are shown with the page that was requested.
  func takeIn(_ change: LiveRoomChange) {
    var change = change
    change.added = []
    change.leavesGap = false
    tell(change)
    placeSoon()
  }

  /// Positions, for search and for reading without the server, once nobody pages any more.
  private func placeSoon() {
    placing?.cancel()
    placing = Task { [weak self] in
      try? await Task.sleep(for: .seconds(2))
      if !Task.isCancelled { try? self?.store.placeWhatIsNot() }
    }
  }

  /// Words that were taken back are nowhere on the disk a moment later.
  private func settleSoon() {
    guard settling == nil else { return }
    settling = Task { [weak self] in
      try? await Task.sleep(for: .seconds(2))
      self?.store.settle()
      await self?.settled()
    }
  }

  private func settled() { settling = nil }

  /// The message that an event leads to, as far as it is here.
  public nonisolated func message(
    ofEvent event: String, in conversation: ConversationID
  ) throws -> ItemID? { try store.message(ofEvent: event, in: conversation) }
}
