import LugeCore
import LugeEngine

/// Linked pages of a message, as cards: site, title, a few lines, a small picture.
public struct LinkKind: BubbleBlockKind {
  public static let name: KindName = "link"
  /// Maximum number of cards shown; hostile messages have thousands.
  static let limit = 8

  public init() {}

  public func blocks(for message: ChatMessage, in facts: NeighbourContext) -> [any BubbleBlock] {
    guard !message.isDeleted else { return [] }
    return message.links.prefix(Self.limit).filter { !$0.url.isEmpty }.map { LinkBlock(card: $0) }
  }
}

struct LinkBlock: BubbleBlock {
  let card: LinkCard

  /// Side of a card's picture, points.
  private static let picture = 60.0
  private static let width = 340.0

  static func layout(_ block: LinkBlock, in context: BlockContext) -> BlockLayout {
    let card = block.card
    let type = context.style.type
    let bar = max(1, context.px(3))
    let gap = context.px(8)
    let padding = context.px(6)
    let side = context.px(picture)
    let most = min(context.maxWidth, context.px(width))
    let left = min(bar + gap, most / 4)
    let hasPicture = card.picture != nil && most >= 4 * side
    let room = max(1, most - left - gap - (hasPicture ? side + gap : 0))

    func words(_ text: String) -> String { Clipping.prefix(text, bytes: 1 << 10) }
    let site = context.line(
      ForeignText.visible(Clipping.singleLine(card.host.isEmpty ? card.url : card.host)),
      points: type.secondary, maxWidth: room)
    // A title is often the name of a file or a site.
    let shownTitle = ForeignText.visible(words(card.title))
    let title =
      card.title.isEmpty
      ? nil
      : context.layout(
        StyledText(Clipping.singleLine(shownTitle)), points: type.text, weight: .semibold,
        maxWidth: room, maxLines: 2)
    let summary =
      card.summary.isEmpty
      ? nil
      : context.layout(
        StyledText(Clipping.singleLine(words(card.summary))), points: type.secondary,
        maxWidth: room, maxLines: 3)
    let rows: [(TextLayout, ThemeColor)] =
      [(site, context.colors.secondary)]
      + (title.map { [($0, context.colors.text)] } ?? [])
      + (summary.map { [($0, context.colors.secondary)] } ?? [])
    let lines = rows.reduce(0) { $0 + $1.0.size.height }
    let height = max(lines, hasPicture ? side : 0) + 2 * padding
    let natural = min(
      most,
      left + (rows.map(\.0.size.width).max() ?? 0) + gap + (hasPicture ? side + gap : 0))
    let spoken = [site.request.text.string, shownTitle, card.summary].filter { !$0.isEmpty }
      .map { Clipping.singleLine(words($0)) }.joined(separator: ", ")
    let label = "\(context.strings.page): \(card.title.isEmpty ? card.host : shownTitle)"
    let radius = Double(context.px(6))
    let colors = context.colors
    let thumbnail = hasPicture ? card.picture : nil
    let corners = CornerRadii(Double(context.px(4)))
    let url = card.url

    @Sendable func layout(_ width: Int) -> BlockLayout {
      let rect = Rect(x: 0, y: 0, width: width, height: height)
      var list = DrawList([
        .roundedRectangle(rect, CornerRadii(radius), fill: colors.pill, stroke: nil),
        .roundedRectangle(
          Rect(x: 0, y: 0, width: min(bar, width), height: height),
          CornerRadii(topLeft: radius, topRight: 0, bottomRight: 0, bottomLeft: radius),
          fill: colors.accent, stroke: nil),
      ])
      var y = padding
      for (row, color) in rows {
        list.append(.plainText(row, x: left, y: y, color: color))
        y += row.size.height
      }
      var hits = [HitRegion(rect, .openLink(url), label: label, cornerRadius: radius)]
      if let thumbnail {
        let place = Rect(x: width - side - gap, y: padding, width: side, height: side)
        list.append(
          .image(
            thumbnail, place, corners,
            placeholder: ImagePlaceholder(fill: colors.fill, mark: .photo, reportsProblems: false)))
        hits.append(HitRegion(place, .openImage(thumbnail)))
      }
      return BlockLayout(
        size: PixelSize(width: width, height: height), drawList: list, hitRegions: hits,
        accessibleText: spoken)
    }
    var result = layout(natural)
    result.stretch = { width, _ in layout(width) }
    return result
  }
}
