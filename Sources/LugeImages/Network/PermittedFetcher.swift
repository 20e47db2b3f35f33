import Dispatch
public import LugeCore
import Synchronization

/// Fetches only what the user has asked for: whoever looks at an archive tells no server so.
///
/// Everything else fails with ``NetworkProblem/notPermitted``, which a placeholder can offer to
/// change.
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

  /// Keys at most: with more, the oldest wishes have long been fetched or given up.
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

  /// Lets one picture be fetched from now on; it has to be asked for again.
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
    // Who asks may hold a lock that the completion takes.
    Self.refusals.async { completion(.failure(.network(.notPermitted))) }
    return Refusal()
  }
}
