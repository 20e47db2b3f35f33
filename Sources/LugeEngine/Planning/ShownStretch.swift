import LugeCore

/// Position of a row: its item's position, its index in the item, and its upper edge in the
/// viewport.
struct RowPlace: Hashable {
  var position: Int
  var row: Int
  var y: Int

  func isSameRow(as other: RowPlace) -> Bool { position == other.position && row == other.row }
}

/// The pieces of a frame in which nothing was missing. While the list only scrolls, the next frame
/// reuses them, moved, and adds rows at one edge. Rows that stay are not looked up again, because
/// that is most of the cost of planning a frame when their data are not in the processor's cache.
struct ShownStretch {
  /// Values that must be unchanged for rows to be reused.
  struct Conditions: Equatable {
    var layoutVersion: UInt32
    var scheme: ColorScheme
    var viewport: PixelSize
    var count: Int
    var window: UInt64
    var updates: Int
    /// Counts of pictures that arrived, and of heavy views that were drawn.
    var images: Int
    var views: Int
    /// Count of drawings that arrived; used only if some row is shown as a skeleton.
    var drawings: Int
  }

  var conditions: Conditions
  var anchor: Anchor
  var pieces: [FramePlan.Piece]
  var views: [FramePlan.View]
  /// Row of each piece.
  var rows: [RowPlace]
  /// First row below those in view.
  var next: RowPlace
  /// Whether the stretch contains skeletons of rows that are not drawn at this speed; see
  /// ``RowSkeleton``.
  var hasSkeletons: Bool
}

/// Notes made while a frame is planned.
struct StretchPlanning {
  var rows: [RowPlace] = []
  var next = RowPlace(position: 0, row: 0, y: 0)
  /// Whether everything in view consists of whole rows that can be moved.
  var isShiftable = true

  mutating func begin() {
    rows.removeAll(keepingCapacity: true)
    isShiftable = true
  }
}
