import Dispatch
import LugeCore
import LugeThreads
import Synchronization

/// What is to be fetched and when, shared by those who ask and the thread that fetches.
final class FetchQueue: Sendable {
  typealias Completion = @Sendable (Result<[UInt8], ImageError>) -> Void

  struct Order: Sendable {
    let number: Int
    let key: ImageKey
    let limit: Int
    var priority: ImagePriority
    let completion: Completion
    /// Attempts made.
    var made = 0
    /// Not before this time, nanoseconds of the system's clock.
    var notBefore: UInt64 = 0
    var isRunning = false
  }

  enum Step {
    case start(Order)
    /// Nobody wants these any more; their completions have to be called.
    case cancelled([Order])
    /// Nothing to do until then, or at all when nil.
    case wait(until: UInt64?)
    case end([Order])
  }

  private struct State {
    var orders: [Int: Order] = [:]
    var cancelled: [Order] = []
    var nextNumber = 0
    var isStarted = false
    var isStopped = false
    /// Wakes the thread; known once it runs.
    var wake: @Sendable () -> Void = {}
    var counts = HTTPImageFetcher.Statistics()
  }

  let configuration: HTTPImageFetcher.Configuration

  // MARK: Mutable State (under the lock; completions are called without it)

  private let state = Mutex(State())

  init(configuration: HTTPImageFetcher.Configuration) { self.configuration = configuration }

  // MARK: Asking

  func add(
    _ key: ImageKey, limit: Int, priority: ImagePriority, completion: @escaping Completion
  ) -> Int {
    let (number, isFirst, wake) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.orders[number] = Order(
        number: number, key: key, limit: limit, priority: priority, completion: completion)
      defer { state.isStarted = true }
      return (number, !state.isStarted, state.wake)
    }
    if isFirst {
      let thread = FetchThread(queue: self)
      state.withLock { $0.wake = { thread.wake() } }
      BackgroundThread.startForPictures(name: "luge-fetch") { thread.run() }
    } else {
      wake()
    }
    return number
  }

  func cancel(_ number: Int) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard let order = state.orders.removeValue(forKey: number) else { return nil }
      state.cancelled.append(order)
      return state.wake
    }
    wake?()
  }

  func setPriority(_ priority: ImagePriority, of number: Int) {
    state.withLock { $0.orders[number]?.priority = priority }
  }

  func stop() {
    let wake = state.withLock { state in
      state.isStopped = true
      // The thread holds the queue: without this they would keep each other for ever.
      defer { state.wake = {} }
      return state.wake
    }
    wake()
  }

  var statistics: HTTPImageFetcher.Statistics { state.withLock { $0.counts } }

  // MARK: Fetching

  /// - Complexity: O(orders).
  func next(now: UInt64) -> Step {
    state.withLock { state in
      if state.isStopped {
        defer {
          state.orders = [:]
          state.cancelled = []
        }
        return .end(Array(state.orders.values) + state.cancelled)
      }
      if !state.cancelled.isEmpty {
        defer { state.cancelled = [] }
        state.counts.cancelled += state.cancelled.count
        return .cancelled(state.cancelled)
      }
      let running = state.orders.values.count { $0.isRunning }
      let waiting = state.orders.values.lazy.filter { !$0.isRunning }
      guard running < max(1, configuration.connections) else { return .wait(until: nil) }
      let first = waiting.filter { $0.notBefore <= now }
        .max { ImageTurn($0) < ImageTurn($1) }
      guard var first else { return .wait(until: waiting.map(\.notBefore).min()) }
      first.isRunning = true
      first.made += 1
      state.orders[first.number] = first
      state.counts.transfers += 1
      return .start(first)
    }
  }

  /// Takes in how an attempt ended.
  ///
  /// - Returns: the order, when that was its end.
  func ended(
    _ number: Int, bytes: Int, connections: Int, problem: NetworkProblem?, retryAfter: Double?,
    now: UInt64
  ) -> Order? {
    state.withLock { state in
      state.counts.bytes += bytes
      state.counts.connections += connections
      guard var order = state.orders[number] else { return nil }
      if let problem,
        let delay = configuration.retry.delay(
          after: problem, made: order.made, asked: retryAfter, chance: .random(in: 0...1))
      {
        order.isRunning = false
        order.notBefore = now + UInt64(max(0, delay) * 1e9)
        state.orders[number] = order
        return nil
      }
      state.orders[number] = nil
      return order
    }
  }
}

extension ImageTurn {
  fileprivate init(_ order: FetchQueue.Order) {
    self.init(priority: order.priority, number: order.number)
  }
}
