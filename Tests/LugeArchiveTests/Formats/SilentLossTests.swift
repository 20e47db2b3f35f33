import Foundation
import LugeArchive
import LugeTestSupport
import Testing

@testable import LugeImporters

/// What senders can write so that a reader leaves something out: it is kept, or said.
@Suite("Nothing is left out in silence") struct SilentLossTests {
  @Test("Matrix: edits without new content, of polls, and events that programs make up")
  func matrix() throws {
    func event(_ id: String, _ type: String, _ content: String) -> String {
      """
      {"type": "\(type)", "room_id": "!r:x", "sender": "@ann:x", "event_id": "\(id)",
      "origin_server_ts": 1700000000000, "content": \(content)}
      """
    }
    let edit = #""m.relates_to": {"rel_type": "m.replace", "event_id": "$1"}"#
    let events = [
      event("$1", "m.room.message", #"{"msgtype": "m.text", "body": "first"}"#),
      event("$2", "m.room.message", #"{"msgtype": "m.text", "body": "no edit", \#(edit)}"#),
      event("$3", "org.matrix.msc3381.poll.start", #"{"m.new_content": {}, \#(edit)}"#),
      event("$4", "org.example.note", #"{"body": "a note"}"#),
    ]
    let sink = try FormatSupport.read(
      #"{"room_name": "R", "exported_by": "x", "messages": [\#(events.joined(separator: ","))]}"#,
      as: MatrixExportReader.self, name: "r.json")
    #expect(sink.texts == ["first", "no edit", "ann: a note"])
    #expect(sink.skipped.map(\.reason).contains { $0.contains("of a kind that is not read") })
  }

  @Test("Telegram: a person, a group and a channel of one number are three chats")
  func telegramIDs() throws {
    func chat(_ type: String, _ id: Int) -> String {
      """
      {"name": "\(type)", "type": "\(type)", "id": \(id), "messages": [{"id": 1,
      "type": "message", "date_unixtime": "1700000000", "from": "Ann", "from_id": "user1",
      "text": "\(type)"}]}
      """
    }
    let chats = [
      chat("personal_chat", 5), chat("private_group", 5), chat("public_channel", 5),
      chat("private_supergroup", 6),
    ]
    let sink = try FormatSupport.read(
      #"{"chats": {"list": [\#(chats.joined(separator: ","))]}}"#, as: TelegramReader.self,
      name: "result.json")
    #expect(
      sink.conversations.map(\.key) == [
        "telegram:5", "telegram:group:5", "telegram:channel:5", "telegram:6",
      ])
    #expect(sink.amended.map(\.key) == sink.conversations.map(\.key))
  }

  @Test("KakaoTalk: lines behind a line that looks like an event, commas outside of quotes")
  func kakaoTalk() throws {
    let text = """
      Ann 님과 카카오톡 대화
      저장한 날짜 : 2020-01-05 13:00:00

      --------------- 2020년 1월 5일 일요일 ---------------
      [Ann] [오후 1:23] hello
      Bob님이 나갔습니다.
      important
      [Ann] [오후 1:24] next
      """
    let sink = try FormatSupport.read(text, as: KakaoTalkReader.self, name: "KakaoTalk.txt")
    #expect(sink.texts == ["hello", "Bob님이 나갔습니다.\nimportant", "next"])
    let table = "Date,User,Message\n2020-01-05 13:00:00,\"Ann\",one, two\n"
    #expect(
      try FormatSupport.read(table, as: KakaoTalkReader.self, name: "a.csv").texts == ["one, two"])
  }

  @Test("Mail: a boundary that no line has, parts that are too deep, long text in base64")
  func mail() throws {
    func mail(_ headers: String, _ body: String) throws -> CollectingSink {
      try FormatSupport.read(
        """
        From ann@x Sat Jan  3 01:05:34 2024
        From: Ann <ann@x.org>
        Date: Sat, 3 Jan 2024 01:05:34 +0000
        Message-ID: <1@x>
        Subject: s
        \(headers)

        \(body)

        """, as: MailboxReader.self, name: "a.mbox")
    }
    let lost = try mail("Content-Type: multipart/mixed; boundary=nowhere", "the words")
    #expect(lost.texts == ["the words"] && lost.notes.isEmpty)
    var (begin, end) = ("", "")
    for depth in 0..<20 {
      begin += "--b\(depth)\nContent-Type: multipart/mixed; boundary=b\(depth + 1)\n\n"
      end = "--b\(depth)--\n" + end
    }
    let deep = try mail(
      "Content-Type: multipart/mixed; boundary=b0", begin + "--b20\n\nwords\n--b20--\n" + end)
    #expect(deep.notes.map(\.reason) == ["parts of it are too many, too deep or too long"])
    let line = String(repeating: "QUJD", count: 19) + "\n"
    let long = try mail(
      "Content-Transfer-Encoding: base64", String(repeating: line, count: 20_000))
    #expect(long.notes.map(\.reason) == ["parts of it are too many, too deep or too long"])
    #expect(long.messages.count == 1)
  }

  @Test("Slack and Discord: fields and pictures of blocks, what an event shows")
  func blocks() throws {
    let slack = """
      [{"type": "message", "ts": "1700000000.000100", "user": "U1", "blocks": [
        {"type": "section", "fields": [{"type": "mrkdwn", "text": "one"}]},
        {"type": "image", "image_url": "https://x.org/a.png", "alt_text": "a cat"}]}]
      """
    let folder = try TemporaryFolder()
    _ = try folder.write(Array(slack.utf8), as: "2023-11-14.json")
    #expect(
      try FormatSupport.open(folder).sink.texts == ["one\na cat\nhttps://x.org/a.png"])
    let discord = """
      {"guild": {"id": "1", "name": "G"}, "channel": {"id": "2", "name": "c"}, "messages": [
        {"id": "3", "type": "46", "timestamp": "2024-01-01T00:00:00+00:00", "content": "",
        "author": {"id": "4", "name": "Ann"}, "embeds": [{"title": "Cats won"}]}]}
      """
    let sink = try FormatSupport.read(discord, as: DiscordReader.self, name: "c.json")
    #expect(sink.messages.map { $0.media.map(\.note) } == [["Cats won"]])
  }
}
