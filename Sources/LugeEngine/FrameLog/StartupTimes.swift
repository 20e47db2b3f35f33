import LugeThreads
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Records when things happened between the program's start and its first frame, and on which
/// thread, for `luge open --startup-times`.
///
/// While times are recorded a mark costs a system call; otherwise only reading a flag.
package enum StartupTimes {
  package struct Mark: Sendable {
    package var name: String
    /// Time on the monotonic clock.
    package var seconds: Double
    package var thread: UInt

    package init(name: String, seconds: Double, thread: UInt) {
      self.name = name
      self.seconds = seconds
      self.thread = thread
    }
  }

  private static let areWanted = Atomic(false)
  private static let known = Mutex<[Mark]>([])

  /// Starts recording.
  package static func begin() {
    guard !areWanted.exchange(true, ordering: .relaxed) else { return }
    mark("main")
  }

  package static func mark(_ name: @autoclosure () -> String) {
    guard areWanted.load(ordering: .relaxed) else { return }
    let seconds = MonotonicClock.seconds
    let mark = Mark(name: name(), seconds: seconds, thread: UInt(pthread_self()))
    known.withLock { $0.append(mark) }
  }

  /// Stops recording and returns the marks in the order of time.
  package static func end() -> [Mark] {
    areWanted.store(false, ordering: .relaxed)
    return known.withLock { $0 }.sorted { $0.seconds < $1.seconds }
  }

  /// Returns a line for each mark: milliseconds since the first one, and the thread unless it is
  /// the first mark's.
  package static func lines(_ marks: [Mark]) -> [String] {
    guard let first = marks.first else { return [] }
    return marks.map { mark in
      let tenths = Int(((mark.seconds - first.seconds) * 10_000).rounded())
      let thread =
        mark.thread == first.thread ? "" : "  (thread \(String(mark.thread & 0xFFFFFF, radix: 16)))"
      return "\(tenths / 10).\(tenths % 10) ms  \(mark.name)\(thread)"
    }
  }
}
