/// A HEIC file as telephones write it: a picture of many tiles of 512 × 512, here the same one
/// everywhere (ISO/IEC 23008-12, 6.6.2.3).
enum HEIFGrid {
  static let side = 512

  /// - Parameter tile: a HEIC of one tile.
  /// - Returns: nil when the tile's parts are not found.
  static func file(of tile: [UInt8], width: Int, height: Int) -> [UInt8]? {
    guard let meta = box("meta", in: tile[...]), let data = box("mdat", in: tile[...]),
      let properties = box("iprp", in: meta.dropFirst(4)), let known = box("ipco", in: properties),
      let codec = box("hvcC", in: known)
    else { return nil }
    let (across, down) = ((width + side - 1) / side, (height + side - 1) / side)
    let (count, grid) = (across * down, across * down + 1)
    let tiles = Array(1...count)
    let container = wrap(
      "ipco",
      wrap("hvcC", Array(codec)) + full("ispe", 0, 0, long(side) + long(side))
        + full("ispe", 0, 0, long(width) + long(height)))
    // Each tile has the codec's settings and its size, the grid its own.
    let links =
      long(count + 1) + tiles.flatMap { short($0) + [2, 0x81, 2] } + short(grid) + [1, 3]
    let items =
      short(count + 1)
      + tiles.flatMap { full("infe", 2, 1, short($0) + [0, 0] + Array("hvc1\0".utf8)) }
      + full("infe", 2, 0, short(grid) + [0, 0] + Array("grid\0".utf8))
    let parts = full(
      "iref", 0, 0, wrap("dimg", short(grid) + short(count) + tiles.flatMap { short($0) }))
    let layout: [UInt8] =
      [0, 0, UInt8(down - 1), UInt8(across - 1)] + short(width) + short(height)
    let handler = full(
      "hdlr", 0, 0, [0, 0, 0, 0] + Array("pict".utf8) + Array(repeating: 0, count: 13))
    func head(dataAt start: Int) -> [UInt8] {
      var places: [UInt8] = [0x44, 0] + short(count + 1)
      for item in tiles {
        places += short(item) + [0, 0, 0, 0] + short(1) + long(start) + long(data.count)
      }
      places += short(grid) + short(1) + [0, 0] + short(1) + long(0) + long(layout.count)
      return full(
        "meta", 0, 0,
        handler + full("pitm", 0, 0, short(grid)) + full("iloc", 1, 0, places)
          + full("iinf", 0, 0, items) + wrap("iprp", container + full("ipma", 0, 0, links)) + parts
          + wrap("idat", layout))
    }
    let kind = wrap("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    let start = kind.count + head(dataAt: 0).count + 8
    return kind + head(dataAt: start) + wrap("mdat", Array(data))
  }

  private static func box(_ kind: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = bytes
    while rest.count >= 8 {
      let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, size <= rest.count else { return nil }
      if rest.dropFirst(4).starts(with: kind.utf8) { return rest.prefix(size).dropFirst(8) }
      rest = rest.dropFirst(size)
    }
    return nil
  }

  private static func wrap(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    long(body.count + 8) + Array(kind.utf8) + body
  }

  private static func full(
    _ kind: String, _ version: UInt8, _ flags: UInt8, _ body: [UInt8]
  ) -> [UInt8] {
    wrap(kind, [version, 0, 0, flags] + body)
  }

  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  private static func long(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
  }
}
