import LugeApp
import LugeChat
import LugeCore
public import LugeEngine
import LugeImages
import LugeListKit
import LugePaint
public import LugeQt

/// ``ScrollLab`` in a real window: the same scripts, paced by the window's own frame clock.
@MainActor
public final class ScrollLabWindow {
  public private(set) var results: [ScrollLab.Result] = []

  private let application: Application
  private let lab: ScrollLab
  private let provider: any RowProvider
  private let window: Window
  private let clock: FrameClock
  private var subscription: FrameClock.Subscription?
  private var list: ListSurface?

  public init(_ application: Application, lab: ScrollLab, provider: any RowProvider) throws {
    self.application = application
    self.lab = lab
    self.provider = provider
    window = Window(title: "Luge")
    clock = try FrameClock()
  }

  /// Shows the window and measures; the application is asked to quit at the end.
  public func start() {
    window.placement = Placement(
      x: 0, y: 0, width: lab.sizes.first?.width ?? 400, height: lab.sizes.first?.height ?? 800,
      isSideVisible: false)
    window.show()
    Task { @MainActor in
      for size in lab.sizes { await measure(size) }
      application.quit()
    }
  }

  private func measure(_ size: PixelSize) async {
    await resize(to: size)
    let ready = ReadyBitmaps(size: size, rowWidth: rowWidth(size))
    var floor = ScrollLab.Floor()
    for _ in 0..<ScrollLab.floorRounds {
      for script in lab.scripts {
        floor.add(await runFloor(ready, ScrollMotion(script, seconds: lab.seconds / 2)))
      }
    }
    window.main.surface.onPaint = nil
    let list = makeList(size)
    self.list = list
    func go(to number: Int) async {
      list.jump(to: lab.place(of: number, in: list.engine.count))
      await pause(0.5)
    }
    await go(to: lab.scripts.count)
    let first = await runList(list, ScrollLab.firstLook)
    for (number, script) in lab.scripts.enumerated() {
      await go(to: number)
      let before = list.engine.statistics
      let run = await runList(list, ScrollMotion(script, seconds: lab.seconds))
      results.append(
        lab.result(
          "window", size, script, run, floor: floor, first: first, before: before,
          after: list.engine.statistics))
    }
    self.list = nil
  }

  /// Returns the average width of the bitmaps in the list's first screen, planned without a window.
  private func rowWidth(_ size: PixelSize) -> Int {
    let engine = ListEngine(
      provider: provider, configuration: ScrollLab.configuration, tools: PaintTools.factory())
    engine.setViewport(size, environment: LayoutEnvironment(width: size.width))
    let time = OffscreenRun.settle(engine)
    return ReadyBitmaps.rowWidth(of: engine.frame(at: time))
  }

  /// Until the surface has the size, whatever the scroll bar takes beside it.
  private func resize(to size: PixelSize) async {
    var placement = window.placement
    placement.width = size.width
    placement.height = size.height
    for _ in 0..<4 {
      window.placement = placement
      await pause(0.3)
      let shown = window.main.surface.geometry.size
      if shown == size { return }
      placement.width += size.width - shown.width
      placement.height += size.height - shown.height
    }
  }

  private func makeList(_ size: PixelSize) -> ListSurface {
    let waker = FrameWaker()
    let pictures = ListPictures(ImagePipeline())
    let engine = ListEngine(
      provider: provider, configuration: ScrollLab.configuration,
      tools: PaintTools.factory(images: pictures), wake: { waker.wake() })
    pictures.serve(engine)
    let list = ListSurface(area: window.main, engine: engine, clock: clock, waker: waker)
    list.listWidth = Double(size.width)
    return list
  }

  private func pause(_ seconds: Double) async {
    try? await Task.sleep(for: .seconds(seconds))
  }

  private func runList(_ list: ListSurface, _ script: ScrollMotion) async -> ScrollLab.Run {
    var motion = script
    var run = ScrollLab.Run()
    var start: Double?
    let queue = RunQueueClock()
    var (tickBegan, painting) = (ThreadClock.now(queue), Double?.none)
    list.onFrame = { report in
      run.work.append(report.planning + report.painting)
      run.missed += report.tick.missed
      painting = report.painting
    }
    let cpu = ProcessUsage.now(withMemory: false).cpuSeconds
    await withCheckedContinuation { continuation in
      list.onTick = { [weak list] tick in
        let now = ThreadClock.now(queue)
        if painting != nil || tick.missed > 0, start != nil {
          run.costs.append(
            FrameCost(
              number: run.work.count, missed: tick.missed, spent: now.since(tickBegan),
              record: list?.engine.frameLog.last ?? FrameRecord(), painting: painting ?? 0))
        }
        (tickBegan, painting) = (now, nil)
        let begin = start ?? tick.time - tick.interval
        start = begin
        guard !motion.isOver(at: tick.time - begin) else {
          list?.onTick = nil
          continuation.resume()
          return false
        }
        list?.engine.scroll(by: motion.advance(to: tick.time - begin))
        return true
      }
    }
    run.cpu = ProcessUsage.now(withMemory: false).cpuSeconds - cpu
    list.onFrame = nil
    return run
  }

  private func runFloor(_ ready: ReadyBitmaps, _ script: ScrollMotion) async -> ScrollLab.Run {
    var motion = script
    var run = ScrollLab.Run()
    var start: Double?
    var offset = 0
    var plan = ready.plan(at: 0)
    let surface = window.main.surface
    surface.onPaint = { pixels in
      guard let target = try? PixelTarget(pixels.buffer, size: pixels.size, stride: pixels.stride)
      else { return }
      Compositor.compose(plan, into: target)
    }
    let cpu = ProcessUsage.now(withMemory: false).cpuSeconds
    await withCheckedContinuation { continuation in
      subscription = clock.subscribe { tick in
        let begin = start ?? tick.time - tick.interval
        start = begin
        guard !motion.isOver(at: tick.time - begin) else {
          continuation.resume()
          return false
        }
        let pixels = motion.advance(to: tick.time - begin)
        guard pixels != 0 else { return true }
        offset += pixels
        let planning = FrameClock.now
        plan = ready.plan(at: offset)
        surface.repaint()
        run.work.append(FrameClock.now - planning)
        run.missed += tick.missed
        return true
      }
      subscription?.requestFrame()
    }
    subscription = nil
    run.cpu = ProcessUsage.now(withMemory: false).cpuSeconds - cpu
    return run
  }
}
