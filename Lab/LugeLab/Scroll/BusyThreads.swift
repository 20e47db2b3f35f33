import Foundation
import LugeCore
import LugeText
import Synchronization

/// Threads that lay out text as lanes do, until they are stopped.
///
/// Every word is known to a thread before the load counts, so none of them shapes text then: they
/// never hold the lock that lets one thread at a time use fonts, for which lists and their lanes
/// wait. What they take from a list is processor time alone.
final class BusyThreads: Sendable {
  /// Work of the threads after all of them had cached their words.
  struct Work: Sendable, Hashable {
    var layouts = 0
    /// Words and paragraphs that were shaped after all, holding the lock.
    var shapings = 0
  }

  private final class Shared: Sendable {
    let isEnded = Atomic<Bool>(false)
    let layouts = Atomic<Int>(0)
    let shapings = Atomic<Int>(0)
    let ready = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
  }

  private let shared = Shared()
  private let count: Int

  /// Number of layouts so far.
  var layouts: Int { shared.layouts.load(ordering: .relaxed) }

  /// Returns once every thread knows its words.
  ///
  /// - Parameters:
  ///   - count: number of threads.
  ///   - niceness: niceness of the threads, as Linux counts it.
  init(count: Int, niceness: Int32) {
    self.count = max(1, count)
    for number in 0..<self.count {
      let shared = shared
      let thread = Thread {
        // On Linux a niceness belongs to a thread, and 0 names the calling one.
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
        Self.work(number, shared)
        shared.ended.signal()
      }
      thread.name = "busy-lane"
      thread.start()
    }
    for _ in 0..<self.count { shared.ready.wait() }
  }

  private static func work(_ number: Int, _ shared: Shared) {
    let text = PangoText(keepsPieces: false)
    let font = FontSpec(family: "Noto Sans", pixelSize: 14)
    let requests = (0..<100).map { line in
      TextRequest(
        StyledText("Line \(line) of \(number) says again what others said before it."),
        font: font, maxWidth: 200)
    }
    for request in requests { _ = text.layout(request) }
    let before = shapings(text)
    shared.ready.signal()
    while !shared.isEnded.load(ordering: .relaxed) {
      for request in requests { _ = text.layout(request) }
      shared.layouts.add(requests.count, ordering: .relaxed)
    }
    shared.shapings.add(shapings(text) - before, ordering: .relaxed)
  }

  private static func shapings(_ text: PangoText) -> Int {
    let counts = text.statistics
    return counts.shapedSegments + counts.shapedPieces + counts.declinedParagraphs
  }

  /// Ends the threads, and waits until the last of them has ended.
  @discardableResult
  func stop() -> Work {
    shared.isEnded.store(true, ordering: .relaxed)
    for _ in 0..<count { shared.ended.wait() }
    return Work(layouts: layouts, shapings: shared.shapings.load(ordering: .relaxed))
  }
}
