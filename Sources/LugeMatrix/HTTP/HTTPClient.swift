import Synchronization

/// Sends requests and receives responses, on one thread that starts with the first request.
public final class HTTPClient: Sendable {
  private let worker: HTTPWorker

  /// - Parameters:
  ///   - connectSeconds: timeout of connecting, seconds.
  ///   - stallSeconds: timeout, in seconds, of a response that has begun and of which almost
  ///     nothing more arrives. Before it begins, a server may be silent as long as the request
  ///     allows.
  public init(userAgent: String, connectSeconds: Double = 15, stallSeconds: Int = 20) {
    worker = HTTPWorker(
      userAgent: userAgent, connectSeconds: connectSeconds, stallSeconds: stallSeconds)
  }

  deinit { worker.end() }

  /// Sends a request, and returns the server's response, of any status. Cancelling the task cancels
  /// the request.
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

/// Identity of a request, and whether it was cancelled before it began.
final class HTTPTicket: Sendable {
  private let cancelled = Mutex(false)

  var isCancelled: Bool { cancelled.withLock { $0 } }
  func cancel() { cancelled.withLock { $0 = true } }
}
