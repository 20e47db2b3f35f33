import CQtShim
import Dispatch
import Glibc

/// Runs the main dispatch queue, and so the main actor, from Qt's loop.
///
/// The queue's eventfd is level-triggered: unless it is read before the queue is drained, it stays
/// readable, and the loop spins.
@MainActor
final class MainQueue {
  private let watch: DescriptorWatch

  init() {
    let descriptor = _dispatch_get_main_queue_handle_4CF()
    watch = DescriptorWatch(descriptor: descriptor) {
      var value: UInt64 = 0
      _ = read(descriptor, &value, MemoryLayout<UInt64>.size)
      _dispatch_main_queue_callback_4CF(nil)
    }
  }
}
