import LugeChat
import LugeCore
import LugeEngine
import LugeQt
import LugeWords

/// Shows who is typing, at the lower edge of a conversation, in the space that the list keeps free
/// below its last message. While the user reads further up, it is drawn on a strip in the list's
/// background colour, so that no text is half covered, above the button with the number of new
/// messages, if there is one. It is not a row: nothing moves when it appears.
@MainActor
final class TypingIndicator: FloatingSource {
  /// Height of the list's space below its last message, points.
  static let room = TypingMark.height + 2 * margin
  private static let margin = 4.0

  private let appearance: ChatAppearance
  private let side: Double
  /// Whether the space below the last message is in view.
  var isAtEnd: @MainActor () -> Bool = { true }
  /// Device pixels at the list's lower edge that something else covers.
  var lift: @MainActor () -> Double = { 0 }
  var people: [ChatAuthor] = []
  /// Whether the dots are animated.
  var isAnimated = true
  private var start: Double?

  init(_ appearance: ChatAppearance) {
    self.appearance = appearance
    side = appearance.style.bubble.sideMargin
  }

  func floating(
    over size: PixelSize, unit: Double, at time: Double
  ) -> (decorations: [FloatingDecoration], next: Double?) {
    guard !people.isEmpty else {
      start = nil
      return ([], nil)
    }
    func pixels(_ points: Double) -> Double { (points * unit).rounded() }
    let bubble = appearance.style.bubble
    let width = Double(size.width) + pixels(bubble.barRoom)
    let column = min(width, pixels(bubble.columnWidth))
    let margin = pixels(side)
    let height = pixels(TypingMark.height)
    let bottom = Double(size.height) - lift().rounded()
    var rect = Rect(
      x: ((width - column) / 2).rounded(.down) + margin,
      y: bottom - height - pixels(Self.margin),
      width: min(pixels(TypingMark.width), max(1, column - 2 * margin)), height: height)
    // On the side of others' messages.
    if Words.isRightToLeft { rect.x = Double(size.width) - rect.maxX }
    let began = start ?? time
    start = began
    let step = Int((max(0, time - began) / TypingMark.phaseSeconds).rounded(.down))
    let mark = TypingMark(
      people, phase: isAnimated ? step % TypingMark.phases : nil, appearance: appearance)
    let strip = Rect(
      x: 0, y: rect.y - pixels(Self.margin), width: Double(size.width),
      height: bottom - rect.y + pixels(Self.margin))
    return (
      (isAtEnd() ? [] : [FloatingDecoration(Strip(), in: strip)])
        + [FloatingDecoration(mark, in: rect)],
      isAnimated ? began + Double(step + 1) * TypingMark.phaseSeconds : nil
    )
  }
}

/// A strip in the list's background colour, with a line at its upper edge.
private struct Strip: RowDecoration {
  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    DrawList([
      .rectangle(
        Rect(x: 0, y: 0, width: size.width, height: size.height), fill: ChatStyle.background),
      .rectangle(
        Rect(x: 0, y: 0, width: size.width, height: context.pixels(1)),
        fill: DesignTokens.standard.colors.hairline),
    ])
  }
}
