import LugeEngine
public import LugePaint

/// Progress of a window's launch up to its first frame with messages: the phases and their times,
/// how long the first pixels may be delayed, and the work that is postponed until that frame is
/// shown.
@MainActor
package final class Launch {
  /// Phases in the order in which they occur; each may be skipped.
  package enum Phase: Int, Comparable, CaseIterable, Sendable {
    case connected, settingsRead, widgetsMade, picturesReady, menuMade, placed, listMade, made,
      shown
    /// The first frame was shown, or will not come soon.
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

  /// Records a phase. One that is earlier than the present phase belongs to opening another
  /// archive, not to the launch, and is ignored.
  func reached(_ next: Phase) {
    guard next > phase else { return }
    phase = next
    StartupTimes.mark(next.words)
  }

  /// Runs work that the first frame does not need: once that frame was shown, or at once if it was.
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

  /// Begins to create the first list's tools. Call it before everything except the opening.
  package nonisolated static func warmup(for opening: ArchiveOpening? = nil) -> ToolsWarmup {
    ToolsWarmup(
      environment: LayoutEnvironment(width: 400, fontFamily: ListFont.family),
      rows: { opening?.firstRows() ?? [] })
  }
}
