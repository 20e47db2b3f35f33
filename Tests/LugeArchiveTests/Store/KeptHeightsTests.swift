import Foundation
import GRDB
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("Store: heights kept across launches") struct KeptHeightsTests {
  private let length = HeightChunk.length

  @Test("What is encoded is decoded; anything else is refused")
  func coding() throws {
    var random = SeededGenerator(seed: 3)
    for count in [0, 1, 127, 4096] {
      let heights = (0..<count).map { _ in
        Int32(Bool.random(using: &random) ? .random(in: 0...300, using: &random) : Int32.max)
      }
      let data = try #require(HeightChunk.encode(heights[...]))
      var decoded: [Int32] = [7]
      #expect(HeightChunk.decode(data, count: count, to: &decoded))
      #expect(decoded == [7] + heights)
      for wrong in [count - 1, count + 1] where wrong >= 0 {
        #expect(!HeightChunk.decode(data, count: wrong, to: &decoded))
      }
      #expect(!HeightChunk.decode(data + [0x80], count: count, to: &decoded))
      #expect(
        !HeightChunk.decode(
          data.dropLast() + [0xFF, 0xFF, 0xFF, 0xFF, 0x7F], count: count, to: &decoded))
      #expect(decoded == [7] + heights)
    }
    #expect(HeightChunk.encode([5, -1][...]) == nil)
  }

  private struct Kept {
    let folder: TemporaryFolder
    let path: String
    let conversation: ConversationSummary

    /// An archive of so many messages, one a second.
    init(_ count: Int) throws {
      folder = try TemporaryFolder()
      path = folder.path + "/a.luge"
      try Self.add(0..<count, to: path)
      conversation = try #require(try Archive(opening: path).conversations().first)
    }

    static func add(_ keys: Range<Int>, to path: String, edit: Int? = nil) throws {
      let messages = keys.map { MessageRecord.plain($0, $0 == edit ? "edited" : "text \($0)") }
      _ = try ArchiveImporter(into: path).run(.messages(messages))
    }

    func keep(_ heights: [Int32], style: UInt64 = 1) {
      let notes = HeightNotes(archive: path)
      notes.keep(conversation.id, style: { style }) { heights }
      notes.flush()
    }

    func heights(_ count: Int? = nil, style: UInt64 = 1) throws -> [Int32]? {
      try Archive(opening: path).keptHeights(
        in: conversation.id, style: style, count: count ?? conversation.count)
    }
  }

  @Test("Complete chunks are kept, for their style alone")
  func kept() throws {
    let kept = try Kept(length + 904)
    #expect(try kept.heights() == nil)
    var heights = (0..<length + 904).map { Int32($0 % 400) }
    kept.keep(heights, style: UInt64.max)
    #expect(try kept.heights(style: UInt64.max) == heights)
    #expect(try kept.heights(style: 2) == nil)
    // Of another number of messages only the chunks that are the same.
    #expect(
      try kept.heights(length + 905, style: UInt64.max)?.prefix(length) == heights.prefix(length))
    #expect(try kept.heights(length + 905, style: UInt64.max)?[length] == -1)
    heights[3] = -1
    kept.keep(heights, style: 3)
    let partly = try #require(try kept.heights(style: 3))
    #expect(partly.prefix(length).allSatisfy { $0 == -1 })
    #expect(partly[length...] == heights[length...])
  }

  @Test("A changed message invalidates its chunk alone; new ones what comes after them")
  func changed() throws {
    let kept = try Kept(3 * length)
    let heights = (0..<3 * length).map { Int32($0 % 400) }
    kept.keep(heights)
    try Kept.add(0..<3 * length, to: kept.path, edit: length + 10)
    var expected = heights
    expected.replaceSubrange(length..<2 * length, with: repeatElement(-1, count: length))
    #expect(try kept.heights() == expected)

    kept.keep(heights)
    // A bubble's tail depends on the message below it.
    try Kept.add(0..<3 * length, to: kept.path, edit: length)
    expected.replaceSubrange(0..<length, with: repeatElement(-1, count: length))
    #expect(try kept.heights() == expected)

    kept.keep(heights)
    try Kept.add(3 * length..<3 * length + 5, to: kept.path)
    let grown = try #require(try kept.heights(3 * length + 5))
    #expect(grown.prefix(2 * length) == heights.prefix(2 * length))
    #expect(grown[(2 * length)...].allSatisfy { $0 == -1 })
  }

  @Test("The styles used last are kept, a few")
  func leastRecentlyUsed() throws {
    let kept = try Kept(100)
    for style in 1...7 {
      kept.keep((0..<100).map { Int32($0 + style) }, style: UInt64(style))
      // Uses are told apart by seconds.
      let queue = try DatabaseQueue(path: kept.path, configuration: ArchiveFile.configuration())
      try queue.write { try $0.execute(sql: "UPDATE height_sets SET used = used - 1") }
      try queue.close()
    }
    let found = try (1...7).filter { try kept.heights(style: UInt64($0)) != nil }
    #expect(found == Array(7 - HeightNotes.setLimit + 1...7))
  }

  @Test("An archive that cannot be written just loses the convenience")
  func unwritable() throws {
    let kept = try Kept(10)
    let gone = HeightNotes(archive: kept.folder.path + "/none.luge")
    gone.keep(kept.conversation.id, style: { 1 }) { [1, 2, 3] }
    gone.flush()
    #expect(!FileManager.default.fileExists(atPath: kept.folder.path + "/none.luge"))
  }
}
