import LugeCore
import LugeEngine

/// The author's name above the first bubble of a group, in conversations of more than two people.
public struct SenderNameKind: BubbleBlockKind {
  public static let name: KindName = "senderName"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    guard facts.isGroupChat, facts.opensGroup, !message.isOutgoing else { return [] }
    return [SenderNameBlock(author: message.author)]
  }
}

struct SenderNameBlock: BubbleBlock {
  let author: ChatAuthor

  static func layout(_ block: SenderNameBlock, in context: BlockContext) -> BlockLayout {
    let name = block.author.name.isEmpty ? context.strings.unknownAuthor : block.author.name
    let text = context.line(name, points: context.style.type.name, weight: .semibold)
    // Screen readers speak the name with the time, before every bubble, so this block has no text
    // for them.
    var layout = BlockLayout(size: text.size, isBare: true)
    if context.surface == .picture {
      // Above a sticker there is no bubble, in which the colours are readable.
      let padding = context.px(8)
      let radius = Double(text.size.height) / 2
      layout.drawList.append(
        .roundedRectangle(
          Rect(x: -padding, y: 0, width: text.size.width + 2 * padding, height: text.size.height),
          CornerRadii(radius), fill: context.colors.fill, stroke: nil))
    }
    layout.drawList.append(
      .plainText(
        text, x: 0, y: 0, color: context.style.colors.author(block.author.colorIndex)))
    if context.style.avatar.isButton {
      layout.hitRegions.append(
        HitRegion(
          Rect(x: 0, y: 0, width: text.size.width, height: text.size.height),
          AuthorAction(author: block.author), label: name))
    }
    return layout
  }
}
