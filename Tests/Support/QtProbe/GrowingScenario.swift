import LugeCore
import LugeEngine
import LugePaint
import LugeQt

/// Shows a list that follows its end: `n` appends a row, `h` inserts one before all others, `b`
/// appends ten at once. Prints, at rest, how often it was described to a screen reader.
@MainActor func growing(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = probeWindow(416, 500)
  window.main.surface.setAccessibleName("Messages")
  var items = (0..<20).map(ProbeItem.init)
  let clock = try FrameClock()
  var configuration = EngineConfiguration()
  configuration.opensAt = .end
  let surface = probeList(items, in: window, clock, configuration: configuration)
  let engine = surface.engine
  surface.onKey = { event in
    switch event.text {
    case "n":
      items.append(ProbeItem(number: items.count))
      engine.update(to: provider(of: items), changes: [.insert(count: 1, at: items.count - 1)])
    case "b":
      let count = items.count
      items += (0..<10).map { ProbeItem(number: count + $0) }
      engine.update(to: provider(of: items), changes: [.insert(count: 10, at: count)])
    case "h":
      items.insert(ProbeItem(number: 1000 + items.count), at: 0)
      engine.update(to: provider(of: items), changes: [.insert(count: 1, at: 0)])
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
