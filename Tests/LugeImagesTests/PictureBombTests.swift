import LugeCore
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite(
  "Picture bombs: shown or refused in words, and no helper is lost", .timeLimit(.minutes(10)))
struct PictureBombTests {
  enum Outcome {
    case shown
    case tooLarge
    /// Whether there is time for it depends on the machine.
    case shownOrTooSlow
    case broken
  }

  private static let bombs: [(name: String, bytes: @Sendable () -> [UInt8], outcome: Outcome)] = [
    (
      "PNG, 3.6 thousand megapixels", { PictureBombs.png(60_000, 60_000, depth: 1, colour: 0) },
      .tooLarge
    ),
    ("PNG of 16 bits", { PictureBombs.png(9990, 9990, depth: 16, colour: 6) }, .shownOrTooSlow),
    ("PNG, interlaced", { PictureBombs.png(9000, 9000, isInterlaced: true) }, .shownOrTooSlow),
    (
      "PNG of 16 bits, interlaced",
      { PictureBombs.png(5500, 5500, depth: 16, colour: 6, isInterlaced: true) }, .shownOrTooSlow
    ),
    (
      "PNG, interlaced and cut off",
      { PictureBombs.png(9000, 9000, isInterlaced: true).dropLast(20_000) }, .shownOrTooSlow
    ),
    (
      "PNG with texts of 200 MB each",
      {
        let text = PictureBombs.text(200 << 20)
        return PictureBombs.png(100, 100, before: text + text + text)
      }, .shown
    ),
    (
      "PNG with a profile of 200 MB",
      { PictureBombs.png(100, 100, before: PictureBombs.profile(200 << 20)) }, .shown
    ),
    ("WebP, 268 megapixels", { PictureBombs.webpStill(16_383, 16_383) }, .tooLarge),
    ("WebP animation of 268 megapixels", { PictureBombs.webp(16_383, frames: 100) }, .tooLarge),
    ("WebP animation of 30,000 frames", { PictureBombs.webp(10, frames: 30_000) }, .tooLarge),
    ("TIFF in one strip", { PictureBombs.tiff(9900, 9900) }, .shownOrTooSlow),
    ("TIFF with a tile larger than any memory", { PictureBombs.tiffTile() }, .broken),
    ("JPEG of 3,000 scans", { PictureBombs.jpeg(6000, 6000, scans: 3000) }, .shownOrTooSlow),
    (
      "JPEG of 3,000 scans, 100 megapixels", { PictureBombs.jpeg(9999, 9999, scans: 3000) },
      .tooLarge
    ),
  ]

  private static func isOfTime(_ error: ImageError) -> Bool {
    if case .tookTooLong = error { true } else { false }
  }

  @Test("Still pictures, one after the other, by the same helper")
  func stills() throws {
    let decoder = HelperDecoder()
    let size = PixelSize(width: 200, height: 200)
    func decode(_ bytes: [UInt8]) -> Result<Bitmap, ImageError> {
      Result { () throws(ImageError) in
        try decoder.decode(bytes, size: size, limits: DecodeLimits(), watch: DecodeWatch())
      }
    }
    let good = PictureBombs.png(64, 48)
    for bomb in Self.bombs {
      let result = decode(bomb.bytes())
      // An error is one in words: of the file, or of what it asks for.
      if case .failure(let error) = result {
        #expect(error != .decoderDied && error != .cancelled, "\(bomb.name)")
        #expect(bomb.outcome != .shown || Self.isOfTime(error), "\(bomb.name): \(error)")
      } else {
        #expect(bomb.outcome == .shown || bomb.outcome == .shownOrTooSlow, "\(bomb.name)")
      }
      #expect(decoder.helpersLost == 0, "\(bomb.name)")
      #expect(throws: Never.self, "after \(bomb.name)") { try decode(good).get() }
    }
  }

  @Test("Of animations, the number of frames and the canvas")
  func animations() throws {
    let animations = HelperAnimations()
    let limits = DecodeLimits()
    #expect(throws: ImageError.tooManyFrames(30_000, limit: limits.frames)) {
      try animations.open(PictureBombs.webp(10, frames: 30_000), limits: limits)
    }
    #expect {
      try animations.open(PictureBombs.webp(16_383, frames: 100), limits: limits)
    } throws: { error in
      if case .tooManyPixels = error as? ImageError { true } else { false }
    }
    #expect(animations.helpersStarted <= 2)
  }

  @Test("A PNG's texts are left out where there are many of them, and nothing else")
  func texts() throws {
    let few = PictureBombs.png(9, 7, before: PictureBombs.text(1000))
    #expect(few.withUnsafeBytes { PNGChunks.withoutTexts($0) } == nil)
    let note = PictureBombs.chunk("tEXt", Array(repeating: 0x41, count: 5000))
    let gamma = PictureBombs.chunk("gAMA", [0, 0, 0xB1, 0x8F])
    let many = PictureBombs.png(9, 7, before: note + note + gamma + note + note)
    #expect(
      many.withUnsafeBytes { PNGChunks.withoutTexts($0) } == PictureBombs.png(9, 7, before: gamma))
    // Whatever the lengths say.
    for place in 0..<many.count {
      var broken = many
      broken[place] = 0xFF
      _ = broken.withUnsafeBytes { PNGChunks.withoutTexts($0) }
      _ = broken.prefix(place).withUnsafeBytes { PNGChunks.withoutTexts($0) }
    }
  }
}
