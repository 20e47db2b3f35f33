import LugeCore
public import LugeEngine

/// Values that a row's layout may depend on besides the row itself: its card's column at one width
/// of the list. Lengths in device pixels.
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

  /// Distance from the content's left edge to the avatar's; zero or negative.
  var avatarX: Int { padding - inset }
  var rowGap: Int { px(style.card.rowGap) }

  /// Puts a row's content into the card, with background, corners and the thread's line.
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
    let whole = HitRegion(surface, FeedAction.open.action)
    var framed = RowLayout(
      size: PixelSize(width: max(0, base.width), height: height), drawList: list,
      hitRegions: opens ? [whole] : [], accessibleText: content.accessibleText,
      copyText: content.copyText)
    framed.append(content, x: cardX + inset, y: top)
    framed.body = RowBody(surface, radii)
    return framed
  }

  private func drawThread(top: Int, height: Int, into list: inout DrawList) {
    // The focused post has no avatar column, but the line ends at its avatar.
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
    // The avatar is drawn over the line.
    if place.lineBelow, inset > padding { line(from: place.isFirst ? top : 0, to: height) }
  }

  func line(
    _ text: String, _ points: Double, _ weight: FontSpec.Weight = .regular, room: Int
  ) -> TextLayout {
    base.line(text, points: points, weight: weight, maxWidth: room)
  }

  /// Draws a round picture of a person, over initials in the person's colour.
  func avatar(_ author: PostAuthor, x: Int, y: Int, side: Int, into list: inout DrawList) {
    let rect = Rect(x: x, y: y, width: side, height: side)
    let fill =
      AuthorPalette.color(Int(truncatingIfNeeded: author.id), of: colors.people) ?? colors.accent
    let radii = CornerRadii(Double(side) / 2)
    list.append(.roundedRectangle(rect, radii, fill: fill, stroke: nil))
    let initials = line(
      AuthorPalette.initials(of: strings.name(of: author)),
      Double(side) * 0.38 / max(0.01, base.environment.unit), .medium, room: side)
    list.append(
      .plainText(
        initials, x: x + max(0, side - initials.size.width) / 2,
        y: y + (side - initials.size.height) / 2, color: colors.initials))
    guard let key = author.avatar else { return }
    let placeholder = ImagePlaceholder(
      fill: ThemeColor(light: RGBA(0, alpha: 0), dark: RGBA(0, alpha: 0)), mark: .none,
      reportsProblems: false)
    list.append(.image(key, rect, radii, placeholder: placeholder))
  }

  /// Draws a text on a dark pill over a picture.
  func pill(_ words: String, in cell: Rect, into list: inout DrawList) {
    let text = line(words, style.type.small - 1, .medium, room: Int(cell.width))
    let (paddingX, paddingY, gap) = (px(6), px(2), px(6))
    let size = PixelSize(
      width: text.size.width + 2 * paddingX, height: text.size.height + 2 * paddingY)
    guard Double(size.width + 2 * gap) <= cell.width, Double(size.height + 2 * gap) <= cell.height
    else { return }
    let x = Int(cell.x) + gap
    let y = Int(cell.maxY) - gap - size.height
    list.append(
      .roundedRectangle(
        Rect(x: x, y: y, width: size.width, height: size.height),
        CornerRadii(Double(px(4))), fill: colors.overlay, stroke: nil))
    list.append(.plainText(text, x: x + paddingX, y: y + paddingY, color: colors.overlayText))
  }

  /// Draws a triangle in a dark circle, over videos and animations.
  func playMark(over cell: Rect, into list: inout DrawList) {
    let side = min(px(44), Int(min(cell.width, cell.height)) / 3)
    guard side >= 4 else { return }
    let circle = Rect(
      x: Int(cell.x) + (Int(cell.width) - side) / 2,
      y: Int(cell.y) + (Int(cell.height) - side) / 2, width: side, height: side)
    list.append(
      .roundedRectangle(circle, CornerRadii(Double(side) / 2), fill: colors.overlay, stroke: nil))
    list.append(.path(MediaGlyph.play.path(in: circle), fill: colors.overlayText, stroke: nil))
  }

  /// Draws the background of a quoted post or a link preview within a card.
  func insetSurface(height: Int, into list: inout DrawList) {
    list.append(
      .roundedRectangle(
        Rect(x: 0, y: 0, width: width, height: height),
        CornerRadii(Double(min(px(style.card.insetRadius), height / 2))), fill: colors.inset,
        stroke: nil))
  }

  func placeholder(_ mark: ImagePlaceholder.Mark, _ preview: BlurHash? = nil) -> ImagePlaceholder {
    ImagePlaceholder(
      fill: colors.picturePlaceholder, mark: mark, preview: preview,
      words: strings.problems.words(
        font: base.font(style.type.small), isVideo: mark == .playable))
  }
}
