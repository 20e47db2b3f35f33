/// A small export in each format that the generator does not write.
public enum FormatSeeds {
  /// Texts by file name.
  public static let texts: [(String, String)] = [
    (
      "luge/chats.jsonl",
      #"""
      {"luge":"archive","version":1}
      {"type":"conversation","key":"telegram:7","name":"Hikers","kind":"group","own":"user1"}
      {"type":"message","key":"1","time":1717408860,"author":"user1","name":"Anna","text":"bold https://example.org","spans":[[0,4,"bold"],[5,24,"link"]],"edited":1717408920,"editedCertainty":2,"reactions":[{"emoji":"❤","count":3,"authors":["Ben"]}]}
      {"type":"message","key":"2","time":1717408920,"certainty":2,"author":"user2","name":"Ben","text":"","reply":"1","replyConversation":"telegram:8","forwarded":"News","media":[{"kind":"photo","path":"photos/a.jpg","width":640,"height":480,"size":12345},{"kind":"poll","note":"When?\n• Now"}]}
      {"type":"service","action":"phone_call","key":"3","time":1717408921,"text":"Ben called","unknown":"{\"a\":1}"}
      {"type":"deleted","key":"4","time":1717408922,"author":"user2","name":"Ben","text":""}
      {"type":"conversation","key":"mastodon:x","name":"Ann","kind":"timeline","about":"hikes"}
      {"type":"message","key":"p","time":1717408923,"author":"ann","name":"Ann","text":"a post","edited":true,"post":{"handle":"@ann","likes":7,"boosts":1,"url":"https://example.org/p","warning":"spoiler","poll":{"answers":[{"text":"Now","votes":2}],"voters":2},"link":{"url":"https://example.org/","title":"t"}}}

      """#
    ),
    (
      "bluesky-records/feed.json",
      #"""
      {"feed": [
      {"post": {"uri": "at://did:plc:a/app.bsky.feed.post/3k1", "cid": "b1", "author": {"did": "did:plc:a", "handle": "ann.example.org", "displayName": "Ann"}, "record": {"$type": "app.bsky.feed.post", "createdAt": "2024-06-03T10:00:00.000Z", "text": "Hello #hut example.org", "langs": ["en"], "facets": [{"index": {"byteStart": 6, "byteEnd": 10}, "features": [{"$type": "app.bsky.richtext.facet#tag", "tag": "hut"}]}], "embed": {"$type": "app.bsky.embed.external", "external": {"uri": "https://example.org/", "title": "A page", "description": "of words"}}}, "likeCount": 3, "repostCount": 1, "replyCount": 2, "indexedAt": "2024-06-03T10:00:01.000Z"}},
      {"post": {"uri": "at://did:plc:b/app.bsky.feed.post/3k2", "cid": "b2", "author": {"did": "did:plc:b", "handle": "ben.example.org"}, "record": {"$type": "app.bsky.feed.post", "createdAt": "2024-06-03T11:00:00.000Z", "text": "An answer", "reply": {"root": {"uri": "at://did:plc:a/app.bsky.feed.post/3k1", "cid": "b1"}, "parent": {"uri": "at://did:plc:a/app.bsky.feed.post/3k1", "cid": "b1"}}}, "likeCount": 0}, "reason": {"$type": "app.bsky.feed.defs#reasonRepost", "by": {"did": "did:plc:a", "handle": "ann.example.org"}, "indexedAt": "2024-06-03T12:00:00.000Z"}}]}
      """#
    ),
    (
      "matrix - Garden - Chat Export - 2024.txt",
      """
      Tue, Jan 30, 2024, 14:05:11 - @ann:example.org created and configured the room.
      Tue, Jan 30, 2024, 14:05:12 - Ben: Hello, world
      Tue, Jan 30, 2024, 2:06:00 PM - @ann:example.org: <Ben "Hello, world"> fine
      Tue, Jan 30, 2024, 14:07:00 - * Ben waves
      30/01/2024, 14:08:00 - Ben sent an image. (File Attached)
      30/01/2024, 14:09:00 - Ben: report.pdf (Media omitted)

      """
    ),
    (
      "line-pc/[LINE]Ann.txt",
      "2024.01.30 Tuesday\n10:00 Ann hello\n10:01 Ben Lee Stickers\n10:02 Ann unsent a message.\n"
    ),
    (
      "kakaotalk-ios/talk.txt",
      """
      팀 카카오톡 대화
      저장한 날짜 : 2020년 2월 1일 오후 7:17

      2020년 1월 31일 금요일
      오후 1:23, Ann : 안녕 : 응
      오후 1:24, Ann님이 나갔습니다.

      2020년 2월 1일 토요일
      2020. 2. 1. 오전 12:05: 알림

      """
    ),
    (
      "messenger-html/inbox/ann_1/message_1.html",
      """
      <html><head><title>Ann</title></head><body><div class="_a706" role="main">
      <div class="pam _3-95 _a6-g uiBoxWhite"><div class="_2ph_ _a6-h _a6-i">Ann</div><div class="_2ph_ _a6-p"><div><div></div><div>Hello &amp; you<br>there</div><div><a href="messages/inbox/ann_1/photos/a.jpg"><img src="messages/inbox/ann_1/photos/a.jpg"></a></div><div><ul class="_a6-q"><li><span>❤Ben (Jan 05, 2024 3:05 pm)</span></li></ul></div></div></div><div class="_3-94 _a6-o">Jan 05, 2024 3:04:05 pm</div></div>
      <section class="_a6-g"><h2 class="_a6-h">Ben</h2><div class="_a6-p"><div>5.</div></div><footer class="_a6-o"><div class="_a72d">5. Okt. 2023, 15:04</div></footer></section>
      </div></body></html>

      """
    ),
    (
      "whatsapp-ios/_chat.txt",
      """
      [6/3/2567 BE, 10:00:00] Anna: \u{200E}Messages and calls are end-to-end encrypted.
      \u{200E}[6/3/2567 BE, 10:00:01] Anna: \u{200E}image omitted
      \u{200E}[6/3/2567 BE, 10:00:02] Ben: a.pdf • \u{200E}2 pages \u{200E}<attached: 1-a.pdf>
      [6/13/R6, 10:00:03] ~\u{202F}Ben: \u{200E}POLL:
      When?
      \u{200E}OPTION: Now (2 votes)
      \u{200E}[6/13/R6, 10:00:04 PM] Anna: \u{200E}Xyz: https://maps.google.com/?q=47.1,11.2
      \u{200F}[١٤‏/٦‏/٢٠٢٤، ٢:٥٦:٠٠ م] Ben: \u{200E}You deleted this message.

      """
    ),
    (
      "irc-weechat/irc.x.#luge.weechatlog",
      "2024-06-03 10:00:00\t-->\tanna (~a@x.org) has joined #luge\n2024-06-03 10:00:01\t@anna\thello\n"
        + "2024-06-03 10:00:02\t *\tben waves\n2024-06-03 10:00:03\t--\tanna is now known as eve\n"
    ),
    (
      "signal/main.jsonl",
      """
      {"version":"1","backupTimeMs":"1700000000000"}
      {"recipient":{"id":"1","self":{}}}
      {"recipient":{"id":"2","contact":{"aci":"aci-ann","e164":"491234","profileGivenName":"Ann"}}}
      {"chat":{"id":"7","recipientId":"2"}}
      {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1700000000123","standardMessage":{"text":{"body":"Hello 👍 \u{FFFC} bold","bodyRanges":[{"start":11,"length":4,"style":"BOLD"},{"start":9,"length":1,"mentionAci":"aci-ann"}]},"reactions":[{"emoji":"❤️","authorId":"1"}],"attachments":[{"pointer":{"contentType":"image/jpeg","width":10,"height":20}}]}}}
      {"chatItem":{"chatId":"7","authorId":"1","dateSent":"1700000002000","remoteDeletedMessage":{}}}
      {"chatItem":{"chatId":"7","authorId":"1","dateSent":"1700000003000","updateMessage":{"groupCall":{"state":"MISSED"}}}}

      """
    ),
    ("mail/garden.mbox", ExportTexts.mailbox),
    ("signalbackup/Family (_id12).txt", ExportTexts.signalBackup),
    ("sigtop-text/Ann Lee (+491).txt", ExportTexts.sigtop),
    (
      "sigtop-short/Ann.txt",
      "2024-01-05 10:11 Ann: hi\n2024-01-05 10:12 You: [2 attachments] yes\nand more\n"
    ),
    (
      "signal-export/Ann/chat.md",
      """
      [2024-01-05 10:11:12] Ann: hi there
      [2024-01-05 10:11:13] Me: ![a.jpg](./media/a.jpg)
      >
      > quoted
      >
      yes
      (- Ann: 👍 -)

      """
    ),
    (
      "signal-export-json/Ann/data.json",
      #"""
      {"date": "2024-01-05T10:11:12", "sender": "Ann", "body": "hi there", "quote": "", "sticker": "", "reactions": [{"name": "Bob", "emoji": "👍"}], "attachments": [{"name": "a.jpg", "path": "./media/a.jpg"}]}
      {"date": "2024-01-05T10:11:13", "sender": "Me", "body": "yes", "quote": "> hi there", "sticker": "", "reactions": [], "attachments": []}

      """#
    ),
    (
      "sigtop/Ann.json",
      """
      [{"id":"a","conversationId":"c1","type":"incoming","sent_at":1700000000123,"source":"+491","body":"Hello","bodyRanges":[{"start":0,"length":3,"style":1}],"reactions":[{"emoji":"👍","fromId":"x"}],"attachments":[{"contentType":"video/mp4","size":9}],"quote":{"id":5,"author":"x"}}]
      """
    ),
    (
      "imessage/Ann.txt",
      """
      May 17, 2022  5:29:42 PM (Read by you after 1 minute)
      Ann
      Hello
      Tapbacks:
      Loved by Me

          May 17, 2022  5:31:00 PM
          Me
          an answer

      May 17, 2022  5:30:00 PM
      Me
      attachments/12/IMG_1.jpeg
      Edited 5 seconds later: new

      """
    ),
    (
      "imazing/Messages.csv",
      """
      Chat Session,Message Date,Edited Date,Service,Type,Sender ID,Sender Name,Subject,Text,Attachment,Attachment type
      Ann,2020-01-31 12:00:00,,iMessage,Incoming,+491,Ann,S,"Hello, you",,
      Ann,2020-01-31 12:00:05,2020-01-31 12:01:00,iMessage,Outgoing,,,,,IMG 1.jpeg,Image

      """
    ),
    (
      "mattermost/import.jsonl",
      """
      {"type":"version","version":1}
      {"type":"channel","channel":{"team":"t","name":"town","display_name":"Town","type":"O"}}
      {"type":"user","user":{"username":"ann","first_name":"Ann"}}
      {"type":"post","post":{"team":"t","channel":"town","user":"ann","message":"**hello** `x`","create_at":1700000000000,"edit_at":1700000005000,"reactions":[{"user":"ann","emoji_name":"smile"}],"replies":[{"user":"bob","message":"yes","create_at":1700000001000}],"attachments":[{"path":"a/b.png"}]}}
      {"type":"direct_post","direct_post":{"channel_members":["bob","ann"],"user":"bob","message":"psst","create_at":1700000002000}}

      """
    ),
    (
      "zulip/messages-000001.json",
      """
      {"zerver_message": [{"id": 1, "sender": 1, "recipient": 50, "subject": "plans", "content": "**hi**", "date_sent": 1700000000.5, "last_edit_time": 1e300}],
      "zerver_reaction": [{"id": 1, "message": 1, "user_profile": 2, "emoji_name": "thumbs_up", "emoji_code": "1f44d"}]}
      """
    ),
    (
      "rocketchat/general.json",
      """
      [{"_id": "a", "rid": "R", "msg": "*hi*", "ts": {"$date": 1706702400000}, "u": {"username": "ann", "name": "Ann"}, "reactions": {":+1:": {"usernames": ["bob"]}}, "attachments": [{"title": "a.png", "image_url": "/file/a.png"}]},
      {"_id": "b", "rid": "R", "t": "uj", "msg": "bob", "ts": "2024-01-31T12:00:00.000Z", "u": {"username": "bob"}}]
      """
    ),
    (
      "teams/Plans.json",
      """
      {"value": [{"id": "2", "chatId": "19:c", "messageType": "message", "createdDateTime": "2024-01-31T12:00:01Z", "from": {"user": {"id": "u1", "displayName": "Ann"}}, "body": {"contentType": "html", "content": "<p>Hello <b>you</b></p>"}, "subject": "Plan", "reactions": [{"reactionType": "like"}]}]}
      """
    ),
    (
      "line/chat.txt",
      "[LINE] Chat history with Ann\nSaved on: 2020/02/01 10:00\n\n2020/01/31(Fri)\n12:34\tAnn\tHello\n12:35\tBob\t\"two\nlines\"\n午後0:36\tAnn\t[写真]\n12:37\tAnn left.\n"
    ),
    (
      "kakaotalk/chat.txt",
      """
      Ann 님과 카카오톡 대화
      저장한 날짜 : 2020-02-01 10:00:00

      --------------- 2020년 1월 31일 금요일 ---------------
      [Ann] [오후 1:23] 안녕
      둘째 줄
      2020년 1월 31일 오후 1:24, Bob : 사진
      January 31, 2020 at 1:23 PM, Bob : hello

      """
    ),
    (
      "viber/Ann.csv",
      "01/02/2020,12:34:56,Ann,+491,Hello, you\n31/01/2020,12:35:00,Me,,\"two\nlines\"\n"
    ),
    (
      "reddit/chat_history.csv",
      "message_id,created_at,updated_at,username,message,thread_parent_message_id,channel_url\nm1,2024-01-31 12:00:00 UTC,,bob,\"hi, **you**\",m0,c1\n"
    ),
    (
      "reddit-posts/posts.csv",
      "id,permalink,date,ip,subreddit,gildings,title,url,body\np1,https://r.example/,2024-01-01 10:00:00 UTC,,a,0,A title,https://example.org/,Words\n"
    ),
    (
      "grailbird/2012_01.js",
      """
      Grailbird.data.tweets_2012_01 =
       [ {"entities": {"user_mentions": [], "urls": []}, "id_str": "11", "text": "Hello &amp; you", "created_at": "2012-01-20 22:00:11 +0000", "user": {"name": "Ann"}} ]
      """
    ),
    (
      "matrix/export.json",
      ##"""
      {"room_name": "Garden", "room_creator": "@ann:x.org", "topic": "plants", "export_date": "x", "exported_by": "y", "messages": [
      {"type": "m.room.message", "room_id": "!r:x.org", "sender": "@ann:x.org", "event_id": "$1", "origin_server_ts": 1700000000123, "content": {"msgtype": "m.text", "body": "helo"}},
      {"type": "m.room.message", "room_id": "!r:x.org", "sender": "@ann:x.org", "event_id": "$2", "origin_server_ts": 1700000009000, "content": {"msgtype": "m.text", "body": "* hello", "m.new_content": {"msgtype": "m.text", "body": "hello"}, "m.relates_to": {"rel_type": "m.replace", "event_id": "$1"}}},
      {"type": "m.reaction", "sender": "@bob:x.org", "event_id": "$3", "origin_server_ts": 1700000010000, "content": {"m.relates_to": {"rel_type": "m.annotation", "event_id": "$1", "key": "👍"}}},
      {"type": "m.room.message", "sender": "@bob:x.org", "event_id": "$4", "origin_server_ts": 1700000011000, "content": {"msgtype": "m.text", "body": "> <@ann:x.org> hello\n\nyes", "format": "org.matrix.custom.html", "formatted_body": "<mx-reply>q</mx-reply><b>yes</b><ul><li>a</ul>", "m.relates_to": {"m.in_reply_to": {"event_id": "$1"}}}},
      {"type": "m.room.message", "sender": "@bob:x.org", "event_id": "$5", "origin_server_ts": 1700000012000, "content": {"msgtype": "m.image", "body": "a.png", "url": "mxc://x/y", "info": {"mimetype": "image/png", "size": 5, "w": 3, "h": 2}}},
      {"type": "m.room.redaction", "redacts": "$5", "event_id": "$6", "sender": "@ann:x.org", "origin_server_ts": 1700000013000, "content": {}}]}
      """##
    ),
    (
      "googlechat/messages.json",
      """
      {"messages": [{"creator": {"name": "Ann", "email": "a@x.org", "user_type": "Human"}, "created_date": "Tuesday, October 15, 2019 at 9:12:34\u{202F}PM UTC", "text": "hi *you*", "topic_id": "t", "message_id": "s/t/m", "attached_files": [{"original_name": "a b.png", "export_name": "File-a b.png"}], "reactions": [{"emoji": {"unicode": "👍"}, "reactor_emails": ["b@x.org"]}]}]}
      """
    ),
    (
      "hangouts/Hangouts.json",
      """
      {"conversations": [{"conversation": {"conversation_id": {"id": "C1"}, "conversation": {"id": {"id": "C1"}, "type": "STICKY_ONE_TO_ONE", "self_conversation_state": {"self_read_state": {"participant_id": {"gaia_id": "1"}}}, "participant_data": [{"id": {"gaia_id": "1"}, "fallback_name": "Ann"}, {"id": {"gaia_id": "2"}, "fallback_name": "Bob"}]}},
      "events": [{"conversation_id": {"id": "C1"}, "sender_id": {"gaia_id": "2"}, "timestamp": "1500000000123456", "event_id": "e1", "chat_message": {"message_content": {"segment": [{"type": "TEXT", "text": "see ", "formatting": {"bold": true}}, {"type": "LINK", "text": "a.b", "link_data": {"link_target": "https://a.b"}}, {"type": "LINE_BREAK"}, {"type": "TEXT", "text": "end"}]}}},
      {"sender_id": {"gaia_id": "1"}, "timestamp": "1500000001000000", "event_id": "e2", "event_type": "HANGOUT_EVENT", "hangout_event": {"event_type": "START_HANGOUT"}}]}]}
      """
    ),
    (
      "skype/messages.json",
      #"""
      {"userId": "8:me", "exportDate": "2020-01-01T00:00", "conversations": [{"id": "8:ann", "displayName": "Ann", "version": 1, "properties": {}, "threadProperties": null, "MessageList": [
      {"id": "3", "displayName": null, "originalarrivaltime": "2020-01-01T10:00:00.9Z", "messagetype": "Event/Call", "content": "<partlist type=\"ended\"><part><duration>12</duration></part></partlist>", "from": "8:ann"},
      {"id": "2", "displayName": "Ann", "originalarrivaltime": "2020-01-01T10:00:00.5Z", "messagetype": "RichText", "content": "<b raw_pre=\"*\">hi</b> &amp; <a href=\"https://a.b\">a.b</a>", "from": "8:ann", "properties": {"edittime": "1577872900000"}},
      {"id": "1", "displayName": null, "originalarrivaltime": "2020-01-01T10:00:00.1Z", "messagetype": "RichText/UriObject", "content": "<URIObject><OriginalName v=\"a.png\"></OriginalName></URIObject>", "from": "8:me"}]}]}
      """#
    ),
    (
      "slack/2024-01-01.json",
      """
      [{"type": "message", "user": "U1", "text": "*hi* <@U2> &amp; <https://a.b|site> in <#C1|old> _a_ ~b~ `c`", "ts": "1704067200.000100", "reactions": [{"name": "wave", "users": ["U2"], "count": 1}], "edited": {"user": "U1", "ts": "1704067300.000000"}},
      {"type": "message", "user": "U1", "ts": "1704153601.000100", "thread_ts": "1704067200.000100", "files": [{"id": "F1", "name": "a.png", "mimetype": "image/png", "size": 4, "permalink": "https://x.slack.com/F1"}]},
      {"type": "message", "subtype": "bot_message", "username": "robot", "bot_id": "B1", "ts": "1704153602.000100", "blocks": [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "built "}, {"type": "user", "user_id": "U1"}]}]}]}]
      """
    ),
    (
      "discord/Garden.json",
      """
      {"guild": {"id": "9", "name": "Garden"}, "channel": {"id": "77", "type": "GuildTextChat", "categoryId": "1", "category": "Talk", "name": "plants", "topic": null}, "dateRange": {"after": null, "before": null}, "exportedAt": "2024-01-02T00:00:00+00:00", "messages": [
      {"id": "100", "type": "Default", "timestamp": "2024-01-01T10:00:00.123+01:00", "timestampEdited": "2024-01-01T09:05:00Z", "isPinned": false, "content": "**hi** <@2> `x_y` ||a *b|| > c", "author": {"id": "1", "name": "ann", "nickname": "Ann", "isBot": false}, "attachments": [{"id": "5", "url": "a [1].html_Files/leaf 1.png", "fileName": "leaf.png", "fileSizeBytes": 12}], "embeds": [], "stickers": [], "reactions": [{"emoji": {"id": "", "name": "🌱"}, "count": 2}], "mentions": []},
      {"id": "101", "type": "Reply", "timestamp": "2024-01-01T09:06:00Z", "content": "yes", "author": {"id": "2", "name": "bob"}, "reference": {"messageId": "100", "channelId": "77"}}], "messageCount": 2}
      """
    ),
    (
      "discord-package/messages.csv",
      "ID,Timestamp,Contents,Attachments\n100,2024-01-01 10:00:00.123000+00:00,\"hi, **you**\",https://cdn.example/a.png\n"
    ),
    (
      "twitter-direct/direct-messages.js",
      #"""
      window.YTD.direct_messages.part0 = [{"dmConversation": {"conversationId": "1-2", "messages": [
      {"messageCreate": {"recipientId": "1", "reactions": [{"senderId": "1", "reactionKey": "like"}], "urls": [{"url": "https://t.co/a", "expanded": "https://example.org/a", "display": "example.org/a"}], "text": "yes https://t.co/a", "mediaUrls": ["https://ton.twitter.com/dm/9/8/p.jpg"], "senderId": "2", "id": "11", "createdAt": "2020-01-01T10:00:00.500Z"}},
      {"joinConversation": {"initiatingUserId": "1", "participantsSnapshot": ["1", "2"], "createdAt": "2020-01-01T10:00:00.000Z"}},
      {"messageCreate": {"recipientId": "2", "text": "hi", "mediaUrls": [], "senderId": "1", "id": "10", "createdAt": "2020-01-01T10:00:00.100Z"}}]}}]
      """#
    ),
    (
      "messenger/message_1.json",
      #"""
      {"participants": [{"name": "Zo\u00c3\u00ab"}, {"name": "Ann"}], "messages": [
      {"sender_name": "Zo\u00c3\u00ab", "timestamp_ms": 1700000005900, "content": "second", "reactions": [{"reaction": "\u00e2\u009d\u00a4", "actor": "Ann"}], "is_geoblocked_for_viewer": false},
      {"sender_name": "Ann", "timestamp_ms": 1700000005100, "content": "first", "photos": [{"uri": "messages/inbox/zoe_1/photos/1.jpg", "creation_timestamp": 1}], "share": {"link": "https://example.org"}}], "title": "Zo\u00c3\u00ab", "is_still_participant": true, "thread_path": "inbox/zoe_1", "magic_words": []}
      """#
    ),
    (
      "telegram-html/messages.html",
      """
      <!DOCTYPE html>
      <html><head><title>Exported Data</title></head><body onload="CheckLocation();">
      <div class="page_wrap"><div class="page_header"><div class="content">
      <div class="text bold">
      Garden &amp; friends
      </div></div></div>
      <div class="page_body chat_page"><div class="history">
      <div class="message service" id="message1"><div class="body details">
      Ann created group &laquo;Garden&raquo;
      </div></div>
      <div class="message default clearfix" id="message2">
      <div class="body">
      <div class="pull_right date details" title="15.01.2024 10:30:00 UTC+01:00">
      10:30
      </div>
      <div class="from_name">
      Ann
      </div>
      <div class="text">
      hello <strong>you</strong><br>there <a href="https://a.b">site</a>
      </div>
      </div></div>
      <div class="message default clearfix joined" id="message3">
      <div class="body">
      <div class="pull_right date details" title="15.01.2024 10:31:00 UTC+01:00">
      10:31
      </div>
      <div class="reply_to details">In reply to <a href="#go_to_message2" onclick="return GoToMessage(2)">this message</a></div>
      <div class="media_wrap clearfix"><a class="photo_wrap clearfix pull_left" href="photos/a.jpg"><img class="photo" src="photos/a_thumb.jpg"/></a></div>
      </div></div>
      </div></div></div></body></html>

      """
    ),
  ]
}
