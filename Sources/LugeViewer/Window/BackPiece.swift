import LugeCore
import LugeEngine
import LugeFeed

/// The way back, above a thread or a person's posts: a piece that the library does not know.
struct BackPiece: PostPiece {
  static let action = HitRegion.Action.custom("viewer:back")
  /// The list's first post.
  let first: ItemID

  func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard post.id == first else { return [] }
    return [
      BackRow(
        id: RowID(item: post.id, part: FeedPart.firstCustom), revision: context.revision { _ in })
    ]
  }
}

private struct BackRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "viewer.back"
  static var isOnCard: Bool { false }
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere

  static func layout(_ row: BackRow, in context: LayoutContext) -> RowLayout {
    let style = row.card.appearance.style
    let width = max(0, context.width)
    let card = min(
      context.pixels(style.card.maxWidth), width - 2 * context.pixels(style.card.margin))
    let x = max(context.pixels(style.card.margin), (width - card) / 2)
    let text = context.line(
      "←  Back", points: style.type.secondary, weight: .semibold,
      maxWidth: max(1, card))
    let height = text.size.height + 2 * context.pixels(10)
    let region = Rect(x: x, y: 0, width: text.size.width, height: height)
    return RowLayout(
      size: PixelSize(width: width, height: height),
      drawList: DrawList([
        .plainText(text, x: x, y: context.pixels(10), color: style.colors.link)
      ]), hitRegions: [HitRegion(region, BackPiece.action)],
      accessibleText: "Back")
  }

  static func content(of row: BackRow, in context: CardContext) -> RowLayout {
    RowLayout(size: .zero)
  }
}
