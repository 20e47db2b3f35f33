public import LugeCore

extension ChatMessage {
  /// What is left of the message when it is deleted: who wrote it, when, and that it is gone. Its
  /// revision stays and is to be changed by whoever shows it.
  public var deleted: ChatMessage {
    var left = ChatMessage(
      id: id, revision: revision, author: author, isOutgoing: isOutgoing, time: time,
      timeIsLocalWallClock: timeIsLocalWallClock, isDeleted: true, isFirstUnread: isFirstUnread)
    left.isLate = isLate
    left.unshownPrevious = unshownPrevious
    left.unshownNext = unshownNext
    return left
  }
}
