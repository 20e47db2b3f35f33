public import LugeCore

/// Where measured heights outlive the program, so that the next opening has an exact scroll bar at
/// once. Heights that turn out wrong heal like any other: what is laid out knows better.
public protocol HeightStore: Sendable {
  /// The heights known for an environment, one an item, negative where unknown; nil for none.
  /// Called in the background, may block.
  func heights(count: Int, in environment: LayoutEnvironment) -> [Int32]?
  /// Keeps what is known. Called on the engine's thread: has to return at once.
  func keep(_ heights: HeightIndex, in environment: LayoutEnvironment)
}

/// What a store had, as an index, for the environment and the list it was asked about.
struct RestoredHeights: Sendable {
  let layoutVersion: UInt32
  /// Nil when there was nothing.
  let index: HeightIndex?
}

/// How far an environment's heights have come from the store and gone to it.
struct HeightKeeping {
  var askedFor: UInt32?
  var isWaiting = false
  /// Exact heights that the store has.
  var keptCount = 0
  /// The list is no longer the one that was stored.
  var isForeign = false
}

extension ListEngine {
  /// Asks the store once for each environment, when nothing else is to be done.
  ///
  /// - Returns: whether the answer is awaited: until then nothing is measured ahead.
  func restoresHeights() -> Bool {
    guard let heightStore, !heightKeeping.isForeign else { return false }
    guard heightKeeping.askedFor != layoutVersion else { return heightKeeping.isWaiting }
    heightKeeping = HeightKeeping(askedFor: layoutVersion, isWaiting: true)
    let (mailbox, count, estimate) = (mailbox, snapshot.count, snapshot.heights.estimate)
    let (environment, version) = (environment, layoutVersion)
    runtime.later(0) {
      let entries = heightStore.heights(count: count, in: environment)
      let index = entries.flatMap {
        $0.count == count ? HeightIndex(entries: $0, estimate: estimate) : nil
      }
      mailbox.post(
        .restored(RestoredHeights(layoutVersion: version, index: index)))
    }
    return true
  }

  /// Puts all of it in place at once. Positions on screen are counted from the anchor, so nothing
  /// in view moves; what is held keeps the heights that it has.
  ///
  /// - Complexity: O(items held · log n).
  func take(_ restored: RestoredHeights) {
    guard restored.layoutVersion == heightKeeping.askedFor else { return }
    heightKeeping.isWaiting = false
    guard restored.layoutVersion == layoutVersion, !heightKeeping.isForeign,
      let index = restored.index, index.count == snapshot.count
    else { return }
    heightKeeping.keptCount = index.exactCount
    counts.heightsRestored += restored.index?.exactCount ?? 0
    state.restore(index)
    isDirty = true
  }

  /// Hands the store what was measured since it was last asked or told; before the list is let go
  /// of. By itself this happens when all heights are known.
  public func keepHeights() {
    guard let heightStore, !heightKeeping.isForeign, viewport.width > 0,
      snapshot.heights.exactCount > heightKeeping.keptCount
    else { return }
    heightKeeping.keptCount = snapshot.heights.exactCount
    heightStore.keep(snapshot.heights, in: environment)
  }
}
