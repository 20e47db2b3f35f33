import LugeCore
import Synchronization

/// Which items of a list are measured next: chunks that spread from where the reader is, each so
/// long that a lane works it off in a few milliseconds. What a frame needs never waits longer than
/// that.
struct SurveyWalk {
  /// Seconds of the lane that a chunk may take.
  static let chunkTime = 0.006

  /// Everything from here up to `high` is measured, or was when it was asked for.
  var low: Int
  var high: Int
  /// Of the environment that is measured in.
  let layoutVersion: UInt32
  let number: Int
  var chunk = 16
  /// Chunks that each lane has or that wait to be taken: as many as it works off in about a frame,
  /// so that it need not wait for the frame that asks for the next one, and few enough for what a
  /// reader who begins to scroll wants of it.
  var underWay: [Int]
  static let ahead = 3
  /// Items of a chunk, at most. In a window the next chunks are asked for once a frame: of fewer,
  /// the lane of a quick source would rest for most of it.
  static let chunkLimit = 1024

  /// The lane with the least to do; nil when all have enough.
  var freeLane: Int? {
    underWay.indices.min { underWay[$0] < underWay[$1] }
      .flatMap { underWay[$0] < Self.ahead ? $0 : nil }
  }

  /// The next positions in a list of so many: alternately nearer on either side.
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

/// Which survey is still wanted. Chunks that lanes have when the width changes are for nothing, and
/// would keep the lane from the rows in view.
///
/// No lock: lanes ask before each item, and one of low priority that loses its processor while it
/// holds what the engine's thread wants keeps that waiting.
final class SurveyTicket: Sendable {
  private let number = Atomic(0)

  func want(_ survey: Int) { number.store(survey, ordering: .relaxed) }
  func wantNone() { want(-1) }
  func isWanted(_ survey: Int) -> Bool { number.load(ordering: .relaxed) == survey }
}
