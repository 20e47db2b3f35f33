public import LugeCore

extension ZoneOffsets {
  /// Returns the local time of a message, seconds since 1970; times too far away stay as they are.
  public func localSeconds(of message: ChatMessage) -> Int64 {
    message.timeIsLocalWallClock ? message.time : localSeconds(at: message.time)
  }
}
