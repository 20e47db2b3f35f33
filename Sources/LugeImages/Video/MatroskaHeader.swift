import LugeCore

/// Header of a WebM or Matroska file (RFC 8794; RFC 9559, 5.1): what stands before its first
/// pictures and sounds.
struct MatroskaHeader {
  private(set) var seconds: Double?
  /// Size of the first track with pictures, as shown.
  private(set) var size: PixelSize?

  private struct Element {
    var id: Int
    var body: Int
    var end: Int
  }

  private enum ID {
    static let file = 0x1A45_DFA3
    static let segment = 0x1853_8067
    static let info = 0x1549_A966
    static let scale = 0x2A_D7B1
    static let duration = 0x4489
    static let tracks = 0x1654_AE6B
    static let track = 0xAE
    static let video = 0xE0
    static let pixels = (width: 0xB0, height: 0xBA)
    static let shown = (width: 0x54B0, height: 0x54BA, unit: 0x54B2)
    static let cluster = 0x1F43_B675
  }

  /// - Returns: nil for another kind of file.
  init?(_ reader: inout HeaderReader) {
    guard let file = Self.element(&reader, 0, reader.count), file.id == ID.file,
      let segment = Self.element(&reader, file.end, reader.count), segment.id == ID.segment
    else { return nil }
    for part in Self.elements(&reader, in: segment, until: ID.cluster) {
      if part.id == ID.info, seconds == nil { seconds = Self.seconds(&reader, part) }
      guard part.id == ID.tracks, size == nil else { continue }
      for track in Self.elements(&reader, in: part) where track.id == ID.track && size == nil {
        let video = Self.elements(&reader, in: track).first { $0.id == ID.video }
        if let video { size = Self.size(&reader, video) }
      }
    }
  }

  private static func seconds(_ reader: inout HeaderReader, _ info: Element) -> Double? {
    var nanoseconds = 1_000_000.0
    var duration: Double?
    for part in elements(&reader, in: info) {
      if part.id == ID.scale, let number = number(&reader, part) { nanoseconds = Double(number) }
      guard part.id == ID.duration, let bits = number(&reader, part) else { continue }
      switch part.end - part.body {
      case 4: duration = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
      case 8: duration = Double(bitPattern: bits)
      default: break
      }
    }
    return duration.map { $0 * nanoseconds / 1e9 }
  }

  private static func size(_ reader: inout HeaderReader, _ video: Element) -> PixelSize? {
    var found: [Int: UInt64] = [:]
    for part in elements(&reader, in: video) { found[part.id] = number(&reader, part) }
    func size(_ width: Int, _ height: Int) -> PixelSize? {
      guard let width = found[width], let height = found[height],
        (1...0xFFFF).contains(width), (1...0xFFFF).contains(height)
      else { return nil }
      return PixelSize(width: Int(width), height: Int(height))
    }
    // Other units than pixels say only the shape, and hardly any file has them.
    let shown =
      found[ID.shown.unit, default: 0] == 0 ? size(ID.shown.width, ID.shown.height) : nil
    return shown ?? size(ID.pixels.width, ID.pixels.height)
  }

  /// Returns the elements within another one, up to the first with an identifier.
  private static func elements(
    _ reader: inout HeaderReader, in whole: Element, until last: Int? = nil
  ) -> [Element] {
    var result: [Element] = []
    var offset = whole.body
    // The reader returns nothing after some thousand reads.
    while let next = element(&reader, offset, whole.end), next.id != last {
      result.append(next)
      offset = next.end
    }
    return result
  }

  /// Returns the element at an offset; nil if there is none before the end.
  private static func element(_ reader: inout HeaderReader, _ offset: Int, _ end: Int) -> Element? {
    guard offset < end, let first = reader.number(at: offset, bytes: 1) else { return nil }
    let idLength = UInt8(truncatingIfNeeded: first).leadingZeroBitCount + 1
    guard idLength <= 4, let id = reader.number(at: offset, bytes: idLength),
      let head = reader.number(at: offset + idLength, bytes: 1), head > 0
    else { return nil }
    let length = UInt8(truncatingIfNeeded: head).leadingZeroBitCount + 1
    let bytes = reader.bytes(at: offset + idLength, count: length)
    let body = offset + idLength + length
    guard bytes.count == length, body <= end else { return nil }
    let mark = UInt64(1) << (7 * UInt64(length))
    let size = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & (mark - 1)
    // All bits set means that the size is unknown: the element ends where its parent ends.
    let rest = UInt64(end - body)
    let isWhole = size != mark - 1 && size <= rest
    return Element(id: id, body: body, end: body + Int(isWhole ? size : rest))
  }

  private static func number(_ reader: inout HeaderReader, _ element: Element) -> UInt64? {
    let length = element.end - element.body
    guard (1...8).contains(length) else { return nil }
    let bytes = reader.bytes(at: element.body, count: length)
    return bytes.count == length ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : nil
  }
}
