import LugeCore
import LugeEngine

/// What a message says.
public struct TextKind: BubbleBlockKind {
  public static let name: KindName = "text"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    guard !message.text.isEmpty else { return [] }
    return [TextBlock(text: message.text, offset: 0, isDeleted: message.isDeleted)]
  }
}

/// What was said is gone, only the place is left.
public struct DeletedKind: BubbleBlockKind {
  public static let name: KindName = "deleted"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    message.isDeleted && message.text.isEmpty ? [DeletedBlock()] : []
  }
}

struct DeletedBlock: BubbleBlock {
  static func layout(_ block: DeletedBlock, in context: BlockContext) -> BlockLayout {
    var layout = TextBlock.layout(
      TextBlock(text: StyledText(context.strings.deleted), offset: 0, isDeleted: true),
      in: context)
    layout.copyText = nil
    layout.texts = []
    return layout
  }
}

struct TextBlock: BubbleBlock {
  let text: StyledText
  /// UTF-8 offset of `text` in the message's whole text.
  let offset: Int
  /// Kept although its author deleted it: shown quietly.
  let isDeleted: Bool

  func pieces() -> [any BubbleBlock] {
    let pieces = TextSplitter.pieces(of: text)
    guard pieces.count > 1 else { return [self] }
    return pieces.map {
      TextBlock(text: $0.text, offset: offset + $0.offset, isDeleted: isDeleted)
    }
  }

  static func layout(_ block: TextBlock, in context: BlockContext) -> BlockLayout {
    let sizes = context.style.type.emoji
    let emoji =
      block.isDeleted ? nil : EmojiOnly.count(block.text.string, limit: sizes.count)
    // A piece that was cut behind a line break would end in an empty line.
    let shown = context.layout(
      TextSplitter.withoutFinalBreak(block.text.disclosed(context.base.isDisclosed)),
      points: emoji.map { sizes[$0 - 1] } ?? context.style.type.text,
      isItalic: block.isDeleted)
    let colors = context.colors
    return BlockLayout(
      size: shown.size,
      drawList: DrawList(
        TextBacking.commands(for: shown, in: context) + [
          .text(
            shown, at: .zero, color: block.isDeleted ? colors.secondary : colors.text,
            linkColor: colors.link)
        ] + context.base.inlineImages(of: shown, placeholder: colors.pill)),
      lines: shown.lines.map { LineMark(top: $0.top, key: block.offset + $0.range.lowerBound) },
      accessibleText: shown.request.text.string, copyText: block.text.string,
      texts: [RowText(linking: shown, offset: block.offset)],
      trailerSpace: trailerSpace(of: shown),
      isBare: emoji.map { $0 <= context.style.type.bareEmoji } ?? false)
  }

  /// Right-to-left lines end where the time would be, and so does every line of a paragraph that runs
  /// that way.
  private static func trailerSpace(of layout: TextLayout) -> BlockLayout.TrailerSpace {
    let text = layout.request.text.string
    guard let last = layout.lines.last, !Directionality.hasRightToLeft(text, in: last.range),
      !Directionality.endsRightToLeft(text)
    else { return .none }
    return .lastLine(endX: min(last.width, layout.size.width))
  }
}

extension StyledText {
  /// Without its spoilers' covers, if it is disclosed.
  fileprivate func disclosed(_ isDisclosed: Bool) -> StyledText {
    guard isDisclosed, spans.contains(where: { $0.attribute == .spoiler }) else { return self }
    return StyledText(string, spans: spans.filter { $0.attribute != .spoiler })
  }
}
