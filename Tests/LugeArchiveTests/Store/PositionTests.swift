import LugeArchive
import LugeCore
import LugeImporters
import LugeTestSupport
import Testing

@Suite("Store: positions")
struct PositionTests {
  @Test("Positions are dense and in order of time, whatever the order and number of imports")
  func dense() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<12 {
      let folder = try TemporaryFolder()
      let path = folder.path + "/a.luge"
      let times = (1...200).map { _ in Int64.random(in: 0..<60, using: &random) }.sorted()
      let all = times.enumerated().map {
        MessageRecord.plain($0.offset, "\($0.offset)", at: $0.element)
      }
      // Overlapping exports of parts, in any order, and last the whole.
      for _ in 0..<round {
        let start = Int.random(in: 0..<190, using: &random)
        let end = Int.random(in: start..<200, using: &random)
        _ = try ArchiveImporter(into: path).run(.messages(Array(all[start...end])))
      }
      _ = try ArchiveImporter(into: path).run(.messages(all))
      let archive = try Archive(opening: path)
      let conversation = try #require(try archive.conversations().first)
      #expect(conversation.count == 200)
      let stored = try archive.messages(in: conversation.id, at: 0..<1000)
      #expect(stored.map(\.position) == Array(0..<200))
      #expect(stored.map(\.time.seconds) == times)
      #expect(Set(stored.map(\.sourceKey)).count == 200)
      for message in stored {
        #expect(try archive.position(of: message.id) == message.position)
        let place = try archive.place(of: message.id)
        #expect(place?.conversation == conversation.id && place?.position == message.position)
      }
    }
  }

  @Test("Messages of one second keep the order of the source over overlapping exports")
  func ties() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let all = (0..<60).map { MessageRecord.plain($0, "\($0)", at: 100) }
    let odd = all.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
    _ = try ArchiveImporter(into: path).run(.messages(odd))
    _ = try ArchiveImporter(into: path).run(.messages(all))
    #expect(try Archive(opening: path).texts() == (0..<60).map(String.init))
  }

  @Test("Exports that do not overlap, but meet in one second, follow each other")
  func adjacent() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let all = (0..<30).map { MessageRecord.plain($0, "\($0)", at: Int64($0 / 7)) }
    for part in [10..<20, 20..<30, 0..<10] {
      _ = try ArchiveImporter(into: path).run(.messages(Array(all[part])))
    }
    #expect(try Archive(opening: path).texts() == (0..<30).map(String.init))
  }

  @Test("A message whose time changed moves")
  func moves() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let old = (0..<10).map { MessageRecord.plain($0, "\($0)", at: Int64($0) * 10) }
    _ = try ArchiveImporter(into: path).run(.messages(old))
    var new = old
    new[8].time.seconds = 15
    new[1].time.seconds = 85
    let report = try ArchiveImporter(into: path).run(.messages(new))
    #expect(report.updated == 2)
    #expect(
      try Archive(opening: path).texts() == ["0", "8", "2", "3", "4", "5", "6", "7", "1", "9"])
  }

  @Test("Positions by time, and times by position")
  func times() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    let times: [Int64] = [10, 20, 20, 20, 35]
    _ = try ArchiveImporter(into: path).run(
      .messages(times.enumerated().map { .plain($0.offset, at: $0.element) }))
    let archive = try Archive(opening: path)
    let id = try #require(try archive.conversations().first).id
    func position(_ seconds: Int64) throws -> Int? {
      try archive.position(in: id, atOrAfter: Timestamp(seconds: seconds, certainty: .exact))
    }
    #expect(try position(.min) == 0)
    #expect(try position(10) == 0)
    #expect(try position(11) == 1)
    #expect(try position(20) == 1)
    #expect(try position(21) == 4)
    #expect(try position(36) == nil)
    let found = try archive.times(in: id, at: [4, 0, 99, -1, 2]).map { $0?.seconds }
    #expect(found == [35, 10, nil, nil, 20])
  }

  @Test(
    "Ranges outside the conversation are cut",
    arguments: [
      (-5..<2, 2), (3..<99, 2), (7..<9, 0), (2..<2, 0), (Int.min..<Int.max, 5),
    ])
  func ranges(range: Range<Int>, count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    _ = try ArchiveImporter(into: path).run(.messages((0..<5).map { .plain($0) }))
    let archive = try Archive(opening: path)
    let id = try #require(try archive.conversations().first).id
    #expect(try archive.messages(in: id, at: range).count == count)
    let nobody = ConversationID(rawValue: 99)
    #expect(try archive.messages(in: nobody, at: range).isEmpty)
    #expect(try archive.conversation(nobody) == nil)
    #expect(try archive.position(of: 12345) == nil)
    #expect(try archive.place(of: 12345) == nil)
  }

  @Test("The months that have messages are known, in the zone that is asked for")
  func months() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.luge"
    // The last second of January 2024 and the first of February (UTC), many in May, one in 2022.
    let times: [Int64] = [1_640_995_200, 1_706_745_599, 1_706_745_600]
    let may = (0..<300).map { 1_714_600_000 + Int64($0) * 60 }
    let all = (times + may).enumerated().map { MessageRecord.plain($0.offset, "m", at: $0.element) }
    _ = try ArchiveImporter(into: path).run(.messages(all))
    let archive = try Archive(opening: path)
    func months(_ zone: ZoneOffsets) throws -> [String] {
      try archive.months(zone: zone).map { "\($0.year)-\($0.month)" }
    }
    #expect(try months(.utc) == ["2022-1", "2024-1", "2024-2", "2024-5"])
    let east = ZoneOffsets(entries: [.init(start: .min, offset: 3600)])
    #expect(try months(east) == ["2022-1", "2024-2", "2024-5"])
  }
}
