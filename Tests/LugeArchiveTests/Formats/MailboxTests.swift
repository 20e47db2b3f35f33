import Foundation
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("Mailboxes") struct MailboxTests {
  @Test("Threads, wherever their messages stand; quotations, parts, encodings, files")
  func threads() throws {
    #expect(FormatSupport.format(ExportTexts.mailbox, name: "inbox") == MailboxReader.formatName)
    let sink = try FormatSupport.read(
      ExportTexts.mailbox, as: MailboxReader.self, name: "inbox.mbox")
    #expect(sink.skipped.isEmpty)
    #expect(sink.conversations.map(\.name) == ["Lunch?", "Another", "Lunch?"])
    #expect(sink.conversations[0].key == sink.conversations[2].key)
    #expect(
      sink.texts == [
        """
        On Friday Ann wrote:
        At noon?
        Or later?
        Yes.

        From here we can walk.
        From bob@x.org Sat Jan  4 12:00:05 2020
        that was no header.
        From the station, too.
        """, "At noon in the café, all?", "Hi all\n\nFrom dan@x.org nowhere", "late",
      ])
    let text = sink.messages[0].text
    #expect(
      text.spans.map { String(decoding: Array(text.string.utf8)[$0.range], as: UTF8.self) } == [
        "At noon?\nOr later?"
      ])
    #expect(sink.authors == ["Bob", "Ann Lée", "cid@x.org", "eve@x.org"])
    #expect(sink.messages[1].author?.key == "ann@x.org")
    #expect(
      sink.times == [
        "2020-01-04 12:00:00", "2020-01-03 15:00:00", "2020-01-06 09:00:00", "2020-01-06 10:00:00",
      ])
    #expect(sink.messages[2].time.certainty == .zoneUnknown)
    #expect(sink.messages[1].media.map(\.fileName) == ["naïve.png"])
    #expect(sink.messages[1].media.map(\.kind) == [.photo])
    #expect(sink.messages[0].replyTo?.sourceKey == "1@x.org")
  }

  @Test("Zones by the names that mail defines, and quotation marks within a name")
  func zonesAndNames() throws {
    func message(_ zone: String) -> String {
      "From x@x.org Mon Jan  6 10:00:00 2020\nFrom: \"Doe, Ann \\\"the\\\" Boss\" <a@x.org>\n"
        + "Message-ID: <\(zone)@x.org>\nDate: Mon, 6 Jan 2020 10:00:00 \(zone)\n\nHi\n\n"
    }
    let sink = try FormatSupport.read(
      message("EDT") + message("PST") + message("XYZ"), as: MailboxReader.self, name: "a.mbox")
    #expect(
      sink.times == ["2020-01-06 14:00:00", "2020-01-06 18:00:00", "2020-01-06 10:00:00"])
    #expect(sink.messages.map(\.time.certainty) == [.exact, .exact, .zoneUnknown])
    #expect(Set(sink.authors) == ["Doe, Ann \"the\" Boss"])
  }

  @Test("Line ends of all kinds give the same messages", arguments: ["\r\n", "\r"])
  func lineEnds(end: String) throws {
    let text = ExportTexts.mailbox.replacing("\n", with: end)
    #expect(
      try FormatSupport.read(text, as: MailboxReader.self, name: "a.mbox").messages
        == FormatSupport.read(ExportTexts.mailbox, as: MailboxReader.self, name: "a.mbox").messages)
  }

  @Test("A message with the id of another one replaces nothing; the same message twice is one")
  func borrowedID() throws {
    func message(_ who: String, _ words: String) -> String {
      "From x@x.org Mon Jan  6 10:00:00 2020\nFrom: \(who)@x.org\nMessage-ID: <1@x.org>\n"
        + "Date: Mon, 6 Jan 2020 10:00:00 GMT\nSubject: s\n\n\(words)\n\n"
    }
    let text = message("ann", "from Ann") + message("eve", "from Eve") + message("ann", "from Ann")
    let sink = try FormatSupport.read(text, as: MailboxReader.self, name: "a.mbox")
    #expect(sink.texts == ["from Ann", "from Eve", "from Ann"])
    let keys = sink.messages.map(\.sourceKey)
    #expect(keys[0] == keys[2] && keys[0] != keys[1])
  }

  @Test("Messages without ids stay apart; one message alone; a date that is missing")
  func alone() throws {
    let message = "From: a@x.org\nDate: Mon, 6 Jan 2020 10:00:00 GMT\nSubject: s\n\nha\n"
    let from = "From a@x.org Mon Jan  6 10:00:00 2020\n"
    let twice = try FormatSupport.read(
      from + message + "\n" + from + message, as: MailboxReader.self, name: "a.mbox")
    #expect(twice.texts == ["ha", "ha"])
    #expect(Set(twice.messages.map(\.sourceKey)).count == 2)
    #expect(FormatSupport.format(message, name: "a.eml") == MailboxReader.formatName)
    #expect(FormatSupport.format(message, name: "a.txt") == MailboxReader.formatName)
    let one = try FormatSupport.read(message, as: MailboxReader.self, name: "a.eml")
    #expect(one.texts == ["ha"])
    let lost = try FormatSupport.read(
      "Subject: s\nFrom: a\nTo: b\n\nx\n", as: MailboxReader.self, name: "a.eml")
    #expect(lost.skipped.map(\.place) == ["line 1"])
  }

  @Test(
    "Encoded words",
    arguments: [
      ("plain", "plain"), ("=?utf-8?B?w6k=?=", "é"), ("=?UTF-8?q?a=5Fb_c?= d", "a_b c d"),
      ("=?utf-8?Q?a?= =?utf-8?Q?b?=", "ab"), ("x =?iso-8859-2?Q?=B1?= y", "x ą y"),
      ("=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=", "日本"), ("=?koi8-r?B?8NLJ18XU?=", "Привет"),
      ("=?UTF-8?Q?Luc=eda?=", "Lucía"), ("=?utf-8?Q?broken", "=?utf-8?Q?broken"),
      ("=?nowhere?Q?=E9?=", "é"), ("a =? b", "a =? b"),
      ("=?utf-8?X?a?=", "=?utf-8?X?a?="), ("=?/etc/x?Q?a?=", "a"),
    ])
  func words(written: String, read: String) { #expect(MailWords.decoded(written) == read) }

  @Test("Text that flows: lines that end in a blank go on")
  func flowed() throws {
    let sink = try FormatSupport.read(
      "From: a@x\nTo: b\nDate: Mon, 6 Jan 2020 10:00:00 GMT\nContent-Type: text/plain; format=flowed\n\n"
        + "One line \nand more\nnext\n> quoted \n> too\nend\n",
      as: MailboxReader.self, name: "a.eml")
    #expect(sink.texts == ["One line and more\nnext\nquoted too\nend"])
  }

  @Test(
    "Pages in mail have as many empty lines as their writers saw",
    arguments: [
      ("<div>One</div><div>two</div><div><br></div><div>three</div>", "One\ntwo\n\nthree"),
      (
        "<p class=MsoNormal>One</p><p class=MsoNormal>two</p><p class=MsoNormal>&nbsp;</p><p class=MsoNormal>three</p>",
        "One\ntwo\n\u{A0}\nthree"
      ),
      ("<p>One</p><p>two</p>", "One\n\ntwo"), ("One<br>two<br><br>three", "One\ntwo\n\nthree"),
    ])
  func pages(html: String, text: String) throws {
    let sink = try FormatSupport.read(
      "From: a@x\nTo: b\nDate: Mon, 6 Jan 2020 10:00:00 GMT\nContent-Type: text/html\n\n\(html)\n",
      as: MailboxReader.self, name: "a.eml")
    #expect(sink.texts == [text])
  }

  @Test(
    "Lines that end otherwise inside of an encoding are not doubled",
    arguments: ["One\r\n\r\ntwo\r\n", "One\r\r\n\r\r\ntwo", "One\r\rtwo\r", "One\n\ntwo"])
  func encodedLineEnds(text: String) throws {
    let encoded = Data(text.utf8).base64EncodedString()
    let sink = try FormatSupport.read(
      "From: a@x\nTo: b\nDate: Mon, 6 Jan 2020 10:00:00 GMT\nContent-Transfer-Encoding: base64\n\n\(encoded)\n",
      as: MailboxReader.self, name: "a.eml")
    #expect(sink.texts == ["One\n\ntwo"])
  }

  @Test("A large attachment costs no memory, and the size is told")
  func large() throws {
    let line = String(repeating: "QUJD", count: 19) + "\n"
    let count = 60_000
    let text =
      "From a@x.org Mon Jan  6 10:00:00 2020\nFrom: a@x.org\nSubject: s\nContent-Type: multipart/mixed; boundary=b\n\n"
      + "--b\n\nhere\n--b\nContent-Type: video/mp4; name=a.mp4\nContent-Transfer-Encoding: base64\n\n"
      + String(repeating: line, count: count) + "--b\n\nand there\n--b--\n"
    let splitter = MailboxSplitter(MemoryByteSource(Array(text.utf8), name: "a.mbox"))
    let message = try #require(try splitter.next())
    #expect(message.bytes.count < 2 << 20)
    let sink = try FormatSupport.read(text, as: MailboxReader.self, name: "a.mbox")
    #expect(sink.texts == ["here\n\nand there"])
    let size = try #require(sink.messages.first?.media.first?.size)
    #expect(abs(size - Int64(count * 57)) < 100)
  }

  @Test("Parts within parts, and boundaries without end, are read in one go")
  func deep() throws {
    var text = "From: a@x\nTo: b\nDate: Mon, 6 Jan 2020 10:00:00 GMT\n"
    for index in 0..<60 {
      text += "Content-Type: multipart/mixed; boundary=\"b\(index)\"\n\n--b\(index)\n"
    }
    text += "\nhi\n"
    let sink = try FormatSupport.read(text, as: MailboxReader.self, name: "a.eml")
    #expect(sink.messages.count == 1)
  }
}
