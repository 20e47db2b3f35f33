import CQtShim

/// Watch that calls a closure on the main actor whenever a file descriptor is readable, as long as
/// the watch exists. The caller keeps the descriptor.
@MainActor
public final class DescriptorWatch {
  private var handle: OpaquePointer?
  private let onReadable: @MainActor () -> Void

  public init(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) {
    self.onReadable = onReadable
    handle = lq_fd_watch_create(
      descriptor,
      { context, _ in onMain(context, as: DescriptorWatch.self) { $0.onReadable() } },
      Unmanaged.passUnretained(self).toOpaque())
  }

  isolated deinit { lq_fd_watch_destroy(handle) }
}
