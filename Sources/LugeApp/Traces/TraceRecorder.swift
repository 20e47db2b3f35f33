import LugeCore
public import LugeEngine

/// Records how a list in a window was scrolled, resized and changed, frame by frame, as a trace to
/// be replayed without a window.
///
/// It contains nothing of the messages: no text, names or times. A replay uses made-up messages, so
/// heights differ, and the same motion goes over other rows. Durations of the source, lanes and
/// frames are recorded, so that a replay shows the cause of a late frame on the user's machine.
public final class TraceRecorder {
  // MARK: Mutable State (the engine's thread)
  private var trace: Trace
  private var begin: Double?
  /// Events since the last frame.
  private var pending = [Trace.Event(at: 0)]
  private var isEmpty = true
  private var size: (width: Int, height: Int)?
  private var costs = CostSum()
  /// The last frame. The duration of showing it is known when the next one comes.
  private var last: (number: Int, laidOut: Int, drawn: Int, time: Double)?
  /// Totals of layouts at the previous frame: only differences are recorded.
  private var laidOut = 0
  private var drawn = 0
  private weak var engine: ListEngine?

  /// Maximum number of events, enough for a working day; of a longer session the beginning is kept.
  public static let eventLimit = 2_000_000

  /// Begins to record.
  ///
  /// - Parameter name: name of the trace.
  public init(_ engine: ListEngine, name: String) {
    let metrics = engine.metrics
    trace = Trace(
      name: name, messages: engine.count, opensAtEnd: metrics.isAtEnd || engine.count == 0,
      seconds: 0, events: [])
    trace.version = Trace.latestVersion
    if metrics.viewportHeight > 0 { size = (trace.width, metrics.viewportHeight) }
    self.engine = engine
    let counts = engine.statistics
    (laidOut, drawn) = (counts.itemsLaidOutOnTheSpot, counts.slicesDrawnOnTheSpot)
    engine.onInput = { [weak self] in self?.take($0) }
  }

  /// The trace recorded so far.
  public var recorded: Trace {
    var result = trace
    if let size { (result.width, result.height) = size }
    var costs = costs
    if let last { noteCosts(of: last, in: &costs) }
    costs.flush()
    result.costs = costs.all
    return result
  }

  private func take(_ input: EngineInput) {
    guard trace.events.count < Self.eventLimit else { return }
    switch input {
    case .frame(let time):
      let start = begin ?? time
      begin = start
      trace.seconds = time - start + Trace.frameInterval
      noteCosts(at: trace.seconds)
      guard !isEmpty else { return }
      // A replay's first frame is one interval after its beginning; half an interval avoids
      // rounding errors.
      for var event in pending {
        event.at = time - start + Trace.frameInterval / 2
        trace.events.append(event)
      }
      pending = [Trace.Event(at: 0)]
      isEmpty = true
      return
    case .viewport(let new):
      // The first size is the trace's own.
      if size == nil || begin == nil {
        size = (new.width, new.height)
        return
      }
      // Each size lays rows out, even if another one follows before the next frame.
      if pending[pending.count - 1].width != nil { pending.append(Trace.Event(at: 0)) }
      (pending[pending.count - 1].width, pending[pending.count - 1].height) = (
        new.width, new.height
      )
    case .scrolled(let pixels): change { $0.scroll = ($0.scroll ?? 0) + pixels }
    case .jumped(let position): change { $0.jump = position }
    case .scrolledToEnd: change { $0.jump = -1 }
    case .changed(let changes):
      change { $0.changes = ($0.changes ?? []) + changes.map(Self.change) }
    }
    isEmpty = false
  }

  /// - Parameter time: time of the frame in a replay.
  private func noteCosts(at time: Double) {
    if let last { noteCosts(of: last, in: &costs) }
    guard let engine, let record = engine.frameLog.last else {
      last = nil
      return
    }
    let counts = engine.statistics
    let (items, slices) = (counts.itemsLaidOutOnTheSpot, counts.slicesDrawnOnTheSpot)
    last = (record.number, items - laidOut, slices - drawn, time)
    (laidOut, drawn) = (items, slices)
  }

  private func noteCosts(
    of frame: (number: Int, laidOut: Int, drawn: Int, time: Double), in costs: inout CostSum
  ) {
    guard let record = engine?.frameLog.frame(frame.number) else { return }
    costs.add(
      CostSum.cost(of: record, laidOut: frame.laidOut, drawn: frame.drawn, at: frame.time),
      isLong: CostSum.isLong(record))
  }

  private func change(_ body: (inout Trace.Event) -> Void) { body(&pending[pending.count - 1]) }

  private static func change(_ change: ListChange) -> Trace.Change {
    switch change {
    case .insert(let count, let at): .init(.insert, at: at, count: count)
    case .remove(let range): .init(.remove, at: range.lowerBound, count: range.count)
    case .reload(let range): .init(.reload, at: range.lowerBound, count: range.count)
    case .move(let from, let to): .init(.move, at: from, count: 1, to: to)
    }
  }
}
