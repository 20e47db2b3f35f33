import LugeCore
import LugeEngine

/// Short answers below the post, each in a row.
public struct CommentsPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    post.comments.prefix(200).map { comment in
      let time = context.timeText(comment.time)
      return CommentRow(
        id: RowID(item: post.id, part: FeedPart.firstComment + comment.number & 0xFF_FFFF),
        revision: context.revision {
          $0.add(comment.author)
          $0.add(comment.text)
          $0.add(time)
        },
        author: comment.author, text: comment.text, time: time)
    }
  }
}

struct CommentRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.comment"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let author: PostAuthor
  let text: StyledText
  let time: String

  static func content(of row: CommentRow, in context: CardContext) -> RowLayout {
    let type = context.style.type
    let side = context.px(context.style.card.smallAvatar)
    let gap = context.px(10)
    let padding = context.px(10)
    let x = side + gap
    let room = max(1, context.width - x - 2 * padding)
    let time = context.line(row.time, type.small, room: room / 3)
    let name = context.line(
      context.strings.name(of: row.author), type.small, .semibold,
      room: max(1, room - time.size.width - gap))
    let text = context.base.layout(
      row.text, points: type.secondary, maxWidth: room, maxLines: 12)
    let height = name.size.height + text.size.height + 2 * context.px(6)
    // Distance from the actions, or from the previous comment.
    let top = context.px(6)
    var list = DrawList()
    context.avatar(row.author, x: 0, y: top, side: side, into: &list)
    list.append(
      .roundedRectangle(
        Rect(x: x, y: top, width: context.width - x, height: height),
        CornerRadii(Double(min(context.px(context.style.card.insetRadius), height / 2))),
        fill: context.colors.inset, stroke: nil))
    let textX = x + padding
    let textY = top + context.px(6) + name.size.height
    list.append(.plainText(name, x: textX, y: top + context.px(6), color: context.colors.text))
    list.append(
      .plainText(
        time, x: context.width - padding - time.size.width, y: top + context.px(6),
        color: context.colors.secondary))
    let origin = Point(x: Double(textX), y: Double(textY))
    list.append(.text(text, at: origin, color: context.colors.text, linkColor: context.colors.link))
    for image in context.base.inlineImages(
      of: text, at: origin, placeholder: context.colors.inset)
    {
      list.append(image)
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: top + max(side, height) + context.px(2)),
      drawList: list,
      hitRegions: context.base.regions(of: text).map {
        HitRegion($0.rect.offsetBy(x: origin.x, y: origin.y), $0.action)
      },
      accessibleText: "\(name.request.text.string), \(row.time), \(row.text.string)",
      copyText: row.text.string)
  }
}
