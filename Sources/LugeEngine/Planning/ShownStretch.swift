import LugeCore

/// A row by its item's position and its index in the item, and its upper edge in the viewport.
struct RowPlace: Hashable {
  var position: Int
  var row: Int
  var y: Int

  func isSameRow(as other: RowPlace) -> Bool { position == other.position && row == other.row }
}

/// The pieces of a frame in which nothing was missing. While the list only scrolls, the next frame
/// reuses them, moved, and adds rows at one edge. Rows that stay are not looked up again, which is
/// most of the cost of planning a frame when another program has used the processor's caches.
struct ShownStretch {
  /// If any of these differs, the rows may have changed.
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
    /// Count of drawings that arrived, if some row is shown as a skeleton.
    var drawings: Int
  }

  var conditions: Conditions
  var anchor: Anchor
  var pieces: [FramePlan.Piece]
  var views: [FramePlan.View]
  /// The row of each piece.
  var rows: [RowPlace]
  /// The first row below those in view.
  var next: RowPlace
  /// Whether it contains skeletons of rows that are not drawn at this speed; see ``RowSkeleton``.
  var hasSkeletons: Bool
}

/// Notes made while a frame is planned.
struct StretchPlanning {
  var rows: [RowPlace] = []
  var next = RowPlace(position: 0, row: 0, y: 0)
  /// Whether all that is in view consists of whole rows that can be moved.
  var isShiftable = true

  mutating func begin() {
    rows.removeAll(keepingCapacity: true)
    isShiftable = true
  }
}
