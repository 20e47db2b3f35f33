import LugeApp

/// Costs of work at a time of a replay, as measured during the recording, or from a table if they
/// were not.
///
/// Work costs what the next measurement after it says, because a measurement is taken when the work
/// has ended.
struct ReplayRates: Sendable {
  /// Seconds of one job, as measured until a time.
  private struct Rate {
    var at: Double
    var seconds: Double
  }

  private let table: ReplayCosts
  /// Average seconds that the table gives to the layout of an item of the replay's own messages.
  private let tableLayoutOfItem: Double
  private let source, layout, draw, drain, update, plan, ask, paint: [Rate]

  init(
    _ table: ReplayCosts, measured: [Trace.Cost] = [], tableLayoutOfItem: Double = 0
  ) {
    self.table = table
    self.tableLayoutOfItem = tableLayoutOfItem
    let sorted = measured.sorted { $0.at < $1.at }
    func rates(_ measure: (Trace.Cost) -> Trace.Measure?) -> [Rate] {
      sorted.compactMap { cost in
        guard let measure = measure(cost), measure.count > 0, measure.microseconds >= 0 else {
          return nil
        }
        return Rate(
          at: cost.at, seconds: Double(measure.microseconds) / 1e6 / Double(measure.count))
      }
    }
    source = rates { $0.source }
    layout = rates { $0.layout + $0.spotLayout }
    draw = rates { $0.draw + $0.spotDraw }
    drain = rates { $0.drain }
    update = rates { $0.update }
    plan = rates { $0.plan }
    ask = rates { $0.ask }
    paint = rates { $0.paint }
  }

  /// - Complexity: O(log measurements).
  func costs(at time: Double) -> ReplayCosts {
    var costs = table
    if !source.isEmpty { costs.fetchItem = 0 }
    if let seconds = Self.find(layout, time), tableLayoutOfItem > 0 {
      let factor = seconds / tableLayoutOfItem
      costs.layoutText *= factor
      costs.layoutByte *= factor
    }
    if let seconds = Self.find(draw, time) {
      costs.drawBitmap = seconds
      costs.drawPixel = 0
    }
    if let seconds = Self.find(drain, time) { costs.drainResult = seconds }
    if let seconds = Self.find(update, time) { costs.applyChange = seconds }
    if let seconds = Self.find(plan, time) {
      costs.frame = seconds
      costs.placePiece = 0
    }
    if let seconds = Self.find(ask, time) { costs.ask = seconds }
    if let seconds = Self.find(paint, time) { costs.paint = seconds }
    return costs
  }

  /// Seconds that the source took to answer; nil where that was not measured.
  func answer(at time: Double) -> Double? { Self.find(source, time) }

  private static func find(_ rates: [Rate], _ time: Double) -> Double? {
    let wanted = time - Trace.frameInterval / 2
    var (low, high) = (0, rates.count)
    while low < high {
      let middle = (low + high) / 2
      if rates[middle].at < wanted { low = middle + 1 } else { high = middle }
    }
    return (low < rates.count ? rates[low] : rates.last)?.seconds
  }
}

extension Optional<Trace.Measure> {
  fileprivate static func + (a: Self, b: Self) -> Self {
    guard let a else { return b }
    guard let b else { return a }
    let (count, over) = a.count.addingReportingOverflow(b.count)
    let (time, isLong) = a.microseconds.addingReportingOverflow(b.microseconds)
    return over || isLong ? a : Trace.Measure(count: count, microseconds: time)
  }
}
