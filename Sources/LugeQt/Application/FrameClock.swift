import CQtShim

#if canImport(Glibc)
  import Glibc
#endif

/// Times of one frame, seconds on the monotonic clock.
public struct FrameTick: Hashable, Sendable {
  /// Time at which the frame was due. Compute motion from this time, so that it is even although
  /// the loop wakes up a little late.
  public var time: Double
  /// Time at which the tick was delivered.
  public var deliveredAt: Double
  /// Seconds from one frame to the next.
  public var interval: Double
  /// Number of deadlines since the last tick that passed without a tick.
  public var missed: Int
}

/// Weak reference to a clock, as the context of a C callback that may come after the clock is gone.
private final class WeakClock: Sendable {
  @MainActor weak var clock: FrameClock?

  @MainActor init(clock: FrameClock) { self.clock = clock }
}

/// Clock that ticks at a screen's frame rate, and only while frames are requested.
///
/// A kernel timer with absolute deadlines wakes Qt's loop, so a late frame does not delay the
/// following ones. When a tick ends and no other is requested, the timer is disarmed, and the
/// process sleeps until something happens.
@MainActor
public final class FrameClock {
  /// Closure called for each frame; returns whether another frame is wanted.
  public typealias Handler = @MainActor (FrameTick) -> Bool

  /// Frames per second. A new rate starts a new sequence of deadlines.
  public var rate: Double {
    didSet {
      guard rate != oldValue, isRunning else { return }
      start(at: lq_monotonic_now() + interval)
    }
  }

  /// Whether frames wait until the window system has taken the last one. If it is late, because it
  /// gets no processor time, frames are skipped and the thread continues with other work. If false,
  /// painting blocks.
  public var asksWindowSystem = true

  /// Number of missed deadlines since the start.
  public private(set) var missedTotal = 0
  public private(set) var isRunning = false

  /// Closure called when no further frame is wanted.
  public var onRest: (@MainActor () -> Void)?

  private let timer: Int32
  private var watch: DescriptorWatch?

  // MARK: Mutable State (main actor)
  private var subscribers: [Int: Subscriber] = [:]
  private var nextSubscriber = 0
  /// Deadline of the next tick, nanoseconds.
  private var deadline: Int64 = 0
  private var lastDeadline: Int64 = 0
  /// Number of deadlines since the last tick that passed without a tick.
  private var missed = 0
  /// Whether the window system was asked and has not answered.
  private var isAsking = false

  private struct Subscriber {
    var handler: Handler
    var requests = FrameRequests()
  }

  /// Makes a clock.
  ///
  /// - Throws: ``QtError/noTimer(errno:)`` when the kernel has no timer left.
  public init(rate: Double = 60) throws(QtError) {
    self.rate = rate
    timer = lq_timer_create()
    guard timer >= 0 else { throw .noTimer(errno: errno) }
    watch = DescriptorWatch(descriptor: timer) { [unowned self] in fire() }
  }

  isolated deinit {
    watch = nil
    close(timer)
  }

  /// Subscription of an object that draws frames.
  @MainActor
  public final class Subscription {
    private weak var clock: FrameClock?
    private let id: Int

    fileprivate init(clock: FrameClock, id: Int) {
      self.clock = clock
      self.id = id
    }

    isolated deinit { clock?.subscribers[id] = nil }

    /// Requests the next frame; it comes at once if the clock was at rest.
    public func requestFrame() { clock?.request(id) }

    /// Requests a frame at once, not at the next deadline: for the first content of a list that
    /// shows nothing yet, because no motion can become uneven.
    public func requestFirstFrame() { clock?.requestFirst(id) }

    /// Requests a frame at a time, seconds on the clock. Until then the clock may rest.
    ///
    /// Each requested time gets its frame: it is not replaced by another request, nor by an earlier
    /// frame. Times served by one frame share it.
    public func requestFrame(at time: Double) { clock?.request(id, at: time) }
  }

  /// Calls the handler for the frames that the subscription requests, until it is dropped.
  public func subscribe(_ handler: @escaping Handler) -> Subscription {
    nextSubscriber += 1
    subscribers[nextSubscriber] = Subscriber(handler: handler)
    return Subscription(clock: self, id: nextSubscriber)
  }

  private var interval: Int64 { Int64((1_000_000_000 / min(max(rate, 1), 1000)).rounded()) }

  private func request(_ id: Int) {
    subscribers[id]?.requests.wantsNext = true
    guard !isRunning else { return }
    let now = lq_monotonic_now()
    // Soon after the last frame, continue its deadlines; otherwise start new ones now.
    start(at: max(now, lastDeadline + interval))
  }

  private func requestFirst(_ id: Int) {
    subscribers[id]?.requests.wantsNext = true
    start(at: lq_monotonic_now())
  }

  private func request(_ id: Int, at time: Double) {
    subscribers[id]?.requests.add(Int64(min(max(time, 0), 1e9) * 1e9))
    if !isRunning { armForSleepers() }
  }

  /// Arms a single timer for the earliest requested time, while the clock is at rest.
  private func armForSleepers() {
    guard let first = subscribers.values.lazy.compactMap(\.requests.first).min() else {
      lq_timer_arm(timer, 0, 0)
      return
    }
    // A time in the past would be no deadline, and 0 would disarm the timer.
    lq_timer_arm(timer, max(first, 1), 0)
  }

  private func start(at first: Int64) {
    isRunning = true
    deadline = first
    lq_timer_arm(timer, first, interval)
  }

  private func fire() {
    let expirations = Int64(lq_timer_read(timer))
    guard expirations > 0 else { return }
    if !isRunning {
      // A requested time has come: its frame starts a new sequence of deadlines.
      isRunning = true
      deadline = lq_monotonic_now()
      lq_timer_arm(timer, deadline + interval, interval)
    }
    lastDeadline = deadline + (expirations - 1) * interval
    deadline = lastDeadline + interval
    missed += Int(expirations - 1)
    // Skip this frame, because the window system has not taken the last one yet.
    guard !isAsking else { return missed += 1 }
    isAsking =
      asksWindowSystem && subscribers.values.contains { $0.requests.isDue(by: due) } && ask()
    if !isAsking { deliver() }
  }

  /// Time up to which requests are served by the frame that is due now: half a frame early is
  /// better than half a frame late.
  private var due: Int64 { lastDeadline + interval / 2 }

  /// Asks to call ``deliver()`` when painting will not have to wait; returns false when that cannot
  /// be known.
  private func ask() -> Bool {
    let clock = Unmanaged.passRetained(WeakClock(clock: self))
    let isAsked = lq_handover_ask(
      { context in
        guard let context else { return }
        let box = Unmanaged<WeakClock>.fromOpaque(context).takeRetainedValue()
        MainActor.assumeIsolated {
          guard let clock = box.clock, clock.isAsking else { return }
          clock.isAsking = false
          clock.deliver()
        }
      }, clock.toOpaque())
    if !isAsked { clock.release() }
    return isAsked
  }

  /// Delivers the due tick to the subscribers that requested it.
  private func deliver() {
    missedTotal += missed
    let tick = FrameTick(
      time: Double(lastDeadline) / 1e9, deliveredAt: Double(lq_monotonic_now()) / 1e9,
      interval: Double(interval) / 1e9, missed: missed)
    missed = 0
    for (id, subscriber) in subscribers where subscriber.requests.isDue(by: due) {
      subscribers[id]?.requests.serve(by: due)
      if subscriber.handler(tick) { subscribers[id]?.requests.wantsNext = true }
    }
    guard !subscribers.values.contains(where: \.requests.wantsNext) else { return }
    isRunning = false
    armForSleepers()
    onRest?()
  }

  /// Current time, seconds on the clock of ticks.
  public static var now: Double { Double(lq_monotonic_now()) / 1e9 }
}
