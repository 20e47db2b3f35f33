/// Decides which of many things to request: each once, one after the other. One whose request
/// failed is requested again once there is a connection.
struct OnceEach<Key: Hashable> {
  private var begun: Set<Key> = []
  private var failed: Set<Key> = []
  private var isUnderWay = false

  /// Begins the request for the first that had none.
  ///
  /// - Returns: its key; nil if all had one, or while a request is under way.
  mutating func begin(among keys: some Sequence<Key>) -> Key? {
    guard !isUnderWay, let key = keys.first(where: { !begun.contains($0) }) else { return nil }
    begun.insert(key)
    isUnderWay = true
    return key
  }

  /// Notes that the request has ended.
  mutating func end(_ key: Key, failed isFailed: Bool = false) {
    isUnderWay = false
    if isFailed { failed.insert(key) }
  }

  /// Permits those whose requests failed again.
  mutating func retryFailed() {
    begun.subtract(failed)
    failed = []
  }

  /// Permits all again.
  mutating func retryAll() { (begun, failed) = ([], []) }
}
