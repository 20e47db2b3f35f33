public import LugeCore

/// Header of an MP4 or MOV file (ISO/IEC 14496-12, 8.2.2 and 8.3.2; QuickTime File Format), or of a
/// WebM, Matroska or AVI file. Read in this process, in memory-safe code: a few reads of the file.
public struct VideoHeader: Hashable, Sendable {
  /// Duration in seconds; nil if the file does not have it, as when it was streamed.
  public var seconds: Double?
  /// Size in pixels as shown, upright.
  public var size: PixelSize?

  /// Maximum plausible seconds (four weeks); a longer duration is a damaged header.
  private static let longest = 28.0 * 24 * 3600

  /// Reads the header of a file.
  ///
  /// - Returns: nil for another kind of file, or one without facts.
  /// - Complexity: a few reads; at most some thousand, whatever the file contains. May wait for the
  ///   disk.
  public init?(of key: ImageKey) {
    guard let file = try? PictureFile(key) else { return nil }
    self.init(HeaderReader(file: file))
  }

  init?(_ reader: HeaderReader) {
    var reader = reader
    var other: (seconds: Double?, size: PixelSize?)?
    if let matroska = MatroskaHeader(&reader) {
      other = (matroska.seconds, matroska.size)
    } else if let avi = AVIHeader(&reader) {
      other = (avi.seconds, avi.size)
    }
    if let other {
      seconds = other.seconds.flatMap { $0 > 0 && $0 < Self.longest ? $0 : nil }
      size = other.size
      if seconds == nil, size == nil { return nil }
      return
    }
    guard reader.text(at: 4) == "ftyp" else { return nil }
    let top = ISOBox.all(&reader, 0, reader.count)
    guard let movie = top.first(where: { $0.kind == "moov" }) else { return nil }
    for box in ISOBox.all(&reader, movie.body, movie.end) {
      if box.kind == "mvhd", seconds == nil {
        seconds = Self.seconds(&reader, box)
      } else if box.kind == "trak", size == nil,
        let head = ISOBox.all(&reader, box.body, box.end).first(where: { $0.kind == "tkhd" })
      {
        size = Self.size(&reader, head)
      }
    }
    if seconds == nil, size == nil { return nil }
  }

  private static func seconds(_ reader: inout HeaderReader, _ box: ISOBox) -> Double? {
    guard let version = reader.number(at: box.body, bytes: 1), version <= 1 else { return nil }
    let scaleAt = box.body + (version == 1 ? 20 : 12)
    guard scaleAt + (version == 1 ? 12 : 8) <= box.end,
      let scale = reader.number(at: scaleAt, bytes: 4), scale > 0,
      let first = reader.number(at: scaleAt + 4, bytes: 4)
    else { return nil }
    var ticks = Double(first)
    if version == 1 {
      guard let second = reader.number(at: scaleAt + 8, bytes: 4) else { return nil }
      ticks = ticks * 4_294_967_296 + Double(second)
    }
    let seconds = ticks / Double(scale)
    // All bits set means unknown, too.
    return seconds > 0 && seconds < longest ? seconds : nil
  }

  /// Returns the size of a track; nil for sound.
  private static func size(_ reader: inout HeaderReader, _ box: ISOBox) -> PixelSize? {
    guard let version = reader.number(at: box.body, bytes: 1), version <= 1 else { return nil }
    let matrixAt = box.body + (version == 1 ? 52 : 40)
    guard matrixAt + 44 <= box.end, let across = reader.number(at: matrixAt, bytes: 4),
      let turned = reader.number(at: matrixAt + 4, bytes: 4),
      let width = reader.number(at: matrixAt + 36, bytes: 2),
      let height = reader.number(at: matrixAt + 40, bytes: 2), width > 0, height > 0
    else { return nil }
    // In the matrix of a quarter turn, the diagonal is zero.
    let isTurned = across == 0 && turned != 0
    return isTurned
      ? PixelSize(width: height, height: width) : PixelSize(width: width, height: height)
  }
}
