import Foundation
import LugeChat
import LugeCore
import LugeEngine
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("A chat of messages in memory: files, pictures, what is copied, places")
struct ChatKitTests {
  private let anna = ChatAuthor(id: 1, name: "Anna")
  private let configuration = ChatConfiguration(isGroup: true)

  private func message(
    _ number: Int64, _ words: String, _ media: [ChatMedia] = [], time: Int64 = 1_717_408_800
  ) -> ChatMessage {
    ChatMessage(
      id: ItemID(number), author: anna, time: time, text: StyledText(words), media: media)
  }

  private func picture(_ path: String) -> ChatMedia {
    ChatMedia(
      kind: .photo, imageKey: ImageKey(path), path: path, fileName: "x.png",
      pixelSize: PixelSize(width: 4, height: 3))
  }

  /// A picture of 7 by 5 pixels whose header is whole; nothing here decodes it.
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 0, 7, 0, 0, 0, 5, 8, 2, 0, 0, 0, 0, 0, 0, 0]
  private static let gif: [UInt8] = Array("GIF89a".utf8) + [9, 0, 8, 0, 0, 0, 0, 0x3B]

  @Test("A file is what its bytes say, not what its name says")
  func files() throws {
    let folder = try TemporaryFolder()
    let still = ChatMedia(file: try folder.write(Self.png, as: "a.txt"))
    #expect(still.kind == .photo && still.pixelSize == PixelSize(width: 7, height: 5))
    #expect(still.isViewable && still.fileName == "a.txt")
    let moving = ChatMedia(file: try folder.write(Self.gif, as: "b.gif"))
    #expect(moving.kind == .animation && moving.pixelSize == PixelSize(width: 9, height: 8))
    let words = ChatMedia(file: try folder.write(Array("hello".utf8), as: "c.png"))
    #expect(words.kind == .file && words.imageKey == nil && !words.isMissing)
    let none = ChatMedia(file: folder.path + "/none.png")
    #expect(none.kind == .file && none.isMissing)
  }

  @Test("The viewer leads through all pictures in the order of the messages")
  func catalog() throws {
    let messages = [
      message(5, "two", [picture("/a.png"), picture("/b.png")]), message(6, "none"),
      message(9, "later", [picture("/c.png"), ChatMedia(kind: .file, path: "/d.pdf")]),
    ]
    let pictures = ChatPictures(messages: messages, configuration: configuration)
    let entries = pictures.entries()
    #expect(entries.map(\.key) == ["/a.png", "/b.png", "/c.png"].map { ImageKey($0) })
    #expect(entries.map(\.item) == [ItemID(5), ItemID(5), ItemID(9)])
    #expect(entries.map(\.position) == [0, 0, 2])
    let words = pictures.details(of: entries[2]).words
    #expect(words.title == "Anna" && words.caption == "later")
    #expect(words.detail.contains("2024"))
    // What was shown may have moved on while the viewer was open.
    var gone = entries[0]
    gone.position = 7
    #expect(pictures.details(of: gone) == PictureDetails())
    gone.position = 1
    #expect(pictures.details(of: gone) == PictureDetails())
  }

  @Test("Of one message its words are copied, of several each with time and author")
  func copied() {
    let messages = [
      message(1, "first words"), message(2, "", [picture("/a.png")]), message(3, "last"),
    ]
    func copy(_ from: (Int, Int), _ to: (Int, Int)) -> CopiedMessages {
      CopiedMessages(
        messages,
        TextSelection(
          from: TextPlace(position: from.0, offset: from.1),
          to: TextPlace(position: to.0, offset: to.1)), configuration: configuration)
    }
    #expect(copy((0, 6), (0, 11)).text == "words")
    let all = copy((0, 6), (2, 2))
    #expect(all.count == 3)
    #expect(
      all.text == """
        [2024-06-03 10:00] Anna: words
        [2024-06-03 10:00] Anna: <photo>
        [2024-06-03 10:00] Anna: la
        """)
    // Messages may have gone since they were marked.
    #expect(copy((2, 0), (90, 4)).text == "last")
    #expect(copy((80, 0), (90, 4)).text == "")
  }

  @Test("A place is found again; the end, or a damaged file, is none")
  func place() throws {
    let folder = try TemporaryFolder()
    let file = ReadingPlaceFile(path: folder.path + "/deep/place.json")
    #expect(file.read() == nil)
    let place = ReadingPlace(item: ItemID(7), part: 2, key: 40, y: 12.5)
    file.write(place)
    #expect(file.read() == place)
    try Data("{".utf8).write(to: URL(fileURLWithPath: folder.path + "/deep/place.json"))
    #expect(file.read() == nil)
    file.write(place)
    file.write(nil)
    #expect(file.read() == nil)
  }
}
