import Foundation
import LugeCore
import LugeTestSupport
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("GIF")
struct GIFTests {
  private func frames(_ bytes: [UInt8], at size: PixelSize? = nil) throws -> [Bitmap] {
    try bytes.withUnsafeBytes { buffer in
      let animation = try #require(
        try GIFAnimation(buffer, limits: DecodeLimits(), watch: DecodeWatch()))
      return try animation.delays.indices.map {
        try animation.frame(
          $0, size: size ?? animation.size, limits: DecodeLimits(), watch: DecodeWatch())
      }
    }
  }

  private func libvipsFrames(_ bytes: [UInt8], at size: PixelSize? = nil) throws -> [Bitmap] {
    try bytes.withUnsafeBytes { buffer in
      let animation = try VipsAnimation(buffer, limits: DecodeLimits(), watch: DecodeWatch())
      return try animation.delays.indices.map {
        try animation.frame(
          $0, size: size ?? animation.size, limits: DecodeLimits(), watch: DecodeWatch())
      }
    }
  }

  private func pixels(_ bitmap: Bitmap) -> [UInt32] { bitmap.withPixels { Array($0) } }

  @Test("Frames anywhere, of any disposal, interlaced or with holes, are those of libvips")
  func likeLibvips() throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<40 {
      let (width, height) = (
        Int.random(in: 1...40, using: &random), Int.random(in: 1...40, using: &random)
      )
      let colours = (0..<256).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
      var writer = GIFWriter(width: width, height: height, colours: colours)
      var disposals: [Int] = []
      for index in 0..<Int.random(in: 2...6, using: &random) {
        // The first one fills the canvas: of others decoders make different things.
        let left = index == 0 ? 0 : Int.random(in: 0..<width, using: &random)
        let top = index == 0 ? 0 : Int.random(in: 0..<height, using: &random)
        let seed = Int.random(in: 0...1000, using: &random)
        disposals.append(Int.random(in: 0...3, using: &random))
        writer.frame(
          left, top, index == 0 ? width : Int.random(in: 1...(width - left), using: &random),
          index == 0 ? height : Int.random(in: 1...(height - top), using: &random),
          disposal: disposals[index],
          // Of one that knows no transparency, libvips clears to a background colour, which no
          // browser does.
          transparent: Bool.random(using: &random) ? 3 : 200,
          isInterlaced: Bool.random(using: &random)
        ) { x, y in UInt8((x * 7 + y * 13 + seed) % 5) }
      }
      writer.end()
      let (own, theirs) = (try frames(writer.bytes), try libvipsFrames(writer.bytes))
      #expect(own.count == theirs.count)
      for (index, (a, b)) in zip(own, theirs).enumerated() {
        let isEqual = pixels(a) == pixels(b)
        #expect(isEqual, "round \(round), frame \(index) of \(disposals)")
      }
    }
  }

  @Test("Times, repetitions and the first frame at rest")
  func facts() throws {
    for (written, played) in [(nil, 1), (0, 0), (3, 4)] as [(Int?, Int)] {
      var writer = GIFWriter(width: 20, height: 10, colours: [0xFF0000, 0x00FF00], loops: written)
      writer.frame(0, 0, 20, 10, delay: 7) { _, _ in 0 }
      writer.frame(0, 0, 20, 10, delay: 100) { _, _ in 1 }
      // Many files leave out the last byte, and browsers do not mind.
      if written != 3 { writer.end() }
      try writer.bytes.withUnsafeBytes { buffer in
        let animation = try #require(
          try GIFAnimation(buffer, limits: DecodeLimits(), watch: DecodeWatch()))
        #expect(animation.delays == [70, 1000])
        #expect(animation.loops == played)
      }
      let still = try PictureDecoder().decode(
        writer.bytes, size: PixelSize(width: 10, height: 5), limits: DecodeLimits(),
        watch: DecodeWatch())
      #expect(pixels(still) == Array(repeating: 0xFFFF_0000, count: 50))
    }
  }

  @Test(
    "What is taken back, and what no frame covers, is nothing, as in browsers", arguments: [2, 3])
  func background(disposal: Int) throws {
    var writer = GIFWriter(width: 8, height: 4, colours: [0xFF0000, 0x00FF00, 0x0000FF])
    writer.frame(2, 0, 4, 4, disposal: disposal) { _, _ in 1 }
    writer.frame(0, 0, 1, 1) { _, _ in 2 }
    writer.end()
    let (first, second) = (try frames(writer.bytes)[0], try frames(writer.bytes)[1])
    #expect(first.pixel(0, 0) == 0 && first.pixel(6, 3) == 0)
    #expect(first.pixel(2, 0) == 0xFF00_FF00 && first.pixel(5, 3) == 0xFF00_FF00)
    #expect(pixels(second) == [0xFF00_00FF] + Array(repeating: 0, count: 31))
  }

  @Test("Backwards and forwards, a frame is the same frame")
  func anyOrder() throws {
    var writer = GIFWriter(width: 30, height: 30, colours: (0..<256).map { UInt32($0) * 0x010307 })
    for index in 0..<8 {
      writer.frame(
        index * 2, index, 14, 14, disposal: index % 4, transparent: 1
      ) { x, y in UInt8((x + y * index) % 9) }
    }
    writer.end()
    let size = PixelSize(width: 15, height: 15)
    let known = try frames(writer.bytes, at: size).map(pixels)
    try writer.bytes.withUnsafeBytes { buffer in
      let animation = try #require(
        try GIFAnimation(buffer, limits: DecodeLimits(), watch: DecodeWatch()))
      for index in [5, 5, 2, 7, 0, 0, 6, 3, 4] {
        let frame = try animation.frame(
          index, size: size, limits: DecodeLimits(), watch: DecodeWatch())
        #expect(pixels(frame) == known[index], "frame \(index)")
      }
    }
  }

  @Test(
    "Every GIF of the fixtures: frames as libvips makes them",
    .enabled(if: Fixtures.exist, "set LUGE_FIXTURES to the folder of fixtures to run these"))
  func fixtures() throws {
    var compared = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: Fixtures.folder)
    where path.hasSuffix(".gif") {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(Fixtures.folder)/\(path)")))
      guard let theirs = try? libvipsFrames(bytes), let own = try? frames(bytes) else { continue }
      guard own.first?.size == theirs.first?.size else { continue }
      #expect(own.count == theirs.count, "\(path)")
      for (index, (a, b)) in zip(own, theirs).enumerated() {
        let isEqual = pixels(a) == pixels(b)
        // Its canvas is larger than its frames, and what is around them a colour for libvips.
        let isBare =
          path.hasSuffix("undersized.gif") || path.hasSuffix("border_touching_layers.gif")
        #expect(isEqual || isBare, "\(path), frame \(index)")
      }
      compared += 1
    }
    #expect(compared > 2)
  }

  @Test("Cut off or damaged anywhere: frames or an error, never a trap")
  func damaged() throws {
    var writer = GIFWriter(width: 20, height: 20, colours: [1, 2, 3])
    for index in 0..<3 { writer.frame(index, 2, 12, 12, disposal: index) { x, _ in UInt8(x % 3) } }
    writer.end()
    var random = SeededGenerator(seed: 3)
    let size = PixelSize(width: 9, height: 9)
    for _ in 0..<600 {
      var bytes = writer.bytes
      for _ in 0..<3 {
        bytes[Int.random(in: 6..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count / 4, using: &random))
      bytes.withUnsafeBytes { buffer in
        var limits = DecodeLimits()
        limits.pixels = 1 << 20
        guard
          let animation = try? GIFAnimation(buffer, limits: limits, watch: DecodeWatch())
        else { return }
        #expect(animation.delays.count > 1)
        for index in animation.delays.indices {
          let frame = try? animation.frame(
            index, size: size, limits: limits, watch: DecodeWatch())
          #expect(frame == nil || frame?.size == size)
        }
      }
    }
  }
}
