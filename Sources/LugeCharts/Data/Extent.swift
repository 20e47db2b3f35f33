/// Minimum and maximum of numbers; empty without numbers, or if none is finite.
public struct Extent: Hashable, Sendable {
  public private(set) var min: Double
  public private(set) var max: Double

  public static let empty = Extent(min: .infinity, max: -.infinity)

  private init(min: Double, max: Double) {
    self.min = min
    self.max = max
  }

  public init(_ value: Double) {
    self = .empty
    insert(value)
  }

  public var isEmpty: Bool { !(min <= max) }
  public var length: Double { isEmpty ? 0 : max - min }

  public mutating func insert(_ value: Double) {
    guard value.isFinite else { return }
    min = Swift.min(min, value)
    max = Swift.max(max, value)
  }

  public mutating func formUnion(_ other: Extent) {
    min = Swift.min(min, other.min)
    max = Swift.max(max, other.max)
  }
}
