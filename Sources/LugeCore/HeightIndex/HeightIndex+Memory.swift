extension HeightIndex {
  /// Bytes that the tree takes: nodes, entries, and the headers of their storage. Storage shared
  /// with snapshots counts in each.
  ///
  /// At most 16 an item in lists of more than a few hundred items, whatever is known of them and
  /// whichever edits led there; about 4.4 after building from exact heights.
  ///
  /// - Complexity: O(nodes), at most O(n / 32).
  public var byteCount: Int { MemoryLayout<Self>.stride + root.storageBytes }
}

extension HeightIndex.Node {
  /// What an array's storage takes beside its elements.
  private static let header = 32

  /// Bytes of the storage that the node refers to; its own stand in its parent's.
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
