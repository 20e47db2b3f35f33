import Dispatch
import Foundation

/// Ends the program in good order when it is asked to by a signal: what the window remembers is
/// saved, an import stops where it can go on.
@MainActor
public final class TerminationSignals {
  private var sources: [any DispatchSourceSignal] = []

  /// - Parameter handler: called on the main actor for SIGINT, SIGTERM and SIGHUP. A second signal
  ///   ends the process at once.
  public init(_ handler: @escaping @MainActor () -> Void) {
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      // The source sees a signal only after its default action, which would end the process.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler {
        signal(number, SIG_DFL)
        MainActor.assumeIsolated { handler() }
      }
      source.resume()
      return source
    }
  }

  isolated deinit { for source in sources { source.cancel() } }
}
