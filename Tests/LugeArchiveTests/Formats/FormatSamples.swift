@testable import LugeArchive
@testable import LugeImporters

/// A small export of each format, for what has to hold for all of them.
enum FormatSamples {
  static func read(_ format: String, into sink: any ImportSink) throws {
    guard let (reader, name, text) = samples[format] else { return }
    try reader.read(MemoryByteSource(Array(text.utf8), name: name), into: sink)
  }

  static let samples: [String: (any ExportReader.Type, String, String)] = [
    "telegram": (
      TelegramReader.self, "result.json",
      #"{"name": "A", "type": "private_group", "id": 5, "messages": [{"id": 1, "type": "message", "date_unixtime": "1700000000", "from": "Ann", "from_id": "user1", "text": ["hi ", {"type": "bold", "text": "you"}], "odd": [1]}, {"id": 2, "type": "service", "date_unixtime": "1700000001", "actor": "Ann", "actor_id": "user1", "action": "pin_message", "text": ""}]}"#
    ),
    "whatsapp": (
      WhatsAppTextReader.self, "WhatsApp Chat with Ann.txt",
      "13/02/20, 10:00 - Messages are end-to-end encrypted.\n13/02/20, 10:00 - Ann: *hi*\nyou\n13/02/20, 10:01 - Bob: <Media omitted>\n"
    ),
    "irc": (
      IRCLogReader.self, "#x_20200101.log",
      "[10:00] <ann> \u{02}hi\u{02} you\n[10:01] * bob waves\n[10:02] *** Joins: cid (a@x)\n"
    ),
    "discord": (
      DiscordReader.self, "a.json",
      #"{"guild": {"id": "9", "name": "G"}, "channel": {"id": "7", "type": "GuildTextChat", "name": "c"}, "exportedAt": "x", "messages": [{"id": "1", "type": "Default", "timestamp": "2024-01-01T10:00:00Z", "content": "**a**", "author": {"id": "1", "name": "ann"}, "x": 1}], "messageCount": 1}"#
    ),
    "slack": (
      SlackReader.self, "general/2024-01-01.json",
      #"[{"type": "message", "user": "U1", "text": "*a* <https://a.b|c>", "ts": "1704067200.000100", "odd": {"y": 2}}]"#
    ),
    "messenger": (
      MessengerReader.self, "message_1.json",
      #"{"participants": [{"name": "A"}, {"name": "B"}], "messages": [{"sender_name": "A", "timestamp_ms": 1700000000000, "content": "a", "reactions": [{"reaction": "x", "actor": "B"}]}], "title": "B"}"#
    ),
    "html": (
      TelegramHTMLReader.self, "messages.html",
      """
      <div class="page_wrap"><div class="text bold">A</div><div class="history">
      <div class="message default clearfix" id="message1"><div class="body">
      <div class="pull_right date details" title="15.01.2024 10:30:00">10:30</div>
      <div class="from_name">Ann</div><div class="text">a <strong>b</strong></div></div></div>
      </div></div></html>
      """
    ),
    "signal": (
      SignalBackupReader.self, "main.jsonl",
      """
      {"version":"1","backupTimeMs":"1700000000000"}
      {"recipient":{"id":"1","self":{}}}
      {"recipient":{"id":"2","contact":{"aci":"aci-ann","profileGivenName":"Ann"}}}
      {"chat":{"id":"7","recipientId":"2"}}
      {"chatItem":{"chatId":"7","authorId":"2","dateSent":"1700000000123","standardMessage":{"text":{"body":"Hello bold","bodyRanges":[{"start":6,"length":4,"style":"BOLD"}]},"reactions":[{"emoji":"x","authorId":"1"}]},"odd":{"a":[1]}}}
      """
    ),
    "imazing": (
      IMazingReader.self, "m.csv",
      "Chat Session,Message Date,Service,Type,Sender ID,Sender Name,Text,Attachment\nAnn,2020-01-31 12:00:00,SMS,Incoming,1,Ann,\"a, b\",a.png\n"
    ),
    "mattermost": (
      MattermostReader.self, "import.jsonl",
      """
      {"type":"version","version":1}
      {"type":"post","post":{"team":"t","channel":"town","user":"ann","message":"**hello**","create_at":1700000000000,"odd":1,"replies":[{"user":"bob","message":"yes","create_at":1700000001000}]}}
      """
    ),
    "line": (
      LINEReader.self, "a.txt",
      "[LINE] Chat history with Ann\n\n2020/01/31(Fri)\n12:34\tAnn\tHello\n12:35\tBob\t[Photo]\n12:36\tAnn left\n"
    ),
    "kakaotalk": (
      KakaoTalkReader.self, "a.txt",
      "Ann 님과 카카오톡 대화\n\n--- 2020년 1월 31일 ---\n[Ann] [오후 1:23] 안녕\n둘\n"
    ),
  ]
}
