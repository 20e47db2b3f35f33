import LugeCore

/// Text in place of a deleted message. A text that was kept although its author deleted it is shown
/// by ``TextKind`` instead.
public struct DeletedKind: BubbleBlockKind {
  public static let name: KindName = "deleted"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    message.isDeleted && message.text.isEmpty ? [DeletedBlock()] : []
  }
}

private struct DeletedBlock: BubbleBlock {
  static func layout(_ block: DeletedBlock, in context: BlockContext) -> BlockLayout {
    TextBlock.layout(notice: context.strings.deleted, in: context)
  }
}
