import Foundation
import LugeApp
import LugeCharts
import LugeCore
import LugeEngine
import LugePaint
import LugeSamples

/// Scrolls a list of charts to its end and back, in three ways, which "Caching views for smooth
/// scrolling" compares as well: a chart is made each time its cell is shown; an image of it is
/// shown; its heavy view is kept and shown.
///
/// All three draw with the same chart and the same painter, from data that is already indexed, and
/// compose with the same compositor, without a window, at 60 frames a second of real time.
public struct ChartsLab: Sendable {
  public var charts: Int
  public var series: Int
  public var points: Int
  /// Pixels a second.
  public var speed: Double
  public var size: PixelSize

  public init(
    charts: Int = 50, series: Int = 11, points: Int = 10_000, speed: Double = 3000,
    size: PixelSize = PixelSize(width: 900, height: 800)
  ) {
    self.charts = charts
    self.series = series
    self.points = points
    self.speed = speed
    self.size = size
  }

  /// One way of showing the charts.
  public struct Way: Codable, Sendable, Hashable {
    public var frames = 0
    /// Mean processor time of the main thread.
    public var uiMsPerFrame = 0.0
    public var p99Ms = 0.0
    public var maxMs = 0.0
    /// Deadlines that passed without a frame.
    public var missedFrames = 0
    public var blankPx = 0
    /// Number of times that a frame showed an empty card, because its chart was not ready.
    public var skeletons = 0
    /// Megabytes of pictures and views; the data itself is the same in all ways.
    public var memoryMb = 0.0
    /// Whether the pointer over a chart changes its picture.
    public var isInteractive = false
    /// Whether a chart that was zoomed, scrolled away and back, is still zoomed.
    public var keepsState = false

    enum CodingKeys: String, CodingKey {
      case frames, uiMsPerFrame, p99Ms, maxMs, missedFrames, blankPx, skeletons, memoryMb
      case isInteractive = "interactive"
      case keepsState
    }

    /// - Parameters:
    ///   - work: seconds of each frame.
    ///   - cpu: processor time of the main thread in all frames, seconds.
    mutating func fill(work: [Double], cpu: Double, missed: Int) {
      frames = work.count
      uiMsPerFrame = Timing.rounded(cpu * 1000 / Double(max(1, work.count)))
      p99Ms = Timing.rounded(Timing.percentile(0.99, of: work) * 1000)
      maxMs = Timing.rounded((work.max() ?? 0) * 1000)
      missedFrames = missed
    }
  }

  public struct Result: Codable, Sendable, Hashable {
    public var charts: Int
    public var series: Int
    public var points: Int
    public var dataMb: Double
    /// Processor time to build and draw a chart, on any thread.
    public var drawMsPerChart: Double
    public var configure: Way
    public var image: Way
    public var cached: Way
    /// The kept views in a window; nil if that was not requested.
    public var window: Way?
    /// Main thread's time with kept views ÷ that with images; and with charts that are made anew ÷
    /// that with kept views.
    public var cachedOverImage: Double
    public var configureOverCached: Double
  }

  static let rowHeight = 250.0
  static let background = ThemeColor(0xF3_F5F7, dark: 0x12_181D)

  public func run() -> Result {
    let stores = makeStores()
    let drawing = ConfiguredCharts(self, stores).secondsPerChart()
    // In turns, so that both find the processor's caches alike. The times of the faster round
    // count, and the frames that were missed or incomplete in both rounds.
    var images: [Way] = []
    var cached: [Way] = []
    for _ in 0..<2 {
      images.append(runImages(stores))
      cached.append(runCached(stores))
    }
    let configured = runConfigured(stores)
    let image = images.min { $0.uiMsPerFrame < $1.uiMsPerFrame } ?? Way()
    var live = cached.min { $0.uiMsPerFrame < $1.uiMsPerFrame } ?? Way()
    live.missedFrames = cached.reduce(0) { $0 + $1.missedFrames }
    live.skeletons = cached.reduce(0) { $0 + $1.skeletons }
    live.blankPx = cached.reduce(0) { $0 + $1.blankPx }
    return Result(
      charts: charts, series: series, points: points,
      dataMb: Timing.rounded(Megabytes.of(bytes: stores.reduce(0) { $0 + $1.byteCount })),
      drawMsPerChart: Timing.rounded(drawing * 1000), configure: configured, image: image,
      cached: live,
      cachedOverImage: Timing.rounded(live.uiMsPerFrame / max(0.001, image.uiMsPerFrame)),
      configureOverCached: Timing.rounded(
        configured.uiMsPerFrame / max(0.001, live.uiMsPerFrame)))
  }

  // MARK: Data

  func makeStores() -> [ChartStore] {
    (0..<charts).map { chart in
      ChartStore(
        (0..<series).map { line in
          var random = Xoshiro256(seed: UInt64(chart * 1000 + line))
          var value = 100.0
          return ChartSeries(
            "Series \(line + 1)",
            points: (0..<points).map { index in
              value += Double(random.next() % 2001) / 1000 - 1
              return (1_700_000_000 + Double(index) * 30, value)
            })
        })
    }
  }

  func content(_ chart: Int, _ store: ChartStore) -> ChartContent {
    ChartContent(title: "Chart \(chart + 1)", store: store)
  }

  // MARK: The scroll

  var height: Int { Int(Self.rowHeight) }

  /// Returns the scroll position at a time, to the end and back.
  func position(at time: Double) -> Double {
    let way = Double(max(0, charts * height - size.height))
    let gone = (time * speed).truncatingRemainder(dividingBy: max(1, 2 * way))
    return gone < way ? gone : 2 * way - gone
  }

  var seconds: Double { 2 * Double(max(0, charts * height - size.height)) / speed }

  /// Scrolls in real time, and fills in the costs.
  func scroll(_ way: inout Way, _ frame: (_ pixels: Int, _ time: Double) -> Void) {
    var done = 0
    var work: [Double] = []
    var cpu = 0.0
    let run = ScrollLab.pace { time in
      guard time < seconds else { return nil }
      let position = Int(self.position(at: time).rounded())
      defer { done = position }
      return position - done
    } _: { pixels, time in
      let (begun, beganAt) = (Timing.threadNow, Timing.now)
      frame(pixels, time)
      cpu += Timing.threadNow - begun
      work.append(Timing.now - beganAt)
    }
    way.fill(work: work, cpu: cpu, missed: run.missed)
  }
}
