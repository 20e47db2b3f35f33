import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Slack")
struct SlackTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      [{"id": "U1", "name": "ann", "profile": {"display_name": "", "real_name": "Ann Lee"}},
       {"id": "U2", "name": "bob", "profile": {"display_name": "Bobby", "real_name": "Bob"}}]
      """, as: "users.json")
    try folder.write(
      #"[{"id": "C1", "name": "general", "members": ["U1"], "purpose": {"value": "all"}, "creator": "U1"}]"#,
      as: "channels.json")
    try folder.write(#"[{"id": "D1", "members": ["U1", "U2"]}]"#, as: "dms.json")
    try folder.write("[]", as: "groups.json")
  }

  @Test("A workspace: channels and people by their names, days of a channel in one conversation")
  func workspace() throws {
    try folder.write(
      """
      [{"type": "message", "user": "U1", "text": "*hi* <@U2> &amp; <https://a.b|site> in <#C1|old>",
        "ts": "1704067200.000100", "reactions": [{"name": "wave", "users": ["U2"], "count": 1}],
        "edited": {"user": "U1", "ts": "1704067300.000000"}},
       {"type": "message", "subtype": "channel_join", "user": "U2",
        "text": "<@U2> has joined the channel", "ts": "1704067201.000100"}]
      """, as: "general/2024-01-01.json")
    try folder.write(
      """
      [{"type": "message", "user": "U2", "text": "answer", "ts": "1704153600.000100",
        "thread_ts": "1704067200.000100", "parent_user_id": "U1"},
       {"type": "message", "user": "U1", "ts": "1704153601.000100", "thread_ts": "1704153601.000100",
        "files": [{"id": "F1", "name": "a.png", "mimetype": "image/png", "size": 4,
        "permalink": "https://x.slack.com/F1"}]},
       {"type": "message", "subtype": "bot_message", "username": "robot", "bot_id": "B1",
        "ts": "1704153602.000100", "blocks": [{"type": "rich_text", "elements": [{"type":
        "rich_text_section", "elements": [{"type": "text", "text": "built "},
        {"type": "user", "user_id": "U1"}]}]}]},
       {"type": "message", "subtype": "bot_message", "bot_id": "B2", "text": "pushed",
        "ts": "1704153603.000100"},
       {"type": "message", "text": "no ts"}]
      """, as: "general/2024-01-02.json")
    try folder.write(
      #"[{"type": "message", "user": "U1", "text": "psst", "ts": "1704153609.000100"}]"#,
      as: "D1/2024-01-02.json")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == ["Slack export"])
    #expect(Set(sink.conversations.map(\.name)) == ["#general", "Ann Lee, Bobby"])
    #expect(Set(sink.conversations.map(\.key)) == ["slack:C1", "slack:D1"])
    let general = sink.messages.filter { $0.text.string != "psst" }
    #expect(
      general.map(\.text.string) == [
        "hi @Bobby & site in #general", "Bobby has joined the channel", "answer", "",
        "built @Ann Lee", "pushed",
      ])
    #expect(
      general[0].text.spans.map(\.attribute) == [
        .bold, .mention(id: "U2"), .link(target: "https://a.b"), .hashtag,
      ])
    #expect(
      general.map { $0.author?.name } == ["Ann Lee", "Bobby", "Bobby", "Ann Lee", "robot", "Bot"])
    #expect(general[0].reactions == [ReactionRecord(emoji: "👋", count: 1, authors: ["Bobby"])])
    #expect(general[0].isEdited)
    #expect(general[1].kind == .service(action: "channel_join"))
    #expect(general[2].replyTo?.sourceKey == "1704067200.000100")
    // Who begins a thread answers nobody.
    #expect(general[3].replyTo == nil)
    #expect(general[3].media.map(\.fileName) == ["a.png"])
    #expect(sink.skipped.map(\.reason) == [#"a message should be an object with "ts""#])
  }

  @Test("A day whose first message is longer than what a file is recognised by")
  func longFirstMessage() throws {
    let long = String(repeating: "long ", count: 20_000)
    try folder.write(
      #"[{"type": "message", "user": "U1", "text": "\#(long)", "ts": "1704067200.000100"}]"#,
      as: "general/2024-01-01.json")
    try folder.write(
      #"[{"type": "message", "user": "U1", "text": "short", "ts": "1704153600.000100"}]"#,
      as: "general/2024-01-02.json")
    #expect(try FormatSupport.open(folder).0.messages.count == 2)
  }

  @Test("Lists without messages say what to do")
  func listsOnly() throws {
    #expect(throws: ArchiveError.self) { try FormatSupport.open(folder) }
  }
}
