import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeImporters
import Testing

@testable import LugeApp

@Suite("Where the reader was") struct ReadingPositionsTests {
  private let entry = ReadingPositions.Entry(
    place: ReadingPlace(item: ItemID(42), part: 3, key: 17, y: 250.5), newest: 1000, visited: 5)

  @Test("What was remembered is there at the next launch, per archive and conversation")
  func roundTrip() throws {
    let folder = try TemporaryFolder()
    let positions = ReadingPositions(folder: "\(folder.path)/not/there")
    positions.remember(entry, "/a.luge", "chat:1")
    positions.flush()
    let again = ReadingPositions(folder: "\(folder.path)/not/there")
    #expect(again.entry("/a.luge", "chat:1") == entry)
    #expect(again.entry("/a.luge", "chat:2") == nil)
    #expect(again.entry("/b.luge", "chat:1") == nil)
  }

  @Test(
    "A damaged file means that nothing is remembered", arguments: ["", "{", "[]", "{\"a\": 1}"])
  func damaged(text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, as: "reading.json")
    let positions = ReadingPositions(folder: folder.path)
    #expect(positions.entry("/a.luge", "chat:1") == nil)
    positions.remember(entry, "/a.luge", "chat:1")
    positions.flush()
    #expect(ReadingPositions(folder: folder.path).entry("/a.luge", "chat:1") == entry)
  }

  @Test("Two windows keep each other's places") func twoWindows() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (
      ReadingPositions(folder: folder.path), ReadingPositions(folder: folder.path)
    )
    #expect(first.entry("/a.luge", "chat:1") == nil && second.entry("/a.luge", "chat:2") == nil)
    first.remember(entry, "/a.luge", "chat:1")
    first.flush()
    second.remember(entry, "/a.luge", "chat:2")
    second.flush()
    first.remember(entry, "/a.luge", "chat:3")
    first.flush()
    let again = ReadingPositions(folder: folder.path)
    for chat in 1...3 { #expect(again.entry("/a.luge", "chat:\(chat)") == entry) }
  }

  @Test("Only so many are kept; the longest unused go first") func limit() throws {
    let positions = ReadingPositions(folder: nil)
    for number in 0...ReadingPositions.limit {
      var one = entry
      one.visited = Int64(number)
      positions.remember(one, "/\(number % 50).luge", "chat:\(number)")
    }
    positions.flush()
    #expect(positions.entry("/0.luge", "chat:0") == nil)
    #expect(positions.entry("/1.luge", "chat:1")?.visited == 1)
  }

  @Test("The conversation that was left last is the one to go on with") func latest() {
    var places: [ConversationID: OpeningPlace] = [:]
    #expect(places.latest == nil)
    for (id, visited) in [(1, 20), (2, 30), (3, 10)] as [(Int64, Int64)] {
      places[ConversationID(rawValue: id)] = OpeningPlace(visited: visited)
    }
    #expect(places.latest == ConversationID(rawValue: 2))
  }

  @Test("A place opens where its message is now; what came since is new") func opening() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/chat.luge"
    func importing(_ ids: ClosedRange<Int>) throws -> (Archive, ConversationSummary) {
      let export = try folder.write(
        TelegramSample.chat(ids.map { TelegramSample.message($0) }, name: "Anna"),
        as: "export.json")
      _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
      let archive = try Archive(opening: path)
      return (archive, try #require(try archive.conversations().first))
    }
    let (archive, conversation) = try importing(10...20)
    let positions = ReadingPositions(folder: nil)
    #expect(positions.opening(conversation, in: archive) == nil)
    let message = try #require(
      try archive.messages(in: conversation.id, at: 4..<5).first)
    let place = ReadingPlace(item: ItemID(message.id), part: 1, key: nil, y: 0)
    positions.remember(
      .init(place: place, newest: conversation.last?.seconds, visited: 1), archive.path,
      conversation.key)
    positions.flush()
    #expect(
      positions.opening(conversation, in: archive)
        == OpeningPlace(place: place, position: 4, visited: 1))

    let (grown, more) = try importing(5...25)
    let opening = try #require(positions.opening(more, in: grown))
    #expect(opening.position == 9)
    #expect(opening.firstNew == 16)
  }

  @Test("What a later import brings is new in a conversation that was never opened, until then")
  func neverOpened() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/chat.luge"
    func importing(_ ids: ClosedRange<Int>) throws -> OpenArchive {
      let export = try folder.write(
        TelegramSample.chat(ids.map { TelegramSample.message($0) }, name: "Anna"),
        as: "export.json")
      _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
      let archive = try Archive(opening: path)
      return OpenArchive(
        path: path, export: nil, archive: archive, conversations: try archive.conversations())
    }
    let positions = ReadingPositions(folder: nil)
    #expect(positions.openings(of: try importing(10...20)).isEmpty)
    let opened = try importing(10...22)
    let conversation = try #require(opened.conversations.first)
    let places = positions.openings(of: opened)
    #expect(places == [conversation.id: OpeningPlace(firstNew: 11)])
    #expect(places[conversation.id]?.newCount(of: conversation.count) == 2)
    // It was not left by anybody.
    #expect(places.latest == nil)

    // Another folder of settings knows of the visit by the archive.
    positions.setSeen(conversation, in: opened.archive)
    positions.flush()
    #expect(ReadingPositions(folder: nil).openings(of: opened).isEmpty)
  }

  @Test("A conversation that is new as a whole has a count and opens at its end") func whollyNew() {
    let place = OpeningPlace(isWhollyNew: true)
    #expect(place.newCount(of: 7) == 7 && place.target == nil)
    #expect(OpeningPlace().newCount(of: 7) == 0)
  }
}
