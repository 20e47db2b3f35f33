import LugeCore

/// The pictures of the rows in and near the view: which are requested, and which arrived after a
/// row was drawn without them.
struct Pictures {
  /// Closure that is called with the pictures in and near the view, nearest first, when they have
  /// changed.
  var onRequests: (([ListImageRequest]) -> Void)?

  // MARK: Mutable State (the engine's thread)

  private var arrivals = PictureArrivals()
  /// Requests in the order found: from the anchor downwards, then upwards.
  private var requests: [ListImageRequest] = []

  /// Number that grows with each arrival.
  var generation: Int { arrivals.generation }

  /// Records arrivals.
  ///
  /// - Complexity: O(keys).
  mutating func arrived(_ keys: Set<ImageKey>) { arrivals.arrived(keys) }

  /// Returns the generation that a drawing of the row must have to show all its pictures that have
  /// arrived.
  ///
  /// - Complexity: O(pictures of the row).
  func needed(by row: RealizedRow) -> Int {
    arrivals.needed(by: row.images)
  }

  /// Number of pictures last requested.
  var requestCount: Int { requests.count }

  /// Finds the pictures in view, then those ahead and behind, nearest first, and reports them if
  /// they have changed.
  ///
  /// - Parameter decorations: pictures over the rows in view.
  mutating func request(
    _ state: ListState, _ travel: Travel, over decorations: [ListImageRequest] = []
  ) {
    guard let onRequests, state.viewport.height > 0 else { return }
    let height = state.viewport.height
    // Reach farther than rows are drawn, so that most pictures are decoded before their rows are
    // drawn.
    let (above, below) = travel.reach(
      ahead: 2 * height + travel.distance(in: 0.35, upTo: 16_000), behind: height)
    var found = decorations
    state.forEachHeldItem(above: above, below: below, having: .images) { item, top in
      var y = top
      for row in item.rows {
        for image in row.images {
          let (low, high) = (y + image.rows.lowerBound, y + image.rows.upperBound)
          guard high > -above, low < height + below else { continue }
          found.append(
            ListImageRequest(
              key: image.key, size: image.size, distance: max(0, -high, low - height)))
        }
        y += row.layout.size.height
      }
    }
    guard found != requests else { return }
    requests = found
    found.sort { $0.distance < $1.distance }
    onRequests(found)
  }
}
