import CQtShim

/// Owns the widgets of one window. Whoever holds a pointer to one of them holds this too, so no
/// pointer outlives its widget.
@MainActor
final class WindowHandle {
  let window: OpaquePointer

  /// What the callbacks' context points to.
  private let receiver: AnyObject

  init(_ callbacks: lq_window_callbacks, keeping receiver: AnyObject) {
    self.receiver = receiver
    var callbacks = callbacks
    window = lq_window_create(&callbacks)
  }

  isolated deinit { lq_window_destroy(window) }
}
