import LugeCore

/// Style and texts of a conversation, shared by all of its rows. A class, so that a row holds one
/// reference instead of a copy of every colour.
public final class ChatAppearance: Sendable {
  public let style: ChatStyle
  public let strings: ChatStrings
  /// Current day, with which headings say "Today" and "Yesterday" and leave out the current year;
  /// nil: headings always have the complete date, as in an archive.
  public let currentDay: CurrentDay?

  public init(
    style: ChatStyle = ChatStyle(), strings: ChatStrings = ChatStrings(),
    currentDay: CurrentDay? = nil
  ) {
    self.style = style
    self.strings = strings
    self.currentDay = currentDay
  }

  /// Returns the heading of a day's messages.
  ///
  /// - Parameter day: days since 1970.
  func heading(ofDay day: Int) -> String {
    strings.heading(CivilDate(daysSince1970: day), closeness(ofDay: day))
  }

  func closeness(ofDay day: Int) -> CurrentDay.Closeness { currentDay?.closeness(of: day) ?? .far }
}
