import LugeCore

extension ChatMessage {
  /// Message as it is shown after its deletion: author, time, and that it was deleted. Its revision
  /// stays and is to be changed by whoever shows it.
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
