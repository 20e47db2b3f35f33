import LugeArchive
import LugeTestSupport
import Testing

@testable import LugeImporters

/// What known fields hold beyond what a reader looks for.
@Suite("Known fields are shown or kept as a whole") struct KnownFieldsTests {
  private func document(_ text: String) throws -> JSONValue {
    try #require(JSONDocument.read(MemoryByteSource(Array(text.utf8), name: "")))
  }

  @Test("What was not read of a field is kept, with what is around it")
  func rest() throws {
    let value = try document(
      """
      {"a": {"read": "r", "list": [{"x": "1", "id": "n"}, {"x": "2", "y": [true, null, ""]}, {}],
      "not": false, "thumb_64": "t"}, "b": {"read": 1}, "known": {"x": 1}, "else": {"z": [1]},
      "none": {}, "e": null, "left": {"x": 1}, "id": 7, "again": {"x": ["1", {"y": 2}]}, "u": "w"}
      """)
    #expect(value["a"]?["read"]?.string == "r")
    #expect(value["b"]?["read"]?.integer == 1)
    let list = try #require(value["a"]?["list"]).elements
    #expect(list.map { $0["x"]?.equals("1") } == [true, false, nil])
    value["again"]?.noteAllRead()
    value["u"]?.noteRead(ifEqualTo: "v")
    let known = KnownFields(
      ["a", "again", "b", "id", "known", "u"], dropping: ["left"], omitting: ["id", "thumb_*"])
    for _ in 1...2 {
      // Writing what was not read does not count as reading it.
      #expect(
        JSONWriter().unknown(of: value, known, adding: [("q", "w"), ("v", "")])
          == #"{"a":{"list":[{"y":[true]}]},"known":{"x":1},"else":{"z":[1]},"u":"w","q":"w"}"#)
    }
    value["u"]?.noteRead(ifEqualTo: "w")
    #expect(JSONWriter().unknown(of: value, known)?.contains("\"w\"") == false)
    let empty = try document("{}")
    #expect(JSONWriter().unknown(of: empty, known) == nil)
  }

  @Test("What is kept of deep nesting needs no stack")
  func deep() throws {
    let depth = 50
    let text =
      String(repeating: #"{"a":["#, count: depth) + #""w""# + String(repeating: "]}", count: depth)
    let value = try document(text)
    #expect(JSONWriter().unknown(of: value, KnownFields(["a"])) == text)
  }

  @Test("Google Chat: a message that is a file, a call, a video or a page; earlier versions")
  func googleChat() throws {
    func message(_ more: String) -> String {
      #"{"creator": {"name": "Ann", "email": "a@x"}, "created_date": "#
        + #""Wednesday, January 31, 2024 at 12:00:00 PM UTC", \#(more)}"#
    }
    let page =
      #"{"url_metadata": {"title": "News", "snippet": "S", "url": {"#
      + #""private_do_not_access_or_else_safe_url_wrapped_value": "https://n.example"}}}"#
    let sink = try FormatSupport.read(
      #"{"messages": ["#
        + [
          message(
            #""message_id": "1", "annotations": [{"start_index": 0, "length": 0, "#
              + #""drive_metadata": {"id": "D", "title": "Plan.pdf"}}]"#),
          message(
            #""message_id": "2", "annotations": [{"video_call_metadata": {"meeting_space": "#
              + #"{"meeting_url": "https://meet.example/a"}}}]"#),
          message(#""annotations": [{"youtube_metadata": {"id": "Y"}}, \#(page)]"#),
          message(
            #""message_id": "4", "text": "see https://n.example", "annotations": [\#(page)]"#),
          message(
            #""message_id": "5", "text": "new", "previous_message_versions": [{"text": "old"}]"#),
          message(#""message_id": "6", "text": "plain""#),
        ].joined(separator: ",") + "]}", as: GoogleChatReader.self,
      name: "Groups/DM 1/messages.json")
    #expect(
      sink.texts == [
        "Plan.pdf\nhttps://drive.google.com/open?id=D", "A video call\nhttps://meet.example/a",
        "https://www.youtube.com/watch?v=Y\n\nNews\nhttps://n.example", "see https://n.example",
        "new", "plain",
      ])
    #expect(sink.messages.flatMap(\.media) == [])
    #expect(sink.messages[3].unknownFields?.contains("News") == true)
    #expect(
      sink.messages[4].unknownFields == #"{"previous_message_versions":[{"text":"old"}]}"#)
    #expect(sink.messages[5].unknownFields == nil)
    // What is shown has no part in the key.
    var repetitions = RepetitionCounter()
    let key = repetitions.key(time: sink.messages[2].time, author: "a@x", text: "")
    #expect(sink.messages[2].sourceKey == key)
  }

  @Test("Hangouts: a place has its name and address")
  func hangouts() throws {
    let place =
      #"{"type": ["PLACE_V2"], "place_v2": {"name": "Cafe", "url": "http://m.example", "#
      + #""address": {"postal_address_v2": {"street_address": "Main St 1"}}}}"#
    let thing = #"{"type": ["THING_V2"], "thing_v2": {"name": "Thing"}}"#
    let sink = try FormatSupport.read(
      #"{"conversations": [{"events": [{"event_id": "e", "timestamp": "1500000000123456", "#
        + #""chat_message": {"message_content": {"attachment": [{"embed_item": \#(place)}, "#
        + #"{"embed_item": \#(thing)}]}, "annotation": [{"type": 4, "value": "note"}]}}]}]}"#,
      as: HangoutsReader.self, name: "Hangouts.json")
    #expect(
      sink.messages.flatMap(\.media).map(\.note) == ["Cafe\nMain St 1\nhttp://m.example", "Thing"])
    #expect(sink.messages[0].unknownFields?.contains("note") == true)
  }

  @Test("Mattermost: what a program says in fields")
  func mattermost() throws {
    func post(_ time: Int, _ attachment: String) -> String {
      #"{"type": "post", "post": {"team": "t", "channel": "c", "user": "bot", "message": "", "#
        + #""create_at": \#(time), "props": {"attachments": [\#(attachment)]}}}"#
    }
    let sink = try FormatSupport.read(
      [
        #"{"type": "version", "version": 1}"#,
        post(1000, #"{"fields": [{"title": "Host", "value": "db1 is down", "short": true}]}"#),
        post(
          2000,
          #"{"title": "T", "text": "x", "footer": "F", "fallback": "T x", "image_url": "i.png"}"#),
        post(3000, #"{"fallback": "only this"}"#),
      ].joined(separator: "\n"), as: MattermostReader.self, name: "import.jsonl")
    #expect(sink.texts == ["Host: db1 is down", "T\nx\nF", "only this"])
    #expect(
      sink.messages.map(\.unknownFields) == [
        nil, #"{"props":{"attachments":[{"image_url":"i.png"}]}}"#, nil,
      ])
  }

  @Test("Rocket.Chat: what a program says in fields, and quotations of quotations")
  func rocketChat() throws {
    func message(_ id: Int, _ attachment: String) -> String {
      #"{"_id": "\#(id)", "rid": "R", "u": {"username": "bot"}, "msg": "", "#
        + #""ts": {"$date": "2024-02-29T10:00:0\#(id).000Z"}, "attachments": [\#(attachment)]}"#
    }
    let sink = try FormatSupport.read(
      [
        message(1, #"{"fields": [{"title": "Host", "value": "db1 is down"}]}"#),
        message(
          2,
          #"{"title": "Build", "title_link": "https://ci.example/7", "text": "failed", "#
            + #""fields": [{"title": "By", "value": "Ann"}]}"#),
        message(
          3,
          #"{"author_name": "Ann", "text": "outer", "attachments": [{"author_name": "Ben", "#
            + #""text": "inner"}]}"#),
        message(
          4,
          #"{"title": "a.pdf", "title_link": "/file-upload/1/a.pdf", "type": "file", "#
            + #""description": "the plan", "text": "and more"}"#),
      ].joined(separator: "\n"), as: RocketChatReader.self, name: "rocketchat_message.json")
    #expect(
      sink.texts == [
        "Host: db1 is down", "Build\nfailed\nBy: Ann", "Ann\nouter\nBen\ninner", "",
      ])
    #expect(sink.messages[1].unknownFields?.contains("ci.example") == true)
    #expect(sink.messages[3].media.map(\.fileName) == ["a.pdf"])
    #expect(sink.messages[3].media.map(\.note) == ["the plan\nand more"])
  }

  @Test("Signal: all of a contact, names in events, earlier versions")
  func signal() throws {
    func item(_ sent: Int, _ content: String) -> String {
      #"{"chatItem": {"chatId": "1", "authorId": "2", "dateSent": \#(sent), "#
        + #""incoming": {"dateReceived": "1"}, \#(content)}}"#
    }
    let contact =
      #"{"name": {"givenName": "Carla"}, "number": [{"value": "+491", "type": "HOME"}], "#
      + #""email": [{"value": "c@x.org"}], "address": [{"street": "Main St 1", "city": "Bonn"}]}"#
    func text(_ body: String) -> String { #""standardMessage": {"text": {"body": "\#(body)"}}"# }
    let sink = try FormatSupport.read(
      [
        #"{"version": "1", "backupTimeMs": "1"}"#,
        #"{"recipient": {"id": "2", "contact": {"aci": "a", "profileGivenName": "Ann"}}}"#,
        #"{"chat": {"id": "1", "recipientId": "2"}}"#,
        item(1000, #""contactMessage": {"contact": \#(contact)}"#),
        item(
          2000,
          #""updateMessage": {"groupChange": {"updates": [{"x": {}}, {"groupNameUpdate": "#
            + #"{"newGroupName": "Garden"}}, {"groupDescriptionUpdate": {"newDescription": "D"}}]}}"#
        ),
        item(
          3000,
          #""updateMessage": {"profileChange": {"previousName": "Ann", "newName": "Anna"}}"#),
        item(4000, #""revisions": [{"dateSent": 3500, \#(text("old"))}], \#(text("new"))"#),
        item(5000, text("plain")),
      ].joined(separator: "\n"), as: SignalBackupReader.self, name: "main.jsonl")
    #expect(sink.messages[0].media.map(\.note) == ["Carla\n+491\nc@x.org\nMain St 1, Bonn"])
    #expect(
      sink.texts.dropFirst() == [
        "Ann changed the group name to “Garden”", "Ann changed their name from “Ann” to “Anna”",
        "new", "plain",
      ])
    #expect(sink.messages[1].unknownFields?.contains(#""newDescription":"D""#) == true)
    #expect(sink.messages[3].unknownFields?.contains("old") == true)
    #expect(sink.messages[4].unknownFields == nil)
    let other = try FormatSupport.read(
      #"[{"id": "1", "conversationId": "c", "sent_at": 1709200000000, "type": "incoming", "#
        + #""source": "+49", "contact": [\#(contact)], "quote": {"id": 1, "text": "quoted"}}]"#,
      as: SigtopReader.self, name: "Ann (+49).json")
    #expect(other.messages[0].media.map(\.note) == ["Carla\n+491\nc@x.org\nMain St 1, Bonn"])
    #expect(other.messages[0].unknownFields?.contains("quoted") == true)
  }

  @Test("Skype: numbers of contacts, addresses of places, what is answered")
  func skype() throws {
    let contents = [
      (
        "RichText/Contacts",
        #"<contacts><c t='p' p='+491' f='Carla'/><c t='s' s='ben'/></contacts>"#
      ),
      ("RichText/Location", #"<location address='Main St 1'>Cafe</location>"#),
      (
        "RichText",
        #"<quote author='x' messageid='5'><legacyquote>[1] x: </legacyquote>before</quote>yes"#
      ),
      (
        "RichText/UriObject",
        #"<URIObject type='File.1' uri='https://o.example/1'>To view</URIObject>"#
      ),
    ]
    let list = contents.enumerated().map { index, content in
      #"{"id": "\#(index)", "originalarrivaltime": "2020-01-31T12:34:5\#(9 - index).0Z", "#
        + #""messagetype": "\#(content.0)", "from": "8:ann", "content": ""#
        + content.1.replacing("'", with: #"\""#) + #""}"#
    }
    let sink = try FormatSupport.read(
      #"{"userId": "8:ann", "exportDate": "x", "conversations": [{"id": "8:bob", "MessageList": ["#
        + list.joined(separator: ",") + "]}]}", as: SkypeReader.self, name: "messages.json")
    let messages = Dictionary(uniqueKeysWithValues: sink.messages.map { ($0.sourceKey, $0) })
    #expect(messages["0"]?.media.map(\.note) == ["Carla, +491\nben"])
    #expect(messages["1"]?.media.map(\.note) == ["Cafe\nMain St 1"])
    #expect(messages["2"]?.text.string == "yes")
    #expect(messages["2"]?.unknownFields == #"{"quote":"before"}"#)
    #expect(messages["3"]?.unknownFields == #"{"uri":"https://o.example/1"}"#)
  }

  @Test("Matrix: the rest of an event's content, an earlier version, nothing of what was removed")
  func matrix() throws {
    func event(_ id: String, _ type: String, _ content: String) -> String {
      #"{"type": "\#(type)", "room_id": "!r:x", "sender": "@ann:x", "event_id": "\#(id)", "#
        + #""origin_server_ts": 1700000000000, "content": \#(content)}"#
    }
    let events = [
      event("$1", "m.room.message", #"{"msgtype": "m.text", "body": "plain", "m.mentions": {}}"#),
      event("$2", "m.room.message", #"{"msgtype": "m.text", "body": "old"}"#),
      event(
        "$3", "m.room.message",
        #"{"msgtype": "m.text", "body": "* new", "m.new_content": {"msgtype": "m.text", "#
          + #""body": "new"}, "m.relates_to": {"rel_type": "m.replace", "event_id": "$2"}}"#),
      event("$4", "org.custom", #"{"foo": "bar"}"#),
      event("$5", "m.room.message", #"{"msgtype": "m.text", "body": "gone"}"#),
      #"{"type": "m.room.redaction", "room_id": "!r:x", "sender": "@ann:x", "event_id": "$6", "#
        + #""origin_server_ts": 1700000000000, "redacts": "$5", "content": {}}"#,
    ]
    let sink = try FormatSupport.read(
      #"{"room_name": "R", "exported_by": "x", "messages": [\#(events.joined(separator: ","))]}"#,
      as: MatrixExportReader.self, name: "r.json")
    #expect(sink.texts.prefix(2) == ["plain", "new"])
    #expect(
      sink.messages.map(\.unknownFields) == [
        nil, #"{"content":{"body":"old"}}"#, #"{"content":{"foo":"bar"}}"#, nil,
      ])
  }

  @Test("Slack: buttons, each with its address")
  func slack() throws {
    let sink = try FormatSupport.read(
      #"[{"type": "message", "ts": "1704153602.000100", "user": "U1", "text": "", "blocks": [{"#
        + #""type": "actions", "elements": [{"type": "button", "text": {"text": "Yes"}, "#
        + #""url": "https://y.example"}, {"type": "button", "text": {"text": "No"}}]}]}]"#,
      as: SlackReader.self, name: "general/2024-01-02.json")
    #expect(sink.texts == ["▸ Yes\n▸ No"])
    #expect(
      sink.messages[0].text.spans.map(\.attribute) == [.link(target: "https://y.example")])
  }

  @Test("Zulip and Teams: earlier versions, answered messages")
  func others() throws {
    let teams = try FormatSupport.read(
      #"{"value": [{"id": "1", "createdDateTime": "2024-02-29T10:00:00Z", "chatId": "c", "#
        + #""messageType": "message", "from": {"user": {"id": "u", "displayName": "Ann"}}, "#
        + #""body": {"contentType": "html", "content": "yes"}, "attachments": [{"id": "9", "#
        + #""contentType": "messageReference", "content": "{\"messagePreview\": \"when?\"}"}]}]}"#,
      as: TeamsReader.self, name: "chat.json")
    #expect(teams.messages[0].unknownFields?.contains("when?") == true)
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"zerver_message": [{"id": 1, "sender": 1, "recipient": 1, "subject": "s", "#
        + #""content": "new", "date_sent": 1, "edit_history": "[{\"prev_content\": \"old\"}]"}]}"#,
      as: "messages-000001.json")
    let zulip = try FormatSupport.open(folder).sink
    #expect(zulip.messages.first?.unknownFields?.contains("old") == true)
  }
}
