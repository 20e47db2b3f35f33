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
      costs.append(cost)
    }
    return costs
  }

  /// Stores and queues now. Asks the lane, so not for every frame.
  public var load: EngineLoad {
    EngineLoad(
      bitmapBytes: bitmaps.byteCount, bitmapLimit: bitmaps.byteLimit,
      windowCount: snapshot.window.range.count, windowLimit: configuration.windowLimit,
      loads: loads.count, laneBacklog: lane.backlog, updates: updates.count,
      imageWishes: lastImageWishes.count, cells: cells.onScreen.count,
      exactHeights: snapshot.heights.exactCount, count: snapshot.count)
  }

  /// Runs a part of the frame and adds what it took.
  func timed(_ part: WritableKeyPath<FrameRecord, Double>, _ body: () -> Void) {
    let start = runtime.now()
    body()
    ledger.current[keyPath: part] += runtime.now() - start
  }

  /// Why an item that is in view is not held.
  func causeOfMissing(_ position: Int) -> FrameRecord.Cause {
    let isAsked = loads.values.contains { $0.range.contains(position) }
    // Jobs that wait on the lane hold back the request as well as its result.
    return isAsked && lane.isBusy ? .lane : .source
  }
}
