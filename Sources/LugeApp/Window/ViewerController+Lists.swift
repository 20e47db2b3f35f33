import LugeEngine
import LugePaint
import LugeQt

extension ViewerController {
  /// Returns a list that looks as the window does, and whose zoom is the window's.
  ///
  /// - Parameters:
  ///   - showsJumpButton: whether a button jumps to its end: not where that is the oldest item.
  ///   - prepare: changes the engine before it is shown.
  func list(
    in area: ListArea, _ provider: any RowProvider, _ configuration: EngineConfiguration,
    tools: @escaping LaneToolsFactory = PaintTools.factory(), showsJumpButton: Bool = false,
    prepare: (ListEngine) -> Void = { _ in }
  ) -> ListSurface {
    let waker = FrameWaker()
    let engine = ListEngine(
      provider: provider, configuration: configuration, tools: tools, wake: { waker.wake() })
    prepare(engine)
    let look = look
    engine.setColorScheme(look.scheme)
    var options = ListSurface.Options()
    options.showsJumpButton = showsJumpButton
    let surface = ListSurface(
      area: area, engine: engine, clock: clock, waker: waker, fontFamily: ListFont.family,
      options: options)
    surface.apply(look)
    surface.onZoom = { [weak self] steps in self?.settings.zoom(by: steps > 0 ? 1 : -1) }
    surface.onFrame = { [weak self] in self?.power.look(at: $0.tick.time) }
    return surface
  }
}

extension ListSurface {
  /// Lets Escape and the mouse's "back" button close a page that replaces the messages.
  func leaves(by close: @escaping @MainActor () -> Void) {
    onKey = { event in
      guard event.code == .escape, event.modifiers.isEmpty else { return false }
      close()
      return true
    }
    onSideButton = { button in
      guard button.contains(.back) else { return false }
      close()
      return true
    }
  }
}
