// Cutting trees and putting them together. Neighbours below one parent that would fit into one node
// are always merged, so that a node holds half of what it may on average: that, and not the order
// of the edits that led to it, bounds the memory an item takes.

extension HeightIndex.Node {
  func split(at position: Int, limits: Limits) -> (Node, Node) {
    if position == 0 { return (.run(0), self) }
    if position == count { return (self, .run(0)) }
    switch content {
    case .run:
      return (.run(position), .run(count - position))
    case .leaf(let entries):
      return (.leaf(Array(entries[..<position])), .leaf(Array(entries[position...])))
    case .inner(let children):
      var rest = position
      var index = 0
      while rest > children[index].count {
        rest -= children[index].count
        index += 1
      }
      let (a, b) = children[index].split(at: rest, limits: limits)
      let before = index == 0 ? Node.run(0) : .inner(Array(children[..<index]))
      let after =
        index + 1 == children.count ? Node.run(0) : .inner(Array(children[(index + 1)...]))
      return (
        before.concatenated(a, limits: limits), b.concatenated(after, limits: limits)
      )
    }
  }

  func concatenated(_ other: Node, limits: Limits) -> Node {
    if count == 0 { return other }
    if other.count == 0 { return self }
    if level == other.level {
      if level > 0 { return Node.joined(children + other.children, limits: limits) }
      return fits(other, limits) ? merged(with: other) : .inner([self, other])
    }
    // The lower tree goes into the outermost child of the higher one. What comes of both may be on
    // the child's level, above it (it grew), or below it (all of it fits into fewer nodes).
    if level > other.level {
      let last = children[children.count - 1].concatenated(other, limits: limits)
      let head = Array(children.dropLast())
      switch last.level {
      case level: return Node.joined(head + last.children, limits: limits)
      case level - 1: return Node.joined(head + [last], limits: limits)
      default: return Node.joined(head, limits: limits).concatenated(last, limits: limits)
      }
    }
    let first = concatenated(other.children[0], limits: limits)
    let tail = Array(other.children.dropFirst())
    switch first.level {
    case other.level: return Node.joined(first.children + tail, limits: limits)
    case other.level - 1: return Node.joined([first] + tail, limits: limits)
    default: return first.concatenated(Node.joined(tail, limits: limits), limits: limits)
    }
  }

  /// Whether one node can hold what both hold. Short runs become entries of a leaf.
  func fits(_ next: Node, _ limits: Limits) -> Bool {
    switch (content, next.content) {
    case (.run, .run): true
    case (.leaf, .leaf): count + next.count <= limits.leaf
    case (.leaf, .run): next.count <= limits.leaf / 4 && count + next.count <= limits.leaf
    case (.run, .leaf): count <= limits.leaf / 4 && count + next.count <= limits.leaf
    case (.inner(let a), .inner(let b)): a.count + b.count <= limits.fanout
    default: false
    }
  }

  private func merged(with next: Node) -> Node {
    switch (content, next.content) {
    case (.leaf(let a), .leaf(let b)): .leaf(a + b)
    case (.leaf(let a), .run): .leaf(a + Array(repeating: -1, count: next.count))
    case (.run, .leaf(let b)): .leaf(Array(repeating: -1, count: count) + b)
    case (.inner(let a), .inner(let b)): .inner(a + b)
    default: .run(count + next.count)
    }
  }

  /// A tree of siblings: one node, or two below a new one when they are too many.
  private static func joined(_ siblings: [Node], limits: Limits) -> Node {
    var children: [Node] = []
    children.reserveCapacity(siblings.count)
    for node in siblings {
      if let last = children.last, last.fits(node, limits) {
        children[children.count - 1] = last.joinedAtSeam(node, limits)
      } else {
        children.append(node)
      }
    }
    return children.count <= limits.fanout ? .inner(children) : .inner(split(children: children))
  }

  /// As ``merged(with:)``, and the two children that come to stand side by side are merged, too.
  private func joinedAtSeam(_ next: Node, _ limits: Limits) -> Node {
    guard case .inner(let a) = content, case .inner(let b) = next.content,
      let last = a.last, let first = b.first, last.fits(first, limits)
    else { return merged(with: next) }
    return .inner(a.dropLast() + [last.joinedAtSeam(first, limits)] + b.dropFirst())
  }
}
