public import LugeCore
public import LugeEngine
public import LugePaint

/// A program that consists of one list in one window: the shortest way from a provider to the
/// screen.
///
///     exit(try ListApplication.run(.init(name: "lines", displayName: "Lines"), showing: provider))
///
/// Programs that need more (menus, a side list, several lists) use the parts themselves:
/// ``Application``, ``Window``, ``FrameClock`` and ``ListSurface``.
@MainActor
public enum ListApplication {
  /// Opens the window, shows the list, and returns when the window was closed.
  ///
  /// - Parameters:
  ///   - identity: its display name is the window's title.
  ///   - scheme: light or dark; nil follows the desktop.
  ///   - images: the pictures of rows; nil: placeholders.
  ///   - prepare: called once with the list before the window appears, to handle clicks and keys.
  /// - Returns: the process's exit code.
  /// - Throws: ``QtError`` when there is no display.
  public static func run(
    _ identity: Application.Identity, showing provider: any RowProvider,
    configuration: EngineConfiguration = EngineConfiguration(), scheme: ColorScheme? = nil,
    images: (any ImageProviding)? = nil, prepare: (ListSurface) -> Void = { _ in }
  ) throws(QtError) -> Int32 {
    let warmup = ToolsWarmup()
    let application = try Application(identity)
    let window = Window(title: identity.displayName)
    let waker = FrameWaker()
    let engine = ListEngine(
      provider: provider, configuration: configuration,
      tools: PaintTools.factory(images: images, warmup: warmup), wake: { waker.wake() })
    let list = ListSurface(
      area: window.main, engine: engine, clock: try FrameClock(), waker: waker)
    application.setColorScheme(scheme)
    list.setColorScheme(application.colorScheme)
    application.onAppearanceChange = { [unowned application, unowned list] in
      list.setColorScheme(application.colorScheme)
    }
    prepare(list)
    window.show()
    list.awaitFirstRows()
    return withExtendedLifetime(list) { application.run() }
  }
}
