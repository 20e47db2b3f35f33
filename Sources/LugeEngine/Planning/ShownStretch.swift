import LugeCore

/// A row by its item and its number in it, and where its upper edge stands in the viewport.
struct RowPlace: Hashable {
  var position: Int
  var row: Int
  var y: Int

  func isSameRow(as other: RowPlace) -> Bool { position == other.position && row == other.row }
}

/// What a frame showed when all of it was there: while the list only scrolls, the next frame shows
/// the same somewhere else, and rows at one edge that came in. Rows that stay are neither looked at
/// nor looked up, which in a processor whose caches another program has used meanwhile is most of
/// what planning a frame costs.
struct ShownStretch {
  /// Any difference means that the rows may have become others.
  struct Conditions: Equatable {
    var layoutVersion: UInt32
    var scheme: ColorScheme
    var viewport: PixelSize
    var count: Int
    var window: UInt64
    var updates: Int
    /// Of pictures that arrived, and of heavy views that were drawn.
    var images: Int
    var views: Int
    /// Drawings that came, where some row stands as a skeleton.
    var drawings: Int
  }

  var conditions: Conditions
  var anchor: Anchor
  var pieces: [FramePlan.Piece]
  var views: [FramePlan.View]
  /// The row of each piece.
  var rows: [RowPlace]
  /// The first row below those that were in view.
  var next: RowPlace
  /// Whether rows that nobody draws at this speed are among them; see ``RowSkeleton``.
  var hasSkeletons: Bool
}

/// What is noted while a frame is planned.
struct StretchPlanning {
  var rows: [RowPlace] = []
  var next = RowPlace(position: 0, row: 0, y: 0)
  /// Whether all that is in view is made of whole rows that could stand anywhere.
  var isShiftable = true

  mutating func begin() {
    rows.removeAll(keepingCapacity: true)
    isShiftable = true
  }
}
