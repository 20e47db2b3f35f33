import CQtShim

/// Text field over a list's upper edge, with the search status beside it and buttons that go from
/// match to match. Return goes to the next, Shift and Return to the previous match, Escape closes.
@MainActor
public final class FindBar {
  /// Closure called when the user has changed the text or an option.
  public var onChange: (@MainActor () -> Void)?
  /// Closure called to go to the next match (1) or the previous one (-1).
  public var onStep: (@MainActor (Int) -> Void)?
  public var onClose: (@MainActor () -> Void)?

  private let handle: OpaquePointer
  /// Handle that keeps the widget behind `handle` alive.
  private let owner: WindowHandle

  init(handle: OpaquePointer, owner: WindowHandle) {
    self.handle = handle
    self.owner = owner
    var callbacks = lq_find_bar_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      changed: { context in onMain(context, as: FindBar.self) { $0.onChange?() } },
      step: { context, steps in onMain(context, as: FindBar.self) { $0.onStep?(Int(steps)) } },
      close: { context in onMain(context, as: FindBar.self) { $0.onClose?() } })
    lq_find_bar_set_callbacks(handle, &callbacks)
  }

  isolated deinit { lq_find_bar_set_callbacks(handle, nil) }

  public var isVisible = false {
    didSet { if isVisible != oldValue { lq_find_bar_set_visible(handle, isVisible) } }
  }

  /// Text of the field. Setting it calls no closure.
  public var text: String {
    get { takeString(lq_find_bar_text(handle)) ?? "" }
    set { lq_find_bar_set_text(handle, newValue) }
  }

  public var matchesCase: Bool { lq_find_bar_matches_case(handle) }
  public var wholeWords: Bool { lq_find_bar_whole_words(handle) }

  /// Shows the search status.
  ///
  /// - Parameters:
  ///   - brief: shorter text for a narrow bar.
  ///   - caveat: what the search did not cover, beside the status or below it; "": nothing.
  ///   - isProblem: whether the text was not found.
  public func setStatus(
    _ words: String, brief: String? = nil, caveat: String = "", isProblem: Bool = false
  ) {
    lq_find_bar_set_status(handle, words, brief ?? words, caveat, isProblem)
  }

  /// Sets whether there are matches to go to.
  public func setStepsEnabled(_ isEnabled: Bool) {
    lq_find_bar_set_steps_enabled(handle, isEnabled)
  }

  /// Gives the field the focus, with its text selected.
  public func focus() { lq_find_bar_focus(handle) }

  /// Points of the list's upper edge that the bar covers; 0 while hidden.
  public var reach: Int { Int(lq_find_bar_reach(handle)) }
}
