import LugeCore
import LugeEngine
import LugePaint
import LugeQt

/// Scrolls a list endlessly while the main thread has other work every 5 ms: prints, 10 times a
/// second, the maximum delay of that work in milliseconds, and the number of frames.
///
/// With `unasked`, frames are painted without asking whether the window system is ready.
@MainActor func late(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let window = probeWindow(416, 800)
  let clock = try FrameClock()
  clock.asksWindowSystem = !arguments.contains("unasked")
  let surface = probeList((0..<10_000).map(ProbeItem.init), in: window, clock)
  let engine = surface.engine
  surface.onTick = { _ in
    if engine.scroll(by: -3) == 0 { engine.scrollToEnd() }
    return true
  }
  var frames = 0
  surface.onFrame = { _ in frames += 1 }

  let pulse = try FrameClock(rate: 200)
  pulse.asksWindowSystem = false
  var (last, told, longest) = (FrameClock.now, FrameClock.now, 0.0)
  let subscription = pulse.subscribe { _ in
    let now = FrameClock.now
    longest = max(longest, now - last)
    last = now
    if now - told >= 0.1 {
      say("pulse \(longest * 1000) \(frames)")
      (told, longest) = (now, 0)
    }
    return true
  }
  window.show()
  subscription.requestFrame()
  return withExtendedLifetime((surface, subscription)) { application.run() }
}
