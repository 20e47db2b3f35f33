import Synchronization

/// Sends requests and waits for answers, on one thread that begins with the first request.
public final class HTTPClient: Sendable {
  private let worker: HTTPWorker

  /// - Parameters:
  ///   - connectSeconds: for a connection to be made.
  ///   - stallSeconds: after which an answer that has begun, and of which next to nothing more
  ///     comes, is given up. Before it begins, a server may be silent for as long as the request
  ///     allows.
  public init(userAgent: String, connectSeconds: Double = 15, stallSeconds: Int = 20) {
    worker = HTTPWorker(
      userAgent: userAgent, connectSeconds: connectSeconds, stallSeconds: stallSeconds)
  }

  deinit { worker.end() }

  /// The server's answer, of any status. Cancelling the task ends the request.
  public func perform(_ request: HTTPRequest) async throws(HTTPProblem) -> HTTPResponse {
    let ticket = HTTPTicket()
    let worker = worker
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        worker.submit(.start(ticket, request, { continuation.resume(returning: $0) }))
      }
    } onCancel: {
      ticket.cancel()
      worker.submit(.cancel(ticket))
    }
    return try result.get()
  }
}

/// Tells requests apart, and whether one was cancelled before it began.
final class HTTPTicket: Sendable {
  private let cancelled = Mutex(false)

  var isCancelled: Bool { cancelled.withLock { $0 } }
  func cancel() { cancelled.withLock { $0 = true } }
}
