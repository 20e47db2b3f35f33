import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeDecode
@testable import LugeImages

/// Puts PNG files together to an animated one.
private struct APNGWriter {
  struct Frame {
    var png: [UInt8]
    var left = 0
    var top = 0
    var delay = (7, 100)
    var dispose: UInt8 = 0
    var blend: UInt8 = 0
  }

  static func chunks(_ png: [UInt8]) -> [(kind: String, body: [UInt8])] {
    var result: [(kind: String, body: [UInt8])] = []
    var place = 8
    while place + 12 <= png.count {
      let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      result.append(
        (
          String(decoding: png[place + 4..<place + 8], as: UTF8.self),
          Array(png[place + 8..<place + 8 + length])
        ))
      place += 12 + length
    }
    return result
  }

  static func word(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

  static func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(kind.utf8) + body
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in named {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
    return word(body.count) + named + word(Int(crc ^ 0xFFFF_FFFF))
  }

  /// - Parameter hidden: a picture before the frames, for those who know no animations.
  static func file(_ frames: [Frame], plays: Int = 0, hidden: [UInt8]? = nil) -> [UInt8] {
    let first = hidden ?? frames[0].png
    let header = chunks(first)[0].body
    var result = Array(first.prefix(8)) + chunk("IHDR", header)
    result += chunk("acTL", word(frames.count) + word(plays))
    if let hidden {
      for part in chunks(hidden) where part.kind == "IDAT" { result += chunk("IDAT", part.body) }
    }
    var number = 0
    for (index, frame) in frames.enumerated() {
      let parts = chunks(frame.png)
      let (delay, unit) = frame.delay
      result += chunk(
        "fcTL",
        word(number) + Array(parts[0].body.prefix(8)) + word(frame.left) + word(frame.top)
          + [UInt8(delay >> 8), UInt8(delay & 255), UInt8(unit >> 8), UInt8(unit & 255)]
          + [frame.dispose, frame.blend])
      number += 1
      for part in parts where part.kind == "IDAT" {
        if index == 0, hidden == nil {
          result += chunk("IDAT", part.body)
        } else {
          result += chunk("fdAT", word(number) + part.body)
          number += 1
        }
      }
    }
    return result + chunk("IEND", [])
  }
}

@Suite("Animated PNG") struct APNGTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A PNG of one colour with alpha.
  private func plain(_ width: Int, _ height: Int, _ color: UInt32, alpha: Int) throws -> [UInt8] {
    try folder.png("plain.png", width, height) { _, _ in color }
    try folder.vips(
      "bandjoin_const", "\(folder.path)/plain.png", "\(folder.path)/out.png", "\(alpha)")
    return try folder.bytes("out.png")
  }

  private func open(_ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()) throws(ImageError)
    -> PNGAnimation
  {
    let result = bytes.withUnsafeBytes { buffer in
      Result { () throws(ImageError) in try PNGAnimation(buffer, limits: limits) }
    }
    return try result.get()
  }

  @Test(
    "Random frames, laid over each other and taken back, agree with a naive canvas",
    arguments: 0..<6)
  func composing(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (24, 18)
    var frames: [APNGWriter.Frame] = []
    var model: [[Double]] = Array(repeating: [0, 0, 0, 0], count: width * height)
    var expected: [[[Double]]] = []
    for index in 0..<8 {
      let isFirst = index == 0
      let (w, h) =
        isFirst
        ? (width, height)
        : (Int.random(in: 1...width, using: &random), Int.random(in: 1...height, using: &random))
      let (left, top) = (
        Int.random(in: 0...width - w, using: &random),
        Int.random(in: 0...height - h, using: &random)
      )
      let color = UInt32.random(in: 0...0xFFFFFF, using: &random)
      let alpha = [0, 255, Int.random(in: 1...254, using: &random)].randomElement(using: &random)
      let opacity = alpha ?? 255
      let dispose = UInt8.random(in: 0...2, using: &random)
      let blend = UInt8.random(in: 0...1, using: &random)
      frames.append(
        .init(
          png: try plain(w, h, color, alpha: opacity), left: left, top: top, dispose: dispose,
          blend: blend))
      let saved = model
      let own = [16, 8, 0].map { Double(color >> UInt32($0) & 255) }
      for y in top..<top + h {
        for x in left..<left + w {
          let place = y * width + x
          let a = Double(opacity) / 255
          let b = blend == 0 ? 0 : model[place][3] * (1 - a)
          let sum = a + b
          let under = model[place]
          model[place] =
            sum == 0 ? [0, 0, 0, 0] : (0..<3).map { (own[$0] * a + under[$0] * b) / sum } + [sum]
        }
      }
      expected.append(model)
      switch (dispose, isFirst) {
      case (1, _), (2, true):
        for y in top..<top + h { for x in left..<left + w { model[y * width + x] = [0, 0, 0, 0] } }
      case (2, false): model = saved
      default: break
      }
    }
    let animation = try open(APNGWriter.file(frames, plays: 3))
    #expect(animation.delays == Array(repeating: 70, count: 8))
    #expect(animation.loops == 3)
    #expect(animation.size == PixelSize(width: width, height: height))
    // In order, then back and forth.
    for index in Array(0..<8) + [3, 7, 0, 5] {
      let bitmap = try animation.frame(
        index, size: animation.size, limits: DecodeLimits(), watch: DecodeWatch())
      for y in 0..<height {
        for x in 0..<width {
          let pixel = bitmap.pixel(x, y)
          let wanted = expected[index][y * width + x]
          #expect(abs(Double(pixel >> 24) - wanted[3] * 255) < 2.5, "frame \(index) at \(x), \(y)")
          for (band, shift) in [16, 8, 0].enumerated() {
            // Multiplied in.
            let found = Double(pixel >> UInt32(shift) & 255)
            #expect(abs(found - wanted[band] * wanted[3]) < 4, "frame \(index) at \(x), \(y)")
          }
        }
      }
    }
  }

  @Test("Through the helper: what moves is opened, shown at its size, and played")
  func throughHelper() throws {
    let frames = try [0xFF0000, 0x00FF00, 0x0000FF].map {
      APNGWriter.Frame(png: try plain(40, 30, $0, alpha: 255))
    }
    let helper = HelperAnimations()
    let (number, info) = try helper.open(APNGWriter.file(frames), limits: DecodeLimits())
    #expect(info.delays == [70, 70, 70])
    #expect(info.loops == nil)
    let size = PixelSize(width: 20, height: 15)
    for (index, color) in [UInt32(0xFF0000), 0x00FF00, 0x0000FF, 0xFF0000].enumerated() {
      let bitmap = try helper.frame(index % 3, of: number, size: size, limits: DecodeLimits())
      #expect(bitmap.size == size)
      #expect(bitmap.isNear(color, at: 10, 7, tolerance: 2))
    }
    helper.close(number)
    helper.releaseIdle()
  }

  @Test("A picture before the frames is for those who know no animations")
  func hidden() throws {
    let frames = try [0x102030, 0x405060].map {
      APNGWriter.Frame(png: try plain(8, 8, $0, alpha: 255))
    }
    let bytes = APNGWriter.file(frames, hidden: try plain(8, 8, 0xFFFFFF, alpha: 255))
    let bitmap = try open(bytes).frame(
      0, size: PixelSize(width: 8, height: 8), limits: DecodeLimits(), watch: DecodeWatch())
    #expect(bitmap.isNear(0x102030, at: 4, 4, tolerance: 1))
    #expect(try decode(bytes, 8, 8).isNear(0xFFFFFF, at: 4, 4, tolerance: 1))
  }

  @Test("Still, broken and hostile files are errors, at once")
  func refuses() throws {
    let still = try plain(8, 8, 0x123456, alpha: 255)
    #expect(throws: ImageError.unsupportedFormat) { _ = try open(still) }
    let frame = APNGWriter.Frame(png: still)
    #expect(throws: ImageError.unsupportedFormat) { _ = try open(APNGWriter.file([frame])) }
    var outside = frame
    outside.left = 5
    #expect(throws: ImageError.self) { _ = try open(APNGWriter.file([frame, outside])) }
    let good = APNGWriter.file([frame, frame, frame])
    for count in stride(from: 60, to: good.count - 13, by: 7) {
      #expect(throws: ImageError.self) { _ = try open(Array(good.prefix(count))) }
    }
    var limits = DecodeLimits()
    limits.frames = 2
    #expect(throws: ImageError.self) { _ = try open(good, limits: limits) }
    limits = DecodeLimits()
    limits.decodedBytes = 64
    #expect(throws: ImageError.self) { _ = try open(good, limits: limits) }
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      var broken = good
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        broken[Int.random(in: 8..<broken.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let animation = try? open(broken) else { continue }
      for index in animation.delays.indices.prefix(4) {
        _ = try? animation.frame(
          index, size: PixelSize(width: 8, height: 8), limits: DecodeLimits(), watch: DecodeWatch())
      }
    }
  }
}
