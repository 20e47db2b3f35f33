import Dispatch
import Foundation
import Synchronization

/// Ends the program in good order when it is asked to by a signal: what the window remembers is
/// saved, an import stops where it can go on.
///
/// A signal may come at any moment, and to any thread. So it has a handler of its own, which does
/// no more than write to a pipe: a dispatch source of signals loses those that come before the main
/// queue has run for the first time, and those that another thread takes.
@MainActor
public final class TerminationSignals {
  private let source: (any DispatchSourceRead)?
  /// What the signals did before.
  private var before: [(number: Int32, action: sigaction)] = []

  /// Descriptor that the handler writes to; -1 without a listener.
  private nonisolated static let listener = Atomic<Int32>(-1)

  /// Whether whoever started the program wants a signal ignored, as `nohup` does.
  public nonisolated static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// - Parameter handler: called on the main actor for SIGINT, SIGTERM and SIGHUP, but for those
  ///   that are ignored. A second signal ends the process at once.
  public init(_ handler: @escaping @MainActor () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      // Signals end the process then, as they do any other.
      source = nil
      return
    }
    let (output, input) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    let source = DispatchSource.makeReadSource(fileDescriptor: output, queue: .main)
    source.setEventHandler {
      var byte: UInt8 = 0
      guard read(output, &byte, 1) == 1 else { return }
      MainActor.assumeIsolated { handler() }
    }
    source.setCancelHandler {
      close(output)
      close(input)
    }
    source.resume()
    self.source = source
    // Used before a handler can: a global is made at its first use, which a handler must not do.
    Self.listener.store(input, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
      var (action, old) = (sigaction(), sigaction())
      action.__sigaction_handler.sa_handler = { _ in
        let problem = errno
        var byte: UInt8 = 1
        write(TerminationSignals.listener.load(ordering: .relaxed), &byte, 1)
        errno = problem
      }
      action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
      sigaction(number, &action, &old)
      before.append((number, old))
    }
  }

  isolated deinit {
    guard let source else { return }
    for (number, action) in before {
      var action = action
      sigaction(number, &action, nil)
    }
    Self.listener.store(-1, ordering: .sequentiallyConsistent)
    source.cancel()
  }
}
