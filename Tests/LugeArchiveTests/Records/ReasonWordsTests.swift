import LugeImporters
import LugeWords
import Testing

@testable import LugeArchive

@Suite("Why records were left out, in words") struct ReasonWordsTests {
  @Test("In English each reason is said as its reader says it")
  func english() {
    for reason in [
      "it has no time", "the message is larger than 16 MB: its end is left out",
      "the message is larger than 16 MB", "lines 3 to 17", "message 5 (byte 90)",
      "a reason that nobody has listed {x}", "", "3 records are no posts",
      "'a {name} b' in it is a link to another file; pack it without links", "line ", "line",
      "dates are read as day/month/year (certain)",
    ] {
      #expect(ReasonWords.said(reason) == reason)
    }
  }

  @Test("Names and numbers stay, whatever they are")
  func values() {
    #expect(
      ReasonWords.values(of: "the message is larger than 16 MB: its end is left out")
        == ["size": "16 MB"])
    #expect(ReasonWords.values(of: "lines 3 to 17") == ["first": "3", "last": "17"])
    #expect(
      ReasonWords.values(of: "message a to b (byte 90)") == ["id": "a to b", "offset": "90"])
    #expect(ReasonWords.values(of: "line ") == nil)
  }

  @Test("The formats' own reasons are known as soon as the formats are")
  func formats() {
    #expect(!ExportOpener.registry.isEmpty)
    #expect(ReasonWords.values(of: "a thread of more than 50 posts") == ["count": "50"])
    #expect(
      ReasonWords.values(of: "dates are read as day, month, year")
        == ["order": "day, month, year"])
  }
}
