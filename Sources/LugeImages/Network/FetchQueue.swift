import Dispatch
import LugeCore
import LugeThreads
import Synchronization

/// Queue of downloads, shared by callers and the download thread.
final class FetchQueue: Sendable {
  typealias Completion = @Sendable (Result<[UInt8], ImageError>) -> Void

  struct Download: Sendable {
    let number: Int
    let key: ImageKey
    /// Maximum number of bytes.
    let limit: Int
    var priority: ImagePriority
    let completion: Completion
    var attempts = 0
    /// Earliest time of the next attempt, nanoseconds of the monotonic clock.
    var notBefore: UInt64 = 0
    var isRunning = false
  }

  enum Step {
    case start(Download)
    /// Downloads were cancelled; call their completions.
    case cancelled([Download])
    /// There is nothing to do until this time, nanoseconds; nil: until woken.
    case wait(until: UInt64?)
    /// The thread ends; call the completions of these.
    case stop(unfinished: [Download])
  }

  private struct State {
    var downloads: [Int: Download] = [:]
    var cancelled: [Download] = []
    var nextNumber = 0
    var isStarted = false
    var isStopped = false
    /// Closure that wakes the thread; set once the thread runs.
    var wake: @Sendable () -> Void = {}
    var counts = HTTPImageFetcher.Statistics()
  }

  let configuration: HTTPImageFetcher.Configuration

  // MARK: Mutable State (under the lock; completions are called without it)

  private let state = Mutex(State())

  init(configuration: HTTPImageFetcher.Configuration) { self.configuration = configuration }

  // MARK: Requests

  func add(
    _ key: ImageKey, limit: Int, priority: ImagePriority, completion: @escaping Completion
  ) -> Int {
    let (number, isFirst, wake) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.downloads[number] = Download(
        number: number, key: key, limit: limit, priority: priority, completion: completion)
      defer { state.isStarted = true }
      return (number, !state.isStarted, state.wake)
    }
    if isFirst {
      let thread = FetchThread(queue: self)
      state.withLock { $0.wake = { thread.wake() } }
      BackgroundThread.start(name: "luge-fetch", niceness: configuration.niceness) { thread.run() }
    } else {
      wake()
    }
    return number
  }

  func cancel(_ number: Int) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard let download = state.downloads.removeValue(forKey: number) else { return nil }
      state.cancelled.append(download)
      return state.wake
    }
    wake?()
  }

  func setPriority(_ priority: ImagePriority, of number: Int) {
    state.withLock { $0.downloads[number]?.priority = priority }
  }

  func stop() {
    let wake = state.withLock { state in
      state.isStopped = true
      // Break the retain cycle between thread and queue.
      defer { state.wake = {} }
      return state.wake
    }
    wake()
  }

  var statistics: HTTPImageFetcher.Statistics { state.withLock { $0.counts } }

  // MARK: Fetching

  /// Returns the thread's next step: cancellations first, then the most urgent download that may
  /// start.
  ///
  /// - Complexity: O(downloads).
  func next(now: UInt64) -> Step {
    state.withLock { state in
      if state.isStopped {
        defer {
          state.downloads = [:]
          state.cancelled = []
        }
        return .stop(unfinished: Array(state.downloads.values) + state.cancelled)
      }
      if !state.cancelled.isEmpty {
        defer { state.cancelled = [] }
        state.counts.cancelled += state.cancelled.count
        return .cancelled(state.cancelled)
      }
      let running = state.downloads.values.count { $0.isRunning }
      let waiting = state.downloads.values.lazy.filter { !$0.isRunning }
      guard running < max(1, configuration.connections) else { return .wait(until: nil) }
      let first = waiting.filter { $0.notBefore <= now }
        .min { ImageTurn($0) < ImageTurn($1) }
      guard var first else { return .wait(until: waiting.map(\.notBefore).min()) }
      first.isRunning = true
      first.attempts += 1
      state.downloads[first.number] = first
      state.counts.transfers += 1
      return .start(first)
    }
  }

  /// Records the end of an attempt.
  ///
  /// - Returns: the download when it is finished; nil when it will be retried, or was cancelled.
  func ended(
    _ number: Int, bytes: Int, connections: Int, problem: NetworkProblem?, retryAfter: Double?,
    now: UInt64
  ) -> Download? {
    state.withLock { state in
      state.counts.bytes += bytes
      state.counts.connections += connections
      guard var download = state.downloads[number] else { return nil }
      if let problem,
        let delay = configuration.retry.delay(
          after: problem, attempts: download.attempts, serverDelay: retryAfter,
          jitter: .random(in: 0...1))
      {
        download.isRunning = false
        download.notBefore = now + UInt64(max(0, delay) * 1e9)
        state.downloads[number] = download
        return nil
      }
      state.downloads[number] = nil
      return download
    }
  }
}

extension ImageTurn {
  fileprivate init(_ download: FetchQueue.Download) {
    self.init(priority: download.priority, number: download.number)
  }
}
