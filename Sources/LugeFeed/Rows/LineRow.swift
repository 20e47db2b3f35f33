import LugeCore
import LugeEngine

/// Reason why the post is in the list: who boosted it, or which post it answers.
public struct ReasonPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    let strings = context.appearance.strings
    if let booster = post.boostedBy {
      // The name is isolated, so that a right-to-left name does not change the direction of the
      // line.
      let words = "\(ForeignText.isolated(strings.name(of: booster))) \(strings.boosted)"
      return [
        row(
          post, .boost, words, FeedAction.profile(author: booster.id).action,
          context.revision {
            $0.add(1)
            $0.add(words)
            $0.add(booster.id)
          })
      ]
    }
    guard let target = post.replyTo, !context.facts.joinsPrevious else { return [] }
    let name = target.name.isEmpty ? strings.earlierPost : target.name
    let words = "\(strings.inReplyTo) \(ForeignText.isolated(name))"
    return [
      row(
        post, .reply, words, target.item.map { .goTo($0) },
        context.revision {
          $0.add(2)
          $0.add(words)
          $0.add(target.item?.rawValue ?? 0)
        })
    ]
  }

  private func row(
    _ post: Post, _ glyph: FeedGlyph, _ words: String, _ action: HitRegion.Action?,
    _ revision: Revision
  ) -> LineRow {
    LineRow(
      id: RowID(item: post.id, part: FeedPart.reason), revision: revision, glyph: glyph,
      words: words, action: action)
  }
}

/// Small line of text, usually with an icon before it.
struct LineRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.line"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let glyph: FeedGlyph?
  let words: String
  let action: HitRegion.Action?

  static func content(of row: LineRow, in context: CardContext) -> RowLayout {
    let side = row.glyph == nil ? 0 : context.px(15)
    let gap = row.glyph == nil ? 0 : context.px(8)
    // The text is in the content's column, the icon at the avatar's right edge.
    let hasColumn = context.inset > context.padding
    let x = hasColumn ? 0 : side + gap
    let text = context.line(
      row.words, context.style.type.small, .medium, room: max(1, context.width - x))
    let height = max(side, text.size.height)
    let markX = hasColumn ? -context.px(context.style.card.columnGap) - side : 0
    var list = DrawList()
    row.glyph?.draw(
      in: Rect(x: markX, y: (height - side) / 2, width: side, height: side),
      color: context.colors.secondary, context, into: &list)
    list.append(
      .plainText(text, x: x, y: (height - text.size.height) / 2, color: context.colors.secondary))
    let region = Rect(x: x, y: 0, width: text.size.width, height: height)
    return RowLayout(
      size: PixelSize(width: context.width, height: height + context.px(6)), drawList: list,
      hitRegions: row.action.map { [HitRegion(region, $0)] } ?? [], accessibleText: row.words)
  }
}
