import Foundation
public import LugeArchive
public import LugeCore
public import LugeEngine
import LugeWords
import Synchronization

/// Event of an account, for the program that shows it.
public enum LiveNews: Sendable {
  case status(LiveStatus)
  /// The list of rooms has changed: a name, a last message, a count.
  case rooms([LiveRoom])
  case room(LiveRoomChange)
  /// A text that the user has to see.
  case note(String)
  /// The server has refused an edit: see ``LiveAccount/refusedEdits(in:)``.
  case editRefused(ConversationID)
  /// The share of a message's file that was sent, 0 to 1; nil when the upload has ended.
  case sending(ConversationID, message: ItemID, name: String, part: Double?)
  /// A picture was uploaded: the path of its local file, and its address.
  case uploaded(file: String, address: String)
}

/// An account that is kept up to date: syncs with its server, stores events in its archive, sends
/// the queue, and fills gaps when they come into view.
///
/// Nothing runs before ``start()``; stored messages are available offline.
public actor LiveAccount {
  nonisolated let store: LiveStore
  public nonisolated let user: String
  /// The connection of the present session; a new login replaces it.
  private nonisolated let session: Mutex<any LiveService>
  private let onNews: @Sendable (LiveNews) -> Void
  private let pause: @Sendable (Double) async -> Void

  // MARK: Mutable State (the actor)

  public private(set) var status = LiveStatus.stopped
  /// Number of events that could not be read, since the start.
  public private(set) var unreadable = 0
  /// Reasons why rooms' messages still wait after ``syncOnce()``, although the server answered.
  public private(set) var unanswered: [ConversationID: LiveFailure] = [:]
  private var loop: Task<Void, Never>?
  private var senders: [ConversationID: Task<Void, Never>] = [:]
  private var fills: [LiveStore.Gap: Task<LiveFailure?, Never>] = [:]
  /// Waiting tasks, which are cancelled when the connection is back.
  private var waits: [Int: Wait] = [:]
  private struct Wait {
    var task: Task<Void, Never>
    /// Whether the server has asked for it.
    var isAsked: Bool
  }
  private var nextWait = 0
  private var placing: Task<Void, Never>?
  private var placingOwn: Task<Void, Never>?
  /// Rooms (the protocol's ids) with a new gap, before which messages of the user may stand that
  /// belong into it or after it.
  private var roomsWithNewGap: Set<String> = []
  private var forgetting: Task<Void, Never>?
  /// When words were deleted that the word index still has, the first and the last ones, and when
  /// words were last removed from it.
  private var deleted: (first: ContinuousClock.Instant, last: ContinuousClock.Instant)?
  private var forgotten: ContinuousClock.Instant?
  private var forgettingPace = ForgettingPace()
  private var isStopping = false
  private let outbox: LiveOutbox
  private var outboxWatch: OutboxWatch?
  /// Messages whose files are being sent.
  private var uploads: [ConversationID: ItemID] = [:]
  /// Results of uploads and sent events that could not be stored yet (a full disk), by transaction
  /// id: addresses of files and ids of events. They must not be sent again, because servers
  /// remember transaction ids only for minutes.
  private var handedOver: [String: String] = [:]
  private var taken: [String: String] = [:]
  /// Reactions that were taken back while messages of their rooms were being sent, by transaction
  /// id: when.
  private var takenBack: [String: Int64] = [:]
  /// Threads that were read to their beginnings since the start.
  private var wholeThreads: Set<String> = []
  private var typingUntil: [ConversationID: ContinuousClock.Instant] = [:]

  /// - Parameters:
  ///   - path: path of the account's archive, created if it does not exist.
  ///   - pause: waits for a number of seconds, or until its task is cancelled.
  ///   - onNews: called on any thread, in order.
  public init(
    path: String, service: any LiveService,
    pause: @escaping @Sendable (Double) async -> Void = {
      try? await Task.sleep(for: .seconds($0))
    },
    onNews: @escaping @Sendable (LiveNews) -> Void = { _ in }
  ) throws(ArchiveError) {
    store = try LiveStore(path: path, user: service.user)
    user = service.user
    session = Mutex(service)
    outbox = LiveOutbox(archive: path)
    self.pause = pause
    self.onNews = onNews
  }

  nonisolated var service: any LiveService { session.withLock { $0 } }

  // MARK: Running

  public func start() {
    guard loop == nil else { return }
    isStopping = false
    store.permit()
    // Before anything is sent: messages that were taken before a crash may be in the queue.
    takeOutbox()
    outboxWatch = OutboxWatch(outbox) { [weak self] in Task { await self?.takeOutbox() } }
    loop = Task { await run() }
    // A program may have ended before the words of deleted messages were removed.
    if store.hasDeletedWords { forgetSoon(afterQuiet: false) }
  }

  /// Goes on with another session of the same user, for example after the server has ended the last
  /// one. Everything stored stays, and the new session sends what waits.
  public func goOn(with service: any LiveService) async {
    guard service.user == user else { return }
    await halt()
    session.withLock { $0 = service }
    start()
  }

  /// Ends everything that asks the server.
  private func halt() async {
    isStopping = true
    outboxWatch = nil
    placingOwn?.cancel()
    placingOwn = nil
    let running = [loop].compactMap(\.self) + senders.values + waits.values.map(\.task)
    for task in running { task.cancel() }
    await loop?.value
    loop = nil
    for sender in senders.values { await sender.value }
    senders = [:]
  }

  /// The server has ended the session: nothing is asked for until ``goOn(with:)``. The loop may
  /// wait for a response that would come much later.
  private func sessionEnded(_ failure: LiveFailure) {
    report(.ended(failure.description))
    loop?.cancel()
  }

  /// Ends the account, for another window or program. What the server has sent and is being stored
  /// is given up, and comes again at the next start.
  public nonisolated func stop() async {
    // Not by the account itself, which may be storing for seconds.
    store.interrupt()
    await end()
  }

  private func end() async {
    await halt()
    placing?.cancel()
    forgetting?.cancel()
    forgetting = nil
    try? store.placeWhatIsNot()
    store.forgetDeletedWords()
    store.settle()
    store.permit()
    report(.stopped)
  }

  /// Seconds for which the end of a program waits for the word index.
  private static let longestForgetting = 2.0

  /// Brings all that was stored into its order and into the archive's file itself, and removes the
  /// words of deleted messages from its word index. For the end of a program, which waits for it:
  /// otherwise what was deleted would stand in the file beside it. What takes too long goes on with
  /// the next start, and a response that is being stored is given up and requested again then.
  public nonisolated func settle() {
    store.interrupt()
    try? store.placeWhatIsNot()
    store.forgetDeletedWords(within: Self.longestForgetting)
    store.settle()
    store.permit()
  }

  /// Syncs with the server once, for programs without a window. When it returns, events are stored,
  /// and waiting messages were sent or have failed, or are in ``unanswered``.
  ///
  /// - Returns: the number of new messages.
  public func syncOnce() async throws -> Int {
    let batch = try await service.sync(since: try store.token, wait: 0)
    let changes = try take(batch)
    unanswered = [:]
    for room in try store.roomsWithQueue() { try await drain(room, isOnce: true) }
    placeOwn()
    await placingOwn?.value
    try store.placeWhatIsNot()
    return changes.reduce(0) { $0 + $1.added.count }
  }

  private func run() async {
    var failures = 0
    /// Number of consecutive responses that came at once and were empty.
    var empty = 0
    report(.connecting)
    while !Task.isCancelled {
      do {
        let token = try store.token
        // Right after a failure, request an immediate response, which shows that the connection is
        // back.
        let wait = token == nil || status != .live ? 0.0 : 30
        let asked = ContinuousClock.now
        let batch = try await service.sync(since: token, wait: wait)
        if Task.isCancelled { return }
        if token != nil, status != .live { report(.catchingUp) }
        let changes = try take(batch)
        let saysNothing = changes.allSatisfy(\.isEmpty) && asked.duration(to: .now) < .seconds(0.5)
        empty = wait > 0 && saysNothing ? empty + 1 : 0
        failures = 0
        report(.live)
        tryAgain()
        placeOwn()
        for room in try store.roomsWithQueue() { kick(room) }
        await completeStanding()
        // Without this, a server that does not wait for events would be asked without end.
        if empty > 3 { await rest(1) }
      } catch let failure as LiveFailure {
        if failure == .cancelled || Task.isCancelled { return }
        if case .signedOut = failure { return sessionEnded(failure) }
        failures += 1
        await wait(after: failure, failures)
      } catch ArchiveError.cancelled {
        // The program is about to end. If it does not, the response is requested again.
        await rest(1)
      } catch {
        // The disk is full, or the archive is gone: the events are requested again later.
        failures += 1
        await wait(after: .refused(Self.words(for: error)), failures)
      }
    }
  }

  private var hasAskedForStanding = false

  /// Asks once for what an archive of an earlier version does not have. Between two responses, so
  /// that nothing older comes after something newer; after a failure again at the next start.
  private func completeStanding() async {
    guard !hasAskedForStanding, (try? store.lacksStanding()) == true else { return }
    hasAskedForStanding = true
    guard let standing = try? await service.standing(), !Task.isCancelled else { return }
    try? store.take(standing: standing)
    reportRooms()
  }

  /// Requests the places of the user's messages before new gaps, beside the responses. Without a
  /// server, or until then, they stand where they were written.
  private func placeOwn() {
    guard placingOwn == nil, !roomsWithNewGap.isEmpty else { return }
    let rooms = roomsWithNewGap
    roomsWithNewGap = []
    placingOwn = Task {
      for room in rooms.sorted() where !Task.isCancelled {
        do {
          try await placeOwn(inRoom: room)
        } catch let failure as LiveFailure where failure.isPassing {
          roomsWithNewGap.insert(room)
        } catch {}
      }
      if !Task.isCancelled { placingOwn = nil }
    }
  }

  private func wait(after failure: LiveFailure, _ failures: Int) async {
    let seconds = Self.seconds(after: failure, failures)
    report(.waiting(failure.description, seconds: Int(seconds.rounded(.up))))
    await rest(seconds, isAsked: failure.namesTime)
  }

  /// Maximum wait, a day; more is a mistake of the server.
  private static let longestWait = 86_400.0

  /// Returns the seconds until the next attempt: as requested by the server; otherwise more with
  /// each consecutive failure, up to 32.
  private static func seconds(after failure: LiveFailure, _ failures: Int) -> Double {
    if case .busy(.some(let asked)) = failure {
      return asked.isNaN ? 1 : asked.clamped(to: 0.1...longestWait)
    }
    return Double(1 << min(failures, 6)) / 2
  }

  /// Tries again now, cancelling all waits: where the user demands it.
  public func reconnect() { for wait in waits.values { wait.task.cancel() } }

  /// Tries again now what waits without having been asked to by the server: when the user comes to
  /// a window, or the connection is back.
  public func tryAgain() {
    for wait in waits.values where !wait.isAsked { wait.task.cancel() }
  }

  private func rest(_ seconds: Double, isAsked: Bool = false) async {
    let number = nextWait
    nextWait += 1
    let pause = pause
    let task = Task { await pause(seconds) }
    waits[number] = Wait(task: task, isAsked: isAsked)
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    waits[number] = nil
  }

  private func report(_ status: LiveStatus) {
    // A wait is reported even if the last one was equal: it starts again.
    if case .waiting = status {} else if status == self.status { return }
    self.status = status
    onNews(.status(status))
  }

  private func take(_ batch: LiveBatch) throws -> [LiveRoomChange] {
    unreadable += batch.unreadable
    let changes = try store.take(batch)
    roomsWithNewGap.formUnion(batch.rooms.lazy.filter(\.hasGap).map(\.room))
    for change in changes { report(change) }
    if !batch.rooms.isEmpty || batch.notifications != nil { onNews(.rooms(try store.rooms())) }
    return changes
  }

  /// Reports the list of rooms, which includes waiting messages, even without a server.
  func reportRooms() {
    if let rooms = try? store.rooms() { onNews(.rooms(rooms)) }
  }

  private func report(_ change: LiveRoomChange?) {
    guard let change else { return }
    if change.deletesWords { forgetSoon() }
    if !change.isEmpty { onNews(.room(change)) }
  }

  /// Returns an error's text for a user of rooms, who need not restart anything.
  public static func words(for error: any Error) -> String {
    switch error {
    case ArchiveError.diskFull:
      localized("no space left on the disk; free some space to continue")
    case let error as ArchiveError: error.words
    default: SystemError.words(of: error)
    }
  }

  // MARK: Rooms

  public func rooms() throws -> [LiveRoom] { try store.rooms() }

  /// Returns the rooms in which the user may write, the one with the newest message first.
  public func forwardTargets() throws -> [LiveRoom] {
    try store.rooms().filter { $0.membership == .joined && $0.obstacle == nil }
  }

  /// Returns, by message, who has read it last.
  public nonisolated func readers(
    in conversation: ConversationID
  ) throws -> [ItemID: [StoredAuthor]] { try store.readers(in: conversation) }

  /// Returns the place (``LiveMessage/place``) of the last message that somebody else has read,
  /// according to receipts or because they wrote after it. Nil if there is none.
  public nonisolated func othersReadUpTo(in conversation: ConversationID) throws -> Int64? {
    try store.othersReadUpTo(in: conversation)
  }

  /// Returns a person as the author of messages.
  public nonisolated func author(of user: String) throws -> StoredAuthor {
    try store.author(of: user)
  }
  public nonisolated var ownName: String { get throws { try store.name(of: user) } }

  /// Returns the edits of a room that the server has refused, for a program that gives their words
  /// back to the user, and then forgets them.
  public nonisolated func refusedEdits(
    in conversation: ConversationID
  ) throws -> [LiveRefusedEdit] { try store.refusedEdits(in: conversation) }

  /// Removes refused edits whose words the user has again. May wait while another thread writes.
  public nonisolated func forget(_ edits: [LiveRefusedEdit]) throws {
    try store.forget(edits)
    onNews(.rooms(try store.rooms()))
  }

  /// Returns a page of stored messages without asking the server; nil if a request is needed first.
  public nonisolated func storedPage(
    _ place: PagePlace, in conversation: ConversationID, limit: Int
  ) throws -> Page<LiveMessage>? {
    guard case .page(let page) = try store.page(place, in: conversation, limit: limit) else {
      return nil
    }
    return page
  }

  /// Joins a room by its address. The room appears with the next sync.
  ///
  /// - Returns: the protocol's id of the room.
  public func join(_ address: String) async throws -> String { try await service.join(address) }

  /// Joins the room in which another one goes on. The user's own server may not know it, but that
  /// of the person who has moved the room does.
  ///
  /// - Returns: the protocol's id of the room.
  public func join(_ successor: String, after room: ConversationID) async throws -> String {
    let server = try store.successorServer(of: room)
    return try await service.join(successor, via: server.map { [$0] } ?? [])
  }

  public func create(_ room: NewLiveRoom) async throws -> String { try await service.create(room) }

  /// Returns the server's description of a room that the user is invited to; nil if it has none.
  public nonisolated func preview(of room: LiveRoom) async -> LiveRoomPreview? {
    // The inviter's server knows the room.
    let server = room.invitation.flatMap { invitation in
      invitation.inviter.firstIndex(of: ":").map {
        String(invitation.inviter[invitation.inviter.index(after: $0)...])
      }
    }
    return await service.preview(of: room.room, via: server.map { [$0] } ?? [])
  }

  /// Accepts an invitation to a room.
  public func accept(_ conversation: ConversationID) async throws {
    guard let room = try store.room(conversation) else { return }
    // Joining takes the invitation away.
    let invitation = try store.invitation(to: conversation)
    _ = try await service.join(room)
    // The user is in the room, whether or not this succeeds.
    if let invitation, invitation.isDirect == true {
      try? await service.noteDirect(room, with: invitation.inviter)
    }
  }

  /// Leaves a room, or declines an invitation to it. Messages that were seen are kept.
  public func leave(_ conversation: ConversationID) async throws {
    guard let room = try store.room(conversation) else { return }
    try await service.leave(room)
    try store.recordLeft(conversation)
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

  /// Puts somebody out of a room.
  public func remove(_ person: String, from conversation: ConversationID) async throws {
    guard let room = try store.room(conversation) else { return }
    try await service.remove(person, from: room)
  }

  // MARK: Sending

  /// Returns the reason why the user cannot write in a room; nil if they can.
  public nonisolated func obstacle(in conversation: ConversationID) throws -> String? {
    try store.isEncrypted(conversation) ? Self.encryptedWords : nil
  }

  static var damagedWords: String {
    localized("The unsent messages can no longer be read.")
  }

  public static var encryptedWords: String { LiveObstacle.encrypted.words }

  /// Shows and stores a message, and sends it in its turn.
  public func send(_ outgoing: LiveOutgoing, in conversation: ConversationID, now: Int64) throws {
    if let obstacle = try obstacle(in: conversation) { throw LiveFailure.refused(obstacle) }
    report(try store.enqueue(outgoing, in: conversation, now: now))
    reportRooms()
    if loop != nil { kick(conversation) }
  }

  /// Adds the user's reaction to an event, or takes it back. One that is being sent at the moment
  /// is deleted once the server has it.
  public func react(
    _ emoji: String, to event: String, in conversation: ConversationID, now: Int64
  ) throws {
    if let own = try store.ownReaction(emoji, to: event, in: conversation) {
      try send(.redaction(of: own, reason: nil), in: conversation, now: now)
    } else if let (transaction, change) = try store.discardReaction(
      emoji, to: event, in: conversation)
    {
      if senders[conversation] != nil { takenBack[transaction] = now }
      report(change)
      reportRooms()
    } else {
      try send(.reaction(to: event, emoji: emoji), in: conversation, now: now)
    }
  }

  /// Deletes messages for a window that closes: their words leave the archive at once, because the
  /// program may end before the server has confirmed the deletion. Call ``sendWaiting(in:)`` then.
  ///
  /// - Parameter events: the messages' events.
  public nonisolated func deleteAtOnce(
    _ events: [String], in conversation: ConversationID, now: Int64
  ) throws {
    for event in events {
      let change = try store.enqueue(
        .redaction(of: event, reason: nil), in: conversation, now: now, deletesAtOnce: true)
      if !change.isEmpty { onNews(.room(change)) }
    }
    if let rooms = try? store.rooms() { onNews(.rooms(rooms)) }
  }

  /// Sends what waits in a room, and removes the words of deleted messages from the word index.
  public func sendWaiting(in conversation: ConversationID) {
    forgetSoon()
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
        report(try store.enqueue(.message(content), in: found.id, now: now, as: name))
        outbox.forget(name)
        if loop != nil { kick(found.id) }
      } catch {
        // It stays, and is tried again with the next one or at the next start.
        onNews(.note(Self.notSentYet(error)))
      }
    }
  }

  /// Sends a message again that the server refused.
  public func retry(_ message: ItemID, in conversation: ConversationID) throws {
    report(try store.retry(message.rawValue))
    kick(conversation)
  }

  /// Discards an unsent message; later ones are sent. Stops the upload of its file.
  public func discard(_ message: ItemID, in conversation: ConversationID) throws {
    report(try store.discard(message.rawValue))
    reportRooms()
    if uploads[conversation] == message { senders[conversation]?.cancel() }
    kick(conversation)
  }

  private func kick(_ conversation: ConversationID) {
    // Send only while connected: only then is it known which rooms are encrypted by now.
    guard senders[conversation] == nil, status == .live else { return }
    senders[conversation] = Task {
      await drainWithRetries(conversation)
      senders[conversation] = nil
      // A message may have been written after the last check.
      if !isStopping, (try? store.nextQueued(in: conversation)) ?? nil != nil {
        kick(conversation)
      }
    }
  }

  /// Sends waiting messages, and retries if the archive cannot be written for a time: nothing is
  /// discarded, and nothing that the server has is sent again.
  private func drainWithRetries(_ conversation: ConversationID) async {
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

  /// Maximum attempts to send a message without a window, and the longest pause between them that a
  /// server may request.
  private static let attemptsOnce = 5
  private static let longestWaitOnce = 60.0

  /// - Parameter isOnce: whether to end when the server's response cannot be read, or the server is
  ///   unreachable or busy for long. The server may have the message, so it is not refused: it
  ///   waits, and the next attempt has the same transaction id.
  /// - Throws: errors of the archive; no waiting message is lost.
  private func drain(_ conversation: ConversationID, isOnce: Bool = false) async throws {
    var failures = 0
    while !Task.isCancelled, let queued = try store.nextQueued(in: conversation) {
      do {
        if let obstacle = try obstacle(in: conversation) { throw LiveFailure.refused(obstacle) }
        guard var outgoing = queued.outgoing else { throw LiveFailure.refused(Self.damagedWords) }
        if case .edit(let target, _) = outgoing, try store.isDeleted(target, in: conversation) {
          // The server would take it, and show it to nobody.
          throw LiveFailure.refused(localized("The message you are editing was deleted"))
        }
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
        report(try store.sent(queued, as: event))
        taken[queued.transaction] = nil
        if let now = takenBack.removeValue(forKey: queued.transaction) {
          report(
            try store.enqueue(.redaction(of: event, reason: nil), in: conversation, now: now))
        }
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
        await rest(seconds, isAsked: failure.namesTime)
      } catch LiveFailure.cancelled {
        return
      } catch LiveFailure.signedOut(let reason) {
        // The message is not refused: it waits for the next session.
        if isOnce { throw LiveFailure.signedOut(reason) }
        return sessionEnded(.signedOut(reason))
      } catch let failure as LiveFailure {
        try giveUp(queued, failure.description)
        if queued.isShown { return }
      }
    }
  }

  /// Uploads the file of a message, and stores its address with the message, so that later failures
  /// do not upload it again.
  ///
  /// - Returns: nil if the message was discarded meanwhile.
  private func upload(
    _ file: MediaRecord, of queued: LiveStore.Queued, in conversation: ConversationID
  ) async throws -> LiveOutgoing? {
    if let address = handedOver[queued.transaction] { return try note(address, of: queued) }
    // The last response may not have said that the room is encrypted by now.
    guard try await !service.isEncrypted(queued.room) else {
      throw LiveFailure.refused(Self.encryptedWords)
    }
    let path = file.path ?? ""
    let name = file.fileName ?? URL(fileURLWithPath: path).lastPathComponent
    let bytes = await Task.detached {
      AttachedFile.bytes(ofFile: path, limit: Int(AttachmentLimit.bytes))
    }.value
    guard let bytes else {
      throw LiveFailure.refused(
        localized(
          "{name} cannot be read, or is larger than {size} MB.",
          ["name": name, "size": "\(AttachmentLimit.bytes / 1_000_000)"]))
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
    if [.photo, .sticker, .animation].contains(file.kind) {
      onNews(.uploaded(file: path, address: address))
    }
    return try note(address, of: queued)
  }

  /// Uploads a file, and returns its address.
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
    report(change)
    return outgoing
  }

  /// Maximum bytes of a file that is received.
  public static let mostReceivedBytes = 100 << 20

  /// Returns a file's bytes by its address in a message.
  public nonisolated func media(
    _ address: String, limit: Int = LiveAccount.mostReceivedBytes
  ) async throws(LiveFailure) -> [UInt8] { try await service.media(address, limit: limit) }

  /// Marks a message as failed, with the reason; edits and reactions are discarded.
  private func giveUp(_ queued: LiveStore.Queued, _ reason: String) throws {
    let conversation = ConversationID(rawValue: queued.conversation)
    if queued.isShown {
      report(try store.failed(queued, reason: reason))
      reportRooms()
    } else {
      takenBack[queued.transaction] = nil
      let isEdit = if case .edit = queued.outgoing { true } else { false }
      report(try isEdit ? store.refused(queued, reason: reason) : store.discard(queued))
      reportRooms()
      onNews(.note(localized("Not sent: {reason}", ["reason": reason])))
      if isEdit { onNews(.editRefused(conversation)) }
    }
  }

  // MARK: Reading and writing

  /// Marks a room as read up to a message, or completely, and reports that to the others.
  ///
  /// - Parameter reach: whether its threads count as read as well.
  /// - Returns: whether it was reported; false without a server.
  @discardableResult
  public func markRead(
    _ conversation: ConversationID, upTo message: ItemID? = nil,
    _ reach: LiveReceipt.Reach = .everything
  ) async throws -> Bool {
    if try store.isLeft(conversation) {
      // The server takes no marks from users who are out of the room.
      try store.forgetUnread(in: conversation)
      onNews(.rooms(try store.rooms()))
      return true
    }
    guard status == .live, let room = try store.room(conversation),
      let event = try store.lastEvent(
        in: conversation, upTo: message, isOutsideOfThreads: reach == .room)
    else { return false }
    try await service.markRead(event, in: room, reach)
    try store.recordRead(event, in: conversation)
    if try store.isMarkedUnread(conversation) {
      try store.markUnread(from: nil, in: conversation)
      onNews(.rooms(try store.rooms()))
      try await service.setMarkedUnread(false, in: room)
    }
    return true
  }

  /// Marks a room as unread, so that it opens at a message next time, until ``markRead(_:upTo:)``.
  /// Servers only move read markers forward: other devices learn of the room, but not of the
  /// message.
  public func markUnread(from message: ItemID, in conversation: ConversationID) async throws {
    guard let room = try store.room(conversation) else { return }
    try store.markUnread(from: message, in: conversation)
    onNews(.rooms(try store.rooms()))
    guard status == .live else { return }
    try await service.setMarkedUnread(true, in: room)
    try await countMarked(in: conversation)
  }

  /// Maximum number of messages that are counted, because the list shows at most "999+"; and the
  /// size of a request.
  private static let mostCounted = 1000
  private static let countedPage = 100

  /// Requests the missing messages after the one marked as unread, so that they are counted.
  private func countMarked(in conversation: ConversationID) async throws {
    for _ in 0..<Self.requestsPerPage {
      guard let (known, gap) = try store.countMarkedUnread(in: conversation),
        known < Self.mostCounted,
        let gap
      else { break }
      // Without a server, only stored messages are counted.
      guard await fill(gap, .older, limit: Self.countedPage) == nil else { break }
      onNews(.rooms(try store.rooms()))
    }
  }

  // MARK: Threads

  /// Returns the first message of a thread, if it is stored, and the replies.
  public nonisolated func thread(
    of root: String, in conversation: ConversationID
  ) throws -> [LiveMessage] { try store.thread(of: root, in: conversation) }

  /// Requests the missing messages of a thread: replies are in gaps like all messages, and the
  /// thread may be read before those are filled.
  ///
  /// - Returns: whether there were new messages.
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
      // Of a thread that was read to its beginning, only the newest messages may be missing.
      if token == nil || page.events.isEmpty || isWholeKnown && !isNew { break }
    }
    if token == nil { wholeThreads.insert(root) }
    return hasCome
  }

  /// Replies per request, and requests per thread.
  private static let threadPage = 100
  private static let threadPages = 10

  /// Returns the first event of a message's thread; nil outside of threads.
  public nonisolated func root(ofThreadWith message: ItemID) throws -> String? {
    try store.root(ofThreadWith: message)
  }

  /// Returns the first event of the thread that a message names; requests it if it is missing.
  ///
  /// - Returns: nil if the message names none, or the server does not have it.
  public func bringRoot(
    ofThreadWith message: ItemID, in conversation: ConversationID
  ) async throws -> String? {
    if let root = try store.root(ofThreadWith: message) { return root }
    guard let named = try store.namedRoot(of: message) else { return nil }
    _ = try await bring(named, to: conversation)
    return try store.root(ofThreadWith: message)
  }

  /// Returns the first unread message of others, according to all of the user's devices; nil if
  /// everything was read.
  public nonisolated func firstUnread(in conversation: ConversationID) throws -> ItemID? {
    try store.firstUnread(in: conversation)
  }

  /// Reports that the user is typing: a few times a minute, however often it is called.
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

  /// Returns the places (``LiveMessage/place``) of all messages of a room that contain all words of
  /// a query, ascending: among those seen on this computer, without asking the server.
  public nonisolated func findPlaces(
    of query: TextQuery, in conversation: ConversationID
  ) async throws -> [Int64] { try await store.findPlaces(of: query, in: conversation) }

  /// So many messages of a server's are listed.
  private static let mostFound = 50

  /// Messages that the server finds and a search here does not, the newest first. Of encrypted
  /// rooms it knows no words.
  public func searchServer(
    _ words: String
  ) async throws -> [(conversation: ConversationID, author: String, found: LiveFound)] {
    let rooms = Dictionary(try store.rooms().map { ($0.room, $0) }) { first, _ in first }
    let found = try await service.search(words, limit: Self.mostFound)
    return try found.compactMap { found in
      guard let room = rooms[found.room], try !store.isSearchable(found.event, in: room.id) else {
        return nil
      }
      return (room.id, try store.name(of: found.sender), found)
    }
  }

  /// Returns the message at a place; nil if it no longer exists.
  public nonisolated func message(
    atPlace place: Int64, in conversation: ConversationID
  ) throws -> LiveMessage? { try store.message(atPlace: place, in: conversation) }

  /// Returns how much of a room ``findPlaces(of:in:)`` searches.
  public nonisolated func extent(of conversation: ConversationID) throws -> LiveExtent {
    try store.extent(of: conversation)
  }

  // MARK: Pages

  /// Maximum requests for one page: a hostile room may have any number of consecutive events that
  /// show nothing.
  private static let requestsPerPage = 20

  /// Returns messages at a place; requests missing ones, once for several callers.
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
      localized("No messages found so far; try again to load more."))
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

  /// Reports messages that were inserted in the middle, without listing them as new: they are shown
  /// with the requested page.
  func takeIn(_ change: LiveRoomChange) {
    var change = change
    change.added = []
    change.leavesGap = false
    report(change)
    placeSoon()
  }

  /// Assigns positions, which search and reading without the server need, after pages are no longer
  /// requested.
  private func placeSoon() {
    placing?.cancel()
    placing = Task { [weak self] in
      try? await Task.sleep(for: .seconds(2))
      if !Task.isCancelled { try? self?.store.placeWhatIsNot() }
    }
  }

  /// When words of deleted messages are removed from the word index. That writes the whole index
  /// again, however little was deleted: it happens rarely, and others cannot cause it often.
  struct ForgettingPace {
    /// After the last deletion.
    var quiet = Duration.seconds(60)
    /// After the first deletion, however many follow.
    var longest = Duration.seconds(600)
    /// Between two times.
    var apart = Duration.seconds(600)
  }

  func set(_ pace: ForgettingPace) { forgettingPace = pace }

  /// Removes the words of deleted messages from the disk once nothing was deleted for a while.
  private func forgetSoon(afterQuiet: Bool = true) {
    let now = ContinuousClock.now
    let last = afterQuiet ? now : now - forgettingPace.quiet
    deleted = (deleted?.first ?? now, last)
    guard forgetting == nil, !isStopping else { return }
    forgetting = Task { [weak self] in
      while let wait = await self?.timeUntilForgetting() {
        try? await Task.sleep(for: wait)
        if Task.isCancelled { return }
      }
      guard let store = self?.store else { return }
      // Not by the account, which goes on meanwhile.
      await Task.detached {
        store.forgetDeletedWords()
        store.settle()
      }.value
      await self?.noteForgotten()
    }
  }

  /// - Returns: nil when it is time. What is deleted from then on counts anew.
  private func timeUntilForgetting() -> Duration? {
    let now = ContinuousClock.now
    guard let (first, last) = deleted else { return nil }
    var due = min(last + forgettingPace.quiet, first + forgettingPace.longest)
    if let forgotten { due = max(due, forgotten + forgettingPace.apart) }
    if due > now { return now.duration(to: due) }
    deleted = nil
    return nil
  }

  private func noteForgotten() {
    guard !Task.isCancelled else { return }
    forgotten = .now
    forgetting = nil
    // Messages that were deleted meanwhile.
    if deleted != nil { forgetSoon() }
  }

  /// Returns the stored message that an event leads to.
  public nonisolated func message(
    ofEvent event: String, in conversation: ConversationID
  ) throws -> ItemID? { try store.message(ofEvent: event, in: conversation) }
}
