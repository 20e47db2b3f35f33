import Dispatch
public import LugeCore
import Synchronization

/// Cache of downloads on disk: all sizes of a picture, and the original for a viewer, the clipboard
/// or a file, take a single response of its server, also after the next start.
///
/// Wraps a pipeline's fetcher. Cached bytes need no permission from the ``PermittedFetcher`` that
/// it wraps, because no server is contacted. Data that is no picture is removed (``forget(_:)``).
public final class KeptOriginals: ImageFetching {
  private let fetcher: any ImageFetching
  private let cache: OriginalCache?
  /// Queue of disk accesses: serial, so that a download just stored is found.
  private let queue = DispatchQueue(label: "luge.originals", qos: .utility)

  // MARK: Mutable State (under the lock)

  /// Headers of pictures that passed through. Each costs 1, so the limit is a count.
  private let headers = Mutex(ByteLimitedCache<ImageKey, ImageHeader>(byteLimit: 4096))

  /// Makes a fetcher.
  ///
  /// - Parameter cache: nil: keeps only sizes, and only while the process runs.
  public init(_ fetcher: any ImageFetching, cache: OriginalCache?) {
    self.fetcher = fetcher
    self.cache = cache
  }

  public func accepts(_ key: ImageKey) -> Bool { fetcher.accepts(key) }

  public func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask {
    let task = KeptFetch(priority)
    queue.async { [self] in
      if let bytes = cache?.bytes(of: key), bytes.count <= limit {
        note(bytes, of: key)
        return completion(.success(bytes))
      }
      let isWanted = task.begin { priority in
        fetcher.fetch(key, limit: limit, priority: priority) { [self] result in
          if case .success(let bytes) = result {
            note(bytes, of: key)
            queue.async { [self] in cache?.store(bytes, for: key) }
          }
          completion(result)
        }
      }
      if !isWanted { completion(.failure(.cancelled)) }
    }
    return task
  }

  /// Stores a local file as the picture of a key, which then is not downloaded.
  ///
  /// - Parameter limit: maximum number of bytes; a larger file is not stored.
  package func keep(file: String, as key: ImageKey, limit: Int = DecodeLimits().fileBytes) {
    queue.async { [self] in
      guard let cache, cache.bytes(of: key) == nil, let picture = try? PictureFile(file),
        picture.byteCount <= limit
      else { return }
      let bytes = picture.read(at: 0, count: picture.byteCount)
      guard bytes.count == picture.byteCount else { return }
      note(bytes, of: key)
      cache.store(bytes, for: key)
    }
  }

  public func forget(_ key: ImageKey) {
    headers.withLock { _ = $0.remove(key) }
    queue.async { [cache] in cache?.remove(key) }
  }

  /// Returns the picture's file as its server sent it, from the cache or the network.
  ///
  /// - Parameter limit: maximum number of bytes.
  public func original(
    of key: ImageKey, limit: Int = DecodeLimits().fileBytes
  ) async throws(ImageError) -> [UInt8] {
    let leaving = LeavingTask()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let task = fetch(key, limit: limit, priority: .onScreen) {
          continuation.resume(returning: $0)
        }
        leaving.asked { task.cancel() }
      }
    } onCancel: {
      leaving.leave()
    }
    return try result.get()
  }

  /// Returns the header of a picture that was fetched; nil if it is not cached. Fetches nothing.
  public func header(of key: ImageKey) async -> ImageHeader? {
    if let known = headers.withLock({ $0.value(for: key) }) { return known }
    return await withCheckedContinuation { continuation in
      queue.async { [cache] in continuation.resume(returning: cache?.header(of: key)) }
    }
  }

  private func note(_ bytes: [UInt8], of key: ImageKey) {
    guard let header = try? ImageProbe.header(of: bytes) else { return }
    headers.withLock { $0.insert(header, for: key, cost: 1) }
  }
}

/// Fetch that first looks in the disk cache.
private final class KeptFetch: FetchTask {
  private struct State {
    var priority: ImagePriority
    var isCancelled = false
    var task: (any FetchTask)?
  }

  // MARK: Mutable State (under the lock; a fetcher's completion never comes before it returns)

  private let state: Mutex<State>

  init(_ priority: ImagePriority) { state = Mutex(State(priority: priority)) }

  /// Begins the fetch.
  ///
  /// - Returns: false, without having begun anything, when it was cancelled.
  func begin(_ fetch: (ImagePriority) -> any FetchTask) -> Bool {
    state.withLock { state in
      guard !state.isCancelled else { return false }
      state.task = fetch(state.priority)
      return true
    }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }

  func setPriority(_ priority: ImagePriority) {
    let task = state.withLock { state in
      state.priority = priority
      return state.task
    }
    task?.setPriority(priority)
  }
}
