/// Slots of a message's rows (``LugeCore/SlotKey/part``).
public enum ChatSlot {
  /// Slot of the delivery state, after the time.
  public static let state: UInt32 = 0
  /// Slot of the delivery state where the time is over a picture.
  public static let stateOverPicture: UInt32 = 1
  /// Slot of the people who have read it: left of an outgoing bubble, right of an incoming one.
  public static let readersBeforeBubble: UInt32 = 2
  public static let readersAfterBubble: UInt32 = 3
  /// First number of playback (``PlaybackFacts``), eight slots for each of a message's media.
  static let playback: UInt32 = 1 << 16
}

/// Values of ``LugeCore/RowID/part`` in a conversation.
public enum ChatPart {
  public static let dateHeader: UInt32 = 0
  public static let unreadMark: UInt32 = 1
  public static let service: UInt32 = 2
  /// The bubble; a bubble too long for one row continues in the following parts.
  public static let bubble: UInt32 = 3
  /// Summary of consecutive events of people who joined and left, above the first of them.
  public static let joinRun: UInt32 = firstCustom - 1
  /// First value that is free for kinds outside of the library.
  public static let firstCustom: UInt32 = 1 << 24
}
