/// Every word that ``MessageActions`` says by itself, in one language. English by default.
public struct MessageStrings: Hashable, Sendable {
  public var reply = "Reply"
  public var edit = "Edit"
  public var thread = "Reply in Thread"
  public var copy = "Copy Text"
  public var forward = "Forward"
  public var select = "Select"
  public var markUnread = "Mark Unread from Here"
  public var delete = "Delete"
  public var undo = "Undo"
  /// With `{emoji}`, its name.
  public var react = "React with {emoji}"
  public var moreReactions = "Another emoji"
  /// One, and with `{count}` several.
  public var selectedOne = "1 message selected"
  public var selectedMany = "{count} messages selected"
  public var deletedOne = "Message deleted"
  public var deletedMany = "{count} messages deleted"
  public var copiedOne = "Copied"
  public var copiedMany = "{count} messages copied"
  /// Of the picker.
  public var emoji = EmojiStrings()

  public init() {}

  func selected(_ count: Int) -> String { counted(count, selectedOne, selectedMany) }
  func deleted(_ count: Int) -> String { counted(count, deletedOne, deletedMany) }
  func copied(_ count: Int) -> String { counted(count, copiedOne, copiedMany) }

  func title(of action: MessageOffers) -> String {
    switch action {
    case .copy: copy
    case .forward: forward
    default: delete
    }
  }

  private func counted(_ count: Int, _ one: String, _ many: String) -> String {
    count == 1 ? one : many.filled(["count": "\(count)"])
  }
}
