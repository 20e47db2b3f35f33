import LugeArchive
import LugeChat
import LugeCore
import Testing

@testable import LugeApp

@Suite("Pictures without a window") struct OffscreenTests {
  private func render(
    _ messages: Int = 60, place: OffscreenList.Place = .newest, scheme: ColorScheme = .light,
    scale: Double = 1
  ) throws -> Bitmap {
    let folder = try TemporaryFolder()
    let archive = try folder.archive(
      of: TelegramSample.chat((0..<messages).map { TelegramSample.message($0 + 1, "Words \($0)") }))
    let conversation = try #require(try archive.conversations().first)
    return try OffscreenList.render(
      ChatPresentation.provider(archive: archive, conversation: conversation, zone: .utc),
      configuration: ChatPresentation.engineConfiguration, size: PixelSize(width: 320, height: 400),
      scale: scale, scheme: scheme, place: place)
  }

  private func rows(_ bitmap: Bitmap, _ range: Range<Int>) -> Set<UInt32> {
    bitmap.withPixels { pixels in
      Set(range.flatMap { y in (0..<bitmap.size.width).map { pixels[y * bitmap.size.width + $0] } })
    }
  }

  @Test("Full size, with messages from top to bottom and room below the last one")
  func newest() throws {
    let bitmap = try render(scale: 2)
    #expect(bitmap.size == PixelSize(width: 640, height: 800))
    #expect(rows(bitmap, 0..<800).count > 32)
    #expect(rows(bitmap, 0..<100).count > 4)
    #expect(rows(bitmap, 782..<800).count == 1)
  }

  @Test("The same every time, other at other places and in the dark")
  func differences() throws {
    func words(_ bitmap: Bitmap) -> [UInt32] { bitmap.withPixels { Array($0) } }
    let newest = words(try render())
    #expect(words(try render()) == newest)
    #expect(words(try render(place: .oldest)) != newest)
    #expect(words(try render(place: .position(30))) != newest)
    let dark = words(try render(scheme: .dark))
    #expect(dark.last == ChatStyle.background.resolved(.dark).premultipliedWord)
    #expect(newest.last == ChatStyle.background.resolved(.light).premultipliedWord)
  }
}
