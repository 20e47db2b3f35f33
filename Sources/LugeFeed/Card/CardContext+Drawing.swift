import LugeCore
import LugeEngine

extension CardContext {
  func line(
    _ text: String, _ points: Double, _ weight: FontSpec.Weight = .regular, room: Int
  ) -> TextLayout {
    base.line(text, points: points, weight: weight, maxWidth: room)
  }

  /// A round picture of a person, over initials in the person's colour.
  func avatar(_ author: PostAuthor, x: Int, y: Int, side: Int, into list: inout DrawList) {
    let rect = Rect(x: x, y: y, width: side, height: side)
    let color =
      AuthorPalette.color(Int(truncatingIfNeeded: author.id), of: colors.people) ?? colors.accent
    let fill = ThemeColor(light: color.light, dark: color.light)
    let radii = CornerRadii(Double(side) / 2)
    list.append(.roundedRectangle(rect, radii, fill: fill, stroke: nil))
    let initials = line(
      AuthorPalette.initials(of: strings.name(of: author)),
      Double(side) * 0.38 / max(0.01, base.environment.unit), .medium, room: side)
    list.append(
      .plainText(
        initials, x: x + max(0, side - initials.size.width) / 2,
        y: y + (side - initials.size.height) / 2, color: colors.overlayText))
    guard let key = author.avatar else { return }
    let placeholder = ImagePlaceholder(
      fill: ThemeColor(light: RGBA(0, alpha: 0), dark: RGBA(0, alpha: 0)), mark: .none,
      reportsProblems: false)
    list.append(.image(key, rect, radii, placeholder: placeholder))
  }

  /// A text on a dark pill over a picture.
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

  /// A triangle in a dark circle, over videos and animations.
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

  /// The background of a quoted post or a link preview within a card.
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
