import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("WhatsApp: headers")
struct WhatsAppHeaderTests {
  struct Line: CustomTestStringConvertible {
    var line: String
    var date: [Int]
    var clock: String
    var frame: WhatsAppHeader.Layout.Ending
    var testDescription: String { line.debugDescription }

    init(_ line: String, _ date: [Int], _ clock: String, _ frame: WhatsAppHeader.Layout.Ending) {
      self.line = line
      self.date = date
      self.clock = clock
      self.frame = frame
    }
  }

  static let lines = [
    Line("12/24/19, 11:23 - Ann: x", [12, 24, 19], "11:23", .dash),
    Line("24.12.19, 11:23 - Ann: x", [24, 12, 19], "11:23", .dash),
    Line("24-12-2019 11:23 - Ann: x", [24, 12, 2019], "11:23", .dash),
    Line("2022/12/14, 13:34. - Ann: x", [2022, 12, 14], "13:34", .dash),
    Line("2022-12-14, 13:34 - Ann: x", [2022, 12, 14], "13:34", .dash),
    Line("13.6.2018 klo 21.25.15 - Ann: x", [13, 6, 2018], "21:25:15", .dash),
    Line("13.6.2018 klo 21.25 - Ann: x", [13, 6, 2018], "21:25", .dash),
    Line("9/24/2019 11:30 p.m. - Ann: x", [9, 24, 2019], "23:30", .dash),
    Line("9/24/2019 11:30 p. m. - Ann: x", [9, 24, 2019], "23:30", .dash),
    Line("09/10/22, 10:37 p.\u{A0}m. - Ann: x", [9, 10, 22], "22:37", .dash),
    Line("12/25/04, 12:05\u{202F}AM - Ann: x", [12, 25, 4], "00:05", .dash),
    Line("12/25/04, 12:05\u{202F}PM - Ann: x", [12, 25, 4], "12:05", .dash),
    Line("25/12/04, 1:05 am - Ann: x", [25, 12, 4], "01:05", .dash),
    Line("[3/6/18 1:55:00 p. m.] Ann: x", [3, 6, 18], "13:55:00", .brackets),
    Line("[25/12/2004, 00:05:08] Ann: x", [25, 12, 2004], "00:05:08", .brackets),
    Line("\u{200E}[25/12/2004, 00:05:08] Ann: x", [25, 12, 2004], "00:05:08", .brackets),
    Line("\u{FEFF}[25.12.04, 00:05:08] Ann: x", [25, 12, 4], "00:05:08", .brackets),
    Line("\u{200F}\u{200E}[25.12.04, 00:05:08] Ann: x", [25, 12, 4], "00:05:08", .brackets),
    Line("[01/20/19 11:23] Ann: x", [1, 20, 19], "11:23", .brackets),
    Line("[2018-06-13, 9:25:15 AM] Ann: x", [2018, 6, 13], "09:25:15", .brackets),
    Line("[13. 6. 2018, 21:25:15] Ann: x", [13, 6, 2018], "21:25:15", .brackets),
    Line("[25.12.04 um 00:05:08] Ann: x", [25, 12, 4], "00:05:08", .brackets),
    Line("24/12/14 11:23:45: Ann: x", [24, 12, 14], "11:23:45", .colon),
    Line("2018. 6. 13. 오후 9:25, - Ann: x", [], "", .dash),
    Line("2018. 6. 13. 오후 9:25 - Ann: x", [2018, 6, 13], "21:25", .dash),
    Line("2018년 6월 13일 오후 9:25 - Ann: x", [2018, 6, 13], "21:25", .dash),
    Line("[2018/6/13 下午9:25:15] Ann: x", [2018, 6, 13], "21:25:15", .brackets),
    Line("2018/6/13 午前9:25 - Ann: x", [2018, 6, 13], "09:25", .dash),
    Line("١٢‏/٣‏/٢٠٢٠, ٩:٠٤ م - Ann: x", [12, 3, 2020], "21:04", .dash),
    Line("۱۳۹۹/۳/۱۲, ۹:۰۴ - Ann: x", [1399, 3, 12], "09:04", .dash),
    Line("13/6/2018 24:05 - Ann: x", [13, 6, 2018], "00:05", .dash),
    Line("13.06.18, 21:25 – Ann: x", [13, 6, 18], "21:25", .dash),
    Line("13. 6. 2018. 21:25:15 Ann: x", [13, 6, 2018], "21:25:15", .bare),
    Line("[06/2018/13, 21:25:15] Ann: x", [2018, 6, 13], "21:25:15", .brackets),
    // Vietnamese, Bulgarian, Marathi, Tamil, Albanian, Burmese, Thai, Persian
    Line("21:25, 13/06/2018 - Ann: x", [13, 6, 2018], "21:25", .dash),
    Line("[21:25:15, 13/6/18] Ann: x", [13, 6, 18], "21:25:15", .brackets),
    Line("13.06.18 г., 21:25 ч. - Ann: x", [13, 6, 18], "21:25", .dash),
    Line("१३/६/१८, ९:२५ म.उ. - Ann: x", [13, 6, 18], "21:25", .dash),
    Line("13/6/18, பிற்பகல் 9:25 - Ann: x", [13, 6, 18], "21:25", .dash),
    Line("௧௩/௬/௧௮, 9:25 - Ann: x", [13, 6, 18], "09:25", .dash),
    Line("13.6.18, 9:25 e pasdites - Ann: x", [13, 6, 18], "21:25", .dash),
    Line("၁၃-၆-၁၈၊ ညနေ ၉:၂၅ - Ann: x", [13, 6, 18], "21:25", .dash),
    Line("๑๓/๖/๒๕๖๑ ๒๑:๒๕ น. - Ann: x", [13, 6, 2561], "21:25", .dash),
    Line("13/6/2561 21:25 น. - Ann: x", [13, 6, 2561], "21:25", .dash),
    Line("۱۳۹۷/۳/۲۳،\u{200F} ۲۱:۲۵ - Ann: x", [1397, 3, 23], "21:25", .dash),
    // iOS with the calendars of Thailand, Japan, Iran and Arabia, in English
    Line("[6/13/2561 BE, 21:25:15] Ann: x", [6, 13, 2561], "21:25:15", .brackets),
    Line("[6/13/R4, 21:25:15] Ann: x", [6, 13, 2022], "21:25:15", .brackets),
    Line("[H30/6/13 21:25:15] Ann: x", [2018, 6, 13], "21:25:15", .brackets),
    Line("令和4年6月13日 21:25 - Ann: x", [2022, 6, 13], "21:25", .dash),
    Line("[3/23/1397 AP, 9:25:15 PM] Ann: x", [3, 23, 1397], "21:25:15", .brackets),
  ].filter { !$0.date.isEmpty }

  @Test("Layouts", arguments: lines)
  func layout(_ line: Line) throws {
    let bytes = Array(line.line.utf8)
    let header = try #require(bytes.withUnsafeBufferPointer { WhatsAppHeader($0) })
    #expect([header.date.0, header.date.1, header.date.2] == line.date)
    let clock = [header.hour, header.minute, header.second].compactMap { $0 }
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    #expect(clock == line.clock)
    #expect(header.layout.ending == line.frame)
    #expect(String(decoding: bytes[header.end...], as: UTF8.self) == "Ann: x")
  }

  @Test(
    "Other lines begin no message",
    arguments: [
      "", "[", "[]", "1", "12/24/19", "12/24/19, 11:23", "12/24/19, 11:23 Ann: x",
      "[12/24/19, 11:23 Ann: x", "12/24/19, 11:23 -Ann", "12/24/19, 25:23 - Ann: x",
      "12/24/19, 11:61 - Ann: x", "32/13/19, 11:23 - Ann: x", "99/99/99, 11:23 - Ann: x",
      "[14:03] ann: hello", "[image] a: b", "1. first 2. second - c: d", "10.0.0.1 - - [x]",
      "2024-01-01 was a Monday - Ann: x", "1/2/345, 11:23 - Ann: x", "12/24-19, 11:23 - Ann: x",
      "12345678901234567890/1/1, 11:23 - Ann: x", "\u{200E}\u{200F}", "12/24/19, 11:2 - Ann: x",
      "2018-06-13 21:25:15 error: x", "13.6.2018 21:25:15 error: x", "21:25, lunch - Ann: x",
      "13/2018/14, 21:25 - Ann: x",
    ])
  func noHeader(line: String) {
    let bytes = Array(line.utf8)
    #expect(bytes.withUnsafeBufferPointer { WhatsAppHeader($0) } == nil)
  }

  @Test("A header that is cut anywhere is a header or not, but never read past its end")
  func cut() {
    for line in Self.lines {
      let bytes = Array(line.line.utf8)
      for count in 0...bytes.count {
        // A copy of its own size, so that a read past the end leaves the allocation.
        let copy = Array(bytes[..<count])
        copy.withUnsafeBufferPointer { buffer in
          if let header = WhatsAppHeader(buffer) { #expect(header.end <= count) }
        }
      }
    }
  }

  @Test(
    "Senders",
    arguments: [
      ("Ann: hello", "Ann", "hello"), ("Ann Lee: a: b", "Ann Lee", "a: b"),
      ("🤓: hi", "🤓", "hi"), ("+44 7700 900123: hi", "+44 7700 900123", "hi"),
      ("\u{202A}+44 7700 900123\u{202C}: hi", "+44 7700 900123", "hi"),
      ("~\u{202F}Ann: hi", "Ann", "hi"), ("~ Ann: hi", "Ann", "hi"), ("~Ann~: hi", "~Ann~", "hi"),
      ("Ann: ", "Ann", ""), ("Ann:", "Ann", ""), ("Ann:.", "Ann", "."),
      ("Ann: Lorem : dolor", "Ann", "Lorem : dolor"), ("#ubuntu: hi", "#ubuntu", "hi"),
      ("http://x.org/a: b", "http://x.org/a", "b"),
      ("Ann \"Annie\" Lee: hi", "Ann \"Annie\" Lee", "hi"),
    ])
  func sender(line: String, name: String, text: String) {
    let bytes = Array(line.utf8)
    bytes.withUnsafeBufferPointer { buffer in
      let sender = WhatsAppSender(buffer, from: 0)
      #expect(sender.name.map { String(decoding: $0, as: UTF8.self) } == name)
      #expect(String(decoding: buffer[sender.textStart...], as: UTF8.self) == text)
    }
  }

  @Test(
    "What WhatsApp says has no sender",
    arguments: [
      "You were added", "+12 345 578 created group \"Groupname\"",
      "Ann changed the subject to \"plan: tomorrow\"",
      "Ann changed the subject from \"a\" to \"b: c\"", "Ann renamed it to “x: y”",
      "Messages are encrypted. Tap to learn more.", "",
    ])
  func noSender(line: String) {
    let bytes = Array(line.utf8)
    bytes.withUnsafeBufferPointer { #expect(WhatsAppSender($0, from: 0).name == nil) }
  }
}
