import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Bytes that are not UTF-8 are replaced, and it is said")
struct InvalidTextTests {
  struct Sample: CustomTestStringConvertible {
    var reader: any ExportReader.Type
    var name: String
    var place: String
    /// The export; for the sign § stands a byte that is not UTF-8.
    var text: String

    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      reader: ViberReader.self, name: "Ann.csv", place: "line 2",
      text: "31/01/2020,12:36:56,Ann,+491234,caf\u{E9}\n31/01/2020,12:37:56,Ann,+491234,caf§\n"),
    Sample(
      reader: LINEReader.self, name: "[LINE] Chat with A.txt", place: "line 6",
      text: "[LINE] Chat history with A\nSaved on: 2020/02/01 10:00\n\n2020/01/31(Fri)\n"
        + "12:34\tAnn\tcaf\u{E9}\n12:35\tAnn\tcaf§\n"),
    Sample(
      reader: KakaoTalkReader.self, name: "KakaoTalkChats.txt", place: "line 5",
      text: "KakaoTalk Chats with Ann\nDate Saved : 2020-02-01 10:00:00\n\n"
        + "--------------- Friday, January 31, 2020 ---------------\n[Ann] [1:23 PM] caf§\n"),
    Sample(
      reader: KakaoTalkReader.self, name: "KakaoTalk_Chat_A_2024-03-01-10-00-00.csv",
      place: "line 2", text: "Date,User,Message\n2024-03-01 10:00:00,\"Ann\",\"caf§\"\n"),
    Sample(
      reader: MessagesTextReader.self, name: "Ann.txt", place: "line 3",
      text: "Jan 05, 2024 10:11:12 AM\nAnn\ncaf§\n\n"),
    Sample(
      reader: IMazingReader.self, name: "Messages - Ann.csv", place: "line 3",
      text: "Chat Session,Message Date,Type,Sender ID,Sender Name,Text\n"
        + "A,2024-01-05 10:11:12,Incoming,+49,Ann,caf\u{E9}\n"
        + "A,2024-01-05 10:11:13,Incoming,+49,Ann,caf§\n"),
    Sample(
      reader: MessengerPagesReader.self, name: "inbox/ann_1/message_1.html", place: "message 2",
      text: "<html><body><div role=\"main\">"
        + ["caf\u{E9}", "caf§"].map {
          "<div class=\"_a6-g\"><div class=\"_a6-h\">Ann</div><div class=\"_a6-p\">\($0)</div>"
            + "<div class=\"_a6-o\">Jan 05, 2024 3:04 pm</div></div>"
        }.joined() + "</div></body></html>"),
  ]

  private func read(_ sample: Sample, _ byte: UInt8) throws -> CollectingSink {
    let sign = Array("§".utf8)
    var bytes = Array(sample.text.utf8)
    if let found = bytes.firstRange(of: sign) { bytes.replaceSubrange(found, with: [byte]) }
    let sink = CollectingSink()
    try sample.reader.read(MemoryByteSource(bytes, name: sample.name), into: sink)
    return sink
  }

  @Test("The line or the message is named", arguments: samples)
  func said(sample: Sample) throws {
    let sink = try read(sample, 0xE9)
    let said = sink.notes.filter { $0.reason == "invalid UTF-8 was replaced" }
    #expect(said.map(\.place) == [sample.place])
    #expect(sink.texts.contains { $0.contains("caf\u{FFFD}") })
    #expect(sink.skipped.isEmpty)
    let sound = try read(sample, UInt8(ascii: "e"))
    #expect(!sound.notes.contains { $0.reason == "invalid UTF-8 was replaced" })
  }

  @Test("Bytes are looked at in blocks, which part no character")
  func blocks() {
    for text in ["é", "日", "😀"] {
      let sign = Array(text.utf8)
      for shift in 0..<4 {
        var bytes = [UInt8](repeating: 0x61, count: (1 << 20) - shift)
        bytes += sign + sign
        #expect(!InvalidText.isIn(bytes))
        bytes.append(0x80)
        #expect(InvalidText.isIn(bytes))
      }
    }
    #expect(InvalidText.isIn([UInt8](repeating: 0x80, count: 2 << 20)))
  }
}
