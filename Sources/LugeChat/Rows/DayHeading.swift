import LugeCore
import LugeEngine

/// The day of the messages in view, as it stands at the list's upper edge: looks like the date
/// between two days.
struct DayHeading: RowDecoration {
  let day: Int
  /// Text of the day now.
  let words: String
  let appearance: ChatAppearance

  static func pinned(_ day: Int, _ appearance: ChatAppearance, isOwn: Bool = false) -> PinnedHeading
  {
    PinnedHeading(
      DayHeading(day: day, words: appearance.heading(ofDay: day), appearance: appearance),
      width: 360, height: 28, isOwn: isOwn)
  }

  /// The appearance is the conversation's, of which there is one in a list; of its colours it is
  /// enough to compare those that are seen.
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
