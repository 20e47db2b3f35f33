import Foundation
import LugeArchive
import LugeCore
import LugeTestSupport
import Testing

@Suite("Statistics")
struct StatisticsTests {
  private static func statistics(
    _ messages: [MessageRecord], _ scope: StatisticsScope = .init(), offset: Int64 = 0
  ) throws -> MessageStatistics {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages(messages))
    return try Archive(opening: path).statistics(of: scope) { $0.seconds + offset }
  }

  private static func counts(_ list: [(value: String, count: Int)]) -> [String] {
    list.map { "\($0.value) \($0.count)" }
  }

  @Test(
    "Words, emoji and links of a text",
    arguments: [
      ("Apple, apple banana", 3, 0, 0, ["apple 2", "banana 1"], []),
      ("ma'am mum’s dad's", 3, 0, 0, ["dad's 1", "ma'am 1", "mum's 1"], []),
      ("Größe größe ÉCOLE", 3, 0, 0, ["größe 2", "école 1"], []),
      ("12 345 a1", 1, 0, 0, [], []),
      ("👍👍🏽 cake ❤️", 1, 3, 0, ["cake 1"], ["👍 1", "❤️ 1", "👍🏽 1"]),
      ("family 👩‍👩‍👧 flag 🇩🇪!", 2, 2, 0, ["family 1", "flag 1"], ["🇩🇪 1", "👩‍👩‍👧 1"]),
      ("see https://www.Example.org:8080/a?b#c, and", 2, 0, 1, [], []),
      ("http://user@evil.example/ http://", 0, 0, 1, [], []),
      ("我们今天去北京", 1, 0, 0, [], []),
      ("lamp👍lamp", 2, 1, 0, ["lamp 2"], ["👍 1"]),
      ("", 0, 0, 0, [], []),
    ] as [(String, Int, Int, Int, [String], [String])])
  func text(_ text: String, words: Int, emoji: Int, links: Int, common: [String], signs: [String])
    throws
  {
    let found = try Self.statistics([.plain(1, text)])
    #expect(found.words == words)
    #expect(found.emoji == emoji)
    #expect(found.links == links)
    #expect(Self.counts(found.commonWords(9)) == common)
    #expect(Set(Self.counts(found.commonEmoji(9))) == Set(signs))
  }

  @Test("Words that a language is full of are not listed, but those of other languages are")
  func stopWords() throws {
    func common(_ text: String) throws -> [String] {
      try Self.statistics([.plain(1, text)]).commonWords(9).map(\.value)
    }
    let english = try common(
      """
      What have they been doing with this from that time? They would really have liked the
      concert, I think that the concert was in another castle. Hahaha yeah, with also
      """)
    #expect(english.first == "concert" && english.contains("castle"))
    let empty = ["what", "have", "they", "with", "this", "from", "that", "time", "hahaha", "yeah"]
    #expect(Set(english).isDisjoint(with: empty))
    #expect(
      try common(
        """
        Was haben die denn wieder gemacht? Ich habe doch gesagt, dass wir heute keinen Kuchen
        brauchen, aber dann haben sie noch einen Kuchen gebacken, weil sonst niemand kommen
        würde. Jajaja, und hier that
        """
      ).prefix(1) == ["kuchen"])
    let german = try common("Aber dann haben wir noch einen Kuchen, with Kuchen oder Kuchen auch")
    #expect(german == ["kuchen", "with"])
  }

  @Test("Hosts of links are those that they lead to")
  func hosts() throws {
    let found = try Self.statistics([
      .plain(1, "https://a.example/x https://www.a.example. http://b.example@c.example:80/")
    ])
    #expect(Self.counts(found.commonHosts(9)) == ["a.example 2", "c.example 1"])
  }

  @Test("Days, hours and people are those of a count by hand")
  func sums() throws {
    var random = SeededGenerator(seed: 4)
    let offset: Int64 = 7200
    var (days, hours, people) = ([Int: Int](), [Int](repeating: 0, count: 24), [String: Int]())
    var time: Int64 = 1_600_000_000
    var longest: Int64 = 0
    let messages = (0..<500).map { index in
      let step = Int64.random(in: 0...90_000, using: &random)
      if index > 0 { longest = max(longest, step) }
      time += step
      let name = ["Ann", "Ben", "Cem"][Int.random(in: 0..<3, using: &random)]
      days[Int((time + offset) / 86_400), default: 0] += 1
      hours[Int((time + offset) % 86_400 / 3600)] += 1
      people[name, default: 0] += 1
      return MessageRecord.plain(index, "text", at: time, by: name)
    }
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages(messages))
    let archive = try Archive(opening: path)
    let found = try archive.statistics { $0.seconds + offset }
    #expect(found.messages == 500)
    #expect(found.days == days)
    #expect(found.hours == hours)
    #expect(found.weekdays.reduce(0, +) == 500)
    #expect(found.silence?.seconds == longest)
    let names = try archive.names(of: Array(found.people.keys))
    #expect(
      Dictionary(uniqueKeysWithValues: found.people.map { (names[$0] ?? "", $1.messages) })
        == people)
    let ann = try archive.people(named: "ANN")
    let hers = try archive.statistics(of: StatisticsScope(people: Set(ann))) { $0.seconds }
    #expect(hers.messages == people["Ann"])
  }

  @Test("Service entries and deleted messages do not count; progress ends it")
  func others() throws {
    var service = MessageRecord.plain(2, "Ann joined")
    service.kind = .service(action: "joined")
    var deleted = MessageRecord.plain(3, "")
    deleted.kind = .deleted
    let found = try Self.statistics([.plain(1, "one"), service, deleted])
    #expect(found.messages == 1)
    #expect(found.words == 1)
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages([.plain(1, "one")]))
    #expect(throws: ArchiveError.cancelled) {
      try Archive(opening: path).statistics(localSeconds: { $0.seconds }) { _, _ in false }
    }
  }

  @Test("Counted are the pictures, files and addresses that a list of them has")
  func listed() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    var album = MessageRecord.plain(1, "see www.example.org and https://example.org/a")
    album.media = [
      MediaRecord(kind: .photo, path: "a.jpg"), MediaRecord(kind: .photo, path: "b.jpg"),
      MediaRecord(kind: .photo), MediaRecord(kind: .file, fileName: "c.pdf"),
      MediaRecord(kind: .sticker, path: "d.webp"), .words("▸ Open"),
    ]
    var group = MessageRecord.plain(2, "Nora changed the group photo")
    group.kind = .service(action: "edit_group_photo")
    group.media = [MediaRecord(kind: .photo, path: "e.jpg")]
    _ = try ArchiveImporter(into: path).run(.messages([album, group]))
    let archive = try Archive(opening: path)
    let found = try archive.statistics { $0.seconds }
    let conversation = try #require(try archive.conversations().first)
    let media = try archive.media(in: conversation.id).filter(\.medium.isListed)
    #expect(found.messages == 1)
    #expect(found.withMedia == 4 && media.count == 4)
    #expect(try found.links == 2 && archive.links(in: conversation.id).count == 2)
  }
}
