import Dispatch
import Foundation
import LugeApp
import LugeArchive
import Synchronization

/// Calls a function for signals that would end the program, so that work stops without leaving
/// anything incomplete. Signals that were ignored when the program was started stay ignored, as
/// with `nohup`.
final class InterruptHandler {
  private typealias Caught = (number: Int32, before: sigaction, source: any DispatchSourceSignal)

  private let caught: [Caught]
  private let newest = Newest()

  private final class Newest: Sendable {
    let number = Atomic<Int32>(0)
  }

  /// - Parameter action: called with the signal's number.
  init(_ numbers: [Int32], _ action: @escaping @Sendable (Int32) -> Void) {
    let newest = newest
    let registered = DispatchGroup()
    caught = numbers.compactMap { number -> Caught? in
      guard !TerminationSignals.isIgnored(number) else { return nil }
      var before = sigaction()
      sigaction(number, nil, &before)
      let source = DispatchSource.makeSignalSource(
        signal: number, queue: .global(qos: .userInitiated))
      source.setEventHandler {
        newest.number.store(number, ordering: .relaxed)
        action(number)
      }
      // Until it is registered, the signal ends the program as before.
      registered.enter()
      source.setRegistrationHandler { registered.leave() }
      source.resume()
      return (number, before, source)
    }
    // What is written from now on is removed when a signal comes.
    registered.wait()
  }

  /// Cancels an import or a merge.
  convenience init(_ numbers: [Int32], cancelling cancellation: ImportCancellation) {
    self.init(numbers) { _ in cancellation.cancel() }
  }

  func stop() {
    for (number, before, source) in caught {
      var before = before
      source.cancel()
      sigaction(number, &before, nil)
    }
  }

  /// Ends the program by the signal that was received, if any, so that its parent sees the cause.
  func endIfInterrupted() {
    let number = newest.number.load(ordering: .relaxed)
    if number != 0 { Self.end(by: number) }
  }

  /// Ends the program by a signal, even if it is blocked.
  static func end(by number: Int32) {
    var numbers = sigset_t()
    sigemptyset(&numbers)
    sigaddset(&numbers, number)
    pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
    signal(number, SIG_DFL)
    kill(getpid(), number)
  }
}
