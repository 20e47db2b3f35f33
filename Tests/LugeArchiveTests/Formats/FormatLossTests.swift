import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("Formats lose nothing in silence") struct FormatLossTests {
  @Test("LINE: a line between a day and its first message is told of")
  func line() throws {
    let text = """
      [LINE] Chat history with Ann
      Saved on: 2020/02/01 10:00

      2020/01/31(Fri)

      no time stands here
      12:34\tAnn\tHello

      """
    let sink = try FormatSupport.read(text, as: LINEReader.self, name: "chat.txt")
    #expect(sink.texts == ["Hello"])
    #expect(sink.skipped.map(\.place) == ["line 6"])
  }

  @Test("Viber: a first row that cannot be read is told of, titles of columns are not")
  func viber() throws {
    let row = "31/01/2020,12:35:00,Ann,+491,Hello\n"
    for (first, count) in [("31/01/2020,noon,Ann,+491,Lost\n", 1), ("Date,Time,Name,No,Text\n", 0)]
    {
      let sink = try FormatSupport.read(first + row, as: ViberReader.self, name: "Ann.csv")
      #expect(sink.texts == ["Hello"])
      #expect(sink.skipped.count == count)
    }
  }

  @Test("Mattermost: answers to a post that makes no sense are read")
  func mattermost() throws {
    let text = """
      {"type":"version","version":1}
      {"type":"post","post":{"team":"t","channel":"c","message":"no time","user":"ann","replies":[{"user":"bob","message":"an answer","create_at":1580474040000}]}}
      {"type":"post"}

      """
    let sink = try FormatSupport.read(text, as: MattermostReader.self, name: "import.jsonl")
    #expect(sink.texts == ["an answer"])
    #expect(sink.messages.first?.replyTo == nil)
    #expect(sink.skipped.map(\.place) == ["line 2", "line 3"])
  }

  @Test("Rocket.Chat: a file without an attachment, and words beside a link")
  func rocketChat() throws {
    func message(_ id: String, _ rest: String) -> String {
      """
      {"_id":"\(id)","rid":"r","msg":"","ts":"2020-01-31T12:34:00Z","u":{"username":"ann"},\(rest)}
      """
    }
    let text =
      "["
      + [
        message("1", "\"file\":{\"_id\":\"f\",\"name\":\"a.pdf\"}"),
        message(
          "2", "\"attachments\":[{\"title\":\"T\",\"title_link\":\"/x\",\"text\":\"words\"}]"),
      ].joined(separator: ",") + "]"
    let sink = try FormatSupport.read(text, as: RocketChatReader.self, name: "general.json")
    #expect(sink.messages.map { $0.media.map(\.fileName) } == [["a.pdf"], ["T"]])
    #expect(sink.messages[1].media.map(\.note) == ["words"])
  }

  @Test("Slack: what programs write into blocks and fields of an attachment; lists line by line")
  func slack() throws {
    let text = """
      [{"type":"message","subtype":"bot_message","ts":"1704153602.000100","text":"","bot_id":"B1",
      "attachments":[{"fallback":"[no preview available]","blocks":[
      {"type":"section","text":{"type":"mrkdwn","text":"Build 7"},"fields":[{"text":"*red*"}]},
      {"type":"image","alt_text":"a chart"}]},
      {"fallback":"f","fields":[{"title":"Host","value":"h1"},{"title":"","value":"h2"}]}]},
      {"type":"message","ts":"1704153603.000100","user":"U1","blocks":[{"type":"rich_text","elements":[
      {"type":"rich_text_section","elements":[{"type":"text","text":"Buy"}]},
      {"type":"rich_text_list","elements":[
      {"type":"rich_text_section","elements":[{"type":"text","text":"milk"}]},
      {"type":"rich_text_section","elements":[{"type":"text","text":"tea"}]}]},
      {"type":"rich_text_section","elements":[{"type":"text","text":"today"}]}]}]}]
      """
    let sink = try FormatSupport.read(text, as: SlackReader.self, name: "general/2024-01-02.json")
    #expect(sink.texts[0] == "Build 7\nred\na chart\n\nHost: h1\nh2")
    #expect(sink.messages[0].media.isEmpty)
    #expect(sink.texts[1] == "Buy\n• milk\n• tea\ntoday")
  }

  @Test("Slack: tables keep their words; numbered lists, code and quotations have their own lines")
  func slackBlocks() throws {
    func section(_ words: String) -> String {
      #"{"type":"rich_text_section","elements":[{"type":"text","text":"\#(words)"}]}"#
    }
    func cell(_ words: String) -> String {
      #"{"type":"rich_text","elements":[\#(section(words))]}"#
    }
    let table =
      #"{"type":"table","rows":[[\#(cell("Who")),{"type":"raw_text","text":"When"}],[\#(cell("Ann")),\#(cell(""))]]}"#
    let text = """
      [{"type":"message","ts":"1704153602.000100","user":"U1","text":"see","blocks":[
      {"type":"rich_text","elements":[\(section("see"))]},\(table)]},
      {"type":"message","ts":"1704153603.000100","user":"U1","blocks":[{"type":"rich_text","elements":[
      \(section("Steps")),{"type":"rich_text_list","style":"ordered","indent":1,"offset":1,"elements":[
      \(section("mix")),\(section("bake"))]},
      {"type":"rich_text_preformatted","elements":[{"type":"text","text":"a\\nb"}]},
      {"type":"rich_text_quote","elements":[{"type":"text","text":"so\\nit is"}]},\(section("end"))]}]},
      {"type":"message","ts":"1704153604.000100","user":"U1","text":"","files":[
      {"id":"F1","name":"Untitled","title":"Weekly","mode":"quip"}]}]
      """
    let sink = try FormatSupport.read(text, as: SlackReader.self, name: "general/2024-01-02.json")
    #expect(sink.texts[0] == "see\nWho | When\nAnn | ")
    #expect(sink.texts[1] == "Steps\n    2. mix\n    3. bake\na\nb\nso\nit is\nend")
    #expect(
      sink.messages[1].text.spans.map(\.attribute) == [.preformatted(language: nil), .blockquote])
    #expect(sink.messages[2].media.map(\.fileName) == ["Weekly"])
  }

  @Test("Teams: the words of cards; Google Chat: emoji of one's own")
  func cards() throws {
    let card =
      #"{\"body\":[{\"type\":\"TextBlock\",\"text\":\"Approve?\"},{\"items\":[{\"title\":\"By\",\"value\":\"Ann\"}]}]}"#
    let teams = try FormatSupport.read(
      """
      {"value":[{"id":"1","messageType":"message","createdDateTime":"2024-01-31T12:00:00Z","chatId":"c",
      "from":{"user":{"id":"u","displayName":"Bot"}},"body":{"contentType":"html","content":"<attachment id=\\"a\\"></attachment>"},
      "attachments":[{"id":"a","contentType":"application/vnd.microsoft.card.adaptive","contentUrl":null,"name":null,"content":"\(card)"}]}]}
      """, as: TeamsReader.self, name: "chat.json")
    #expect(teams.messages.flatMap(\.media).map(\.note) == ["Approve?\nBy\nAnn"])
    let google = try FormatSupport.read(
      """
      {"messages":[{"creator":{"name":"Ann","email":"a@x"},"created_date":"Wednesday, January 31, 2024 at 12:00:00 PM UTC",
      "text":"hi","message_id":"1","reactions":[{"emoji":{"custom_emoji":{"shortcode":":party:"}},"reactor_emails":["b@x"]}]}]}
      """, as: GoogleChatReader.self, name: "Groups/DM 1/messages.json")
    #expect(google.messages.first?.reactions.map(\.emoji) == [":party:"])
  }

  @Test("Skype: who was sent as a contact, and what a place is called")
  func skype() throws {
    func message(_ id: Int, _ type: String, _ content: String) -> String {
      """
      {"id":"\(id)","originalarrivaltime":"2020-01-31T12:34:0\(id).0Z","messagetype":"\(type)",\
      "from":"8:ann","content":"\(content)"}
      """
    }
    let list = [
      message(
        1, "RichText/Contacts",
        "<contacts><c t=\\\"s\\\" s=\\\"bob\\\" f=\\\"Bob B\\\"/></contacts>"),
      message(
        2, "RichText/Location",
        "<location address=\\\"x\\\"><a href=\\\"https://maps.example/1\\\">Vienna</a></location>"),
    ].joined(separator: ",")
    let text =
      "{\"userId\":\"8:ann\",\"exportDate\":\"x\",\"conversations\":[{\"id\":\"8:bob\",\"displayName\":\"Bob\",\"MessageList\":[\(list)]}]}"
    let sink = try FormatSupport.read(text, as: SkypeReader.self, name: "messages.json")
    let notes = sink.messages.flatMap { $0.media.map { ($0.kind, $0.note ?? "") } }
    #expect(notes.contains { $0.0 == .contact && $0.1 == "Bob B, bob" })
    #expect(notes.contains { $0.0 == .location && $0.1.hasPrefix("Vienna") })
  }

  @Test("Slack: the file of a day whose first message is longer than what is looked at")
  func longDay() throws {
    let long = String(repeating: "\\u00e9", count: 39_000)
    let text = """
      [{"text": "\(long)", "type": "message", "ts": "1700000000.000100", "user": "U1"}]
      """
    let folder = try TemporaryFolder()
    _ = try folder.write(Array(text.utf8), as: "general/2023-11-14.json")
    let sink = try FormatSupport.open(folder).sink
    #expect(sink.texts.map(\.count) == [39_000])
  }

  @Test("Matrix: a second event of an id, by somebody else, stands beside the first one")
  func borrowedEvent() throws {
    func event(_ sender: String, _ body: String) -> String {
      """
      {"type": "m.room.message", "room_id": "!r:x", "sender": "\(sender)", "event_id": "$1",
      "origin_server_ts": 1700000000000, "content": {"msgtype": "m.text", "body": "\(body)"}}
      """
    }
    let list = [event("@ann:x", "hers"), event("@eve:x", "his"), event("@ann:x", "hers")]
    let sink = try FormatSupport.read(
      #"{"room_name": "R", "exported_by": "x", "messages": [\#(list.joined(separator: ","))]}"#,
      as: MatrixExportReader.self, name: "r.json")
    #expect(sink.texts == ["hers", "his", "hers"])
    #expect(sink.messages.map(\.sourceKey) == ["$1", "$1 by @eve:x", "$1"])
  }

  @Test("A chat in a folder with a byte of zero in a message is read")
  func zeroByte() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      Array("13/02/20, 10:00 - Ann: a\u{0}b\n14/02/20, 10:00 - Bob: c\n".utf8),
      as: "WhatsApp Chat with Z.txt")
    #expect(try FormatSupport.open(folder).sink.texts.count == 2)
  }

  @Test("Slack: what an integration says is its message, with its links; beside a text it is words")
  func slackIntegrations() throws {
    let attachment = """
      {"fallback":"f","title":"Build 7","title_link":"https://ci.example/7",\
      "text":"<https://git.example/1|fix> by Ann"}
      """
    let text = """
      [{"type":"message","subtype":"bot_message","ts":"1704153602.000100","text":"","bot_id":"B1",
      "attachments":[\(attachment)]},
      {"type":"message","ts":"1704153603.000100","user":"U1","text":"See",
      "attachments":[{"pretext":"<https://git.example/1|fix> by Ann"}]}]
      """
    let sink = try FormatSupport.read(text, as: SlackReader.self, name: "general/2024-01-02.json")
    #expect(sink.texts[0] == "Build 7\nfix by Ann")
    #expect(
      sink.messages[0].text.spans.map(\.attribute) == [
        .link(target: "https://ci.example/7"), .link(target: "https://git.example/1"),
      ])
    #expect(sink.messages[0].media.isEmpty)
    #expect(sink.messages[1].media == [.words("fix (https://git.example/1) by Ann")])
  }
}
