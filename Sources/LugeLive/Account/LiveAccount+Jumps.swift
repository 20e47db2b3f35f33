public import LugeArchive
public import LugeCore

/// Jumps to messages far from those that were seen: each takes at most two requests.
extension LiveAccount {
  /// Number of events to request around the target of a jump.
  private static let jumpEvents = 60

  /// Returns the message that an event leads to; requests a missing one with the events around it.
  ///
  /// - Returns: nil if the server has no such event, or the user may not see it.
  public func find(event: String, in conversation: ConversationID) async throws -> ItemID? {
    guard try await bring(event, to: conversation) else { return nil }
    // Reactions and edits lead to their message.
    if let target = try store.target(of: event, in: conversation),
      try await bring(target, to: conversation)
    {
      return try message(ofEvent: target, in: conversation)
    }
    return try message(ofEvent: event, in: conversation)
  }

  /// Requests an event and those around it, unless it is stored with its place already.
  ///
  /// - Returns: whether it is stored with its place now.
  func bring(_ event: String, to conversation: ConversationID) async throws -> Bool {
    if try store.isPlaced(event, in: conversation) { return true }
    return try await bringAnew(event, to: conversation)
  }

  /// Maximum requests for the user's own messages of a room.
  private static let ownRequests = 3

  /// Requests the places of the user's messages that stand before a room's newest gap, so that
  /// those of others from before them, which the gap has, come before them.
  func placeOwn(inRoom room: String) async throws {
    var asked: Set<String> = []
    for _ in 0..<Self.ownRequests {
      guard let (conversation, own) = try store.ownBeforeGap(inRoom: room),
        let event = own.first(where: { !asked.contains($0) })
      else { return }
      asked.insert(event)
      _ = try await bringAnew(event, to: conversation)
      try Task.checkCancellation()
    }
  }

  /// Requests an event and those around it.
  ///
  /// - Returns: whether it is stored with its place now.
  private func bringAnew(_ event: String, to conversation: ConversationID) async throws -> Bool {
    guard let room = try store.room(conversation),
      let surroundings = try await service.surroundings(
        of: event, in: room, limit: Self.jumpEvents)
    else { return false }
    takeIn(try store.take(surroundings, of: event, in: conversation))
    return try store.isPlaced(event, in: conversation)
  }

  /// Returns the first message at or after a time, in milliseconds since 1970; the last one if
  /// there is none.
  public func find(time: Int64, in conversation: ConversationID) async throws -> ItemID? {
    if let known = try store.message(at: time, in: conversation) { return known }
    guard let room = try store.room(conversation),
      let event = try await service.event(at: time, in: room)
    else {
      guard case .page(let page) = try store.page(.newest, in: conversation, limit: 1) else {
        return nil
      }
      return page.items.last?.id
    }
    return try await find(event: event, in: conversation)
  }

  /// Maximum requests for the first unread message if its distance is unknown, and their size.
  private static let unreadRequests = 10
  private static let unreadPage = 100

  /// Returns the first unread message of others, after missing messages before it were requested.
  /// Nil if everything was read, or if it is too far away.
  public func completeFirstUnread(in conversation: ConversationID) async throws -> ItemID? {
    if try isUnreadMissing(in: conversation),
      let marker = try store.missingMarker(in: conversation)
    {
      _ = try await bring(marker, to: conversation)
    }
    for _ in 0..<Self.unreadRequests {
      switch try store.unreadStart(in: conversation) {
      case .first(let item): return item
      case .missing(let gap, let direction, _):
        if let failure = await fill(gap, direction, limit: Self.unreadPage) { throw failure }
        try Task.checkCancellation()
      }
    }
    return nil
  }

  /// Whether messages are missing among which the first unread one may be.
  public nonisolated func isUnreadMissing(in conversation: ConversationID) throws -> Bool {
    guard case .missing = try store.unreadStart(in: conversation) else { return false }
    return true
  }

  /// Returns the first unread message of others, even if the event that the user has read last is
  /// not stored.
  public func findFirstUnread(in conversation: ConversationID) async throws -> ItemID? {
    guard let marker = try store.missingMarker(in: conversation),
      try await find(event: marker, in: conversation) != nil
    else { return try await completeFirstUnread(in: conversation) }
    if let next = try await completeFirstUnread(in: conversation) { return next }
    return try message(ofEvent: marker, in: conversation)
  }

  /// Requests the event that a message quotes without those around it, so that only this message
  /// changes.
  ///
  /// - Returns: whether the quoted event was missing.
  @discardableResult
  public func bringQuote(
    of message: ItemID, in conversation: ConversationID
  ) async throws -> Bool {
    guard let event = try store.missingQuote(of: message, in: conversation),
      let room = try store.room(conversation)
    else { return false }
    guard let found = try await service.surroundings(of: event, in: room, limit: 0) else {
      return true
    }
    var quoted = found
    quoted.events = found.events.filter { $0.id == event || $0.target == event }
    takeIn(try store.take(quoted: quoted, in: conversation))
    return true
  }

  /// Requests the events around a message that is stored without them, because another one quotes
  /// it.
  public func place(_ message: ItemID, in conversation: ConversationID) async throws {
    guard let event = try store.event(ofUnplaced: message) else { return }
    _ = try await bring(event, to: conversation)
  }

  /// Returns the message that a reply answers.
  public func find(
    answeredBy message: ItemID, in conversation: ConversationID
  ) async throws -> ItemID? {
    guard let event = try store.replyTarget(of: message) else { return nil }
    return try await find(event: event, in: conversation)
  }
}
