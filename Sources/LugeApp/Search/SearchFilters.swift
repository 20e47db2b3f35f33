import LugeArchive
import LugeCore
import LugeWords

/// Filters that the buttons below the search field offer.
enum SearchFilters {
  static let names = [
    localized("From", context: "search filter"), localized("Date", context: "search filter"),
    localized("Has", context: "search filter"),
  ]

  /// Maximum number of entries in a filter's menu.
  static let listed = 24

  /// A query for what a person wrote, to which words can be added.
  static func from(_ name: String) -> String {
    SearchQuery.quoting("from:" + name.replacing("\"", with: " ")) + " "
  }

  static func choices(
    _ index: Int, _ opened: [OpenArchive]
  ) async -> [(title: String, written: String)] {
    switch index {
    case 0:
      let people =
        (try? await Task.detached {
          try opened.flatMap { opened -> [(name: String, isOwn: Bool)] in
            let own = opened.conversations.compactMap(\.ownAuthorID).filter { $0.rawValue > 0 }
            return try opened.archive.busiestPeople(limit: .max).map { person in
              (name: person.name, isOwn: own.contains(person.id))
            }
          }
        }.value) ?? []
      // A search goes by names: who has one in several sources is one person here, and so is the
      // user.
      var named = Set(people.filter(\.isOwn).map(\.name) + [""])
      let hasOwn = opened.contains { opened in
        opened.conversations.contains { ($0.ownAuthorID?.rawValue ?? 0) > 0 }
      }
      return (hasOwn ? [(localized("Me"), "from:me")] : [])
        + people.filter { !$0.isOwn && named.insert($0.name).inserted }.map { person in
          let name = person.name.replacing("\"", with: " ")
          return (ForeignText.visible(String(name.prefix(40))), SearchQuery.quoting("from:" + name))
        }
    case 1:
      let years = opened.flatMap(\.conversations).flatMap { [$0.first, $0.last] }.compactMap {
        time in
        time.map { CivilDate(localSeconds: $0.seconds).year }
      }
      let known = (years.min() ?? 0)...(years.max() ?? 0)
      return [(localized("Today"), "on:today"), (localized("Yesterday"), "on:yesterday")]
        + known.reversed().prefix(12).map { ("\($0)", "on:\($0)") }
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
}
