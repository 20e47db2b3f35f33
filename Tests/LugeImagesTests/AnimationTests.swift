import LugeCore
import Synchronization
import Testing

@testable import LugeDecode
@testable import LugeImages

@Suite("Animation: frames, delays, the helper", .timeLimit(.minutes(1)))
struct AnimationTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Frames of 40 × 30, each of one colour.
  private static let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0x00FFFF]

  private func animation(_ format: String) throws -> [UInt8] {
    try folder.png("roll.png", 40, 30 * Self.colors.count) { _, y in Self.colors[y / 30] }
    try folder.convert("roll.png", to: "moving.\(format)[page_height=30]")
    return try folder.bytes("moving.\(format)")
  }

  @Test("Every frame comes out at the size, in order and again", arguments: ["gif", "webp"])
  func frames(format: String) throws {
    let decoder = HelperAnimations()
    let (number, info) = try decoder.open(animation(format), limits: DecodeLimits())
    #expect(info.delays.count == Self.colors.count)
    #expect(info.size == PixelSize(width: 40, height: 30))
    let size = PixelSize(width: 20, height: 20)
    for index in [0, 1, 2, 3, 4, 0, 1, 4, 2] {
      let bitmap = try decoder.frame(index, of: number, size: size, limits: DecodeLimits())
      #expect(bitmap.size == size)
      #expect(bitmap.isNear(Self.colors[index], at: 10, 10, tolerance: 40), "\(index)")
    }
    decoder.close(number)
    #expect(throws: ImageError.notOpen) {
      try decoder.frame(0, of: number, size: size, limits: DecodeLimits())
    }
  }

  @Test("A number of a helper that is gone names nothing in the next one")
  func generations() throws {
    let decoder = HelperAnimations()
    let bytes = try animation("gif")
    let (old, _) = try decoder.open(bytes, limits: DecodeLimits())
    decoder.releaseIdle()
    let (new, _) = try decoder.open(bytes, limits: DecodeLimits())
    #expect(old != new)
    let size = PixelSize(width: 4, height: 4)
    #expect(throws: ImageError.notOpen) {
      try decoder.frame(0, of: old, size: size, limits: DecodeLimits())
    }
    #expect(throws: Never.self) {
      try decoder.frame(0, of: new, size: size, limits: DecodeLimits())
    }
  }

  @Test("A picture that does not move is no animation")
  func still() throws {
    try folder.png("one.png", 10, 10) { _, _ in 0 }
    try folder.convert("one.png", to: "one.gif")
    for name in ["one.png", "one.gif"] {
      #expect(throws: ImageError.unsupportedFormat) {
        try HelperAnimations().open(folder.bytes(name), limits: DecodeLimits())
      }
    }
  }

  @Test("Delays of 0 and 1 hundredths are 100 ms, as in browsers; all others as they are")
  func delays() {
    let info = AnimationInfo(
      size: PixelSize(width: 1, height: 1), delays: [0, 10, 11, 20, 100, -5], loops: 0)
    #expect(info.delays == [100, 100, 11, 20, 100, 100])
    #expect(info.loops == nil)
    #expect(AnimationInfo(size: info.size, delays: [50, 50], loops: 3).loops == 3)
  }

  @Test("The delays are those of the file")
  func delaysOfFile() throws {
    var bytes = try animation("gif")
    // The graphic control extensions: 21 F9 04, flags, the delay in hundredths.
    var wanted = [3, 7, 0, 1, 250].makeIterator()
    for index in 0..<bytes.count - 8 where bytes[index...].starts(with: [0x21, 0xF9, 4]) {
      guard let delay = wanted.next() else { break }
      bytes[index + 4] = UInt8(delay & 0xFF)
      bytes[index + 5] = UInt8(delay >> 8)
    }
    let (_, info) = try HelperAnimations().open(bytes, limits: DecodeLimits())
    #expect(info.delays == [30, 70, 100, 100, 2500])
  }
}
