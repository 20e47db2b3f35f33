import LugeCore
import LugeEngine
import LugePaint
public import LugeQt

/// The live charts of ``ChartsLab`` in a real window: the same scroll, paced by the window's own
/// frame clock.
@MainActor
public final class ChartsLabWindow {
  public private(set) var way = ChartsLab.Way()

  private let application: Application
  private let lab: ChartsLab
  private let window: Window
  private let clock: FrameClock

  public init(_ application: Application, lab: ChartsLab) throws {
    self.application = application
    self.lab = lab
    window = Window(title: "Luge")
    clock = try FrameClock()
  }

  /// Shows the window and measures; the application is asked to quit at the end.
  public func start() {
    window.placement = Placement(
      x: 0, y: 0, width: lab.size.width, height: lab.size.height, isSideVisible: false)
    window.show()
    Task { @MainActor in
      await measure()
      application.quit()
    }
  }

  private func measure() async {
    let waker = FrameWaker()
    let engine = lab.liveEngine(lab.makeStores()) { waker.wake() }
    let list = ListSurface(area: window.main, engine: engine, clock: clock, waker: waker)
    list.options.paintsEqualFrames = true
    try? await Task.sleep(for: .seconds(1))
    let before = engine.statistics
    var work: [Double] = []
    var missed = 0
    var start: Double?
    var done = 0
    list.onFrame = { report in
      work.append(report.planning + report.painting)
      missed += report.tick.missed
    }
    let cpu = Timing.threadNow
    await withCheckedContinuation { continuation in
      list.onTick = { [weak list, lab] tick in
        let begun = start ?? tick.time - tick.interval
        start = begun
        guard tick.time - begun < lab.seconds else {
          list?.onTick = nil
          continuation.resume()
          return false
        }
        let position = Int(lab.position(at: tick.time - begun).rounded())
        list?.engine.scroll(by: position - done)
        done = position
        return true
      }
    }
    list.onFrame = nil
    way.fill(work: work, cpu: Timing.threadNow - cpu, missed: missed)
    way.blankPx = engine.statistics.blankPixels - before.blankPixels
    way.skeletons = engine.statistics.skeletonsShown - before.skeletonsShown
    way.memoryMb = ChartsLab.megabytes(of: engine)
    let key = ChartsLab.key(0)
    let drawn = engine.heavyViewStatistics.drawn
    engine.send(.moved(Point(x: Double(lab.size.width) / 2, y: 120)), to: key)
    try? await Task.sleep(for: .milliseconds(300))
    way.isInteractive = engine.heavyViewStatistics.drawn > drawn
    // Scroll away and back: if no view was made again, the charts have kept their state.
    let made = engine.heavyViewStatistics.made
    list.scrollToEnd()
    try? await Task.sleep(for: .milliseconds(500))
    list.scrollToStart()
    try? await Task.sleep(for: .milliseconds(500))
    way.keepsState = engine.heavyViewStatistics.made == made
  }
}
