import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeImages
import LugePaint
import Testing

@testable import LugeApp

@Suite("What is known of pictures") struct ConversationPicturesTests {
  private let folder: TemporaryFolder
  private let archive: Archive
  private let conversation: ConversationSummary

  init() throws {
    folder = try TemporaryFolder()
    archive = try folder.archive(
      of: TelegramSample.chat([
        TelegramSample.message(1, more: #", "photo": "a.png""#),
        TelegramSample.message(2, more: #", "photo": "gone.png""#),
      ]))
    conversation = try #require(try archive.conversations().first)
    let bitmap = Bitmap(size: PixelSize(width: 60, height: 40))
    bitmap.withMutablePixels { $0.update(repeating: 0xFF20_60C0) }
    try PNG.write(bitmap, to: "\(folder.path)/a.png")
  }

  private func messages(_ pictures: ConversationPictures) async throws -> [ChatMessage] {
    try await ArchiveChatSource(archive: archive, conversation: conversation, facts: pictures)
      .items(at: 0..<2)
  }

  @Test("A size that the export does not give comes from the header, before anything is decoded")
  func sizes() async throws {
    let pictures = ConversationPictures(archive: archive, conversation: conversation, notes: nil)
    let read = try await messages(pictures)
    #expect(read[0].media.first?.pixelSize == PixelSize(width: 60, height: 40))
    #expect(read[1].media.first?.pixelSize == nil)
  }

  @Test("A video says how long and how large it is where its export does not")
  func video() async throws {
    let other = try TemporaryFolder()
    let archive = try other.archive(
      of: TelegramSample.chat([
        TelegramSample.message(1, more: #", "file": "a.mp4", "media_type": "video_file""#)
      ]))
    let conversation = try #require(try archive.conversations().first)
    func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(body.count + 8)] + Array(kind.utf8) + body
    }
    let zeros = [UInt8](repeating: 0, count: 80)
    // 1000 a second, 83,000 of them; 320 by 180.
    let length = box("mvhd", zeros[..<12] + [0, 0, 3, 0xE8, 0, 1, 0x44, 0x38] + zeros)
    let head = box(
      "tkhd", zeros[..<40] + [0, 1, 0, 0] + zeros[..<32] + [1, 64, 0, 0, 0, 180, 0, 0])
    let bytes = box("ftyp", Array("isom".utf8)) + box("moov", length + box("trak", head))
    try Data(bytes).write(to: URL(fileURLWithPath: "\(other.path)/a.mp4"))
    let pictures = ConversationPictures(archive: archive, conversation: conversation, notes: nil)
    let source = ArchiveChatSource(archive: archive, conversation: conversation, facts: pictures)
    for _ in 0..<2 {
      let medium = try #require(try await source.items(at: 0..<1)[0].media.first)
      #expect(medium.duration == 83)
      #expect(medium.pixelSize == PixelSize(width: 320, height: 180))
    }
  }

  @Test("Sizes and stand-ins are kept with the archive, and found without the files")
  func kept() async throws {
    let notes = PictureNotes(archive: archive.path, delay: 60)
    let pictures = ConversationPictures(archive: archive, conversation: conversation, notes: notes)
    let medium = try #require(try await messages(pictures)[0].media.first)
    #expect(medium.preview == nil)
    let picture = Bitmap(size: PixelSize(width: 300, height: 200))
    picture.withMutablePixels { $0.update(repeating: 0xFF20_60C0) }
    pictures.decoded(try #require(medium.imageKey), picture)
    #expect(try await messages(pictures)[0].media.first?.preview != nil, "in the same run")
    notes.flush()

    try FileManager.default.removeItem(atPath: "\(folder.path)/a.png")
    let later = ConversationPictures(archive: archive, conversation: conversation, notes: nil)
    let again = try #require(try await messages(later)[0].media.first)
    #expect(again.pixelSize == PixelSize(width: 60, height: 40))
    let color = try #require(again.preview?.pixels(PixelSize(width: 1, height: 1)).first)
    for (shift, wanted) in [(16, 0x20), (8, 0x60), (0, 0xC0)] as [(UInt32, Int)] {
      #expect(abs(Int(color >> shift & 0xFF) - wanted) <= 3)
    }
  }

  @Test(
    "A picture of the network that nobody knew the size of has its room the next time, and at once")
  func fetchedSize() async throws {
    let address = "https://a.example/wide.png"
    let other = try TemporaryFolder()
    let archive = try other.archive(
      of: TelegramSample.chat([TelegramSample.message(1, more: #", "photo": "\#(address)""#)]))
    let conversation = try #require(try archive.conversations().first)
    func read(_ pictures: ConversationPictures) async throws -> ChatMessage {
      let source = ArchiveChatSource(archive: archive, conversation: conversation, facts: pictures)
      return try #require(try await source.items(at: 0..<1).first)
    }
    func medium(_ pictures: ConversationPictures) async throws -> ChatMedia {
      try #require(try await read(pictures).media.first)
    }
    // What its server sent: only that says its shape, what was decoded is cut to a square cell.
    let cache = OriginalCache(folder: "\(other.path)/originals")
    cache.store(
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/a.png"))),
      for: ImageKey(address))
    let originals = KeptOriginals(PermittedFetcher(HTTPImageFetcher()), cache: cache)
    let notes = PictureNotes(archive: archive.path, delay: 60)
    let pictures = ConversationPictures(
      archive: archive, conversation: conversation, notes: notes, originals: originals)
    let before = try await medium(pictures)
    #expect(before.pixelSize == nil)
    let revision = try await read(pictures).revision
    let (told, teller) = AsyncStream.makeStream(of: ImageKey.self)
    pictures.onSize { teller.yield($0) }
    let square = Bitmap(size: PixelSize(width: 20, height: 20))
    pictures.decoded(try #require(before.imageKey), square)
    // Another size of it tells nothing new.
    pictures.decoded(try #require(before.imageKey), square)
    var keys = told.makeAsyncIterator()
    #expect(await keys.next() == before.imageKey)
    #expect(try await medium(pictures).pixelSize == PixelSize(width: 60, height: 40))
    #expect(try await read(pictures).revision != revision, "or its rows would stay as they are")
    teller.finish()
    #expect(await keys.next() == nil)

    notes.flush()
    let later = ConversationPictures(archive: archive, conversation: conversation, notes: nil)
    #expect(try await medium(later).pixelSize == PixelSize(width: 60, height: 40))
  }
}
