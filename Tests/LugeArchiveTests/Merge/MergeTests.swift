import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Merging two archives of one chat") struct MergeTests {
  private func archive(
    _ folder: TemporaryFolder, _ name: String, _ text: String, as reader: any ExportReader.Type,
    file: String
  ) throws -> Archive {
    let path = "\(folder.path)/\(name).luge"
    let part = ImportInput.Part(name: file) {
      try reader.read(MemoryByteSource(Array(text.utf8), name: file), into: $0)
    }
    _ = try ArchiveImporter(into: path).run(ImportInput(path: name, parts: [part]))
    return try Archive(opening: path)
  }

  private func merged(
    _ folder: TemporaryFolder, _ one: Archive, _ two: Archive, _ name: String = "merged"
  ) throws -> (plan: ConversationMerge.Plan, records: [MessageRecord]) {
    let (merges, _, _) = try ConversationMerge.pairs(one, two)
    let merge = try #require(merges.first)
    let plan = try merge.plan()
    let path = "\(folder.path)/\(name).luge"
    _ = try ArchiveImporter(into: path).run(
      ImportInput(
        path: "merge", parts: [.init(name: "m") { try merge.read(into: $0) }]))
    let archive = try Archive(opening: path)
    let conversation = try #require(try archive.conversations().first)
    let records = try archive.records(in: conversation.id, at: 0..<conversation.count)
      .map(\.record)
    let written = records.filter { if case .service = $0.kind { false } else { true } }
    #expect(written.count == plan.resultCount)
    return (plan, records)
  }

  @Test("What a killed merge left is removed by any run that writes into the folder")
  func leftUnderOtherNames() throws {
    let folder = try TemporaryFolder()
    let log = "[10:00] <ann> hi\n[10:01] <bob> yes\n"
    _ = try archive(folder, "one", log, as: IRCLogReader.self, file: "#a_20240101.log")
    func path(_ name: String) -> String { "\(folder.path)/\(name)" }
    let (left, held) = ("old.luge.0123ABCD.part", "busy.luge.89ABCDEF.part")
    for name in [left, held] {
      try FileManager.default.copyItem(atPath: path("one.luge"), toPath: path(name))
      for ending in ["-wal", "-shm", "-lock"] { try folder.write("", as: name + ending) }
    }
    // One whose program was killed while it wrote pages into it: the rest is missing.
    let whole = try Data(contentsOf: URL(filePath: path("one.luge")))
    try whole.prefix(8192).write(to: URL(filePath: path("half.luge.01234567.part")))
    try folder.write("", as: "gone.luge.00000000.part-lock")
    try folder.write("", as: "luge-0123ABCD.part-lock")
    try folder.write("x", as: "luge-0123ABCD.part/photos/a.jpg")
    // Somebody else's files.
    let others = ["film.0123ABCD.part", "luge-0123ABCD.partial", "x.luge.0123abcd.part"]
    for name in others { try folder.write("a film", as: name) }
    do {
      let lock = try ArchiveFile(path("busy.luge")).lock()
      try withExtendedLifetime(lock) {
        _ = try archive(folder, "two", log, as: IRCLogReader.self, file: "#a_20240101.log")
      }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let busy = ["", "-wal", "-shm", "-lock"].map { held + $0 }
    #expect(Set(names) == Set(others + busy + ["one.luge", "two.luge"]))
    // Nobody holds it any more.
    LeftDrafts.remove(in: folder.path)
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(after) == Set(others + ["one.luge", "two.luge"]))
  }

  @Test("What a killed merge left is removed by the next one to that name, and nothing else")
  func leftDrafts() throws {
    let folder = try TemporaryFolder()
    let log = "[10:00] <ann> hi\n[10:01] <bob> yes\n"
    let one = try archive(folder, "one", log, as: IRCLogReader.self, file: "#a_20240101.log")
    let two = try archive(folder, "two", log, as: IRCLogReader.self, file: "#a_20240101.log")
    let target = "\(folder.path)/m.luge"
    let draft = "m.luge.0123ABCD.part"
    let left = ["", "-wal", "-shm", "-journal", "-lock", "-new"].map { draft + $0 }
    let others = [
      "m.luge.0123abcd.part", "m.luge.0123ABCD.partx", "m.luge.0123ABC.part",
      "x.luge.0123ABCD.part",
      "m.luge.0123ABCD.part-note",
    ]
    for name in left + ["m.luge.FFFFFFFF.part-wal"] + others { try folder.write("x", as: name) }
    let merge = try ArchiveMerge(one, two)
    _ = try merge.write(to: target, replaces: false, name: "m")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == Set(others + ["one.luge", "two.luge", "m.luge"]))

    // Another one that is at work is waited for by nobody, and loses nothing.
    try folder.write("x", as: draft)
    let lock = try ArchiveFile(target).lock()
    #expect(throws: ArchiveError.self) { try merge.write(to: target, replaces: true, name: "m") }
    withExtendedLifetime(lock) {}
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(draft)"))
  }

  /// Counts how often a merge asks whether it was cancelled, and cancels it once.
  private final class CancellingSink: ImportSink {
    let last: Int
    private(set) var looks = 0

    init(at last: Int) { self.last = last }

    func begin(_ conversation: ConversationRecord) {}
    func amend(_ conversation: ConversationRecord) {}
    func add(_ message: MessageRecord) {}
    func skip(_ record: SkippedRecord) {}
    func progress(bytes: Int64) throws {
      looks += 1
      if looks == last { throw ArchiveError.cancelled }
    }
  }

  @Test("A merge can be cancelled after each few megabytes that it reads, and not at its end only")
  func cancelled() throws {
    let folder = try TemporaryFolder()
    let archives = try ["one", "two"].map { name in
      let messages = (0..<12).map { id in
        var message = MessageRecord.plain(id, "words \(id)")
        message.unknownFields = #"{"a":"\#(String(repeating: "x", count: 1 << 20))"}"#
        return message
      }
      _ = try ArchiveImporter(into: "\(folder.path)/\(name).luge").run(.messages(messages))
      return try Archive(opening: "\(folder.path)/\(name).luge")
    }
    let merge = try #require(try ConversationMerge.pairs(archives[0], archives[1]).merges.first)
    let whole = CancellingSink(at: .max)
    try merge.read(into: whole)
    // Twelve megabytes are read five times, of which no page has more than four and a message.
    #expect(whole.looks >= 15)
    for last in [1, whole.looks / 2, whole.looks] {
      let sink = CancellingSink(at: last)
      #expect(throws: ArchiveError.cancelled) { try merge.read(into: sink) }
      #expect(sink.looks == last)
    }
    let copying = CancellingSink(at: .max)
    let conversation = try #require(try archives[0].conversations().first)
    try ConversationMerge.copy(conversation, of: archives[0], into: copying)
    #expect(copying.looks >= 3)
  }

  @Test("A merge counts what the heading of a conversation counts: no service entries")
  func counts() throws {
    let folder = try TemporaryFolder()
    func export(_ ids: ClosedRange<Int>) -> String {
      let service = """
        {"id": 1, "type": "service", "date_unixtime": "1700000000", "actor": "Ann", \
        "actor_id": "user1", "action": "create_group", "title": "Choir", "members": []}
        """
      let messages = ids.map {
        """
        {"id": \($0), "type": "message", "date_unixtime": "\(1_700_000_000 + $0 * 60)", \
        "from": "Ann", "from_id": "user1", "text": "message number \($0)"}
        """
      }
      let all = ([service] + messages).joined(separator: ",\n")
      return #"{"name": "Choir", "type": "private_group", "id": 5, "messages": [\#(all)]}"#
    }
    let file = "result.json"
    let one = try archive(folder, "one", export(2...6), as: TelegramReader.self, file: file)
    let two = try archive(folder, "two", export(4...9), as: TelegramReader.self, file: file)
    let (plan, records) = try merged(folder, one, two)
    #expect(try one.conversations().first?.service == 1)
    #expect(plan.firstCount == 5 && plan.secondCount == 6 && plan.sameCount == 3)
    #expect(plan.resultCount == 8)
    #expect(records.count == 9)
  }

  @Test("A Telegram export and a WhatsApp text of one chat: other names, a clock an hour ahead")
  func formats() throws {
    let folder = try TemporaryFolder()
    let texts = [
      "good morning everybody", "who brings the tent", "I do, and a lamp as well", "ok",
      "see you at the station then", "ok", "do not forget the bread",
    ]
    let start = 1_700_000_000
    let telegram =
      #"{"name": "Hikers", "type": "private_group", "id": 5, "messages": ["#
      + texts.enumerated().map { index, text in
        let who = index.isMultiple(of: 2) ? ("Ann Lee", "user1") : ("Bob", "user2")
        return """
          {"id": \(index + 1), "type": "message", "date_unixtime": "\(start + index * 600)", "from": "\(who.0)", "from_id": "\(who.1)", "text": "\(text)"}
          """
      }.joined(separator: ",") + "]}"
    // The last one is not there, and one that is not in the other.
    var lines: [String] = []
    for (index, text) in (texts.dropLast() + ["only on this phone"]).enumerated() {
      let clock = CollectingSink.clock(Int64(start + index * 600 + 3600)).split(separator: " ")
      let day = clock[0].split(separator: "-")
      lines.append(
        "\(day[2]).\(day[1]).\(day[0].suffix(2)), \(clock[1].prefix(5)) - "
          + "\(index.isMultiple(of: 2) ? "Anna" : "Bob"): \(text)")
    }
    let one = try archive(
      folder, "one", telegram, as: TelegramReader.self, file: "result.json")
    let two = try archive(
      folder, "two", lines.joined(separator: "\n") + "\n", as: WhatsAppTextReader.self,
      file: "WhatsApp Chat with Hikers.txt")
    let (plan, records) = try merged(folder, one, two)
    #expect(plan.sameCount == 6)
    #expect(plan.clockOffset == 3600)
    #expect(plan.renamed == ["Anna": "Ann Lee"])
    #expect(
      records.map(\.text.string).sorted() == (texts + ["only on this phone"]).sorted())
    #expect(Set(records.compactMap { $0.author?.name }) == ["Ann Lee", "Bob"])
    let added = try #require(records.first { $0.text.string == "only on this phone" })
    #expect(abs(added.time.seconds - Int64(start + 6 * 600)) < 60)
    // Neither was changed, and again it is the same.
    #expect(try one.conversations().map(\.count) == [7])
    #expect(try merged(folder, one, two, "again").records == records)
  }

  @Test("An archive with itself, and with a part of itself, is itself", arguments: [0, 3])
  func itself(dropped: Int) throws {
    let folder = try TemporaryFolder()
    func text(_ lines: Int) -> String {
      (0..<lines).map { "[10:\($0 % 60 < 10 ? "0" : "")\($0 % 60)] <a\($0 % 3)> words \($0 / 4)\n" }
        .joined()
    }
    let one = try archive(
      folder, "one", text(50), as: IRCLogReader.self, file: "#x_20200101.log")
    let two = try archive(
      folder, "two", text(50 - dropped), as: IRCLogReader.self, file: "#x_20200101.log")
    for (first, second, name) in [(one, two, "ab"), (two, one, "ba")] {
      let (plan, records) = try merged(folder, first, second, name)
      #expect(plan.sameCount == 50 - dropped)
      #expect(records.count == 50)
      #expect(records.map(\.text.string) == (0..<50).map { "words \($0 / 4)" })
    }
  }

  /// Does something in the middle of a merge.
  private final class InterruptingSink: ImportSink {
    let inner = CollectingSink()
    let onBegin: () throws -> Void
    init(_ onBegin: @escaping () throws -> Void) { self.onBegin = onBegin }
    func begin(_ conversation: ConversationRecord) throws {
      inner.begin(conversation)
      try onBegin()
    }
    func amend(_ conversation: ConversationRecord) { inner.amend(conversation) }
    func add(_ message: MessageRecord) { inner.add(message) }
    func skip(_ record: SkippedRecord) { inner.skip(record) }
    func note(_ record: SkippedRecord) { inner.note(record) }
    func progress(bytes: Int64) { inner.progress(bytes: bytes) }
  }

  @Test("Positions without a message end nothing, and no message is lost")
  func holes() throws {
    let folder = try TemporaryFolder()
    let text = (0..<3000).map { "[10:\(10 + $0 % 50)] <ann> words \($0)\n" }.joined()
    let one = try archive(folder, "one", text, as: IRCLogReader.self, file: "#x_20200101.log")
    let two = try archive(folder, "two", text, as: IRCLogReader.self, file: "#x_20200101.log")
    try one.change("DELETE FROM positions WHERE position BETWEEN 5 AND 2100")
    try two.change("DELETE FROM positions WHERE position = 7")
    for (first, second) in [(one, two), (two, one)] {
      let merge = try #require(try ConversationMerge.pairs(first, second).merges.first)
      let sink = CollectingSink()
      try merge.read(into: sink)
      #expect(Set(sink.texts).count == 2999)
      #expect(sink.texts.count == 2999)
    }
  }

  @Test("An archive that is written to while it is merged is said to be", arguments: [false, true])
  func changed(isFirst: Bool) throws {
    let folder = try TemporaryFolder()
    let text = (0..<40).map { "[10:\(10 + $0)] <ann> words \($0)\n" }.joined()
    let one = try archive(folder, "one", text, as: IRCLogReader.self, file: "#x_20200101.log")
    let two = try archive(folder, "two", text, as: IRCLogReader.self, file: "#x_20200101.log")
    let target = isFirst ? one : two
    // A message whose position comes later.
    try target.change(
      """
      CREATE TABLE later AS SELECT * FROM positions WHERE position = 20;
      DELETE FROM positions WHERE position = 20;
      """)
    let (merges, _, _) = try ConversationMerge.pairs(one, two)
    let merge = try #require(merges.first)
    let sink = InterruptingSink {
      try target.change("INSERT INTO positions SELECT * FROM later")
    }
    #expect {
      try merge.read(into: sink)
    } throws: { error in
      "\(error)".contains("was changed while it was read")
    }
  }

  @Test("A folder that may not be read beside one that may is named before it is left out")
  func leftOut() throws {
    func summary(_ root: String?, recorded: String) -> ConversationSummary {
      ConversationSummary(
        id: .init(rawValue: 1), key: "k", name: "n", kind: .group, mediaRoot: root,
        recordedMediaRoot: recorded, messages: 1, service: 0, authors: 1, count: 1)
    }
    let (own, other) = (summary("/own", recorded: "/own"), summary(nil, recorded: "/other"))
    #expect(MediaTransfer([own, other]).leftOut == ["/other"])
    #expect(MediaTransfer([other, own]).leftOut == ["/other"])
    #expect(MediaTransfer([other, other]).leftOut.isEmpty)
    #expect(MediaTransfer([own, own]).leftOut.isEmpty)
    #expect(MediaTransfer([other]).leftOut.isEmpty)
    // A stranger's archive that names the user's own folder does not get it by being merged.
    for recorded in ["/own", "/own/more"] {
      let forged = MediaTransfer([summary(nil, recorded: recorded)], allowed: ["/own"])
      #expect(forged.root == nil && forged.folders.isEmpty && forged.leftOut == [recorded])
      let message = MessageRecord(
        sourceKey: "1", author: nil, time: Timestamp(seconds: 0, certainty: .exact),
        media: [MediaRecord(kind: .photo, path: "a.jpg")])
      let moved = forged.moved(message, of: 0)
      #expect(MediaFolders(root: "/own").place(of: moved.media[0].path ?? "") == nil)
    }
    let elsewhere = MediaTransfer([summary(nil, recorded: "/owner")], allowed: ["/own"])
    #expect(elsewhere.root == "/owner" && elsewhere.leftOut.isEmpty)
    #expect(MediaTransfer([own], allowed: ["/own"]).root == "/own")
  }

  @Test("Ids of two phones that mean other messages are told apart; answers find theirs")
  func ids() throws {
    let folder = try TemporaryFolder()
    func chat(_ messages: [(Int, Int, String, Int?)]) -> String {
      #"{"name": "B", "type": "personal_chat", "id": 5, "messages": ["#
        + messages.map { id, time, text, reply in
          """
          {"id": \(id), "type": "message", "date_unixtime": "\(1_700_000_000 + time)", "from": "Bob", "from_id": "user2", "text": "\(text)"\(reply.map { ", \"reply_to_message_id\": \($0)" } ?? "")}
          """
        }.joined(separator: ",") + "]}"
    }
    let one = try archive(
      folder, "one", chat([(1, 0, "first of all", nil), (2, 500, "second", nil)]),
      as: TelegramReader.self, file: "result.json")
    let two = try archive(
      folder, "two",
      chat([(2, 0, "first of all", nil), (3, 500, "second", nil), (1, 900, "an answer", 2)]),
      as: TelegramReader.self, file: "result.json")
    let (plan, records) = try merged(folder, one, two)
    #expect(plan.sameCount == 2)
    #expect(records.map(\.text.string) == ["first of all", "second", "an answer"])
    #expect(records[2].replyTo?.sourceKey == records[0].sourceKey)
    #expect(Set(records.map(\.sourceKey)).count == 3)
  }

  @Test("Random chats: nothing is lost, nothing stands twice", arguments: 0..<12)
  func random(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var entries: [MergeMatching.Entry] = []
    var time: Int64 = 0
    for index in 0..<200 {
      time += Int64.random(in: 0...400, using: &random)
      entries.append(
        .init(
          time: Timestamp(seconds: time, certainty: .exact),
          words: Int.random(in: 0..<60, using: &random),
          isTelling: true, key: index, author: Int32.random(in: 0..<3, using: &random)))
    }
    let offset = Int64.random(in: -4...4, using: &random) * 3600
    let kept = (0..<200).filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
    let second = kept.map { index in
      var entry = entries[index]
      entry.time.seconds += offset
      entry.key += 1000
      entry.author = 2 - entry.author
      return entry
    }
    let known: [Int32: Int32] = [0: 2, 1: 1, 2: 0]
    let matching = MergeMatching(entries, second, sameIDs: false, tolerance: 30, names: known)
    let places = matching.places.filter { $0 >= 0 }
    #expect(Set(places).count == places.count)
    for (index, place) in matching.places.enumerated() where place >= 0 {
      #expect(entries[place].words == second[index].words)
      #expect(known[second[index].author] == entries[place].author)
    }
    if matching.offsets.contains(offset) { #expect(places.count == kept.count) }
  }

  private func entries(_ words: [Int], offset: Int64, isTelling: Bool = true) -> [MergeMatching
    .Entry]
  {
    words.enumerated().map { index, words in
      .init(
        time: Timestamp(seconds: Int64(index) * 400 + offset, certainty: .exact), words: words,
        isTelling: isTelling, key: index, author: Int32(index % 4))
    }
  }

  @Test("A few equal messages make nobody another person, and move no clock")
  func coincidences() {
    let first = entries(Array(0..<100), offset: 0)
    var words = Array(1000..<1100)
    // Said by the next person, a quarter of an hour later.
    for index in [3, 21, 42, 63, 84] { words[index] = index - 1 }
    let second = entries(words, offset: 500)
    let known: [Int32: Int32] = [0: 0, 1: 1, 2: 2, 3: 3]
    for names in [known, [:]] {
      let matching = MergeMatching(
        first, second, sameIDs: false, tolerance: 90, names: names)
      #expect(matching.offsets == [0])
      #expect(matching.people == names)
      #expect(matching.places.allSatisfy { $0 < 0 })
    }
    // The same words from beginning to end are the same chat, whatever people are called.
    let same = MergeMatching(
      first, entries(Array(0..<100), offset: 7200), sameIDs: false, tolerance: 90, names: [:])
    #expect(same.offsets == [7200])
    #expect(same.people == known)
    #expect(same.places == Array(0..<100))
  }

  @Test("One text that was said on two days moves no clock; two of them do")
  func oneText() {
    let first = entries([1, 2, 3], offset: 0)
    let known: [Int32: Int32] = [0: 0, 1: 1, 2: 2, 3: 3]
    let ahead: Int64 = 70_200
    let once = MergeMatching(
      first, entries([4, 2, 5], offset: ahead), sameIDs: false, tolerance: 90, names: known)
    #expect(once.offsets == [0])
    #expect(once.places == [-1, -1, -1])
    let twice = MergeMatching(
      first, entries([4, 2, 3], offset: ahead), sameIDs: false, tolerance: 90, names: known)
    #expect(twice.offsets == [ahead])
    #expect(twice.places == [-1, 1, 2])
    // Only one of the clocks has summer time.
    var summer = entries([4, 2, 3, 1], offset: ahead)
    summer[2].time.seconds += 3600
    let both = MergeMatching(
      entries([4, 2, 3, 1], offset: 0), summer, sameIDs: false, tolerance: 90, names: known)
    #expect(both.offsets == [ahead, ahead + 3600])
    #expect(both.places == [0, 1, 2, 3])
  }

  /// A Telegram export of one side of a chat; ids and clocks of the sides differ.
  private func telegram(
    _ said: [(time: Int64, author: String, text: String)], isSecond: Bool,
    ahead: (Int) -> Int64 = { _ in 0 }
  ) -> String {
    let messages = said.enumerated().map { index, message in
      """
      {"id": \((isSecond ? 500 : 10) + index), "type": "message",
       "date": "2023-11-14T22:13:20",
       "date_unixtime": "\(1_700_000_000 + message.time + (isSecond ? ahead(index) : 0))",
       "from": "\(message.author)", "from_id": "user\(message.author == "Ann" ? 1 : 2)",
       "text": "\(message.text)"}
      """
    }
    return """
      {"name": "\(isSecond ? "Ann" : "Bob")", "type": "personal_chat", "id": \(isSecond ? 1 : 2),
       "messages": [\(messages.joined(separator: ","))]}
      """
  }

  @Test(
    "Later exports of both sides add each new message once, in either order",
    arguments: [[0], [1], [40], [-75], [0, 1], [2, 0, 1]] as [[Int64]], [true, false])
  func laterExports(ahead: [Int64], isFirstFirst: Bool) throws {
    let folder = try TemporaryFolder()
    let said: [(time: Int64, author: String, text: String)] = [
      (0, "Ann", "hello one"), (100, "Bob", "two is here"), (7200, "Ann", "three comes late"),
      (90_000, "Bob", "four is new"), (97_000, "Ann", "ok"), (97_060, "Ann", "ok"),
      (97_061, "Ann", "ok"), (99_000, "Bob", "eight ends it"),
    ]
    func text(_ count: Int, isSecond: Bool) -> String {
      telegram(Array(said.prefix(count)), isSecond: isSecond) { ahead[$0 % ahead.count] }
    }
    func bring(_ name: String, _ text: String) throws -> Archive {
      try archive(folder, name, text, as: TelegramReader.self, file: "result.json")
    }
    let sides = try [
      bring("a", text(3, isSecond: false)), bring("b", text(3, isSecond: true)),
    ]
    let merge = try ArchiveMerge(sides[0], sides[1])
    _ = try ArchiveImporter(into: "\(folder.path)/m.luge").run(merge.input(name: "m"))
    for isSecond in isFirstFirst ? [false, true, false] : [true, false, true] {
      let archive = try bring("m", text(said.count, isSecond: isSecond))
      let conversation = try #require(try archive.conversations().first)
      let texts = try archive.records(in: conversation.id, at: 0..<conversation.count)
        .map(\.record.text.string)
      #expect(texts == said.map(\.text), "\(isSecond)")
    }
  }

  @Test("What most common messages show moves a clock by seconds")
  func secondsApart() {
    let first =
      entries([1, 2, 3, 4], offset: 0, isTelling: false)
      + entries([9], offset: 500_000, isTelling: false)
      + entries([9], offset: 500_060, isTelling: false)
    let second = first.map { entry in
      var entry = entry
      entry.time.seconds += 40
      return entry
    }
    let known: [Int32: Int32] = [0: 0, 1: 1, 2: 2, 3: 3]
    let matching = MergeMatching(first, second, sameIDs: false, tolerance: 90, names: known)
    #expect(matching.offsets == [40])
    #expect(matching.places == Array(0..<6))
    // One message shows nothing.
    let one = MergeMatching(
      Array(first.prefix(1)), Array(second.prefix(1)), sameIDs: false, tolerance: 90, names: known)
    #expect(one.offsets == [0])
    #expect(one.places == [0])
  }

  @Test("A short text that crosses surer matches is another one; one said once may come late")
  func crossing() {
    func side(_ said: [(seconds: Int64, words: Int)], telling: Set<Int>) -> [MergeMatching.Entry] {
      said.enumerated().map { index, said in
        .init(
          time: Timestamp(seconds: said.seconds, certainty: .exact), words: said.words,
          isTelling: telling.contains(said.words), key: index, author: Int32(said.words % 2))
      }
    }
    func places(telling: Set<Int>) -> [Int] {
      MergeMatching(
        side([(0, 1), (600, 2), (610, 3), (620, 4)], telling: telling),
        side([(610, 3), (620, 4), (640, 2), (1200, 5)], telling: telling),
        sameIDs: false, tolerance: 90, names: [0: 0, 1: 1]
      ).places
    }
    #expect(places(telling: []) == [2, 3, -1, -1])
    #expect(places(telling: [2]) == [2, 3, 1, -1])
  }

  @Test("Two equal words, one on each side of messages that both have, stay two")
  func notCrossed() throws {
    let folder = try TemporaryFolder()
    let file = "WhatsApp Chat with Ann.txt"
    let shared = """
      [14.11.23, 22:10:10] Ann: shared two
      [14.11.23, 22:10:20] Ben: shared three

      """
    let one = try archive(
      folder, "a",
      "[14.11.23, 22:00:00] Ann: hello one\n[14.11.23, 22:10:00] Ben: ok\n\(shared)",
      as: WhatsAppTextReader.self, file: file)
    let two = try archive(
      folder, "b",
      "\(shared)[14.11.23, 22:10:40] Ben: ok\n[14.11.23, 22:20:00] Ann: last\n",
      as: WhatsAppTextReader.self, file: file)
    for (first, second, name) in [(one, two, "ab"), (two, one, "ba")] {
      let (plan, records) = try merged(folder, first, second, name)
      #expect(plan.sameCount == 2)
      #expect(
        records.map(\.text.string) == [
          "hello one", "ok", "shared two", "shared three", "ok", "last",
        ])
    }
  }

  @Test("Who is known stays who he is, whatever others say")
  func knownPeople() {
    let first = entries(Array(0..<100), offset: 0)
    var second = first
    // Everybody's words stand under the next one's name.
    for index in second.indices { second[index].author = (second[index].author + 1) % 4 }
    let known: [Int32: Int32] = [0: 0, 1: 1, 2: 2, 3: 3]
    let matching = MergeMatching(
      first, second, sameIDs: false, tolerance: 90, names: known)
    #expect(matching.people == known)
  }

  @Test("Three equal words are no proof that two strangers are one")
  func strangers() {
    func side(_ words: Range<Int>) -> [MergeMatching.Entry] {
      (entries(Array(words), offset: 0, isTelling: false)
        + entries([7, 7, 7], offset: 100_000, isTelling: false)).map { entry in
          var entry = entry
          entry.author %= 2
          return entry
        }
    }
    let matching = MergeMatching(
      side(100..<130), side(200..<230), sameIDs: false, tolerance: 90, names: [0: 0],
      isPersonal: true)
    #expect(matching.people == [0: 0])
    let same = MergeMatching(
      side(100..<130), side(100..<130), sameIDs: false, tolerance: 90, names: [0: 0],
      isPersonal: true)
    #expect(same.people == [0: 0, 1: 1])
  }

  @Test("Where clocks agree to the second, the same words a minute later are another message")
  func agreedClocks() {
    func side(_ delay: Int64) -> [MergeMatching.Entry] {
      entries(Array(0..<20), offset: 0)
        + entries([500], offset: 100_000 + delay, isTelling: false)
    }
    let matching = MergeMatching(
      side(0), side(60), sameIDs: false, tolerance: 90, names: [0: 0, 1: 1, 2: 2, 3: 3])
    #expect(matching.places == Array(0..<20) + [-1])
    // With fewer it is not known whether they do.
    let few = MergeMatching(
      Array(side(0).suffix(3)), Array(side(60).suffix(3)), sameIDs: false, tolerance: 90,
      names: [0: 0, 1: 1, 2: 2, 3: 3])
    #expect(few.places == [0, 1, 2])
  }
}
