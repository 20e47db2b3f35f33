import LugeCore
import LugeSamples

/// Measures a height index with a million rows of random heights.
public struct HeightsLab: Sendable {
  public var rows: Int

  /// Number of operations whose time is measured, each at another place.
  private static let operations = 20_000

  /// - Parameter rows: at least twice as many as there are measured removals, so that these always
  ///   find a row.
  public init(rows: Int = 1_000_000) { self.rows = max(2 * Self.operations, rows) }

  public struct Result: Codable, Sendable, Hashable {
    public var rows: Int
    /// Milliseconds to build the index from an array of heights: the shortest and the longest time
    /// of seven builds.
    public var buildMs: Double
    public var buildMaxMs: Double
    public var bytesPerRow: Double
    /// Bytes per row after random insertions, removals and replacements, one for every ten rows.
    public var bytesPerRowEdited: Double
    /// Mean microseconds of an operation.
    public var insertUs: Double
    public var removeUs: Double
    public var replaceUs: Double
    public var offsetUs: Double
    public var positionUs: Double
    public var snapshotUs: Double
    /// Mean microseconds of the query that ``offsetUs`` is for, answered without the index by
    /// summing up an array of heights.
    public var arrayOffsetUs: Double
  }

  public func run() -> Result {
    var random = Xoshiro256(seed: 3)
    let heights = (0..<rows).map { _ in random.within(20...900) }
    var builds: [Double] = []
    var index = HeightIndex(count: 0, estimate: 56)
    for _ in 0..<7 {
      let begin = Timing.now
      index = HeightIndex(exactHeights: heights, estimate: 56)
      builds.append(Timing.now - begin)
    }
    let bytes = Double(index.byteCount) / Double(index.count)
    let places = (0..<Self.operations).map { _ in random.below(rows - Self.operations) }
    let total = index.totalHeight
    var sum = 0
    let offset = microseconds(places) { sum &+= index.offset(of: $0) }
    let position = microseconds(places) {
      sum &+= index.position(at: total / rows * $0)?.position ?? 0
    }
    let array = microseconds(Array(places.prefix(20))) { place in
      sum &+= heights[..<place].reduce(0, +)
    }
    var copies: [HeightIndex] = []
    copies.reserveCapacity(places.count)
    let snapshot = microseconds(places) { _ in copies.append(index) }
    copies = []
    let insert = microseconds(places) { index.insert(1, at: $0) }
    let replace = microseconds(places) { index.setHeight($0 % 300, at: $0) }
    let remove = microseconds(places) { index.remove($0..<$0 + 1) }
    var edited = index
    for _ in 0..<rows / 10 {
      let place = random.below(edited.count - 1)
      switch place % 3 {
      case 0: edited.insert(1, at: place)
      case 1: edited.remove(place..<place + 1)
      default: edited.setHeight(place % 700, at: place)
      }
    }
    // Keeps the compiler from removing the sums.
    precondition(sum != Int.min)
    return Result(
      rows: rows, buildMs: Timing.rounded((builds.min() ?? 0) * 1000),
      buildMaxMs: Timing.rounded((builds.max() ?? 0) * 1000), bytesPerRow: Timing.rounded(bytes),
      bytesPerRowEdited: Timing.rounded(Double(edited.byteCount) / Double(edited.count)),
      insertUs: insert, removeUs: remove, replaceUs: replace, offsetUs: offset,
      positionUs: position, snapshotUs: snapshot, arrayOffsetUs: array)
  }

  private func microseconds(_ places: [Int], _ body: (Int) -> Void) -> Double {
    let begin = Timing.now
    for place in places { body(place) }
    return Timing.rounded((Timing.now - begin) * 1e6 / Double(places.count))
  }
}
