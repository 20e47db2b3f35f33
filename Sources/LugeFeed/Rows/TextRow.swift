import LugeCore
import LugeEngine

/// Text of the post.
public struct TextPiece: PostPiece {
  public init() {}

  /// Maximum length of a text that is shown completely, UTF-8 bytes; networks allow a few thousand
  /// characters.
  static let byteLimit = 60_000

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard !post.text.isEmpty, !post.isCovered else { return [] }
    let isFocus = context.configuration.focus == post.id
    let folds = context.configuration.foldsText && !isFocus
    return [
      TextRow(
        id: RowID(item: post.id, part: FeedPart.text),
        revision: context.revision {
          $0.add(post.text)
          $0.add(folds)
          $0.add(post.reader.isExpanded)
        },
        text: Self.clipped(post.text), folds: folds, isExpanded: post.reader.isExpanded)
    ]
  }

  private static func clipped(_ text: StyledText) -> StyledText {
    guard text.string.utf8.count > byteLimit else { return text }
    return StyledText(Clipping.prefix(text.string, bytes: byteLimit), spans: text.spans)
      .normalized()
  }
}

struct TextRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.text"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let text: StyledText
  /// Whether a long text is folded until the user expands it.
  let folds: Bool
  let isExpanded: Bool

  static func content(of row: TextRow, in context: CardContext) -> RowLayout {
    let type = context.style.type
    let points = row.card.isFocus ? type.focusText : type.text
    func layOut(_ maxLines: Int?) -> TextLayout {
      context.base.layout(row.text, points: points, maxWidth: context.width, maxLines: maxLines)
    }
    let folded =
      row.folds
      ? FoldedText(
        isUnfolded: row.isExpanded, lines: context.style.foldedLines, layOut: layOut) : nil
    let shown = folded?.layout ?? layOut(nil)
    // A layout is as wide as its widest line, so the row aligns it to the column's right edge.
    let x =
      Directionality.startsRightToLeft(row.text.string)
      ? Double(max(0, context.width - shown.size.width)) : 0
    var list = DrawList(
      [
        .text(
          shown, at: Point(x: x, y: 0), color: context.colors.text, linkColor: context.colors.link)
      ]
        + context.base.inlineImages(
          of: shown, at: Point(x: x, y: 0), placeholder: context.colors.inset))
    var hits = context.base.regions(of: shown).map {
      HitRegion($0.rect.offsetBy(x: x, y: 0), $0.action)
    }
    var height = shown.size.height
    if let offer = folded?.offer {
      let words = context.line(
        offer == .more ? context.strings.more : context.strings.less, type.secondary, .semibold,
        room: context.width)
      let y = height + context.px(4)
      list.append(.plainText(words, x: 0, y: y, color: context.colors.link))
      height = y + words.size.height
      hits.append(
        HitRegion(
          Rect(x: 0, y: y, width: words.size.width, height: words.size.height),
          FeedAction.fold.action))
    }
    return RowLayout(
      size: PixelSize(width: context.width, height: height + context.rowGap), drawList: list,
      hitRegions: hits,
      lines: shown.lines.map { LineMark(top: $0.top, key: $0.range.lowerBound) },
      accessibleText: row.text.string, copyText: row.text.string,
      texts: [RowText(shown, origin: Point(x: x, y: 0))])
  }
}
