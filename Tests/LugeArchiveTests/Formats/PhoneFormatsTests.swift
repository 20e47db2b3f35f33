import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImporters

@Suite("LINE, KakaoTalk, Viber") struct PhoneFormatsTests {
  @Test(
    "LINE: days above, several lines, files, what happened",
    arguments: [
      ("[LINE] Chat history with Ann", "2020/01/31(Fri)", "12:34", "[Photo]"),
      ("[LINE] Annとのトーク履歴", "2020/01/31(金)", "午後0:34", "[写真]"),
      ("\u{FEFF}[LINE] Chat history with Ann", "2020.01.31 Friday", "12:34 PM", "[Sticker]"),
      ("[LINE] Chat history with Ann", "Fri, 01/31/2020", "12:34PM", "[Video]"),
    ])
  func line(head: String, day: String, time: String, photo: String) throws {
    let text = """
      \(head)
      Saved on: 2020/02/01 10:00

      \(day)
      \(time)\tAnn\tHello
      \(time)\tBob\t"two
      lines"
      \(time)\tAnn\t\(photo)
      \(time)\tAnn left the group.

      """
    #expect(FormatSupport.format(text, name: "chat.txt") == LINEReader.formatName)
    let sink = try FormatSupport.read(text, as: LINEReader.self, name: "chat.txt")
    #expect(sink.conversations.map(\.name) == ["Ann"])
    #expect(sink.texts == ["Hello", "two\nlines", "", "Ann left the group."])
    #expect(sink.authors == ["Ann", "Bob", "Ann", nil])
    #expect(Set(sink.times) == ["2020-01-31 12:34:00"])
    #expect(sink.messages[2].media.map(\.note) == [photo])
    #expect(sink.messages[3].kind == .service(action: "event"))
    #expect(sink.skipped.isEmpty)
  }

  @Test(
    "KakaoTalk: its layouts",
    arguments: [
      """
      Ann 님과 카카오톡 대화
      저장한 날짜 : 2020-02-01 10:00:00

      --------------- 2020년 1월 31일 금요일 ---------------
      [Ann] [오후 1:23] 안녕
      둘째 줄
      [Bob] [오후 1:24] 사진
      """,
      """
      Ann 님과 카카오톡 대화
      저장한 날짜 : 2020년 2월 1일 오후 1:23

      2020년 1월 31일 오후 1:23
      2020년 1월 31일 오후 1:23, Ann : 안녕
      둘째 줄
      2020년 1월 31일 오후 1:24, Bob : 사진
      """,
      """
      KakaoTalk Chats with Ann
      Date Saved : 2020-02-01 10:00:00

      --------------- Friday, January 31, 2020 ---------------
      [Ann] [1:23 PM] 안녕
      둘째 줄
      [Bob] [1:24 PM] Photo
      """,
      """
      KakaoTalk Chats with Ann
      Date Saved : Feb 1, 2020 at 10:00 AM

      January 31, 2020 at 1:23 PM
      January 31, 2020 at 1:23 PM, Ann : 안녕
      둘째 줄
      January 31, 2020 at 1:24 PM, Bob : Photo
      """,
    ])
  func kakaoTalk(text: String) throws {
    #expect(FormatSupport.format(text, name: "chat.txt") == KakaoTalkReader.formatName)
    let sink = try FormatSupport.read(text, as: KakaoTalkReader.self, name: "chat.txt")
    #expect(sink.conversations.map(\.name) == ["Ann"])
    #expect(sink.texts == ["안녕\n둘째 줄", ""])
    #expect(sink.authors == ["Ann", "Bob"])
    #expect(sink.times == ["2020-01-31 13:23:00", "2020-01-31 13:24:00"])
    #expect(sink.messages[1].media.map(\.kind) == [.photo])
  }

  @Test("LINE: the weekday says which number is the day; titles of Thai phones")
  func lineDays() throws {
    let text = """
      [LINE] ประวัติการแชทกับ Ann
      Saved on: 26/04/2026, 04:36PM

      Sun, 05/04/2026
      04:35PM\tAnn\tApril
      Mon, 11/03/2025
      8:15AM\tAnn\tNovember
      2015/12/25 Fri
      07:33\tAnn\tDecember

      """
    let sink = try FormatSupport.read(text, as: LINEReader.self, name: "chat.txt")
    #expect(sink.conversations.map(\.name) == ["Ann"])
    #expect(sink.times.map { $0.prefix(10) } == ["2026-04-05", "2025-11-03", "2015-12-25"])
  }

  @Test(
    "LINE: the order of day and month is that of the whole file, or said to be a guess",
    arguments: [
      // The 15th is of no month, so the day is first.
      (["mié, 01/05/2024", "mié, 15/05/2024"], ["2024-05-01", "2024-05-15"], nil),
      // A language that is not known: a word is always the same day of the week.
      (["abc, 01/05/2024", "abc, 08/05/2024"], ["2024-05-01", "2024-05-08"], nil),
      // The words of one day tell it.
      (["Mittwoch, 01/05/2024"], ["2024-05-01"], nil),
      (["T4, 01/05/2024", "Th 4, 08/05/2024"], ["2024-05-01", "2024-05-08"], nil),
      (["xyz, 01/05/2024"], ["2024-05-01"], "day, month, year (nothing in the file says so)"),
      (["xyz, 02/05/2024", "xyz, 16/05/2024"], ["2024-05-02", "2024-05-16"], "day, month, year"),
    ])
  func lineOrder(days: [String], dates: [String], note: String?) throws {
    let text =
      "[LINE] Chat with Ann\n"
      + days.map { "\n\($0)\n12:34\tAnn\tHello\n" }.joined()
    #expect(FormatSupport.format(text, name: "chat.txt") == LINEReader.formatName)
    let sink = try FormatSupport.read(text, as: LINEReader.self, name: "chat.txt")
    #expect(sink.times.map { String($0.prefix(10)) } == dates)
    if let note { #expect(sink.notes.map(\.reason) == ["dates are read as \(note)"]) }
    if days[0].hasPrefix("Mittwoch") || days[0].hasPrefix("T4") { #expect(sink.notes.isEmpty) }
  }

  @Test("KakaoTalk: the number of a group's members is not in its name")
  func kakaoMembers() throws {
    for (title, name) in [
      ("우리반 3 님과 카카오톡 대화", "우리반"), ("우리반 12 님과 카카오톡 대화", "우리반"),
      ("KakaoTalk Chats with Our Class 4", "Our Class"), ("Ann 님과 카카오톡 대화", "Ann"),
      ("Ann 1 님과 카카오톡 대화", "Ann 1"), ("2024 님과 카카오톡 대화", "2024"),
    ] {
      let text = """
        \(title)
        저장한 날짜 : 2020-02-01 10:00:00

        --------------- 2020년 1월 31일 금요일 ---------------
        [Ann] [오후 1:23] 안녕
        """
      let sink = try FormatSupport.read(text, as: KakaoTalkReader.self, name: "chat.txt")
      #expect(sink.conversations.map(\.key) == ["kakaotalk:\(name)"])
    }
  }

  @Test("KakaoTalk: who came and went stands between the messages, and is no message of anybody")
  func kakaoHappenings() throws {
    let text = """
      Ann 님과 카카오톡 대화
      저장한 날짜 : 2024-04-05 01:36:14

      --------------- 2024년 3월 27일 수요일 ---------------
      Bob님이 들어왔습니다.
      nobody said this
      [Ann] [오전 10:55] 안녕
      둘
      Bob님이 나갔습니다.
      [Ann] [오전 11:00] 네
      """
    let sink = try FormatSupport.read(text, as: KakaoTalkReader.self, name: "chat.txt")
    #expect(
      sink.texts == [
        "Bob님이 들어왔습니다.\nnobody said this", "안녕\n둘", "Bob님이 나갔습니다.", "네",
      ])
    #expect(sink.authors == [nil, "Ann", nil, "Ann"])
    #expect(
      sink.times.map { $0.suffix(8) } == ["00:00:00", "10:55:00", "10:55:00", "11:00:00"])
    #expect(sink.skipped.isEmpty)
  }

  @Test(
    "KakaoTalk: a message may begin with empty lines, and no line is lost in silence",
    arguments: [
      "--------------- 2020년 1월 31일 금요일 ---------------\n[Ann] [오후 1:23] \n\n안녕\n[Bob] [오후 1:24] 네\n",
      "2020년 1월 31일 오후 1:23\n2020년 1월 31일 오후 1:23, Ann : \n\n안녕\n2020년 1월 31일 오후 1:24, Bob : 네\n",
      // Editors take blanks at the ends of lines away.
      "2020년 1월 31일 오후 1:23\n2020년 1월 31일 오후 1:23, Ann :\n\n안녕\n2020년 1월 31일 오후 1:24, Bob : 네\n",
    ])
  func kakaoEmptyLines(text: String) throws {
    let head = "Ann 님과 카카오톡 대화\n저장한 날짜 : 2020-02-01 10:00:00\n\n"
    let sink = try FormatSupport.read(
      head + text + "Bob님이 나갔습니다.\nlost\n", as: KakaoTalkReader.self, name: "chat.txt")
    #expect(sink.texts == ["\n\n안녕", "네", "Bob님이 나갔습니다.\nlost"])
    #expect(sink.authors == ["Ann", "Bob", nil])
    #expect(sink.skipped.isEmpty)
  }

  @Test("KakaoTalk's table of macOS")
  func kakaoTable() throws {
    let text = "\u{FEFF}Date,User,Message\n2020-01-31 13:23:45,\"Ann\",\"안녕, \"\"너\"\"\"\nx,y,z\n"
    #expect(
      FormatSupport.format(text, name: "KakaoTalk_Chat_Ann.csv") == KakaoTalkReader.formatName)
    let sink = try FormatSupport.read(
      text, as: KakaoTalkReader.self, name: "KakaoTalk_Chat_Ann.csv")
    #expect(sink.texts == ["안녕, \"너\""])
    #expect(sink.times == ["2020-01-31 13:23:45"])
    #expect(sink.skipped.count == 1)
  }

  @Test("Skype: who has no name in a message has the name of the chat with them, in groups as well")
  func skypeNames() throws {
    func message(_ id: Int, _ who: String) -> String {
      #"{"id": "\#(id)", "displayName": null, "originalarrivaltime": "2017-07-14T02:40:02Z", "messagetype": "RichText", "content": "hey", "from": "\#(who)"}"#
    }
    let text = """
      {"userId": "8:bob", "exportDate": "2024-01-01T00:00", "conversations": [
      {"id": "19:x@thread.skype", "displayName": "Club", "MessageList": [\(message(3, "8:.cid.abc"))]},
      {"id": "8:.cid.abc", "displayName": "Ann", "MessageList": [\(message(2, "8:.cid.abc")), \(message(1, "8:bob"))]}]}
      """
    let sink = try FormatSupport.read(text, as: SkypeReader.self, name: "messages.json")
    #expect(sink.authors == ["Ann", "bob", "Ann"])
  }

  @Test("Skype: who did something in a group is named in the event, which is from the group")
  func skypeEvents() throws {
    func event(_ id: Int, _ type: String, _ content: String) -> String {
      #"{"id": "\#(id)", "displayName": null, "originalarrivaltime": "2017-07-14T02:40:0\#(id)Z", "messagetype": "ThreadActivity/\#(type)", "content": "\#(content)", "from": "19:x@thread.skype"}"#
    }
    let events = [
      event(5, "PictureUpdate", "<pictureupdate><value>x</value></pictureupdate>"),
      event(
        4, "DeleteMember",
        "<deletemember><initiator>8:ann</initiator><target>8:ann</target></deletemember>"),
      event(
        3, "DeleteMember",
        "<deletemember><initiator>8:ann</initiator><target>8:eve</target></deletemember>"),
      event(
        2, "AddMember",
        "<addmember><eventtime>17</eventtime><initiator>8:ann</initiator><target>8:bob</target></addmember>"
      ),
      event(
        1, "TopicUpdate",
        "<topicupdate><eventtime>17</eventtime><initiator>8:ann</initiator><value>A &amp; B</value></topicupdate>"
      ),
    ]
    let text = """
      {"userId": "8:bob", "exportDate": "2024-01-01T00:00", "conversations": [
      {"id": "19:x@thread.skype", "displayName": "Club", "MessageList": [\(events.joined(separator: ","))]}]}
      """
    let sink = try FormatSupport.read(text, as: SkypeReader.self, name: "messages.json")
    #expect(
      Set(sink.messages.map { "\($0.author?.name ?? "-"): \($0.text.string)" }) == [
        "ann: ann named the conversation “A & B”", "ann: ann added bob", "ann: ann removed eve",
        "ann: ann left", "-: Somebody changed the group's picture",
      ])
  }

  @Test(
    "Skype: a card tells its words, or that it is one",
    arguments: [
      ("[{}]", "Bot sent a card"), ("", "Bot sent a card"), ("[{", "Bot sent a card"),
      (
        #"[{"content": {"title": "New <b>app</b>", "text": "Try it", "buttons": [{"title": "Go", "value": "x"}]}}]"#,
        "New app\nTry it\nGo"
      ),
      ("[{&quot;text&quot;: &quot;Try it&quot;}]", "Try it"), ("A <b>card</b>", "A card"),
    ])
  func skypeCards(content: String, words: String) throws {
    let escaped = content.replacing("\"", with: "\\\"")
    let text = """
      {"userId": "8:bob", "exportDate": "2024-01-01T00:00", "conversations": [
      {"id": "28:bot", "displayName": "Bot", "MessageList": [{"id": "1", "displayName": "Bot", \
      "originalarrivaltime": "2017-07-14T02:40:00Z", "messagetype": "PopCard", \
      "content": "\(escaped)", "from": "28:bot"}]}]}
      """
    let sink = try FormatSupport.read(text, as: SkypeReader.self, name: "messages.json")
    #expect(sink.texts == [words])
  }

  @Test(
    "KakaoTalk on iOS: times below a day, dates with events behind a colon, English dates",
    arguments: [
      """
      팀 카카오톡 대화
      저장한 날짜 : 2020년 2월 1일 오후 7:17


      2020년 1월 31일 금요일
      오후 1:23, Ann : 안녕 : 응
      둘째 줄
      오후 1:24, Ann님이 나갔습니다.
      2020년 2월 1일 토요일
      오전 12:05,  : 알림
      오전 12:06, Bob : 사진
      """,
      """
      팀 카카오톡 대화
      저장한 날짜 : 2020. 2. 1. 오후 7:17


      2020년 1월 31일 금요일
      2020. 1. 31. 오후 1:23, Ann : 안녕 : 응
      둘째 줄
      2020. 1. 31. 오후 1:24: Ann님이 나갔습니다.

      2020년 2월 1일 토요일
      2020. 2. 1. 오전 12:05: 알림
      2020. 2. 1. 오전 12:06, Bob : 사진
      """,
      """
      Talk_2020.2.1 19:17-1.txt
      Date Saved : Feb 1, 2020 at 19:17


      Friday, January 31, 2020
      Jan 31, 2020 at 13:23, Ann : 안녕 : 응
      둘째 줄
      Jan 31, 2020 at 13:24: Ann님이 나갔습니다.

      Saturday, February 1, 2020
      Feb 1, 2020 at 12:05 AM: 알림
      Feb 1, 2020 at 00:06, Bob : Photo
      """,
    ])
  func kakaoPhones(text: String) throws {
    #expect(FormatSupport.format(text, name: "t.txt") == KakaoTalkReader.formatName)
    let sink = try FormatSupport.read(text, as: KakaoTalkReader.self, name: "t.txt")
    #expect(sink.texts == ["안녕 : 응\n둘째 줄", "Ann님이 나갔습니다.", "알림", ""])
    #expect(sink.authors == ["Ann", nil, nil, "Bob"])
    #expect(
      sink.times == [
        "2020-01-31 13:23:00", "2020-01-31 13:24:00", "2020-02-01 00:05:00", "2020-02-01 00:06:00",
      ])
    #expect(sink.messages[3].media.map(\.kind) == [.photo])
    #expect(sink.skipped.isEmpty)
  }

  @Test("KakaoTalk: a time within a message of a layout with dates is a part of it")
  func kakaoTimesInText() throws {
    let text = """
      Ann 님과 카카오톡 대화
      저장한 날짜 : 2020년 2월 1일 오후 1:23

      2020년 1월 31일 오후 1:23
      2020년 1월 31일 오후 1:23, Ann : 계획
      오후 2:00, 점심 : 김밥
      2020년 2월 1일 토요일
      끝
      """
    let sink = try FormatSupport.read(text, as: KakaoTalkReader.self, name: "a.txt")
    #expect(sink.texts == ["계획\n오후 2:00, 점심 : 김밥\n2020년 2월 1일 토요일\n끝"])
  }

  @Test("LINE on computers: spaces in place of tabs, names of several words")
  func lineOfComputers() throws {
    let text = """
      2024.01.30 火曜日
      10:00 花子 こんにちは
      10:01 Bob Lee good morning
      10:02 Bob Lee スタンプ
      10:03 花子 長い
      文章
      10:04 Bob Lee ☎ 通話時間 0:12
      10:05 花子がメッセージの送信を取り消しました
      10:06 花子 鍵を変更しました
      2024.01.31 水曜日
      9:00 Bob Lee bye

      """
    #expect(FormatSupport.format(text, name: "[LINE]花子.txt") == LINEReader.formatName)
    #expect(FormatSupport.format(text, name: "talk.txt") == LINEReader.formatName)
    let sink = try FormatSupport.read(text, as: LINEReader.self, name: "[LINE]花子.txt")
    #expect(sink.conversations.map(\.name) == ["花子"])
    #expect(
      sink.texts == [
        "こんにちは", "good morning", "", "長い\n文章", "", "花子がメッセージの送信を取り消しました", "鍵を変更しました", "bye",
      ])
    #expect(sink.authors == ["花子", "Bob Lee", "Bob Lee", "花子", "Bob Lee", nil, "花子", "Bob Lee"])
    #expect(sink.messages[2].media.map(\.kind) == [.sticker])
    #expect(sink.messages[4].media.map(\.kind) == [.call])
    #expect(sink.times.first == "2024-01-30 10:00:00")
    #expect(sink.times.last == "2024-01-31 09:00:00")
    #expect(sink.skipped.isEmpty)
  }

  @Test("LINE: years of Thai phones")
  func lineOfThailand() throws {
    let text = """
      [LINE] ประวัติการแชทกับ Ann
      บันทึกเมื่อ 31/01/2563 10:00

      ศ. 31/01/2563
      10:00\tAnn\tสวัสดี

      """
    let sink = try FormatSupport.read(text, as: LINEReader.self, name: "t.txt")
    #expect(sink.times == ["2020-01-31 10:00:00"])
  }

  @Test("Viber: further lines of a message, which are not quoted")
  func viberLines() throws {
    let text = """
      Date,Time,Name,Number,Message
      31/01/2020,12:34:56,Ann,+491,one
      two, three
      31/01/2020,12:35:00,Ann,+491,four

      """
    let sink = try FormatSupport.read(text, as: ViberReader.self, name: "Ann.csv")
    #expect(sink.texts == ["one\ntwo, three", "four"])
    #expect(sink.skipped.isEmpty)
  }

  @Test("Viber and iMazing: years of Thai phones, the leap day among them")
  func yearsOfThaiPhones() throws {
    let viber = "29/02/2567,12:34:56,Ann,+491,leap day\n01/03/2567,12:34:56,Ann,+491,March\n"
    let days = ["2024-02-29 12:34:56", "2024-03-01 12:34:56"]
    #expect(try FormatSupport.read(viber, as: ViberReader.self, name: "Ann.csv").times == days)
    let table = """
      Chat Session,Message Date,Type,Sender Name,Text
      Ann,2567-02-29 12:34:56,Incoming,Ann,leap day
      Ann,2024-03-01 12:34:56,Incoming,Ann,March

      """
    #expect(try FormatSupport.read(table, as: IMazingReader.self, name: "Ann.csv").times == days)
  }

  @Test(
    "LINE: the leap day of Thai phones", arguments: ["พฤ., 29/02/2567", "2567/02/29(พฤ.)"])
  func lineLeapDay(day: String) throws {
    let text = """
      [LINE] แชทกับ Ann
      บันทึกเมื่อ: 01/03/2567 10:00

      \(day)
      12:34\tBen\tleap day

      """
    let sink = try FormatSupport.read(text, as: LINEReader.self, name: "chat.txt")
    #expect(sink.texts == ["leap day"])
    #expect(sink.times == ["2024-02-29 12:34:00"])
  }

  @Test("LINE: a text that begins with a quotation mark takes no messages of others")
  func lineQuotationMark() throws {
    let text = """
      [LINE] Chat history with Ann
      Saved on: 2024/04/01 10:00

      2024/03/30(Sat)
      12:34\tAnn\t"Yes" is what he said
      12:35\tBen\tok
      2024/03/31(Sun)
      12:38\tAnn\t"I quote:
      13:02\tBen\told words
      born 3/4/1990
      that was it"
      12:39\tBen\tbye

      """
    let sink = try FormatSupport.read(text, as: LINEReader.self, name: "chat.txt")
    #expect(
      sink.texts == [
        "\"Yes\" is what he said", "ok",
        "I quote:\n13:02\tBen\told words\nborn 3/4/1990\nthat was it", "bye",
      ])
    #expect(sink.skipped.isEmpty)
  }

  @Test(
    "Viber: quotation marks of the text stay, and take no further messages",
    arguments: [
      (["\"open", "after open", "say \"hi"], ["\"open", "after open", "say \"hi"]),
      (["\"Hello\" she said", "two"], ["\"Hello\" she said", "two"]),
      (["\"a, b\"", "\"say \"\"hi\"\"\""], ["a, b", "say \"hi\""]),
      (["\"Hello\"", "one, two"], ["\"Hello\"", "one, two"]),
      (["\"a\nb\"", "one, two", "\"c"], ["a\nb", "one, two", "\"c"]),
      (["\"a, b\"\n", "c\n\n"], ["a, b", "c"]),
    ])
  func viberQuotationMarks(written: [String], expected: [String]) throws {
    let text = written.enumerated().map { "31/01/2020,12:3\($0):56,Ann,+491,\($1)\n" }.joined()
    let sink = try FormatSupport.read(text, as: ViberReader.self, name: "Ann.csv")
    #expect(sink.texts == expected)
    #expect(sink.skipped.isEmpty)
  }

  /// An import of the same table by an earlier version gave these keys.
  @Test("Viber: a message is known by its first line, without quotation marks")
  func viberKeys() throws {
    func key(_ text: String) throws -> String? {
      try FormatSupport.read(
        "31/01/2020,12:34:56,Ann,+491,\(text)\n", as: ViberReader.self, name: "Ann.csv"
      ).messages.first?.sourceKey
    }
    let one = try key("one")
    #expect(try key("one\ntwo, three") == one)
    #expect(try key("\"one\"") == one)
    #expect(try key("other") != one)
  }

  @Test("KakaoTalk's table of another day is the same chat")
  func kakaoTableTwice() throws {
    let keys = try ["2024-01-03-10-00-00", "2024-02-03-10-00-00"].map { day in
      try FormatSupport.read(
        "Date,User,Message\n2020-01-31 13:23:45,\"Ann\",\"hi\"\n", as: KakaoTalkReader.self,
        name: "KakaoTalk_Chat_grp_\(day).csv"
      ).conversations.map(\.key)
    }
    #expect(keys[0] == keys[1])
  }

  @Test("Viber: day and month by the rows that say which is which")
  func viber() throws {
    let text = """
      01/02/2020,12:34:56,Ann,+491,Hello, you
      31/01/2020,12:35:00,Me,,"two
      lines"
      02/02/2020,12:36:00,Ann,+491,Photo message

      """
    #expect(FormatSupport.format(text, name: "Ann.csv") == ViberReader.formatName)
    let sink = try FormatSupport.read(text, as: ViberReader.self, name: "Ann.csv")
    #expect(sink.texts == ["Hello, you", "two\nlines", ""])
    #expect(
      sink.times == ["2020-02-01 12:34:56", "2020-01-31 12:35:00", "2020-02-02 12:36:00"])
    #expect(sink.messages.map { $0.author?.key } == ["+491", "me", "+491"])
    #expect(sink.messages[2].media.map(\.kind) == [.photo])
  }

  @Test(
    "Times that people write",
    arguments: [
      ("13:24", 48_240), ("1:24 PM", 48_240), ("오후 1:24", 48_240), ("午前0:05", 300),
      ("12:00 AM", 0), ("下午01:24:10", 48_250),
    ])
  func clock(text: String, seconds: Int) {
    #expect(WrittenTime.clock(text)?.seconds == seconds)
  }

  @Test(
    "A year of two digits is of 1950 to 2049, wherever it stands",
    arguments: [
      ("5 Jan 20", 2020), ("Jan 5, 95", 1995), ("95-Jan-2", 1995), ("95/1/2", 1995),
      ("49. 1. 5.", 2049), ("1/2/20", 2020), ("1/2/95", 1995), ("1/2/1920", 1920),
      ("5 Jan 1820", 1820), ("2020. 1. 5.", 2020),
    ])
  func shortYears(text: String, year: Int) {
    for monthFirst in [true, false] {
      #expect(WrittenTime.day(text, monthFirst: monthFirst)?.year == year)
    }
  }

  @Test("Times of mail")
  func mail() {
    #expect(WrittenTime.mail("Wed, 1 Jan 2020 12:00:00 +0100")?.seconds == 1_577_876_400)
    #expect(WrittenTime.mail("1 Jan 20 12:00 GMT")?.seconds == 1_577_880_000)
    #expect(WrittenTime.mail("1 Jan 70 00:00 GMT")?.seconds == 0)
    #expect(WrittenTime.mail("yesterday") == nil)
  }
}
