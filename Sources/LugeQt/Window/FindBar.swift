import CQtShim

/// A text field over a list's upper edge, with what was found beside it and buttons that lead from
/// find to find. Return is the next one, Shift and Return the one before, Escape closes.
@MainActor
public final class FindBar {
  /// The text or a choice became another, by the reader's hand.
  public var onChange: (@MainActor () -> Void)?
  /// The next find (1) or the one before (-1) is wanted.
  public var onStep: (@MainActor (Int) -> Void)?
  public var onClose: (@MainActor () -> Void)?

  private let handle: OpaquePointer
  /// Keeps the widget behind `handle` alive.
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

  /// Setting it calls nothing.
  public var text: String {
    get { takeString(lq_find_bar_text(handle)) ?? "" }
    set { lq_find_bar_set_text(handle, newValue) }
  }

  public var matchesCase: Bool { lq_find_bar_matches_case(handle) }
  public var wholeWords: Bool { lq_find_bar_whole_words(handle) }

  /// - Parameters:
  ///   - brief: what is said where there is no room for the words.
  ///   - isProblem: whether the words in the field were not found.
  public func setStatus(_ words: String, brief: String? = nil, isProblem: Bool = false) {
    lq_find_bar_set_status(handle, words, brief ?? words, isProblem)
  }

  /// Whether there is anything to step to.
  public func setStepsEnabled(_ isEnabled: Bool) {
    lq_find_bar_set_steps_enabled(handle, isEnabled)
  }

  /// Gives the field the keys, with its text selected.
  public func focus() { lq_find_bar_focus(handle) }

  /// Points of the list's upper edge that it covers; 0 while hidden.
  public var reach: Int { Int(lq_find_bar_reach(handle)) }
}
