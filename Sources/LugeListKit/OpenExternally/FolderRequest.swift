import CNotify
import Foundation
import LugeQt

/// A request to the desktop's file manager to show and select a file in its folder.
///
/// It is sent on the session bus. There may be no bus, or no file manager that answers.
@MainActor
final class FolderRequest {
  /// Timeout; a file manager that has to be started first takes a while.
  private static let timeout = Duration.seconds(5)

  private let client: OpaquePointer

  // MARK: Mutable State (main actor)

  private var watch: DescriptorWatch?
  /// The waiting caller; nil once the result is known.
  private var continuation: CheckedContinuation<Bool, Never>?

  private init(_ client: OpaquePointer) { self.client = client }

  // The C library calls back only from within `process`, so no callback can come after this.
  isolated deinit {
    watch = nil
    ln_close(client)
  }

  /// - Returns: false if no file manager accepted the request.
  static func show(file path: String) async -> Bool {
    guard let client = ln_open(nil) else { return false }
    return await FolderRequest(client).show(
      URL(filePath: path, directoryHint: .notDirectory).absoluteString)
  }

  private func show(_ url: String) async -> Bool {
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      watch = DescriptorWatch(descriptor: ln_descriptor(client)) { [weak self] in self?.process() }
      let asked = ln_show_file(
        client, url,
        { context, isShown in
          guard let context else { return }
          nonisolated(unsafe) let pointer = context
          MainActor.assumeIsolated {
            Unmanaged<FolderRequest>.fromOpaque(pointer).takeUnretainedValue().end(isShown != 0)
          }
        }, Unmanaged.passUnretained(self).toOpaque())
      if asked < 0 { end(false) }
      Task { [weak self] in
        try? await Task.sleep(for: Self.timeout)
        self?.end(false)
      }
    }
  }

  private func process() {
    if ln_process(client) < 0 { end(false) }
  }

  private func end(_ isShown: Bool) {
    continuation?.resume(returning: isShown)
    continuation = nil
  }
}
