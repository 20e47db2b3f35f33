public import LugeCore

extension LayoutContext {
  /// Converts points to whole device pixels, clamped so that the result is never negative and sums
  /// do not overflow, whatever the scale and the style are.
  public func pixels(_ points: Double) -> Int {
    let pixels = px(points)
    return pixels.isFinite ? Int(min(max(pixels, 0), 1_000_000)) : 0
  }

  /// Lays out a text in a width of device pixels.
  public func layout(
    _ text: StyledText, points: Double, weight: FontSpec.Weight = .regular, isItalic: Bool = false,
    maxWidth: Int, maxLines: Int? = nil
  ) -> TextLayout {
    self.text.layout(
      TextRequest(
        text, font: font(points, weight: weight, isItalic: isItalic), maxWidth: max(1, maxWidth),
        maxLines: maxLines))
  }

  /// Lays out one line of plain text, shortened with an ellipsis; line breaks become spaces.
  public func line(
    _ text: String, points: Double, weight: FontSpec.Weight = .regular, maxWidth: Int
  ) -> TextLayout {
    layout(
      StyledText(Clipping.singleLine(text)), points: points, weight: weight, maxWidth: maxWidth,
      maxLines: 1)
  }
}
