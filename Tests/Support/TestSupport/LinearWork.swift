import Foundation

/// What four times as much input costs: about four times the work. That which compares each piece
/// with all others costs sixteen times. Processor time of the one thread that works, so that what
/// else runs does not count.
public enum LinearWork {
  /// Seconds of this thread.
  public static func seconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }

  /// Ends at an input that costs enough to be told from chance, or at one that is large enough.
  /// What seems to grow faster is measured once more: other programs share the processor's caches.
  ///
  /// - Returns: what grows faster than its input; nil for what does not.
  public static func excess(
    _ name: String, from first: Int = 2000, to last: Int = 64_000, _ body: (Int) throws -> Void
  ) rethrows -> String? {
    var size = first
    while size < last {
      var one = try seconds { try body(size) }
      if one > 0.008 {
        var four = try seconds { try body(4 * size) }
        if four >= 10 * one {
          one = try seconds { try body(size) }
          four = try seconds { try body(4 * size) }
        }
        return four < 10 * one
          ? nil : "\(name): \(size) takes \(one) s, four times as much \(four) s"
      }
      size *= 2
    }
    return nil
  }
}
