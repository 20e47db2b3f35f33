import LugeCore

/// The pictures of the rows in view and near: which are wished for, and which arrived after a row
/// was drawn without them.
///
/// Drawings carry the generation at which they were asked for. One is outdated when a picture of
/// its row arrived in a later generation; this needs no list of which rows show which picture, and
/// holds for rows that are not held, too.
struct Pictures {
  /// Told of the pictures that are in view or will be, nearest first, when they become others.
  var onWishes: (([ImageWish]) -> Void)?

  // MARK: Mutable State (the engine's thread)

  /// Grows with each arrival.
  private(set) var generation = 0
  /// Of pictures that arrived after the list was last shortened.
  private var arrivals: [ImageKey: Int] = [:]
  /// Everything that arrived up to here is forgotten and counts as if it had arrived then.
  private var floor = 0

  /// As they were found, from the anchor downwards and then upwards.
  private var wishes: [ImageWish] = []

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

  /// Pictures that were wished for last.
  var wishCount: Int { wishes.count }

  /// Names the pictures in view, then those ahead and behind, nearest first; pictures scrolled away
  /// are no longer among them.
  mutating func wish(_ state: ListState, _ travel: Travel) {
    guard let onWishes, state.viewport.height > 0 else { return }
    let height = state.viewport.height
    // Farther than rows are drawn, so that most pictures come before their rows are.
    let (above, below) = travel.reach(
      ahead: 2 * height + travel.distance(in: 0.35, upTo: 16_000), behind: height)
    var found: [ImageWish] = []
    state.forEachHeldItem(above: above, below: below, having: .images) { item, top in
      var y = top
      for row in item.rows {
        for image in row.images {
          let (low, high) = (y + image.rows.lowerBound, y + image.rows.upperBound)
          guard high > -above, low < height + below else { continue }
          found.append(
            ImageWish(key: image.key, size: image.size, distance: max(0, -high, low - height)))
        }
        y += row.layout.size.height
      }
    }
    guard found != wishes else { return }
    wishes = found
    found.sort { $0.distance < $1.distance }
    onWishes(found)
  }
}
