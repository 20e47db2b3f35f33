public import LugeCore

/// Gets pictures' bytes from elsewhere, several at a time and without blocking anybody.
public protocol ImageFetching: Sendable {
  /// Whether it is a source for this fetcher; all others are files.
  func accepts(_ key: ImageKey) -> Bool

  /// Begins to fetch. The completion comes once, from a thread of the fetcher's and never before
  /// this returns, also after ``FetchTask/cancel()``.
  ///
  /// - Parameter limit: bytes at most.
  func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask

  /// Reports that the fetched data is of no use: a cache removes it.
  func forget(_ key: ImageKey)
}

extension ImageFetching {
  public func forget(_ key: ImageKey) {}
}

/// One fetch that is under way.
public protocol FetchTask: Sendable {
  func cancel()
  func setPriority(_ priority: ImagePriority)
}

/// How often and when a fetch that failed is tried again.
public struct RetryPolicy: Hashable, Sendable {
  /// How often something is tried at most.
  public var attempts = 3
  /// Seconds before the second attempt; doubled before each further one.
  public var firstDelay = 0.5
  public var longestDelay = 8.0

  public init() {}

  /// Seconds to wait before the next attempt; nil when there is to be none.
  ///
  /// - Parameters:
  ///   - made: attempts made so far.
  ///   - serverDelay: seconds to wait that the server asked for (`Retry-After`).
  ///   - jitter: 0 to 1, chosen at random, so that many clients do not retry at the same moment.
  ///     The delay is at least half of the full one.
  public func delay(
    after problem: NetworkProblem, attempts made: Int, serverDelay: Double?, jitter: Double
  ) -> Double? {
    guard problem.isRetryable, made < attempts else { return nil }
    if let serverDelay {
      // A longer wait is left to a later request.
      return serverDelay <= longestDelay ? serverDelay : nil
    }
    var delay = firstDelay
    for _ in 1..<max(1, made) where delay < longestDelay { delay *= 2 }
    return min(delay, longestDelay) * (0.5 + jitter / 2)
  }
}
