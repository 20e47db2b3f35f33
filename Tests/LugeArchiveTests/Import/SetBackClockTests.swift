import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

/// Sources without a zone whose clock is set back: in autumn, or on the way west.
@Suite("A clock that is set back") struct SetBackClockTests {
  private static let autumn = """
    27/10/2024, 02:40 - Ann: are you still awake?
    27/10/2024, 02:50 - Ben: shall we go out?
    27/10/2024, 02:55 - Ann: answer me please
    27/10/2024, 02:05 - Ben: yes, after the change
    27/10/2024, 02:51 - Ann: good
    27/10/2024, 02:58 - Ben: where are we going?
    27/10/2024, 03:10 - Ann: over the river
    28/10/2024, 09:00 - Ben: that was nice, good morning

    """
  private static let order = ["02:40", "02:50", "02:55", "02:05", "02:51", "02:58", "03:10"]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { "\(folder.path)/\(name).luge" }

  @discardableResult
  private func bring(
    _ text: String, into name: String, as reader: any ExportReader.Type = WhatsAppTextReader.self,
    file: String = "WhatsApp Chat with Ben.txt"
  ) throws -> ImportReport {
    let part = ImportInput.Part(name: file) {
      try reader.read(MemoryByteSource(Array(text.utf8), name: file), into: $0)
    }
    return try ArchiveImporter(into: path(name)).run(ImportInput(path: name, parts: [part]))
  }

  private func records(_ name: String) throws -> [MessageRecord] {
    let archive = try Archive(opening: path(name))
    let conversation = try #require(try archive.conversations().first)
    return try archive.records(in: conversation.id, at: 0..<conversation.count).map(\.record)
  }

  private func lines(_ name: String) throws -> [String] {
    try records(name).map { "\(clock($0)) \($0.text.string)" }
  }

  private func clocks(_ name: String) throws -> [String] { try records(name).map(clock) }

  private func clock(_ record: MessageRecord) -> String {
    String(CivilTime(localSeconds: record.time.seconds).clockWithSeconds.prefix(5))
  }

  /// The times by which the messages are placed.
  private func places(_ name: String) throws -> [Timestamp?] {
    let archive = try Archive(opening: path(name))
    let conversation = try #require(try archive.conversations().first)
    return try archive.times(in: conversation.id, at: 0..<conversation.count)
  }

  private func merge(_ one: String, _ two: String, into name: String) throws {
    let merge = try ArchiveMerge(Archive(opening: path(one)), Archive(opening: path(two)))
    _ = try ArchiveImporter(into: path(name)).run(merge.input(name: name))
  }

  private static func lines(_ range: Range<Int>) -> String {
    autumn.split(separator: "\n")[range].joined(separator: "\n") + "\n"
  }

  @Test("Messages keep the order of the file and their own times")
  func orderOfFile() throws {
    try bring(Self.autumn, into: "a")
    #expect(try clocks("a") == Self.order + ["09:00"])
    let places = try places("a").compactMap { $0?.seconds }
    #expect(places == places.sorted() && places.count == 8)
    let again = try bring(Self.autumn, into: "a")
    #expect(again.added == 0 && again.updated == 0)
    #expect(try clocks("a") == Self.order + ["09:00"])
  }

  @Test(
    "Other formats without a zone keep it as well",
    arguments: [
      (
        "#a.log",
        """
        [02:50:00] <ann> a
        [02:55:00] <ann> b
        [02:05:00] <ben> c
        [02:51:00] <ann> d

        """
      ),
      (
        "irssi.log",
        """
        --- Log opened Sun Oct 27 02:40:00 2024
        02:50 <ann> a
        02:55 <ann> b
        02:05 <ben> c
        02:51 <ann> d

        """
      ),
      (
        "[LINE] Chat with Ann.txt",
        """
        [LINE] Chat history with Ann
        Saved on: 2024/11/01 10:00

        2024/10/27(Sun)
        02:50\tAnn\ta
        02:55\tAnn\tb
        02:05\tBen\tc
        02:51\tAnn\td

        """
      ),
      (
        "Ann.csv",
        """
        27/10/2024,02:50:00,Ann,+491234,a
        27/10/2024,02:55:00,Ann,+491234,b
        27/10/2024,02:05:00,Ben,+491235,c
        27/10/2024,02:51:00,Ann,+491234,d

        """
      ),
    ])
  func otherFormats(file: String, text: String) throws {
    let reader: any ExportReader.Type =
      file.hasSuffix(".csv")
      ? ViberReader.self : file.hasPrefix("[LINE]") ? LINEReader.self : IRCLogReader.self
    for _ in 0..<2 {
      try bring(text, into: "a", as: reader, file: file)
      let texts = try records("a").filter { $0.kind == .message }.map(\.text.string)
      #expect(texts == ["a", "b", "c", "d"])
    }
  }

  @Test("Parts of an export give what the whole of it gives", arguments: 1..<8)
  func parts(count: Int) throws {
    try bring(Self.autumn, into: "whole")
    try bring(Self.lines(0..<count), into: "longer")
    try bring(Self.autumn, into: "longer")
    #expect(try lines("longer") == lines("whole"))
    #expect(try places("longer") == places("whole"))
    // The other way round, and with a part that begins in the middle.
    let earlier = try bring(Self.lines(0..<count), into: "longer")
    #expect(earlier.added == 0 && earlier.updated == 0)
    try bring(Self.lines(0..<count), into: "from")
    try bring(Self.lines(count - 1..<8), into: "from")
    #expect(try lines("from") == lines("whole"))
    #expect(try places("from") == places("whole"))
  }

  @Test("Another phone's export, with seconds and other names, adds only what is new")
  func otherPhone() throws {
    let phone = """
      [27/10/24, 02:40:11] Ann: are you still awake?
      [27/10/24, 02:50:12] Ben: shall we go out?
      [27/10/24, 02:55:13] Ann: answer me please
      [27/10/24, 02:05:14] Ben: yes, after the change
      [27/10/24, 02:06:15] Ben: only on the telephone
      [27/10/24, 02:51:16] Ann: good
      [27/10/24, 02:58:17] Ben: where are we going?
      [27/10/24, 03:10:18] Ann: over the river
      [28/10/24, 09:00:19] Ben: that was nice, good morning

      """
    let order = ["02:40", "02:50", "02:55", "02:05", "02:06", "02:51", "02:58", "03:10", "09:00"]
    try bring(Self.autumn, into: "a")
    #expect(try bring(phone, into: "a").added == 1)
    #expect(try clocks("a") == order)
    #expect(try bring(phone, into: "a").added == 0)
    #expect(try bring(Self.autumn, into: "a").added == 0)
    #expect(try clocks("a") == order)
    try bring(phone, into: "b")
    #expect(try bring(Self.autumn, into: "b").added == 0)
    #expect(try clocks("b") == order)
    try bring(Self.autumn, into: "c")
    for (one, two) in [("b", "c"), ("c", "b")] {
      try merge(one, two, into: one + two)
      #expect(try clocks(one + two) == order, "\(one) with \(two)")
      #expect(try bring(phone, into: one + two).added == 0)
      #expect(try bring(Self.autumn, into: one + two).added == 0)
      #expect(try clocks(one + two) == order, "\(one) with \(two), again")
    }
  }

  @Test("Two archives of different parts are merged in the order of the files")
  func mergedParts() throws {
    try bring(Self.autumn, into: "whole")
    let all = Self.autumn.split(separator: "\n").map(String.init)
    func without(_ left: Set<Int>) -> String {
      all.enumerated().filter { !left.contains($0.offset) }.map(\.element)
        .joined(separator: "\n") + "\n"
    }
    try bring(without([1, 4, 6]), into: "a")
    try bring(without([3, 5]), into: "b")
    for (one, two) in [("a", "b"), ("b", "a")] {
      try merge(one, two, into: one + two)
      let merged = try lines(one + two)
      #expect(merged.count == 8)
      #expect(try Set(merged) == Set(lines("whole")))
      #expect(try merged.firstIndex(of: lines("whole")[3]) ?? 0 > 2)
      let again = try bring(Self.autumn, into: one + two)
      #expect(again.added == 0)
    }
  }

  @Test("JSON Lines and a merge with nothing in common keep the order")
  func copies() throws {
    try bring(Self.autumn, into: "a")
    var text = ""
    try Archive(opening: path("a")).export(ExportSelection(), to: LinesExport { text += $0 })
    try bring(text, into: "b", as: LugeLinesReader.self, file: "a.jsonl")
    #expect(try lines("b") == lines("a"))
    #expect(try places("b") == places("a"))
    try bring(
      "1/2/2020, 10:00 - Cleo: hi\n2/2/2020, 10:00 - Dan: something else\n", into: "c",
      file: "WhatsApp Chat with Cleo.txt")
    try bring(
      "1/2/2020, 10:00 - Ed: ho\n2/2/2020, 10:00 - Fay: another matter\n", into: "a",
      file: "WhatsApp Chat with Ed.txt")
    try merge("a", "c", into: "both")
    #expect(try lines("both") == lines("a"))
    #expect(try places("both") == places("a"))
  }

  @Test(
    "A time that is wrong moves no other message",
    arguments: ["27/10/2038", "1/1/1970", "20/10/2024"])
  func wrongTimes(day: String) throws {
    try bring(
      """
      24/10/2024, 10:00 - Ann: one
      24/10/2024, 10:05 - Ben: two
      \(day), 10:06 - Ann: wrong
      24/10/2024, 10:07 - Ben: three
      24/10/2024, 10:08 - Ann: four

      """, into: "a")
    let texts = try records("a").map(\.text.string)
    #expect(texts.filter { $0 != "wrong" } == ["one", "two", "three", "four"])
    #expect(texts.firstIndex(of: "wrong") == (day.hasSuffix("2038") ? 4 : 0))
    let archive = try Archive(opening: path("a"))
    let conversation = try #require(try archive.conversations().first)
    for (place, record) in try records("a").enumerated() {
      #expect(try archive.times(in: conversation.id, at: [place]) == [record.time])
    }
  }

  @Test("Days of a search are those that the messages show")
  func searchedDays() throws {
    try bring(
      """
      2/6/2024, 23:00 - Ann: before the flight west
      3/6/2024, 01:00 - Ann: departing now
      2/6/2024, 22:00 - Ann: landed in the west
      3/6/2024, 08:00 - Ann: a morning in the west

      """, into: "a")
    #expect(try clocks("a") == ["23:00", "01:00", "22:00", "08:00"])
    let archive = try Archive(opening: path("a"))
    func found(_ text: String) throws -> [Int] {
      try archive.search(text, limit: 10).map(\.position).sorted()
    }
    #expect(try found("west on:2024-06-02") == [0, 2])
    #expect(try found("on:2024-06-02") == [0, 2])
    #expect(try found("on:2024-06-03") == [1, 3])
    #expect(try found("west after:2024-06-02") == [3])
  }
}
