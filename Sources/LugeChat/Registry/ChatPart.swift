/// The slots of a message's rows (``LugeCore/SlotKey/part``).
public enum ChatSlot {
  /// How far the message came, behind its time.
  public static let state: UInt32 = 0
  /// The same where the time stands over a picture.
  public static let stateOverPicture: UInt32 = 1
  /// Who has read it: left of an outgoing bubble, right of an incoming one.
  public static let readersBeforeBubble: UInt32 = 2
  public static let readersAfterBubble: UInt32 = 3
  /// From here on: what is seen of playing (``PlaybackFacts``), eight for each of a message's
  /// media.
  static let playback: UInt32 = 1 << 16
}

/// The parts that ``LugeCore/RowID/part`` names in a conversation.
public enum ChatPart {
  public static let dateHeader: UInt32 = 0
  public static let unreadMark: UInt32 = 1
  public static let service: UInt32 = 2
  /// The bubble; a bubble too long for one row goes on in the parts that follow.
  public static let bubble: UInt32 = 3
  /// What happened in a run of people who came and left, above its first message.
  public static let joinRun: UInt32 = firstCustom - 1
  /// Parts from here on are free for kinds outside of the library.
  public static let firstCustom: UInt32 = 1 << 24
}
