import LugeCore
import LugeEngine

/// Content warning, with a button to open it.
public struct WarningPiece: PostPiece {
  public init() {}

  public func rows(for post: Post, in context: PieceContext) -> [any PostRow] {
    guard let warning = post.warning, !warning.isEmpty else { return [] }
    return [
      WarningRow(
        id: RowID(item: post.id, part: FeedPart.warning),
        revision: context.revision {
          $0.add(warning)
          $0.add(post.reader.isRevealed)
        },
        warning: Clipping.prefix(warning, bytes: Clipping.lineLimit),
        isRevealed: post.reader.isRevealed)
    ]
  }
}

extension Post {
  /// Whether text and media are covered by the warning.
  var isCovered: Bool { warning?.isEmpty == false && !reader.isRevealed }
}

struct WarningRow: PostRow {
  static let reuseIdentifier: ReuseIdentifier = "feed.warning"
  let id: RowID
  var revision: Revision
  var card = CardPlace.nowhere
  let warning: String
  let isRevealed: Bool

  static func content(of row: WarningRow, in context: CardContext) -> RowLayout {
    let padding = context.px(10)
    let strings = context.strings
    let button = context.line(
      row.isRevealed ? strings.hide : strings.reveal, context.style.type.secondary, .semibold,
      room: context.width / 3)
    let room = max(1, context.width - 3 * padding - button.size.width)
    let text = context.base.layout(
      StyledText(row.warning), points: context.style.type.secondary, maxWidth: room, maxLines: 3)
    let height = text.size.height + 2 * context.px(8)
    var list = DrawList()
    let surface = Rect(x: 0, y: 0, width: context.width, height: height)
    list.append(
      .roundedRectangle(
        surface, CornerRadii(Double(min(context.px(8), height / 2))), fill: context.colors.warning,
        stroke: nil))
    list.append(
      .plainText(text, x: padding, y: context.px(8), color: context.colors.warningText))
    list.append(
      .plainText(
        button, x: context.width - padding - button.size.width,
        y: (height - button.size.height) / 2, color: context.colors.warningText))
    return RowLayout(
      size: PixelSize(width: context.width, height: height + context.rowGap), drawList: list,
      hitRegions: [HitRegion(surface, FeedAction.disclose.action)],
      accessibleText: "\(row.warning), \(button.request.text.string)")
  }
}
