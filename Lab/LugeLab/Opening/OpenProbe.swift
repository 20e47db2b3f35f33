import Foundation
public import LugeApp
import LugeEngine
public import LugePaint
public import LugeQt

/// One start of the window, as ``OpenLab`` measures it: a process of its own that prints when its
/// first frame with messages was handed to the window system, and what memory it takes at rest.
@MainActor
public final class OpenProbe {
  private let application: Application
  private var viewer: ViewerController?
  private var window: Window?
  private let printsRestingMemory: Bool
  private let tricks: LaunchTricks

  /// - Parameters:
  ///   - printsRestingMemory: Whether memory at rest is printed, too.
  ///   - without: names of optimisations of the start that are left out (``OpenLab/tricks``), with
  ///     commas between them.
  public init(_ application: Application, printsRestingMemory: Bool = true, without: String = "") {
    self.application = application
    self.printsRestingMemory = printsRestingMemory
    tricks = LaunchTricks(arguments: ["--without", without])
  }

  private func options(
    _ opening: ArchiveOpening, _ warmup: ToolsWarmup?,
    onFirstFrame: @escaping @MainActor @Sendable () -> Void
  ) -> ViewerController.Options {
    var options = ViewerController.Options(
      opening: opening, warmup: warmup, size: (400, 800), onFirstFrame: onFirstFrame)
    options.tricks = tricks
    return options
  }

  /// The viewer with an archive.
  ///
  /// - Parameters:
  ///   - opening: begun before the connection to the window system, as `luge open` does.
  ///   - warmup: begun as early.
  public func open(_ opening: ArchiveOpening, _ warmup: ToolsWarmup?) throws {
    let viewer = try ViewerController(
      application,
      options: options(opening, warmup) { [weak self] in self?.report() })
    viewer.show()
    self.viewer = viewer
  }

  /// Opens like ``open(_:_:)``, and closes the window as a user would when it shows everything.
  public func openAndClose(_ opening: ArchiveOpening, _ warmup: ToolsWarmup?) throws {
    let viewer = try ViewerController(
      application,
      options: options(opening, warmup) { [weak self] in self?.say("@FIRST \(Timing.now)") })
    viewer.show()
    self.viewer = viewer
    Task { @MainActor in
      while !viewer.state.isSettled || !viewer.state.waitsFor.isEmpty
        || viewer.launch.phase < .settled
      {
        try? await Task.sleep(for: .milliseconds(2))
      }
      viewer.close()
      application.quit()
    }
  }

  /// Opens like ``open(_:_:)``, prints a line when all heights are exact, and closes the window as
  /// a user would.
  public func measure(_ opening: ArchiveOpening, _ warmup: ToolsWarmup?, messages: Int) throws {
    let viewer = try ViewerController(
      application,
      options: options(opening, warmup) { [weak self] in self?.say("@FIRST \(Timing.now)") })
    viewer.show()
    self.viewer = viewer
    Task { @MainActor in
      while viewer.state.exactHeights < messages { try? await Task.sleep(for: .milliseconds(2)) }
      say("@EXACT \(Timing.now)")
      say("@RESTORED \(viewer.state.restoredHeights)")
      sayMemory()
      viewer.close()
      application.quit()
    }
  }

  /// A window of the same toolkit that paints nothing but a colour.
  public func openBare() {
    StartupTimes.mark("connected to the window system")
    let window = Window(title: "Luge")
    window.placement = Placement(x: 0, y: 0, width: 400, height: 800, isSideVisible: false)
    var didPaint = false
    window.main.surface.onPaint = { [weak self] pixels in
      for y in 0..<pixels.size.height { pixels.line(y).update(repeating: 0xFFFF_FFFF) }
      guard !didPaint else { return }
      didPaint = true
      StartupTimes.mark("the window is painted")
      // Reported when the window system has the pixels, as with a list.
      Task { @MainActor in self?.report() }
    }
    StartupTimes.mark("the window is made")
    window.show()
    StartupTimes.mark("the window is shown")
    self.window = window
  }

  private func report() {
    say("@FIRST \(Timing.now)")
    // Waits until this frame has ended.
    Task { @MainActor in
      if printsRestingMemory {
        try? await Task.sleep(for: .seconds(0.7))
        sayMemory()
      }
      application.quit()
    }
  }

  /// Nothing where the system does not tell.
  private func sayMemory() {
    if let memory = ProcessUsage.now().pssMB { say("@PSS \(memory)") }
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}
