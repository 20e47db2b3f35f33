extension HeightIndex {
  /// A part of the tree with its sums. Leaves are at level 0.
  struct Node: Sendable {
    enum Content: Sendable {
      /// Number of items, all of unknown height.
      case unmeasured
      /// A height for each item; negative if unknown.
      case leaf([Int32])
      case inner([Node])
    }

    var content: Content
    var level: Int
    var count: Int
    var exactCount: Int
    var exactHeight: Int

    static func unmeasured(_ count: Int) -> Node {
      Node(content: .unmeasured, level: 0, count: count, exactCount: 0, exactHeight: 0)
    }

    static func leaf(_ entries: [Int32]) -> Node {
      var exactCount = 0
      var exactHeight = 0
      for entry in entries where entry >= 0 {
        exactCount += 1
        exactHeight += Int(entry)
      }
      return Node(
        content: .leaf(entries), level: 0, count: entries.count, exactCount: exactCount,
        exactHeight: exactHeight)
    }

    /// Makes an inner node.
    ///
    /// - Precondition: children are not empty and on one level.
    static func inner(_ children: [Node]) -> Node {
      if children.count == 1 { return children[0] }
      var node = Node(
        content: .inner(children), level: children[0].level + 1, count: 0, exactCount: 0,
        exactHeight: 0)
      for child in children {
        node.count += child.count
        node.exactCount += child.exactCount
        node.exactHeight += child.exactHeight
      }
      return node
    }

    func height(_ estimate: Int) -> Int { exactHeight + (count - exactCount) * estimate }

    /// Converts heights to entries. Takes an array, because generic access to the elements of
    /// another collection allocates for each.
    static func entries(_ heights: [Int]) -> [Int32] {
      heights.map { Int32(clamping: max(0, $0)) }
    }

    static func build(from all: [Int32], limits: Limits) -> Node {
      var nodes: [Node] = stride(from: 0, to: all.count, by: limits.leaf).map {
        .leaf(Array(all[$0..<min($0 + limits.leaf, all.count)]))
      }
      guard !nodes.isEmpty else { return .unmeasured(0) }
      while nodes.count > 1 {
        nodes = stride(from: 0, to: nodes.count, by: limits.fanout).map {
          .inner(Array(nodes[$0..<min($0 + limits.fanout, nodes.count)]))
        }
        // A single child would replace its parent one level too low; share the children of the last
        // two instead.
        if let last = nodes.last, nodes.count > 1, last.level != nodes[0].level {
          nodes.removeLast()
          let previous = nodes.removeLast()
          nodes.append(contentsOf: Node.split(children: previous.children + [last]))
        }
      }
      return nodes[0]
    }

    var children: [Node] {
      if case .inner(let children) = content { return children }
      return []
    }

    /// Returns two nodes of about half the children each.
    static func split(children: [Node]) -> [Node] {
      let half = children.count / 2
      return [.inner(Array(children[..<half])), .inner(Array(children[half...]))]
    }

    // MARK: Seeking

    func entry(at position: Int) -> Int32 {
      switch content {
      case .unmeasured: return -1
      case .leaf(let entries): return entries[position]
      case .inner(let children):
        var rest = position
        for child in children {
          if rest < child.count { return child.entry(at: rest) }
          rest -= child.count
        }
        preconditionFailure("sums disagree with children")
      }
    }

    func appendEntries(in range: Range<Int>, to result: inout [Int32]) {
      guard !range.isEmpty else { return }
      switch content {
      case .unmeasured: result.append(contentsOf: repeatElement(-1, count: range.count))
      case .leaf(let entries): result.append(contentsOf: entries[range])
      case .inner(let children):
        var start = 0
        for child in children {
          let part = range.clamped(to: start..<start + child.count)
          if !part.isEmpty {
            child.appendEntries(in: part.lowerBound - start..<part.upperBound - start, to: &result)
          }
          start += child.count
        }
      }
    }

    func offset(of position: Int, estimate: Int) -> Int {
      switch content {
      case .unmeasured: return position * estimate
      case .leaf(let entries):
        var sum = 0
        for entry in entries[..<position] { sum += entry < 0 ? estimate : Int(entry) }
        return sum
      case .inner(let children):
        var rest = position
        var sum = 0
        for child in children {
          if rest <= child.count { return sum + child.offset(of: rest, estimate: estimate) }
          rest -= child.count
          sum += child.height(estimate)
        }
        preconditionFailure("sums disagree with children")
      }
    }

    func position(at offset: Int, estimate: Int) -> (position: Int, into: Int)? {
      switch content {
      case .unmeasured:
        guard estimate > 0 else { return nil }
        return (offset / estimate, offset % estimate)
      case .leaf(let entries):
        var rest = offset
        for (position, entry) in entries.enumerated() {
          let height = entry < 0 ? estimate : Int(entry)
          if rest < height { return (position, rest) }
          rest -= height
        }
        return nil
      case .inner(let children):
        var rest = offset
        var before = 0
        for child in children {
          let height = child.height(estimate)
          if rest < height {
            guard let found = child.position(at: rest, estimate: estimate) else { return nil }
            return (before + found.position, found.into)
          }
          rest -= height
          before += child.count
        }
        return nil
      }
    }
  }
}
