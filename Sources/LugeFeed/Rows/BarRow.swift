import LugeCore
import LugeEngine

/// Exact time and counts as text, for the post that a page shows in detail.
public struct CountsPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard context.configuration.focus == post.id else { return [] }
    let strings = context.appearance.strings
    let counts = [
      (post.counts.replies, strings.replies), (post.counts.boosts, strings.boosts),
      (post.counts.likes, strings.likes),
    ]
    .filter { $0.0 > 0 }.map { $0.1($0.0) }
    let words = ([context.exactTime(post.time)] + counts).joined(separator: " · ")
    return [
      FactsRow(
        id: RowID(item: post.id, part: FeedPart.counts),
        revision: context.revision { $0.add(words) }, words: words)
    ]
  }
}

/// Faint line of text below a thin rule.
struct FactsRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.facts"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let words: String

  static func content(of row: FactsRow, in context: CardContext) -> RowLayout {
    let text = context.base.layout(
      StyledText(row.words), points: context.style.type.secondary, maxWidth: context.width)
    let y = text.size.height + context.rowGap
    return RowLayout(
      size: PixelSize(width: context.width, height: y + max(1, context.px(1)) + context.px(4)),
      drawList: DrawList([
        .plainText(text, x: 0, y: 0, color: context.colors.secondary),
        .rectangle(
          Rect(x: 0, y: y, width: context.width, height: max(1, context.px(1))),
          fill: context.colors.hairline),
      ]), accessibleText: row.words)
  }
}

/// Buttons to reply, boost, like and bookmark, with their counts.
public struct ActionsPiece: PostPiece {
  private let isReadOnly: Bool

  /// Makes the piece.
  ///
  /// - Parameter isReadOnly: shows counts and the user's own actions without buttons.
  public init(isReadOnly: Bool = false) { self.isReadOnly = isReadOnly }

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    let marks = post.reader
    let isBare =
      max(post.counts.replies, post.counts.boosts, post.counts.likes) <= 0
      && !marks.likes && !marks.boosts && !marks.bookmarks
    if isReadOnly, isBare { return [] }
    return [
      ActionsRow(
        id: RowID(item: post.id, part: FeedPart.actions),
        revision: context.revision {
          $0.add(post.counts.replies)
          $0.add(post.counts.boosts)
          $0.add(post.counts.likes)
          $0.add(post.reader.likes)
          $0.add(post.reader.boosts)
          $0.add(post.reader.bookmarks)
          $0.add(isReadOnly)
        },
        counts: post.counts, reader: post.reader, isReadOnly: isReadOnly)
    ]
  }
}

struct ActionsRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.actions"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let counts: PostCounts
  let reader: Post.ReaderMarks
  let isReadOnly: Bool

  private struct Button {
    var glyph: FeedGlyph
    var count: Int
    var color: ThemeColor
    var action: FeedAction
    var words: String
    /// Whether the user has performed the action.
    var isSet = false
  }

  static func content(of row: ActionsRow, in context: CardContext) -> RowLayout {
    let colors = context.colors
    let strings = context.strings
    let quiet = colors.secondary
    let reader = row.reader
    let buttons = [
      Button(
        glyph: .reply, count: row.counts.replies, color: quiet, action: .reply,
        words: strings.reply),
      Button(
        glyph: .boost, count: row.counts.boosts, color: reader.boosts ? colors.boosted : quiet,
        action: .boost, words: strings.boost, isSet: reader.boosts),
      Button(
        glyph: reader.likes ? .heartFilled : .heart, count: row.counts.likes,
        color: reader.likes ? colors.liked : quiet, action: .like,
        words: reader.likes ? strings.liked : strings.like, isSet: reader.likes),
      Button(
        glyph: reader.bookmarks ? .bookmarkFilled : .bookmark, count: 0,
        color: reader.bookmarks ? colors.bookmarked : quiet, action: .bookmark,
        words: strings.bookmark, isSet: reader.bookmarks),
    ]
    .filter { !row.isReadOnly || $0.count > 0 || $0.isSet }
    let side = context.px(18)
    let height = context.px(30)
    let gap = context.px(6)
    // The last one is at the right edge, the others at equal distances.
    let step = max(1, (context.width - side) / 3)
    var next = 0
    var list = DrawList()
    var hits: [HitRegion] = []
    for (index, button) in buttons.enumerated() {
      let x =
        row.isReadOnly ? next : index == buttons.count - 1 ? context.width - side : index * step
      button.glyph.draw(
        in: Rect(x: x, y: (height - side) / 2, width: side, height: side), color: button.color,
        context, into: &list)
      var width = side
      let words = strings.count(button.count)
      if !words.isEmpty {
        let text = context.line(
          words, context.style.type.small, .medium, room: max(1, step - side - gap))
        list.append(
          .plainText(
            text, x: x + side + gap, y: (height - text.size.height) / 2, color: button.color))
        width += gap + text.size.width
      }
      next = x + width + context.px(20)
      guard !row.isReadOnly else { continue }
      hits.append(
        HitRegion(
          Rect(x: x - gap, y: 0, width: width + 2 * gap, height: height), button.action.action))
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: height), drawList: list, hitRegions: hits,
      accessibleText: buttons.map { button in
        [strings.count(button.count), button.words].filter { !$0.isEmpty }.joined(separator: " ")
      }.joined(separator: ", "))
  }
}
