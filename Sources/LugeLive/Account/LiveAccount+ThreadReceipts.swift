public import LugeArchive

/// Threads: marking them as read, and their unread messages.
extension LiveAccount {
  /// Marks a thread as read, and reports that to the others.
  ///
  /// - Parameter root: the thread's first event.
  public func markRead(thread root: String, in conversation: ConversationID) async throws {
    guard status == .live, try !store.isLeft(conversation),
      let room = try store.room(conversation),
      let event = try store.lastEvent(ofThread: root, in: conversation)
    else { return }
    try await service.markRead(event, in: room, .thread(root))
    guard let change = try store.recordRead(thread: root, in: conversation) else { return }
    takeIn(change)
    reportRooms()
  }

  /// Returns the first event of a thread with unread messages, the one that was written in last;
  /// nil without one.
  public nonisolated func unreadThread(in conversation: ConversationID) throws -> String? {
    try store.unreadThread(in: conversation)
  }

  /// Returns the place (``LiveMessage/place``) of the last message of a thread that somebody else
  /// has read. Nil if there is none.
  public nonisolated func othersReadUpTo(
    inThread root: String, in conversation: ConversationID
  ) throws -> Int64? { try store.othersReadUpTo(inThread: root, in: conversation) }
}
