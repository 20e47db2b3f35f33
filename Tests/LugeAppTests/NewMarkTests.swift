import LugeArchive
import LugeCore
import LugeEngine
import Testing

@testable import LugeApp

@Suite("The mark of what is new") struct NewMarkTests {
  private let folder: TemporaryFolder
  private let archive: Archive
  private let conversation: ConversationSummary
  private let count = 30

  init() throws {
    folder = try TemporaryFolder()
    archive = try folder.archive(
      of: TelegramSample.chat((1...30).map { TelegramSample.message($0, "a") }))
    conversation = try #require(try archive.conversations().first)
  }

  @Test("It is above the first new message, whatever part is read", arguments: [0, 1, 17, 29])
  func place(_ firstNew: Int) async throws {
    let source = ArchiveChatSource(
      archive: archive, conversation: conversation, facts: nil, firstNew: firstNew)
    for lower in stride(from: 0, to: count, by: 7) {
      for upper in [lower + 1, min(count, lower + 9)] {
        let messages = try await source.items(at: lower..<upper)
        let marked = messages.indices.filter { messages[$0].isFirstUnread }.map { lower + $0 }
        #expect(marked == ((lower..<upper).contains(firstNew) ? [firstNew] : []))
      }
    }
  }

  @Test("Heights that hold for this visit alone are not kept")
  func heights() throws {
    let environment = LayoutEnvironment(width: 400, fontFamily: ListFont.family)
    func store(_ firstNew: Int?) -> (ArchiveHeights, HeightNotes) {
      let notes = HeightNotes(archive: archive.path)
      return (
        ArchiveHeights(
          archive: archive, conversation: conversation, zone: .utc, notes: notes,
          firstNew: firstNew), notes
      )
    }
    let known = HeightIndex(entries: (0..<count).map { Int32($0 + 20) }, estimate: 10)
    let (marked, first) = store(12)
    marked.keep(known, in: environment)
    first.flush()
    #expect(store(nil).0.heights(count: count, in: environment) == nil)
    let (plain, second) = store(nil)
    plain.keep(known, in: environment)
    second.flush()
    #expect(
      plain.heights(count: count, in: environment) == (0..<count).map { Int32($0 + 20) })
    // The other way round: what was kept without the mark is measured again with it.
    let restored = try #require(marked.heights(count: count, in: environment))
    #expect(restored.indices.filter { restored[$0] < 0 } == [11, 12])
  }
}
