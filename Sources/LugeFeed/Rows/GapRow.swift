import LugeCore
import LugeEngine

/// The list's background between two cards.
public struct GapPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard !context.facts.joinsPrevious else { return [] }
    return [
      GapRow(
        id: RowID(item: post.id, part: FeedPart.gap), revision: context.revision { _ in })
    ]
  }
}

struct GapRow: PostRow {
  static var isOnCard: Bool { false }
  static let reuseIdentifier: ReuseIdentifier = "feed.gap"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere

  static func layout(_ row: GapRow, in context: LayoutContext) -> RowLayout {
    let gap = context.pixels(row.card.appearance.style.card.gap)
    return RowLayout(size: PixelSize(width: max(0, context.width), height: max(1, gap)))
  }

  static func content(of row: GapRow, in context: CardContext) -> RowLayout {
    RowLayout(size: .zero)
  }
}
