import Dispatch
public import LugeCore
import LugeThreads
import Synchronization

/// Fetches pictures over http and https, with libcurl: connections are kept and shared, the most
/// wanted picture goes first, what fails for a passing reason is tried again.
///
/// A thread of its own does the work; it begins with the first fetch, when libcurl is loaded, and
/// sleeps while nothing is to be fetched.
public final class HTTPImageFetcher: ImageFetching {
  public enum Content: Hashable, Sendable {
    case pictures
    /// Pages of HTML, as far as the limit of a fetch lets them: what is longer is cut there.
    case beginningsOfPages
  }

  public struct Configuration: Sendable {
    /// Transfers at once, and from one server.
    public var connections = 12
    public var connectionsPerHost = 6
    /// Seconds until a connection must stand.
    public var connectSeconds = 10.0
    /// Seconds in which nothing may come before a transfer is given up.
    public var stallSeconds = 15
    /// Seconds a transfer may take.
    public var totalSeconds = 60.0
    public var retry = RetryPolicy()
    /// Kind of content that is fetched; anything else is refused as soon as its first bytes tell.
    public var content = Content.pictures
    /// Niceness of the fetching thread: 0 is a thread's usual priority, 19 the lowest.
    public var niceness = BackgroundThread.picturesNiceness
    public var userAgent = "luge"

    public init() {}
  }

  /// Counts of what a fetcher did.
  public struct Statistics: Hashable, Sendable {
    /// Transfers that were begun, attempts counted one by one.
    public var transfers = 0
    /// Connections that had to be made for them.
    public var connections = 0
    public var bytes = 0
    /// Transfers that ended because nobody wanted them any more.
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
