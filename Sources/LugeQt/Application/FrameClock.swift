import CQtShim

#if canImport(Glibc)
  import Glibc
#endif

/// One frame's place in time. Times are seconds on the monotonic clock.
public struct FrameTick: Hashable, Sendable {
  /// When the frame was due: what motion is computed from, so that it is even although the loop
  /// wakes up a little late.
  public var time: Double
  /// When the tick was delivered.
  public var deliveredAt: Double
  /// Seconds from one frame to the next.
  public var interval: Double
  /// Deadlines that passed since the last tick without one.
  public var missed: Int
}

/// A clock behind a C callback's context, which may be gone when the callback comes.
private final class WeakClock: Sendable {
  @MainActor weak var clock: FrameClock?

  @MainActor init(clock: FrameClock) { self.clock = clock }
}

/// Paces frames at a screen's rate, and only while somebody wants them.
///
/// A kernel timer with absolute deadlines wakes Qt's loop: a late frame does not shift the ones
/// after it. When a tick ends and nobody wants another, the timer is disarmed, and the process
/// sleeps until something happens.
@MainActor
public final class FrameClock {
  /// Whether another frame is wanted after this one.
  public typealias Handler = @MainActor (FrameTick) -> Bool

  /// Frames a second. Taking a new rate starts a new grid.
  public var rate: Double {
    didSet {
      guard rate != oldValue, isRunning else { return }
      start(at: lq_monotonic_now() + interval)
    }
  }

  /// Whether frames wait until the window system has taken the last one. It is late when it has no
  /// processor; then frames are lost, and the thread goes on with everything else. Without this,
  /// painting waits.
  public var asksWindowSystem = true

  /// Deadlines missed since the start.
  public private(set) var missedTotal = 0
  public private(set) var isRunning = false

  /// Called when nobody wants another frame.
  public var onRest: (@MainActor () -> Void)?

  private let timer: Int32
  private var watch: DescriptorWatch?

  // MARK: Mutable State (main actor)
  private var subscribers: [Int: Subscriber] = [:]
  private var nextSubscriber = 0
  /// The deadline of the tick that comes next, nanoseconds.
  private var deadline: Int64 = 0
  private var lastDeadline: Int64 = 0
  /// Deadlines that passed since the last tick without one.
  private var missed = 0
  /// Whether the window system was asked and has not answered.
  private var isAsking = false

  private struct Subscriber {
    var handler: Handler
    var wishes = FrameWishes()
  }

  /// - Throws: ``QtError/noTimer(errno:)`` when the kernel has none left.
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

  /// Somebody who draws frames.
  @MainActor
  public final class Subscription {
    private weak var clock: FrameClock?
    private let id: Int

    fileprivate init(clock: FrameClock, id: Int) {
      self.clock = clock
      self.id = id
    }

    isolated deinit { clock?.subscribers[id] = nil }

    /// Asks for the next frame; at once when the clock was at rest.
    public func requestFrame() { clock?.request(id) }

    /// Asks for a frame at once, wherever the grid is: for the first content of a list that shows
    /// nothing yet. There is no motion that would become uneven.
    public func requestFirstFrame() { clock?.requestFirst(id) }

    /// Asks for a frame at a time, seconds on the clock. Until then the clock may rest.
    ///
    /// Each time that was asked for gets its frame: neither another call nor a frame that comes
    /// sooner for something else takes its place. Times that one frame serves share it.
    public func requestFrame(at time: Double) { clock?.request(id, at: time) }
  }

  /// The handler is called for the frames that the subscription asked for, until it is dropped.
  public func subscribe(_ handler: @escaping Handler) -> Subscription {
    nextSubscriber += 1
    subscribers[nextSubscriber] = Subscriber(handler: handler)
    return Subscription(clock: self, id: nextSubscriber)
  }

  private var interval: Int64 { Int64((1_000_000_000 / min(max(rate, 1), 1000)).rounded()) }

  private func request(_ id: Int) {
    subscribers[id]?.wishes.wantsNext = true
    guard !isRunning else { return }
    let now = lq_monotonic_now()
    // Within a frame of the last one, its grid goes on; otherwise there is none to keep.
    start(at: max(now, lastDeadline + interval))
  }

  private func requestFirst(_ id: Int) {
    subscribers[id]?.wishes.wantsNext = true
    start(at: lq_monotonic_now())
  }

  private func request(_ id: Int, at time: Double) {
    subscribers[id]?.wishes.add(Int64(min(max(time, 0), 1e9) * 1e9))
    if !isRunning { armForSleepers() }
  }

  /// At rest: a single alarm for the first of those who wait for a time.
  private func armForSleepers() {
    guard let first = subscribers.values.lazy.compactMap(\.wishes.first).min() else {
      lq_timer_arm(timer, 0, 0)
      return
    }
    // In the past it would be no deadline, and 0 would disarm.
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
      // The alarm of a sleeper: its frame is the first of a new grid.
      isRunning = true
      deadline = lq_monotonic_now()
      lq_timer_arm(timer, deadline + interval, interval)
    }
    lastDeadline = deadline + (expirations - 1) * interval
    deadline = lastDeadline + interval
    missed += Int(expirations - 1)
    // The window system has not taken the last frame yet: this one is lost.
    guard !isAsking else { return missed += 1 }
    isAsking = asksWindowSystem && subscribers.values.contains { $0.wishes.isDue(by: due) } && ask()
    if !isAsking { deliver() }
  }

  /// Wishes up to here are served by the frame that is due now: half a frame early is nearer than
  /// half a frame late.
  private var due: Int64 { lastDeadline + interval / 2 }

  /// Has ``deliver()`` called when painting will wait for nobody; false when that can't be known.
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

  /// Hands the tick that is due to those who want it.
  private func deliver() {
    missedTotal += missed
    let tick = FrameTick(
      time: Double(lastDeadline) / 1e9, deliveredAt: Double(lq_monotonic_now()) / 1e9,
      interval: Double(interval) / 1e9, missed: missed)
    missed = 0
    for (id, subscriber) in subscribers where subscriber.wishes.isDue(by: due) {
      subscribers[id]?.wishes.serve(by: due)
      if subscriber.handler(tick) { subscribers[id]?.wishes.wantsNext = true }
    }
    guard !subscribers.values.contains(where: \.wishes.wantsNext) else { return }
    isRunning = false
    armForSleepers()
    onRest?()
  }

  /// Seconds on the clock that ticks use.
  public static var now: Double { Double(lq_monotonic_now()) / 1e9 }
}
