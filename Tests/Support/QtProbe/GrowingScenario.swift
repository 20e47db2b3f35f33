import LugeCore
import LugeEngine
import LugePaint
import LugeQt

/// Shows a list that follows its end: `n` appends a row, `h` inserts one before all others, `b`
/// appends ten at once. Prints, at rest, how often it was described to a screen reader.
@MainActor func growing(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = Window(title: "luge-qt-probe")
  window.placement = Placement(x: 0, y: 0, width: 416, height: 500, isSideVisible: false)
  window.main.surface.setAccessibleName("Messages")
  var items = (0..<20).map(ProbeItem.init)
  func provider() -> any RowProvider {
    FactoryRowProvider(
      source: ArraySource(items) { ItemID(Int64($0.number)) }, factory: ProbeFactory())
  }
  let clock = try FrameClock()
  let waker = FrameWaker()
  var configuration = EngineConfiguration()
  configuration.opensAt = .end
  let engine = ListEngine(
    provider: provider(), configuration: configuration, tools: PaintTools.factory(),
    wake: { waker.wake() })
  let surface = ListSurface(area: window.main, engine: engine, clock: clock, waker: waker)
  surface.onKey = { event in
    switch event.text {
    case "n":
      items.append(ProbeItem(number: items.count))
      engine.update(to: provider(), changes: [.insert(count: 1, at: items.count - 1)])
    case "b":
      let count = items.count
      items += (0..<10).map { ProbeItem(number: count + $0) }
      engine.update(to: provider(), changes: [.insert(count: 10, at: count)])
    case "h":
      items.insert(ProbeItem(number: 1000 + items.count), at: 0)
      engine.update(to: provider(), changes: [.insert(count: 1, at: 0)])
    default: return false
    }
    surface.requestFrame()
    return true
  }
  clock.onRest = {
    if engine.isSettled { say("rest \(engine.count) described \(surface.accessibleBuilds)") }
  }
  window.show()
  return withExtendedLifetime(surface) { application.run() }
}
