/// The changes from one state of a list to another, found by the items' identifiers.
///
/// Equal beginnings and ends are skipped. The rest is matched by a table of identifiers, each of
/// which occurs once on either side (Paul Heckel: "A technique for isolating differences between
/// files", Communications of the ACM 21(4), 1978). Matched items that follow one another on both
/// sides are one block; the sequence of blocks in common order with the greatest weight stays where
/// it is, and the rest moves. So one item taken from the end to the start is one move.
///
/// Identifiers that occur twice on one side are not matched: those items are removed and inserted.
public struct KeyedDiff: Sendable {
  /// Changes, to be applied in this order: removals from the last to the first, moves, insertions
  /// from the first to the last, reloads.
  public private(set) var changes: [ListChange] = []
  public private(set) var insertedCount = 0
  public private(set) var removedCount = 0
  public private(set) var movedCount = 0

  /// - Parameters:
  ///   - moveLimit: with more moves than this (as after sorting a list), moved items count as
  ///     removed and inserted.
  ///   - movers: items known to have been moved. When two neighbours changed places, either could
  ///     have moved; these are moved, and the others stay.
  ///   - reader: the item that the user looks at. If equally many items would move either way, it
  ///     stays.
  /// - Complexity: O(n + b log b + m log n) for n items, b blocks and m moves; b is at most 2m + 1
  ///   and 0 unless something moved.
  public init(
    from old: [ItemKey], to new: [ItemKey], moveLimit: Int = 512, movers: Set<ItemID> = [],
    reader: ItemID? = nil
  ) {
    var prefix = 0
    while prefix < old.count, prefix < new.count, old[prefix].id == new[prefix].id { prefix += 1 }
    var suffix = 0
    while suffix < old.count - prefix, suffix < new.count - prefix,
      old[old.count - 1 - suffix].id == new[new.count - 1 - suffix].id
    {
      suffix += 1
    }
    var match = DiffMatch(
      old: old[prefix..<old.count - suffix], new: new[prefix..<new.count - suffix])
    var moves = match.moves { position in
      let id = new[prefix + position].id
      return movers.contains(id) ? .light : id == reader ? .ofReader : .settled
    }
    if moves.count > moveLimit {
      match.unmatch(moves)
      moves = []
    }
    remove(match.newOfOld, offset: prefix)
    changes += match.steps(for: moves, offset: prefix)
    movedCount = moves.count
    insert(match.oldOfNew, offset: prefix)
    reload(old, new, match, prefix: prefix, suffix: suffix)
  }

  private mutating func remove(_ newOfOld: [Int], offset: Int) {
    var end = newOfOld.count
    while end > 0 {
      guard newOfOld[end - 1] < 0 else {
        end -= 1
        continue
      }
      var start = end - 1
      while start > 0, newOfOld[start - 1] < 0 { start -= 1 }
      changes.append(.remove(offset + start..<offset + end))
      removedCount += end - start
      end = start
    }
  }

  private mutating func insert(_ oldOfNew: [Int], offset: Int) {
    var start = 0
    while start < oldOfNew.count {
      guard oldOfNew[start] < 0 else {
        start += 1
        continue
      }
      var end = start + 1
      while end < oldOfNew.count, oldOfNew[end] < 0 { end += 1 }
      changes.append(.insert(count: end - start, at: offset + start))
      insertedCount += end - start
      start = end
    }
  }

  private mutating func reload(
    _ old: [ItemKey], _ new: [ItemKey], _ match: DiffMatch, prefix: Int, suffix: Int
  ) {
    func source(_ position: Int) -> Int? {
      if position < prefix { return position }
      if position >= new.count - suffix { return old.count - (new.count - position) }
      let found = match.oldOfNew[position - prefix]
      return found < 0 ? nil : prefix + found
    }
    var start: Int?
    for position in 0...new.count {
      let isOther =
        position < new.count
        && source(position).map { old[$0].revision != new[position].revision } ?? false
      if isOther {
        if start == nil { start = position }
      } else if let first = start {
        changes.append(.reload(first..<position))
        start = nil
      }
    }
  }
}
