// Splits trees and joins them. Siblings that fit into one node are merged, so nodes are at least
// half full on average. This bounds memory per item, whatever edits were made.
//
// ``HeightIndex/Node/concatenated(_:limits:)`` joins two trees of any height; the private functions
// below it join nodes of one level.

extension HeightIndex.Node {
  /// Returns the trees of the items before a position and from it on.
  ///
  /// - Complexity: O(log n).
  func split(at position: Int, limits: Limits) -> (Node, Node) {
    if position == 0 { return (.unmeasured(0), self) }
    if position == count { return (self, .unmeasured(0)) }
    switch content {
    case .unmeasured:
      return (.unmeasured(position), .unmeasured(count - position))
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
      let before = index == 0 ? Node.unmeasured(0) : .inner(Array(children[..<index]))
      let after =
        index + 1 == children.count ? Node.unmeasured(0) : .inner(Array(children[(index + 1)...]))
      return (
        before.concatenated(a, limits: limits), b.concatenated(after, limits: limits)
      )
    }
  }

  /// Returns a tree of this one's items followed by the other's.
  ///
  /// - Complexity: O(difference of the levels).
  func concatenated(_ other: Node, limits: Limits) -> Node {
    if count == 0 { return other }
    if other.count == 0 { return self }
    if level == other.level {
      if level > 0 { return Node.makeNode(ofSiblings: children + other.children, limits: limits) }
      return fits(other, limits) ? mergedIntoOneNode(with: other) : .inner([self, other])
    }
    // The lower tree goes into the outermost child of the higher one. The result may be on the
    // child's level, above it (it grew), or below it (all of it fits into fewer nodes).
    if level > other.level {
      let last = children[children.count - 1].concatenated(other, limits: limits)
      let head = Array(children.dropLast())
      switch last.level {
      case level: return Node.makeNode(ofSiblings: head + last.children, limits: limits)
      case level - 1: return Node.makeNode(ofSiblings: head + [last], limits: limits)
      default:
        return Node.makeNode(ofSiblings: head, limits: limits).concatenated(last, limits: limits)
      }
    }
    // Mirror image of the above.
    let first = concatenated(other.children[0], limits: limits)
    let tail = Array(other.children.dropFirst())
    switch first.level {
    case other.level: return Node.makeNode(ofSiblings: first.children + tail, limits: limits)
    case other.level - 1: return Node.makeNode(ofSiblings: [first] + tail, limits: limits)
    default:
      return first.concatenated(Node.makeNode(ofSiblings: tail, limits: limits), limits: limits)
    }
  }

  /// Whether one node can hold the items of both. Short unmeasured stretches become entries of a
  /// leaf.
  func fits(_ next: Node, _ limits: Limits) -> Bool {
    switch (content, next.content) {
    case (.unmeasured, .unmeasured): true
    case (.leaf, .leaf): count + next.count <= limits.leaf
    case (.leaf, .unmeasured):
      next.count <= limits.shortStretch && count + next.count <= limits.leaf
    case (.unmeasured, .leaf): count <= limits.shortStretch && count + next.count <= limits.leaf
    case (.inner(let a), .inner(let b)): a.count + b.count <= limits.fanout
    default: false
    }
  }

  /// Returns one node with the items of both, which have to fit.
  private func mergedIntoOneNode(with next: Node) -> Node {
    switch (content, next.content) {
    case (.leaf(let a), .leaf(let b)): .leaf(a + b)
    case (.leaf(let a), .unmeasured): .leaf(a + Array(repeating: -1, count: next.count))
    case (.unmeasured, .leaf(let b)): .leaf(Array(repeating: -1, count: count) + b)
    case (.inner(let a), .inner(let b)): .inner(a + b)
    default: .unmeasured(count + next.count)
    }
  }

  /// Returns a tree of siblings on one level: one node, or two below a new one when they are too
  /// many.
  private static func makeNode(ofSiblings siblings: [Node], limits: Limits) -> Node {
    var children: [Node] = []
    children.reserveCapacity(siblings.count)
    for node in siblings {
      if let last = children.last, last.fits(node, limits) {
        children[children.count - 1] = last.mergedRecursively(with: node, limits)
      } else {
        children.append(node)
      }
    }
    return children.count <= limits.fanout ? .inner(children) : .inner(split(children: children))
  }

  /// Returns the same as ``mergedIntoOneNode(with:)``, but also merges the two children that become
  /// neighbours, down to the leaves.
  private func mergedRecursively(with next: Node, _ limits: Limits) -> Node {
    guard case .inner(let a) = content, case .inner(let b) = next.content,
      let last = a.last, let first = b.first, last.fits(first, limits)
    else { return mergedIntoOneNode(with: next) }
    return .inner(a.dropLast() + [last.mergedRecursively(with: first, limits)] + b.dropFirst())
  }
}
