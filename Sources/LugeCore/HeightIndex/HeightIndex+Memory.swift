extension HeightIndex {
  /// Bytes of the tree: nodes, entries, and the headers of their storage. Storage shared with
  /// snapshots counts in each.
  ///
  /// At most 16 bytes an item in lists of more than a few hundred items, whatever heights are known
  /// and whatever edits were made; about 4.4 after building from exact heights.
  ///
  /// - Complexity: O(nodes), at most O(n / 32).
  public var byteCount: Int { MemoryLayout<Self>.stride + root.storageBytes }
}

extension HeightIndex.Node {
  /// Bytes of an array's storage besides its elements.
  private static let header = 32

  /// Bytes of the storage that the node refers to; the node itself is stored in its parent's array.
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
