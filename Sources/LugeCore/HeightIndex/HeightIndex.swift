/// The heights of a list's items: a copy-on-write tree that answers "where is item i" and "which
/// item is at y" for lists of any length.
///
/// An item's height is exact or unknown. An unknown height counts as the common ``estimate``, which
/// can be changed in O(1), because each node keeps two sums: exact heights and the number of
/// unknown items. Long ranges of unknown items take no memory: a list of a million starts as one
/// node.
///
/// The shape follows ropes (Boehm, Atkinson, Plass: "Ropes: an Alternative to Strings", 1995) and
/// GPUI's sum tree: edits split and join trees. Nodes are values whose arrays share storage, so a
/// copy of the index is a snapshot and costs nothing until one side changes.
///
/// Heights are whole device pixels, at most `Int32.max` per item, and there are at most ``longest``
/// items, so no sum of heights overflows `Int`.
public struct HeightIndex: Sendable {
  /// Maximum sizes of nodes. Tests make them small, so that small lists have deep trees.
  struct Limits: Sendable {
    /// Maximum number of items in a leaf, and of children of an inner node.
    var leaf = 256
    var fanout = 16
    /// Maximum length of an unmeasured stretch that may become part of a leaf.
    var shortStretch: Int { leaf / 4 }
  }

  /// Maximum number of items.
  public static let longest = Int(Int32.max)

  var root: Node
  let limits: Limits

  /// Height that each item of unknown height counts as, device pixels, 0 to `Int32.max`.
  public var estimate: Int {
    didSet { estimate = Self.height(estimate) }
  }

  /// Makes an index of `count` items with unknown heights.
  ///
  /// - Complexity: O(1).
  public init(count: Int, estimate: Int) {
    self.init(count: count, estimate: estimate, limits: Limits())
  }

  init(count: Int, estimate: Int, limits: Limits) {
    root = .unmeasured(count.clamped(to: 0...Self.longest))
    self.estimate = Self.height(estimate)
    self.limits = limits
  }

  private static func height(_ pixels: Int) -> Int { pixels.clamped(to: 0...Int(Int32.max)) }

  /// Makes an index with the given heights, all exact.
  ///
  /// - Complexity: O(n).
  public init(exactHeights heights: some Collection<Int>, estimate: Int) {
    self.init(exactHeights: heights, estimate: estimate, limits: Limits())
  }

  init(exactHeights heights: some Collection<Int>, estimate: Int, limits: Limits) {
    self.init(count: 0, estimate: estimate, limits: limits)
    root = Node.build(from: Node.entries(Array(heights)), limits: limits)
  }

  /// Makes an index in which some heights are known.
  ///
  /// - Parameter entries: a height per item, negative if unknown.
  /// - Complexity: O(n).
  public init(entries: [Int32], estimate: Int) {
    self.init(count: 0, estimate: estimate, limits: Limits())
    root = Node.build(from: entries, limits: limits)
  }

  /// Returns the heights of a range, negative if unknown.
  ///
  /// - Complexity: O(range + log n) for ranges of a few leaves and more.
  public func entries(in range: Range<Int>) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(range.count)
    root.appendEntries(in: range.clamped(to: 0..<count), to: &result)
    return result
  }

  /// Number of items.
  public var count: Int { root.count }
  /// Number of items whose height is exact.
  public var exactCount: Int { root.exactCount }
  /// Sum of the exact heights.
  public var exactHeight: Int { root.exactHeight }
  /// Height of the whole list, estimates included.
  public var totalHeight: Int { root.height(estimate) }

  /// Returns the item's height, exact or estimated.
  ///
  /// - Complexity: O(log n).
  public func height(at position: Int) -> (height: Int, isExact: Bool) {
    precondition(position >= 0 && position < count, "position out of bounds")
    let stored = root.entry(at: position)
    return stored < 0 ? (estimate, false) : (Int(stored), true)
  }

  /// Returns the distance from the list's top to the item's top; for `count`, the list's height.
  ///
  /// - Complexity: O(log n).
  public func offset(of position: Int) -> Int {
    precondition(position >= 0 && position <= count, "position out of bounds")
    return root.offset(of: position, estimate: estimate)
  }

  /// Returns the item at a distance from the list's top, and the distance into it.
  ///
  /// For distances before the start this is the first item, after the end the last one. Items of
  /// height 0 are skipped. Nil only for an empty list.
  ///
  /// - Complexity: O(log n).
  public func position(at offset: Int) -> (position: Int, into: Int)? {
    guard count > 0 else { return nil }
    if offset < 0 { return (0, 0) }
    let total = totalHeight
    if offset >= total {
      return (count - 1, height(at: count - 1).height + (offset - total))
    }
    return root.position(at: offset, estimate: estimate)
  }

  /// Bytes of the tree: nodes, entries, and the headers of their storage. Storage shared with
  /// snapshots counts in each.
  ///
  /// At most 16 bytes per item in lists of more than a few hundred items, whatever heights are
  /// known and whatever edits were made; much less after building from exact heights.
  ///
  /// - Complexity: O(nodes), at most O(n / 32).
  public var byteCount: Int { MemoryLayout<Self>.stride + root.storageBytes }
}

extension HeightIndex.Node {
  /// Bytes of an array's storage besides its elements.
  private static let header = 32

  /// Bytes of the storage that the node refers to. The node itself is stored in its parent's array.
  fileprivate var storageBytes: Int {
    switch content {
    case .unmeasured: 0
    case .leaf(let entries): Self.header + entries.capacity * MemoryLayout<Int32>.stride
    case .inner(let children):
      children.reduce(Self.header + children.capacity * MemoryLayout<Node>.stride) {
        $0 + $1.storageBytes
      }
    }
  }
}
