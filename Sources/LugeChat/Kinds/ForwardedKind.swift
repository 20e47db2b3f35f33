import LugeCore
import LugeEngine

/// Block "Forwarded from …" above a forwarded message.
public struct ForwardedKind: BubbleBlockKind {
  public static let name: KindName = "forwarded"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    message.forwardedFrom.map {
      [ForwardedBlock(origin: $0, isFromUser: message.isForwardedFromUser)]
    } ?? []
  }
}

struct ForwardedBlock: BubbleBlock {
  let origin: String
  let isFromUser: Bool

  static func layout(_ block: ForwardedBlock, in context: BlockContext) -> BlockLayout {
    let strings = context.strings
    let words =
      if block.isFromUser {
        strings.forwardedFromSelf
      } else if block.origin.isEmpty {
        strings.forwarded
      } else {
        strings.naming(strings.forwardedFrom, Clipping.singleLine(block.origin))
      }
    let text = context.layout(
      StyledText(words), points: context.style.type.secondary, isItalic: true, maxLines: 1)
    return BlockLayout(
      size: text.size,
      drawList: DrawList([.plainText(text, x: 0, y: 0, color: context.colors.secondary)]),
      accessibleText: words)
  }
}
