import Foundation
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite(
  "WhatsApp: real exports",
  .enabled(if: Fixtures.exist, "set LUGE_FIXTURES to the folder of fixtures to run these"))
struct WhatsAppFixtureTests {
  struct Expected: Decodable {
    var messages, system, media, deleted, edited, multiline, senders: Int
  }

  @Test(
    "30,000 messages: every count is the expected one",
    arguments: ["android_en-US_12h_nnbsp", "ios_en-GB_crlf", "android_de", "ios_es_crlf"])
  func counts(name: String) throws {
    let folder = Fixtures.folder + "/whatsapp/whatsapp_from_ubuntu_irc/"
    let json = try Data(contentsOf: URL(filePath: folder + "EXPECTED.json"))
    let table = try JSONDecoder().decode([String: Expected].self, from: json)
    let expected = try #require(table[name])
    let sink = CollectingSink()
    let source = try FileByteSource(path: folder + name + ".txt")
    let reading = WhatsAppTextReading(source: source, sink: sink)
    let tally = try reading.run()

    let spoken = sink.messages.filter { $0.author != nil }
    #expect(spoken.count == expected.messages)
    #expect(sink.messages.count - spoken.count == expected.system)
    #expect(spoken.count { !$0.media.isEmpty } == expected.media)
    #expect(spoken.count { $0.kind == .deleted } == expected.deleted)
    #expect(spoken.count(where: \.isEdited) == expected.edited)
    #expect(spoken.count { $0.text.string.contains("\n") } == expected.multiline)
    #expect(Set(spoken.map(\.author)).count == expected.senders)
    #expect(Set(sink.messages.map(\.sourceKey)).count == sink.messages.count)
    #expect(sink.skipped.isEmpty)
    #expect(tally.lines == tally.records + tally.continuations)
    #expect(reading.profile.certainty == .certain)
    #expect(sink.bytes == source.size)
  }

  struct Layout: CustomTestStringConvertible {
    var file: String
    var first: String
    var last: String
    var authors: [String?]
    var testDescription: String { file }
  }

  static let jahn = "Jahn Doe"
  static let four: [String?] = ["John Doe", "John Doe", "John-John Doe", "Jahn Doe"]
  static let nine: [String?] = [
    "John Doe", "John Doe", "Jahn Doe", "John-John Doe", nil, nil, "John Doe 🤓", "🤓", "John Doe",
  ]

  static let layouts = [
    Layout(
      file: "old_test_dateformat1", first: "2019-12-24 11:23:00", last: "2017-07-16 19:13:00",
      authors: [
        "John Doe", "John Doe", "John Doe", "John-John Doe", "Jahn Doe", "Jahn Doe", nil, nil, nil,
        "+12 345 578",
      ]),
    Layout(
      file: "old_test_dateformat2", first: "2019-09-24 23:30:00", last: "2019-12-24 11:30:00",
      authors: ["John Doe", "John Doe", "John-John Doe", "Jahn Doe"]),
    Layout(
      file: "old_test_dateformat3", first: "2022-12-14 13:34:00", last: "2022-12-21 17:02:00",
      authors: four),
    Layout(
      file: "old_test_dateformat4", first: "2022-10-09 23:37:00", last: "2022-10-12 14:37:00",
      authors: four),
    Layout(
      file: "old_test_dateformat5", first: "2021-10-21 15:21:45", last: "2021-10-24 15:21:48",
      authors: four),
    Layout(
      file: "old_test_dateformat6", first: "2021-10-21 15:21:45", last: "2021-10-24 15:21:48",
      authors: four),
    Layout(
      file: "old_test_unicode", first: "2022-10-09 22:37:00", last: "2022-10-09 22:37:00",
      authors: ["John Doe", "John Doe 🤓", "🤓"]),
    Layout(
      file: "test_[mmddyy]_24hrs", first: "2019-01-01 11:25:00", last: "2021-12-30 22:01:00",
      authors: nine),
    Layout(
      file: "test_ddmmyy_24hrs", first: "2019-01-01 11:25:00", last: "2021-12-30 22:01:00",
      authors: nine),
    Layout(
      file: "test_mmddyy_24hrs", first: "2019-01-01 11:25:00", last: "2021-12-30 22:01:00",
      authors: nine),
    Layout(
      file: "test_mmddyyyy_12hrs", first: "2019-01-01 11:25:00", last: "2021-12-30 22:01:00",
      authors: nine),
    Layout(
      file: "test_yyyymmdd_24hrs", first: "2019-01-01 11:25:00", last: "2021-12-30 22:01:00",
      authors: nine),
  ]

  @Test("Small exports: times and senders", arguments: layouts)
  func layout(_ layout: Layout) throws {
    let sink = CollectingSink()
    let source = try FileByteSource(
      path: Fixtures.folder + "/whatsapp/chat-miner/\(layout.file).txt")
    try WhatsAppTextReader.read(source, into: sink)
    #expect(sink.times.first == layout.first)
    #expect(sink.times.last == layout.last)
    #expect(sink.authors == layout.authors)
    #expect(sink.skipped.isEmpty)
  }
}
