import Dispatch
import LugeCore
import LugeThreads
import Synchronization

/// Queue of requests and jobs, with the decoded pictures.
final class ImageQueue: Sendable {
  private struct Wanter {
    var priority: ImagePriority
    let completion: ImagePipeline.Completion
  }

  private struct Job {
    /// Number that distinguishes a job from an earlier, cancelled one for the same request.
    let number: Int
    let watch = DecodeWatch()
    var wanters: [Int: Wanter] = [:]
    var stage = Stage.waiting
    /// Whether the picture is large; known once the job was begun.
    var isLarge = false

    var priority: ImagePriority {
      wanters.values.lazy.map(\.priority).max() ?? .ahead(pixels: .max)
    }
  }

  /// Stage of a job: it waits for a decode thread, is on one, or waits for its bytes to be fetched
  /// and then again for a decode thread.
  private enum Stage {
    case waiting
    case running
    case fetching
    case fetched([UInt8])

    var wantsThread: Bool {
      switch self {
      case .waiting, .fetched: true
      case .running, .fetching: false
      }
    }
  }

  /// One fetch for all requested sizes of a picture.
  private struct Fetch {
    let number: Int
    let task: any FetchTask
    var requests: Set<ImageRequest>
  }

  /// A failure. It is kept after its rest has ended, because a further failure rests longer.
  private struct Failure {
    let error: ImageError
    let until: UInt64
    /// Number of consecutive failures.
    let attempts: Int
  }

  private struct State {
    var cache: DecodedPictures
    /// Failures. Each costs 1, so the limit is a count.
    var failures = ByteLimitedCache<ImageKey, Failure>(byteLimit: 1024)
    /// Decoding times, for the frame log. Each costs 1.
    var costs = ByteLimitedCache<ImageKey, (seconds: Double, bytes: Int)>(byteLimit: 2048)
    var jobs: [ImageRequest: Job] = [:]
    var fetches: [ImageKey: Fetch] = [:]
    /// Answers that need no work. They are given on a decode thread, because completions are called
    /// there.
    var answers: [Answer] = []
    var nextNumber = 0
    /// Number of the job that decodes a large picture.
    var largeJob: Int?
    var counts = ImageStatistics()
    var isStopped = false
  }

  struct Answer: Sendable {
    let completions: [ImagePipeline.Completion]
    let result: Result<Bitmap, ImageError>

    func give() { for completion in completions { completion(result) } }
  }

  enum Step {
    case answer([Answer])
    /// Decode a picture.
    ///
    /// - Parameter bytes: the fetched bytes; nil when nothing was fetched yet.
    case decode(ImageRequest, job: Int, DecodeWatch, bytes: [UInt8]?)
    case wait
    case end
  }

  // MARK: Mutable State (under the lock; completions are called without it)

  private let state: Mutex<State>
  private let work = DispatchSemaphore(value: 0)
  private let configuration: ImagePipeline.Configuration

  init(configuration: ImagePipeline.Configuration) {
    self.configuration = configuration
    state = Mutex(State(cache: DecodedPictures(byteLimit: configuration.memoryLimit)))
  }

  // MARK: Requests

  func outcome(of request: ImageRequest) -> ImagePipeline.Outcome {
    state.withLock { state in
      if let bitmap = state.cache.value(for: request) { return .picture(bitmap) }
      if let error = Self.failure(of: request.key, in: &state) { return .failed(error) }
      return .unknown
    }
  }

  func standIn(for request: ImageRequest) -> Bitmap? {
    state.withLock { $0.cache.standIn(for: request) }
  }

  func cost(of key: ImageKey) -> (seconds: Double, bytes: Int)? {
    state.withLock { $0.costs.value(for: key) }
  }

  func noteCost(_ seconds: Double, _ bytes: Int, of key: ImageKey) {
    state.withLock { $0.costs.insert((seconds, bytes), for: key, cost: 1) }
  }

  func forgetFailure(of key: ImageKey) { state.withLock { _ = $0.failures.remove(key) } }

  func failure(of key: ImageKey) -> ImageError? {
    state.withLock { Self.failure(of: key, in: &$0) }
  }

  private static func failure(of key: ImageKey, in state: inout State) -> ImageError? {
    guard let failure = state.failures.value(for: key),
      failure.until > MonotonicClock.nanoseconds
    else { return nil }
    return failure.error
  }

  func add(
    _ request: ImageRequest, priority: ImagePriority,
    completion: @escaping ImagePipeline.Completion
  ) -> Int {
    let number = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      if let known = known(request, in: &state) {
        state.answers.append(Answer(completions: [completion], result: known))
      } else {
        let wanter = Wanter(priority: priority, completion: completion)
        state.jobs[request, default: Job(number: number)].wanters[number] = wanter
      }
      return number
    }
    work.signal()
    return number
  }

  private func known(
    _ request: ImageRequest, in state: inout State
  ) -> Result<Bitmap, ImageError>? {
    if state.isStopped { return .failure(.cancelled) }
    let (width, height) = (request.size.width, request.size.height)
    guard (1...32_767).contains(width), (1...32_767).contains(height),
      width * height * 4 <= configuration.memoryLimit
    else { return .failure(.invalidSize(request.size)) }
    if let bitmap = state.cache.value(for: request) { return .success(bitmap) }
    return Self.failure(of: request.key, in: &state).map { .failure($0) }
  }

  func cancel(_ request: ImageRequest, _ number: Int) {
    let didLeave = state.withLock { state in
      guard let wanter = state.jobs[request]?.wanters.removeValue(forKey: number) else {
        return false
      }
      state.answers.append(
        Answer(completions: [wanter.completion], result: .failure(.cancelled)))
      if let job = state.jobs[request], job.wanters.isEmpty {
        job.watch.cancel()
        state.jobs[request] = nil
        state.counts.cancelled += 1
        leaveFetch(request, in: &state)
      }
      return true
    }
    if didLeave { work.signal() }
  }

  func setPriority(_ priority: ImagePriority, of request: ImageRequest, _ number: Int) {
    state.withLock { state in
      guard let job = state.jobs[request], job.wanters[number] != nil else { return }
      state.jobs[request]?.wanters[number]?.priority = priority
      if case .fetching = job.stage { updateFetch(of: request.key, in: &state) }
    }
  }

  // MARK: Fetching

  /// Fetches the job's bytes, unless that is under way already. The job gives up its thread.
  func fetch(_ request: ImageRequest, job number: Int, with fetcher: any ImageFetching) {
    state.withLock { state in
      guard let job = state.jobs[request], job.number == number, !state.isStopped else { return }
      state.jobs[request]?.stage = .fetching
      let key = request.key
      if state.fetches[key] != nil {
        state.fetches[key]?.requests.insert(request)
        return updateFetch(of: key, in: &state)
      }
      let task = fetcher.fetch(
        key, limit: configuration.limits.fileBytes, priority: job.priority
      ) { [weak self] result in self?.fetched(key, number, result) }
      state.fetches[key] = Fetch(number: number, task: task, requests: [request])
    }
  }

  private func fetched(_ key: ImageKey, _ number: Int, _ result: Result<[UInt8], ImageError>) {
    state.withLock { state in
      guard let fetch = state.fetches[key], fetch.number == number else { return }
      state.fetches[key] = nil
      for request in fetch.requests {
        switch result {
        case .success(let bytes): state.jobs[request]?.stage = .fetched(bytes)
        case .failure(let error):
          guard let job = state.jobs.removeValue(forKey: request) else { continue }
          note(error, of: key, in: &state)
          state.answers.append(
            Answer(completions: job.wanters.values.map(\.completion), result: .failure(error)))
        }
      }
    }
    work.signal()
  }

  private func leaveFetch(_ request: ImageRequest, in state: inout State) {
    guard var fetch = state.fetches[request.key],
      fetch.requests.remove(request) != nil
    else { return }
    state.fetches[request.key] = fetch
    if fetch.requests.isEmpty {
      state.fetches[request.key] = nil
      fetch.task.cancel()
    } else {
      updateFetch(of: request.key, in: &state)
    }
  }

  /// Sets a fetch's priority to the highest of its requests.
  private func updateFetch(of key: ImageKey, in state: inout State) {
    guard let fetch = state.fetches[key],
      let highest = fetch.requests.compactMap({ state.jobs[$0]?.priority }).max()
    else { return }
    fetch.task.setPriority(highest)
  }

  // MARK: Work of the decoding threads

  /// Returns the next step of a decode thread.
  ///
  /// - Complexity: O(waiting requests).
  func next() -> Step {
    state.withLock { state in
      if !state.answers.isEmpty {
        defer { state.answers = [] }
        return .answer(state.answers)
      }
      if state.isStopped { return .end }
      let isLargeUnderWay = state.largeJob != nil
      let waiting = state.jobs.lazy
        .filter { $0.value.stage.wantsThread && !($0.value.isLarge && isLargeUnderWay) }
        .map {
          (request: $0.key, turn: ImageTurn(priority: $0.value.priority, number: $0.value.number))
        }
      guard let first = waiting.min(by: { $0.turn < $1.turn }),
        let job = state.jobs[first.request]
      else { return .wait }
      state.jobs[first.request]?.stage = .running
      var bytes: [UInt8]?
      if case .fetched(let fetched) = job.stage { bytes = fetched }
      return .decode(first.request, job: job.number, job.watch, bytes: bytes)
    }
  }

  /// Returns whether a job may decode a large picture now. This takes seconds, so only one large
  /// picture is decoded at a time, and a second thread remains for all others.
  ///
  /// - Parameter bytes: the fetched bytes; nil when nothing was fetched.
  /// - Returns: false when the job has to wait for another one, and the thread is free for others.
  func mayDecodeLarge(_ request: ImageRequest, job number: Int, bytes: [UInt8]?) -> Bool {
    state.withLock { state in
      // A cancelled job ends by itself.
      guard let job = state.jobs[request], job.number == number else { return true }
      state.jobs[request]?.isLarge = true
      guard state.largeJob != nil else {
        state.largeJob = number
        return true
      }
      state.jobs[request]?.stage = bytes.map { .fetched($0) } ?? .waiting
      return false
    }
  }

  func waitForWork() { work.wait() }

  /// Waits for work, at most `seconds`; returns false on a timeout.
  func waitForWork(seconds: Double) -> Bool { work.wait(timeout: .now() + seconds) == .success }

  /// Records the result of a job, and returns the completions to call with it.
  func finish(_ request: ImageRequest, job: Int, _ result: Result<Bitmap, ImageError>) -> Answer {
    state.withLock { state in
      if state.largeJob == job {
        state.largeJob = nil
        // Wake a thread for the next large picture.
        work.signal()
      }
      switch result {
      case .success(let bitmap):
        state.counts.decoded += 1
        state.failures.remove(request.key)
        state.cache.insert(bitmap, for: request)
      case .failure(let error): note(error, of: request.key, in: &state)
      }
      guard let finished = state.jobs[request], finished.number == job else {
        return Answer(completions: [], result: result)
      }
      state.jobs[request] = nil
      return Answer(completions: finished.wanters.values.map(\.completion), result: result)
    }
  }

  private func note(_ error: ImageError, of key: ImageKey, in state: inout State) {
    guard error != .cancelled else { return }
    state.counts.failed += 1
    let known = state.failures.value(for: key)
    // Failures of several sizes at once count as one.
    let isSame = known.map { $0.until > MonotonicClock.nanoseconds } ?? false
    let attempts = (known?.attempts ?? 0) + (isSame ? 0 : 1)
    let seconds = error.restSeconds(
      configuration.failureSeconds, attempts: attempts, isRemote: key.source.addressScheme != nil)
    let until = MonotonicClock.nanoseconds + UInt64(max(0, min(seconds, 1e6)) * 1e9)
    state.failures.insert(
      Failure(error: error, until: until, attempts: attempts), for: key, cost: 1)
  }

  /// Ends the threads; waiting requests end as cancelled.
  func stop() {
    state.withLock { state in
      state.isStopped = true
      for (_, job) in state.jobs {
        job.watch.cancel()
        state.answers.append(
          Answer(
            completions: job.wanters.values.map(\.completion), result: .failure(.cancelled)))
      }
      state.jobs = [:]
      for (_, fetch) in state.fetches { fetch.task.cancel() }
      state.fetches = [:]
    }
    for _ in 0..<max(1, configuration.threads) { work.signal() }
  }

  func removeAll() {
    state.withLock {
      $0.cache.removeAll()
      $0.failures.removeAll()
    }
  }

  var statistics: ImageStatistics {
    state.withLock { state in
      var result = state.counts
      result.memoryBytes = state.cache.byteCount
      result.pending = state.jobs.count
      return result
    }
  }
}
