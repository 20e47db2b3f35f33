import LugeArchive
import LugeCore
import LugeWords

/// Filters that the buttons below the search field insert.
enum SearchFilters {
  static let names = [
    localized("From", context: "search filter"), localized("Date", context: "search filter"),
    localized("Has", context: "search filter"),
  ]

  /// Indices in ``names`` of the filters with a menu of their own.
  static let people = 0
  static let dates = 1
  static let contents = 2

  /// Returns the indices in ``names`` of the filters that a query has.
  static func used(in query: SearchQuery) -> Set<Int> {
    var used: Set<Int> = []
    if !query.people.isEmpty { used.insert(people) }
    if query.days != Int.min...Int.max { used.insert(dates) }
    if !query.contents.isEmpty { used.insert(contents) }
    return used
  }

  /// Maximum number of entries in a filter's menu.
  static let listed = 24

  /// Returns a query for a person's messages, to which words can be added.
  static func from(_ name: String) -> String {
    SearchQuery.quoting("from:" + name.replacing("\"", with: " ")) + " "
  }

  static func choices(
    _ index: Int, _ opened: [OpenArchive]
  ) async -> [(title: String, written: String)] {
    switch index {
    case people:
      let people =
        (try? await Task.detached {
          try opened.flatMap { opened -> [(name: String, isOwn: Bool)] in
            let own = opened.conversations.compactMap(\.ownAuthorID).filter { $0.rawValue > 0 }
            return try opened.archive.busiestPeople(limit: .max).map { person in
              (name: person.name, isOwn: own.contains(person.id))
            }
          }
        }.value) ?? []
      // The search goes by names: a person with one name in several sources is one person here, and
      // so is the user.
      var named = Set(people.filter(\.isOwn).map(\.name) + [""])
      let hasOwn = opened.contains { opened in
        opened.conversations.contains { ($0.ownAuthorID?.rawValue ?? 0) > 0 }
      }
      return (hasOwn ? [(localized("Me"), "from:me")] : [])
        + people.filter { !$0.isOwn && named.insert($0.name).inserted }.map { person in
          let name = person.name.replacing("\"", with: " ")
          return (ForeignText.visible(String(name.prefix(40))), SearchQuery.quoting("from:" + name))
        }
    default:
      let contents: [(String, SearchQuery.Content)] = [
        (localized("Pictures"), .picture), (localized("Videos"), .video),
        (localized("Voice Messages"), .voice), (localized("Music"), .audio),
        (localized("Files"), .file), (localized("Links"), .link), (localized("Polls"), .poll),
        (localized("Places"), .place),
        (localized("Contacts"), .contact),
      ]
      return contents.map { ($0.0, "has:\($0.1.rawValue)") }
    }
  }

  /// Contents of the menu of dates.
  struct Dates: Sendable {
    var choices: [(title: String, written: String)] = []
    /// Days since 1970 of the first and the last message; nil if there are none.
    var span: ClosedRange<Int>?
  }

  /// Returns dates that have messages: the last days, the months of the newest year or of the one
  /// in the query, and years.
  ///
  /// - Parameters:
  ///   - days: days of the present query.
  ///   - today: days since 1970.
  static func dates(
    of opened: [OpenArchive], within days: ClosedRange<Int>, today: Int, zone: ZoneOffsets
  ) async -> Dates {
    let months = await Task.detached {
      Set(opened.flatMap { (try? $0.archive.months(zone: zone)) ?? [] })
    }.value
    let ends = opened.flatMap(\.conversations).flatMap { [$0.first, $0.last] }
      .compactMap { $0.map { CivilDate.day(ofLocalSeconds: zone.localSeconds(of: $0)) } }
    guard let first = ends.min(), let last = ends.max() else { return Dates() }
    var dates = Dates(span: first...last)
    for count in [7, 30] where (today - count + 1...today).contains(last) {
      dates.choices.append(
        (
          localized(one: "Last {count} day", other: "Last {count} days", count: count),
          "after:" + written(today - count)
        ))
    }
    let years = Set(months.map(\.year)).sorted(by: >)
    let asked = days.upperBound == .max ? nil : CivilDate(daysSince1970: days.upperBound).year
    let year = asked.flatMap { years.contains($0) ? $0 : nil } ?? years.first
    dates.choices += months.filter { $0.year == year }.sorted(by: >).map {
      (DateWords.ofReader.month($0), "on:\(written($0.daysSince1970).prefix(7))")
    }
    dates.choices += years.map { ("\($0)", "on:\($0)") }
    return dates
  }

  /// Returns a filter for the days between two, both inclusive, in either order.
  static func span(_ one: Int, _ other: Int) -> String {
    "after:\(written(min(one, other) - 1)) before:\(written(max(one, other) + 1))"
  }

  /// Returns a date such as "2024-03-05".
  private static func written(_ day: Int) -> String {
    let date = CivilDate(daysSince1970: day)
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
  }
}
