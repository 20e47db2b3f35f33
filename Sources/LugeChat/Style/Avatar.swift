package import LugeCore
package import LugeEngine

/// A person or a conversation as a circle: the picture, or initials on a colour.
package struct Avatar {
  let name: String
  let colorIndex: Int
  var picture: ImageKey?

  package init(_ author: ChatAuthor) {
    name = author.name
    colorIndex = author.colorIndex
    picture = author.picture
  }

  /// Returns the commands that draw the avatar.
  ///
  /// - Parameter side: device pixels.
  package func commands(
    x: Int, y: Int, side: Int, style: ChatStyle, in context: LayoutContext
  ) -> [DrawCommand] {
    guard side > 0 else { return [] }
    let circle = Rect(x: x, y: y, width: side, height: side)
    let radii = CornerRadii(Double(side) / 2)
    let fill = style.colors.author(colorIndex)
    let initials = AuthorPalette.initials(of: name)
    // A very small avatar has space for one letter, which is then large enough to be read.
    let isSmall = side < context.pixels(24)
    let shown = isSmall ? String(initials.prefix(1)) : initials
    let points = Double(side) / context.environment.unit * (isSmall ? 0.64 : 0.4)
    let text = context.layout(
      StyledText(shown), points: points, weight: .medium, maxWidth: side, maxLines: 1)
    var list: [DrawCommand] = [
      .roundedRectangle(circle, radii, fill: fill, stroke: nil),
      .plainText(
        text, x: x + max(0, side - text.size.width) / 2, y: y + (side - text.size.height) / 2,
        color: style.colors.initials),
    ]
    if let picture {
      // The initials below stay visible if the picture cannot be shown.
      list.append(
        .image(
          picture, circle, radii,
          placeholder: ImagePlaceholder(
            fill: ThemeColor(light: RGBA(0, alpha: 0), dark: RGBA(0, alpha: 0)), mark: .none,
            reportsProblems: false)))
    }
    return list
  }
}
