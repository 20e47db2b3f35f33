import LugeCore
import LugeEngine
import LugeFeed
import LugeWords

/// The "Back" button above a thread or a person's posts: a ``PostPiece`` defined outside of the
/// library.
struct BackPiece: PostPiece {
  static let action = HitRegion.Action.custom("viewer:back")
  /// Id of the list's first post.
  let first: ItemID

  func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard post.id == first else { return [] }
    return [
      LinkRow(
        id: RowID(item: post.id, part: FeedPart.firstCustom), revision: context.revision { _ in },
        words: "\(Words.isRightToLeft ? "→" : "←")  \(localized("Back"))",
        spoken: localized("Back"), action: Self.action)
    ]
  }
}

/// The button to more of a long thread, above its first post or below its last one.
struct MorePiece: PostPiece {
  static let action = HitRegion.Action.custom("viewer:more")
  let item: ItemID
  let isAbove: Bool

  init(of item: ItemID, isAbove: Bool) {
    self.item = item
    self.isAbove = isAbove
  }

  func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard post.id == item else { return [] }
    let words = isAbove ? localized("Show earlier posts") : localized("Show more replies")
    return [
      LinkRow(
        id: RowID(item: post.id, part: FeedPart.firstCustom + (isAbove ? 1 : 2)),
        revision: context.revision { $0.add(words) }, words: words, spoken: words,
        action: Self.action)
    ]
  }
}

/// A text that works as a button, on the list's background.
private struct LinkRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "viewer.way"
  static var isOnCard: Bool { false }
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let words: String
  let spoken: String
  let action: HitRegion.Action

  static func layout(_ row: LinkRow, in context: LayoutContext) -> RowLayout {
    let style = row.card.appearance.style
    let width = max(0, context.width)
    let span = style.cardSpan(in: width, pixels: context.pixels)
    let text = context.line(
      row.words, points: style.type.secondary, weight: .semibold, maxWidth: max(1, span.count))
    let height = text.size.height + 2 * context.pixels(10)
    let region = Rect(x: span.lowerBound, y: 0, width: text.size.width, height: height)
    return RowLayout(
      size: PixelSize(width: width, height: height),
      drawList: DrawList([
        .plainText(text, x: span.lowerBound, y: context.pixels(10), color: style.colors.link)
      ]), hitRegions: [HitRegion(region, row.action)], accessibleText: row.spoken)
  }

  static func content(of row: LinkRow, in context: CardContext) -> RowLayout {
    RowLayout(size: .zero)
  }
}
