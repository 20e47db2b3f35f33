import Foundation
import LugeThreads

/// Clocks and sums of the labs.
enum Timing {
  /// Seconds on the monotonic clock.
  static var now: Double { MonotonicClock.seconds }

  /// Seconds that the calling thread has worked.
  static var threadNow: Double { MonotonicClock.threadSeconds }

  /// Seconds that all threads of this process have worked.
  static var processNow: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Sleeps until a time of ``now``.
  static func sleep(until time: Double) {
    let whole = time.rounded(.down)
    var deadline = timespec(tv_sec: Int(whole), tv_nsec: Int((time - whole) * 1e9))
    while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, nil) == EINTR {}
  }

  /// The value that so large a part of the values do not exceed; 0 for none.
  static func percentile(_ share: Double, of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let index = Int((Double(sorted.count) * share).rounded(.up)) - 1
    return sorted[min(max(0, index), sorted.count - 1)]
  }

  /// Milliseconds, to thousandths.
  static func milliseconds(_ seconds: Double) -> Double { rounded(seconds * 1000) }

  /// Thousandths.
  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
