/// Names something costly that a row shows and that is neither text nor a picture: a chart, a map, a
/// player. The engine carries the name and nothing else.
///
/// After "Caching views for smooth scrolling": such a thing is made once and kept outside of the
/// cells; what a list needs to know of it is when it is about to be seen, and when no longer.
public struct HeavyKey: Hashable, Sendable, CustomStringConvertible {
  public let name: String

  public init(_ name: String) { self.name = name }

  public var description: String { name }
}

/// Which costly things are wanted, by where they are. Each is named once, in the nearest range.
public struct HeavyRanges: Hashable, Sendable {
  /// At least partly in view, top to bottom.
  public var visible: [HeavyKey] = []
  /// In the direction of travel, nearest first; while nothing moves, below.
  public var ahead: [HeavyKey] = []
  /// On the other side, nearest first.
  public var behind: [HeavyKey] = []

  public init() {}

  /// - Complexity: O(keys).
  public var all: Set<HeavyKey> { Set(visible).union(ahead).union(behind) }
}

/// What became different: who keeps costly things makes what is wanted, in its order, and may give
/// up what was released.
public struct HeavyChange: Sendable {
  public var ranges: HeavyRanges
  /// In no range any more: scrolled away, removed, or changed into something else.
  public var released: Set<HeavyKey>
}
