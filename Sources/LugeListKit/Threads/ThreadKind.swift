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
  /// Number of unread answers.
  public var unread: Int

  public init(count: Int, lastAnswer: String = "", unread: Int = 0) {
    self.count = count
    self.lastAnswer = lastAnswer
    self.unread = unread
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

  /// Text with `{count}`, for screen readers.
  public var unread = localizedPlural(one: "{count} unread", other: "{count} unread")

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    guard !message.isDeleted,
      let thread = message.attachments.lazy.compactMap({ $0 as? ThreadSummary }).first,
      thread.count > 0
    else { return [] }
    let title = replies(thread.count)
    return [
      ThreadBlock(
        title: title, lastAnswer: String(thread.lastAnswer.prefix(200)),
        badge: thread.unread > 999 ? "999+" : thread.unread > 0 ? "\(thread.unread)" : "",
        spokenBadge: thread.unread > 0 ? unread(thread.unread) : "")
    ]
  }
}

struct ThreadBlock: BubbleBlock {
  let title: String
  let lastAnswer: String
  /// Number of unread answers, and how it is said; empty for none.
  var badge = ""
  var spokenBadge = ""

  static func layout(_ block: ThreadBlock, in context: BlockContext) -> BlockLayout {
    let size = context.style.type.secondary
    let gap = context.px(6)
    let inset = context.px(9)
    let widest = max(1, context.maxWidth - inset)
    let badge =
      block.badge.isEmpty
      ? nil : context.line(block.badge, points: size, weight: .semibold, maxWidth: widest / 3)
    let padding = context.px(6)
    let badgeWidth = badge.map { max($0.size.width + 2 * padding, $0.size.height) } ?? 0
    let title = context.line(
      block.title, points: size, weight: .semibold,
      maxWidth: max(1, widest - badgeWidth - (badge == nil ? 0 : padding)))
    var list = DrawList([.plainText(title, x: inset, y: gap, color: context.colors.link)])
    var width = inset + title.size.width
    var height = gap + title.size.height
    var words = block.title
    if let badge {
      let left = width + padding
      list.append(
        .roundedRectangle(
          Rect(x: left, y: gap, width: badgeWidth, height: badge.size.height),
          CornerRadii(Double(min(badgeWidth, badge.size.height)) / 2),
          fill: context.colors.accent, stroke: nil))
      list.append(
        .plainText(
          badge, x: left + (badgeWidth - badge.size.width) / 2, y: gap,
          color: context.colors.onAccent))
      width = left + badgeWidth
      words += ", \(block.spokenBadge)"
    }
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
