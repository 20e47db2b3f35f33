import Foundation
import LocalServer
import LugeCore
import LugeImages
import Synchronization
import Testing

@testable import LugeLab

/// A placeholder is no picture: who shows one is not as far as who shows the picture.
@Suite("Pictures that are late are counted, whichever list shows them", .timeLimit(.minutes(5)))
@MainActor
struct LatePictureTests {
  /// Pictures of which some never come.
  private final class Some: OrdinaryPictureSource {
    private let missing: Set<ImageKey>
    init(missing: Set<ImageKey>) { self.missing = missing }

    func bitmap(of picture: StudyPicture, size: PixelSize) -> Bitmap? {
      missing.contains(picture.key) ? nil : StudyPictureTests.Stub.picture(size)
    }
    func advance(
      to time: Double, visible: Set<ImageRequest>
    ) -> (changed: Set<ImageKey>, stepped: Int) { ([], 0) }
    func takeWaited() -> Double { 0 }
  }

  private let size = StudyPictureTests.size

  /// Returns the number of missing pictures that a list painted.
  private func late(_ list: any StudyList) -> Int {
    let bitmap = Bitmap(size: size)
    bitmap.withMutablePixels { pixels in
      guard let base = pixels.baseAddress else { return }
      list.paint(on: base, size: size, stride: size.width)
    }
    return bitmap.withPixels { pixels in
      LatePictures.count(list.pictureFrames, in: size) { x, y in pixels[y * size.width + x] }
    }
  }

  private func inView(_ list: any StudyList) -> Int {
    list.pictureFrames.count { $0.maxY > 0 && $0.y < Double(size.height) }
  }

  @Test(
    "Ordinary lists, drawn part by part, through groups and from kept rows",
    arguments: [StudyConfiguration.worst, .noOffscreen, .rowBitmaps])
  func ordinary(configuration: StudyConfiguration) throws {
    let switches = try #require(configuration.ordinary)
    let messages = StudyPictureTests.messages
    let all = messages.flatMap { $0.pictures.map(\.key) }
    func counts(missing: Set<ImageKey>) -> (late: Int, inView: Int) {
      let list = OrdinaryList(
        messages: messages, style: .bubbles, switches: switches, pictures: Some(missing: missing))
      list.open(size, at: 0)
      _ = list.frame(at: 0)
      list.scroll(by: 333)
      _ = list.frame(at: 1)
      return (late(list), inView(list))
    }
    let none = counts(missing: [])
    #expect(none.late == 0 && none.inView > 1)
    let every = counts(missing: Set(all))
    #expect(every.late == every.inView)
    let one = counts(missing: all.first.map { [$0] } ?? [])
    #expect(one.late < every.late)
  }

  @Test("Luge's list, whose pictures a server refuses")
  func luge() async throws {
    let server = try LocalHTTPServer { _ in .init(status: 404) }
    defer { server.stop() }
    let messages = StudyMessage.messages(count: 30, address: server.address)
    let list = LugeStudyList(
      messages: messages, style: .bubbles, pictures: .init(), waits: false)
    list.open(size, at: 0)
    // Until all rows are drawn: a test waits for a condition.
    var shown = list.frame(at: 0)
    var number = 0.0
    while shown.rows == 0 || shown.blankPixels > 0 || shown.skeletons > 0 {
      number += 1
      try await Task.sleep(for: .milliseconds(5))
      shown = list.frame(at: number / 60)
    }
    #expect(inView(list) > 1)
    #expect(late(list) == inView(list))
  }

  /// Two frames of one pixel, a tenth of a second each, for ever.
  nonisolated private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    + [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    + [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0, 0x3B]

  @Test(
    "An ordinary list's picture is there in the frame after it was fetched and decoded",
    arguments: [false, true])
  func oneFrame(isAnimated: Bool) async throws {
    let server = try LocalHTTPServer { _ in .init(body: Self.gif) }
    defer { server.stop() }
    let pictures = OrdinaryPictures(try #require(StudyConfiguration.targetSize.ordinary))
    let size = PixelSize(width: 90, height: 90)
    let picture = StudyPicture(
      key: ImageKey("\(server.address)/a.gif"), isAnimated: isAnimated, size: size)
    let visible: Set<ImageRequest> = isAnimated ? [ImageRequest(picture.key, size: size)] : []
    _ = pictures.advance(to: 0, visible: visible)
    #expect(pictures.bitmap(of: picture, size: size) == nil)
    while !pictures.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    // No frame came in between: what was fetched has been decoded all the same.
    let changed = pictures.advance(to: 1.0 / 60, visible: visible)
    #expect(changed.changed.contains(picture.key))
    #expect(pictures.bitmap(of: picture, size: size) != nil)
  }

  @Test("A frame that is decoded ahead changes no row, the one that is shown does")
  func ahead() async throws {
    let server = try LocalHTTPServer { _ in .init(body: Self.gif) }
    defer { server.stop() }
    let pictures = OrdinaryPictures(try #require(StudyConfiguration.targetSize.ordinary))
    let size = PixelSize(width: 90, height: 90)
    let picture = StudyPicture(
      key: ImageKey("\(server.address)/a.gif"), isAnimated: true, size: size)
    let visible = [ImageRequest(picture.key, size: size)] as Set
    _ = pictures.advance(to: 0, visible: visible)
    _ = pictures.bitmap(of: picture, size: size)
    while !pictures.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    var first = pictures.advance(to: 0, visible: visible)
    #expect(first.changed == [picture.key] && first.stepped == 0)
    // Until both frames are there; the second is not due.
    while pictures.keptFrameBytes < 2 * 90 * 90 * 4 {
      try await Task.sleep(for: .milliseconds(2))
      first = pictures.advance(to: 0, visible: visible)
      #expect(first.changed.isEmpty)
    }
    let next = pictures.advance(to: 0.11, visible: visible)
    #expect(next.changed == [picture.key] && next.stepped == 1)
    #expect(pictures.advance(to: 0.12, visible: visible).changed.isEmpty)
  }

  @Test("Uncapped frames wait for each frame of an animation that is due, in both lists")
  func animations() throws {
    let server = try LocalHTTPServer { _ in .init(body: Self.gif) }
    defer { server.stop() }
    let picture = StudyPicture(
      key: ImageKey("\(server.address)/a.gif"), isAnimated: true,
      size: PixelSize(width: 90, height: 90))
    let message = StudyMessage(number: 0, isOutgoing: false, text: "", pictures: [picture])
    let switches = try #require(StudyConfiguration.noOffscreen.ordinary)
    let lists: [any StudyList] = [
      OrdinaryList(
        messages: [message], style: .bubbles, switches: switches,
        pictures: OrdinaryPictures(switches, waits: true)),
      LugeStudyList(messages: [message], style: .bubbles, pictures: .init(), waits: true),
    ]
    for list in lists {
      list.open(size, at: 0)
      var shown = 0
      // A second of frames as fast as they come: far less time than the animation takes.
      for number in 0...60 {
        shown += list.frame(at: Double(number) / 60).animationFrames
        _ = late(list)
      }
      #expect((8...10).contains(shown), "\(type(of: list)): \(shown)")
    }
  }

  @Test(
    "Corners are cut where pictures are decoded, of photos and of frames", arguments: [false, true])
  func corners(isAnimated: Bool) async throws {
    let server = try LocalHTTPServer { _ in .init(body: Self.gif) }
    defer { server.stop() }
    let size = PixelSize(width: 90, height: 90)
    let picture = StudyPicture(
      key: ImageKey("\(server.address)/a.gif"), isAnimated: isAnimated, size: size)
    func alphas(_ configuration: StudyConfiguration) async throws -> (
      corner: UInt32, middle: UInt32
    ) {
      let pictures = OrdinaryPictures(try #require(configuration.ordinary))
      _ = pictures.bitmap(of: picture, size: size)
      while !pictures.isIdle { try await Task.sleep(for: .milliseconds(2)) }
      _ = pictures.advance(to: 1.0 / 60, visible: [])
      let bitmap = try #require(pictures.bitmap(of: picture, size: size))
      return bitmap.withPixels { ($0[0] >> 24, $0[45 * 90 + 45] >> 24) }
    }
    #expect(try await alphas(.targetSize) == (255, 255))
    #expect(try await alphas(.noOffscreen) == (0, 255))
  }

  @Test("Only the placeholder's own colour counts, and only what is in view")
  func pixels() {
    let placeholder = StudyLayout.placeholder.resolved(.light).premultipliedWord
    let view = PixelSize(width: 100, height: 100)
    let rects = [
      Rect(x: 0, y: -90, width: 90, height: 90), Rect(x: 0, y: -80, width: 90, height: 90),
      Rect(x: 0, y: 20, width: 90, height: 90), Rect(x: 0, y: 100, width: 90, height: 90),
    ]
    #expect(LatePictures.count(rects, in: view) { _, _ in placeholder } == 2)
    #expect(LatePictures.inView(rects, in: view) == 2)
    #expect(LatePictures.count(rects, in: view) { x, _ in x < 50 ? placeholder : 0 } == 0)
    #expect(LatePictures.count(rects, in: view) { _, _ in nil } == 0)
  }

  @Test("Answers that were taken wake nobody, one that comes does")
  func arrivals() {
    let arrivals = Arrivals<Int>()
    for number in 0..<5 { arrivals.add(number) }
    #expect(arrivals.take() == [0, 1, 2, 3, 4])
    let begin = Timing.now
    arrivals.wait(seconds: 0.1)
    #expect(Timing.now - begin >= 0.09)
    arrivals.add(7)
    arrivals.wait(seconds: 600)
    #expect(arrivals.take() == [7])
  }

  @Test("The ordinary lists' files come at a thread's usual priority")
  func priority() async throws {
    let server = try LocalHTTPServer { _ in .init(body: Array("GIF89a".utf8)) }
    defer { server.stop() }
    let fetcher = HTTPImageFetcher(configuration: OrdinaryPictures.fetching)
    let niceness = await withCheckedContinuation { answer in
      _ = fetcher.fetch(
        ImageKey("\(server.address)/a.gif"), limit: 1000, priority: .onScreen
      ) { _ in
        // On Linux a niceness belongs to a thread, and 0 names the calling one.
        answer.resume(returning: getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))
      }
    }
    #expect(niceness == 0)
  }

  @Test("Both kinds of lists keep as much of pictures, uncapped all of it")
  func memory() {
    #expect(StudyMemory.of(.steady) == .usual && StudyMemory.of(.slow) == .usual)
    #expect(StudyMemory.usual.photos == ImagePipeline.Configuration().memoryLimit)
    let all = StudyMemory.of(.uncapped)
    // 100 photos of 800 x 600 and 10 films of 24 frames of 320 x 240, four bytes a pixel.
    #expect(all.photos >= 100 * 800 * 600 * 4)
    #expect(all.frames >= 240 * 320 * 240 * 4)
  }
}
