import LugeImages

/// The chunks of a PNG file, and the frames that APNG puts into them.
///
/// Their format is in section 11.3.6 of the PNG specification, third edition (W3C, 2025). They are
/// read here because libvips 8.14 reads only the first picture.
struct PNGChunks {
  enum Dispose: UInt8 { case none, background, previous }
  enum Blend: UInt8 { case source, over }

  struct Frame {
    let width: Int
    let height: Int
    let left: Int
    let top: Int
    let milliseconds: Int32
    let dispose: Dispose
    let blend: Blend
    /// Ranges of the file that hold the frame's compressed data.
    var data: [Range<Int>] = []
  }

  let width: Int
  let height: Int
  /// Number of times to play; 0 for ever.
  private(set) var plays = 0
  private(set) var frames: [Frame] = []
  /// Ranges of the chunks that every frame needs: palette, transparency, colour information.
  private var shared: [Range<Int>] = []
  /// Bytes of IHDR after width and height.
  private let format: [UInt8]
  private let bytes: UnsafeRawBufferPointer

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let sharedKinds: Set<String> = [
    "PLTE", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD",
  ]

  /// Reads the chunks.
  ///
  /// - Returns: nil for a file that is no animated PNG.
  /// - Throws: ``ImageError/corrupt(_:)`` for a chunk that extends beyond the file, a frame outside
  ///   of the picture or without data, and missing or surplus frames;
  ///   ``ImageError/tooManyFrames(_:limit:)``.
  init?(_ bytes: UnsafeRawBufferPointer, limits: DecodeLimits) throws(ImageError) {
    self.bytes = bytes
    guard bytes.count > 41, bytes.prefix(8).elementsEqual(Self.signature),
      Self.number(bytes, 8) == 13, Self.kind(bytes, 12) == "IHDR"
    else { return nil }
    (width, height) = (Self.number(bytes, 16), Self.number(bytes, 20))
    format = Array(bytes[24..<29])
    var promised: Int?
    var isDataSeen = false
    var place = 33
    while place + 12 <= bytes.count {
      let length = Self.number(bytes, place)
      let kind = Self.kind(bytes, place + 4)
      let body = place + 8
      guard length <= bytes.count - body - 4 else { throw .corrupt("a chunk ends too early") }
      defer { place = body + length + 4 }
      let range = body..<body + length
      switch kind {
      case "acTL":
        // After the picture's data the chunk is ignored.
        guard !isDataSeen, length >= 8, promised == nil else { continue }
        let count = Self.number(bytes, body)
        guard count <= limits.frames else { throw .tooManyFrames(count, limit: limits.frames) }
        promised = count
        plays = Self.number(bytes, body + 4)
      case "fcTL":
        guard promised != nil else { continue }
        guard frames.count < limits.frames else {
          throw .tooManyFrames(frames.count + 1, limit: limits.frames)
        }
        frames.append(try frame(range))
      case "IDAT":
        isDataSeen = true
        guard promised != nil else { return nil }
        // Data before the first fcTL are a still picture for programs that do not support
        // animations, and no frame.
        if !frames.isEmpty { frames[frames.count - 1].data.append(range) }
      case "fdAT":
        guard length >= 4, !frames.isEmpty else { throw .corrupt("data without a frame") }
        frames[frames.count - 1].data.append(range.dropFirst(4))
      case "IEND": place = bytes.count
      default:
        if !isDataSeen, Self.sharedKinds.contains(kind) {
          shared.append(place..<body + length + 4)
        }
      }
      if place >= bytes.count { break }
    }
    guard let promised else { return nil }
    guard frames.count == promised, frames.allSatisfy({ !$0.data.isEmpty }) else {
      throw .corrupt("\(frames.count) of \(promised) frames")
    }
  }

  private func frame(_ range: Range<Int>) throws(ImageError) -> Frame {
    guard range.count >= 26 else { throw .corrupt("the header of a frame is too short") }
    let start = range.lowerBound
    func short(_ offset: Int) -> Int {
      Int(bytes[start + offset]) << 8 | Int(bytes[start + offset + 1])
    }
    let (across, down) = (Self.number(bytes, start + 4), Self.number(bytes, start + 8))
    let (left, top) = (Self.number(bytes, start + 12), Self.number(bytes, start + 16))
    let divisor = short(22) == 0 ? 100 : short(22)
    guard across > 0, down > 0, left + across <= width, top + down <= height,
      let dispose = Dispose(rawValue: bytes[start + 24]),
      let blend = Blend(rawValue: bytes[start + 25])
    else { throw .corrupt("a frame outside of its picture") }
    return Frame(
      width: across, height: down, left: left, top: top,
      milliseconds: Int32(clamping: short(20) * 1000 / divisor),
      // Before the first frame the canvas is empty, so restoring it clears it.
      dispose: frames.isEmpty && dispose == .previous ? .background : dispose, blend: blend)
  }

  /// Returns a frame as a PNG file of its own.
  ///
  /// - Complexity: O(bytes of the frame).
  func file(of frame: Frame) -> [UInt8] {
    var file = Self.signature
    Self.append("IHDR", Self.word(frame.width) + Self.word(frame.height) + format, to: &file)
    for range in shared { file.append(contentsOf: bytes[range]) }
    for range in frame.data { Self.append("IDAT", Array(bytes[range]), to: &file) }
    Self.append("IEND", [], to: &file)
    return file
  }

  /// Maximum bytes of all texts together, and of the colour profile, in a file that is given to
  /// libpng unchanged. Both are counted as they are in the file, which may be compressed.
  private static let usualTexts = 16 << 10
  private static let usualProfile = 4 << 20

  /// Returns the file without its texts and without an oversized colour profile. libpng would
  /// decompress each of them, to a hundred megabytes and more than once, before it returns the
  /// first row. Texts are never shown; without its profile, a picture is shown in unconverted
  /// colours.
  ///
  /// - Returns: nil when texts and profile are within the limits, so that the file can be used
  ///   unchanged.
  /// - Complexity: O(chunks), and O(bytes) when something is left out.
  static func withoutTexts(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    var (place, texts) = (8, 0)
    var left: [Range<Int>] = []
    while place + 12 <= bytes.count {
      let length = number(bytes, place)
      guard length <= bytes.count - place - 12 else { break }
      let end = place + length + 12
      // "tEXt", "zTXt" and "iTXt"; "iCCP".
      switch UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)) {
      case 0x7445_5874, 0x7A54_5874, 0x6954_5874:
        texts += length
        left.append(place..<end)
      case 0x6943_4350 where length > usualProfile:
        texts += length
        left.append(place..<end)
      case 0x4945_4E44: place = bytes.count  // "IEND"
      default: break
      }
      if place < bytes.count { place = end }
    }
    guard texts > usualTexts else { return nil }
    var (kept, start) = ([UInt8](), 0)
    kept.reserveCapacity(bytes.count - texts)
    for range in left {
      kept.append(contentsOf: bytes[start..<range.lowerBound])
      start = range.upperBound
    }
    kept.append(contentsOf: bytes[start...])
    return kept
  }

  private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
    Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
  }

  private static func kind(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> String {
    String(decoding: bytes[place..<place + 4], as: UTF8.self)
  }

  private static func word(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func append(_ kind: String, _ body: [UInt8], to file: inout [UInt8]) {
    let named = Array(kind.utf8) + body
    file += word(body.count) + named + word(Int(checksum(named)))
  }

  /// Returns the CRC of Annex D of the specification.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value = checksums[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
    }
    return value ^ 0xFFFF_FFFF
  }

  private static let checksums: [UInt32] = (0..<256).map { (number: UInt32) in
    (0..<8).reduce(number) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}
