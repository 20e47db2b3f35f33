import Dispatch
import LugeCore
import Synchronization

/// Animations in view, shared by the thread that draws and the one that decodes.
final class AnimationQueue: Sendable {
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
    /// Bytes of all its frames; 0 when they are not kept.
    var wholeBytes = 0
  }

  /// Frames of an animation that is not in view.
  private struct Kept {
    var info: AnimationInfo
    var frames: [Bitmap]
  }

  private struct State {
    var playing: [ImageRequest: Playing] = [:]
    /// Numbers that nobody shows any more.
    var closing: [Int] = []
    /// Shares its limit with the animations in view that are kept whole.
    var kept: ByteLimitedCache<ImageRequest, Kept>
    /// Pictures known not to move, or to be broken; each costs 1.
    var still = ByteLimitedCache<ImageKey, Bool>(byteLimit: 4096)
    var isPermitted = true
    var time = 0.0
    var pausedAt: Double?
    var counts = AnimationStatistics()
    var isStopped = false
    /// The decode thread was told of work and has not looked since.
    var isTold = false
    /// The decode thread found nothing to do.
    var isAtRest = false
  }

  // MARK: Mutable State (under the lock; callbacks are called without it)

  private let state: Mutex<State>
  private let work = DispatchSemaphore(value: 0)
  private let configuration: AnimationPlayer.Configuration
  private let onArrival: @Sendable () -> Void

  init(configuration: AnimationPlayer.Configuration, onArrival: @escaping @Sendable () -> Void) {
    self.configuration = configuration
    self.onArrival = onArrival
    state = Mutex(State(kept: ByteLimitedCache(byteLimit: configuration.keptBytes)))
  }

  // MARK: Drawing

  func show(_ visible: Set<ImageRequest>, at time: Double) {
    let isWork = state.withLock { state in
      state.time = time
      var isWork = false
      for request in Array(state.playing.keys) where !visible.contains(request) {
        leave(request, in: &state)
        isWork = true
      }
      for request in visible
      where state.playing[request] == nil && !state.still.contains(request.key) {
        var playing = Playing()
        if let kept = state.kept.remove(request) {
          begin(&playing, request, kept.info, in: &state)
          playing.track.take(kept.frames)
        }
        if playing.track.need != .nothing { isWork = true }
        state.playing[request] = playing
      }
      return isWork && (state.isPermitted || !state.closing.isEmpty)
    }
    if isWork { tell() }
  }

  /// Removes an animation that is no longer shown, and keeps its decoded frames as far as there is
  /// room.
  private func leave(_ request: ImageRequest, in state: inout State) {
    guard let playing = state.playing.removeValue(forKey: request) else { return }
    if let number = playing.animation { state.closing.append(number) }
    state.kept.byteLimit += playing.wholeBytes
    guard let keepable = playing.track.keepable else { return }
    state.kept.insert(
      Kept(info: keepable.info, frames: keepable.frames), for: request,
      cost: keepable.frames.reduce(0) { $0 + $1.byteCount })
  }

  /// The animation is known; it is kept whole if the limit allows it beside what is in view.
  private func begin(
    _ playing: inout Playing, _ request: ImageRequest, _ info: AnimationInfo, in state: inout State
  ) {
    let frameBytes = request.size.width * request.size.height * 4
    state.kept.byteLimit += playing.wholeBytes
    let (whole, overflow) = frameBytes.multipliedReportingOverflow(by: info.delays.count)
    playing.wholeBytes = overflow || whole > state.kept.byteLimit ? 0 : whole
    state.kept.byteLimit -= playing.wholeBytes
    playing.track.opened(
      info, frameBytes: frameBytes, ringBytes: configuration.ringBytes,
      ahead: configuration.framesAhead, keepsAll: playing.wholeBytes > 0)
  }

  /// Nothing was shown for a while.
  func forgetKept() { state.withLock { $0.kept.removeAll() } }

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
      result.keptBytes = state.kept.byteCount
      result.open = state.playing.values.count { $0.animation != nil }
      return result
    }
  }

  /// Whether the decode thread works, or will.
  var isBusy: Bool { state.withLock { $0.isTold || !$0.isAtRest } }

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
        // Opening comes before all decoding; otherwise the animations that play would take all the
        // time.
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

  /// Once for whatever comes before the thread looks: a thread that is late, as on a busy machine,
  /// would go on waking for every call afterwards.
  private func tell() {
    let isNews = state.withLock { state in
      defer { state.isTold = true }
      return !state.isTold
    }
    if isNews { work.signal() }
  }

  /// False when nothing came for so long.
  func waitForWork(seconds: Double? = nil) -> Bool {
    state.withLock { $0.isAtRest = true }
    let isWork: Bool
    if let seconds {
      isWork = work.wait(timeout: .now() + seconds) == .success
    } else {
      work.wait()
      isWork = true
    }
    state.withLock { state in
      state.counts.wakeUps += 1
      state.isAtRest = false
      if isWork { state.isTold = false }
    }
    return isWork
  }

  func opened(_ request: ImageRequest, _ result: Result<(Int, AnimationInfo), ImageError>) {
    state.withLock { state in
      switch result {
      case .success((let number, let info)):
        guard var playing = state.playing[request] else {
          state.closing.append(number)
          return
        }
        playing.animation = number
        // For an animation that has frames already only the decoder's number is new, unless its
        // file changed.
        if playing.track.info != info { begin(&playing, request, info, in: &state) }
        state.playing[request] = playing
      case .failure(let error):
        failed(request, error, in: &state)
        if error == .unsupportedFormat || error == .emptyFile {
          state.still.insert(true, for: request.key, cost: 1)
        }
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
        if state.playing[request]?.track.isWhole == true, let number = playing.animation {
          state.playing[request]?.animation = nil
          state.closing.append(number)
        }
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
    // A helper that died takes innocent animations with it: those are opened again. The one it died
    // of has a second try, so each of the others can have taken it away twice.
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
