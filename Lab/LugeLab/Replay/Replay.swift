import LugeApp
import LugeChat
import LugeCore
import LugeEngine

/// Runs a trace headless on a virtual clock and says, of every frame that was missed, why.
///
/// The engine, the rows and the order of all work are the real ones; only text, pixels and time are
/// stand-ins. The same trace gives the same report on every machine.
public struct Replay {
  public static let interval = Trace.frameInterval

  private let trace: Trace
  private let clock = VirtualTime()
  private let counts = ReplayCounts()
  private let network: ReplayNetwork
  private let pictures: ReplayPictures
  private let engine: ListEngine
  private let rates: ReplayRates

  // MARK: Mutable State (the caller's thread)
  private var source: ReplaySource
  private var nextID: Int64
  private var report: ReplayReport
  private var work: [Double] = []
  private var allocations: [Int] = []
  private var waitedFor: Set<ImageKey> = []
  /// Deadlines that passed while the last frame was made.
  private var late = 0
  /// The line that must not move, and where it has to be.
  private var kept: (place: ReadingPlace, y: Int)?

  /// - Parameter countingAllocations: returns the number of allocations of this thread so far.
  public init(
    _ trace: Trace, costs: ReplayCosts = ReplayCosts(),
    countingAllocations: (@Sendable () -> Int)? = nil
  ) {
    self.trace = trace
    let (clock, counts) = (clock, counts)
    let rates = ReplayRates(
      costs, measured: trace.costs ?? [],
      tableLayoutOfItem: trace.costs == nil ? 0 : Self.layoutOfItem(costs, seed: trace.seed))
    self.rates = rates
    network = ReplayNetwork(clock, rates)
    pictures = ReplayPictures(clock)
    source = ReplaySource(
      ids: Array(0..<Int64(trace.messages)), seed: trace.seed, network: network)
    nextID = Int64(trace.messages)
    report = ReplayReport(name: trace.name)
    report.isMeasured = trace.costs?.isEmpty == false
    report.recorded = Self.late(trace.costs ?? [])
    var configuration = ChatPresentation.engineConfiguration
    configuration.opensAt = trace.opensAtEnd ? .end : .start
    var runtime = clock.runtime { work in
      // Work that is left over from a long frame has that frame's costs.
      let costs = rates.costs(at: clock.workTime)
      switch work {
      case .drained(let results): clock.charge(costs.drainResult * Double(results))
      case .applied(let changes): clock.charge(costs.applyChange * Double(changes))
      case .planned(let pieces):
        clock.charge(costs.frame + costs.placePiece * Double(pieces))
      }
    }
    runtime.allocations = countingAllocations
    engine = ListEngine(
      provider: source.provider, configuration: configuration,
      tools: { ReplayTools(clock, rates, counts) }, runtime: runtime)
    pictures.serve(engine)
    setSize(trace.width, trace.height)
  }

  /// Returns the average seconds that the table gives to the layout of one of the replay's own
  /// messages.
  private static func layoutOfItem(_ costs: ReplayCosts, seed: UInt64) -> Double {
    let clock = VirtualTime()
    let rates = ReplayRates(costs)
    let source = ReplaySource(
      ids: Array(0..<200), seed: seed, network: ReplayNetwork(clock, rates))
    let factory = ChatRowFactory(ChatConfiguration(isGroup: false))
    let context = LayoutContext(
      environment: LayoutEnvironment(width: 400),
      text: ReplayTools(clock, rates, ReplayCounts()).text)
    let messages = source.ids.map(source.message)
    for (index, message) in messages.enumerated() {
      let rows = factory.rows(
        for: message, previous: index > 0 ? messages[index - 1] : nil,
        next: index + 1 < messages.count ? messages[index + 1] : nil)
      for row in rows { _ = row.layout(in: context) }
    }
    return clock.frameWork / Double(max(1, messages.count))
  }

  /// The frames that were late where the trace was recorded, and what took most of each. A deadline
  /// that passed although the frame before was done in time is the system's.
  private static func late(_ costs: [Trace.Cost]) -> [ReplayReport.MissedFrame] {
    var wasLong = false
    return costs.compactMap { cost in
      func seconds(_ measure: Trace.Measure?) -> Double {
        Double(measure?.microseconds ?? 0) / 1e6
      }
      var record = FrameRecord()
      (record.drain, record.ask) = (seconds(cost.drain), seconds(cost.ask))
      (record.spotLayout, record.spotDraw) = (seconds(cost.spotLayout), seconds(cost.spotDraw))
      record.update = seconds(cost.update) + record.spotLayout
      record.plan = seconds(cost.plan) + record.spotDraw
      (record.paint, record.other) = (seconds(cost.paint), seconds(cost.other))
      let work = record.total + record.paint + record.other
      let isLong = cost.frames == 1 && work > Trace.frameInterval
      let isHeldUp = !wasLong && (cost.missed ?? 0) > 0
      wasLong = isLong
      guard isLong || isHeldUp else { return nil }
      return .init(
        frame: Int(clamping: cost.at / Trace.frameInterval), time: Timing.rounded(cost.at),
        cause: isLong ? record.mainCause : .system, position: nil, row: nil,
        workMs: Timing.rounded(work * 1000), blankPx: 0)
    }
  }

  /// Records what the replay does to its list.
  public func makeRecorder() -> TraceRecorder {
    let recorder = TraceRecorder(engine, name: trace.name)
    return recorder
  }

  /// - Complexity: O(frames × rows in view + work of the trace).
  public mutating func run() -> ReplayReport {
    let events = trace.events.sorted { $0.at < $1.at }
    var next = 0
    var gliding: [Trace.Event] = []
    var rest = 0.0
    var number = 0
    let total = Int((trace.seconds / Self.interval).rounded())
    while number < total {
      number += 1
      let time = Double(number) * Self.interval
      clock.advance(to: time)
      var pixels = 0
      while next < events.count, events[next].at <= time {
        apply(events[next])
        pixels += events[next].scroll ?? 0
        if events[next].speed != nil { gliding.append(events[next]) }
        next += 1
      }
      gliding.removeAll { $0.at + ($0.lasting ?? 0) < time }
      rest += gliding.reduce(0) { $0 + ($1.speed ?? 0) * Self.interval }
      pixels += Int(rest.rounded(.towardZero))
      rest -= rest.rounded(.towardZero)
      if pixels != 0 {
        let moved = engine.scroll(by: pixels)
        if let old = kept { kept = (old.place, old.y - moved) }
      }
      let late = frame(number, time)
      number += late
    }
    let laidOut = engine.statistics
    report.layouts = laidOut.itemsLaidOutByLane + laidOut.itemsLaidOutOnTheSpot
    report.draws = counts.draws.load(ordering: .relaxed)
    report.skeletons = laidOut.skeletonsShown
    if !allocations.isEmpty {
      let sorted = allocations.sorted()
      report.allocationsPerFrame = Timing.rounded(
        Double(sorted.reduce(0, +)) / Double(sorted.count))
      report.allocationsP99 = sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }
    report.p99Ms = Timing.rounded(Timing.percentile(0.99, of: work) * 1000)
    return report
  }

  /// - Returns: frames that were missed because this one took longer than its time.
  private mutating func frame(_ number: Int, _ time: Double) -> Int {
    let wasEmpty = report.frames == 0 || engine.visibleRows.isEmpty
    _ = engine.frame(at: time)
    let costs = rates.costs(at: clock.workTime)
    clock.charge(costs.ask + costs.paint)
    engine.noteShown(painting: costs.paint, missed: late)
    let spent = clock.frameWork
    report.frames += 1
    work.append(spent)
    notePictures(number, time, spent)
    if var record = engine.frameLog.last, !wasEmpty {
      record.ask += costs.ask
      if engine.runtimeCountsAllocations { allocations.append(record.allocations) }
      note(record, number, time, spent)
      report.blankPx += record.blankPixels
    }
    checkDrift()
    late = Int(spent / Self.interval)
    return late
  }

  private mutating func note(
    _ record: FrameRecord, _ number: Int, _ time: Double, _ spent: Double
  ) {
    let late = Int(spent / Self.interval)
    guard late > 0 || record.blankPixels > 0 else { return }
    report.missedFrames += max(1, late)
    let gap = record.gaps.first { !$0.isSkeleton } ?? record.gaps.first
    report.missed.append(
      .init(
        frame: number, time: Timing.rounded(time),
        cause: late > 0 ? record.mainCause : gap?.cause ?? .lane, position: gap?.position,
        row: gap?.row.map { "\($0)" }, workMs: Timing.rounded(spent * 1000),
        blankPx: record.blankPixels))
  }

  private mutating func notePictures(_ number: Int, _ time: Double, _ spent: Double) {
    let late = pictures.late
    if !late.isEmpty { report.pictureLateFrames += 1 }
    for image in engine.visibleImages where late.contains(image.key) {
      guard waitedFor.insert(image.key).inserted else { continue }
      report.latePictures.append(
        .init(
          frame: number, time: Timing.rounded(time), cause: .decode, position: image.position,
          row: "\(image.row)", workMs: Timing.rounded(spent * 1000), blankPx: 0))
    }
    waitedFor.formIntersection(late)
  }

  private mutating func checkDrift() {
    if let old = kept {
      guard let y = engine.y(of: old.place) else {
        // A message that was removed takes its line with it; one that is scrolled out of view is
        // followed no more. Any other line that is gone has been lost, which is no drift of 0.
        let isInView = old.y >= 0 && old.y < trace.height
        if isInView, source.ids.contains(old.place.item.rawValue) { report.driftPx = Int.max }
        kept = nil
        return
      }
      // The ends of the list hold the content back: there the line is where it can be.
      let metrics = engine.metrics
      if metrics.isAtStart || metrics.isAtEnd {
        kept = nil
      } else {
        report.driftPx = max(report.driftPx, abs(y - old.y))
      }
    }
    // A place that is still in view is kept: a drift in small steps would show, too.
    guard kept.map({ $0.y < 0 || $0.y >= trace.height }) ?? true else { return }
    kept = engine.readingPlace.flatMap { place in
      engine.y(of: place).map { (place, $0) }
    }
  }

  // MARK: Events

  private mutating func apply(_ event: Trace.Event) {
    if event.width != nil || event.height != nil {
      setSize(event.width ?? trace.width, event.height ?? trace.height)
    }
    if let delay = event.delayMs { network.setDelay(delay / 1000) }
    if let delay = event.decodeMs { pictures.setDelay(delay / 1000) }
    if let position = event.jump {
      kept = nil
      engine.jump(to: position < 0 ? source.count + position : position)
    }
    var changes: [ListChange] = []
    if let count = event.insertFront, count > 0 {
      source.ids.insert(contentsOf: fresh(count), at: 0)
      changes.append(.insert(count: count, at: 0))
    }
    if let count = event.insertBack, count > 0 {
      changes.append(.insert(count: count, at: source.count))
      source.ids += fresh(count)
    }
    if let position = event.edit.flatMap(absolute) {
      source.edits[source.ids[position], default: 0] += 1
      changes.append(.reload(position..<position + 1))
    }
    if let position = event.remove.flatMap(absolute) {
      source.ids.remove(at: position)
      changes.append(.remove(position..<position + 1))
    }
    for change in event.changes ?? [] {
      if let made = carryOut(change) { changes.append(made) }
    }
    if !changes.isEmpty { engine.update(to: source.provider, changes: changes) }
  }

  /// - Returns: nil for places that there are not.
  private mutating func carryOut(_ change: Trace.Change) -> ListChange? {
    let count = source.count
    let range = (0..<count).clamped(
      to: max(0, change.at)..<max(0, change.at) + max(0, min(change.count, 100_000)))
    switch change.kind {
    case .insert:
      let number = max(0, min(change.count, 100_000))
      let place = min(max(0, change.at), count)
      source.ids.insert(contentsOf: fresh(number), at: place)
      return .insert(count: number, at: place)
    case .remove:
      guard !range.isEmpty else { return nil }
      source.ids.removeSubrange(range)
      return .remove(range)
    case .reload:
      guard !range.isEmpty else { return nil }
      for id in source.ids[range] { source.edits[id, default: 0] += 1 }
      return .reload(range)
    case .move:
      guard let to = change.to, source.ids.indices.contains(change.at),
        source.ids.indices.contains(to)
      else { return nil }
      source.ids.insert(source.ids.remove(at: change.at), at: to)
      return .move(from: change.at, to: to)
    }
  }

  private func absolute(_ position: Int) -> Int? {
    let absolute = position < 0 ? source.count + position : position
    return source.ids.indices.contains(absolute) ? absolute : nil
  }

  private mutating func fresh(_ count: Int) -> [Int64] {
    defer { nextID += Int64(count) }
    return (0..<Int64(count)).map { nextID + $0 }
  }

  private func setSize(_ width: Int, _ height: Int) {
    engine.setViewport(
      PixelSize(width: max(1, width), height: max(1, height)),
      environment: LayoutEnvironment(width: max(1, width)))
  }
}
