import LugeCore
import LugeEngine

/// The time and whether the message was edited, at the bubble's bottom trailing corner.
public struct TimeKind: BubbleBlockKind {
  public static let name: KindName = "time"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    let second = CivilDate.secondOfDay(ofLocalSeconds: facts.localSeconds)
    return [TimeBlock(secondOfDay: second, isEdited: message.isEdited && !message.isDeleted)]
  }
}

struct TimeBlock: BubbleBlock {
  let secondOfDay: Int
  let isEdited: Bool

  var role: BlockRole { .trailer }

  static func layout(_ block: TimeBlock, in context: BlockContext) -> BlockLayout {
    let strings = context.strings
    let time = strings.timeOfDay(block.secondOfDay)
    let words = block.isEdited ? "\(strings.edited) \(time)" : time
    let colors = context.style.colors
    let spoken = block.isEdited ? strings.edited : ""
    switch context.surface {
    case .bubble:
      let text = context.line(words, points: context.style.type.time)
      return BlockLayout(
        size: text.size,
        drawList: DrawList([.plainText(text, x: 0, y: 0, color: context.colors.secondary)]),
        accessibleText: spoken)
    case .picture:
      let pill = OverlayPill(words, in: context)
      return BlockLayout(
        size: pill.size, drawList: pill.drawList(colors), accessibleText: spoken)
    }
  }
}
