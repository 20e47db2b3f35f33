public import LugeCore
import LugeEngine

/// Action of the user on a message that could not be sent; the hit contains the message.
public enum SendAction: RowAction {
  case retry
  case discard
}

extension ChatStrings {
  /// Returns the name of an action.
  public func title(of action: SendAction) -> String {
    switch action {
    case .retry: tryAgain
    case .discard: discard
    }
  }
}

/// Block below a message that could not be sent, with the reason and the possible actions.
public struct FailureKind: BubbleBlockKind {
  public static let name: KindName = "failure"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    message.failure.map { [FailureBlock(reason: $0)] } ?? []
  }
}

struct FailureBlock: BubbleBlock {
  let reason: String

  static func layout(_ block: FailureBlock, in context: BlockContext) -> BlockLayout {
    let strings = context.strings
    let type = context.style.type
    let reason = Clipping.prefix(block.reason, bytes: Clipping.sentenceLimit)
    let said = reason.isEmpty ? strings.notSent : "\(strings.notSent): \(reason)"
    let words = context.layout(
      StyledText(said), points: type.secondary, maxLines: 4)
    var list = DrawList([
      .plainText(words, x: 0, y: 0, color: context.style.colors.failure)
    ])
    var layout = BlockLayout(size: words.size, accessibleText: said)
    let gap = context.px(4)
    let between = context.px(16)
    var (x, y) = (0, words.size.height + gap)
    for action in [SendAction.retry, .discard] {
      let label = context.line(
        strings.title(of: action), points: type.secondary, weight: .semibold)
      if x > 0, x + label.size.width > context.maxWidth {
        x = 0
        y += label.size.height + gap
      }
      list.append(.plainText(label, x: x, y: y, color: context.colors.link))
      layout.hitRegions.append(
        HitRegion(
          Rect(
            x: x, y: y - gap, width: label.size.width, height: label.size.height + gap),
          action, label: strings.title(of: action)))
      x += label.size.width
      layout.size.width = max(layout.size.width, x)
      layout.size.height = y + label.size.height
      layout.trailerSpace = .lastLine(endX: x)
      x += between
    }
    layout.drawList = list
    return layout
  }
}
