import CQtShim

/// Where the reader writes: a stock text field below a window's main list, which grows with its text
/// up to six lines, and a button.
///
/// Editing, undo, input methods, spelling and accessibility are Qt's. Return sends, Shift and Return
/// begin a line; Page Up and Page Down move the list.
@MainActor
public final class Composer {
  /// Return or the button: a text that is not only blanks, as it was written.
  public var onSend: (@MainActor (String) -> Void)?
  /// The text became another.
  public var onChange: (@MainActor (String) -> Void)?

  private let handle: OpaquePointer
  /// Keeps the widget behind `handle` alive.
  private let owner: WindowHandle

  init(handle: OpaquePointer, owner: WindowHandle) {
    self.handle = handle
    self.owner = owner
    var callbacks = lq_composer_callbacks(
      context: Unmanaged.passUnretained(self).toOpaque(),
      send: { context, text in
        let text = text.map { String(cString: $0) } ?? ""
        onMain(context, as: Composer.self) { $0.onSend?(text) }
      },
      changed: { context, text in
        let text = text.map { String(cString: $0) } ?? ""
        onMain(context, as: Composer.self) { $0.onChange?(text) }
      })
    lq_composer_set_callbacks(handle, &callbacks)
  }

  isolated deinit { lq_composer_set_callbacks(handle, nil) }

  public var isVisible = false {
    didSet { if isVisible != oldValue { lq_composer_set_visible(handle, isVisible) } }
  }

  /// Shown while nothing is written; also what a screen reader calls the field.
  public var placeholder = "" {
    didSet { if placeholder != oldValue { lq_composer_set_placeholder(handle, placeholder) } }
  }

  /// What is written now.
  public var text: String {
    get { takeString(lq_composer_text(handle)) ?? "" }
    set { lq_composer_set_text(handle, newValue) }
  }

  /// Gives the field the keys.
  public func focus() { lq_composer_focus(handle) }
}
