import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Telegram: HTML pages")
struct TelegramHTMLTests {
  private static func page(_ messages: String) -> String {
    """
    <!DOCTYPE html>
    <html><head><title>Exported Data</title></head><body onload="CheckLocation();">
    <div class="page_wrap"><div class="page_header"><div class="content">
    <div class="text bold">
    Garden &amp; friends
    </div></div></div>
    <div class="page_body chat_page"><div class="history">
    \(messages)
    </div></div></div></body></html>
    """
  }

  private static func message(
    _ id: Int, _ body: String, name: String? = "Ann", time: String = "15.01.2024 10:30:00 UTC+01:00"
  ) -> String {
    """
    <div class="message default clearfix\(name == nil ? " joined" : "")" id="message\(id)">
    <div class="body">
    <div class="pull_right date details" title="\(time)">
    10:30
    </div>
    \(name.map { "<div class=\"from_name\">\n\($0) \n</div>" } ?? "")
    \(body)
    </div></div>

    """
  }

  @Test("Messages, those that go on with the one before, answers, what happened")
  func messages() throws {
    let sink = try FormatSupport.read(
      Self.page(
        """
        <div class="message service" id="message-1"><div class="body details">
        15 January 2024
        </div></div>
        <div class="message service" id="message1"><div class="body details">
        Ann created group &laquo;Garden&raquo;
        </div></div>

        """
          + Self.message(
            2,
            "<div class=\"text\">\nhello <strong>you</strong><br>there <a href=\"https://a.b\">site</a>\n</div>"
          )
          + Self.message(3, "<div class=\"text\">and more</div>", name: nil)
          + Self.message(
            4,
            """
            <div class="reply_to details">In reply to <a href="#go_to_message2" onclick="return GoToMessage(2)">this message</a></div>
            <div class="text">yes</div>
            """, name: "Bob", time: "15.01.2024 10:31:00")),
      as: TelegramHTMLReader.self, name: "ChatExport/messages.html")
    #expect(sink.conversations.map(\.name) == ["Garden & friends"])
    #expect(
      sink.texts == ["Ann created group «Garden»", "hello you\nthere site", "and more", "yes"])
    #expect(sink.authors == [nil, "Ann", "Ann", "Bob"])
    #expect(sink.messages.map(\.sourceKey) == ["1", "2", "3", "4"])
    #expect(sink.messages[1].text.spans.map(\.attribute) == [.bold, .link(target: "https://a.b")])
    #expect(sink.messages[1].time == Timestamp(seconds: 1_705_311_000, certainty: .exact))
    #expect(sink.messages[3].time.certainty == .zoneUnknown)
    #expect(sink.messages[3].replyTo?.sourceKey == "2")
    #expect(sink.messages[0].kind == .service(action: "service"))
    #expect(sink.skipped.isEmpty)
  }

  @Test(
    "Photos, voice messages, files that were left out, calls, polls, forwarded words, reactions")
  func attachments() throws {
    let sink = try FormatSupport.read(
      Self.page(
        Self.message(
          1,
          """
          <div class="media_wrap clearfix"><a class="photo_wrap clearfix pull_left" href="photos/p 1.jpg">
          <img class="photo" src="photos/p_thumb.jpg" style="width: 195px; height: 260px"/></a></div>
          <span class="reactions"><span class="reaction"><span class="emoji">👍</span>
          <span class="userpics"><div class="userpic userpic2" title="Bob"></div></span></span>
          <span class="reaction"><span class="emoji">🔥</span><span class="count">12</span></span></span>
          """)
          + Self.message(
            2,
            """
            <div class="media_wrap clearfix"><a class="media clearfix pull_left block_link media_voice_message" href="voice_messages/a.ogg">
            <div class="fill pull_left"></div><div class="body"><div class="title bold">Voice message</div>
            <div class="status details">01:05, 12 KB</div></div></a></div>
            """)
          + Self.message(
            3,
            """
            <div class="media_wrap clearfix"><div class="media clearfix pull_left media_file">
            <div class="body"><div class="title bold">doc.pdf</div>
            <div class="description">Not included, change data exporting settings to download.</div>
            <div class="status details">1.2 MB</div></div></div></div>
            """)
          + Self.message(
            4,
            """
            <div class="media_wrap clearfix"><div class="media clearfix pull_left media_call success">
            <div class="body"><div class="title bold">Bob</div><div class="status details">Outgoing (17 seconds)</div></div></div></div>
            """)
          + Self.message(
            5,
            """
            <div class="media_wrap clearfix"><div class="media_poll"><div class="question bold">Lunch?</div>
            <div class="details">Anonymous poll</div><div class="answer">- Yes <span class="details">2 votes</span></div>
            <div class="total details">3 votes</div></div></div>
            """)
          + Self.message(
            6,
            """
            <div class="forwarded body"><div class="from_name">News <span class="date details" title="01.01.2020 00:00:00"> 01.01.2020</span></div>
            <div class="text">told</div></div>
            """)),
      as: TelegramHTMLReader.self, name: "messages.html")
    #expect(sink.messages.count == 6)
    #expect(
      sink.messages[0].media == [
        MediaRecord(kind: .photo, path: "photos/p 1.jpg", thumbnailPath: "photos/p_thumb.jpg")
      ])
    #expect(
      sink.messages[0].reactions == [
        ReactionRecord(emoji: "👍", count: 1, authors: ["Bob"]),
        ReactionRecord(emoji: "🔥", count: 12),
      ])
    #expect(
      sink.messages[1].media == [
        MediaRecord(kind: .voice, path: "voice_messages/a.ogg", duration: 65)
      ])
    #expect(sink.messages[2].media.map(\.fileName) == ["doc.pdf"])
    #expect(sink.messages[2].media.map(\.path) == [nil])
    #expect(sink.notes.count == 1)
    #expect(sink.messages[3].media.map(\.note) == ["Bob\nOutgoing (17 seconds)"])
    #expect(sink.messages[4].media.map(\.note) == ["Lunch?\n• Yes 2 votes\n3 votes"])
    #expect(sink.messages[5].forwardedFrom == "News")
    #expect(sink.messages[5].text.string == "told")
    #expect(sink.messages[5].time.seconds == 1_705_311_000)
  }

  @Test("Pages in their order, and the name goes on over them")
  func pages() throws {
    let folder = try TemporaryFolder()
    for number in 1...11 {
      try folder.write(
        Self.page(
          Self.message(
            number, "<div class=\"text\">m\(number)</div>", name: number == 1 ? "Ann" : nil)),
        as: number == 1 ? "messages.html" : "messages\(number).html")
    }
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == ["Telegram Desktop HTML"])
    #expect(sink.texts == (1...11).map { "m\($0)" })
    #expect(Set(sink.authors) == ["Ann"])
    // The first page named alone brings the others.
    let export = try ExportOpener().open(path: folder.path + "/messages.html")
    let single = CollectingSink()
    try export.items[0].read(into: single)
    #expect(single.texts == sink.texts)
  }

  @Test(
    "A zone that is none",
    arguments: [
      "UTC+-9223372036854775808", "UTC+9223372036854775807:00", "UTC-24:00", "UTC+01:99",
      "UTC+01:-9223372036854775808", "UTC+99999999999999999999", "UTC+x",
    ])
  func zones(zone: String) {
    #expect(
      TelegramHTMLTime.parse("15.01.2024 10:30:00 \(zone)")
        == Timestamp(seconds: 1_705_314_600, certainty: .zoneUnknown))
    #expect(
      TelegramHTMLTime.parse("15.01.2024 10:30:00 UTC-03:30")
        == Timestamp(seconds: 1_705_327_200, certainty: .exact))
  }

  @Test("A message begins where its element does, whatever the lines are")
  func lines() throws {
    let messages = (1...3).map { Self.message($0, "<div class=\"text\">m\($0) &lt;div&gt;</div>") }
      .joined()
    let page = Self.page(messages)
    for written in [
      page, page.replacingOccurrences(of: "</div>\n<div", with: "</div><div"),
      page.replacingOccurrences(of: "\n", with: " "),
      page.replacingOccurrences(of: "\n", with: "\r\n"),
      page.replacingOccurrences(
        of: "<div class=\"message", with: "<div\n  class='x' class='message"
      )
      .replacingOccurrences(of: "class='x' ", with: "")
      .replacingOccurrences(of: "clearfix\" id", with: "clearfix' id"),
    ] {
      let sink = try FormatSupport.read(written, as: TelegramHTMLReader.self, name: "messages.html")
      #expect(sink.texts == ["m1 <div>", "m2 <div>", "m3 <div>"])
      #expect(sink.messages.map(\.sourceKey) == ["1", "2", "3"])
      #expect(sink.conversations.map(\.name) == ["Garden & friends"])
      #expect(sink.skipped.isEmpty)
    }
  }

  @Test(
    "A message begins where its element does, however long its tag is", arguments: [10, 100_000])
  func longTags(count: Int) throws {
    let attributes = (0..<count).map { " a\($0)=\"x\"" }.joined()
    let long = Self.message(2, "<div class=\"text\">ho</div>", name: "Bob")
      .replacing("id=\"message2\"", with: "id=\"message2\"\(attributes)")
    let sink = try FormatSupport.read(
      Self.page(
        Self.message(1, "<div class=\"text\">hi</div>") + long
          + Self.message(3, "<div class=\"text\">ha</div>", name: "Cy")),
      as: TelegramHTMLReader.self, name: "ChatExport/messages.html")
    #expect(sink.texts == ["hi", "ho", "ha"])
    #expect(sink.authors == ["Ann", "Bob", "Cy"])
    #expect(sink.skipped.isEmpty)
  }

  @Test("A page that breaks off is said, and what is complete before it, and behind it, is read")
  func cut() throws {
    let page = Self.page(
      (1...3).map { Self.message($0, "<div class=\"text\">m\($0)</div>") }.joined())
    let place = try #require(page.range(of: "m3"))
    let sink = CollectingSink()
    #expect(throws: ArchiveError.truncated(path: "messages.html", place: "line 36")) {
      try TelegramHTMLReader.read(
        MemoryByteSource(Array(page[..<place.upperBound].utf8), name: "messages.html"), into: sink)
    }
    #expect(sink.texts == ["m1", "m2"])
    let folder = try TemporaryFolder()
    try folder.write(String(page[..<place.upperBound]), as: "messages.html")
    try folder.write(
      Self.page(Self.message(4, "<div class=\"text\">m4</div>")), as: "messages2.html")
    let whole = CollectingSink()
    #expect(throws: ArchiveError.self) {
      try ExportOpener().open(path: folder.path).items[0].read(into: whole)
    }
    #expect(whole.texts == ["m1", "m2", "m4"])
  }

  @Test("The last message of a page without its end is read where the message itself ends")
  func withoutEnd() throws {
    let page = Self.page(
      (1...3).map { Self.message($0, "<div class=\"text\">m\($0)</div>") }.joined())
    let end = try #require(page.range(of: "</div></div></div></body></html>"))
    // Behind it, and within its last tags.
    for (kept, texts) in [(0, ["m1", "m2", "m3"]), (2, ["m1", "m2", "m3"]), (8, ["m1", "m2"])] {
      let sink = CollectingSink()
      let start = page.index(end.lowerBound, offsetBy: -kept)
      #expect(throws: ArchiveError.self) {
        try TelegramHTMLReader.read(
          MemoryByteSource(Array(page[..<start].utf8), name: "messages.html"), into: sink)
      }
      #expect(sink.texts == texts, "\(kept)")
    }
  }

  @Test("A page without messages is no success")
  func empty() throws {
    #expect(throws: ArchiveError.self) {
      try FormatSupport.read(Self.page(""), as: TelegramHTMLReader.self, name: "messages.html")
    }
  }

  @Test("Bots that sent for somebody, who reacted, buttons, signatures")
  func bots() throws {
    let sink = try FormatSupport.read(
      Self.page(
        Self.message(
          2,
          """
          <div class="text">look</div>
          <table class="bot_buttons_table"><tbody><tr><td class="bot_button_row"><div class="bot_button"><a href="https://a.b"><div>Open</div></a></div><div class="bot_button"><a href="" onclick="x()"><div>Yes</div></a></div></td></tr></tbody></table>
          <div class="signature details">
          Editor
          </div>
          <span class="reactions"><span class="reaction"><span class="emoji">
          👍
          </span><span class="userpics"><div class="userpic userpic5"><div class="initials" title="Lee, Bob, 02.01.2024 14:05:06">
          B
          </div></div></span></span></span>
          """, name: "Ann via @gif") + Self.message(3, "<div class=\"text\">more</div>", name: nil)),
      as: TelegramHTMLReader.self, name: "messages.html")
    #expect(sink.authors == ["Ann", "Ann"])
    #expect(sink.texts == ["look", "more"])
    #expect(sink.messages[0].reactions.map(\.authors) == [["Lee, Bob"]])
    #expect(sink.messages[0].media.map(\.note) == ["▸ Open (https://a.b)\n▸ Yes"])
    #expect(sink.messages[0].unknownFields == #"{"author":"Editor","via_bot":"@gif"}"#)
    #expect(sink.messages[1].unknownFields == nil)
  }

  @Test("A spoiler stays one")
  func spoiler() throws {
    let sink = try FormatSupport.read(
      Self.page(
        Self.message(
          1,
          "<div class=\"text\">a <span class=\"spoiler hidden\" onclick=\"ShowSpoiler(this)\">"
            + "<span aria-hidden=\"true\">secret</span></span></div>")),
      as: TelegramHTMLReader.self, name: "messages.html")
    #expect(sink.texts == ["a secret"])
    #expect(sink.messages[0].text.spans == [.init(2..<8, .spoiler)])
  }

  @Test("A message without a date is left out with its line")
  func skipped() throws {
    let sink = try FormatSupport.read(
      Self.page(
        Self.message(1, "<div class=\"text\">a</div>", time: "soon")
          + Self.message(2, "<div class=\"text\">b</div>")), as: TelegramHTMLReader.self,
      name: "messages.html")
    #expect(sink.texts == ["b"])
    #expect(sink.skipped.map(\.place) == ["line 8"])
  }
}
