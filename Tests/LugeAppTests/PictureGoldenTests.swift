import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import Testing

@testable import LugeApp
@testable import LugeListKit

/// What was looked at and found right, as mean colours of blocks; fonts and rasterisers may differ
/// by a shade.
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
    let side = Int(40 * scale)
    for (scheme, known) in [(ColorScheme.light, Known.gridLight), (.dark, Known.gridDark)] {
      let bitmap = try row(grid(), scheme: scheme, scale: scale)
      Golden.expect(try Golden.blocks(bitmap, side: side, "grid-\(scheme)"), like: known)
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
    let side = Int(60 * scale)
    for (scheme, known) in [
      (ColorScheme.light, Known.viewerLight), (.dark, Known.viewerDark),
    ] {
      let bitmap = try viewer(scheme, scale: scale, problem: nil)
      Golden.expect(try Golden.blocks(bitmap, side: side, "viewer-\(scheme)"), like: known)
    }
  }

  @Test("The viewer where there is no picture", arguments: [1.0, 2.0])
  func problem(scale: Double) throws {
    let bitmap = try viewer(.light, scale: scale, problem: "The server did not answer in time")
    Golden.expect(
      try Golden.blocks(bitmap, side: Int(60 * scale), "problem"), like: Known.viewerProblem)
  }
}

private enum Known {
  static let gridLight: [Int] = [
    0xCB6F65, 0xC23E2F, 0xC23E2F, 0x777D49, 0x2EA54C, 0x2EA54C, 0x74C08A, 0xE4ECEC,
    0xC85E52, 0xC03020, 0xC03020, 0x6F753B, 0x20A040, 0x20A040, 0x64BA7B, 0xE4ECEC,
    0xC85E52, 0xC03020, 0xC03020, 0x6F753B, 0x20A040, 0x20A040, 0x64BA7B, 0xE4ECEC,
    0x767FAE, 0x535B9B, 0x535B9B, 0x8D9669, 0xB1BB33, 0xB1BB33, 0xC2CB73, 0xE4ECEC,
    0x5082CA, 0x2060C0, 0x2060C0, 0x8F9A6F, 0xE0C020, 0xE0C020, 0xE1CF67, 0xE4ECEC,
    0x5082CA, 0x2060C0, 0x2060C0, 0x8F9A6F, 0xE0C020, 0xE0C020, 0xE1CF67, 0xE4ECEC,
    0x7B71B6, 0x5849A4, 0x4073B0, 0x60A28D, 0xB2C377, 0xDCD186, 0xDEDAA9, 0xE4ECEC,
    0x98529A, 0x802080, 0x4C7799, 0x20A0A0, 0x7CC0C1, 0xC5CDCF, 0xD9E2E3, 0xE4ECEC,
    0xB289B6, 0xA168A5, 0x7595AC, 0x58A9A7, 0x8DBCBE, 0xCBD3D5, 0xDBE3E4, 0xE4ECEC,
    0xD7E0E2, 0xCDD6D8, 0xA7B3BA, 0x9D8E86, 0xA5B1B8, 0x9DA4A5, 0xD9E2E3, 0xE4ECEC,
  ]
  static let gridDark: [Int] = [
    0x83271D, 0xB22E1F, 0xB22E1F, 0x5D642F, 0x1E953D, 0x1E953D, 0x18642F, 0x0F1719,
    0x93291E, 0xC03020, 0xC03020, 0x636A31, 0x20A040, 0x20A040, 0x1A6F32, 0x0F1719,
    0x93291E, 0xC03020, 0xC03020, 0x636A31, 0x20A040, 0x20A040, 0x1A6F32, 0x0F1719,
    0x394272, 0x475190, 0x475190, 0x778154, 0xA6B028, 0xA6B028, 0x717A23, 0x0F1719,
    0x1B4D96, 0x2060C0, 0x2060C0, 0x848F64, 0xE0C020, 0xE0C020, 0x96841D, 0x0F1719,
    0x1B4D96, 0x2060C0, 0x2060C0, 0x848F64, 0xE0C020, 0xE0C020, 0x96841D, 0x0F1719,
    0x3D3479, 0x4D3E9A, 0x2F63A1, 0x4F927D, 0x7D9045, 0x80772D, 0x585526, 0x0F1719,
    0x631D66, 0x802080, 0x416D8F, 0x20A0A0, 0x246B6D, 0x3A464A, 0x212C2F, 0x0F1719,
    0x4B2352, 0x5F2865, 0x4C6D85, 0x4D9E9D, 0x35676B, 0x293539, 0x202B2F, 0x0F1719,
    0x243033, 0x323E42, 0x606E76, 0x9D8E86, 0x56646C, 0x2A3335, 0x212C2F, 0x0F1719,
  ]
  static let viewerLight: [Int] = [
    0xEDEEEF, 0xF6F7F7, 0xFCFCFC, 0xFCFCFC, 0xF8F9F9, 0xF7F8F8, 0xEEEFEF, 0xF9F9F9,
    0x84AACE, 0x3C78B4, 0x3C78B4, 0x3C78B4, 0x3C78B4, 0x3C78B4, 0x3C78B4, 0x84AACE,
    0x7DA4CB, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x7DA4CB,
    0x6F8CA7, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x6F8CA7,
    0x7DA4CB, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x7DA4CB,
    0x8CAFD1, 0x4981B9, 0x7CA3CA, 0xB9CBDD, 0xB9CBDD, 0x7CA3CA, 0x4981B9, 0x8CAFD1,
  ]
  static let viewerDark: [Int] = [
    0x20272D, 0x171E25, 0x121920, 0x121920, 0x161D23, 0x161D24, 0x1F262C, 0x151C23,
    0x1F456B, 0x2D69A5, 0x2D69A5, 0x2D69A5, 0x2D69A5, 0x2D69A5, 0x2D69A5, 0x1F456B,
    0x214971, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x214971,
    0x1F3D59, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x1F3D59,
    0x214971, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x3070B0, 0x214971,
    0x1E4165, 0x2B639B, 0x265079, 0x243B51, 0x243B51, 0x265079, 0x2B639B, 0x1E4165,
  ]
  static let viewerProblem: [Int] = [
    0xEDEEEF, 0xF6F7F7, 0xFCFCFC, 0xFCFCFC, 0xF8F9F9, 0xF7F8F8, 0xEEEFEF, 0xF9F9F9,
    0xF1F4F5, 0xF1F4F5, 0xF1F4F5, 0xF1F4F5, 0xF1F4F5, 0xF1F4F5, 0xF1F4F5, 0xF1F4F5,
    0xF1F4F5, 0xF1F4F5, 0xEDF0F1, 0xEDF0F1, 0xEDF1F2, 0xEDF1F2, 0xF1F4F5, 0xF1F4F5,
    0xBFC2C4, 0xF1F4F5, 0xEBEEEF, 0xB6BABB, 0xB5B9BB, 0xEBEEEF, 0xF1F4F5, 0xBFC2C4,
    0xF1F4F5, 0xF1F4F5, 0xF1F4F5, 0xE6EAEB, 0xE6EAEB, 0xF1F4F5, 0xF1F4F5, 0xF1F4F5,
    0xF1F4F5, 0xF1F4F5, 0xF1F3F4, 0xEEEFF0, 0xEEEFF0, 0xF1F3F4, 0xF1F4F5, 0xF1F4F5,
  ]
}
