import Foundation
import GRDB
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Work grows as its input does") struct LinearWorkTests {
  private func work(_ body: () throws -> Void) rethrows -> Double {
    try LinearWork.seconds(body)
  }

  private func expectLinear(
    _ name: String, from first: Int = 2000, to last: Int = 64_000, _ body: (Int) throws -> Void
  ) rethrows {
    let excess = try LinearWork.excess(name, from: first, to: last, body)
    #expect(excess == nil)
  }

  private static let fragments = [
    "hello ", "a@", "@a ", "#", "http://", "https://t.co/-", "http://a.b/", "www.", "a.", "+1 ",
    "(0", "1-", "*a", "_",
    "~a~", "`", "```\n", "> a\n", "<", "<a ", "<b>", "</b>", "<a href='", "&", "&amp;", "\n", " ",
    "\u{301}", "http",
    "👨‍👩‍👧", "日本", "שלום ", "\u{202E}", "[", "]", "\"", ":", "a:", "a=\"b\" ", "<!--", "<p>", "<li>",
    "ß", "🇩",
  ]

  @Test("Encoded words of a mail's subject")
  func subjects() {
    for word in ["=?utf-8?Q?=41?= ", "=?utf-8?B?QQ==?= ", "=?x", "=? ", "=?a?b"] {
      expectLinear("subject of \(word)") {
        _ = MailWords.decoded(String(repeating: word, count: $0 / word.utf8.count))
      }
    }
  }

  @Test("Text of posts and chats", arguments: fragments)
  func texts(fragment: String) {
    func text(_ count: Int) -> String {
      String(repeating: fragment, count: max(1, count / fragment.utf8.count))
    }
    expectLinear("foreign text") { _ = ForeignText.visible(text($0)) }
    expectLinear("HTML") { _ = HTMLText.styled(text($0)) }
    expectLinear("HTML in a tag") { _ = HTMLText.styled("<p \(text($0))>x</p>") }
    expectLinear("links") { _ = LinkDetector().linking(StyledText(text($0))) }
    expectLinear("tweets") { _ = TwitterText.styled(text($0), links: TwitterLinks(urls: nil)) }
    expectLinear("unescaped") { _ = TwitterText.unescaped(text($0)) }
    expectLinear("snippet") { _ = SearchSnippet(marked: text($0)) }
    expectLinear("statistics") { count in
      var counted = TextCount()
      counted.read(text(count), word: { _ in }, emoji: { _ in })
    }
    let query = TextQuery("hello \(fragment)")
    expectLinear("finds") { _ = query.ranges(in: text($0)) }
    expectLinear("stops") { _ = query.stops(in: text($0)) }
  }

  @Test(
    "Discord's and Slack's marks, within each other or not closed",
    arguments: fragments + [
      "*a ", " *a", "_a ", " `a", "~~a ", "**a ", "||a ", "__a *b ", "<<", "<@1", "<https://a|",
    ])
  func marks(fragment: String) {
    let slack = SlackText(people: [:], channels: [:])
    for (before, after) in [("", ""), ("||", "||"), ("**_", "_**"), ("*~", "~*"), ("<", ">")] {
      func text(_ count: Int) -> String {
        before + String(repeating: fragment, count: max(1, count / fragment.utf8.count)) + after
      }
      expectLinear("Discord \(before)", to: 16_000) { _ = DiscordText.styled(text($0)) }
      expectLinear("Slack \(before)", to: 16_000) { _ = slack.styled(text($0)) }
    }
  }

  @Test("Marks that are not closed hide none that are behind them")
  func marksBehind() {
    #expect(DiscordText.styled("||*a b|| *c*").string == "*a b c")
    #expect(DiscordText.styled("**x *y** *z*").string == "x *y z")
    #expect(DiscordText.styled("<a <:e:1> > <t").string == "<a :e: > <t")
  }

  @Test("An element of 40,000 attributes, in quotes or not, in front of a comment or behind one")
  func attributes() {
    for start in ["<a ", "<!-- <a x='--><a ", "<p x = \">\" ", "<script><a x='</script><a "] {
      for attribute in ["a%=\"b\" ", "a% ", "a%='>' ", "a%=b\n"] {
        expectLinear("\(start)\(attribute)", from: 500, to: 8000) { count in
          var html = start
          for index in 0..<count {
            html += attribute.replacingOccurrences(of: "%", with: "\(index)")
          }
          _ = HTMLText.styled(html + ">words</a>")
        }
      }
    }
    var html = "<p>"
    for index in 0..<5000 { html += "<b a\(index)=\"\(index)\">x</b> " }
    html += #"<a x="1" HREF='https://example.org/?a=1&amp;b="2' class=mention>y</a></p>"#
    let text = HTMLText.styled(html)
    #expect(text.string == String(repeating: "x ", count: 5000) + "y")
    #expect(text.spans.count == 5001)
    #expect(
      text.spans.last?.attribute == .mention(id: "https://example.org/?a=1&b=\"2"))
  }

  @Test("Covers and finds in one text")
  func covers() {
    func covered(_ count: Int) -> StyledText {
      StyledText(
        String(repeating: "word ", count: count),
        spans: (0..<count).map { .init($0 * 5..<$0 * 5 + 4, .spoiler) })
    }
    expectLinear("concealed", from: 500) { _ = covered($0).concealed }
    let query = TextQuery("word")
    expectLinear("marks", from: 500) { _ = covered($0).marks(of: query) }
    expectLinear("normalized", from: 500) { _ = covered($0).normalized() }
    #expect(covered(3).concealed == "•••• •••• •••• ")
    #expect(covered(2).marks(of: query) == [0..<4, 5..<9])
    let crossed = StyledText("abcdef", spans: [.init(3..<5, .spoiler), .init(1..<4, .spoiler)])
    #expect(crossed.concealed == "a••••f")
  }

  @Test("A word that one message says 40,000 times, and one that says it 160,000 times")
  func search() throws {
    let folder = try TemporaryFolder()
    func archive(_ count: Int) throws -> Archive {
      let path = "\(folder.path)/\(count).luge"
      _ = try ArchiveImporter(into: path).run(
        .messages([.plain(1, String(repeating: "Hello ", count: count) + "the end")]))
      return try Archive(opening: path)
    }
    // SQLite copies what it has marked with each mark: only long texts tell.
    let (some, more) = (try archive(40_000), try archive(160_000))
    var times: [Double] = []
    for archive in [some, more] {
      times.append(
        try work {
          let hit = try #require(try archive.search("hello").first)
          #expect(hit.matches.count == 24)
          #expect(hit.snippet == Array(repeating: "Hello", count: 24).joined(separator: " ") + "…")
        })
    }
    #expect(times[1] < 10 * max(0.01, times[0]))
    let end = try #require(try more.search("\"the end\" hel*").first)
    #expect(end.snippet.hasSuffix("Hello the end") && end.matches.last?.count == 7)
  }

  @Test("A database of Messages with many conversations, members and files, and no index")
  func messagesDatabase() throws {
    let folder = try TemporaryFolder()
    try expectLinear("chat.db", from: 250, to: 16_000) { count in
      let path = "\(folder.path)/\(count).db"
      if !FileManager.default.fileExists(atPath: path) {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
          try db.execute(
            sql: """
              \(MessagesTables.sql)
              CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS
                (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT \(count)) SELECT i FROM n;
              INSERT INTO handle SELECT 'h' || i FROM n;
              INSERT INTO chat SELECT 'c' || i, '', 45 FROM n;
              INSERT INTO message SELECT 'g' || i, 'hello', i, i, 0, 0, NULL, 1 FROM n;
              INSERT INTO attachment SELECT 'a' || i, '', '', 1 FROM n;
              INSERT INTO chat_message_join SELECT i, i FROM n;
              INSERT INTO chat_handle_join SELECT i, i FROM n;
              INSERT INTO message_attachment_join SELECT i, i FROM n;
              """)
        }
        try queue.close()
      }
      let sink = CollectingSink()
      try MessagesDatabaseReader.read(FileByteSource(path: path), into: sink)
      #expect(sink.messages.count == count && sink.conversations.count == count)
      #expect(sink.messages.last?.media.count == 1)
    }
  }

  @Test("A word of any length is looked through once")
  func longWord() {
    expectLinear("a word", from: 20_000) { count in
      let word = String(repeating: "yabadabadu", count: count)
      #expect(TextQuery("yaba").ranges(in: word).count == 1)
      #expect(TextQuery("dabadu").ranges(in: word).isEmpty)
    }
  }

  @Test("Messages of many lines, tables of many columns, many attachments and reactions")
  func files() {
    func read(_ text: String, _ reader: any ExportReader.Type, _ name: String) -> CollectingSink {
      (try? FormatSupport.read(text, as: reader, name: name)) ?? CollectingSink()
    }
    expectLinear("LINE", from: 125, to: 2000) { count in
      let text =
        "[LINE] Chat history with Ann\n2020/01/31(Fri)\n12:34\tAnn\t\""
        + String(repeating: "word ", count: 20 * count) + String(repeating: "\nline", count: count)
      #expect(read(text, LINEReader.self, "[LINE] a.txt").messages.count == 1)
    }
    expectLinear("iMazing", from: 125, to: 4000) { count in
      let columns = min(count, 4000)
      var text =
        (0..<columns).map { "c\($0)" }.joined(separator: ",") + ",Chat Session,Message Date,Text\n"
      let row = String(repeating: ",", count: columns) + "Ann,2024-01-05 10:11:12,hello\n"
      text += String(repeating: row, count: 20)
      #expect(read(text, IMazingReader.self, "a.csv").messages.count == 20)
    }
    expectLinear("Signal's files", from: 250) { count in
      let text =
        "[2024-01-05 10:11:12] Ann: hello " + String(repeating: "![a](./b)", count: count)
      #expect(read(text, SignalTextReader.self, "chat.md").messages.first?.media.count == count)
    }
    expectLinear("Signal's reactions", from: 2000, to: 16_000) { count in
      let emoji = (0..<count).map { "Ann: \(UnicodeScalar(0x4E00 + $0 % 20_000)!)" }
      let text = "[Jan 05, 2024 10:11:12] <Bob> yes (\(emoji.joined(separator: "; ")))"
      #expect(read(text, SignalTextReader.self, "a (_id1).txt").messages.count == 1)
    }
  }

  @Test("One message with thousands of lines, people, pictures or blocks")
  func oneMessage() throws {
    func list(_ count: Int, _ item: (Int) -> String) -> String {
      (0..<count).map(item).joined()
    }
    // Fewer cost less than what is read around them.
    let first = 8000
    try expectLinear("lines like fields in a quotation", from: first) { count in
      let text =
        "Conversation: Ann (+49123)\n\nFrom: Ann (+49123)\nType: incoming\n"
        + "Sent: Tue, 02 Jan 2024 10:00:00 +0100\n\n> From: Bob\n"
        + String(repeating: "> a\n", count: count)
        + String(repeating: "> From: x\n", count: count) + "\nhello\n\n"
      let sink = try FormatSupport.read(text, as: SignalTextReader.self, name: "conv.txt")
      #expect(sink.messages.count == 1)
      #expect(sink.texts.first?.hasSuffix("a\nhello") == true)
    }
    try expectLinear("people who reacted", from: first) { count in
      let html = """
        <div class="page_wrap"><div class="text bold">A</div><div class="history">
        <div class="message default clearfix" id="message1"><div class="body">
        <div class="pull_right date details" title="15.01.2024 10:30:00">10:30</div>
        <div class="from_name">Ann</div><div class="text">a</div>
        <span class="reactions"><span class="reaction"><span class="emoji">x</span>
        \(list(count) { "<div class=\"userpic\" title=\"n\($0 / 2)\"></div>" })
        </span></span></div></div></div></div></html>
        """
      let sink = try FormatSupport.read(html, as: TelegramHTMLReader.self, name: "messages.html")
      #expect(sink.messages.first?.reactions.first?.authors.count == count / 2)
    }
    try expectLinear("pictures of a page of Messenger", from: first) { count in
      let html = """
        <html><head><title>Ann</title></head><body><div class="_a6-g"><div class="_a6-h">Ann</div>
        <div class="_a6-p">hi\(list(count) { "<img src=\"photos/\($0 / 2).jpg\"/>" })</div>
        <div class="_a6-o">Jan 05, 2024 3:04 pm</div></div></body></html>
        """
      let sink = try FormatSupport.read(
        html, as: MessengerPagesReader.self, name: "message_1.html")
      #expect(sink.messages.first?.media.count == count / 2)
    }
    try expectLinear("addresses in a page of Messenger", from: first) { count in
      let words = list(count) { "word\($0) " }
      let html = """
        <html><head><title>Ann</title></head><body><div class="_a6-g"><div class="_a6-h">Ann</div>
        <div class="_a6-p">\(words)\(list(count) { "<img src=\"https://x.example/\($0).png\"/>" })</div>
        <div class="_a6-o">Jan 05, 2024 3:04 pm</div></div></body></html>
        """
      let sink = try FormatSupport.read(
        html, as: MessengerPagesReader.self, name: "message_1.html")
      #expect(sink.texts.first?.contains("example/\(count - 1).png") == true)
    }
    try expectLinear("blocks of Slack", from: first / 2) { count in
      let blocks = (0..<count).map {
        #"{"type": "section", "text": {"text": "words of block \#($0 / 2)."}}"#
      }
      let json = #"""
        [{"type": "message", "user": "U1", "text": "words of block 0.", "ts": "1704067200.000100",
        "blocks": [\#(blocks.joined(separator: ","))]}]
        """#
      let sink = try FormatSupport.read(json, as: SlackReader.self, name: "g/2024-01-01.json")
      #expect(sink.texts.first?.split(separator: "\n").count == count / 2)
    }
  }

  @Test("A message with many files that many others answer")
  func answers() throws {
    let folder = try TemporaryFolder()
    func archive(_ count: Int) throws -> Archive {
      let path = "\(folder.path)/\(count).luge"
      guard !FileManager.default.fileExists(atPath: path) else { return try Archive(opening: path) }
      var original = MessageRecord.plain(1, "")
      original.media = (0..<count).map { MediaRecord(kind: .file, fileName: "file \($0)") }
      let answers = (0..<count).map {
        var answer = MessageRecord.plain($0 + 2)
        answer.replyTo = ReplyRecord(sourceKey: "1")
        return answer
      }
      _ = try ArchiveImporter(into: path).run(.messages([original] + answers))
      return try Archive(opening: path)
    }
    try expectLinear("answers", from: 60, to: 1000) { count in
      let archive = try archive(count)
      let chat = try #require(archive.conversations().first)
      let found = try archive.messages(in: chat.id, at: 1..<count + 1)
      #expect(found.count == count)
      #expect(found.allSatisfy { $0.reply?.original?.media?.fileName == "file 0" })
      #expect(try archive.answered(in: chat.id, at: 0..<count + 1).count == count)
    }
  }

  @Test("One word that both sides of a merge say over and over in one second")
  func merging() {
    func said(_ count: Int, _ time: Int64, _ key: Int) -> [MergeMatching.Entry] {
      (0..<count).map {
        .init(
          time: Timestamp(seconds: time, certainty: .exact), words: 1, isTelling: false,
          key: key + $0, author: Int32($0 % 2))
      }
    }
    for (own, other) in [(Int64(100), Int64(100)), (100, 130)] {
      expectLinear("merge", from: 500) { count in
        let matching = MergeMatching(
          said(count, own, 0), said(count, other, 1 << 30), sameIDs: false, tolerance: 90,
          names: [0: 0, 1: 1])
        #expect(Set(matching.places) == Set(0..<count))
      }
    }
  }

  @Test("Notes that begin alike, and tweets that do")
  func notes() throws {
    let beginning = String(repeating: "the same beginning ", count: 4)
    expectLinear("notes", from: 250, to: 4000) { count in
      let records = (0..<count).map { index in
        """
        {"noteTweet": {"createdAt": "2024-06-03T\(10 + index / 3600 % 10):\(10 + index / 60 % 50):\(10 + index % 50)Z",
        "core": {"text": "\(beginning) \(index)"}}}
        """
      }
      let json = "[" + records.joined(separator: ",") + "]"
      let notes = TwitterNotes(
        JSONDocument.read(MemoryByteSource(Array(json.utf8), name: "n"), limit: 64 << 20))
      var found = 0
      for index in 0..<count
      where notes.note(beginning: beginning, at: 1_717_408_800 + Int64(index)) != nil {
        found += 1
      }
      #expect(found == count)
    }
  }

  @Test(
    "Quotations of Skype and files of Zulip that do not end",
    arguments: [
      "<legacyquote>", "</legacyquote>", "<legacyquote>a</legacyquote>", "[", "[a", "![", "[\n",
      "](/user_uploads/", "[a](/user_uploads/", "[a](/user_uploads/b)", "](/user_uploads/b)",
      "[a](/user_uploads/ ", "🇩", "🇩[a](/user_uploads/b)",
    ])
  func unclosed(fragment: String) throws {
    func read(_ text: String, _ reader: any ExportReader.Type, _ name: String) throws {
      #expect(try FormatSupport.read(text, as: reader, name: name).messages.count == 1)
    }
    for end in ["", "](/user_uploads/"] {
      func text(_ count: Int) -> String {
        (String(repeating: fragment, count: max(1, count / fragment.utf8.count)) + end)
          .replacing("\n", with: "\\n")
      }
      try expectLinear("Skype") { count in
        try read(
          #"{"userId": "8:a", "exportDate": "2024-01-05T10:11", "conversations": [{"id": "8:b", "#
            + #""MessageList": [{"id": "1", "from": "8:a", "messagetype": "RichText", "#
            + #""originalarrivaltime": "2024-01-05T10:11:12Z", "#
            + #""content": "<quote a=\"b\"></quote>\#(text(count))"}]}]}"#,
          SkypeReader.self, "messages.json")
      }
      try expectLinear("Zulip") { count in
        try read(
          #"{"zerver_message": [{"id": 1, "sender": 1, "recipient": 1, "subject": "t", "#
            + #""date_sent": 1700000000.0, "content": "\#(text(count))"}]}"#,
          ZulipReader.self, "messages-000001.json")
      }
    }
  }

  /// A step over a character of a substring, or back over one, goes through the flags before it.
  @Test(
    "Any word of an export may be a long row of flags", arguments: FormatSeeds.texts.map(\.0))
  func flags(name: String) throws {
    let text = try #require(FormatSeeds.texts.first { $0.0 == name }).1
    let file = try #require(name.pathParts.last)
    let reader = try #require(
      ExportOpener.registry.max { one, other in
        one.confidence(prefix: Array(text.utf8), fileName: String(file))
          < other.confidence(prefix: Array(text.utf8), fileName: String(file))
      })
    let words = Set(text.split { !($0.isLetter || $0.isNumber) }.map(String.init))
    for word in words {
      expectLinear("\(word) of \(name)", from: 8000, to: 16_000) { count in
        let flags = String(repeating: "🇩", count: count / 4)
        let source = MemoryByteSource(Array(text.replacing(word, with: flags).utf8), name: name)
        // Names of fields are words, too: without them it may be no export any more.
        try? reader.read(source, into: CollectingSink())
      }
    }
  }

  @Test("Lists that are looked up once for each of another list")
  func products() throws {
    func document(_ text: String) -> JSONValue? {
      JSONDocument.read(MemoryByteSource(Array(text.utf8), name: "list"), limit: 64 << 20)
    }
    func list(_ count: Int, _ item: (Int) -> String) -> String {
      "[" + (0..<count).map(item).joined(separator: ",") + "]"
    }
    expectLinear("Slack's groups", from: 60, to: 4000) { count in
      var workspace = SlackWorkspace()
      let members = list(20 * count) { "\"U\($0)\"" }
      workspace.take(
        document(#"[{"id": "G1", "name": "g", "members": \#(members)}]"#), of: "mpims.json")
      for _ in 0..<count {
        #expect(workspace.conversation(folder: "g").name.hasPrefix("U0, U1, U2"))
      }
    }
    expectLinear("Slack's dialogues", from: 250) { count in
      var workspace = SlackWorkspace()
      workspace.take(
        document(list(count) { #"{"id": "D\#($0)", "members": ["U1", "U2"]}"# }), of: "dms.json")
      for index in 0..<count {
        #expect(workspace.conversation(folder: "D\(index)").name == "U1, U2")
      }
    }
    try expectLinear("a poll of Matrix", from: 250) { count in
      let answers = list(count) { #"{"id": "a\#($0)", "org.matrix.msc1767.text": "x"}"# }
      let chosen = list(count) { "\"b\($0)\"" }
      let poll = "org.matrix.msc3381.poll"
      let text = """
        {"room_name": "r", "exported_by": "b", "messages": [
        {"type": "\(poll).start", "event_id": "$p", "sender": "@a:b", "origin_server_ts": 1700000000000,
        "content": {"\(poll).start": {"question": {"body": "q"}, "answers": \(answers)}}},
        {"type": "\(poll).response", "event_id": "$v", "sender": "@c:b", "origin_server_ts": 1,
        "content": {"m.relates_to": {"event_id": "$p"}, "\(poll).response": {"answers": \(chosen)}}}]}
        """
      let sink = try FormatSupport.read(text, as: MatrixExportReader.self, name: "export.json")
      #expect(sink.messages.first?.media.first?.note?.hasPrefix("q\n• x (0 votes)") == true)
    }
    expectLinear("a block with many keys that comes again and again", from: 250) { count in
      var table = RecordTable()
      let block = CID(hashing: [1, 2, 3])
      for index in 0..<count { table.add("\(index)", block) }
      var found = 0
      for _ in 0..<count { found += table.take(block).count }
      #expect(found == count && table.names(block) && Array(table.missing).isEmpty)
    }
    expectLinear("pages beside JSON", from: 250, to: 2000) { count in
      var same = SameExport()
      for index in 0..<count {
        same.note(
          "/a/\(index).json", TelegramReader.self,
          prefix: Array(#"{"name": "n\#(index)", "type": "x", "messages": []}"#.utf8))
        same.note(
          "/a/\(index).html", TelegramHTMLReader.self,
          prefix: Array("<div class=\"page_header\"><div class=\"text bold\">m</div></div>".utf8))
      }
      var pages = (0..<count).map { "/a/\($0).html" }
      _ = same.removed(from: &pages) { $0 }
      for page in pages { _ = same.isOther(page) }
    }
  }

  @Test("A package of Discord with many channels and a longer list of their names")
  func discordPackage() throws {
    try expectLinear("Discord's package", from: 60, to: 1000) { count in
      let folder = try TemporaryFolder()
      let names = (0..<200 * count).map { #""\#(100_000_000_000_000_000 + $0)": "name \#($0)""# }
      try folder.write("{" + names.joined(separator: ",") + "}", as: "messages/index.json")
      for index in 0..<count {
        let id = 100_000_000_000_000_000 + index
        try folder.write(
          #"[{"ID": "1", "Timestamp": "2024-01-05 10:11:12", "Contents": "x", "Attachments": ""}]"#,
          as: "messages/c\(id)/messages.json")
      }
      let (sink, _) = try FormatSupport.open(folder)
      #expect(sink.conversations.count == count)
      #expect(sink.conversations.allSatisfy { $0.name.hasPrefix("name ") })
    }
  }

  @Test("Two archives with many chats of one name, and keys that both have")
  func pairs() throws {
    let folder = try TemporaryFolder()
    func archive(_ keys: [String]) throws -> Archive {
      let path = "\(folder.path)/\(UUID().uuidString).luge"
      let input = ImportInput.made { sink in
        for key in keys {
          try sink.begin(ConversationRecord(key: key, name: "same", kind: .group))
          try sink.add(.plain(1))
        }
      }
      _ = try ArchiveImporter(into: path).run(input)
      return try Archive(opening: path)
    }
    try expectLinear("pairs", from: 60, to: 1000) { count in
      let common = (0..<count).map { "b\($0)" }
      let ours = try archive(common + (0..<count).map { "a\($0)" })
      let theirs = try archive(common)
      let (merges, alone, rest) = try ConversationMerge.pairs(ours, theirs)
      #expect(merges.count == count && alone.count == count && rest.isEmpty)
      #expect(merges.allSatisfy { $0.one.key == $0.other.key })
    }
    let (merges, alone, rest) = try ConversationMerge.pairs(
      archive(["a", "b", "c"]), archive(["c", "d", "e", "f"]))
    #expect(merges.count == 3 && alone.isEmpty && rest.count == 1)
  }
}
