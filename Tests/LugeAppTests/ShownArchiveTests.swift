import Foundation
import LugeCore
import Testing

@testable import LugeApp
@testable import LugeArchive
@testable import LugeImporters

/// What the window remembers of the archive that is open.
@MainActor @Suite("The archive that is shown") struct ShownArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An archive with a conversation for each name, the last one newest.
  private func archive(_ name: String, of people: [String]) async throws -> OpenArchive {
    let path = "\(folder.path)/\(name).luge"
    for (index, person) in people.enumerated() {
      let id = index + 1
      let export = try folder.write(
        TelegramSample.chat([TelegramSample.message(id * 100)], name: person)
          .replacing("\"id\": 11", with: "\"id\": \(id)"), as: "\(name)-\(person).json")
      _ = try ArchiveImporter(into: path).run(ImportInput(opening: export))
    }
    let opening = ArchiveOpening(path: path, cache: folder.path + "/cache")
    guard case .archive(let opened) = await opening.outcome else {
      throw CocoaError(.fileReadUnknown)
    }
    return opened
  }

  @Test("A place is kept for its own archive only, though conversations have the same ids")
  func places() async throws {
    let (one, other) = (
      try await archive("one", of: ["Ann"]), try await archive("other", of: ["Ben"])
    )
    let id = try #require(one.conversations.first).id
    #expect(other.conversations.first?.id == id)
    let shown = ShownArchive()
    shown.keep(OpeningPlace(position: 3), of: id, in: one.archive)
    #expect(shown.place(of: id) == nil)
    shown.begin(one, places: [:])
    shown.keep(OpeningPlace(position: 3), of: id, in: one.archive)
    #expect(shown.place(of: id)?.position == 3)
    // The list of the first archive is closed after the second one is open.
    shown.begin(other, places: [id: OpeningPlace(position: 1)])
    shown.keep(OpeningPlace(position: 4), of: id, in: one.archive)
    #expect(shown.place(of: id)?.position == 1)
  }

  @Test("The conversation that was visited last comes first, else the one with the newest message")
  func first() async throws {
    let opened = try await archive("two", of: ["Old", "New"])
    let shown = ShownArchive()
    #expect(shown.first == nil && shown.conversations.isEmpty)
    shown.begin(opened, places: [:])
    #expect(shown.first?.name == "New")
    let old = try #require(opened.conversations.first { $0.name == "Old" })
    shown.begin(opened, places: [old.id: OpeningPlace(visited: 7)])
    #expect(shown.first?.name == "Old")
    #expect(shown.conversation(old.id)?.name == "Old")
  }

  @Test("The conversation that was left in this session comes first, whatever was left before it")
  func leftNow() async throws {
    let opened = try await archive("now", of: ["Old", "New"])
    let old = try #require(opened.conversations.first { $0.name == "Old" })
    let new = try #require(opened.conversations.first { $0.name == "New" })
    let shown = ShownArchive()
    shown.begin(opened, places: [new.id: OpeningPlace(visited: 7)])
    shown.keep(OpeningPlace(position: 0), of: old.id, in: opened.archive)
    #expect(shown.first?.name == "Old")
  }

  @Test("More of the same archive leaves places and folds, another archive has its own")
  func growth() async throws {
    let opened = try await archive("grows", of: ["Ann", "Ben"])
    let id = opened.conversations[0].id
    let shown = ShownArchive()
    let less = OpenArchive(
      path: opened.path, export: nil, archive: opened.archive,
      conversations: Array(opened.conversations.prefix(1)))
    shown.begin(less, places: [id: OpeningPlace(position: 2)])
    let marks = shown.marks
    shown.grow(to: opened)
    #expect(shown.conversations.count == 2 && shown.place(of: id)?.position == 2)
    #expect(shown.marks === marks)
    shown.begin(opened, places: [:])
    #expect(shown.marks !== marks && shown.place(of: id) == nil)
    shown.close()
    #expect(shown.opened == nil && shown.conversations.isEmpty)
  }
}
