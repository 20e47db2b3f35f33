import LugeApp
import LugeChat
public import LugeCore
public import LugeEngine
import LugeImages
import LugeListKit
import LugePaint
import LugeSamples

/// Cost of scrolling, against the same toolkit moving ready bitmaps.
public struct ScrollLab: Sendable {
  /// Seconds that each script runs; the yardstick runs half as long, several times.
  public var seconds: Double
  /// Points and pixels at once: labs run at scale 1.
  public var sizes: [PixelSize]
  public var scripts: [ScrollMotion.Script]

  public init(
    seconds: Double = 3,
    sizes: [PixelSize] = [
      PixelSize(width: 400, height: 800), PixelSize(width: 1200, height: 1000),
    ],
    scripts: [ScrollMotion.Script] = ScrollMotion.Script.allCases
  ) {
    self.seconds = seconds
    self.sizes = sizes
    self.scripts = scripts
  }

  /// One script at one size.
  public struct Result: Codable, Sendable, Hashable {
    /// `window` or `offscreen`.
    public var place: String
    public var size: String
    public var script: String
    public var frames: Int
    /// CPU time of all threads of the process, a frame.
    public var cpuMsPerFrame: Double
    /// The median of all scripts' floors at this place and size, for a frame copies as many pixels
    /// in each of them.
    public var floorMsPerFrame: Double
    /// Distance of the quartiles of the floor's runs, percent of their median.
    public var floorSpreadPercent: Double?
    public var ratio: Double
    /// CPU time of the first second in which anything moved in the list, elsewhere in it and at
    /// 2,000 pixels a second: fonts are looked for, common words shaped. Not a part of the others.
    public var firstSecondMsPerFrame: Double
    /// Deadlines that passed without a frame.
    public var missedFrames: Int
    /// Rows of pixels that showed a placeholder, summed over all frames.
    public var blankPx: Int
    /// Rows that were shown without their text for a moment, because they came too fast.
    public var skeletons: Int
    /// Work on the main thread by the wall's clock: planning, compositing, handing over.
    public var p99Ms: Double
    /// All that the main thread worked from one frame to the next, by its own clock; in a window
    /// only.
    public var p99CpuMs: Double?
    /// Frames that came late, and the three for which the main thread worked most; in a window
    /// only.
    public var lateFrames: [FrameCost]
    public var slowestFrames: [FrameCost]
  }

  /// Result of one run of a script.
  struct Run {
    var work: [Double] = []
    var missed = 0
    /// Seconds from when each frame was due to its end: what a thread waits for a processor is in
    /// it, and not in its work.
    var sinceDue: [Double] = []
    var cpu = 0.0
    /// Cost of each frame, if frames were measured separately.
    var costs: [FrameCost] = []

    var cpuMsPerFrame: Double { cpu * 1000 / Double(max(1, work.count)) }
  }

  /// Costs of moving ready bitmaps.
  struct Floor {
    /// CPU of a frame, in several runs.
    var milliseconds: [Double] = []

    mutating func add(_ run: Run) { milliseconds.append(run.cpuMsPerFrame) }
    var median: Double { StudyMath.median(milliseconds) }
    /// Distance of the quartiles, percent of the median; nil of less than two runs.
    var spreadPercent: Double? {
      guard median > 0, let half = StudyMath.quartiles(milliseconds) else { return nil }
      return Timing.rounded((half.high - half.low) * 100 / median)
    }
  }

  /// Number of runs of each script over the floor.
  static let floorRounds = 3

  func result(
    _ place: String, _ size: PixelSize, _ script: ScrollMotion.Script, _ run: Run, floor: Floor,
    first: Run, before: EngineStatistics, after: EngineStatistics
  ) -> Result {
    Result(
      place: place, size: "\(size.width)x\(size.height)", script: script.rawValue,
      frames: run.work.count, cpuMsPerFrame: Timing.rounded(run.cpuMsPerFrame),
      floorMsPerFrame: Timing.rounded(floor.median), floorSpreadPercent: floor.spreadPercent,
      ratio: Timing.rounded(run.cpuMsPerFrame / max(0.001, floor.median)),
      firstSecondMsPerFrame: Timing.rounded(first.cpuMsPerFrame),
      missedFrames: run.missed, blankPx: after.blankPixels - before.blankPixels,
      skeletons: after.skeletonsShown - before.skeletonsShown,
      p99Ms: Timing.rounded(Timing.percentile(0.99, of: run.work) * 1000),
      p99CpuMs: run.costs.isEmpty ? nil : Timing.percentile(0.99, of: run.costs.map(\.cpuMs)),
      lateFrames: run.costs.filter { $0.missed > 0 },
      slowestFrames: Array(run.costs.sorted { $0.cpuMs > $1.cpuMs }.prefix(3)))
  }

  static var configuration: EngineConfiguration {
    var configuration = ChatPresentation.engineConfiguration
    configuration.opensAt = .start
    return configuration
  }

  // MARK: Without a window

  /// Runs all scripts into memory, at 60 frames a second of real time, so that lanes have the time
  /// they would have.
  public func runOffscreen(_ provider: any RowProvider) -> [Result] {
    var results: [Result] = []
    for size in sizes {
      let bitmap = Bitmap(size: size)
      let pictures = ListPictures(ImagePipeline())
      let engine = ListEngine(
        provider: provider, configuration: Self.configuration,
        tools: PaintTools.factory(images: pictures))
      pictures.serve(engine)
      engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
      var clock = OffscreenRun.rest(engine)
      let floor = floor(
        size, rowWidth: ReadyBitmaps.rowWidth(of: engine.frame(at: clock)), into: bitmap)
      func run(_ motion: ScrollMotion, from place: Int) -> (Run, before: EngineStatistics) {
        engine.jump(to: place)
        clock = OffscreenRun.rest(engine, from: clock)
        let (start, before) = (clock, engine.statistics)
        let run = Self.pace(motion) { pixels, time in
          engine.scroll(by: pixels)
          Compositor.compose(engine.frame(at: start + time), into: bitmap)
        }
        clock += motion.seconds + 1
        return (run, before)
      }
      let (first, _) = run(Self.firstLook, from: place(of: scripts.count, in: engine.count))
      for (number, script) in scripts.enumerated() {
        let (run, before) = run(
          ScrollMotion(script, seconds: seconds), from: place(of: number, in: engine.count))
        results.append(
          result(
            "offscreen", size, script, run, floor: floor, first: first, before: before,
            after: engine.statistics))
      }
    }
    return results
  }

  /// Motion before the lab measures, as of a user who scrolls for a second, in a part of the list
  /// that no script comes to.
  static let firstLook = ScrollMotion(.slow, seconds: 1)

  /// Returns the position in a list at which a script begins, so that it meets rows that were never
  /// shown before.
  ///
  /// - Parameter number: of the script; their count stands for the first look.
  func place(of number: Int, in count: Int) -> Int { number * count / (scripts.count + 1) }

  private func floor(_ size: PixelSize, rowWidth: Int, into bitmap: Bitmap) -> Floor {
    let ready = ReadyBitmaps(size: size, rowWidth: rowWidth)
    var floor = Floor()
    for _ in 0..<Self.floorRounds {
      for script in scripts {
        var offset = 0
        floor.add(
          Self.pace(ScrollMotion(script, seconds: seconds / 2)) { pixels, _ in
            offset += pixels
            Compositor.compose(ready.plan(at: offset), into: bitmap)
          })
      }
    }
    return floor
  }

  private static func pace(
    _ script: ScrollMotion, _ frame: (_ pixels: Int, _ time: Double) -> Void
  ) -> Run {
    var motion = script
    return pace({ motion.isOver(at: $0) ? nil : motion.advance(to: $0) }, frame)
  }

  /// Calls the body 60 times a second until the motion is over.
  ///
  /// - Parameter advance: the pixels to move at a time; nil at the end.
  static func pace(
    _ advance: (_ time: Double) -> Int?, _ frame: (_ pixels: Int, _ time: Double) -> Void
  ) -> Run {
    var run = Run()
    let interval = 1.0 / 60
    let cpu = ProcessUsage.now(withMemory: false).cpuSeconds
    let start = Timing.now
    var number = 0
    while true {
      number += 1
      Timing.sleep(until: start + Double(number) * interval)
      guard let pixels = advance(Double(number) * interval) else { break }
      // A pause of the script: nothing would be painted.
      guard pixels != 0 else { continue }
      let begin = Timing.now
      frame(pixels, Double(number) * interval)
      let end = Timing.now
      run.work.append(end - begin)
      run.sinceDue.append(end - (start + Double(number) * interval))
      let late = Int((end - start) / interval) - number
      if late > 0 {
        run.missed += late
        number += late
      }
    }
    run.cpu = ProcessUsage.now(withMemory: false).cpuSeconds - cpu
    return run
  }
}

/// Runs an engine without a window.
enum OffscreenRun {
  /// Settles, and then rests as a window does before a hand touches it: what the engine prepares in
  /// the background for its own thread is ready then.
  static func rest(_ engine: ListEngine, from start: Double = 0, seconds: Double = 0.5) -> Double {
    var time = settle(engine, from: start)
    let deadline = Timing.now + seconds
    while Timing.now < deadline {
      if engine.waitForResults(seconds: 0.05) {
        time += 1.0 / 60
        _ = engine.frame(at: time)
      }
    }
    return time + 1
  }

  /// Frames until nothing is under way; the time of the last one.
  static func settle(_ engine: ListEngine, from start: Double = 0, limit: Double = 20) -> Double {
    var time = start
    var plan = engine.frame(at: time)
    let deadline = Timing.now + limit
    while !engine.isSettled || plan.blankPixels > 0, Timing.now < deadline {
      if !engine.needsFrame { _ = engine.waitForResults(seconds: 0.05) }
      time += 1.0 / 60
      plan = engine.frame(at: time)
    }
    return time
  }
}
