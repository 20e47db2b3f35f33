import Dispatch
public import LugeCore
import Synchronization

/// Fetches only what the user has permitted, so that viewing an archive sends no request to any
/// server.
///
/// Everything else fails with ``NetworkProblem/notPermitted``, and the placeholder can offer to
/// permit it.
public final class PermittedFetcher: ImageFetching {
  private struct State {
    var permitsAll = false
    var permitted: Set<ImageKey> = []
  }

  private static let refusals = DispatchQueue(label: "luge.refusals", qos: .utility)

  private struct Refusal: FetchTask {
    func cancel() {}
    func setPriority(_ priority: ImagePriority) {}
  }

  /// Maximum number of permitted keys; beyond it all are removed, because the oldest were fetched
  /// or given up long ago.
  private static let limit = 16_384

  private let fetcher: any ImageFetching

  // MARK: Mutable State (under the lock)

  private let state = Mutex(State())

  public init(_ fetcher: any ImageFetching) { self.fetcher = fetcher }

  /// Whether everything may be fetched.
  public var permitsAll: Bool {
    get { state.withLock { $0.permitsAll } }
    set { state.withLock { $0.permitsAll = newValue } }
  }

  /// Permits one picture from now on; it has to be requested again.
  public func permit(_ key: ImageKey) {
    state.withLock { state in
      if state.permitted.count >= Self.limit { state.permitted = [] }
      state.permitted.insert(key)
    }
  }

  public func accepts(_ key: ImageKey) -> Bool { fetcher.accepts(key) }

  public func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask {
    if state.withLock({ $0.permitsAll || $0.permitted.contains(key) }) {
      return fetcher.fetch(key, limit: limit, priority: priority, completion: completion)
    }
    // Call the completion asynchronously, because the caller may hold a lock that it takes.
    Self.refusals.async { completion(.failure(.network(.notPermitted))) }
    return Refusal()
  }
}
