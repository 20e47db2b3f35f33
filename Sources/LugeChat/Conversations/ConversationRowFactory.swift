import LugeCore
public import LugeEngine

/// Makes the rows of the side list.
public struct ConversationRowFactory: RowFactory {
  public let appearance: ChatAppearance
  /// Current day in local time, days since 1970: dates of today are shown as times, those of the
  /// previous days as weekdays, those of this year without the year. Nil: full dates.
  public let today: Int?
  /// Number that must grow with every change of the appearance.
  public let styleRevision: UInt64

  public init(appearance: ChatAppearance, today: Int? = nil, styleRevision: UInt64 = 0) {
    self.appearance = appearance
    self.today = today
    self.styleRevision = styleRevision
  }

  public func rows(for item: Conversation, previous: Conversation?, next: Conversation?)
    -> [any RowModel]
  {
    let date = dateText(item.localSeconds)
    var mix = RevisionMix(styleRevision)
    mix.add(item.revision.rawValue)
    mix.add(item.isSelected)
    mix.add(date)
    return [
      ConversationRow(
        id: RowID(item: item.id, part: 0), revision: mix.revision, conversation: item,
        dateText: date, appearance: appearance)
    ]
  }

  private func dateText(_ seconds: Int64?) -> String {
    guard let seconds else { return "" }
    let day = CivilDate.day(ofLocalSeconds: seconds)
    if day == today {
      return appearance.strings.timeOfDay(CivilDate.secondOfDay(ofLocalSeconds: seconds))
    }
    if let today, (today - 6..<today).contains(day) {
      return appearance.strings.dates.shortWeekday(CivilDate(daysSince1970: day))
    }
    let year = today.map { CivilDate(daysSince1970: $0).year }
    return appearance.strings.dates.short(CivilDate(daysSince1970: day), currentYear: year)
  }
}
