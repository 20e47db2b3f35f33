/// HEIC and AVIF: the size is a property of the primary item, and so is a turn by quarters (ISO/IEC
/// 23008-12, 6.5). EXIF counts for nothing there.
enum HEIFHeader {
  private struct Box {
    var kind: String
    var body: Int
    var end: Int
  }

  static func find(_ reader: inout HeaderReader) -> FoundHeader? {
    guard let meta = boxes(&reader, 0, reader.count).first(where: { $0.kind == "meta" })
    else { return nil }
    // Version and flags come first.
    let parts = boxes(&reader, meta.body + 4, meta.end)
    guard let properties = parts.first(where: { $0.kind == "iprp" }) else { return nil }
    let inside = boxes(&reader, properties.body, properties.end)
    guard let container = inside.first(where: { $0.kind == "ipco" }) else { return nil }
    let known = boxes(&reader, container.body, container.end)
    let primary = parts.first { $0.kind == "pitm" }.flatMap { primaryItem(&reader, $0) }
    var wanted = Array(known.indices)
    if let primary, let table = inside.first(where: { $0.kind == "ipma" }),
      let named = associations(&reader, table, of: primary)
    {
      wanted = named.filter { known.indices.contains($0) }
    }
    var header: FoundHeader?
    var turns = 0
    for box in wanted.map({ known[$0] }) {
      if box.kind == "ispe", header == nil, let width = reader.number(at: box.body + 4, bytes: 4),
        let height = reader.number(at: box.body + 8, bytes: 4)
      {
        header = FoundHeader(width: width, height: height)
      } else if box.kind == "irot" {
        turns = reader.number(at: box.body, bytes: 1) ?? 0
      }
    }
    header?.isTurned = turns % 2 == 1
    return header
  }

  private static func boxes(_ reader: inout HeaderReader, _ start: Int, _ end: Int) -> [Box] {
    var found: [Box] = []
    var offset = start
    while offset + 8 <= end, found.count < 128, let small = reader.number(at: offset, bytes: 4) {
      var (size, head) = (small, 8)
      if small == 1 {
        guard let high = reader.number(at: offset + 8, bytes: 4), high == 0,
          let low = reader.number(at: offset + 12, bytes: 4)
        else { break }
        (size, head) = (low, 16)
      } else if small == 0 {
        size = end - offset
      }
      guard size >= head, size <= end - offset else { break }
      found.append(
        Box(kind: reader.text(at: offset + 4), body: offset + head, end: offset + size))
      offset += size
    }
    return found
  }

  private static func primaryItem(_ reader: inout HeaderReader, _ box: Box) -> Int? {
    let version = reader.number(at: box.body, bytes: 1) ?? 0
    return reader.number(at: box.body + 4, bytes: version == 0 ? 2 : 4)
  }

  /// The places in the property container, from 0, of an item's properties.
  private static func associations(
    _ reader: inout HeaderReader, _ box: Box, of item: Int
  ) -> [Int]? {
    guard let version = reader.number(at: box.body, bytes: 1),
      let flags = reader.number(at: box.body + 1, bytes: 3),
      let count = reader.number(at: box.body + 4, bytes: 4)
    else { return nil }
    var offset = box.body + 8
    for _ in 0..<min(count, 1024) {
      let idBytes = version == 0 ? 2 : 4
      guard let id = reader.number(at: offset, bytes: idBytes),
        let entries = reader.number(at: offset + idBytes, bytes: 1)
      else { return nil }
      offset += idBytes + 1
      let wide = flags & 1 != 0
      if id == item {
        return (0..<entries).compactMap { entry in
          wide
            ? reader.number(at: offset + entry * 2, bytes: 2).map { ($0 & 0x7FFF) - 1 }
            : reader.number(at: offset + entry, bytes: 1).map { ($0 & 0x7F) - 1 }
        }
      }
      offset += entries * (wide ? 2 : 1)
    }
    return nil
  }
}
