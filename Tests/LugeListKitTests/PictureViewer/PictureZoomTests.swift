import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeListKit

@Suite("Zoom of the picture viewer")
struct PictureZoomTests {
  private let area = Rect(x: 10, y: 60, width: 600, height: 500)

  private func zoom(_ width: Int, _ height: Int, scale: Double = 1) -> PictureZoom {
    PictureZoom(picture: PixelSize(width: width, height: height), area: area, scale: scale)
  }

  @Test("A large picture is fitted, a small one keeps its size, both in the middle")
  func fits() {
    let large = zoom(3000, 1500).rect
    #expect(large == Rect(x: 10, y: 160, width: 600, height: 300))
    let small = zoom(100, 50).rect
    #expect(small == Rect(x: 260, y: 285, width: 100, height: 50))
    #expect(zoom(100, 50, scale: 2).rect.width == 200)
  }

  @Test(
    "Whatever is done, the picture covers its area or stands in its middle",
    arguments: 0..<60 as Range<UInt64>)
  func invariant(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var zoom = zoom(
      .random(in: 1...5000, using: &random), .random(in: 1...5000, using: &random),
      scale: .random(in: 0.5...3, using: &random))
    for _ in 0..<60 {
      let point = Point(
        x: .random(in: -50...700, using: &random), y: .random(in: -50...700, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: zoom.zoom(by: .random(in: 0.2...4, using: &random), about: point)
      case 1: zoom.pan(x: point.x - 300, y: point.y - 300)
      case 2: zoom.toggle(at: point)
      case 3:
        zoom.setArea(
          Rect(
            x: 0, y: .random(in: 0...80, using: &random),
            width: .random(in: 1...1500, using: &random),
            height: .random(in: 1...1500, using: &random)))
      default: zoom.fit()
      }
      let (area, rect) = (zoom.area, zoom.rect)
      #expect(zoom.zoom >= zoom.fitZoom && zoom.zoom <= zoom.maximumZoom * 1.000001)
      for (low, high, from, to) in [
        (area.x, area.maxX, rect.x, rect.maxX), (area.y, area.maxY, rect.y, rect.maxY),
      ] {
        if to - from > high - low + 1.5 {
          #expect(from <= low + 1 && to >= high - 1)
        } else {
          #expect(abs((from + to) - (low + high)) <= 2.5)
        }
      }
    }
  }

  @Test("The point under the pointer stays there, at once and on the way")
  func fixedPoint() {
    var zoom = zoom(3000, 2500)
    zoom.zoom(by: 3, about: Point(x: 310, y: 310))
    let pointer = Point(x: 250, y: 330)
    func spot(_ zoom: PictureZoom) -> Point {
      Point(
        x: (pointer.x - zoom.center.x) / zoom.zoom, y: (pointer.y - zoom.center.y) / zoom.zoom)
    }
    let before = spot(zoom)
    var goal = zoom
    goal.zoom(by: 1.7, about: pointer)
    let motion = ZoomMotion(from: zoom, goal: goal, start: 5)
    for step in 0...20 {
      let now = spot(motion.value(at: 5 + Double(step) / 20 * ZoomMotion.duration))
      #expect(abs(now.x - before.x) < 0.5 && abs(now.y - before.y) < 0.5)
    }
    #expect(motion.value(at: 5) == zoom.towards(goal, part: 0))
    #expect(motion.value(at: 6) == goal)
    #expect(motion.isOver(at: 5 + ZoomMotion.duration))
  }

  @Test("A late frame ends a motion where it would have ended")
  func late() {
    let from = zoom(3000, 2500)
    var goal = from
    goal.toggle(at: Point(x: 300, y: 300))
    #expect(ZoomMotion(from: from, goal: goal, start: 0).value(at: 9) == goal)
    goal.toggle(at: Point(x: 1, y: 1))
    #expect(goal.isFitted)
  }
}

@Suite("Sizes at which the viewer decodes")
struct PictureLevelsTests {
  @Test("From what is seen to the picture itself, each at most twice the one before")
  func steps() {
    let levels = PictureLevels(
      picture: PixelSize(width: 3000, height: 2000), fitted: PixelSize(width: 600, height: 400))
    #expect(levels.sizes.first == PixelSize(width: 600, height: 400))
    #expect(levels.sizes.last == PixelSize(width: 3000, height: 2000))
    for (a, b) in zip(levels.sizes, levels.sizes.dropFirst()) {
      #expect(b.width > a.width && Double(b.width) <= 2.6 * Double(a.width))
    }
    #expect(levels.level(for: PixelSize(width: 600, height: 400)) == 0)
    #expect(levels.level(for: PixelSize(width: 601, height: 401)) == 1)
    #expect(levels.level(for: PixelSize(width: 9000, height: 9000)) == levels.sizes.count - 1)
  }

  @Test(
    "Small pictures are decoded as they are, huge ones within the limit",
    arguments: 0..<60 as Range<UInt64>)
  func limits(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let picture = PixelSize(
      width: .random(in: 1...40_000, using: &random),
      height: .random(in: 1...40_000, using: &random))
    let rect = PictureZoom(
      picture: picture, area: Rect(x: 0, y: 0, width: 900, height: 700), scale: 1
    ).rect
    let levels = PictureLevels(
      picture: picture, fitted: PixelSize(width: Int(rect.width), height: Int(rect.height)))
    for size in levels.sizes {
      #expect(size.width >= 1 && size.height >= 1)
      // One-pixel sides are rounded up.
      #expect(size.width * size.height * 4 <= PictureLevels.byteLimit + 4 * 40_000)
      #expect(size.width <= picture.width && size.height <= picture.height)
    }
    #expect(levels.sizes.count <= 12)
  }
}
