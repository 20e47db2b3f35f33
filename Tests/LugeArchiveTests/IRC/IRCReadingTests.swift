import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("IRC: whole logs")
struct IRCReadingTests {
  private func read(_ text: String, name: String = "2007-01-12.log", container: String? = "#x")
    throws
    -> (sink: CollectingSink, tally: LineTally)
  {
    let sink = CollectingSink()
    let source = MemoryByteSource(
      Array(text.utf8), name: name, context: .init(containerName: container))
    let tally = try IRCLogReading(source: source, sink: sink).run()
    return (sink, tally)
  }

  @Test("A day line that begins with a date and a zone of its own is of that moment")
  func datedDayLine() throws {
    let (sink, _) = try read(
      """
      [2020-03-01T23:59:50+0200] <ann> a
      [2020-03-01T23:59:59+0200] --- Day changed Mon Mar 02 2020
      [2020-03-02T00:01:00+0200] <ann> b

      """, name: "chan.log")
    #expect(
      sink.times == ["2020-03-01 21:59:50", "2020-03-01 21:59:59", "2020-03-01 22:01:00"])
    #expect(sink.messages.allSatisfy { $0.time.certainty == .exact })
  }

  /// The times of a log whose lines have these clocks.
  private func times(_ clocks: [String], name: String = "2007-01-12.log") throws -> [String] {
    try read(clocks.map { "[\($0)] <a> x\n" }.joined(), name: name).sink.times.map {
      String($0.dropFirst(5).dropLast(3))
    }
  }

  @Test("A line that names its day is of that day, and of its time")
  func ownDay() throws {
    let eggdrop = try read(
      "[00:00] --- Sun Mar  2 2014\n[12:31] <ann> hi\n[00:00] --- Mon Mar  3 2014\n[00:01] <ann> x\n",
      name: "chan.log")
    #expect(
      eggdrop.sink.times == [
        "2014-03-02 00:00:00", "2014-03-02 12:31:00", "2014-03-03 00:00:00", "2014-03-03 00:01:00",
      ])
    let irssi = try read(
      "--- Log opened Sun Mar 02 12:30:00 2014\n12:31 <ann> hi\n--- Log closed Sun Mar 02 12:40:00 2014\n",
      name: "chan.log")
    #expect(
      irssi.sink.times == ["2014-03-02 12:30:00", "2014-03-02 12:31:00", "2014-03-02 12:40:00"])
  }

  @Test(
    "Lines before the first day are of that day, or of the one before",
    arguments: [
      ("[10:00] <a> x\n--- Day changed Sun Mar  2 2014\n[10:05] <a> y\n", "2014-03-02 10:00:00"),
      ("[23:50] <a> x\n--- Day changed Sun Mar  2 2014\n[00:05] <a> y\n", "2014-03-01 23:50:00"),
      (
        "[22:00] <a> x\n[09:00] <a> x\n--- Log opened Sun Mar 02 10:00:00 2014\n[10:05] <a> y\n",
        "2014-03-01 22:00:00"
      ),
      (
        "<ann> x                                [10:00]\n[Sun Mar  2 2014]\n"
          + "<ann> y                                [10:05]\n",
        "2014-03-02 10:00:00"
      ),
      ("[10:00] <a> x\n[2014-03-02 10:05:00] <a> y\n", "2014-03-02 10:00:00"),
      ("[10:00] <a> x\n[10:05] <a> y\n", "1970-01-01 10:00:00"),
    ])
  func beforeFirstDay(log: String, first: String) throws {
    let (sink, _) = try read(log, name: "chan.log")
    #expect(sink.times.first == first)
  }

  @Test("Past midnight is the next day")
  func midnight() throws {
    #expect(
      try times(["13:00", "23:59", "00:01", "22:00", "03:00"]) == [
        "01-12 13:00", "01-12 23:59", "01-13 00:01", "01-13 22:00", "01-14 03:00",
      ])
  }

  @Test("A clock that is put right does not make a new day, not even across midnight")
  func corrected() throws {
    #expect(
      try times(["13:00", "12:58", "13:01", "23:59", "00:01", "23:58", "00:02"]) == [
        "01-12 13:00", "01-12 12:58", "01-12 13:01", "01-12 23:59", "01-13 00:01", "01-12 23:58",
        "01-13 00:02",
      ])
  }

  @Test("A clock of 12 hours without AM or PM")
  func twelveHours() throws {
    #expect(
      try times(["09:14", "11:55", "00:05", "06:09"]) == [
        "01-12 09:14", "01-12 11:55", "01-12 12:05", "01-12 18:09",
      ])
    #expect(
      try times(["11:30", "12:59", "01:00"]) == ["01-12 11:30", "01-12 12:59", "01-12 13:00"])
    // Without a step back there is nothing that says so: 12:30 is noon.
    #expect(try times(["11:30", "12:30"]) == ["01-12 11:30", "01-12 12:30"])
    // An hour over 12 rules it out.
    #expect(
      try times(["14:00", "11:55", "00:05"]) == ["01-12 14:00", "01-13 11:55", "01-14 00:05"])
  }

  @Test("Midnight and noon in one log make a clock of 24 hours")
  func bothTwelves() throws {
    #expect(
      try times(["09:14", "12:30", "00:05", "06:09"]) == [
        "01-12 09:14", "01-12 12:30", "01-13 00:05", "01-13 06:09",
      ])
  }

  @Test("A file that begins with the evening before: the day in its name is that of most lines")
  func eveningBefore() throws {
    #expect(
      try times(["23:58", "23:59", "00:01", "09:00", "22:00"]) == [
        "01-11 23:58", "01-11 23:59", "01-12 00:01", "01-12 09:00", "01-12 22:00",
      ])
    // A log of two days, and one that only runs on past midnight.
    #expect(try times(["13:00", "15:00", "00:01"]).last == "01-13 00:01")
    #expect(try times(["22:00", "01:00", "09:00", "23:00", "02:00"]).first == "01-12 22:00")
  }

  @Test("A log that says its zone is exact")
  func zone() throws {
    let (sink, _) = try read(
      "[2007-01-12T04:48:11+0100] <a> x\n[2007-01-12T04:48:11-03:30] <a> y\n")
    #expect(sink.times == ["2007-01-12 03:48:11", "2007-01-12 08:18:11"])
    #expect(sink.messages.map(\.time.certainty) == [.exact, .exact])
  }

  @Test(
    "Folders for years are no channels",
    arguments: [
      ("logs/#swift/2007/01-12.log", "2007", "#swift"),
      ("logs/swift/2007/01/12.log", "01", "swift"),
      ("2007/ubuntu.log", "2007", "ubuntu"), ("2007/ubuntu_2007-01-12.log", "2007", "ubuntu"),
      ("2007/01.log", "2007", "2007"), ("x/chat.log", "talk", "talk"),
    ])
  func yearFolders(path: String, container: String, channel: String) throws {
    let (sink, _) = try read("[10:05] <a> x\n", name: path, container: container)
    #expect(sink.conversations.map(\.name) == [channel])
  }

  @Test("What bridges relay is said by those who said it")
  func bridges() throws {
    let (sink, _) = try read(
      """
      [10:00] <relay> <ann> hi
      [10:01] <relay> [matrix] <b\u{200B}ob> ho
      [10:02] <relay> \u{03}03<cid>\u{0F} he
      [10:03] <eve> <ann> hi is what she said
      [10:04] <eve> so
      [10:05] <eve> there
      [10:06] <relay> <ann> bye

      """)
    #expect(sink.authors == ["ann", "bob", "cid", "eve", "eve", "eve", "ann"])
    #expect(sink.texts.first == "hi")
    #expect(sink.texts[3] == "<ann> hi is what she said")
  }

  @Test("Joining and leaving are of one kind whatever the words")
  func joining() throws {
    let (sink, _) = try read(
      """
      [10:00] *** Joins: ann (a@x)
      [10:00] -!- bob [b@x] has joined #x
      [10:00] *** cid (c@x) joined
      [10:00] * dan (d@x) has joined
      [10:01] *** Parts: ann (a@x)
      [10:01] *** cid (c@x) left #x
      [10:01] *** Quits: eve (e@x)
      [10:01] <-- fay has quit

      """)
    let actions = sink.messages.map {
      if case .service(let action) = $0.kind { action } else { "-" }
    }
    #expect(actions == ["join", "join", "join", "join", "part", "part", "quit", "quit"])
  }

  @Test("irssi's day lines set the day")
  func dayLines() throws {
    let (sink, tally) = try read(
      """
      --- Log opened Fri Jan 12 23:10:00 2007
      23:10 -!- ann [a@x] has joined #x
      23:59 <ann> a
      --- Day changed Sat Jan 13 2007
      00:01 <ann> b
      --- Log closed Sat Jan 13 00:02:00 2007

      --- Log opened Mon Jan 15 09:00:00 2007
      09:01 <ann> c

      """, name: "#chan.log")
    #expect(
      sink.messages.filter { $0.author != nil }.map { CollectingSink.clock($0.time.seconds) } == [
        "2007-01-12 23:59:00", "2007-01-13 00:01:00", "2007-01-15 09:01:00",
      ])
    #expect(tally == LineTally(lines: 9, records: 8, continuations: 0, skipped: 0, silent: 1))
    #expect(
      sink.messages.compactMap { if case .service(let action) = $0.kind { action } else { nil } }
        == ["log", "join", "log", "log", "log"])
    #expect(sink.conversations.map(\.key) == ["irc:#chan"])
    #expect(sink.notes.isEmpty)
  }

  @Test("Lines without a time have that of the line before")
  func timeless() throws {
    let (sink, _) = try read("=== a has joined\n[10:05] <a> x\n=== b has joined\n[10:07] <a> y\n")
    #expect(sink.times.map { $0.suffix(8) } == ["00:00:00", "10:05:00", "10:05:00", "10:07:00"])
    #expect(sink.messages[2].kind == .service(action: "join"))
    #expect(sink.messages[2].author == nil)
  }

  @Test("What is no line of a log is reported, run by run")
  func skipped() throws {
    let (sink, tally) = try read("head\nline\n[10:05] <a> x\n\nstray\n[10:06] odd\n")
    #expect(sink.skipped.map(\.place) == ["lines 1 to 2", "line 5"])
    #expect(tally == LineTally(lines: 6, records: 2, continuations: 0, skipped: 3, silent: 1))
    #expect(sink.messages[1].kind == .service(action: "event"))
    #expect(sink.texts == ["x", "odd"])
  }

  @Test("Actions, nicks with spaces behind brackets, old bytes")
  func forms() throws {
    let sink = CollectingSink()
    let bytes =
      Array("[10:05]  * ann waves\n[10:05] <bur[n] er> caf".utf8) + [0xE9, 0x0A]
    try IRCLogReader.read(MemoryByteSource(bytes, name: "2007-01-12.log"), into: sink)
    #expect(sink.authors == ["ann", "bur[n]er"])
    #expect(sink.messages[0].text == StyledText("waves", spans: [.init(0..<5, .italic)]))
    #expect(sink.texts[1] == "café")
  }

  @Test("Exact time where the log says UTC, a wall clock otherwise")
  func certainty() throws {
    let (sink, _) = try read(
      "2007-01-12T04:48:11Z <a> x\n[2007-01-12 04:48:11] <a> y\n[04:48] <a> z\n")
    #expect(sink.messages.map(\.time.certainty) == [.exact, .zoneUnknown, .minuteZoneUnknown])
  }

  @Test("A log that never tells the day says so")
  func noDay() throws {
    let (sink, _) = try read("[10:05] <a> x\n", name: "chat.log")
    #expect(sink.times == ["1970-01-01 10:05:00"])
    #expect(sink.notes.count == 1)
  }

  @Test("Keys: the same again and in a longer log, never twice")
  func keys() throws {
    let lines = (0..<200).map { "[10:0\($0 / 50)] <a> \($0 % 2 == 0 ? "ok" : "m\($0)")" }
    let whole = try read(lines.joined(separator: "\n")).sink.messages.map(\.sourceKey)
    let part = try read(lines[..<120].joined(separator: "\r\n")).sink.messages.map(\.sourceKey)
    let otherDay = try read(lines.joined(separator: "\n"), name: "2007-01-13.log").sink.messages
    #expect(Set(whole).count == 200)
    #expect(Array(whole[..<120]) == part)
    #expect(Set(whole).isDisjoint(with: otherDay.map(\.sourceKey)))
  }
}
