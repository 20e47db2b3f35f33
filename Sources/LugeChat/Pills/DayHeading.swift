import LugeCore
import LugeEngine

/// Floating date of the messages in view, at the list's upper edge; looks like the date between two
/// days.
struct DayHeading: RowDecoration {
  let day: Int
  /// Text of the day, as of now.
  let words: String
  let appearance: ChatAppearance

  static func pinned(_ day: Int, _ appearance: ChatAppearance, isOwn: Bool = false) -> PinnedHeading
  {
    PinnedHeading(
      DayHeading(day: day, words: appearance.heading(ofDay: day), appearance: appearance),
      width: 360, height: 28, isOwn: isOwn)
  }

  /// Compares only what is drawn (text, colour and font): a list has a single appearance.
  static func == (a: DayHeading, b: DayHeading) -> Bool {
    a.day == b.day && a.words == b.words
      && a.appearance.style.colors.servicePill == b.appearance.style.colors.servicePill
      && a.appearance.style.type.service == b.appearance.style.type.service
  }

  func hash(into hasher: inout Hasher) { hasher.combine(day) }

  func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    PillRow.drawList(of: words, appearance, size: size, in: context)
  }
}
