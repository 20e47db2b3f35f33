import LugeCore

/// Costs of frames, rows and caches.
extension ListEngine {
  public var statistics: EngineStatistics {
    var result = frameLog.statistics
    let loaded = loader.statistics
    result.itemsLoaded = loaded.itemsLoaded
    result.itemsLaidOutByLane = loaded.itemsLaidOutByLane
    result.loadsFailed = loaded.loadsFailed
    result.itemsRemade = loaded.itemsRemade
    result.rowsRelaidOut = loaded.rowsRelaidOut
    result.rowsKept = loaded.rowsKept
    result.itemsLaidOutOnTheSpot = tools.itemsLaidOut
    result.itemsSurveyed = survey.itemsMeasured
    result.heightsRestored = survey.heightsRestored
    result.slicesDrawnByLane = drawing.slicesByLane
    result.slicesDrawnOnTheSpot = drawing.slicesInFrames
    result.slicesDrawnTwice = drawing.slicesDrawnTwice
    result.staleResultsDropped =
      loaded.staleResultsDropped + survey.staleResults + drawing.staleSlices
    result.updatesApplied = updates.appliedCount
    result.bitmapBytes = drawing.byteCount
    result.windowCount = state.snapshot.window.range.count
    result.cellsCreated = drawing.cellsCreated
    return result
  }

  /// Costs of the rows in view, from top to bottom.
  ///
  /// - Complexity: O(rows in view).
  public var rowCosts: [RowCost] {
    var costs: [RowCost] = []
    state.forEachVisibleRow { position, row, _ in
      var cost = RowCost(
        row: row.id, position: position, layoutSeconds: Double(row.layoutSeconds),
        drawSeconds: 0, bitmapBytes: 0, images: row.images.count)
      for slice in drawing.drawings(of: row.id) {
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

  /// Whether ``FrameRecord/allocations`` is counted.
  public var runtimeCountsAllocations: Bool { resources.runtime.allocations != nil }

  /// Current fill of caches and queues. Takes the lane's lock, so do not call it each frame.
  public var load: EngineLoad {
    EngineLoad(
      bitmapBytes: drawing.byteCount, bitmapLimit: drawing.presentByteLimit,
      windowCount: state.snapshot.window.range.count, windowLimit: configuration.windowLimit,
      loads: loader.count, laneBacklog: lane.backlog, updates: updates.count,
      imageRequests: pictures.requestCount, cells: drawing.cellCount,
      exactHeights: state.snapshot.heights.exactCount, count: state.count)
  }

  /// Tells the frame log what showing the last frame took. Whoever puts frames on a screen calls it
  /// after each; without it a frame's own work is known alone.
  ///
  /// - Parameters:
  ///   - painting: seconds of putting it together and handing it to the window system.
  ///   - missed: deadlines before this frame that passed without one.
  ///   - other: seconds of whatever else was done for this frame.
  ///   - otherBefore: seconds of processor time of this thread since the last frame was shown.
  public func noteShown(
    painting: Double, missed: Int, other: Double = 0, otherBefore: Double = 0
  ) {
    frameLog.shown(painting: painting, missed: missed, other: other, otherBefore: otherBefore)
  }
}
