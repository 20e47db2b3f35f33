public import LugeCore

/// A heavy view as a stop of the focus.
public struct HeavyViewStop: Hashable, Sendable {
  public var key: ImageKey
  /// Upper edge in device pixels from the viewport's; the view may be out of view.
  public var y: Int
  public var height: Int
}

extension ListState {
  /// Returns the next or previous heavy view that takes keys, in view or not, among the items in
  /// memory.
  ///
  /// - Parameter view: the view to start from; nil: begin with the first (or last) one that is
  ///   wholly in view, or else with one partly in view.
  /// - Returns: nil when there is no further view: the focus then leaves the list.
  /// - Complexity: O(rows in memory).
  func heavyViewStop(after view: ImageKey?, backwards: Bool = false) -> HeavyViewStop? {
    let stops = heavyViewStops()
    if let view, let at = stops.firstIndex(where: { $0.key == view }) {
      let next = backwards ? at - 1 : at + 1
      return stops.indices.contains(next) ? stops[next] : nil
    }
    let seen = stops.filter { $0.y + $0.height > 0 && $0.y < viewport.height }
    let whole = seen.filter { $0.y >= 0 && $0.y + $0.height <= viewport.height }
    let near = whole.isEmpty ? seen : whole
    return backwards ? near.last : near.first
  }

  /// Returns the stops of all items in memory, from top to bottom.
  private func heavyViewStops() -> [HeavyViewStop] {
    var stops: [HeavyViewStop] = []
    forEachHeldItem(above: .max / 4, below: .max / 4) { item, top in
      var y = top
      for row in item.rows {
        for layer in row.heavyViews where layer.input.contains(.keys) {
          guard let size = ImageUse.size(filling: layer.rect) else { continue }
          stops.append(
            HeavyViewStop(key: layer.key, y: y + Int(layer.rect.y), height: size.height))
        }
        y += row.layout.size.height
      }
    }
    return stops.sorted { $0.y < $1.y }
  }
}
