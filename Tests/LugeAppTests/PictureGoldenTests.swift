import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import LugePictures
import Testing

@testable import LugeApp
@testable import LugeListKit

@Suite("Pictures as they were looked at")
struct PictureGoldenTests {
  private let tools = PaintTools(images: NamedPictures())

  // MARK: In a row

  private func row(_ media: [ChatMedia], scheme: ColorScheme, scale: Double) throws -> Bitmap {
    let message = ChatMessage(
      id: ItemID(1), author: ChatAuthor(id: 1, name: "Anna"), time: 1_700_000_000, media: media)
    let rows = ChatRowFactory(ChatConfiguration(isGroup: false)).rows(
      for: message, previous: nil, next: nil)
    let bubble = try #require(rows.last)
    let layout = bubble.layout(
      in: LayoutContext(
        environment: LayoutEnvironment(width: Int(320 * scale), scale: scale), text: tools.text))
    return tools.paint(
      layout, slice: 0..<layout.size.height, scheme: scheme, background: ChatStyle.background)
  }

  /// Ten: six photos, one that is missing, one that the network lost, a stand-in, a video.
  private func grid() -> [ChatMedia] {
    var media = ["C03020", "20A040", "2060C0", "E0C020", "802080", "20A0A0", "missing", "network"]
      .map { ChatMedia(kind: .photo, imageKey: ImageKey($0)) }
    media.append(
      ChatMedia(
        kind: .photo, imageKey: ImageKey("later"), preview: BlurHash("LEHV6nWB2yk8pyo0adR*.7kCMdnj")
      ))
    media.append(ChatMedia(kind: .video, imageKey: ImageKey("video"), duration: 83))
    return media
  }

  @Test("A grid of ten, with what is there, what is not, and why", arguments: [1.0, 2.0])
  func ten(scale: Double) throws {
    for scheme in [ColorScheme.light, .dark] {
      let complaint = try GoldenPicture.complaint(
        about: row(grid(), scheme: scheme, scale: scale), "grid-\(scheme)-\(scale)", scale: scale)
      #expect(complaint == nil)
    }
  }

  // MARK: In the viewer

  private func viewer(_ scheme: ColorScheme, scale: Double, problem: String?) throws -> Bitmap {
    let size = PixelSize(width: Int(480 * scale), height: Int(360 * scale))
    var chrome = ViewerChrome(size: size, scale: scale, scheme: scheme, fontFamily: "Noto Sans")
    chrome.words = PictureWords(
      title: "Anna", detail: "3 Jun 2024, 10:00", caption: "The view from the hut")
    chrome.place = .init(index: 1, count: 17)
    chrome.problem = problem
    chrome.canRetry = problem != nil
    let zoom = PictureZoom(
      picture: PixelSize(width: 900, height: 600), area: chrome.pictureArea, scale: scale)
    let picture = Bitmap(
      size: PixelSize(width: Int(zoom.rect.width), height: Int(zoom.rect.height)))
    picture.withMutablePixels { $0.update(repeating: 0xFF30_70B0) }
    let bitmap = Bitmap(size: size)
    try bitmap.withMutablePixels { pixels in
      PictureStage(
        scheme: scheme, rect: problem == nil ? zoom.rect : nil,
        picture: problem == nil ? picture : nil, chrome: ChromePainter.drawn(chrome, tools)
      ).paint(into: try PixelTarget(pixels, size: size))
    }
    return bitmap
  }

  @Test("The viewer with a picture, light and dark", arguments: [1.0, 2.0])
  func viewer(scale: Double) throws {
    for scheme in [ColorScheme.light, .dark] {
      let complaint = try GoldenPicture.complaint(
        about: viewer(scheme, scale: scale, problem: nil), "viewer-\(scheme)-\(scale)",
        scale: scale)
      #expect(complaint == nil)
    }
  }

  @Test("The viewer where there is no picture", arguments: [1.0, 2.0])
  func problem(scale: Double) throws {
    let bitmap = try viewer(.light, scale: scale, problem: "The server did not answer in time")
    let complaint = try GoldenPicture.complaint(
      about: bitmap, "viewer-problem-\(scale)", scale: scale)
    #expect(complaint == nil)
  }

  @Test("A word misspelt in the viewer is noticed")
  func misspelt() throws {
    let right = try viewer(.light, scale: 1, problem: "The server did not answer in time")
    let wrong = try viewer(.light, scale: 1, problem: "The server did not answer in tine")
    #expect(!PictureComparison(right, wrong).isSame)
  }
}
