import LugeCore

/// Header of an AVI file (RIFF, with the extensions of OpenDML): what stands before its pictures.
struct AVIHeader {
  private(set) var seconds: Double?
  private(set) var size: PixelSize?

  /// - Returns: nil for another kind of file.
  init?(_ reader: inout HeaderReader) {
    guard reader.text(at: 0) == "RIFF", reader.text(at: 8) == "AVI " else { return nil }
    guard let list = Self.content(&reader, of: "hdrl", in: 12..<max(12, reader.count)),
      let main = Self.content(&reader, of: "avih", in: list), main.count >= 40
    else { return }
    func number(_ offset: Int) -> Int { reader.littleNumber(at: offset, bytes: 4) ?? 0 }
    let microseconds = number(main.lowerBound)
    var pictures = number(main.lowerBound + 16)
    // A file of several parts has the number of all pictures there, and above only of the first.
    if let more = Self.content(&reader, of: "odml", in: list),
      let all = Self.content(&reader, of: "dmlh", in: more), all.count >= 4
    {
      pictures = max(pictures, number(all.lowerBound))
    }
    if microseconds > 0, pictures > 0 { seconds = Double(microseconds) * Double(pictures) / 1e6 }
    let (width, height) = (number(main.lowerBound + 32), number(main.lowerBound + 36))
    if (1...0xFFFF).contains(width), (1...0xFFFF).contains(height) {
      size = PixelSize(width: width, height: height)
    }
  }

  /// Returns the content of the first chunk, or list of chunks, of a kind; nil if there is none.
  private static func content(
    _ reader: inout HeaderReader, of kind: String, in parent: Range<Int>
  ) -> Range<Int>? {
    var offset = parent.lowerBound
    // The reader returns nothing after some thousand reads.
    while offset < parent.upperBound, let size = reader.littleNumber(at: offset + 4, bytes: 4) {
      let start = offset + 8
      let end = min(parent.upperBound, start + size)
      let isList = reader.text(at: offset) == "LIST"
      let found = reader.text(at: isList ? start : offset)
      let body = isList ? start + 4 : start
      if found == kind, body <= end { return body..<end }
      offset = start + size + size % 2
    }
    return nil
  }
}
