/// The parts that ``LugeCore/RowID/part`` names in a conversation.
public enum ChatPart {
  public static let dateHeader: UInt32 = 0
  public static let unreadMark: UInt32 = 1
  public static let service: UInt32 = 2
  /// The bubble; a bubble too long for one row goes on in the parts that follow.
  public static let bubble: UInt32 = 3
  /// Parts from here on are free for kinds outside of the library.
  public static let firstCustom: UInt32 = 1 << 24
}
