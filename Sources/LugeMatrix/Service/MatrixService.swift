import LugeArchive
import LugeCore
public import LugeLive
import LugeWords

/// An account on a Matrix server.
public struct MatrixService: LiveService {
  public let client: MatrixClient
  public let user: String

  public init(_ session: MatrixSession, http: HTTPClient) {
    client = MatrixClient(base: session.base, token: session.token, http: http)
    user = session.user
  }

  /// Seconds after which a keyring that gave no token is asked again.
  private static let pauseOfKeyring = 60.0

  /// An account whose token is read when a request needs it.
  public init(_ account: MatrixAccount, of accounts: MatrixAccounts, http: HTTPClient) {
    let user = account.user
    let secrets = accounts.secrets
    let token = AccountToken(pause: secrets.usesKeeper ? Self.pauseOfKeyring : 0) {
      switch secrets.lookUp(user) {
      case .found(let token): .success(token)
      case .missing: .failure(.noToken(of: user))
      case .unavailable: .failure(.noKeyring)
      }
    }
    client = MatrixClient(base: account.base, token: token, http: http)
    self.user = user
  }

  public func sync(
    since token: String?, wait seconds: Double
  ) async throws(LiveFailure) -> LiveBatch {
    let answer: SyncAnswer
    do {
      answer = try await client.sync(since: token, wait: seconds)
    } catch {
      throw error.failure
    }
    return SyncReading(user: user).batch(answer)
  }

  public func events(
    in room: String, from token: String, to end: String?, _ direction: LiveDirection, limit: Int
  ) async throws(LiveFailure) -> LivePage {
    do {
      let answer = try await client.messages(
        in: room, from: token, to: end, isBackwards: direction == .older, limit: limit)
      let events = answer.events.elements
      return LivePage(
        events.flatMap { $0.roomEvents },
        members: (answer.state.elements + events).compactMap(\.member),
        next: events.isEmpty && answer.events.leftOut == 0 ? nil : answer.end)
    } catch {
      throw error.failure
    }
  }

  public func surroundings(
    of event: String, in room: String, limit: Int
  ) async throws(LiveFailure) -> LiveSurroundings? {
    do {
      let answer = try await client.context(of: event, in: room, limit: limit)
      guard let found = answer.event, found.id == event else { return nil }
      let events = answer.before.elements.reversed() + [found] + answer.after.elements
      return LiveSurroundings(
        events.flatMap { $0.roomEvents },
        members: (answer.state.elements + events).compactMap(\.member),
        // Nothing precedes the room's creation, whatever the server says.
        before: events.contains { $0.type == "m.room.create" } ? nil : answer.start,
        after: answer.end)
    } catch {
      if case .refused(let status, _, _) = error, status == 404 || status == 403 { return nil }
      throw error.failure
    }
  }

  public func thread(
    of event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage {
    do {
      let answer = try await client.relations(
        of: event, as: "m.thread", in: room, from: token, limit: limit)
      return LivePage(
        answer.events.elements.flatMap { $0.roomEvents },
        members: answer.events.elements.compactMap(\.member), next: answer.end)
    } catch {
      throw error.failure
    }
  }

  public func references(
    to event: String, in room: String, from token: String?, limit: Int
  ) async throws(LiveFailure) -> LivePage {
    do {
      let answer = try await client.relations(
        of: event, as: "m.reference", in: room, from: token, limit: limit)
      return LivePage(
        answer.events.elements.flatMap { $0.roomEvents },
        members: answer.events.elements.compactMap(\.member), next: answer.end)
    } catch {
      throw error.failure
    }
  }

  public func event(at time: Int64, in room: String) async throws(LiveFailure) -> String? {
    do {
      return try await client.event(near: time, isBackwards: false, in: room)
    } catch {
      if case .refused(404, _, _) = error { return nil }
      throw error.failure
    }
  }

  public func send(
    _ message: LiveOutgoing, to room: String, transaction: String
  ) async throws(LiveFailure) -> String {
    do {
      try await checkIsInTheClear(message, room)
      switch message {
      case .message(let content):
        return try await client.send(
          "m.room.message", OutgoingContent(content), to: room, transaction: transaction)
      case .edit(let target, let content):
        return try await client.send(
          "m.room.message", OutgoingEdit(of: target, content), to: room,
          transaction: transaction)
      case .reaction(let target, let emoji):
        return try await client.send(
          "m.reaction", OutgoingReaction(to: target, emoji: emoji), to: room,
          transaction: transaction)
      case .redaction(let target, let reason):
        return try await client.redact(
          target, in: room, reason: reason, transaction: transaction)
      case .vote(let poll, let answers, let isPreliminary):
        return try await client.send(
          OutgoingVote.type(isPreliminary: isPreliminary),
          OutgoingVote(in: poll, answers, isPreliminary: isPreliminary), to: room,
          transaction: transaction)
      }
    } catch {
      throw error.failure
    }
  }

  public func isEncrypted(_ room: String) async throws(LiveFailure) -> Bool {
    do { return try await client.isEncrypted(room) } catch { throw error.failure }
  }

  /// Throws if the room is encrypted: messages are only sent unencrypted, and the account may not
  /// know of the encryption yet, so the server is asked right before.
  private func checkIsInTheClear(
    _ message: LiveOutgoing, _ room: String
  ) async throws(MatrixError) {
    switch message {
    case .message, .edit, .vote:
      guard try await !client.isEncrypted(room) else {
        throw .refused(status: 403, code: "", message: LiveAccount.encryptedWords)
      }
    case .reaction, .redaction: return
    }
  }

  public func media(_ address: String, limit: Int) async throws(LiveFailure) -> [UInt8] {
    guard let media = MatrixMedia(address) else {
      throw .refused(
        localized("{address} is not the address of a file", ["address": address]))
    }
    do { return try await client.download(media, maxBytes: limit) } catch { throw error.failure }
  }

  public func upload(
    _ bytes: [UInt8], type: String, name: String?,
    onSent: @escaping @Sendable (Int64, Int64) -> Void
  ) async throws(LiveFailure) -> String {
    do {
      return try await client.upload(bytes, type: type, name: name, onSent: onSent)
    } catch {
      throw error.failure
    }
  }

  public func markRead(
    _ event: String, in room: String, _ reach: LiveReceipt.Reach
  ) async throws(LiveFailure) {
    do {
      switch reach {
      case .everything: try await client.markRead(event, in: room)
      case .thread(let root): try await client.sendReceipt(event, ofThread: root, in: room)
      case .room:
        try await client.markFullyRead(event, in: room)
        try await sendReceipt(event, in: room)
      }
    } catch {
      throw error.failure
    }
  }

  /// Tells others that a room without its threads was read. Where the server takes the event for
  /// one of a thread, as it may that of an encrypted message, the receipt is about everything.
  private func sendReceipt(_ event: String, in room: String) async throws(MatrixError) {
    do {
      try await client.sendReceipt(event, ofThread: "main", in: room)
    } catch {
      guard case .refused(400, _, _) = error else { throw error }
      try await client.markRead(event, in: room)
    }
  }

  public func setTyping(_ isTyping: Bool, in room: String) async throws(LiveFailure) {
    do { try await client.setTyping(isTyping, user: user, in: room) } catch { throw error.failure }
  }

  public func setMarkedUnread(
    _ isUnread: Bool, in room: String
  ) async throws(LiveFailure) {
    do {
      try await client.setMarkedUnread(isUnread, user: user, in: room)
    } catch {
      throw error.failure
    }
  }

  public func search(_ words: String, limit: Int) async throws(LiveFailure) -> [LiveFound] {
    do {
      let answer = try await client.search(words, limit: limit)
      return answer.results.elements.prefix(limit).compactMap { found in
        guard case .message(let content) = found.event.kind else { return nil }
        return LiveFound(
          room: found.room, event: found.event.id, sender: found.event.sender,
          time: found.event.time,
          text: content.text.string.isEmpty
            ? content.media?.fileName ?? "" : content.text.concealed)
      }
    } catch {
      throw error.failure
    }
  }

  // MARK: Rooms

  /// Returns nil if the server does not know the request, or refuses it.
  public func preview(of room: String, via servers: [String]) async -> LiveRoomPreview? {
    guard let summary = try? await client.summary(of: room, via: servers) else { return nil }
    return LiveRoomPreview(
      topic: SyncReading.topic(summary.topic),
      members: summary.members.flatMap {
        $0 > 0 ? Int(min($0, Int64(HeightIndex.longest))) : nil
      })
  }

  public func join(_ room: String) async throws(LiveFailure) -> String {
    try await join(room, via: [])
  }

  public func join(
    _ room: String, via servers: [String]
  ) async throws(LiveFailure) -> String {
    do { return try await client.join(room, via: servers) } catch { throw error.failure }
  }

  public func noteDirect(_ room: String, with person: String) async throws(LiveFailure) {
    do { try await client.noteDirect(room, with: person, of: user) } catch { throw error.failure }
  }

  public func standing() async throws(LiveFailure) -> LiveBatch? {
    do {
      return SyncReading(user: user).batch(try await client.standing())
    } catch {
      throw error.failure
    }
  }

  public func leave(_ room: String) async throws(LiveFailure) {
    do { try await client.leave(room) } catch { throw error.failure }
  }

  public func create(_ room: NewLiveRoom) async throws(LiveFailure) -> String {
    do {
      let made = try await client.createRoom(
        name: room.name, inviting: room.people, isDirect: room.isDirect)
      // The room exists, whether or not this succeeds.
      if room.isDirect, let person = room.people.first {
        try? await client.noteDirect(made, with: person, of: user)
      }
      return made
    } catch {
      throw error.failure
    }
  }

  public func invite(_ user: String, to room: String) async throws(LiveFailure) {
    do { try await client.invite(user, to: room) } catch { throw error.failure }
  }

  public func remove(_ person: String, from room: String) async throws(LiveFailure) {
    do { try await client.remove(person, from: room) } catch { throw error.failure }
  }
}
