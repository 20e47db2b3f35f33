import LugeCore

/// Counts arrivals of pictures, so that a drawn row can be told to be older than one of its
/// pictures.
///
/// Drawings carry the generation at which they were asked for. One is outdated when a picture of
/// its row arrived in a later generation; this needs no list of which rows show which picture, and
/// holds for rows that are not held, too.
struct ImageLedger {
  /// Grows with each arrival.
  private(set) var generation = 0
  /// Of pictures that arrived after the ledger was last shortened.
  private var arrivals: [ImageKey: Int] = [:]
  /// Everything that arrived up to here is forgotten and counts as if it had arrived then.
  private var floor = 0

  static let limit = 4096

  /// - Complexity: O(keys).
  mutating func arrived(_ keys: Set<ImageKey>) {
    generation += 1
    if arrivals.count + keys.count > Self.limit {
      arrivals = [:]
      floor = generation
    }
    for key in keys { arrivals[key] = generation }
  }

  /// The generation that a drawing of the row must have to show all that has arrived.
  ///
  /// - Complexity: O(pictures of the row).
  func needed(by row: RealizedRow) -> Int {
    row.images.reduce(row.images.isEmpty ? 0 : floor) { max($0, arrivals[$1.key] ?? 0) }
  }
}
