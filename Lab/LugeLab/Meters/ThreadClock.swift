import Foundation

/// Times of the calling thread so far: on a processor, waiting for one, and its page faults.
///
/// A frame that took 30 ms by the clock on the wall and 2 ms of its thread's was kept from working:
/// by the scheduler where it was ready to run (``queued``), by a lock or the system where it was
/// not.
struct ThreadClock {
  /// Seconds on the monotonic clock, and of the thread's own.
  var wall: Double
  var cpu: Double
  /// Seconds that the thread was ready to run while something else had the processors; 0 where the
  /// kernel does not tell.
  var queued: Double
  /// Pages that were there and had to be mapped, and those that had to be read.
  var minorFaults: Int
  var majorFaults: Int

  /// Times of the calling thread.
  static var now: ThreadClock { now(RunQueueClock()) }

  /// Returns the times of the calling thread, which has to have made the clock; takes a microsecond
  /// or two.
  static func now(_ queue: RunQueueClock) -> ThreadClock {
    var usage = rusage()
    // glibc's RUSAGE_THREAD, which is a macro that Swift does not see.
    getrusage(__rusage_who_t(1), &usage)
    return ThreadClock(
      wall: Timing.now, cpu: Timing.threadNow, queued: queue.seconds,
      minorFaults: Int(usage.ru_minflt), majorFaults: Int(usage.ru_majflt))
  }

  /// Seconds that it was not ready to run: it waited for a deadline, a lock or the system.
  var waited: Double { max(0, wall - cpu - queued) }

  /// Returns the difference to an earlier reading.
  func since(_ earlier: ThreadClock) -> ThreadClock {
    ThreadClock(
      wall: wall - earlier.wall, cpu: cpu - earlier.cpu, queued: queued - earlier.queued,
      minorFaults: minorFaults - earlier.minorFaults, majorFaults: majorFaults - earlier.majorFaults
    )
  }
}

/// Time that the thread which made this clock has been ready to run while others had the
/// processors.
///
/// Keeps the kernel's file open, so that reading it in each frame costs little.
final class RunQueueClock {
  private let file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)

  deinit { if file >= 0 { close(file) } }

  /// Seconds since the thread began; 0 where the kernel does not tell.
  var seconds: Double {
    guard file >= 0 else { return 0 }
    return withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let length = max(0, pread(file, buffer.baseAddress, buffer.count, 0))
      // The second of its numbers, nanoseconds.
      var (field, nanoseconds) = (0, 0.0)
      for byte in buffer[..<length] {
        if byte == UInt8(ascii: " ") {
          field += 1
        } else if field == 1, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
          nanoseconds = nanoseconds * 10 + Double(byte - UInt8(ascii: "0"))
        }
      }
      return nanoseconds / 1e9
    }
  }
}
