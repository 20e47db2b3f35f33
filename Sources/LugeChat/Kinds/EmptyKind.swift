import LugeCore

/// Text for a message without text and without content of a known kind, because an empty bubble
/// looks like a mistake.
public struct EmptyKind: BubbleBlockKind {
  public static let name: KindName = "empty"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    let isEmpty =
      message.text.isBlank && message.media.isEmpty && message.attachments.isEmpty
      && message.links.isEmpty && !message.isDeleted
    return isEmpty ? [EmptyBlock()] : []
  }
}

private struct EmptyBlock: BubbleBlock {
  static func layout(_ block: EmptyBlock, in context: BlockContext) -> BlockLayout {
    TextBlock.layout(notice: context.strings.empty, in: context)
  }
}
