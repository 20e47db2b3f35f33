import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeImages

@Suite("Videos: what their files say") struct VideoHeaderTests {
  private static func number(_ value: UInt64, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64(bytes - 1 - $0))) }
  }

  private static func box(_ kind: String, _ body: [UInt8], isLong: Bool = false) -> [UInt8] {
    isLong
      ? number(1, 4) + Array(kind.utf8) + number(UInt64(body.count + 16), 8) + body
      : number(UInt64(body.count + 8), 4) + Array(kind.utf8) + body
  }

  private static func movieHeader(_ ticks: UInt64, per second: UInt64, version: UInt8) -> [UInt8] {
    let wide = version == 1 ? 8 : 4
    return box(
      "mvhd",
      [version, 0, 0, 0] + number(0, wide) + number(0, wide) + number(second, 4)
        + number(ticks, wide) + number(0, 80))
  }

  private static func track(_ width: UInt64, _ height: UInt64, isTurned: Bool = false) -> [UInt8] {
    let one = number(0x10000, 4)
    let none = number(0, 4)
    let rows =
      isTurned ? none + one + none + one + none + none : one + none + none + none + one + none
    return box(
      "trak",
      box(
        "tkhd",
        [0, 0, 0, 7] + number(0, 36) + rows + number(0, 12) + number(width << 16, 4)
          + number(height << 16, 4)))
  }

  private static let start = box("ftyp", Array("isom\0\0\0\0mp42".utf8))

  private func header(_ bytes: [UInt8]) -> VideoHeader? { VideoHeader(HeaderReader(bytes: bytes)) }

  @Test("Length and size, of sound and picture, whatever stands before them")
  func plain() {
    let movie = Self.box(
      "moov",
      Self.movieHeader(12_500, per: 1000, version: 0) + Self.track(0, 0) + Self.track(640, 360))
    let expected = PixelSize(width: 640, height: 360)
    #expect(header(Self.start + movie)?.seconds == 12.5)
    #expect(header(Self.start + movie)?.size == expected)
    let content = [UInt8](repeating: 7, count: 9000)
    for isLong in [false, true] {
      let late = header(Self.start + Self.box("mdat", content, isLong: isLong) + movie)
      #expect(late?.seconds == 12.5 && late?.size == expected)
    }
  }

  @Test("WebM: length and size, also where the length of the whole is unknown")
  func webM() {
    func element(_ id: [UInt8], _ body: [UInt8], isOpen: Bool = false) -> [UInt8] {
      id + (isOpen ? [0x01] + [UInt8](repeating: 0xFF, count: 7) : [0x40, UInt8(body.count)]) + body
    }
    let start = element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
    let info = element(
      [0x15, 0x49, 0xA9, 0x66],
      element([0x2A, 0xD7, 0xB1], Self.number(1_000_000, 3))
        + element([0x44, 0x89], Self.number((12_500.0).bitPattern, 8)))
    func tracks(_ more: [UInt8] = []) -> [UInt8] {
      let sound = element([0xAE], element([0x83], [2]))
      let video = element([0xB0], Self.number(320, 2)) + element([0xBA], [180]) + more
      return element([0x16, 0x54, 0xAE, 0x6B], sound + element([0xAE], element([0xE0], video)))
    }
    let pictures = element([0x1F, 0x43, 0xB6, 0x75], [1, 2, 3], isOpen: true)
    for isOpen in [false, true] {
      let found = header(
        start + element([0x18, 0x53, 0x80, 0x67], info + tracks() + pictures, isOpen: isOpen))
      #expect(found?.seconds == 12.5 && found?.size == PixelSize(width: 320, height: 180))
    }
    let shown = element([0x54, 0xB0], Self.number(360, 2)) + element([0x54, 0xBA], [180])
    let stretched = header(start + element([0x18, 0x53, 0x80, 0x67], tracks(shown)))
    #expect(stretched?.size == PixelSize(width: 360, height: 180) && stretched?.seconds == nil)
    // Cut anywhere, it says nothing wrong.
    let whole = start + element([0x18, 0x53, 0x80, 0x67], info + tracks())
    for length in whole.indices {
      let size = header(Array(whole[..<length]))?.size
      #expect(size == nil || size == PixelSize(width: 320, height: 180))
    }
  }

  @Test("AVI: length and size, also of files in several parts")
  func avi() {
    let colors = [UInt32](repeating: 0, count: 25)
    let whole = AVIWriter.video(width: 32, height: 24, colors: colors)
    let size = PixelSize(width: 32, height: 24)
    #expect(header(whole)?.seconds == 2.5 && header(whole)?.size == size)
    // Cut anywhere, it says nothing wrong.
    for length in 0..<400 {
      let found = header(Array(whole[..<length]))
      #expect(found?.size == nil || found?.size == size)
      #expect(found?.seconds == nil || found?.seconds == 2.5)
    }
    func little(_ value: Int) -> [UInt8] { Self.number(UInt64(value), 4).reversed() }
    func chunk(_ kind: String, _ body: [UInt8], of list: String? = nil) -> [UInt8] {
      let body = Array((list ?? "").utf8) + body
      return Array(kind.utf8) + little(body.count) + body + (body.count % 2 == 0 ? [] : [0])
    }
    let main =
      little(40_000) + [UInt8](repeating: 0, count: 12) + little(10)
      + [UInt8](repeating: 0, count: 36)
    let all = chunk("LIST", chunk("dmlh", little(250)), of: "odml")
    let parts = chunk("LIST", chunk("avih", main) + chunk("JUNK", [1, 2, 3]) + all, of: "hdrl")
    let open = chunk("RIFF", Array("AVI ".utf8) + parts)
    #expect(header(open)?.seconds == 10 && header(open)?.size == nil)
  }

  @Test("Wide numbers, and pictures that are turned")
  func wide() {
    let movie = Self.box(
      "moov",
      Self.movieHeader(3 * 90_000 << 16, per: 90_000, version: 1)
        + Self.track(1920, 1080, isTurned: true))
    #expect(header(Self.start + movie)?.seconds == 196_608.0)
    #expect(header(Self.start + movie)?.size == PixelSize(width: 1080, height: 1920))
  }

  @Test("What is unknown or makes no sense is left out")
  func unknown() {
    func seconds(_ ticks: UInt64, per second: UInt64) -> Double? {
      header(
        Self.start
          + Self.box(
            "moov", Self.movieHeader(ticks, per: second, version: 0) + Self.track(8, 8)))?.seconds
    }
    #expect(seconds(0, per: 1000) == nil)
    #expect(seconds(5, per: 0) == nil)
    #expect(seconds(0xFFFF_FFFF, per: 1) == nil)
    #expect(seconds(5, per: 1) == 5)
    #expect(header(Self.start) == nil)
    #expect(header(Self.box("moov", Self.movieHeader(5, per: 1, version: 0))) == nil)
    #expect(header([]) == nil)
  }

  @Test("Whatever is cut off or wrong in it, it ends")
  func damaged() {
    var random = SeededGenerator(seed: 7)
    let whole =
      Self.start
      + Self.box(
        "moov", Self.movieHeader(5000, per: 1000, version: 0) + Self.track(64, 48))
      + Self.box("mdat", [UInt8](repeating: 0, count: 64))
    for end in whole.indices { _ = header(Array(whole[..<end])) }
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let found = header(bytes) else { continue }
      #expect(found.seconds.map { $0 > 0 && $0 < 1e8 } ?? true)
      #expect(found.size.map { (1...65_535).contains($0.width) } ?? true)
    }
  }
}
