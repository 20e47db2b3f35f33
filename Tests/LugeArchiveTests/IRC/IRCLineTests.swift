import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("IRC: lines")
struct IRCLineTests {
  /// A line as "clock | form | nick | text".
  private func described(_ text: String) -> String {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      let line = IRCLine(bytes)
      func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
      }
      let clock = line.time.map { stamp in
        let date = stamp.date.map { "\($0.year)-\($0.month)-\($0.day) " } ?? ""
        return date + "\(stamp.hour):\(stamp.minute)" + (stamp.second.map { ":\($0)" } ?? "")
      }
      let rest =
        switch line.content {
        case .message(let nick, let text): "message | \(string(nick)) | \(string(text))"
        case .action(let nick, let text): "action | \(string(nick)) | \(string(text))"
        case .notice(let nick, let text): "notice | \(string(nick)) | \(string(text))"
        case .event(let text): "\(IRCEvent.action(text)) | \(string(text))"
        case .day(let date, _, _): "day | \(date.year)-\(date.month)-\(date.day)"
        case .other(let text): "other | \(string(text))"
        }
      return "\(clock ?? "-") | \(rest)"
    }
  }

  @Test(
    "Layouts",
    arguments: [
      // Public channel logs.
      ("[04:48] <ann> hi there", "4:48 | message | ann | hi there"),
      ("[04:48]  * ann waves", "4:48 | action | ann | waves"),
      ("[04:48] * ann waves", "4:48 | action | ann | waves"),
      ("=== ann is now known as eve", "- | nick | ann is now known as eve"),
      ("=== ann [~a@x.org]  has joined #x", "- | join | ann [~a@x.org]  has joined #x"),
      ("=== mode/#x [+o ann]  by Serv", "- | mode | mode/#x [+o ann]  by Serv"),
      ("=== Topic for #x: a: b", "- | topic | Topic for #x: a: b"),
      ("[05:12] -spam:#x- hello", "5:12 | notice | spam | hello"),
      ("[01:09] (ann/#x) bob: hi", "1:9 | message | ann | bob: hi"),
      ("[06:03] <bur[n] er> hi", "6:3 | message | bur[n] er | hi"),
      ("[07:15] <[optik] > hola", "7:15 | message | [optik] | hola"),
      // irssi.
      ("12:34 <@ann> text", "12:34 | message | ann | text"),
      ("12:34:56 < ann> text", "12:34:56 | message | ann | text"),
      ("12:34:56 <+ann> a > b", "12:34:56 | message | ann | a > b"),
      ("12:34  * ann waves", "12:34 | action | ann | waves"),
      ("12:34 -!- ann [a@x.org] has quit [bye]", "12:34 | quit | ann [a@x.org] has quit [bye]"),
      ("12:34 -!- mode/#x [+o ann] by bob", "12:34 | mode | mode/#x [+o ann] by bob"),
      ("12:34 -ann(a@x.org)- psst", "12:34 | notice | ann | psst"),
      ("--- Log opened Fri Jan 12 00:00:00 2007", "- | day | 2007-1-12"),
      ("--- Day changed Sat Jan 13 2007", "- | day | 2007-1-13"),
      ("--- Log closed Sat Jan 13 10:11:12 2007", "- | day | 2007-1-13"),
      // WeeChat.
      ("2007-01-12 04:48:11\tann\thi\tthere", "2007-1-12 4:48:11 | message | ann | hi\tthere"),
      ("2007-01-12 04:48:11\t@ann\thi", "2007-1-12 4:48:11 | message | ann | hi"),
      ("2007-01-12 04:48:11\t *\tann waves", "2007-1-12 4:48:11 | action | ann | waves"),
      (
        "2007-01-12 04:48:11\t-->\tann (a@x) has joined #x",
        "2007-1-12 4:48:11 | join | ann (a@x) has joined #x"
      ),
      (
        "2007-01-12 04:48:11\t<--\tann (a@x) has quit",
        "2007-1-12 4:48:11 | quit | ann (a@x) has quit"
      ),
      (
        "2007-01-12 04:48:11\t--\tann is now known as eve",
        "2007-1-12 4:48:11 | nick | ann is now known as eve"
      ),
      // ZNC and energymech.
      ("[04:48:11] <ann> hi", "4:48:11 | message | ann | hi"),
      ("[04:48:11] *** Joins: ann (a@x.org)", "4:48:11 | join | Joins: ann (a@x.org)"),
      ("[04:48:11] *** Quits: ann (a@x.org) (bye)", "4:48:11 | quit | Quits: ann (a@x.org) (bye)"),
      ("[04:48:11] *** ann sets mode: +o bob", "4:48:11 | mode | ann sets mode: +o bob"),
      ("[04:48:11] -ann- psst", "4:48:11 | notice | ann | psst"),
      // HexChat and XChat.
      ("Jan 12 04:48:11 <ann>\thi", "4:48:11 | message | ann | hi"),
      ("Jan 12 04:48:11 *\tann waves", "4:48:11 | action | ann | waves"),
      ("Jan 12 04:48:11 *\tann (a@x.org) has joined", "4:48:11 | join | ann (a@x.org) has joined"),
      ("**** BEGIN LOGGING AT Fri Jan 12 04:48:11 2007", "- | day | 2007-1-12"),
      // mIRC and others.
      ("Session Start: Fri Jan 12 04:48:11 2007", "- | day | 2007-1-12"),
      ("[4:48pm] <ann> hi", "16:48 | message | ann | hi"),
      ("[04:48] <ann!a@x.org> hi", "4:48 | message | ann | hi"),
      ("(04:48:11) <ann> hi", "4:48:11 | message | ann | hi"),
      ("[2007-01-12 04:48:11] <ann> hi", "2007-1-12 4:48:11 | message | ann | hi"),
      ("2007-01-12T04:48:11.123Z <ann> hi", "2007-1-12 4:48:11 | message | ann | hi"),
      (
        "[Friday 12 January 2007] [04:48:11] <ann>\thi",
        "2007-1-12 4:48:11 | message | ann | hi"
      ),
      ("[04:48] * ann has joined #x", "4:48 | join | ann has joined #x"),
      ("<ann> no time", "- | message | ann | no time"), ("* ann waves", "- | action | ann | waves"),
      ("[04:48] <ann>", "4:48 | message | ann | "), ("[04:48] <ann> ", "4:48 | message | ann | "),
      ("[04:48] <ann>  x", "4:48 | message | ann |  x"),
      ("[04:48] <a|b\\c^_`{}> x", "4:48 | message | a|b\\c^_`{} | x"),
      ("[04:48] * Now talking on #x", "4:48 | join | Now talking on #x"),
      ("[04:48] * You have left #x", "4:48 | part | You have left #x"),
      ("[04:48] * Joins: ann (~a@x.org)", "4:48 | join | Joins: ann (~a@x.org)"),
      ("Jan 12 04:48:11 *\tNow talking on #x", "4:48:11 | join | Now talking on #x"),
      // eggdrop
      ("[00:00] --- Sat Mar  1 2014", "0:0 | day | 2014-3-1"),
      ("[12:01] Action: ann waves", "12:1 | action | ann | waves"),
      ("[12:02] ann (a@x.org) joined #x.", "12:2 | join | ann (a@x.org) joined #x."),
      ("[12:02] ann (a@x.org) left #x.", "12:2 | part | ann (a@x.org) left #x."),
      ("[12:02] ann (a@x.org) left irc: Quit", "12:2 | quit | ann (a@x.org) left irc: Quit"),
      (
        "[12:05] #x: mode change '+o ann' by bob!b@x.org",
        "12:5 | mode | #x: mode change '+o ann' by bob!b@x.org"
      ),
      ("[12:06] Nick change: ann -> eve", "12:6 | nick | Nick change: ann -> eve"),
      (
        "[12:07] Topic changed on #x by ann!a@x: hi",
        "12:7 | topic | Topic changed on #x by ann!a@x: hi"
      ),
      // Quassel
      ("[2014-03-02 12:00:03] -*- ann waves", "2014-3-2 12:0:3 | action | ann | waves"),
      (
        "[2014-03-02 12:00:03] <-> ann is now known as eve",
        "2014-3-2 12:0:3 | nick | ann is now known as eve"
      ),
      (
        "[2014-03-02 12:00:03] --> ann (~a@x.org) has joined #x",
        "2014-3-2 12:0:3 | join | ann (~a@x.org) has joined #x"
      ),
      // KVIrc
      ("[12:00:05] ann [~a@x] has joined #x", "12:0:5 | join | ann [~a@x] has joined #x"),
      // mIRC
      ("[04:48] * ann (a@x.org) Quit (bye)", "4:48 | quit | ann (a@x.org) Quit (bye)"),
      ("Session Ident: #x", "- | event | Session Ident: #x"),
      // Textual and IRCCloud
      (
        "[2014-03-02T12:00:05+0100] ann (a@x) joined the channel",
        "2014-3-2 12:0:5 | join | ann (a@x) joined the channel"
      ),
      ("[2014-03-02T12:00:05+0100] • ann waves", "2014-3-2 12:0:5 | action | ann | waves"),
      ("[2014-03-02 12:35:00] → Joined channel #x", "2014-3-2 12:35:0 | join | Joined channel #x"),
      ("[2014-03-02 12:35:00] ← ann left (a@x)", "2014-3-2 12:35:0 | part | ann left (a@x)"),
      ("[2014-03-02 12:35:00] ⇐ ann quit (a@x)", "2014-3-2 12:35:0 | quit | ann quit (a@x)"),
      ("[2014-03-02 12:35:00] * ann → eve", "2014-3-2 12:35:0 | nick | ann → eve"),
      ("[2014-03-02 12:35:00] — ann waves", "2014-3-2 12:35:0 | action | ann | waves"),
      // bip
      ("01-03-2014 04:48:11 < ann!a@x.org: hi", "2014-3-1 4:48:11 | message | ann | hi"),
      ("01-03-2014 04:48:11 > me: hi", "2014-3-1 4:48:11 | message | me | hi"),
      ("01-03-2014 04:48:11 < * ann waves", "2014-3-1 4:48:11 | action | ann | waves"),
      // Konversation
      (
        "[Saturday 1 March 2014] [04:48:11] Join\tann (a@x) has joined this channel",
        "2014-3-1 4:48:11 | join | ann (a@x) has joined this channel"
      ),
      (
        "[Sunday, March 2, 2014] [12:31:01 PM CET] <ann>\thi",
        "2014-3-2 12:31:1 | message | ann | hi"
      ),
      (
        "[Sonntag, 2. März 2014] [12:31:01 CET] <ann>\thi", "2014-3-2 12:31:1 | message | ann | hi"
      ),
      (
        "[воскресенье, 2 марта 2014 г.] [12:31:01] <ann>\thi",
        "2014-3-2 12:31:1 | message | ann | hi"
      ),
      ("[2014年3月2日日曜日] [12:31:01] <ann> hi", "2014-3-2 12:31:1 | message | ann | hi"),
      // KVIrc
      ("### Log session started at 2014-03-01 04:48:11 ###", "- | day | 2014-3-1"),
      ("[2014.03.01 04:48:11] <ann> hi", "2014-3-1 4:48:11 | message | ann | hi"),
      // Pidgin
      (
        "Conversation with #x at Sat 01 Mar 2014 04:48:11 PM UTC on me@irc.example.org (irc)",
        "- | day | 2014-3-1"
      ),
      ("(04:48:11) ann: hi", "4:48:11 | message | ann | hi"),
      ("(04:48:11 PM) ann: hi", "16:48:11 | message | ann | hi"),
      ("(04:48:11) ***ann waves", "4:48:11 | action | ann | waves"),
      ("(04:48:11) ann [a@x] entered the room.", "4:48:11 | join | ann [a@x] entered the room."),
      (
        "(04:48:11) ann left the room (quit: bye).",
        "4:48:11 | quit | ann left the room (quit: bye)."
      ),
      ("(04:48:11) The topic for #x is: a", "4:48:11 | topic | The topic for #x is: a"),
      // Textual, The Lounge, IRCCloud
      ("[2014-03-01T04:48:11+0100] <ann> hi", "2014-3-1 4:48:11 | message | ann | hi"),
      ("[2014-03-01T04:48:11.000Z] <ann> hi", "2014-3-1 4:48:11 | message | ann | hi"),
      (
        "[2014-03-01T04:48:11.000Z] *** ann (a@x) joined",
        "2014-3-1 4:48:11 | join | ann (a@x) joined"
      ),
      // ERC
      ("<ann> hi there                        [04:48]", "4:48 | message | ann | hi there"),
      ("[Sat Mar  1 2014]", "- | day | 2014-3-1"),
      ("<ann> see [1]", "- | message | ann | see [1]"),
      // None of them.
      ("[04:48] hello", "4:48 | other | hello"), ("hello", "- | other | hello"),
      ("<a b c> x", "- | other | <a b c> x"), ("[25:00] <ann> x", "- | other | [25:00] <ann> x"),
      ("<>", "- | other | <>"), ("*", "- | other | *"), ("[", "- | other | ["),
      ("", "- | other | "),
      ("-", "- | other | -"), ("[04:48]", "4:48 | other | "),
      ("May I ask", "- | other | May I ask"),
    ])
  func layout(line: String, expected: String) { #expect(described(line) == expected) }

  @Test("Who follows a nick any number of times is no reason to run out of room")
  func masks() {
    let masks = String(repeating: "(a@b)", count: 200_000)
    #expect(described("* ann \(masks)").hasPrefix("- | action | ann | (a@b)"))
    #expect(described("* ann \(masks) has joined").hasPrefix("- | event | ann (a@b)"))
    #expect(described("* ann (a@b) [c@d] has joined").hasPrefix("- | join | ann (a@b)"))
  }

  @Test(
    "What the name of a file tells",
    arguments: [
      ("2007-01-12.train-c.raw.txt", nil, "2007-1-12"),
      ("2004-11-15_03.raw.txt", nil, "2004-11-15"),
      ("#ubuntu_20070112.log", "#ubuntu", "2007-1-12"),
      ("%23ubuntu_20070112.log", "#ubuntu", "2007-1-12"),
      ("/logs/#Ubuntu.2007-01-12.log", "#ubuntu", "2007-1-12"),
      ("irc.libera.#swift-lang.weechatlog", "#swift-lang", nil), ("#c++.log", "#c++", nil),
      ("##c_2007.01.12.txt", "##c", "2007-1-12"), ("freenode_#x_20070112.log", "#x", "2007-1-12"),
      ("2007-13-12.log", nil, nil), ("20070230.log", nil, nil), ("120070112.log", nil, nil),
      ("200701123.log", nil, nil), ("chat.log", nil, nil), ("", nil, nil), ("#", nil, nil),
      ("2007/01/12.log", nil, nil),
    ] as [(String, String?, String?)])
  func fileName(name: String, channel: String?, date: String?) {
    let parsed = IRCFileName(name)
    #expect(parsed.channel == channel)
    #expect(parsed.date.map { "\($0.year)-\($0.month)-\($0.day)" } == date)
  }

  @Test("mIRC's codes become spans or go away")
  func codes() {
    func styled(_ text: String) -> StyledText {
      Array(text.utf8).withUnsafeBufferPointer { IRCText.styled($0) }
    }
    #expect(styled("plain") == StyledText("plain"))
    #expect(styled("a\u{02}b\u{02}c") == StyledText("abc", spans: [.init(1..<2, .bold)]))
    #expect(styled("\u{1D}i\u{0F}n") == StyledText("in", spans: [.init(0..<1, .italic)]))
    #expect(styled("\u{1F}open") == StyledText("open", spans: [.init(0..<4, .underline)]))
    #expect(styled("\u{03}04,12red\u{03} \u{03}4x\u{03},y") == StyledText("red x,y"))
    #expect(styled("\u{03}123") == StyledText("3"))
    #expect(styled("\u{04}FF00AAx") == StyledText("x"))
    #expect(styled("\u{02}\u{02}\u{07}") == StyledText(""))
    #expect(
      styled("\u{02}é\u{1F}x\u{02}y").spans == [.init(0..<3, .bold), .init(2..<4, .underline)])
  }

  @Test("Old bytes: UTF-8 where it can be, Windows-1252 where not")
  func legacy() {
    func decoded(_ bytes: [UInt8]) -> StyledText {
      bytes.withUnsafeBufferPointer { IRCText.styled($0) }
    }
    #expect(decoded([0xC3, 0xA9]).string == "é")
    #expect(decoded([0xE9]).string == "é")
    #expect(decoded([0x80, 0x93, 0x41, 0x94]).string == "€“A”")
    #expect(decoded([0x81]).string == "\u{81}")
    // The span covers "é" and "x": two bytes in the log, three in the text.
    #expect(
      decoded([0x02, 0xE9, 0x78, 0x02, 0x79]) == StyledText("éxy", spans: [.init(0..<3, .bold)]))
  }
}
