import LugeChat
import LugeCore
import LugeEngine
import LugeImages
import LugePaint
import LugePictures
import LugeText
import Testing

@testable import LugeLab

/// Proof that the slow configurations are honest: they show the same pixels as the fast ones.
@Suite("The study's configurations show the same picture")
@MainActor
struct StudyPictureTests {
  /// Plain pictures with a mark in the middle, at any size.
  final class Stub: OrdinaryPictureSource, ImageProviding {
    let usesTargetSize: Bool
    let cutsCorners: Bool

    init(_ switches: OrdinarySwitches) {
      usesTargetSize = switches.usesTargetSize
      cutsCorners = switches.corners == .cutOnce
    }

    /// For Luge's rows.
    init() { (usesTargetSize, cutsCorners) = (true, false) }

    nonisolated static func picture(_ size: PixelSize) -> Bitmap {
      let bitmap = Bitmap(size: size)
      bitmap.withMutablePixels { pixels in
        for y in 0..<size.height {
          for x in 0..<size.width {
            // Smooth, as photos are; and the same whichever size it is made at.
            let green = UInt32(Double(y) / Double(size.height) * 200)
            let fromMiddle = abs(Double(x) / Double(size.width) - 0.5)
            let blue = 0x20 + UInt32(min(1, max(0, (0.3 - fromMiddle) * 8)) * 160)
            pixels[y * size.width + x] = 0xFF00_0000 | green << 8 | blue
          }
        }
      }
      return bitmap
    }

    func bitmap(of picture: StudyPicture, size: PixelSize) -> Bitmap? {
      let picture = Self.picture(usesTargetSize ? size : picture.size)
      return cutsCorners ? OrdinaryPainter.withCutCorners(picture) : picture
    }
    func advance(
      to time: Double, visible: Set<ImageRequest>
    ) -> (changed: Set<ImageKey>, stepped: Int) { ([], 0) }
    func takeWaited() -> Double { 0 }
    nonisolated func image(for key: ImageKey, size: PixelSize) -> Bitmap? { Self.picture(size) }
  }

  static let size = PixelSize(width: 400, height: 800)

  /// Squares, so that filling a square room crops nothing.
  static let messages = StudyMessage.messages(count: 60, address: "x").map { message in
    var message = message
    message.pictures = message.pictures.map {
      StudyPicture(key: $0.key, isAnimated: false, size: PixelSize(width: 360, height: 360))
    }
    return message
  }

  private func shown(_ list: any StudyList, scrolling pixels: Int) -> [UInt32] {
    list.open(Self.size, at: 0)
    let bitmap = Bitmap(size: Self.size)
    // In steps, as a user does it: heights that are estimated come true on the way.
    for step in 0...pixels / 50 {
      waitForPrepared(list)
      if step > 0 { list.scroll(by: 50) }
      _ = list.frame(at: Double(step) / 60)
    }
    return bitmap.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return [] }
      list.paint(on: base, size: Self.size, stride: Self.size.width)
      return Array(pixels)
    }
  }

  /// Rows that a thread prepares are to be compared, not those that the list makes without it. The
  /// bound ends a test of a thread that stopped.
  private func waitForPrepared(_ list: any StudyList) {
    guard let list = list as? OrdinaryList else { return }
    let limit = Timing.now + 60
    while !list.isPrepared, Timing.now < limit { Timing.sleep(until: Timing.now + 0.001) }
  }

  private func ordinary(_ configuration: StudyConfiguration) throws -> OrdinaryList {
    let switches = try #require(configuration.ordinary)
    return OrdinaryList(
      messages: Self.messages, style: configuration.style, switches: switches,
      pictures: Stub(switches))
  }

  /// Where they differ, in windows as large as a stroke of a letter.
  private func difference(_ a: [UInt32], _ b: [UInt32]) -> PictureComparison {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { PictureComparison(a, $0, size: Self.size) }
    }
  }

  /// The rows as Luge's lanes lay them out and draw them.
  private func luge(_ style: StudyStyle = .bubbles, scrolledBy offset: Int) -> [UInt32] {
    let tools = PaintTools(images: Stub())
    let context = LayoutContext(
      environment: LayoutEnvironment(width: Self.size.width), text: tools.text)
    var all: [UInt32] = []
    for message in Self.messages {
      let layout = StudyRow(message, style).layout(in: context)
      let bitmap = tools.paint(
        layout, slice: 0..<layout.size.height, scheme: .light, background: StudyLayout.background)
      bitmap.withPixels { all += $0 }
    }
    let start = offset * Self.size.width
    return Array(all[start..<start + Self.size.width * Self.size.height])
  }

  @Test("all ordinary ones, and Luge", arguments: [0, 350, 1200])
  func samePicture(offset: Int) throws {
    let luge = luge(scrolledBy: offset)
    for configuration in StudyConfiguration.allCases where configuration.ordinary != nil {
      guard configuration != .best else { continue }
      let list = try ordinary(configuration)
      let pixels = shown(list, scrolling: offset)
      #expect((list.work.layoutsTaken > 0) == (configuration == .preparedRows))
      // Corners are cut in another order, and large pictures are scaled by another filter: both
      // change shades of a pixel's width.
      let found = difference(pixels, luge)
      #expect(found.isSame, "\(configuration): \(found.differences.prefix(5))")
      let (border, expected) = (borderPixels(pixels), borderPixels(luge))
      #expect(expected > 100 && abs(border - expected) * 10 <= expected, "\(configuration)")
    }
    // The comparison sees a difference where there is one.
    #expect(!difference(luge, self.luge(scrolledBy: offset + 1)).isSame)
  }

  @Test("the best case, and Luge with its text", arguments: [0, 350, 1200])
  func samePlainText(offset: Int) throws {
    let luge = luge(.plain, scrolledBy: offset)
    let found = difference(shown(try ordinary(.best), scrolling: offset), luge)
    #expect(found.isSame, "\(found.differences.prefix(5))")
    #expect(!difference(luge, self.luge(.plain, scrolledBy: offset + 5)).isSame)
  }

  @Test(
    "what is below the last row is background", arguments: [StudyConfiguration.best, .noOffscreen])
  func below(_ configuration: StudyConfiguration) throws {
    let switches = try #require(configuration.ordinary)
    let list = OrdinaryList(
      messages: Array(Self.messages.prefix(2)), style: configuration.style, switches: switches,
      pictures: Stub(switches))
    let pixels = shown(list, scrolling: 0)
    let background = StudyLayout.background.resolved(.light).premultipliedWord
    #expect(pixels.suffix(Self.size.width * 100).allSatisfy { $0 == background })
  }

  /// Pixels of exactly the border's colour: too faint on white for a comparison of shapes.
  private func borderPixels(_ pixels: [UInt32]) -> Int {
    let border = StudyLayout.border.color.resolved(.light).premultipliedWord & 0xFF_FFFF
    return pixels.count { $0 & 0xFF_FFFF == border }
  }

  @Test("constraints give the frames that the function gives")
  func constraints() throws {
    let text = PangoText(usesFastPath: false)
    for width in [320, 400, 700] {
      for message in Self.messages {
        let made = StudyLayout.make(message, .bubbles, width: width, text: text)
        let solved = try #require(ConstraintLayout.make(message, width: width, text: text))
        #expect(solved.height == made.height)
        #expect(solved.bubble == made.bubble)
        #expect(solved.pictures == made.pictures)
        #expect(solved.text?.origin == made.text?.origin)
        #expect(solved.text?.layout.lines == made.text?.layout.lines)
      }
    }
  }

  @Test("equations without one solution are refused")
  func unsolvable() {
    var system = LinearSystem(variables: 2)
    system.add([.init(variable: 0, factor: 1), .init(variable: 1, factor: 1)], equals: 3)
    #expect(system.solved() == nil)
    system.add([.init(variable: 0, factor: 2), .init(variable: 1, factor: 2)], equals: 6)
    #expect(system.solved() == nil)
    system.add([.init(variable: 0, factor: 1), .init(variable: 1, factor: -1)], equals: 1)
    #expect(system.solved() == [2, 1])
  }

  @Test("every list comes to the same end")
  func ends() throws {
    var ends: Set<Double> = []
    for configuration in StudyConfiguration.allCases
    where configuration.ordinary != nil && configuration != .best {
      let list = try ordinary(configuration)
      list.open(Self.size, at: 0)
      for step in 0..<400 {
        _ = list.frame(at: Double(step) / 60)
        list.scroll(by: 40)
      }
      _ = list.frame(at: 10)
      #expect(list.position.now == list.position.max)
      ends.insert(list.position.max)
    }
    #expect(ends.count == 1)
  }
}
