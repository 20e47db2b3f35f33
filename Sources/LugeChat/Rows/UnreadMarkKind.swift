import LugeCore
public import LugeEngine

/// Banner above the first message that the user has not seen.
public struct UnreadMarkKind: RowKind {
  public static let name: KindName = "unreadMark"

  public init() {}

  public func rows(for message: ChatMessage, in context: RowContext) -> [any RowModel] {
    guard message.isFirstUnread else { return [] }
    return [
      PillRow(
        id: RowID(item: message.id, part: ChatPart.unreadMark), revision: context.revision(),
        text: StyledText(context.appearance.strings.unread), tone: .banner,
        appearance: context.appearance)
    ]
  }
}
