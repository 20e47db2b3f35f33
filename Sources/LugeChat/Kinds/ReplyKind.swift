import LugeCore
import LugeEngine

/// The answered message: a bar, its author and the beginning of its text. A click jumps to it.
public struct ReplyKind: BubbleBlockKind {
  public static let name: KindName = "reply"

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    message.reply.map { [ReplyBlock(reply: $0)] } ?? []
  }
}

struct ReplyBlock: BubbleBlock {
  let reply: ReplyPreview

  static func layout(_ block: ReplyBlock, in context: BlockContext) -> BlockLayout {
    let reply = block.reply
    let barWidth = max(1, context.px(2))
    let gap = context.px(6)
    let left = min(barWidth + gap, context.maxWidth / 4)
    // The block is always as high as two lines.
    let side = context.px(2.7 * context.style.type.secondary)
    let showsPicture = reply.picture != nil && context.maxWidth >= 4 * side
    let indent = left + (showsPicture ? side + gap : 0)
    let room = max(1, context.maxWidth - indent)
    let author = reply.authorName.isEmpty ? context.strings.unknownAuthor : reply.authorName
    let name = context.line(
      author, points: context.style.type.secondary, weight: .semibold, maxWidth: room)
    let isBlank = !reply.snippet.isEmpty && reply.snippet.isBlank
    let snippet = context.line(
      isBlank ? context.strings.empty : reply.snippet, points: context.style.type.secondary,
      maxWidth: room)
    let lines = name.size.height + snippet.size.height
    let height = showsPicture ? max(lines, side) : lines
    let top = (height - lines) / 2
    let color =
      context.isOutgoing
      ? context.colors.accent : context.style.colors.author(reply.authorColorIndex)
    let words = context.strings.naming(
      context.strings.replyTo, Clipping.singleLine(author))
    var drawList = DrawList([
      .rectangle(
        Rect(x: 0, y: 0, width: min(barWidth, context.maxWidth), height: height), fill: color),
      .plainText(name, x: indent, y: top, color: color),
      .plainText(snippet, x: indent, y: top + name.size.height, color: context.colors.text),
    ])
    if showsPicture, let picture = reply.picture {
      drawList.append(
        .image(
          picture, Rect(x: left, y: (height - side) / 2, width: side, height: side),
          CornerRadii(Double(context.px(4))),
          placeholder: ImagePlaceholder(
            fill: context.colors.pill, mark: .none, reportsProblems: false)))
    }
    let drawn = drawList
    let spoken = "\(words): \(snippet.request.text.string)"
    let natural = min(indent + max(name.size.width, snippet.size.width), context.maxWidth)
    let item = reply.item
    @Sendable func layout(_ width: Int) -> BlockLayout {
      let rect = Rect(x: 0, y: 0, width: width, height: height)
      return BlockLayout(
        size: PixelSize(width: width, height: height), drawList: drawn,
        hitRegions: item.map { [HitRegion(rect, .goTo($0))] } ?? [], accessibleText: spoken)
    }
    var result = layout(natural)
    result.stretch = { width, _ in layout(width) }
    return result
  }
}
