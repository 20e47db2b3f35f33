import LugeChat
import LugeCore
import LugeEngine

extension ChatPresentation {
  /// Rows that use every size and weight a conversation is set in, the commonest first: what a
  /// lane's tools are warmed up with.
  static var sampleRows: [any RowModel] {
    let factory = ChatRowFactory(ChatConfiguration(isGroup: true))
    let ann = ChatAuthor(id: 1, name: "Ann")
    let plain = ChatMessage(
      id: ItemID(1), author: ann, time: 0, text: StyledText("Good morning, 12:34 👋"))
    let rich = ChatMessage(
      id: ItemID(2), author: ChatAuthor(id: 2, name: "Ben", colorIndex: 1), time: 60,
      text: StyledText("Yes"),
      reply: ReplyPreview(item: ItemID(1), authorName: "Ann", snippet: "Good morning"),
      isEdited: true, reactions: [ChatReaction(emoji: "👍", count: 1)])
    // The first message's date header comes last: few screens have one.
    let first = factory.rows(for: plain, previous: nil, next: rich)
    return first.reversed() + factory.rows(for: rich, previous: plain, next: nil)
  }
}
