import Foundation

/// What the calling thread has had of the machine so far: time on a processor, time that it waited for one,
/// pages that had to be brought.
///
/// A frame that took 30 ms by the clock on the wall and 2 ms of its thread's was kept from working: by the
/// scheduler where it was ready to run (``queued``), by a lock or the system where it was not.
struct ThreadClock {
  /// Seconds on the monotonic clock, and of the thread's own.
  var wall: Double
  var cpu: Double
  /// Seconds that the thread was ready to run while something else had the processors; 0 where the kernel
  /// does not tell.
  var queued: Double
  /// Pages that were there and had to be mapped, and those that had to be read.
  var minorFaults: Int
  var majorFaults: Int

  /// Of the calling thread. Reads a file of the kernel's: some microseconds.
  static var now: ThreadClock {
    var usage = rusage()
    // glibc's RUSAGE_THREAD, which is a macro that Swift does not see.
    getrusage(__rusage_who_t(1), &usage)
    return ThreadClock(
      wall: Timing.now, cpu: Timing.threadNow, queued: queuedSeconds,
      minorFaults: Int(usage.ru_minflt), majorFaults: Int(usage.ru_majflt))
  }

  /// What came since an earlier reading.
  func since(_ earlier: ThreadClock) -> ThreadClock {
    ThreadClock(
      wall: wall - earlier.wall, cpu: cpu - earlier.cpu, queued: queued - earlier.queued,
      minorFaults: minorFaults - earlier.minorFaults, majorFaults: majorFaults - earlier.majorFaults
    )
  }

  /// The second field of `schedstat`: nanoseconds on a run queue.
  private static var queuedSeconds: Double {
    let file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    let fields = withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let length = max(0, read(file, buffer.baseAddress, buffer.count))
      return String(decoding: buffer[..<length], as: UTF8.self).split(separator: " ")
    }
    guard fields.count > 1, let nanoseconds = Double(fields[1]) else { return 0 }
    return nanoseconds / 1e9
  }
}
