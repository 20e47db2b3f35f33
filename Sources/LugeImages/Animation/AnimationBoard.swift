import Dispatch
import LugeCore
import Synchronization

/// What is in view, shared by the thread that draws and the one that decodes.
final class AnimationBoard: Sendable {
  enum Step {
    case open(ImageRequest)
    case frame(ImageRequest, index: Int, animation: Int)
    case close(Int)
    /// Nothing is in view and the decoder may go, after a while.
    case rest
    case wait
    case end
  }

  private struct Playing {
    var track = AnimationTrack()
    /// The decoder's number.
    var animation: Int?
    /// How often the decoder died of it, and how often it was gone, since the last frame.
    var attempts = 0
    var losses = 0
  }

  private struct State {
    var playing: [ImageRequest: Playing] = [:]
    /// Numbers that nobody shows any more.
    var closing: [Int] = []
    /// Pictures known not to move, or to be broken; each costs 1.
    var still = ByteLimitedCache<ImageKey, Bool>(byteLimit: 4096)
    var isPermitted = true
    var time = 0.0
    var pausedAt: Double?
    var counts = AnimationStatistics()
    var isStopped = false
    /// The decode thread was told of work and has not looked since.
    var isTold = false
  }

  // MARK: Mutable State (under the lock; callbacks are called without it)

  private let state = Mutex(State())
  private let work = DispatchSemaphore(value: 0)
  private let configuration: AnimationPlayer.Configuration
  private let onArrival: @Sendable () -> Void

  init(configuration: AnimationPlayer.Configuration, onArrival: @escaping @Sendable () -> Void) {
    self.configuration = configuration
    self.onArrival = onArrival
  }

  // MARK: Drawing

  func show(_ visible: Set<ImageRequest>, at time: Double) {
    let isWork = state.withLock { state in
      state.time = time
      var isWork = false
      for request in Array(state.playing.keys) where !visible.contains(request) {
        if let number = state.playing.removeValue(forKey: request)?.animation {
          state.closing.append(number)
        }
        isWork = true
      }
      for request in visible
      where state.playing[request] == nil && !state.still.contains(request.key) {
        state.playing[request] = Playing()
        isWork = true
      }
      return isWork && (state.isPermitted || !state.closing.isEmpty)
    }
    if isWork { tell() }
  }

  func setPermitted(_ isPermitted: Bool, at time: Double) {
    let isWork = state.withLock { state in
      state.time = time
      guard isPermitted != state.isPermitted else { return false }
      state.isPermitted = isPermitted
      if !isPermitted {
        state.pausedAt = time
        return false
      }
      let pause = state.pausedAt.map { max(0, time - $0) } ?? 0
      state.pausedAt = nil
      for request in Array(state.playing.keys) {
        state.playing[request]?.track.postpone(by: pause)
      }
      return !state.playing.isEmpty
    }
    if isWork { tell() }
  }

  var nextChange: Double? {
    state.withLock { state in
      guard state.isPermitted else { return nil }
      return state.playing.values.lazy.compactMap(\.track.nextChange).min()
        .map { max($0, state.time) }
    }
  }

  func advance(to time: Double) -> Set<ImageRequest> {
    let (changed, isWork) = state.withLock { state -> (Set<ImageRequest>, Bool) in
      state.time = time
      guard state.isPermitted else { return ([], false) }
      var changed: Set<ImageRequest> = []
      var isWork = false
      for request in Array(state.playing.keys) {
        guard var playing = state.playing.removeValue(forKey: request) else { continue }
        let (isNew, isLate) = playing.track.advance(to: time, tick: configuration.tick)
        if isNew {
          changed.insert(request)
          state.counts.shown += 1
          if isLate { state.counts.late += 1 }
          if playing.track.need != .nothing { isWork = true }
        }
        state.playing[request] = playing
      }
      return (changed, isWork)
    }
    if isWork { tell() }
    return changed
  }

  func frame(of request: ImageRequest) -> AnimationFrame? {
    state.withLock { $0.playing[request]?.track.current }
  }

  var statistics: AnimationStatistics {
    state.withLock { state in
      var result = state.counts
      result.memoryBytes = state.playing.values.reduce(0) { $0 + $1.track.memoryBytes }
      result.open = state.playing.values.count { $0.animation != nil }
      return result
    }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    tell()
  }

  // MARK: Decoding

  /// - Complexity: O(pictures in view).
  func next() -> Step {
    state.withLock { state in
      if state.isStopped { return .end }
      if let number = state.closing.popLast() { return .close(number) }
      if state.playing.isEmpty { return .rest }
      guard state.isPermitted else { return .wait }
      // The one whose next frame is due first.
      var first: (request: ImageRequest, need: AnimationTrack.Need, due: Double)?
      for (request, playing) in state.playing {
        let need = playing.track.need
        // What is not open yet comes before all; or those that play would take all the time there is.
        let due = need == .open ? -.infinity : playing.track.due ?? -.infinity
        if need != .nothing, first.map({ due < $0.due }) ?? true { first = (request, need, due) }
      }
      guard let first else { return .wait }
      switch first.need {
      case .frame(let index):
        guard let number = state.playing[first.request]?.animation else {
          return .open(first.request)
        }
        return .frame(first.request, index: index, animation: number)
      case .open: return .open(first.request)
      case .nothing: return .wait
      }
    }
  }

  /// Once for whatever comes before the thread looks: a thread that is late, as on a busy machine, would
  /// go on waking for every call afterwards.
  private func tell() {
    let isNews = state.withLock { state in
      defer { state.isTold = true }
      return !state.isTold
    }
    if isNews { work.signal() }
  }

  /// False when nothing came for so long.
  func waitForWork(seconds: Double? = nil) -> Bool {
    let isWork: Bool
    if let seconds {
      isWork = work.wait(timeout: .now() + seconds) == .success
    } else {
      work.wait()
      isWork = true
    }
    state.withLock { state in
      state.counts.wakeUps += 1
      if isWork { state.isTold = false }
    }
    return isWork
  }

  func opened(_ request: ImageRequest, _ result: Result<(Int, AnimationInfo), ImageError>) {
    state.withLock { state in
      switch result {
      case .success((let number, let info)):
        guard state.playing[request] != nil else {
          state.closing.append(number)
          return
        }
        state.playing[request]?.animation = number
        state.playing[request]?.track.opened(
          info, frameBytes: request.size.width * request.size.height * 4,
          ringBytes: configuration.ringBytes, ahead: configuration.framesAhead)
      case .failure(let error):
        failed(request, error, in: &state)
        if error == .unsupportedFormat { state.still.insert(true, for: request.key, cost: 1) }
      }
    }
  }

  func decoded(_ request: ImageRequest, index: Int, _ result: Result<Bitmap, ImageError>) {
    let isNews = state.withLock { state -> Bool in
      guard let playing = state.playing[request] else { return false }
      switch result {
      case .success(let bitmap):
        state.counts.decoded += 1
        // With a frame waiting already the clock is set.
        let wasReady = playing.track.isReady
        state.playing[request]?.track.decoded(bitmap, index: index)
        state.playing[request]?.attempts = 0
        state.playing[request]?.losses = 0
        return !wasReady && state.isPermitted
      case .failure(let error):
        failed(request, error, in: &state)
        return false
      }
    }
    if isNews { onArrival() }
  }

  private func failed(_ request: ImageRequest, _ error: ImageError, in state: inout State) {
    guard var playing = state.playing[request] else { return }
    // A helper that died takes innocent animations with it: those are opened again. The one it died of
    // has a second try, so each of the others can have taken it away twice.
    let others = state.playing.count - 1
    if error == .notOpen { playing.losses += 1 } else { playing.attempts += 1 }
    let isInnocent = error == .notOpen && playing.losses <= 2 * others + 1
    if let number = playing.animation { state.closing.append(number) }
    playing.animation = nil
    if isInnocent || error == .decoderDied && playing.attempts < 2 {
      playing.track.reopen()
    } else {
      playing.track.fail()
    }
    state.playing[request] = playing
  }
}

/// What the animations' thread does until its player ends.
struct AnimationWorker: Sendable {
  let board: AnimationBoard
  let loader: any ImageLoading
  let decoder: any AnimationDecoding
  let configuration: AnimationPlayer.Configuration

  func run() {
    while true {
      switch board.next() {
      case .open(let request):
        board.opened(request, Result { () throws(ImageError) in try open(request.key) })
      case .frame(let request, let index, let animation):
        let result = Result { () throws(ImageError) in
          try decoder.frame(
            index, of: animation, size: request.size, limits: configuration.limits)
        }
        board.decoded(request, index: index, result)
      case .close(let number): decoder.close(number)
      case .rest:
        if !board.waitForWork(seconds: configuration.idleSeconds) {
          decoder.releaseIdle()
          _ = board.waitForWork()
        }
      case .wait: _ = board.waitForWork()
      case .end:
        decoder.releaseIdle()
        return
      }
    }
  }

  private func open(_ key: ImageKey) throws(ImageError) -> (Int, AnimationInfo) {
    let bytes = try loader.bytes(of: key, limit: configuration.limits.fileBytes)
    return try decoder.open(bytes, limits: configuration.limits)
  }
}
