package import LugeQt

/// The bar below a window's main list, in place of the composer. Several subjects need it; each
/// sets and removes only its own.
@MainActor
package final class WindowBars {
  /// Subjects; there is at most one bar for each. The first in this order is shown, and the others
  /// come back when it is removed.
  package enum Subject: Int, CaseIterable {
    /// The number of selected messages.
    case selection
    /// The reason why nothing can be written.
    case obstacle
  }

  package struct Bar {
    package var text: String
    package var buttons: [String]
    /// Name of the close button; "": the usual one.
    package var close: String
    /// Called with the button's index; nil for the close button and for Escape.
    package var press: @MainActor (Int?) -> Void

    package init(
      _ text: String, buttons: [String], close: String = "",
      press: @escaping @MainActor (Int?) -> Void
    ) {
      self.text = text
      self.buttons = buttons
      self.close = close
      self.press = press
    }
  }

  private let show: @MainActor (_ bar: Bar?, _ focusesComposer: Bool) -> Void

  // MARK: Mutable State (main actor)

  private var waiting: [Subject: Bar] = [:]

  /// - Parameter show: shows a bar in place of the one that is shown; nil hides that, and gives
  ///   the composer the keyboard focus if that is said.
  package init(show: @escaping @MainActor (_ bar: Bar?, _ focusesComposer: Bool) -> Void) {
    self.show = show
  }

  package convenience init(_ window: Window) {
    self.init { [weak window] bar, focusesComposer in
      guard let bar else { return window?.hideBar(focusesComposer: focusesComposer) ?? () }
      window?.showBar(bar.text, buttons: bar.buttons, close: bar.close, press: bar.press)
    }
  }

  /// Sets the bar about a subject; nil removes it.
  ///
  /// - Parameter focusesComposer: whether the composer gets the keyboard focus if no bar is left.
  package func tell(_ bar: Bar?, about subject: Subject, focusesComposer: Bool = true) {
    let before = first
    waiting[subject] = bar
    // What is behind another bar changes unseen: the shown bar keeps its focused button.
    guard before == subject || first == subject else { return }
    show(first.flatMap { waiting[$0] }, focusesComposer)
  }

  /// Removes all, for another list in the same area.
  package func clear() {
    waiting = [:]
    show(nil, true)
  }

  private var first: Subject? { Subject.allCases.first { waiting[$0] != nil } }
}
