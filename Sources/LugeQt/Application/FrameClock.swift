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

  private struct Subscriber {
    var handler: Handler
    var wantsFrame = false
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
  }

  /// The handler is called for the frames that the subscription asked for, until it is dropped.
  public func subscribe(_ handler: @escaping Handler) -> Subscription {
    nextSubscriber += 1
    subscribers[nextSubscriber] = Subscriber(handler: handler)
    return Subscription(clock: self, id: nextSubscriber)
  }

  private var interval: Int64 { Int64((1_000_000_000 / min(max(rate, 1), 1000)).rounded()) }

  private func request(_ id: Int) {
    subscribers[id]?.wantsFrame = true
    guard !isRunning else { return }
    let now = lq_monotonic_now()
    // Within a frame of the last one, its grid goes on; otherwise there is none to keep.
    start(at: max(now, lastDeadline + interval))
  }

  private func start(at first: Int64) {
    isRunning = true
    deadline = first
    lq_timer_arm(timer, first, interval)
  }

  private func fire() {
    let expirations = Int64(lq_timer_read(timer))
    guard expirations > 0, isRunning else { return }
    let interval = interval
    let missed = Int(expirations - 1)
    lastDeadline = deadline + (expirations - 1) * interval
    deadline = lastDeadline + interval
    missedTotal += missed

    let tick = FrameTick(
      time: Double(lastDeadline) / 1e9, deliveredAt: Double(lq_monotonic_now()) / 1e9,
      interval: Double(interval) / 1e9, missed: missed)
    for (id, subscriber) in subscribers where subscriber.wantsFrame {
      subscribers[id]?.wantsFrame = false
      if subscriber.handler(tick) { subscribers[id]?.wantsFrame = true }
    }
    guard !subscribers.values.contains(where: \.wantsFrame) else { return }
    isRunning = false
    lq_timer_arm(timer, 0, 0)
    onRest?()
  }

  /// Seconds on the clock that ticks use.
  public static var now: Double { Double(lq_monotonic_now()) / 1e9 }
}
