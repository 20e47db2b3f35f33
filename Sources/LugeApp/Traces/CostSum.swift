import LugeEngine

/// Costs of frames in a trace. Those without anything slow are combined, because a session of an
/// hour has hundreds of thousands of frames.
struct CostSum {
  /// Maximum seconds of frames that are combined, and the duration from which a frame is recorded
  /// by itself: a third of its budget.
  private static let span = 0.25
  private static let longFrame = 0.0055
  /// Durations, in seconds, of one answer of the source, one layout of an item and one drawing of a
  /// slice, from which the frame is recorded by itself.
  private static let longAnswer = 0.05
  private static let longJob = 0.004

  private(set) var all: [Trace.Cost] = []
  private var sum: Trace.Cost?
  private var begin = 0.0

  static func isLong(_ record: FrameRecord) -> Bool {
    let lane = record.lane
    return record.total + record.paint + record.other + record.otherBefore >= longFrame
      || record.missed > 0
      || lane.sourceSeconds > longAnswer * Double(max(1, lane.answers))
      || lane.layoutSeconds > longJob * Double(max(1, lane.items))
      || lane.drawSeconds > longJob * Double(max(1, lane.slices))
  }

  /// - Parameters:
  ///   - laidOut: number of items laid out within the frame.
  ///   - drawn: number of slices drawn within the frame.
  static func cost(of record: FrameRecord, laidOut: Int, drawn: Int, at time: Double) -> Trace.Cost
  {
    func measure(_ count: Int, _ seconds: Double) -> Trace.Measure? {
      guard count > 0 else { return nil }
      return Trace.Measure(count: count, microseconds: Int(clamping: seconds * 1e6))
    }
    let lane = record.lane
    var cost = Trace.Cost(at: time)
    cost.source = measure(lane.answers, lane.sourceSeconds)
    cost.layout = measure(lane.items, lane.layoutSeconds)
    cost.draw = measure(lane.slices, lane.drawSeconds)
    // Layouts between frames count as within a frame.
    cost.spotLayout = measure(laidOut, record.layoutBefore + record.spotLayout)
    cost.spotDraw = measure(drawn, record.spotDraw)
    cost.drain = measure(record.results, record.drain)
    // Work without a change counts as one change.
    cost.update = measure(max(1, record.changes), max(0, record.update - record.spotLayout))
    cost.plan = measure(1, max(0, record.plan - record.spotDraw))
    cost.ask = measure(1, record.ask)
    cost.paint = record.paint > 0 ? measure(1, record.paint) : nil
    let other = record.other + record.otherBefore
    cost.other = other > 0 ? measure(1, other) : nil
    cost.missed = record.missed > 0 ? record.missed : nil
    return cost
  }

  mutating func add(_ cost: Trace.Cost, isLong: Bool) {
    guard all.count < TraceRecorder.eventLimit else { return }
    if isLong {
      flush()
      all.append(cost)
      return
    }
    guard let before = sum else {
      (sum, begin) = (cost, cost.at)
      return
    }
    sum = before + cost
    if cost.at - begin >= Self.span { flush() }
  }

  mutating func flush() {
    if let sum { all.append(sum) }
    sum = nil
  }
}

extension Trace.Cost {
  /// Returns the sum of both, with the later time.
  fileprivate static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.at = b.at
    sum.frames += b.frames
    if let missed = b.missed { sum.missed = (sum.missed ?? 0) &+ missed }
    for part in [
      \Self.source, \.layout, \.spotLayout, \.draw, \.spotDraw, \.drain, \.update, \.plan, \.ask,
      \.paint, \.other,
    ] {
      guard let more = b[keyPath: part] else { continue }
      sum[keyPath: part] =
        sum[keyPath: part].map {
          Trace.Measure(
            count: $0.count &+ more.count, microseconds: $0.microseconds &+ more.microseconds)
        } ?? more
    }
    return sum
  }
}
