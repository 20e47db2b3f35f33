/// The structure of a JPEG file: its frame, tables and scans. Only what its smallest picture needs.
///
/// After ITU-T T.81. Whatever is unusual gives nil, and the file is left to libjpeg.
struct JPEGFile {
  struct Component {
    let id: UInt8
    /// Blocks of an MCU, across and down.
    let across: Int
    let down: Int
    let quantization: Int
  }

  struct Frame {
    let width: Int
    let height: Int
    let isProgressive: Bool
    let components: [Component]

    var maxAcross: Int { components.lazy.map(\.across).max() ?? 1 }
    var maxDown: Int { components.lazy.map(\.down).max() ?? 1 }
  }

  struct Scan {
    struct Part {
      /// Index into the frame's components.
      let component: Int
      let difference: Int
      let others: Int
    }
    let parts: [Part]
    let firstCoefficient: Int
    let previousShift: Int
    let shift: Int
    /// Where its data begins.
    let data: Int
  }

  let bytes: UnsafeBufferPointer<UInt8>

  private(set) var frame: Frame?
  private(set) var restartInterval = 0
  /// What the first coefficients are multiplied with.
  private(set) var quantizers: [Int?] = Array(repeating: nil, count: 4)
  private(set) var differenceCodes: [HuffmanCode?] = Array(repeating: nil, count: 4)
  private(set) var otherCodes: [HuffmanCode?] = Array(repeating: nil, count: 4)
  /// Behind what was read.
  private var position = 2

  init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes.assumingMemoryBound(to: UInt8.self)
    guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
  }

  enum Step {
    case scan(Scan)
    case end
    case unusual
  }

  /// Reads on to the next scan. The data of the one before is passed over.
  ///
  /// - Complexity: O(bytes passed over).
  mutating func next() -> Step {
    while true {
      guard let marker = nextMarker() else { return .unusual }
      if marker == 0xD9 { return .end }
      guard let segment = segment() else { return .unusual }
      let isGood =
        switch marker {
        case 0xC0, 0xC1, 0xC2: readFrame(segment, isProgressive: marker == 0xC2)
        case 0xC4: readCodes(segment)
        case 0xDB: readQuantizers(segment)
        case 0xDD: readRestartInterval(segment)
        case 0xDA: true
        case 0xEE: isUsualColour(segment)
        // Other kinds of frames, arithmetic codes, lines counted later, hierarchies.
        case 0xC3, 0xC5...0xCF, 0xDC, 0xDE, 0xDF: false
        default: true
        }
      guard isGood else { return .unusual }
      if marker == 0xDA { return readScan(segment).map(Step.scan) ?? .unusual }
    }
  }

  /// Passes over data to the next marker; restart markers are data.
  private mutating func nextMarker() -> UInt8? {
    while position + 1 < bytes.count {
      guard bytes[position] == 0xFF else {
        position += 1
        continue
      }
      let marker = bytes[position + 1]
      switch marker {
      case 0xFF: position += 1
      case 0x00, 0x01, 0xD0...0xD7: position += 2
      default:
        position += 2
        return marker
      }
    }
    return nil
  }

  private mutating func segment() -> Range<Int>? {
    guard position + 2 <= bytes.count else { return nil }
    let length = word(position)
    guard length >= 2, position + length <= bytes.count else { return nil }
    defer { position += length }
    return position + 2..<position + length
  }

  private func word(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }

  private mutating func readFrame(_ segment: Range<Int>, isProgressive: Bool) -> Bool {
    guard frame == nil, segment.count >= 6, bytes[segment.lowerBound] == 8 else { return false }
    let start = segment.lowerBound
    let count = Int(bytes[start + 5])
    guard count == 1 || count == 3, segment.count >= 6 + 3 * count else { return false }
    let components = (0..<count).map { index in
      let place = start + 6 + 3 * index
      return Component(
        id: bytes[place], across: Int(bytes[place + 1] >> 4), down: Int(bytes[place + 1] & 15),
        quantization: Int(bytes[place + 2]))
    }
    guard
      components.allSatisfy({
        [1, 2, 4].contains($0.across) && [1, 2, 4].contains($0.down) && $0.quantization < 4
      }), Set(components.map(\.id)).count == count,
      components.map(\.id) != Array("RGB".utf8)
    else { return false }
    let frame = Frame(
      width: word(start + 3), height: word(start + 1), isProgressive: isProgressive,
      components: components)
    self.frame = frame
    return frame.width > 0 && frame.height > 0
  }

  /// Adobe's segment says whether three components are brightness and colour.
  private func isUsualColour(_ segment: Range<Int>) -> Bool {
    guard segment.count >= 12, bytes[segment].starts(with: Array("Adobe".utf8)) else { return true }
    return bytes[segment.lowerBound + 11] == 1 || frame?.components.count == 1
  }

  private mutating func readCodes(_ segment: Range<Int>) -> Bool {
    var place = segment.lowerBound
    while place < segment.upperBound {
      guard place + 17 <= segment.upperBound else { return false }
      let (kind, number) = (bytes[place] >> 4, Int(bytes[place] & 15))
      let counts = Array(bytes[place + 1..<place + 17])
      let total = counts.reduce(0) { $0 + Int($1) }
      guard kind < 2, number < 4, total <= 256, place + 17 + total <= segment.upperBound,
        let code = HuffmanCode(
          counts: counts, values: Array(bytes[place + 17..<place + 17 + total]))
      else { return false }
      if kind == 0 { differenceCodes[number] = code } else { otherCodes[number] = code }
      place += 17 + total
    }
    return true
  }

  private mutating func readQuantizers(_ segment: Range<Int>) -> Bool {
    var place = segment.lowerBound
    while place < segment.upperBound {
      let isWide = bytes[place] >> 4 != 0
      let number = Int(bytes[place] & 15)
      let length = isWide ? 128 : 64
      guard number < 4, place + 1 + length <= segment.upperBound else { return false }
      quantizers[number] = isWide ? word(place + 1) : Int(bytes[place + 1])
      place += 1 + length
    }
    return true
  }

  private mutating func readRestartInterval(_ segment: Range<Int>) -> Bool {
    guard segment.count >= 2 else { return false }
    restartInterval = word(segment.lowerBound)
    return true
  }

  private func readScan(_ segment: Range<Int>) -> Scan? {
    guard let frame, let first = segment.first else { return nil }
    let count = Int(bytes[first])
    guard (1...frame.components.count).contains(count), segment.count >= 4 + 2 * count else {
      return nil
    }
    var parts: [Scan.Part] = []
    for index in 0..<count {
      let place = first + 1 + 2 * index
      guard let component = frame.components.firstIndex(where: { $0.id == bytes[place] }),
        bytes[place + 1] >> 4 < 4, bytes[place + 1] & 15 < 4
      else { return nil }
      parts.append(
        Scan.Part(
          component: component, difference: Int(bytes[place + 1] >> 4),
          others: Int(bytes[place + 1] & 15)))
    }
    let tail = first + 1 + 2 * count
    let shifts = bytes[tail + 2]
    return Scan(
      parts: parts, firstCoefficient: Int(bytes[tail]), previousShift: Int(shifts >> 4),
      shift: Int(shifts & 15), data: segment.upperBound)
  }
}
