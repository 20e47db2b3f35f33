import Foundation
import GRDB

/// A small export of each format that the generator does not write.
enum FormatSeeds {
  /// By the file's name.
  static let texts: [(String, String)] = [
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
  ]

  /// A database of Messages.
  static func writeMessages(to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT);
          CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, chat_identifier TEXT, display_name TEXT,
            style INTEGER);
          CREATE TABLE message (ROWID INTEGER PRIMARY KEY, guid TEXT UNIQUE, text TEXT,
            attributedBody BLOB, handle_id INTEGER, date INTEGER, is_from_me INTEGER,
            item_type INTEGER, group_title TEXT, associated_message_guid TEXT,
            associated_message_type INTEGER, date_edited INTEGER, cache_has_attachments INTEGER);
          CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER,
            PRIMARY KEY (chat_id, message_id));
          INSERT INTO handle VALUES (1, '+491');
          INSERT INTO chat VALUES (1, '+491', '', 45);
          INSERT INTO message VALUES
            (1, 'A', 'plain', NULL, 1, 700000000000000000, 0, 0, NULL, NULL, 0, 0, 0),
            (2, 'B', NULL, x'4E53537472696E67019484012B0568656C6C6F86', 0, 700000001000000000, 1,
              0, NULL, NULL, 0, 0, 0),
            (3, 'C', NULL, NULL, 1, 700000002000000000, 0, 2, 'Hikers', NULL, 0, 0, 0),
            (4, 'D', 'Loved', NULL, 0, 700000003000000000, 1, 0, NULL, 'p:0/A', 2000, 0, 0);
          INSERT INTO chat_message_join SELECT 1, ROWID FROM message;
          """)
    }
    try queue.close()
  }
}
