import LugeCore
public import LugeEngine

/// Everything that a row's layout may depend on besides the row itself: its card's column at one
/// width of the list. Lengths in device pixels.
public struct CardContext {
  public let base: LayoutContext
  public let place: CardPlace
  /// Left edge and width of the card.
  let cardX: Int
  let cardWidth: Int
  let padding: Int
  /// Size of the avatar beside the content's column; 0 in narrow lists.
  let avatarSide: Int
  /// Whether the list is wide enough for a column of avatars.
  private let hasColumns: Bool
  /// Distance from the card's left edge to the content.
  let inset: Int
  /// Width of the content, at least 1.
  public let width: Int

  init(_ base: LayoutContext, _ place: CardPlace) {
    self.base = base
    self.place = place
    let metrics = place.appearance.style.card
    let list = max(1, base.width)
    let span = place.appearance.style.cardSpan(in: list, pixels: base.pixels)
    (cardX, cardWidth) = (span.lowerBound, span.count)
    padding = min(base.pixels(metrics.paddingX), cardWidth / 12)
    avatarSide = min(base.pixels(metrics.avatar), cardWidth / 5)
    hasColumns = list >= base.pixels(metrics.columnFrom)
    let hasColumn = place.hasColumn && !place.isFocus && hasColumns
    inset = hasColumn ? padding + avatarSide + base.pixels(metrics.columnGap) : padding
    width = max(1, cardWidth - inset - padding)
  }

  public var style: FeedStyle { place.appearance.style }
  public var strings: FeedStrings { place.appearance.strings }
  public var colors: FeedColors { place.appearance.style.colors }

  /// Converts points to whole device pixels.
  public func px(_ points: Double) -> Int { base.pixels(points) }

  /// Distance from the content's left edge to the avatar's: not positive.
  var avatarX: Int { padding - inset }
  var rowGap: Int { px(style.card.rowGap) }

  /// Puts a row's content into the card: background, corners, the thread's line.
  ///
  /// - Parameter opens: whether a click anywhere on it opens the post.
  func framed(_ content: RowLayout, opens: Bool = true) -> RowLayout {
    let metrics = style.card
    let top = place.isFirst ? px(metrics.paddingTop) : 0
    let bottom = place.ends.contains(.bottom) ? px(metrics.paddingBottom) : 0
    let height = top + content.size.height + bottom
    var list = DrawList()
    let radius = Double(min(px(metrics.cornerRadius), height / 2, cardWidth / 2))
    let upper = place.ends.contains(.top) ? radius : 0
    let lower = place.ends.contains(.bottom) ? radius : 0
    let surface = Rect(x: cardX, y: 0, width: cardWidth, height: height)
    let radii = CornerRadii(
      topLeft: upper, topRight: upper, bottomRight: lower, bottomLeft: lower)
    if upper > 0 || lower > 0 {
      list.append(.roundedRectangle(surface, radii, fill: colors.card, stroke: nil))
    } else {
      list.append(.rectangle(surface, fill: colors.card))
    }
    drawThread(top: top, height: height, into: &list)
    let x = Double(cardX + inset)
    let y = Double(top)
    list.append(content.drawList, at: Point(x: x, y: y))
    let whole = HitRegion(surface, FeedAction.open.action)
    var framed = RowLayout(
      size: PixelSize(width: max(0, base.width), height: height), drawList: list,
      hitRegions: (opens ? [whole] : [])
        + content.hitRegions.map { HitRegion($0.rect.offsetBy(x: x, y: y), $0.action) },
      lines: content.lines.map { LineMark(top: $0.top + top, key: $0.key) },
      rowLayers: content.rowLayers.map { $0.offsetBy(x: x, y: y) },
      accessibleText: content.accessibleText, copyText: content.copyText,
      texts: content.texts.map { $0.offsetBy(x: x, y: y) })
    framed.body = RowBody(surface, radii)
    return framed
  }

  private func drawThread(top: Int, height: Int, into list: inout DrawList) {
    // The post that a screen is about has no avatar column, but its avatar is where the line ends.
    guard avatarSide > 0, inset > padding || place.isFocus && hasColumns else { return }
    let thickness = max(1, px(2))
    let x = cardX + padding + (avatarSide - thickness) / 2
    func line(from: Int, to: Int) {
      guard to > from else { return }
      list.append(
        .rectangle(
          Rect(x: x, y: from, width: thickness, height: to - from), fill: colors.threadLine))
    }
    if place.lineAbove { line(from: 0, to: top) }
    // The avatar is drawn over it.
    if place.lineBelow, inset > padding { line(from: place.isFirst ? top : 0, to: height) }
  }
}
