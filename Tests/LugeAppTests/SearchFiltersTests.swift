import LugeArchive
import Testing

@testable import LugeApp

@Suite("Buttons below the search field") struct SearchFiltersTests {
  @Test(
    "A button is marked while the field has a filter of its kind",
    arguments: [
      ("", []), ("from here to there", []), ("from:\"Ann B\" flat", [SearchFilters.people]),
      ("on:2023 flat", [SearchFilters.dates]), ("before:2023", [SearchFilters.dates]),
      ("has:picture has:link", [SearchFilters.contents]),
      (
        "has:voice after:2020-03-01 from:me",
        [SearchFilters.people, SearchFilters.dates, SearchFilters.contents]
      ),
    ] as [(String, Set<Int>)])
  func used(text: String, filters: Set<Int>) {
    #expect(SearchFilters.used(in: SearchQuery(text)) == filters)
  }
}
