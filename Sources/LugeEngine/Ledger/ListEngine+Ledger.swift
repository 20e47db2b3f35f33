import LugeCore

extension ListEngine {
  /// What the rows in view cost, top to bottom.
  ///
  /// - Complexity: O(rows in view).
  public var rowCosts: [RowCost] {
    var costs: [RowCost] = []
    forEachVisibleRow { position, row, _ in
      var cost = RowCost(
        row: row.model.id, position: position, layoutSeconds: Double(row.layoutSeconds),
        drawSeconds: 0, bitmapBytes: 0, images: row.images.count)
      for slice in cells.onScreen[row.model.id]?.slices ?? [] {
        guard let slice else { continue }
        cost.drawSeconds += Double(slice.seconds)
        cost.bitmapBytes += slice.byteCount
      }
      for image in row.images {
        guard let known = imageCost?(image.key) else { continue }
        cost.decodeSeconds += known.seconds
        cost.imageBytes += known.bytes
      }
      costs.append(cost)
    }
    return costs
  }

  /// The pictures of the rows in view, with their rows, top to bottom.
  ///
  /// - Complexity: O(rows in view).
  public var visibleImages: [(key: ImageKey, position: Int, row: RowID)] {
    var found: [(key: ImageKey, position: Int, row: RowID)] = []
    forEachVisibleRow { position, row, _ in
      for image in row.images { found.append((image.key, position, row.model.id)) }
    }
    return found
  }

  /// Whether ``FrameRecord/allocations`` means something.
  public var runtimeCountsAllocations: Bool { runtime.allocations != nil }

  /// Stores and queues now. Asks the lane, so not for every frame.
  public var load: EngineLoad {
    EngineLoad(
      bitmapBytes: bitmaps.byteCount, bitmapLimit: bitmaps.byteLimit,
      windowCount: snapshot.window.range.count, windowLimit: configuration.windowLimit,
      loads: loads.count, laneBacklog: lane.backlog, updates: updates.count,
      imageWishes: lastImageWishes.count, cells: cells.onScreen.count,
      exactHeights: snapshot.heights.exactCount, count: snapshot.count)
  }

  /// Why an item that is in view is not held.
  func causeOfMissing(_ position: Int) -> FrameRecord.Cause {
    let isAsked = loads.values.contains { $0.range.contains(position) }
    // Jobs that wait on the lane hold back the request as well as its result.
    return isAsked && lane.isBusy ? .lane : .source
  }
}

/// Divides a frame's time into parts that follow each other.
struct PartClock {
  private let now: @Sendable () -> Double
  /// When the present part began.
  private(set) var last: Double

  init(_ runtime: EngineRuntime) {
    now = runtime.now
    last = now()
  }

  /// Ends a part; says what it took.
  mutating func lap() -> Double {
    let end = now()
    defer { last = end }
    return end - last
  }
}
