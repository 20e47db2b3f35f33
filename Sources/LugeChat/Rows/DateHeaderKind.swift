import LugeCore
public import LugeEngine

/// Date, such as "Monday, 3 June 2024", above the first message of a day; "Today" if the current
/// day is known (``ChatAppearance/currentDay``).
public struct DateHeaderKind: RowKind {
  public static let name: KindName = "dateHeader"

  public init() {}

  public func rows(for message: ChatMessage, in context: RowContext) -> [any RowModel] {
    guard context.facts.startsDay else { return [] }
    let day = CivilDate.day(ofLocalSeconds: context.facts.localSeconds)
    return [
      PillRow(
        id: RowID(item: message.id, part: ChatPart.dateHeader),
        revision: revision(of: day, in: context),
        text: StyledText(context.appearance.heading(ofDay: day)),
        appearance: context.appearance, day: day)
    ]
  }

  /// Returns the revision of a heading. It is the same for every complete date, whatever the
  /// current day is.
  private func revision(of day: Int, in context: RowContext) -> Revision {
    let value = UInt64(bitPattern: Int64(day))
    let closeness = context.appearance.closeness(ofDay: day)
    return closeness == .far
      ? context.revision(value) : context.revision(value, closeness.rawValue)
  }
}
