import LugeEngine
public import LugePaint

/// A window's way to its first frame with messages: how far it is and when it got there, how long
/// the first pixels may be waited for, and what waits until that frame is shown.
@MainActor
package final class Launch {
  /// In the order in which they come; one may be left out.
  package enum Phase: Int, Comparable, CaseIterable, Sendable {
    case connected, settingsRead, widgetsMade, picturesReady, menuMade, placed, listMade, made,
      shown
    /// The first frame has been shown, or is not going to come soon.
    case settled

    package static func < (a: Phase, b: Phase) -> Bool { a.rawValue < b.rawValue }

    fileprivate var words: String {
      switch self {
      case .connected: "connected to the window system"
      case .settingsRead: "the settings are read"
      case .widgetsMade: "the window's widgets are made"
      case .picturesReady: "pictures and times have their tools"
      case .menuMade: "the menu bar is made"
      case .placed: "the window has its place"
      case .listMade: "the list is made before the window is shown"
      case .made: "the window is made"
      case .shown: "the window is shown"
      case .settled: "the rest of the window is made"
      }
    }
  }

  let tricks: LaunchTricks

  // MARK: Mutable State (main actor)

  package private(set) var phase = Phase.connected
  private var postponed: [@MainActor () -> Void] = []

  init(tricks: LaunchTricks) {
    self.tricks = tricks
    StartupTimes.mark(Phase.connected.words)
  }

  /// A phase that comes after a later one has been reached is an opening of another archive, which
  /// is no part of the launch.
  func reached(_ next: Phase) {
    guard next > phase else { return }
    phase = next
    StartupTimes.mark(next.words)
  }

  /// Does what the first frame does not show: once that frame has been shown, or now if it has.
  func postpone(_ work: @escaping @MainActor () -> Void) {
    if phase < .settled { postponed.append(work) } else { work() }
  }

  func settle() {
    guard phase < .settled else { return }
    reached(.settled)
    let works = postponed
    postponed = []
    for work in works { work() }
  }

  /// Begins to make the first list's tools; worth calling before anything else but the opening.
  package nonisolated static func warmup(for opening: ArchiveOpening? = nil) -> ToolsWarmup {
    ToolsWarmup(
      environment: LayoutEnvironment(width: 400, fontFamily: ListFont.family),
      rows: { opening?.firstRows() ?? [] })
  }
}
