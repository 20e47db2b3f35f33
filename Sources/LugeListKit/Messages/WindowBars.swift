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
    /// Called with the button's index; nil for the close button and for Escape.
    package var press: @MainActor (Int?) -> Void

    package init(
      _ text: String, buttons: [String], press: @escaping @MainActor (Int?) -> Void
    ) {
      self.text = text
      self.buttons = buttons
      self.press = press
    }
  }

  private let show: @MainActor (Bar?) -> Void

  // MARK: Mutable State (main actor)

  private var waiting: [Subject: Bar] = [:]

  /// - Parameter show: shows a bar in place of the one that is shown; nil hides that.
  package init(show: @escaping @MainActor (Bar?) -> Void) { self.show = show }

  package convenience init(_ window: Window) {
    self.init { [weak window] bar in
      guard let bar else { return window?.hideBar() ?? () }
      window?.showBar(bar.text, buttons: bar.buttons, press: bar.press)
    }
  }

  /// Sets the bar about a subject; nil removes it.
  package func tell(_ bar: Bar?, about subject: Subject) {
    let before = first
    waiting[subject] = bar
    // What is behind another bar changes unseen: the shown bar keeps its focused button.
    guard before == subject || first == subject else { return }
    show(first.flatMap { waiting[$0] })
  }

  /// Removes all, for another list in the same area.
  package func clear() {
    waiting = [:]
    show(nil)
  }

  private var first: Subject? { Subject.allCases.first { waiting[$0] != nil } }
}
