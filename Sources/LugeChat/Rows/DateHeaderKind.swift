import LugeCore
public import LugeEngine

/// "Monday, 3 June 2024" above the first message of a day.
public struct DateHeaderKind: RowKind {
  public static let name: KindName = "dateHeader"

  public init() {}

  public func rows(for message: ChatMessage, in context: RowContext) -> [any RowModel] {
    guard context.facts.startsDay else { return [] }
    let day = CivilDate.day(ofLocalSeconds: context.facts.localSeconds)
    return [
      PillRow(
        id: RowID(item: message.id, part: ChatPart.dateHeader),
        revision: context.revision(UInt64(bitPattern: Int64(day))),
        text: StyledText(context.appearance.strings.longDate(CivilDate(daysSince1970: day))),
        appearance: context.appearance, day: day)
    ]
  }
}
