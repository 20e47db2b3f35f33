import LugeCore

/// Positions of links and of matches in a row on screen.
struct RowGeometry: Sendable {
  /// Values that the geometry depends on; if one changes, it is computed again.
  struct Key: Hashable, Sendable {
    var row: RowID
    var revision: Revision
    var layoutVersion: UInt32
    var query: TextQuery?
    var isDisclosed = false
  }

  let key: Key
  let texts: [TextGeometry]
  /// Regions of links, in the row.
  let regions: [HitRegion]
  /// Matches, and their rectangles in the row; the range is nil for matches outside of the item's
  /// text.
  let matches: [(range: Range<Int>?, rects: [Rect])]

  /// Computes the positions.
  ///
  /// - Parameter item: the layouts of all rows of the item: matches count only if all words of the
  ///   query occur in it, as in the search itself. Empty for an item of very many rows, where all
  ///   matches count.
  init(
    _ layout: RowLayout, key: Key, item: [RowLayout], measuring text: any TextMeasuring
  ) {
    let query = key.query.flatMap { query in
      item.isEmpty
        || query.matches(
          item.flatMap { $0.texts + $0.labels }.map(\.layout.request.text.string)
            .joined(separator: "\n"))
        ? query : nil
    }
    self.key = key
    var texts: [TextGeometry] = []
    var regions: [HitRegion] = []
    var matches: [(range: Range<Int>?, rects: [Rect])] = []
    for row in layout.texts {
      let geometry = text.geometry(of: row.layout)
      func rectangles(_ range: Range<Int>) -> [Rect] {
        geometry.rectangles(for: range).map { $0.offsetBy(x: row.origin.x, y: row.origin.y) }
      }
      for link in row.links {
        regions += rectangles(link.range).map { HitRegion($0.grownToPixels, link.action) }
      }
      if let query {
        matches += row.layout.request.text.marks(of: query).map {
          ($0.lowerBound + row.offset..<$0.upperBound + row.offset, rectangles($0))
        }
      }
      texts.append(geometry)
    }
    if let query {
      for label in layout.labels {
        let ranges = label.layout.request.text.marks(of: query)
        guard !ranges.isEmpty else { continue }
        let geometry = text.geometry(of: label.layout)
        matches += ranges.map { range in
          let rectangles = geometry.rectangles(for: range)
          return (nil, rectangles.map { $0.offsetBy(x: label.origin.x, y: label.origin.y) })
        }
      }
    }
    (self.texts, self.regions, self.matches) = (texts, regions, matches)
  }
}

extension Rect {
  fileprivate var grownToPixels: Rect {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    return Rect(x: left, y: top, width: maxX.rounded(.up) - left, height: maxY.rounded(.up) - top)
  }
}
