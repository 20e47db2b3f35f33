public import LugeCore

extension LayoutContext {
  /// Points to whole device pixels, never negative and never too large to add up, whatever the
  /// scale and the style say.
  public func pixels(_ points: Double) -> Int {
    let pixels = px(points)
    return pixels.isFinite ? Int(min(max(pixels, 0), 1_000_000)) : 0
  }

  /// A text in at most so many device pixels.
  public func layout(
    _ text: StyledText, points: Double, weight: FontSpec.Weight = .regular, isItalic: Bool = false,
    maxWidth: Int, maxLines: Int? = nil
  ) -> TextLayout {
    self.text.layout(
      TextRequest(
        text, font: font(points, weight: weight, isItalic: isItalic), maxWidth: max(1, maxWidth),
        maxLines: maxLines))
  }

  /// One line of plain text, cut with an ellipsis; line breaks become spaces.
  public func line(
    _ text: String, points: Double, weight: FontSpec.Weight = .regular, maxWidth: Int
  ) -> TextLayout {
    layout(
      StyledText(Clipping.singleLine(text)), points: points, weight: weight, maxWidth: maxWidth,
      maxLines: 1)
  }
}
