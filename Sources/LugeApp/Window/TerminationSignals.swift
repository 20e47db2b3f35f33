import Dispatch
import Foundation
import Synchronization

/// Ends the program properly on a signal: the window's state is saved, and an import stops where it
/// can be continued.
///
/// A signal may come at any moment, and to any thread, so its handler only writes to a pipe. A
/// dispatch source of signals would miss those that come before the main queue has run for the
/// first time, and those that another thread receives.
@MainActor
public final class TerminationSignals {
  private let source: (any DispatchSourceRead)?
  /// Previous actions of the signals.
  private var before: [(number: Int32, action: sigaction)] = []

  /// Descriptor that the handler writes to; -1 while there is none.
  private nonisolated static let listener = Atomic<Int32>(-1)

  /// Whether the process was started with a signal ignored, as `nohup` does.
  public nonisolated static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// - Parameter handler: called on the main actor for SIGINT, SIGTERM and SIGHUP, except for
  ///   ignored ones. A second signal ends the process at once.
  public init(_ handler: @escaping @MainActor () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      // Signals then end the process by default.
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
    // Used once before a handler runs: the first use initializes the global, which a handler must
    // not do.
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
