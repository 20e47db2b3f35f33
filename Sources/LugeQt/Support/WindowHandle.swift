import CQtShim

/// Owner of the widgets of one window. An object with a pointer to one of them also retains this
/// handle, so no pointer outlives its widget.
@MainActor
final class WindowHandle {
  let window: OpaquePointer

  /// Target of the callbacks' context pointer.
  private let receiver: AnyObject

  init(_ callbacks: lq_window_callbacks, keeping receiver: AnyObject) {
    self.receiver = receiver
    var callbacks = callbacks
    window = lq_window_create(&callbacks)
  }

  isolated deinit { lq_window_destroy(window) }
}
