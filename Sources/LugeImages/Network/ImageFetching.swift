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

  /// What was fetched is of no use: whoever keeps it lets go of it.
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
  ///   - asked: seconds the server wants to be left alone.
  ///   - chance: 0 to 1, spreads attempts so that a crowd does not return as one (full-jitter
  ///     back-off of AWS' architecture blog, halved so that waiting never becomes nothing).
  public func delay(
    after problem: NetworkProblem, made: Int, asked: Double?, chance: Double
  ) -> Double? {
    guard problem.isRetryable, made < attempts else { return nil }
    if let asked {
      // Nobody looks at a placeholder for longer; a later request tries again.
      return asked <= longestDelay ? asked : nil
    }
    var delay = firstDelay
    for _ in 1..<max(1, made) where delay < longestDelay { delay *= 2 }
    return min(delay, longestDelay) * (0.5 + chance / 2)
  }
}
