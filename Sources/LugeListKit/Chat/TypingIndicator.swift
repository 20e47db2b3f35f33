import LugeChat
import LugeCore
import LugeEngine
import LugeQt

/// Shows who is typing, at the lower edge of a conversation: in the space that the list keeps free
/// below its last message, or over other messages. It is not a row: nothing moves when it appears.
@MainActor
final class TypingIndicator: FloatingSource {
  /// Points of the list's space below its last message.
  static let room = TypingMark.height + 2 * margin
  private static let margin = 4.0

  private let appearance: ChatAppearance
  private let side: Double
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
    let column = min(Double(size.width), pixels(appearance.style.bubble.columnWidth))
    let margin = pixels(side)
    let height = pixels(TypingMark.height)
    let rect = Rect(
      x: ((Double(size.width) - column) / 2).rounded(.down) + margin,
      y: Double(size.height) - height - pixels(Self.margin),
      width: min(pixels(TypingMark.width), max(1, column - 2 * margin)), height: height)
    let began = start ?? time
    start = began
    let step = Int((max(0, time - began) / TypingMark.phaseSeconds).rounded(.down))
    let mark = TypingMark(
      people, phase: isAnimated ? step % TypingMark.phases : nil, appearance: appearance)
    return (
      [FloatingDecoration(mark, in: rect)],
      isAnimated ? began + Double(step + 1) * TypingMark.phaseSeconds : nil
    )
  }
}
