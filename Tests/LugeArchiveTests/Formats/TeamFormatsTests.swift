import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("Mattermost, Zulip, Rocket.Chat, Teams") struct TeamFormatsTests {
  @Test("Mattermost: channels, direct messages, replies, reactions")
  func mattermost() throws {
    let text = """
      {"type": "version", "version": 1}
      {"type":"channel","channel":{"team":"t","name":"town","display_name":"Town","type":"O"}}
      {"type":"user","user":{"username":"ann","first_name":"Ann","last_name":"Lee","nickname":""}}
      {"type":"post","post":{"team":"t","channel":"town","user":"ann","message":"**hello**","create_at":1700000000000,"edit_at":1700000005000,"reactions":[{"user":"ann","emoji_name":"smile","create_at":1}],"replies":[{"user":"bob","message":"yes","create_at":1700000001000}],"attachments":[{"path":"a/b.png"}]}}
      {"type":"direct_post","direct_post":{"channel_members":["bob","ann"],"user":"bob","message":"psst","create_at":1700000002000}}
      {"type":"post","post":{"team":"t","channel":"town","message":"nobody"}}
      """
    #expect(FormatSupport.format(text, name: "import.jsonl") == MattermostReader.formatName)
    let sink = try FormatSupport.read(text, as: MattermostReader.self, name: "import.jsonl")
    #expect(sink.conversations.map(\.name) == ["#Town", "Ann Lee, bob", "#Town"])
    #expect(sink.conversations.map(\.kind) == [.channel, .personal, .channel])
    #expect(sink.texts == ["hello", "yes", "psst"])
    #expect(sink.messages[0].reactions.map(\.authors) == [["Ann Lee"]])
    #expect(sink.messages[0].isEdited)
    #expect(sink.messages[0].media.map(\.path) == ["data/a/b.png"])
    #expect(sink.messages[1].replyTo?.sourceKey == sink.messages[0].sourceKey)
    #expect(sink.skipped.map(\.place) == ["line 6"])
  }

  @Test("Mattermost: attachments lie ten folders deep, which is no reason to leave them out")
  func mattermostFolders() throws {
    let folder = try TemporaryFolder()
    let post =
      #"{"type":"post","post":{"team":"t","channel":"c","user":"u","message":"m","create_at":1}}"#
    try folder.write("{\"type\": \"version\", \"version\": 1}\n\(post)", as: "import.jsonl")
    let place = "data/20210622/teams/noteam/channels/c/users/u/f/a.jpg"
    try folder.write([0xFF, 0xD8, 0xFF], as: place)
    let input = try ExportOpener().open(path: folder.path)
    #expect(input.unreadable.isEmpty)
  }

  @Test("Zulip: topics, direct messages in both directions, reactions")
  func zulip() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"zerver_userprofile": [{"id": 1, "email": "ann@x.org", "full_name": "Ann"}, {"id": 2, "email": "bob@x.org", "full_name": "Bob"}],
      "zerver_stream": [{"id": 5, "name": "general"}],
      "zerver_recipient": [{"id": 50, "type": 2, "type_id": 5}, {"id": 11, "type": 1, "type_id": 1}, {"id": 12, "type": 1, "type_id": 2}],
      "zerver_subscription": []}
      """, as: "realm.json")
    try folder.write(
      """
      {"zerver_message": [
      {"id": 1, "sender": 1, "recipient": 50, "subject": "plans", "content": "**hi**", "date_sent": 1700000000.5},
      {"id": 2, "sender": 1, "recipient": 12, "subject": "", "content": "to Bob", "date_sent": 1700000001.0},
      {"id": 3, "sender": 2, "recipient": 11, "subject": "", "content": "to Ann", "date_sent": 1700000002.0, "last_edit_time": 1700000003.0},
      {"id": 4, "sender": 2, "content": "lost", "date_sent": 1}],
      "zerver_reaction": [{"id": 1, "message": 1, "user_profile": 2, "emoji_name": "thumbs_up", "emoji_code": "1f44d"}]}
      """, as: "messages-000001.json")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == [ZulipReader.formatName])
    #expect(sink.conversations.map(\.name) == ["#general › plans", "Ann, Bob"])
    #expect(sink.texts == ["hi", "to Bob", "to Ann"])
    #expect(
      sink.messages[0].reactions == [ReactionRecord(emoji: "👍", count: 1, authors: ["Bob"])])
    #expect(sink.messages[2].isEdited)
    #expect(sink.skipped.count == 1)
  }

  @Test("Zulip: a group whose members are not known is called by who wrote, and is one of its own")
  func zulipGroups() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"zerver_userprofile": [{"id": 1, "email": "ann@x.org", "full_name": "Ann"}],
      "zerver_stream": [], "zerver_recipient": [{"id": 9, "type": 3, "type_id": 2}, {"id": 10, "type": 3, "type_id": 3}],
      "zerver_subscription": []}
      """, as: "realm.json")
    try folder.write(
      """
      {"zerver_message": [
      {"id": 1, "sender": 1, "recipient": 9, "content": "a", "date_sent": 1700000000.5},
      {"id": 2, "sender": 1, "recipient": 10, "content": "b", "date_sent": 1700000001.0}]}
      """, as: "messages-000001.json")
    let (sink, _) = try FormatSupport.open(folder)
    #expect(sink.conversations.map(\.name) == ["Ann", "Ann"])
    #expect(Set(sink.conversations.map(\.key)).count == 2)
  }

  @Test("Rocket.Chat: an answer that quotes a message by its address")
  func rocketChatQuotation() throws {
    let text = """
      [{"_id": "a", "rid": "R", "msg": "hi", "ts": "2024-01-31T12:00:00.000Z", "u": {"username": "ann"}},
      {"_id": "b", "rid": "R", "msg": "[ ](https://c.d/channel/x?msg=a) yes", "ts": "2024-01-31T12:00:01.000Z", "u": {"username": "bob"},
      "attachments": [{"text": "hi", "author_name": "ann", "message_link": "https://c.d/channel/x?msg=a"}, {"title": "b.png", "image_url": "/b.png"}]},
      {"_id": "c", "rid": "R", "msg": "[ ](https://c.d) no", "ts": "2024-01-31T12:00:02.000Z", "u": {"username": "bob"}}]
      """
    let sink = try FormatSupport.read(text, as: RocketChatReader.self, name: "general.json")
    #expect(sink.texts[..<2] == ["hi", "yes"])
    #expect(sink.messages[1].replyTo?.sourceKey == "a")
    #expect(sink.messages[1].media.map(\.kind) == [.photo])
    #expect(sink.messages[2].replyTo == nil)
  }

  @Test("Rocket.Chat: lists and answers of the interface")
  func rocketChat() throws {
    let message = """
      {"_id": "a", "rid": "R", "replies": ["1"], "msg": "*hi*", "ts": "2024-01-31T12:00:00.000Z", "u": {"_id": "1", "username": "ann", "name": "Ann"},
      "reactions": {":+1:": {"usernames": ["bob"]}}, "attachments": [{"title": "a.png", "image_url": "/file/a.png"}]},
      {"_id": "b", "rid": "R", "t": "uj", "msg": "bob", "ts": {"$date": 1706702400000}, "u": {"username": "bob"}},
      {"_id": "c", "rid": "R", "msg": "re", "tmid": "a", "ts": "2024-01-31T12:00:02Z", "u": {"username": "bob"}}, {"_id": "d", "msg": "", "u": {}}
      """
    for text in ["[\(message)]", "{\"messages\": [\(message)], \"success\": true}"] {
      #expect(FormatSupport.format(text, name: "general.json") == RocketChatReader.formatName)
      let sink = try FormatSupport.read(text, as: RocketChatReader.self, name: "general.json")
      #expect(sink.conversations.map(\.name) == ["#general"])
      #expect(sink.texts == ["hi", "bob joined", "re"])
      #expect(sink.times == ["2024-01-31 12:00:00", "2024-01-31 12:00:00", "2024-01-31 12:00:02"])
      #expect(sink.messages[0].media.map(\.kind) == [.photo])
      #expect(sink.messages[0].reactions.map(\.emoji) == ["👍"])
      #expect(sink.messages[1].kind == .service(action: "uj"))
      #expect(sink.messages[2].replyTo?.sourceKey == "a")
      #expect(sink.skipped.count == 1)
    }
  }

  @Test("Rocket.Chat: a server's database, a message a line, with the names of rooms beside it")
  func rocketChatDatabase() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"_id":"a","rid":"R","msg":"first","ts":{"$date":"2024-01-31T12:00:00.000Z"},"u":{"username":"ann"}}
      {"_id":"b","rid":"D","msg":"psst","ts":{"$date":{"$numberLong":"1706702401000"}},"u":{"username":"bob"}}
      {"_id":"old","_hidden":true,"parent":"c","rid":"R","msg":"draft","ts":{"$date":"2024-01-31T12:00:02.000Z"},"u":{"username":"bob"}}
      {"_id":"c","rid":"R","msg":"better","ts":{"$date":"2024-01-31T12:00:02.000Z"},"editedAt":{"$date":"2024-01-31T12:01:00.000Z"},"u":{"username":"bob"}}
      {"_id":"d","rid":"R","msg":"no time","u":{}}
      no json

      """, as: "rocketchat_message.json")
    try folder.write(
      """
      {"_id":"R","name":"general","t":"c","u":{"username":"ann"},"lastMessage":{"msg":"better","ts":{"$date":"2024-01-31T12:00:02.000Z"}}}
      {"_id":"D","t":"d","usernames":["ann","bob"],"ts":{"$date":"2024-01-31T12:00:01.000Z"}}

      """, as: "rocketchat_room.json")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == [RocketChatReader.formatName])
    #expect(Set(sink.conversations.map(\.name)) == ["#general", "ann, bob"])
    #expect(sink.texts == ["first", "psst", "better"])
    #expect(sink.times == ["2024-01-31 12:00:00", "2024-01-31 12:00:01", "2024-01-31 12:00:02"])
    #expect(sink.messages[2].isEdited)
    #expect(sink.skipped.map(\.place) == ["line 5", "line 6"])
  }

  @Test("Rocket.Chat: one star is bold, one tilde is struck")
  func rocketChatStyles() throws {
    let sink = try FormatSupport.read(
      #"[{"_id": "a", "rid": "R", "msg": "*b* _i_ ~s~ **B** ~~S~~ 2*3*4", "ts": "2024-01-31T12:00:00Z", "u": {"username": "ann"}}]"#,
      as: RocketChatReader.self, name: "general.json")
    #expect(sink.texts == ["b i s B S 2*3*4"])
    #expect(
      sink.messages[0].text.spans.map(\.attribute) == [.bold, .italic, .strike, .bold, .strike])
  }

  @Test("Rocket.Chat: equal messages without an id stay several, and keep their keys")
  func rocketChatWithoutIDs() throws {
    let message = """
      {"rid": "R", "msg": "ok", "ts": "2024-01-31T12:00:00Z", "u": {"username": "ann"}}
      """
    let sink = try FormatSupport.read(
      "[\(message), \(message)]", as: RocketChatReader.self, name: "general.json")
    let keys = sink.messages.map(\.sourceKey)
    #expect(Set(keys).count == 2)
    let again = try FormatSupport.read(
      "[\(message), \(message)]", as: RocketChatReader.self, name: "general.json")
    #expect(again.messages.map(\.sourceKey) == keys)
  }

  @Test("Teams: lists of PowerShell, with capitals, channels by name and chats by who speaks")
  func teamsOfPowerShell() throws {
    func message(_ id: String, _ who: String, _ html: String, _ more: String) -> String {
      """
      {"Id": "\(id)", "Body": {"ContentType": "html", "Content": "\(html)"}, "CreatedDateTime": "2025-08-05T13:14:1\(id).36+00:00",
      "LastEditedDateTime": null, "DeletedDateTime": null, "Subject": "", "From": {"Application": null, "User": {"Id": "u\(who)", "DisplayName": "\(who)"}},
      "Mentions": [], "Reactions": [], "MessageType": "message", \(more)}
      """
    }
    let channel = #""ChatId": null, "ChannelIdentity": {"TeamId": "t", "ChannelId": "19:c"}"#
    let chat = #""ChatId": "19:a_b@unq.gbl.spaces", "ChannelIdentity": null"#
    let original =
      #"{\"originalMessageContent\":\"<p>news</p>\",\"originalMessageSender\":{\"user\":{\"displayName\":null}}}"#
    let folder = try TemporaryFolder()
    try folder.write(
      "["
        + [
          message("4", "Ann", "<p>late <emoji alt='🪪'></emoji></p>", channel),
          message("3", "Bob", "<p>to you</p>", chat), message("2", "Ann", "<p>hi</p>", chat),
          message(
            "1", "Ann", "look",
            "\(channel), \"Attachments\": [{\"Id\": \"9\", \"ContentType\": \"forwardedMessageReference\", \"Content\": \"\(original)\"}]"
          ),
        ].joined(separator: ",") + "]", as: "teams/t/messages_t.json")
    try folder.write(
      #"[{"Id": "19:c", "DisplayName": "Plans", "CreatedDateTime": "2025-08-01T00:00:00Z"}]"#,
      as: "teams/t/channels_t.json")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == [TeamsReader.formatName])
    #expect(
      Set((sink.conversations + sink.amended).map(\.name)).isSuperset(
        of: ["#Plans", "Bob, Ann"]))
    #expect(sink.texts == ["late 🪪", "to you", "hi", "look\n\nnews"])
    #expect(sink.messages.last?.forwardedFrom != nil)
    #expect(sink.messages.allSatisfy { $0.unknownFields == nil })
  }

  @Test("Teams: no blank lines of empty paragraphs, pictures in texts, events of no known kind")
  func teamsTexts() throws {
    func message(_ id: String, _ type: String, _ html: String) -> String {
      """
      {"id": "\(id)", "chatId": "19:c", "messageType": "\(type)", "createdDateTime": "2024-01-31T12:00:0\(id)Z",
      "body": {"contentType": "html", "content": "\(html)"}, "eventDetail": {"initiator": {"user": {"id": "u1"}}}}
      """
    }
    let picture = "https://graph.microsoft.com/v1.0/chats/c/messages/2/hostedContents/x/$value"
    let messages = [
      message("3", "unknownFutureValue", "<systemEventMessage/>"),
      message("2", "message", "<p>see</p><p><img src='\(picture)' alt='image'></p>"),
      message(
        "1", "message",
        "<p>&nbsp;</p><blockquote><p>quoted</p><p>&nbsp;</p></blockquote><p>&nbsp;</p><p>said</p><p>&nbsp;</p>"
      ),
    ]
    let sink = try FormatSupport.read(
      "{\"value\": [\(messages.joined(separator: ","))]}", as: TeamsReader.self, name: "Plans.json")
    #expect(sink.texts == ["Something about the chat was changed", "see", "quoted\n\nsaid"])
    #expect(sink.messages[1].media.map(\.kind) == [.photo])
    #expect(sink.messages[1].media.map(\.note) == [picture])
  }

  @Test("Teams: what Microsoft Graph gives")
  func teams() throws {
    let text = """
      {"@odata.context": "x", "value": [
      {"id": "2", "chatId": "19:c", "messageType": "message", "createdDateTime": "2024-01-31T12:00:01Z", "from": {"application": null, "user": {"id": "u1", "displayName": "Ann"}}, "body": {"contentType": "html", "content": "<p>Hello <b>you</b></p>"}, "subject": "Plan", "reactions": [{"reactionType": "like", "user": {"user": {"displayName": "Bob"}}}]},
      {"id": "1", "chatId": "19:c", "messageType": "systemEventMessage", "createdDateTime": "2024-01-31T12:00:00Z", "from": null, "body": {"contentType": "html", "content": "<systemEventMessage/>"}, "eventDetail": {"@odata.type": "#microsoft.graph.membersAddedEventMessageDetail"}},
      {"id": "0"}]}
      """
    #expect(FormatSupport.format(text, name: "Plans.json") == TeamsReader.formatName)
    let sink = try FormatSupport.read(text, as: TeamsReader.self, name: "Plans.json")
    #expect(sink.conversations.map(\.name) == ["Plans"])
    #expect(sink.texts.first == "Plan\nHello you")
    #expect(
      sink.messages.first?.reactions == [ReactionRecord(emoji: "👍", count: 1, authors: ["Bob"])])
    #expect(sink.messages.last?.kind == .service(action: "membersAddedEventMessageDetail"))
    #expect(sink.skipped.count == 1)
  }

  @Test("Teams: the replies within a message are messages")
  func teamsReplies() throws {
    let body = "\"body\": {\"contentType\": \"text\", \"content\""
    let text = """
      {"value": [{"id": "3", "messageType": "message", "createdDateTime": "2024-01-31T12:00:01Z", \(body): "root"}, "replies": [
      {"id": "5", "messageType": "message", "createdDateTime": "2024-01-31T12:00:03Z", "replyToId": "3", \(body): "second"}},
      {"id": "4", "messageType": "message", "createdDateTime": "2024-01-31T12:00:02Z", \(body): "first"}},
      {"id": "6"}]}]}
      """
    let sink = try FormatSupport.read(text, as: TeamsReader.self, name: "Plans.json")
    #expect(sink.texts.sorted() == ["first", "root", "second"])
    let replies = sink.messages.filter { $0.sourceKey != "3" }
    #expect(replies.allSatisfy { $0.replyTo?.sourceKey == "3" })
    #expect(sink.skipped.map(\.reason) == ["a reply: a message should have an id and a time"])
  }

  @Test("A line of JSON with too many values is said to be too large")
  func largeLine() throws {
    let values = String(repeating: "1,", count: 600_000) + "1"
    let lines = """
      {"type":"version","version":1}
      {"type":"post","post":{"user":"ann","message":"a","create_at":1,"x":[\(values)]}}
      {"type":"post","post":{"user":"ann","message":"b","create_at":1}}

      """
    let sink = try FormatSupport.read(lines, as: MattermostReader.self, name: "import.jsonl")
    #expect(sink.texts == ["b"])
    #expect(sink.skipped.map(\.reason) == ["larger than 16 MB"])
  }

  @Test("Reddit: chats, messages, posts and comments")
  func reddit() throws {
    let folder = try TemporaryFolder()
    try folder.write("statistic,value\naccount name,ann\n", as: "statistics.csv")
    try folder.write(
      """
      message_id,created_at,updated_at,username,message,thread_parent_message_id,channel_url,subreddit,channel_name,conversation_type
      m1,2024-01-31 12:00:00 UTC,,bob,"hi, **you**",,c1,,,direct
      m2,2024-01-31 12:00:05 UTC,,ann,yes,m1,c1,,,direct
      m3,never,,ann,x,,c1,,,direct

      """, as: "chat_history.csv")
    try folder.write(
      """
      id,permalink,date,ip,subreddit,gildings,title,url,body
      p1,https://www.reddit.com/r/a/comments/p1/t/,2024-01-01 10:00:00 UTC,,a,0,A title,https://example.org/,Words

      """, as: "posts.csv")
    try folder.write(
      """
      id,permalink,date,ip,subreddit,gildings,link,parent,body,media
      k1,https://www.reddit.com/r/a/comments/p1/t/k1/,2024-01-02 10:00:00 UTC,,a,0,https://www.reddit.com/r/a/comments/p1/t/,,An answer,

      """, as: "comments.csv")
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == [RedditReader.formatName])
    #expect(sink.conversations.map(\.key) == ["reddit:chat:c1", "reddit:ann", "reddit:ann"])
    #expect(Set(sink.texts) == ["hi, you", "yes", "A title\nWords", "An answer"])
    #expect(sink.times.contains("2024-01-31 12:00:05"))
    let answer = try #require(sink.messages.first { $0.sourceKey == "t1_k1" })
    #expect(answer.replyTo?.sourceKey == "t3_p1")
    #expect(sink.skipped.count == 1)
  }

  @Test("Twitter's archive of before 2019: a file a month")
  func grailbird() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"var user_details = {"screen_name": "ann", "full_name": "Ann", "id": "42", "bio": "b"}"#,
      as: "data/js/user_details.js")
    for month in ["01", "02"] {
      try folder.write(
        """
        Grailbird.data.tweets_2012_\(month) =
         [ {"source": "web", "entities": {"user_mentions": [], "media": [], "hashtags": [], "urls": []}, "geo": {}, "id_str": "\(month)1", "text": "Hello &amp; you", "id": 1, "created_at": "2012-\(month)-20 22:00:11 +0000", "user": {"name": "Ann", "screen_name": "ann", "id_str": "42"}}, {"text": "no id"} ]
        """, as: "data/js/tweets/2012_\(month).js")
    }
    let (sink, formats) = try FormatSupport.open(folder)
    #expect(formats == [GrailbirdReader.formatName])
    #expect(sink.conversations.map(\.name) == ["Ann"])
    #expect(sink.texts == ["Hello & you", "Hello & you"])
    #expect(sink.times == ["2012-01-20 22:00:11", "2012-02-20 22:00:11"])
    #expect(sink.messages.first?.post?.handle == "@ann")
    #expect(sink.skipped.count == 2)
  }
}
