import Glibc

/// Time since some moment in the past, which cannot be set: the clock of frames, deadlines and
/// durations. It does not advance while the machine sleeps.
package enum MonotonicClock {
  package static var seconds: Double {
    let time = time
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package static var nanoseconds: UInt64 {
    let time = time
    return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
  }

  /// Processor time that the calling thread has used, seconds.
  package static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Time from the system call. Dispatch's clock would convert the same value at a cost that
  /// matters within a frame.
  private static var time: timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }
}
