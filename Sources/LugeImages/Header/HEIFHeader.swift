/// Header of HEIC and AVIF pictures: the size is a property of the primary item, and so is a
/// rotation by quarters (ISO/IEC 23008-12, 6.5). EXIF is ignored there.
enum HEIFHeader {
  static func find(_ reader: inout HeaderReader) -> FoundHeader? {
    guard let meta = ISOBox.all(&reader, 0, reader.count).first(where: { $0.kind == "meta" })
    else { return nil }
    // Version and flags come first.
    let parts = ISOBox.all(&reader, meta.body + 4, meta.end)
    guard let properties = parts.first(where: { $0.kind == "iprp" }) else { return nil }
    let inside = ISOBox.all(&reader, properties.body, properties.end)
    guard let container = inside.first(where: { $0.kind == "ipco" }) else { return nil }
    let known = ISOBox.all(&reader, container.body, container.end)
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

  private static func primaryItem(_ reader: inout HeaderReader, _ box: ISOBox) -> Int? {
    let version = reader.number(at: box.body, bytes: 1) ?? 0
    return reader.number(at: box.body + 4, bytes: version == 0 ? 2 : 4)
  }

  /// Returns the positions in the property container, from 0, of an item's properties.
  private static func associations(
    _ reader: inout HeaderReader, _ box: ISOBox, of item: Int
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
