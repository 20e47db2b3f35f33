import LugeCore

/// When pictures arrived, so that what was drawn before one of its own is drawn again.
///
/// Each drawing carries the generation at which it was requested. It is outdated when a picture of
/// it arrived in a later generation. This needs no list of which drawing shows which picture, and
/// also works for what is not in memory.
struct PictureArrivals {
  /// Grows with each arrival.
  private(set) var generation = 0
  /// Generations of the pictures that arrived since the table was last shortened.
  private var generations: [ImageKey: Int] = [:]
  /// Arrivals up to this generation are forgotten; all pictures count as arrived then.
  private var floor = 0

  static let limit = 4096

  /// - Complexity: O(keys).
  mutating func arrived(_ keys: Set<ImageKey>) {
    generation += 1
    if generations.count + keys.count > Self.limit {
      generations = [:]
      floor = generation
    }
    for key in keys { generations[key] = generation }
  }

  /// The generation that a drawing must have to show all its pictures that have arrived; 0 for a
  /// drawing without pictures.
  ///
  /// - Complexity: O(pictures of the drawing).
  func needed(by images: [ImageUse]) -> Int {
    images.reduce(images.isEmpty ? 0 : floor) { max($0, generations[$1.key] ?? 0) }
  }
}
