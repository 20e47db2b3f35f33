import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Threads of timelines") struct ThreadTests {
  /// - Parameter parents: of each post, by number; nil for those that answer nothing here.
  private func archive(_ parents: [Int?], _ folder: TemporaryFolder) throws -> Archive {
    let path = folder.path + "/a.luge"
    let messages = parents.enumerated().map { number, parent in
      var record = MessageRecord.plain(number, "post \(number)", at: Int64(number))
      record.post = PostRecord(handle: "@ann")
      record.replyTo = parent.map { ReplyRecord(sourceKey: "\($0)") }
      return record
    }
    let timeline = ConversationRecord(key: "mastodon:t", name: "t", kind: .timeline)
    _ = try ArchiveImporter(into: path).run(.messages(messages, in: timeline))
    return try Archive(opening: path)
  }

  private func numbers(_ thread: MessageThread) -> [Int] {
    thread.messages.compactMap { Int($0.text.string.dropFirst("post ".count)) }
  }

  private func id(_ number: Int, in archive: Archive) throws -> Int64 {
    let timeline = try #require(try archive.conversations().first)
    return try #require(try archive.message(withKey: "\(number)", in: timeline.id))
  }

  @Test("A thread goes down to the last answer, each below what it answers")
  func descendants() throws {
    let folder = try TemporaryFolder()
    //          0 ── 1 ── 3 ── 5
    //          └─── 2 ── 4      6: another one
    let archive = try archive([nil, 0, 0, 1, 2, 3, nil], folder)
    #expect(try numbers(archive.thread(of: id(0, in: archive))) == [0, 1, 3, 5, 2, 4])
    #expect(try numbers(archive.thread(of: id(3, in: archive))) == [0, 1, 3, 5])
    #expect(try numbers(archive.thread(of: id(6, in: archive))) == [6])
    #expect(try archive.thread(of: 999).messages.isEmpty)
  }

  @Test("What is cut is told, and comes with larger limits")
  func limits() throws {
    let folder = try TemporaryFolder()
    let archive = try archive((0..<40).map { $0 == 0 ? nil : $0 - 1 }, folder)
    let middle = try id(20, in: archive)
    let part = try archive.thread(of: middle, above: 5, below: 7)
    #expect(numbers(part) == Array(15...27))
    #expect(part.isCutAbove && part.isCutBelow)
    let whole = try archive.thread(of: middle, above: 20, below: 19)
    #expect(numbers(whole) == Array(0..<40))
    #expect(!whole.isCutAbove && !whole.isCutBelow)
  }

  @Test("Posts that answer in circles are each shown once")
  func circles() throws {
    let folder = try TemporaryFolder()
    let archive = try archive([2, 0, 1, 3], folder)
    #expect(try numbers(archive.thread(of: id(0, in: archive))).sorted() == [0, 1, 2])
    #expect(try numbers(archive.thread(of: id(3, in: archive))) == [3])
  }

  @Test(
    "Any forest: a post's thread is what it answers and all that follows from it", arguments: 0..<6)
  func forest(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let folder = try TemporaryFolder()
    let parents = (0..<60).map { number -> Int? in
      number == 0 || Int.random(in: 0..<5, using: &random) == 0
        ? nil : Int.random(in: 0..<number, using: &random)
    }
    let archive = try archive(parents, folder)
    func below(_ number: Int) -> [Int] {
      parents.indices.filter { parents[$0] == number }.flatMap { [$0] + below($0) }
    }
    func above(_ number: Int) -> [Int] { parents[number].map { above($0) + [$0] } ?? [] }
    for number in [0, 7, 23, 41, 59] {
      let thread = try archive.thread(of: id(number, in: archive))
      #expect(numbers(thread) == above(number) + [number] + below(number))
    }
  }
}
