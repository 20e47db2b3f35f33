import Dispatch
public import LugeCore
import LugeThreads
import Synchronization

/// Fetcher over http and https, with libcurl: connections are kept and shared, the most urgent
/// picture comes first, and temporary failures are retried.
///
/// It works on a thread of its own, which starts with the first fetch, when libcurl is loaded, and
/// sleeps while there is nothing to fetch.
public final class HTTPImageFetcher: ImageFetching {
  public enum Content: Hashable, Sendable {
    case pictures
    /// HTML pages, truncated at the limit of a fetch.
    case beginningsOfPages
  }

  public struct Configuration: Sendable {
    /// Maximum number of simultaneous transfers, in total and from one server.
    public var connections = 12
    public var connectionsPerHost = 6
    /// Timeout for connecting, seconds.
    public var connectSeconds = 10.0
    /// Seconds without any data after which a transfer fails.
    public var stallSeconds = 15
    /// Maximum seconds of a transfer.
    public var totalSeconds = 60.0
    public var retry = RetryPolicy()
    /// Kind of content that is fetched; other content is refused as soon as its first bytes show
    /// it.
    public var content = Content.pictures
    /// Niceness of the fetching thread: 0 is a thread's usual priority, 19 the lowest.
    public var niceness = BackgroundThread.picturesNiceness
    public var userAgent = "luge"

    public init() {}
  }

  /// Counts of a fetcher's work.
  public struct Statistics: Hashable, Sendable {
    /// Number of transfers begun; each attempt counts.
    public var transfers = 0
    /// Number of connections made for them.
    public var connections = 0
    public var bytes = 0
    /// Number of transfers that were cancelled.
    public var cancelled = 0

    public init() {}
  }

  private let queue: FetchQueue

  public init(configuration: Configuration = Configuration()) {
    queue = FetchQueue(configuration: configuration)
  }

  deinit { queue.stop() }

  public func accepts(_ key: ImageKey) -> Bool {
    guard let scheme = key.source.addressScheme?.lowercased() else { return false }
    return scheme == "http" || scheme == "https"
  }

  public func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask {
    let number = queue.add(key, limit: limit, priority: priority, completion: completion)
    return HTTPFetchTask(number: number, queue: queue)
  }

  public var statistics: Statistics { queue.statistics }
}

private struct HTTPFetchTask: FetchTask {
  let number: Int
  let queue: FetchQueue

  func cancel() { queue.cancel(number) }
  func setPriority(_ priority: ImagePriority) { queue.setPriority(priority, of: number) }
}
