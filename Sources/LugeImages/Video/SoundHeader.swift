public import LugeCore

/// Header of a sound file: WAV, FLAC, Ogg (Opus, Vorbis), MP3, and MP4's relatives.
public struct SoundHeader: Hashable, Sendable {
  public var seconds: Double
  /// Loudness from beginning to end, 0 to 255; empty for a compressed file.
  public var waveform: [UInt8] = []

  /// Maximum plausible seconds (four weeks); a longer duration is a damaged header.
  private static let longest = 28.0 * 24 * 3600
  /// Number of positions sampled for a waveform, and bytes read at each.
  private static let places = 96
  private static let bytesAtPlace = 1024

  /// Reads the header of a file.
  ///
  /// - Returns: nil for another kind of file, or one without a duration.
  /// - Complexity: a few reads; at most some thousand, whatever the file contains. May wait for the
  ///   disk.
  public init?(of key: ImageKey) {
    guard let file = try? PictureFile(key) else { return nil }
    self.init(HeaderReader(file: file))
  }

  init?(_ reader: HeaderReader) {
    var reader = reader
    var found: SoundHeader?
    if reader.text(at: 0) == "RIFF", reader.text(at: 8) == "WAVE" {
      found = Self.wave(&reader)
    } else if reader.text(at: 0) == "fLaC" {
      found = Self.flac(&reader)
    } else if reader.text(at: 0) == "OggS" {
      found = Self.ogg(&reader)
    } else if reader.text(at: 4) == "ftyp" {
      found = VideoHeader(reader)?.seconds.map { SoundHeader(seconds: $0) }
    } else {
      found = Self.mp3(&reader)
    }
    guard let found, found.seconds > 0, found.seconds < Self.longest else { return nil }
    self = found
  }

  private init(seconds: Double) { self.seconds = seconds }

  // MARK: WAV

  private static func wave(_ reader: inout HeaderReader) -> SoundHeader? {
    var offset = 12
    var format: (tag: Int, channels: Int, bytesASecond: Int, frame: Int, bits: Int)?
    while offset + 8 <= reader.count {
      guard let size = reader.lowFirst(at: offset + 4, bytes: 4) else { return nil }
      let body = offset + 8
      switch reader.text(at: offset) {
      case "fmt ":
        let parts = [(0, 2), (2, 2), (8, 4), (12, 2), (14, 2)].compactMap {
          reader.lowFirst(at: body + $0, bytes: $1)
        }
        guard parts.count == 5 else { return nil }
        format = (parts[0], parts[1], parts[2], parts[3], parts[4])
      case "data":
        guard let format, format.bytesASecond > 0 else { return nil }
        let count = min(size, reader.count - body)
        var header = SoundHeader(seconds: Double(count) / Double(format.bytesASecond))
        // Uncompressed samples of 16 bits; 0xFFFE is the extended form of the same header.
        if format.tag == 1 || format.tag == 0xFFFE, format.bits == 16, format.frame > 0 {
          header.waveform = loudness(&reader, body, count, frame: format.frame)
        }
        return header
      default: break
      }
      offset = body + size + size % 2
    }
    return nil
  }

  private static func loudness(
    _ reader: inout HeaderReader, _ start: Int, _ count: Int, frame: Int
  ) -> [UInt8] {
    guard count >= places * frame else { return [] }
    return (0..<places).map { index in
      let at = count / places * index / frame * frame
      let bytes = reader.bytes(at: start + at, count: min(bytesAtPlace, count / places))
      var loudest = 0
      for place in stride(from: 0, to: bytes.count - 1, by: 2) {
        let sample = Int16(bitPattern: UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8)
        loudest = max(loudest, Int(sample.magnitude))
      }
      return UInt8(min(255, loudest / 128))
    }
  }

  // MARK: FLAC

  /// Reads the first block, which describes the stream.
  private static func flac(_ reader: inout HeaderReader) -> SoundHeader? {
    let bytes = reader.bytes(at: 18, count: 8).map(Int.init)
    guard bytes.count == 8 else { return nil }
    let rate = bytes[0] << 12 | bytes[1] << 4 | bytes[2] >> 4
    let samples = (bytes[3] & 15) << 32 | bytes[4] << 24 | bytes[5] << 16 | bytes[6] << 8 | bytes[7]
    return rate > 0 ? SoundHeader(seconds: Double(samples) / Double(rate)) : nil
  }

  // MARK: Ogg

  /// Reads the last page, which has the number of samples up to its end.
  private static func ogg(_ reader: inout HeaderReader) -> SoundHeader? {
    guard let segments = reader.number(at: 26, bytes: 1) else { return nil }
    let body = 27 + segments
    var (rate, skipped) = (0, 0)
    let head = reader.bytes(at: body, count: 8)
    if head.elementsEqual("OpusHead".utf8) {
      rate = 48_000
      skipped = reader.lowFirst(at: body + 10, bytes: 2) ?? 0
    } else if head.prefix(7).elementsEqual([1] + "vorbis".utf8) {
      rate = reader.lowFirst(at: body + 12, bytes: 4) ?? 0
    }
    guard rate > 0 else { return nil }
    let start = max(0, reader.count - (64 << 10))
    let end = reader.bytes(at: start, count: reader.count - start)
    let mark = Array("OggS".utf8)
    for place in stride(from: end.count - 14, through: 0, by: -1)
    where end[place] == mark[0] && end[place..<place + 4].elementsEqual(mark) {
      let samples = end[place + 6..<place + 14].reversed().reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      }
      // A page on which no packet ends has no number of samples.
      guard samples != .max, samples < 1 << 53 else { continue }
      return SoundHeader(seconds: Double(Int(samples) - skipped) / Double(rate))
    }
    return nil
  }

  // MARK: MP3

  private static let rates = [44_100, 48_000, 32_000]
  private static let kilobits = [
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  private static func mp3(_ reader: inout HeaderReader) -> SoundHeader? {
    var start = 0
    if reader.bytes(at: 0, count: 3).elementsEqual("ID3".utf8) {
      let size = reader.bytes(at: 6, count: 4)
      guard size.count == 4 else { return nil }
      // The length has seven bits per byte.
      start = 10 + size.reduce(0) { $0 << 7 | Int($1 & 0x7F) }
    }
    let head = reader.bytes(at: start, count: 4).map(Int.init)
    guard head.count == 4, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 else { return nil }
    // 3 is MPEG 1, 2 is MPEG 2, 0 the unofficial 2.5; layer III.
    let version = head[1] >> 3 & 3
    let (bits, place) = (head[2] >> 4, head[2] >> 2 & 3)
    guard version != 1, head[1] >> 1 & 3 == 1, (1...14).contains(bits), place < 3 else {
      return nil
    }
    let rate = rates[place] / (version == 3 ? 1 : version == 2 ? 2 : 4)
    let isMono = head[3] >> 6 == 3
    let samples = version == 3 ? 1152 : 576
    // With a variable rate, the first frame has the number of frames.
    let tag = start + 4 + (version == 3 ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
    if ["Xing", "Info"].contains(reader.text(at: tag)),
      let flags = reader.number(at: tag + 4, bytes: 4), flags & 1 == 1,
      let frames = reader.number(at: tag + 8, bytes: 4)
    {
      return SoundHeader(seconds: Double(frames) * Double(samples) / Double(rate))
    }
    let bitsASecond = kilobits[version == 3 ? 0 : 1][bits] * 1000
    return SoundHeader(seconds: Double(reader.count - start) * 8 / Double(bitsASecond))
  }
}

extension HeaderReader {
  /// Returns a little-endian number of up to four bytes; nil at the end of the file.
  fileprivate mutating func lowFirst(at offset: Int, bytes count: Int) -> Int? {
    let found = bytes(at: offset, count: count)
    guard found.count == count else { return nil }
    return found.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
