import LugeChat
import LugeCore
import LugeEngine
import LugePaint
import Testing

@testable import LugeApp

/// What was looked at and found right, as mean colours of blocks; fonts and rasterisers may differ by
/// a shade.
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
    0xE4AFA9, 0xCB5C50, 0xCB5C50, 0x8FA378, 0x4FB369, 0x4FB369, 0xCCE8D3, 0xFFFFFF,
    0xDD968E, 0xC03020, 0xC03020, 0x6E864D, 0x20A040, 0x20A040, 0xBAE0C4, 0xFFFFFF,
    0xA3B8DD, 0x456EBA, 0x456EBA, 0xAEB384, 0xD3C33C, 0xD3C33C, 0xF1ECC8, 0xFFFFFF,
    0x8EAEDD, 0x2060C0, 0x2060C0, 0xA4A870, 0xE0C020, 0xE0C020, 0xF3EABB, 0xFFFFFF,
    0xC4A0C8, 0x883D91, 0x6F8EAE, 0x41ABA9, 0xABCEC8, 0xCFD5D0, 0xEFF2F2, 0xFFFFFF,
    0xBE8FBE, 0x802080, 0x5E80A1, 0x20A0A0, 0x9CC9CC, 0xC7D0D3, 0xEEF1F2, 0xFFFFFF,
    0xE6E9EC, 0xCDD3D9, 0xB8C3CA, 0xA8A8A5, 0xACB6BC, 0xB4BBBE, 0xEFF2F3, 0xFFFFFF,
    0xE4E9EB, 0xCBD3D7, 0xAFB5B8, 0x9F8B7A, 0xBCC5CA, 0x92979A, 0xE5E8E9, 0xFFFFFF,
  ]
  static let gridDark: [Int] = [
    0x552624, 0x9B2D23, 0x9B2D23, 0x455C33, 0x1F843C, 0x1F843C, 0x173A2B, 0x121B22,
    0x6A2823, 0xC03020, 0xC03020, 0x536D34, 0x20A040, 0x20A040, 0x18442D, 0x121B22,
    0x203A63, 0x2C56A3, 0x2C56A3, 0x757C4F, 0xBAAB25, 0xBAAB25, 0x434526, 0x121B22,
    0x1B3F72, 0x2060C0, 0x2060C0, 0x888D56, 0xE0C020, 0xE0C020, 0x504E24, 0x121B22,
    0x41224E, 0x6F257A, 0x3B5D7E, 0x248F8E, 0x335B59, 0x3D494A, 0x1E292F, 0x121B22,
    0x4A2053, 0x802080, 0x416486, 0x20A0A0, 0x2B5D63, 0x3A4851, 0x1E2930, 0x121B22,
    0x242F38, 0x36424D, 0x55656E, 0x8F908E, 0x415059, 0x2B363C, 0x1D2830, 0x121B22,
    0x243039, 0x36454E, 0x5C656B, 0x9F8B7A, 0x49565F, 0x30383C, 0x1C262E, 0x121B22,
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
