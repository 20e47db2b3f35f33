import LugeCore

/// Table of when pictures arrived, so that a row or decoration that was drawn before one of its
/// pictures is drawn again.
///
/// Each drawing carries the generation at which it was requested. It is outdated when one of its
/// pictures arrived in a later generation. So no list is needed of which drawing shows which
/// picture, and drawings that are not in memory need not be considered.
struct PictureArrivals {
  /// Number that grows with each arrival.
  private(set) var generation = 0
  /// Generations of the pictures that arrived since the table was last shortened.
  private var generations: [ImageKey: Int] = [:]
  /// Generation up to which arrivals were removed from the table; all pictures count as arrived
  /// then.
  private var floor = 0

  static let limit = 4096

  /// Records arrivals.
  ///
  /// - Complexity: O(keys).
  mutating func arrived(_ keys: Set<ImageKey>) {
    generation += 1
    if generations.count + keys.count > Self.limit {
      generations = [:]
      floor = generation
    }
    for key in keys { generations[key] = generation }
  }

  /// Returns the generation that a drawing must have to show all its pictures that have arrived; 0
  /// for a drawing without pictures.
  ///
  /// - Complexity: O(pictures of the drawing).
  func needed(by images: [ImageUse]) -> Int {
    images.reduce(images.isEmpty ? 0 : floor) { max($0, generations[$1.key] ?? 0) }
  }
}
