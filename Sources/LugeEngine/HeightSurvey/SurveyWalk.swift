import LugeCore
import Synchronization

/// Chooses the items to measure next: chunks that spread from the view, each so long that a lane
/// takes a few milliseconds for it. A frame's requests never wait longer than that.
struct SurveyWalk {
  /// Seconds of a lane that a chunk may take.
  static let chunkTime = 0.006

  /// All items from here up to `high` are measured or requested.
  var low: Int
  var high: Int
  /// The environment that is measured in.
  let layoutVersion: UInt32
  let number: Int
  var chunk = 16
  /// Chunks that each lane has or that wait for it: as many as it finishes in about a frame, so
  /// that it need not wait for the frame that requests the next one, and few enough not to delay a
  /// user who begins to scroll.
  var underWay: [Int]
  static let ahead = 3
  /// Maximum number of items in a chunk. In a window the next chunks are requested once a frame:
  /// with fewer items, the lane of a fast source would mostly be idle.
  static let chunkLimit = 1024

  /// The lane with the least to do; nil when all have enough.
  var freeLane: Int? {
    underWay.indices.min { underWay[$0] < underWay[$1] }
      .flatMap { underWay[$0] < Self.ahead ? $0 : nil }
  }

  /// The next positions in a list of `count` items: alternately before and after the view.
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
/// Atomic and not a lock: lanes read it before each item, and a low-priority lane that lost its
/// processor while holding a lock would block the engine's thread.
final class SurveyTicket: Sendable {
  private let number = Atomic(0)

  func want(_ survey: Int) { number.store(survey, ordering: .relaxed) }
  func wantNone() { want(-1) }
  func isWanted(_ survey: Int) -> Bool { number.load(ordering: .relaxed) == survey }
}
