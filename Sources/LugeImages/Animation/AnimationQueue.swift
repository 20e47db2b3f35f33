import Dispatch
import LugeCore
import Synchronization

/// Animations in view, shared by the thread that draws and the one that decodes.
final class AnimationQueue: Sendable {
  enum Step {
    case open(ImageRequest)
    case frame(ImageRequest, index: Int, animation: Int)
    case close(Int)
    /// Nothing is in view; the decoder's process may end after a while.
    case rest
    case wait
    case end
  }

  private struct Playing {
    var track = AnimationTrack()
    /// Number of the animation in the decoder.
    var animation: Int?
    /// Numbers of times, since the last frame, that the decoder died of this animation, and that it
    /// had lost it.
    var attempts = 0
    var losses = 0
    /// Bytes of all frames; 0 when they are not kept.
    var wholeBytes = 0
  }

  /// Frames of an animation that is not in view.
  private struct Kept {
    var info: AnimationInfo
    var frames: [Bitmap]
  }

  private struct State {
    var playing: [ImageRequest: Playing] = [:]
    /// Numbers of animations that are no longer shown and have to be closed.
    var closing: [Int] = []
    /// Frames of animations out of view. They share their byte limit with the animations in view
    /// whose frames are all kept.
    var kept: ByteLimitedCache<ImageRequest, Kept>
    /// Pictures known to be still or damaged; each costs 1.
    var still = ByteLimitedCache<ImageKey, Bool>(byteLimit: 4096)
    var isPermitted = true
    var time = 0.0
    var pausedAt: Double?
    var counts = AnimationStatistics()
    var isStopped = false
    /// Whether the decode thread was woken and has not asked for work since.
    var isTold = false
    /// Whether the decode thread found nothing to do.
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
  /// space.
  private func leave(_ request: ImageRequest, in state: inout State) {
    guard let playing = state.playing.removeValue(forKey: request) else { return }
    if let number = playing.animation { state.closing.append(number) }
    state.kept.byteLimit += playing.wholeBytes
    guard let keepable = playing.track.keepable else { return }
    state.kept.insert(
      Kept(info: keepable.info, frames: keepable.frames), for: request,
      cost: keepable.frames.reduce(0) { $0 + $1.byteCount })
  }

  /// Begins to play an animation whose facts are known; all its frames are kept if the limit allows
  /// it beside what is in view.
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

  /// Frees the frames of animations out of view, because nothing was shown for a while.
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

  func lacksFrame(dueAt time: Double) -> Bool {
    state.withLock { state in
      state.isPermitted && state.playing.values.contains { $0.track.lacksFrame(dueAt: time) }
    }
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

  /// Whether the decode thread has work.
  var isBusy: Bool { state.withLock { $0.isTold || !$0.isAtRest } }

  func stop() {
    state.withLock { $0.isStopped = true }
    tell()
  }

  // MARK: Decoding

  /// Returns the next step of the decode thread.
  ///
  /// - Complexity: O(pictures in view).
  func next() -> Step {
    state.withLock { state in
      if state.isStopped { return .end }
      if let number = state.closing.popLast() { return .close(number) }
      if state.playing.isEmpty { return .rest }
      guard state.isPermitted else { return .wait }
      // Choose the animation whose next frame is due first.
      var first: (request: ImageRequest, need: AnimationTrack.Need, due: Double)?
      for (request, playing) in state.playing {
        let need = playing.track.need
        // Opening comes before decoding; otherwise playing animations would take all the time.
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

  /// Wakes the decode thread, once until it asks for work: a thread that is late, as on a busy
  /// machine, would otherwise wake again for every call.
  private func tell() {
    let isNews = state.withLock { state in
      defer { state.isTold = true }
      return !state.isTold
    }
    if isNews { work.signal() }
  }

  /// Waits for work; returns false on a timeout.
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
        // If the animation has frames already, only the decoder's number is new, unless the file
        // has changed.
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
        // If a frame was waiting already, the caller's timer is set.
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
    // When a helper dies, all its animations are lost, also those that did not cause it. Every
    // animation gets two attempts, so each of the others can cause this one's loss twice. If it was
    // not lost more often, it is opened again.
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
