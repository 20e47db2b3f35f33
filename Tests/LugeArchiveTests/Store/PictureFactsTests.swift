import Foundation
import LugeCore
import Testing

@testable import LugeArchive
@testable import LugeImporters

@Suite("What pictures look like")
struct PictureFactsTests {
  /// A message with media.
  private func message(_ key: Int, _ media: [MediaRecord]) -> MessageRecord {
    var message = MessageRecord.plain(key, "")
    message.media = media
    return message
  }

  private func archive(_ messages: [MessageRecord]) throws -> (Archive, ConversationID, String) {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "luge-facts-\(UUID().uuidString).luge"
    ).path
    _ = try ArchiveImporter(into: path).run(.messages(messages))
    let archive = try Archive(opening: path)
    return (archive, try #require(try archive.conversations().first).id, path)
  }

  @Test("Notes are found again, and later ones add to earlier ones")
  func notes() throws {
    let (archive, conversation, path) = try archive([message(1, [])])
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try archive.pictureFacts(of: ["a.jpg"], in: conversation).isEmpty)
    let notes = PictureNotes(archive: path, delay: 60)
    notes.note(PictureFacts(width: 40, height: 30), of: "a.jpg", in: conversation)
    notes.flush()
    notes.note(PictureFacts(blurHash: "LEHV6n"), of: "a.jpg", in: conversation)
    notes.note(PictureFacts(width: 1, height: 2), of: "b.jpg", in: conversation)
    notes.flush()
    #expect(
      try archive.pictureFacts(of: ["a.jpg", "b.jpg", "c.jpg"], in: conversation) == [
        "a.jpg": PictureFacts(width: 40, height: 30, blurHash: "LEHV6n"),
        "b.jpg": PictureFacts(width: 1, height: 2),
      ])
  }

  @Test("An archive that cannot be written loses its notes and nothing else")
  func readOnly() throws {
    let notes = PictureNotes(archive: "/nowhere/at/all.luge", delay: 60)
    let conversation = ConversationID(rawValue: 1)
    notes.note(PictureFacts(width: 1, height: 1), of: "a.jpg", in: conversation)
    notes.flush()
    notes.note(PictureFacts(width: 1, height: 1), of: "a.jpg", in: conversation)
    notes.flush()
    #expect(!FileManager.default.fileExists(atPath: "/nowhere/at/all.luge"))
  }

  @Test("The pictures of a conversation, in its order")
  func pictures() throws {
    let photo = MediaRecord(kind: .photo, path: "a.jpg")
    let (archive, conversation, path) = try archive([
      message(1, [photo]), .plain(2, #""photo""#),
      message(3, [MediaRecord(kind: .file, fileName: #""photo""#)]),
      message(
        4, [MediaRecord(kind: .video, path: "v.mp4"), MediaRecord(kind: .photo, path: "b.jpg")]),
    ])
    defer { try? FileManager.default.removeItem(atPath: path) }
    let found = try archive.pictures(in: conversation, kinds: [.photo])
    #expect(found.map(\.medium.path) == ["a.jpg", "b.jpg"])
    #expect(found.map(\.position) == [0, 3])
    #expect(found.map(\.index) == [0, 1])
    #expect(try archive.pictures(in: conversation, kinds: []).isEmpty)
  }
}
