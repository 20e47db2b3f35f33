import LugeCore

/// The next state of a list, with the changes that lead to it.
struct PendingUpdate {
  var provider: any RowProvider
  var changes: [ListChange]
  var options: UpdateOptions
  /// Closure that runs within the frame that applied the update.
  var completion: (() -> Void)?
}

extension PendingUpdate {
  enum EffectAtEnd { case appends, grows, none }

  /// Returns the update's effect on an item near the list's end.
  ///
  /// - Parameter position: the item's position after the update.
  func effect(at position: Int) -> EffectAtEnd {
    // Follow the item's position backwards through the changes.
    var last = position
    var effect = EffectAtEnd.none
    for change in changes.reversed() {
      switch change {
      case .insert(let count, let at):
        if at <= last, last < at + count { return .appends }
        if at + count <= last { last -= count }
      case .remove(let range): if range.lowerBound <= last { last += range.count }
      case .reload(let range): if range.contains(last) { effect = .grows }
      case .move(let from, let to):
        if last == to {
          last = from
        } else {
          if last > to { last -= 1 }
          if from <= last { last += 1 }
        }
      }
    }
    return effect
  }

  /// Joins a later update to this one; its changes count in the state after this one's.
  mutating func fold(_ later: PendingUpdate) {
    provider = later.provider
    changes += later.changes
    options = options.merged(with: later.options, changes: later.changes)
    let (first, second) = (completion, later.completion)
    if let second {
      completion = {
        first?()
        second()
      }
    }
  }
}

/// An update from a feed to the engine.
struct FedUpdate: Sendable {
  let provider: any RowProvider
  let changes: [ListChange]
  let options: UpdateOptions
  let completion: @Sendable () -> Void
}
