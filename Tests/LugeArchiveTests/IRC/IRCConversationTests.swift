import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("IRC: whose talk a log is")
struct IRCConversationTests {
  private func key(_ path: String, container: String, _ text: String = "[10:05] <a> x\n") throws
    -> String?
  {
    let sink = CollectingSink()
    try IRCLogReader.read(
      MemoryByteSource(Array(text.utf8), name: path, context: .init(containerName: container)),
      into: sink)
    return sink.conversations.first?.key
  }

  @Test(
    "The file's name, and the folder's only where that is a day",
    arguments: [
      ("Libera/ann.log", "Libera", "irc:Libera/ann"), ("OFTC/ann.log", "OFTC", "irc:OFTC/ann"),
      ("ann/2014-03-02.log", "ann", "irc:ann"), ("logs/ann_20140302.log", "logs", "irc:logs/ann"),
      ("logs/2014-03-02_ann.log", "logs", "irc:logs/ann"),
      ("ubuntu/2014-03-02.train.raw.txt", "ubuntu", "irc:ubuntu"),
      ("ubuntu/ubuntu-2014-03-02.log", "ubuntu", "irc:ubuntu"),
      ("Libera/server.log", "Libera", "irc:Libera"), ("talk/log2.txt", "talk", "irc:talk"),
      ("talk/March 2014.txt", "talk", "irc:talk"), ("Libera/#luge.log", "Libera", "irc:#luge"),
      // bip, WeeChat, KVIrc, Pidgin
      ("Libera/2024-03/#luge.02.log", "2024-03", "irc:#luge"),
      ("Libera/2024-03/#luge.42.log", "2024-03", "irc:#luge.42"),
      ("w/irc.libera.ann.weechatlog", "w", "irc:libera/ann"),
      ("w/irc.server.libera.weechatlog", "w", "irc:w/libera"),
      ("w/irc.libera.#luge.weechatlog", "w", "irc:#luge"),
      ("k/channel_#luge.libera_2014.03.02.log", "k", "irc:#luge"),
      ("k/query_ann.libera_2014.03.02.log", "k", "irc:libera/ann"),
      ("p/#luge.chat/2014-03-02.101500+0100CET.txt", "#luge.chat", "irc:#luge"),
      ("p/ann/2014-03-02.101500+0100CET.txt", "ann", "irc:ann"),
    ])
  func names(path: String, container: String, key: String) throws {
    #expect(try self.key(path, container: container) == key)
  }

  @Test("Pidgin's first line names the conversation where the folder is another one")
  func pidgin() throws {
    func key(_ folder: String, _ name: String) throws -> String? {
      try self.key(
        "\(folder)/2014-03-02.101500+0100CET.txt", container: folder,
        "Conversation with \(name) at Sun 02 Mar 2014 10:15:00 CET on me@x.org (irc)\n"
          + "(10:15:01) ann: x\n")
    }
    #expect(try key("saved", "#chan") == "irc:#chan")
    #expect(try key("saved", "ann") == "irc:ann")
    #expect(try key("#chan.chat", "#chan") == "irc:#chan")
    #expect(try key("ann@x.org", "ann@x.org/Home") == "irc:ann@x.org")
  }

  @Test(
    "Files of a channel that tell no day are of days of their own: no line is taken for another")
  func withoutDays() throws {
    func keys(_ path: String, _ text: String) throws -> [String] {
      let sink = CollectingSink()
      try IRCLogReader.read(
        MemoryByteSource(
          Array(text.utf8), name: path, context: .init(containerName: "#luge")), into: sink)
      #expect(sink.conversations.first?.key == "irc:#luge")
      return sink.messages.map(\.sourceKey)
    }
    let text = "[10:00] <ann> good morning\n[10:05] <bob> hi\n"
    let monday = try keys("#luge/monday.log", text)
    #expect(try Set(monday).isDisjoint(with: keys("#luge/tuesday.log", text)))
    #expect(try keys("#luge/monday.log", text + "[11:00] <ann> more\n").prefix(2) == monday[...])
    // Where the day is told, the file's name says nothing.
    let dated = "[2014-03-02 10:00:00] <ann> good morning\n"
    #expect(try keys("#luge/monday.log", dated) == keys("#luge/tuesday.log", dated))
  }

  @Test("What the log says of its window is better than the file's name")
  func windows() throws {
    let ident = "Session Start: Sun Mar 02 10:00:00 2014\nSession Ident: %\n[10:05] <a> x\n"
    #expect(
      try key("logs/luge.log", container: "logs", ident.replacing("%", with: "#Luge"))
        == "irc:#luge")
    #expect(
      try key("logs/ann.log", container: "logs", ident.replacing("%", with: "Ann (a@x.org)"))
        == "irc:logs/Ann")
    #expect(
      try key(
        "logs/luge.log", container: "logs",
        "Mar 02 10:00:00 *\tNow talking on #luge\nMar 02 10:00:00 <a>\tx\n") == "irc:#luge")
    // Of day files not all say it, and a log of several windows is of none of them.
    #expect(
      try key("luge/2014-03-02.log", container: "luge", ident.replacing("%", with: "#x"))
        == "irc:luge")
    #expect(
      try key(
        "logs/all.log", container: "logs",
        ident.replacing("%", with: "#x") + ident.replacing("%", with: "#y")) == "irc:logs/all")
  }

  @Test("Private talks of one folder stay apart, and equal lines of two are two")
  func privateTalks() throws {
    let folder = try TemporaryFolder()
    for name in ["alice", "bob"] {
      try folder.write(
        "--- Log opened Sun Mar 02 10:00:00 2014\n10:00 < \(name)> hi\n10:01 < me> ok\n",
        as: "Libera/\(name).log")
    }
    let archive = folder.path + "/a.luge"
    let report = try ArchiveImporter(into: archive).run(ImportInput(opening: folder.path))
    #expect(report.conversations.count == 2)
    #expect(report.conversations.map(\.added) == [3, 3])
  }

  @Test("Days without a year: the next such day; the year by the day that was told, or the path")
  func daysWithoutYear() throws {
    func read(_ text: String, _ path: String) throws -> CollectingSink {
      try FormatSupport.read(text, as: IRCLogReader.self, name: path, container: "x")
    }
    let days = "Mar 02 10:00:00 <a> x\nMar 09 09:00:00 <a> y\nJan 03 09:00:00 <a> z\n"
    let begun = try read("**** BEGIN LOGGING AT Sun Mar  2 10:00:00 2014\n" + days, "x/a.log")
    #expect(
      begun.times.dropFirst() == [
        "2014-03-02 10:00:00", "2014-03-09 09:00:00", "2015-01-03 09:00:00",
      ])
    #expect(begun.notes.isEmpty)
    for path in ["x/a-2014.log", "x/2014/a.log"] {
      let named = try read(days, path)
      #expect(named.times == Array(begun.times.dropFirst()))
      #expect(named.notes.isEmpty)
    }
    let unknown = try read(days, "x/a.log")
    #expect(unknown.times.first == "1970-03-02 10:00:00")
    #expect(unknown.notes.map(\.reason).joined().contains("nothing the year"))
    #expect(try read("Feb 29 10:00:00 <a> x\n", "x/a-2014.log").times == ["2016-02-29 10:00:00"])
    #expect(try read("[Feb 30 10:00:00] <a> x\n", "x/a.log").times == ["1970-01-01 10:00:00"])
  }

  @Test("KVIrc: the kind before a line, and links in it")
  func kvirc() throws {
    let text =
      "0 ### Log session started at Sun Mar 2 10:00:00 2014 ###\n"
      + "6 [10:00:00] You have joined channel \r!c\r#luge\r\n"
      + "0 [10:00:05] <\r!nc\ralice\r> hi there\n26 [10:00:06] \r!nc\ralice\r waves\n"
      + "8 [10:00:07] \r!n\rbob\r [\r!h\rb@x.org\r] has quit IRC\n"
      + "0 [10:00:08] <bob> 5 [is fine]\n"
    let name = "channel_#luge.libera_2014.03.02.log"
    #expect(FormatSupport.format(text, name: name) == IRCLogReader.formatName)
    let sink = try FormatSupport.read(text, as: IRCLogReader.self, name: name, container: "log")
    #expect(sink.skipped.isEmpty)
    #expect(sink.authors == [nil, nil, "alice", "alice", nil, "bob"])
    #expect(
      sink.texts.dropFirst() == [
        "You have joined channel #luge", "hi there", "waves", "bob [b@x.org] has quit IRC",
        "5 [is fine]",
      ])
    #expect(
      sink.messages.map { if case .service(let action) = $0.kind { action } else { "-" } }
        == ["log", "join", "-", "-", "quit", "-"])
    #expect(sink.times[2] == "2014-03-02 10:00:05")
  }

  @Test("Links of KVIrc in blocks of any size; other logs' bytes are handed through")
  func blocks() throws {
    /// Gives out as many bytes at a time as it is told.
    final class Slow: ByteSource {
      let name = "x"
      var size: Int64? { nil }
      private var rest: ArraySlice<UInt8>
      private let step: Int
      private var isFirst = true
      init(_ bytes: [UInt8], step: Int) {
        rest = bytes[...]
        self.step = step
      }
      func read(into buffer: UnsafeMutableRawBufferPointer) throws(ArchiveError) -> Int {
        let count = min(isFirst ? 64 : step, buffer.count, rest.count)
        isFirst = false
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }
    }
    let head = "### Log session started at x ###\n<\r!nc\rann\r> \r!u\rhttp://x.org\r\n"
    let text = head + "plain\r\n\r\r!broken\n!\ra\r!c\r#x\r\r"
    let expected = "### Log session started at x ###\n<ann> http://x.org\nplain\r\n\r\n!\ra#x\r"
    for step in 1...9 {
      let plain = try KVIrcSource(Slow(Array(text.utf8), step: step)).prefix(1000)
      #expect(String(decoding: plain, as: UTF8.self) == expected)
      let other = try KVIrcSource(Slow(Array(text.utf8.dropFirst(9)), step: step)).prefix(1000)
      #expect(other == Array(text.utf8.dropFirst(9)))
    }
  }

  @Test("Textual writes a colon behind who does something")
  func textual() throws {
    let sink = try FormatSupport.read(
      "[2014-03-02T10:00:06+0100] • alice: waves\n[2014-03-02T10:00:07+0100] <alice> hi\n",
      as: IRCLogReader.self, name: "#x.log", container: "x")
    #expect(sink.authors == ["alice", "alice"])
    #expect(sink.texts == ["waves", "hi"])
  }

  @Test(
    "The day that folders tell, and names with the day first",
    arguments: [
      ("#swift/2014/03/02.log", "03", "irc:#swift", "2014-03-02"),
      ("x/2014/03/02/#swift.txt", "02", "irc:#swift", "2014-03-02"),
      ("x/2014-03-02/swift.log", "2014-03-02", "irc:swift", "2014-03-02"),
      ("x/2014-03/02.log", "2014-03", "irc:x", "2014-03-02"),
      ("x/201403/02.log", "201403", "irc:x", "2014-03-02"),
      ("x/2014/swift.log", "2014", "irc:swift", "1970-01-01"),
      ("x/2014/13/02.log", "13", "irc:x", "1970-01-01"),
      ("x/#swift_02-03-2014.log", "x", "irc:#swift", "2014-03-02"),
      ("x/#swift_03-22-2014.log", "x", "irc:#swift", "2014-03-22"),
      ("x/02Mar2014.log", "x", "irc:x", "2014-03-02"),
      ("x/#swift.log.2014-03-02", "x", "irc:#swift", "2014-03-02"),
      ("x/&local.2014-03-02.log", "x", "irc:&local", "2014-03-02"),
    ])
  func folderDays(path: String, container: String, key: String, day: String) throws {
    let sink = try FormatSupport.read(
      "[10:05] <a> x\n", as: IRCLogReader.self, name: path, container: container)
    #expect(sink.conversations.map(\.key) == [key])
    #expect(sink.times == ["\(day) 10:05:00"])
  }

  @Test("Day files below folders for years and months are days of their own")
  func folderOfDays() throws {
    let folder = try TemporaryFolder()
    for day in ["02", "03", "04"] {
      try folder.write("[10:00:05] <a> hi\n[10:00:06] <b> ok\n", as: "#swift/2014/03/\(day).log")
    }
    let report = try ArchiveImporter(into: folder.path + "/a.luge")
      .run(ImportInput(opening: folder.path + "/#swift"))
    #expect(report.conversations.map(\.added) == [6])
  }
}
