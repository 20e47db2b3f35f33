import LugeCore
import Synchronization

/// Chooses the items to measure next: chunks that spread from the view in both directions. Each is
/// so short that a lane measures it within ``chunkTime``, because a frame's requests may have to
/// wait for it.
struct SurveyWalk {
  /// Target duration of a chunk on a lane, seconds.
  static let chunkTime = 0.006

  /// Position from which, up to `high`, all items are measured or requested.
  var low: Int
  var high: Int
  /// Number of the environment that is measured in.
  let layoutVersion: UInt32
  let number: Int
  var chunk = 16
  /// Number of chunks that each lane is measuring or has queued: as many as it finishes in about a
  /// frame, so that it need not wait for the frame that requests the next one, and few enough not
  /// to delay a user who begins to scroll.
  var underWay: [Int]
  static let ahead = 3
  /// Maximum number of items in a chunk. In a window the next chunks are requested once a frame:
  /// with fewer items, the lane of a fast source would mostly be idle.
  static let chunkLimit = 1024

  /// Index of the lane with the least to do; nil when all have enough.
  var freeLane: Int? {
    underWay.indices.min { underWay[$0] < underWay[$1] }
      .flatMap { underWay[$0] < Self.ahead ? $0 : nil }
  }

  /// Returns the next positions in a list of `count` items: alternately before and after the view.
  mutating func next(of count: Int, around position: Int) -> Range<Int>? {
    let before = low > 0 ? position - low : Int.max
    let after = high < count ? high - position : Int.max
    if before == Int.max, after == Int.max { return nil }
    if after <= before {
      let range = high..<min(count, high + chunk)
      high = range.upperBound
      return range
    }
    let range = max(0, low - chunk)..<low
    low = range.lowerBound
    return range
  }

  mutating func took(_ seconds: Double) {
    if seconds < Self.chunkTime / 2, chunk < Self.chunkLimit { chunk *= 2 }
    if seconds > Self.chunkTime * 2, chunk > 1 { chunk /= 2 }
  }
}

/// Number of the survey that is still wanted. Chunks that lanes have when the width changes are
/// useless, and would delay the rows in view.
///
/// Atomic rather than a lock: lanes read it before each item, and a low-priority lane that lost its
/// processor while holding a lock would block the engine's thread.
final class SurveyTicket: Sendable {
  private let number = Atomic(0)

  func want(_ survey: Int) { number.store(survey, ordering: .relaxed) }
  func wantNone() { want(-1) }
  func isWanted(_ survey: Int) -> Bool { number.load(ordering: .relaxed) == survey }
}
