import LugeCore
import LugeTestSupport
import Testing

@Suite("Typed dates") struct TypedDateTests {
  private let nearby = CivilDate(daysSince1970: CivilDate.day(year: 2029, month: 1, day: 12))

  private func words(_ date: CivilDate?) -> String? {
    date.map { "\($0.year)-\($0.month)-\($0.day)" }
  }

  @Test(
    "what people type is what they mean",
    arguments: [
      ("20 Jun 2027", "2027-6-20"), ("2027-06-20", "2027-6-20"), ("20.6.2027", "2027-6-20"),
      ("20.6.27", "2027-6-20"), ("June 20, 2027", "2027-6-20"), ("20th of june 2027", "2027-6-20"),
      ("Sunday, 20 June 2027", "2027-6-20"), ("2027 jun 20", "2027-6-20"),
      ("20270620", "2027-6-20"), ("2027/6/20", "2027-6-20"), ("20/6/2027", "2027-6-20"),
      ("6/20/2027", "2027-6-20"), ("  20   jun   2027  ", "2027-6-20"),
      ("15 Aug", "2029-8-15"), ("15", "2029-1-15"), ("20.6.", "2029-6-20"),
      ("Jun 2027", "2027-6-1"),
      ("june", "2029-6-1"), ("6/2027", "2027-6-1"), ("2027-06", "2027-6-1"), ("2027", "2027-1-1"),
      ("29 Feb 2028", "2028-2-29"), ("Sept 3 2025", "2025-9-3"), ("1 may 1999", "1999-5-1"),
    ])
  func meant(_ text: String, _ expected: String) {
    #expect(words(TypedDate(nearby: nearby).date(text)) == expected)
  }

  @Test(
    "what is no date is none",
    arguments: [
      "", "  ", "30 Feb 2027", "29.2.2027", "32", "0", "hello", "20 Foo 2027", "1 Jun Jul 2027",
      "2027-13-40", "1.2.3.4", "99999999999", "20 Jun 2027 x", "0000-01-01", "ju", "20:06:2027",
      "2027-06-20-01", "👍",
    ])
  func none(_ text: String) {
    #expect(TypedDate(nearby: nearby).date(text) == nil)
  }

  @Test("with slashes the reader's habit decides, where both orders make a date")
  func habit() {
    let american = TypedDate(nearby: nearby, monthComesFirst: true)
    #expect(words(american.date("6/7/2027")) == "2027-6-7")
    #expect(words(american.date("6.7.2027")) == "2027-7-6")
    #expect(words(american.date("20/6/2027")) == "2027-6-20")
    #expect(words(TypedDate(nearby: nearby).date("6/7/2027")) == "2027-7-6")
  }

  @Test("each day reads back from all its forms, and nothing typed is a trap")
  func property() {
    var random = SeededGenerator(seed: 7)
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let reading = TypedDate(nearby: nearby)
    for _ in 0..<500 {
      let date = CivilDate(daysSince1970: Int.random(in: -300_000...700_000, using: &random))
      let year = String("000\(date.year)".suffix(4))
      for text in [
        "\(date.day) \(names[date.month - 1]) \(year)", "\(year)-\(date.month)-\(date.day)",
        "\(date.day).\(date.month).\(year)", "\(names[date.month - 1]) \(date.day), \(year)",
      ] {
        #expect(reading.date(text) == date)
        // Each beginning of it is read while it is typed.
        for end in text.indices { _ = reading.date(text[..<end]) }
      }
    }
  }
}
