/// One configuration at one pace: what the study measured, and more.
public struct StudyResult: Codable, Sendable {
  public var configuration: Int
  public var name: String
  public var mode: StudyMode
  public var durationS = 0.0
  public var frames = 0
  public var frameRateFps = 0.0
  /// Frames in the CPU time that the main thread has for them: without what it waits for lanes, the
  /// window system and other programs.
  public var workRateFps = 0.0
  /// Mean time that a frame waited for lanes, which only uncapped ones do.
  public var waitedMsPerFrame = 0.0
  /// Share of half-second samples within a fifth of the average rate; nil where frames have no
  /// pace.
  public var stabilityPercent: Double?
  /// Percent of one processor: the program, its lanes and its helpers. Not the window system's.
  public var cpuPercent = 0.0
  public var cpuMsPerFrame = 0.0
  /// Always nil: nothing here uses the graphics processor.
  public var gpuPercent: Double?
  /// Parts of ``cpuMsPerFrame``: `main`, the threads that work, and `helper` (processes that
  /// decode).
  public var threadCpuMsPerFrame: [String: Double] = [:]
  /// Proportional, on average.
  public var memoryMb = 0.0
  /// Work of the main thread in a frame.
  public var frameP50Ms = 0.0
  public var frameP95Ms = 0.0
  public var frameP99Ms = 0.0
  public var frameMaxMs = 0.0
  public var missedFrames = 0
  public var blankPx = 0
  public var skeletons = 0
  /// Pictures in view that were placeholders or hidden by a skeleton, each in each frame.
  public var latePictures = 0
  /// Number of these that a skeleton hid.
  public var picturesInSkeletons = 0
  /// Frames of animations that took the place of others while in view; of a pass where there are
  /// several. Lists that are late show fewer, and that costs them less.
  public var animationFrames = 0.0
  public var allocationsPerFrame: Double?
  /// Number of times that the script ran uncapped, and the lowest and highest rate;
  /// ``frameRateFps`` is their median.
  public var passes: Int?
  public var passRateMinFps: Double?
  public var passRateMaxFps: Double?
  /// Time from the start of a process until its first screen was complete, with its pictures; the
  /// median of several. Nil where it never was, and uncapped, where pictures are loaded before.
  public var openMs: Double?
  /// Half of the starts lie between these; nil of a single one.
  public var openP25Ms: Double?
  public var openP75Ms: Double?
  /// Time to open of an ordinary list that estimates heights until rows show. Otherwise these lists
  /// measure all messages first, which Luge does not do.
  public var openEstimatedMs: Double?
  /// Time to open, divided by that of the best case.
  public var openRatio: Double?
  /// CPU per frame, divided by that of the best case at the same pace; nil when that was not run.
  public var cpuRatio: Double?
  /// Frame rates, percent of those of the best case.
  public var ratePercentOfBest: Double?
  public var workRatePercentOfBest: Double?
  public var published: StudyPublished?
  /// Frames a second in each half second.
  public var rateSamples: [Double] = []
  /// Work of each frame, in order.
  public var frameMs: [Double] = []
  /// Largest in smallest CPU per frame of several runs, less 1.
  public var cpuSpreadPercent: Double?
  /// The same of other figures, by their names in the report; nil of a single run.
  public var spreadPercent: [String: Double]?
  /// The same of ``cpuRatio``, each run against the best case's run of the same number.
  public var cpuRatioSpreadPercent: Double?

  init(
    _ configuration: StudyConfiguration, _ mode: StudyMode, _ sample: StudySample,
    _ section: MeasuredProgram.Section
  ) {
    self.configuration = configuration.rawValue
    name = configuration.name
    self.mode = mode
    published = StudyPublished.figures(of: configuration)
    frames = sample.frameMs.count
    let count = Double(max(1, frames))
    durationS = Timing.rounded(sample.times.last ?? 0)
    let whole = sample.frameMs.reduce(0, +)
    workRateFps = Timing.rounded(count * 1000 / max(0.001, sample.workedMs))
    waitedMsPerFrame = Timing.rounded(sample.waitedMs / count)
    if mode == .uncapped {
      // A pass in which another program had the processor would otherwise count for all of them.
      frameRateFps = Timing.rounded(
        sample.passRates.isEmpty
          ? count * 1000 / max(0.001, whole) : StudyMath.median(sample.passRates))
      passes = sample.passes
      passRateMinFps = sample.passRates.min().map(Timing.rounded)
      passRateMaxFps = sample.passRates.max().map(Timing.rounded)
    } else {
      let rate = StudyMath.rate(sample.times)
      frameRateFps = Timing.rounded(rate.average)
      stabilityPercent = Timing.rounded(rate.stabilityPercent)
      rateSamples = rate.samples
    }
    cpuPercent = Timing.rounded(section.cpuSeconds * 100 / max(0.001, section.seconds))
    cpuMsPerFrame = Timing.rounded(section.cpuSeconds * 1000 / count)
    threadCpuMsPerFrame = section.threads.mapValues { Timing.rounded($0 * 1000 / count) }
      .filter { $0.value > 0 }
    memoryMb = Timing.rounded(section.memoryMb)
    frameP50Ms = Timing.rounded(Timing.percentile(0.5, of: sample.frameMs))
    frameP95Ms = Timing.rounded(Timing.percentile(0.95, of: sample.frameMs))
    frameP99Ms = Timing.rounded(Timing.percentile(0.99, of: sample.frameMs))
    frameMaxMs = Timing.rounded(sample.frameMs.max() ?? 0)
    missedFrames = sample.missed
    blankPx = sample.blankPx
    skeletons = sample.skeletons
    latePictures = sample.latePictures
    picturesInSkeletons = sample.hiddenPictures
    animationFrames = Timing.rounded(
      Double(sample.animationFrames) / Double(mode == .uncapped ? max(1, sample.passes) : 1))
    allocationsPerFrame = sample.allocations.map { Timing.rounded(Double($0) / count) }
    frameMs = sample.frameMs.map { ($0 * 100).rounded() / 100 }
  }
}

extension StudyResult {
  /// Takes over from several runs what is judged by the worst of them. Rates without a pace are the
  /// median, because the best case, to which they are compared, has them as well.
  mutating func takeWorst(of runs: [StudyResult]) {
    for run in runs {
      missedFrames = max(missedFrames, run.missedFrames)
      blankPx = max(blankPx, run.blankPx)
      skeletons = max(skeletons, run.skeletons)
      latePictures = max(latePictures, run.latePictures)
      picturesInSkeletons = max(picturesInSkeletons, run.picturesInSkeletons)
      animationFrames = min(animationFrames, run.animationFrames)
      // The longest frame is told as the reason of missed ones.
      frameMaxMs = max(frameMaxMs, run.frameMaxMs)
    }
    if mode == .uncapped {
      frameRateFps = StudyMath.median(runs.map(\.frameRateFps))
      workRateFps = StudyMath.median(runs.map(\.workRateFps))
      passes = runs.compactMap(\.passes).reduce(0, +)
      passRateMinFps = runs.compactMap(\.passRateMinFps).min()
      passRateMaxFps = runs.compactMap(\.passRateMaxFps).max()
    } else {
      frameRateFps = runs.map(\.frameRateFps).min() ?? frameRateFps
      stabilityPercent = runs.compactMap(\.stabilityPercent).min() ?? stabilityPercent
    }
  }

  /// Takes over how long openings took, milliseconds each.
  mutating func takeOpenings(_ times: [Double]) {
    guard !times.isEmpty else { return }
    openMs = Timing.rounded(StudyMath.median(times))
    let half = StudyMath.quartiles(times)
    openP25Ms = half.map { Timing.rounded($0.low) }
    openP75Ms = half.map { Timing.rounded($0.high) }
  }

  /// Takes over how far several runs are apart.
  mutating func takeSpreads(of runs: [StudyResult]) {
    func spread(_ values: [Double]) -> Double? {
      StudyMath.spreadPercent(values).map(Timing.rounded)
    }
    cpuSpreadPercent = spread(runs.map(\.cpuMsPerFrame))
    guard runs.count > 1 else { return }
    spreadPercent = [
      "frame_rate_fps": spread(runs.map(\.frameRateFps)),
      "stability_percent": spread(runs.compactMap(\.stabilityPercent)),
      "cpu_percent": spread(runs.map(\.cpuPercent)),
      "cpu_ms_per_frame": cpuSpreadPercent,
      "memory_mb": spread(runs.map(\.memoryMb)),
    ].compactMapValues(\.self)
  }
}

public struct StudyReport: Codable, Sendable {
  public var messages: Int
  /// Way in which the processor was slowed; nil if it was not.
  public var slowedBy: String?
  public var gpuNote = "n/a: rows are drawn and put together by the processor"
  /// Why allocations are missing.
  public var allocationNote: String?
  /// Whether keeping drawn rows helps here, computed from its runs and those of its base.
  public var keptRowsNote: String?
  public var runs: [StudyResult]
  /// Configurations that could not be measured, with the reason.
  public var missing: [String] = []

  /// Returns a text about whether keeping drawn rows helps. In the thesis it cost frames, and so
  /// was left out.
  private func keptRows() -> String? {
    func run(_ configuration: StudyConfiguration, _ mode: StudyMode) -> StudyResult? {
      runs.first { $0.configuration == configuration.rawValue && $0.mode == mode }
    }
    func change(_ mode: StudyMode, _ figure: (StudyResult) -> Double) -> Double? {
      guard let own = run(.rowBitmaps, mode).map(figure), let base = run(.targetSize, mode),
        figure(base) > 0
      else { return nil }
      return (own / figure(base) - 1) * 100
    }
    func words(_ percent: Double, _ more: String, _ less: String) -> String {
      "\(ReportTable.number(abs(percent))) % \(percent >= 0 ? more : less)"
    }
    /// Returns the larger spread of the runs of either.
    func apart(_ mode: StudyMode, _ spread: (StudyResult) -> Double?) -> Double? {
      [run(.rowBitmaps, mode), run(.targetSize, mode)].compactMap { $0.flatMap(spread) }.max()
    }
    let rate = change(.uncapped, \.frameRateFps).map { percent in
      let spread = apart(.uncapped) { $0.spreadPercent?["frame_rate_fps"] }
      let verdict =
        if let spread, abs(percent) <= spread {
          "no more than the \(ReportTable.number(spread)) % by which runs of one are apart"
        } else if percent >= 0 {
          "so it helps here"
        } else {
          "so it does not help here either"
        }
      return "uncapped \(words(percent, "more", "fewer")) frames a second, \(verdict)"
    }
    let cpu = change(.steady, \.cpuMsPerFrame).map { percent in
      let spread = apart(.steady, \.cpuSpreadPercent).map {
        " (runs of one are up to \(ReportTable.number($0)) % apart)"
      }
      return "at 60 Hz \(words(percent, "more", "less")) CPU a frame\(spread ?? "")"
    }
    let parts = [rate, cpu].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return "drawn rows that are kept (9 against 7), by which the thesis lost 2.8 frames a second: "
      + parts.joined(separator: "; ")
  }

  /// Fills in what needs the best case.
  mutating func compare() {
    keptRowsNote = keptRows()
    for mode in StudyMode.allCases {
      guard
        let best = runs.first(where: {
          $0.mode == mode && $0.configuration == StudyConfiguration.best.rawValue
        })
      else { continue }
      for index in runs.indices where runs[index].mode == mode {
        let run = runs[index]
        if best.cpuMsPerFrame > 0 {
          runs[index].cpuRatio = Timing.rounded(run.cpuMsPerFrame / best.cpuMsPerFrame)
        }
        if best.frameRateFps > 0 {
          runs[index].ratePercentOfBest = Timing.rounded(
            run.frameRateFps * 100 / best.frameRateFps)
          runs[index].workRatePercentOfBest = Timing.rounded(
            run.workRateFps * 100 / max(0.001, best.workRateFps))
        }
        if let own = run.openMs, let other = best.openMs, other > 0 {
          runs[index].openRatio = Timing.rounded(own / other)
        }
      }
    }
  }
}
