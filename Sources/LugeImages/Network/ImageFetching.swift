public import LugeCore

/// Fetcher of pictures' bytes that are not in files, several at a time and without blocking.
public protocol ImageFetching: Sendable {
  /// Whether the fetcher handles a source; all other sources are files.
  func accepts(_ key: ImageKey) -> Bool

  /// Begins to fetch. The completion is called once, on a thread of the fetcher's and never before
  /// this returns, also after ``FetchTask/cancel()``.
  ///
  /// - Parameter limit: maximum number of bytes.
  func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask

  /// Removes fetched data from caches, because it turned out to be useless.
  func forget(_ key: ImageKey)
}

extension ImageFetching {
  public func forget(_ key: ImageKey) {}
}

/// A running fetch.
public protocol FetchTask: Sendable {
  func cancel()
  func setPriority(_ priority: ImagePriority)
}

/// Rules how often and when a failed fetch is retried.
public struct RetryPolicy: Hashable, Sendable {
  /// Maximum number of attempts.
  public var attempts = 3
  /// Seconds before the second attempt; doubled before each further one.
  public var firstDelay = 0.5
  public var longestDelay = 8.0

  public init() {}

  /// Returns the seconds to wait before the next attempt; nil when it is not retried.
  ///
  /// - Parameters:
  ///   - made: number of attempts so far.
  ///   - serverDelay: seconds to wait that the server asked for (`Retry-After`).
  ///   - jitter: 0 to 1, chosen at random, so that many clients do not retry at the same moment.
  ///     The delay is at least half of the full one.
  public func delay(
    after problem: NetworkProblem, attempts made: Int, serverDelay: Double?, jitter: Double
  ) -> Double? {
    guard problem.isRetryable, made < attempts else { return nil }
    if let serverDelay {
      // If the server asks for a longer wait, a later request tries again.
      return serverDelay <= longestDelay ? serverDelay : nil
    }
    var delay = firstDelay
    for _ in 1..<max(1, made) where delay < longestDelay { delay *= 2 }
    return min(delay, longestDelay) * (0.5 + jitter / 2)
  }
}
