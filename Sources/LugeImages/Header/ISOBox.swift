/// A box of an ISO base media file, the container of pictures (HEIC, AVIF) and videos (MP4, MOV)
/// (ISO/IEC 14496-12, 4.2).
struct ISOBox {
  var kind: String
  /// Offset of the box's content.
  var body: Int
  var end: Int

  private static let limit = 128

  /// Returns the consecutive boxes in a part of a file, up to the first invalid one.
  static func all(_ reader: inout HeaderReader, _ start: Int, _ end: Int) -> [ISOBox] {
    var found: [ISOBox] = []
    var offset = start
    while offset + 8 <= end, found.count < limit, let small = reader.number(at: offset, bytes: 4) {
      var (size, head) = (small, 8)
      if small == 1 {
        guard let high = reader.number(at: offset + 8, bytes: 4), high < 1 << 30,
          let low = reader.number(at: offset + 12, bytes: 4)
        else { break }
        (size, head) = (high << 32 | low, 16)
      } else if small == 0 {
        size = end - offset
      }
      guard size >= head, size <= end - offset else { break }
      found.append(
        ISOBox(kind: reader.text(at: offset + 4), body: offset + head, end: offset + size))
      offset += size
    }
    return found
  }
}
