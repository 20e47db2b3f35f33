public import LugeCore
import LugeEngine

/// A user reacts with an emoji, or takes it back; the hit says to which message.
public struct ReactionAction: RowAction {
  public let emoji: String

  public init(emoji: String) { self.emoji = emoji }
}

/// Emoji that people put under a message, as pills.
public struct ReactionsKind: BubbleBlockKind {
  public static let name: KindName = "reactions"
  /// Kinds of reactions shown at most; a last pill counts the rest.
  static let limit = 24

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    let valid = message.reactions.filter { $0.count > 0 && !$0.emoji.isEmpty }
    guard !valid.isEmpty else { return [] }
    return [
      ReactionsBlock(
        reactions: Array(valid.prefix(Self.limit)), hidden: max(0, valid.count - Self.limit))
    ]
  }
}

struct ReactionsBlock: BubbleBlock {
  let reactions: [ChatReaction]
  /// How many more there are.
  let hidden: Int

  private static func emoji(_ sign: String) -> String {
    sign.count == 1 ? sign.map(EmojiOnly.presented).joined() : sign
  }

  /// Named at most.
  private static let namedPeople = 20

  /// "Anna, Ben, +3".
  private static func people(_ reaction: ChatReaction) -> String {
    let names = reaction.people.prefix(namedPeople).map {
      ForeignText.isolated(Clipping.singleLine(Clipping.prefix($0, bytes: 120)))
    }
    guard !names.isEmpty else { return "" }
    let rest = reaction.count - names.count
    return (names + (rest > 0 ? ["+\(rest)"] : [])).joined(separator: ", ")
  }

  static func layout(_ block: ReactionsBlock, in context: BlockContext) -> BlockLayout {
    let paddingX = min(context.px(8), context.maxWidth / 8)
    let paddingY = context.px(3)
    let gap = context.px(4)
    var words = block.reactions.map { "\(emoji(Clipping.prefix($0.emoji, bytes: 64))) \($0.count)" }
    if block.hidden > 0 { words.append("+\(block.hidden)") }

    var layout = BlockLayout(size: .zero)
    var x = 0
    var y = 0
    var lineHeight = 0
    for (index, word) in words.enumerated() {
      let reaction = block.reactions.indices.contains(index) ? block.reactions[index] : nil
      let isOwn = reaction?.isOwn == true
      let text = context.line(
        word, points: context.style.type.secondary, maxWidth: context.maxWidth - 2 * paddingX)
      let width = min(text.size.width + 2 * paddingX, context.maxWidth)
      let height = text.size.height + 2 * paddingY
      if x > 0, x + gap + width > context.maxWidth {
        x = 0
        y += lineHeight + gap
        lineHeight = 0
      }
      let left = x > 0 ? x + gap : 0
      layout.drawList.append(
        .roundedRectangle(
          Rect(x: left, y: y, width: width, height: height),
          CornerRadii(Double(min(width, height)) / 2),
          fill: isOwn ? context.colors.accent : context.colors.pill, stroke: nil))
      layout.drawList.append(
        .plainText(
          text, x: left + paddingX, y: y + paddingY,
          color: isOwn ? context.colors.onAccent : context.colors.text))
      if let reaction {
        layout.hitRegions.append(
          HitRegion(
            Rect(x: left, y: y, width: width, height: height),
            ReactionAction(emoji: reaction.emoji),
            label: [
              isOwn ? "\(word), \(context.strings.ownReaction)" : word, people(reaction),
            ].filter { !$0.isEmpty }.joined(separator: ": "),
            cornerRadius: Double(min(width, height)) / 2))
      }
      x = left + width
      lineHeight = max(lineHeight, height)
      layout.size.width = max(layout.size.width, x)
    }
    layout.size.height = y + lineHeight
    layout.accessibleText = words.joined(separator: ", ")
    layout.trailerSpace = .lastLine(endX: x)
    return layout
  }
}
