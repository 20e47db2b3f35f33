import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("WhatsApp: day or month first")
struct WhatsAppDateOrderTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var dates: [String]
    var suffix = ", 10:00 - "
    var order: DateOrder
    var certainty: Certainty
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a day over 12 decides", dates: ["01/02/20", "13/02/20", "01/03/20"],
      order: .dayMonthYear, certainty: .certain),
    Case(
      name: "a day over 12 in second place decides", dates: ["01/02/20", "02/13/20"],
      order: .monthDayYear, certainty: .certain),
    Case(
      name: "it decides even when it comes last",
      dates: Array(repeating: "01/02/20", count: 50) + ["12/31/20"],
      order: .monthDayYear, certainty: .certain),
    Case(
      name: "29 February decides by the year", dates: ["29/02/20"], order: .dayMonthYear,
      certainty: .certain),
    Case(
      name: "four digits in front", dates: ["2020/02/01"], order: .yearMonthDay,
      certainty: .certain),
    Case(
      name: "never over 12: no steps back in time", dates: ["10/01/20", "11/01/20", "01/02/20"],
      order: .dayMonthYear, certainty: .likely),
    Case(
      name: "never over 12: no steps back, month first",
      dates: ["01/10/20", "01/11/20", "02/01/20"],
      order: .monthDayYear, certainty: .likely),
    Case(
      name: "never over 12, both in order: the shorter time",
      dates: ["1/2/20", "1/3/20", "1/4/20"], order: .monthDayYear, certainty: .likely),
    Case(
      name: "never over 12, both in order: the shorter time, day first",
      dates: ["2/1/20", "3/1/20", "4/1/20"], order: .dayMonthYear, certainty: .likely),
    Case(
      name: "one date, dots", dates: ["03.04.20"], order: .dayMonthYear, certainty: .guessed),
    Case(
      name: "one date, slashes, 24 hours", dates: ["03/04/20"], order: .dayMonthYear,
      certainty: .guessed),
    Case(
      name: "one date, capital AM", dates: ["3/4/20"], suffix: ", 10:00 AM - ",
      order: .monthDayYear, certainty: .guessed),
    Case(
      name: "one date, small am", dates: ["3/4/20"], suffix: ", 10:00 am - ",
      order: .dayMonthYear, certainty: .guessed),
    Case(
      name: "one date, a. m.", dates: ["3/4/20"], suffix: ", 10:00 a. m. - ",
      order: .dayMonthYear, certainty: .guessed),
    Case(
      name: "two digits of the year in front: the only possible",
      dates: ["32/12/30", "32/12/31"], order: .yearMonthDay, certainty: .likely),
    Case(
      name: "two digits of the year in front: the far shorter time",
      dates: ["22-12-14", "22-12-15", "22-12-20", "22-12-30"], order: .yearMonthDay,
      certainty: .likely),
  ]

  @Test("The order and how sure it is", arguments: cases)
  func order(_ item: Case) throws {
    let text = item.dates.map { "\($0)\(item.suffix)Ann: x\n" }.joined()
    let profile = try WhatsAppProfile(scanning: MemoryByteSource(Array(text.utf8), name: "t"))
    #expect(profile.order == item.order)
    #expect(profile.certainty == item.certainty)
    #expect(profile.headers == item.dates.count)
  }

  @Test("A date that the order makes impossible still begins a message")
  func impossible() throws {
    let text =
      (1...28).map { "\($0)/01/20, 10:00 - Ann: x\n" }.joined() + "01/31/20, 10:00 - Bob: y\n"
    let sink = CollectingSink()
    try WhatsAppTextReader.read(MemoryByteSource(Array(text.utf8), name: "t"), into: sink)
    #expect(sink.messages.count == 29)
    #expect(sink.times.last == "2020-01-31 10:00:00")
    #expect(sink.notes.map(\.reason) == ["dates are read as day/month/year (likely)"])
  }

  @Test("A source that can be read once gives the same messages")
  func onePass() throws {
    final class Once: ByteSource {
      let inner: MemoryByteSource
      init(_ text: String) { inner = MemoryByteSource(Array(text.utf8), name: "t") }
      var name: String { "t" }
      var size: Int64? { nil }
      func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        inner.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(7)))
      }
    }
    let text = "01/02/20, 10:00 - Ann: x\n02/02/20, 10:00 - Ann: y\nz\n13/02/20, 10:00 - Ann: w\n"
    let (once, twice) = (CollectingSink(), CollectingSink())
    try WhatsAppTextReader.read(Once(text), into: once)
    try WhatsAppTextReader.read(MemoryByteSource(Array(text.utf8), name: "t"), into: twice)
    #expect(once.messages == twice.messages)
    #expect(once.times == ["2020-02-01 10:00:00", "2020-02-02 10:00:00", "2020-02-13 10:00:00"])
  }

  @Test("Days since 1970 and back, every day of 800 years; known days")
  func civil() throws {
    var expected = try #require(CivilDate(year: 1600, month: 1, day: 1)).daysSince1970
    #expect(expected == -135_140)
    for year in 1600..<2400 {
      for month in 1...12 {
        for day in 1...CivilDate.days(inMonth: month, year: year) {
          let date = try #require(CivilDate(year: year, month: month, day: day))
          guard date.daysSince1970 == expected, CivilDate(daysSince1970: expected) == date else {
            Issue.record("\(date)")
            return
          }
          expected += 1
        }
      }
    }
    #expect(CivilDate(year: 2023, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 1900, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2000, month: 2, day: 29)?.daysSince1970 == 11_016)
  }
}
