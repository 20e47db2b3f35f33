public import LugeChat
public import LugeCore
import LugeEngine
public import LugeWords

/// Summary of the thread below a message: the number of answers, and the last one. Add it to
/// ``LugeChat/ChatMessage/attachments``.
public struct ThreadSummary: ChatAttachment, Hashable {
  public var count: Int
  /// The last answer, such as "Ben: Yes, at seven"; "" if there is none.
  public var lastAnswer: String

  public init(count: Int, lastAnswer: String = "") {
    self.count = count
    self.lastAnswer = lastAnswer
  }

  public var summary: String { lastAnswer }
}

/// Opens the thread of a message.
public struct ThreadAction: RowAction {
  public init() {}
}

/// Shows a message's ``ThreadSummary`` below its text.
public struct ThreadKind: BubbleBlockKind {
  public static let name: KindName = "luge.thread"

  /// Text with `{count}`.
  public var replies = localizedPlural(one: "{count} reply", other: "{count} replies")

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    guard !message.isDeleted,
      let thread = message.attachments.lazy.compactMap({ $0 as? ThreadSummary }).first,
      thread.count > 0
    else { return [] }
    let title = replies(thread.count)
    return [ThreadBlock(title: title, lastAnswer: String(thread.lastAnswer.prefix(200)))]
  }
}

struct ThreadBlock: BubbleBlock {
  let title: String
  let lastAnswer: String

  static func layout(_ block: ThreadBlock, in context: BlockContext) -> BlockLayout {
    let size = context.style.type.secondary
    let gap = context.px(6)
    let inset = context.px(9)
    let widest = max(1, context.maxWidth - inset)
    let title = context.line(block.title, points: size, weight: .semibold, maxWidth: widest)
    var list = DrawList([.plainText(title, x: inset, y: gap, color: context.colors.link)])
    var width = inset + title.size.width
    var height = gap + title.size.height
    var words = block.title
    if !block.lastAnswer.isEmpty {
      let answer = context.line(block.lastAnswer, points: size, maxWidth: widest)
      list.append(.plainText(answer, x: inset, y: height, color: context.colors.secondary))
      width = max(width, inset + answer.size.width)
      height += answer.size.height
      words += ", \(block.lastAnswer)"
    }
    list.append(
      .roundedRectangle(
        Rect(x: 0, y: gap, width: max(1, context.px(3)), height: height - gap),
        CornerRadii(Double(context.px(1.5))), fill: context.colors.accent, stroke: nil))
    return BlockLayout(
      size: PixelSize(width: width, height: height), drawList: list,
      hitRegions: [
        HitRegion(
          Rect(x: 0, y: 0, width: width, height: height), ThreadAction(), label: words)
      ], accessibleText: words)
  }
}
