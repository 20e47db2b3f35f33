import LugeCharts
import LugeChat
import LugeCore
import LugeWords

/// Item of the page of statistics, from top to bottom.
enum StatisticsItem: Sendable {
  case heading(String)
  /// Numbers, each with a label.
  case numbers([(value: String, name: String)])
  case chart(title: String, ChartStore)
  /// Vertical bars with labels below some of them.
  case columns(values: [Int], labels: [String])
  case bar(BarLine)
  /// A message of this day in another year.
  case memory(MediaLine, conversation: Int64)
}

/// A name, its value, and a bar in proportion to it.
struct BarLine: Sendable, Hashable {
  var name: String
  var value: String
  /// Length of the bar, 0 to 1.
  var share: Double
  /// Action of a click; nil for none.
  var action: String?
  /// The person whose line it is, for the avatar before it; nil for none.
  var person: ChatAuthor?
}

/// A message of this day in another year.
struct Memory: Sendable {
  var yearsAgo: Int
  var line: MediaLine
  var conversation: Int64
}

enum StatisticsItems {
  /// Prefix of the action that searches for a person's messages; the name follows.
  static let personAction = "statistics.person."
  /// Maximum points of the chart of days: if there are more days, several are one point.
  private static let chartPoints = 1200

  private static func written(_ report: StatisticsReport) -> String {
    if report.isOfPosts { return report.messages == 1 ? localized("post") : localized("posts") }
    return report.messages == 1 ? localized("message") : localized("messages")
  }

  static func make(of report: StatisticsReport, memories: [Memory]) -> [StatisticsItem] {
    let strings = ChatStrings()
    var items: [StatisticsItem] = [
      .numbers([
        (
          Words.formats.number(report.messages),
          Self.written(report)
        ),
        (Words.formats.number(report.words), localized("words")),
        (Words.formats.number(report.emoji), localized("emoji")),
        (Words.formats.number(report.links), localized("links")),
        (Words.formats.number(report.withMedia), localized("pictures and files")),
        (
          Words.formats.number(report.activeDays),
          report.isOfPosts ? localized("days with posts") : localized("days with messages")
        ),
      ])
    ]
    guard report.messages > 0 else { return items }
    items.append(.heading(localized("On This Day")))
    items += memories.map { .memory($0.line, conversation: $0.conversation) }
    if memories.isEmpty {
      items.append(
        .bar(
          BarLine(
            name: localized("Nothing was written on this day in other years"), value: "", share: 0))
      )
    }
    items.append(.heading(localized("When")))
    if report.dayCounts.count == 1, let only = report.dayCounts.first {
      // A line with a single point would be invisible.
      items.append(
        .bar(
          BarLine(
            name: strings.dates.long(CivilDate(daysSince1970: only.day)),
            value: report.isOfPosts
              ? localized(one: "{count} post", other: "{count} posts", count: only.count)
              : localized(one: "{count} message", other: "{count} messages", count: only.count),
            share: 1)))
    } else {
      let (store, title) = days(report.dayCounts, ofPosts: report.isOfPosts)
      items.append(.chart(title: title, store))
    }
    items.append(.heading(localized("By Hour of the Day")))
    items.append(
      .columns(values: report.hours, labels: (0..<24).map { $0 % 6 == 0 ? "\($0)" : "" }))
    items.append(.heading(localized("By Day of the Week")))
    let order = (0..<7).map { (Words.formats.weekBegins + $0) % 7 }
    items.append(
      .columns(
        values: order.map { report.weekdays[$0] },
        labels: order.map { strings.dates.shortWeekdays[$0] }))
    if let silence = report.longestSilence, silence.days >= 1 {
      func date(_ seconds: Int64) -> String {
        strings.dates.short(CivilDate(localSeconds: seconds))
      }
      items.append(.heading(localized("Longest Silence")))
      items.append(
        .bar(
          BarLine(
            name: localized(
              "{name}, {first} to {last}",
              [
                "name": ForeignText.isolated(silence.conversation),
                "first": date(silence.fromLocal), "last": date(silence.toLocal),
              ]),
            value: localized(
              one: "{count} day", other: "{count} days", count: Int(silence.days)), share: 0)))
    }
    let most = report.people.map(\.messages).max() ?? 1
    if report.people.count > 1 {
      items.append(.heading(localized("Who Wrote the Most")))
      items += report.people.map { person in
        .bar(
          BarLine(
            name: ForeignText.name(Clipping.singleLine(person.name)),
            value: Words.formats.number(person.messages),
            share: Double(person.messages) / Double(max(1, most)),
            action: person.name.isEmpty ? nil : personAction + person.name,
            person: ChatAuthor(
              id: 0, name: Clipping.singleLine(person.name), colorIndex: person.colorIndex)))
      }
    }
    items += list(localized("Words"), report.commonWords)
    items += list(localized("Emoji"), report.commonEmoji)
    items += list(localized("Links"), report.commonHosts)
    return items
  }

  private static func list(_ title: String, _ counts: [StatisticsReport.Count]) -> [StatisticsItem]
  {
    guard let most = counts.first?.count else { return [] }
    return [.heading(title)]
      + counts.map { entry in
        .bar(
          BarLine(
            name: ForeignText.name(entry.name), value: Words.formats.number(entry.count),
            share: Double(entry.count) / Double(max(1, most))))
      }
  }

  /// Returns the chart of days; those without messages are zero.
  private static func days(
    _ counts: [(day: Int, count: Int)], ofPosts: Bool
  ) -> (ChartStore, String) {
    guard let first = counts.first?.day, let last = counts.last?.day else {
      return (ChartStore([]), title(ofDays: 1, ofPosts: ofPosts))
    }
    let span = last.subtractingReportingOverflow(first).partialValue
    let step = [1, 7, 30, 365].first { span / $0 < chartPoints } ?? max(1, span / chartPoints)
    let name = title(ofDays: step, ofPosts: ofPosts)
    var sums = [Int](repeating: 0, count: span / step + 1)
    for entry in counts { sums[(entry.day - first) / step] += entry.count }
    let points = sums.enumerated().map { index, sum in
      (x: Double(first + index * step) * 86_400, y: Double(sum))
    }
    return (ChartStore([ChartSeries(name, points: points)]), name)
  }

  private static func title(ofDays step: Int, ofPosts: Bool) -> String {
    switch step {
    case 1: ofPosts ? localized("Posts by day") : localized("Messages by day")
    case 7: ofPosts ? localized("Posts by week") : localized("Messages by week")
    case 30: ofPosts ? localized("Posts by month") : localized("Messages by month")
    case 365: ofPosts ? localized("Posts by year") : localized("Messages by year")
    default:
      ofPosts
        ? localized("Posts by {days}-day period", ["days": "\(step)"])
        : localized("Messages by {days}-day period", ["days": "\(step)"])
    }
  }
}
