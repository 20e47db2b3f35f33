import LugeTestSupport
import Testing

@testable import LugeCore

@Suite("Diff by keys") struct KeyedDiffTests {
  /// What the steps make of the old state: inserted and reloaded places take the new state's
  /// content afterwards, all else has to be there already.
  private func apply(_ changes: [ListChange], to old: [ItemKey], new: [ItemKey]) -> [ItemKey] {
    var list: [ItemKey?] = old
    var reloaded: Set<Int> = []
    for change in changes {
      switch change {
      case .insert(let count, let at):
        list.insert(contentsOf: Array(repeating: nil, count: count), at: at)
      case .remove(let range): list.removeSubrange(range)
      case .move(let from, let to): list.insert(list.remove(at: from), at: to)
      case .reload(let range): reloaded.formUnion(range)
      }
    }
    return list.enumerated().map { position, key in
      guard let key, !reloaded.contains(position) else { return new[position] }
      return key
    }
  }

  private func keys(_ ids: [Int]) -> [ItemKey] { ids.map { ItemKey(id: ItemID(Int64($0))) } }

  @Test("Where as many would move either way, what the reader looks at stays", arguments: 0..<50)
  func ties(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (before, length, after) = (
      Int.random(in: 0...5, using: &random), Int.random(in: 1...6, using: &random),
      Int.random(in: 0...5, using: &random)
    )
    let (first, second) = (0..<length, length..<2 * length)
    let head = keys(Array(100..<100 + before))
    let tail = keys(Array(200..<200 + after))
    let old = head + keys(Array(first)) + keys(Array(second)) + tail
    let new = head + keys(Array(second)) + keys(Array(first)) + tail
    for reader in 0..<2 * length {
      let id = ItemID(Int64(reader))
      let diff = KeyedDiff(from: old, to: new, reader: id)
      #expect(apply(diff.changes, to: old, new: new) == new)
      // Followed through all steps, it is never the one that is taken out.
      var place = before + reader
      for change in diff.changes {
        guard case .move(let from, let to) = change else {
          Issue.record("\(change)")
          continue
        }
        #expect(from != place)
        if from < place { place -= 1 }
        if to <= place { place += 1 }
      }
      #expect(new[place].id == id)
    }
  }

  @Test("Random states: the steps lead from one to the other", arguments: 0..<40)
  func random(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var state = keys(Array(0..<Int.random(in: 0...80, using: &random)))
    var nextID = 1000
    for _ in 0..<40 {
      var new = state
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let at = Int.random(in: 0...new.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          new.insert(ItemKey(id: ItemID(Int64(nextID))), at: at)
          nextID += 1
        case 1 where !new.isEmpty: new.remove(at: min(at, new.count - 1))
        case 2 where !new.isEmpty:
          let taken = new.remove(at: Int.random(in: 0..<new.count, using: &random))
          new.insert(taken, at: min(at, new.count))
        case 3 where at < new.count:
          new[at].revision = Revision(.random(in: 1...9, using: &random))
        default: break
        }
      }
      if seed % 7 == 0, Bool.random(using: &random) { new.shuffle(using: &random) }
      let limit = seed % 3 == 0 ? 2 : 512
      let diff = KeyedDiff(from: state, to: new, moveLimit: limit)
      #expect(apply(diff.changes, to: state, new: new) == new)
      #expect(state.count - diff.removedCount + diff.insertedCount == new.count)
      #expect(diff.movedCount <= limit)
      state = new
    }
  }

  @Test("Nothing more than needed: what stays is not touched", arguments: 0..<20)
  func minimal(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let old = Array(0..<200)
    let from = Int.random(in: 0..<200, using: &random)
    var new = old
    let to = Int.random(in: 0..<200, using: &random)
    new.insert(new.remove(at: from), at: to)
    let diff = KeyedDiff(from: keys(old), to: keys(new))
    // Neighbours that change places are one move, whichever of the two is taken.
    #expect(diff.changes.count == (from == to ? 0 : 1))
    #expect(diff.insertedCount == 0 && diff.removedCount == 0)
  }

  @Test("Of neighbours that changed places, the one known to have been moved moves")
  func movers() {
    let (old, new) = (keys([0, 1, 2, 3, 4, 5]), keys([0, 2, 3, 1, 4, 5]))
    let swapped = keys([0, 2, 1, 3, 4, 5])
    #expect(
      KeyedDiff(from: old, to: swapped, movers: [ItemID(1)]).changes == [.move(from: 1, to: 2)])
    #expect(
      KeyedDiff(from: old, to: swapped, movers: [ItemID(2)]).changes == [.move(from: 2, to: 1)])
    // Two that were moved together over one that was not.
    #expect(
      KeyedDiff(from: old, to: new, movers: [ItemID(2), ItemID(3)]).changes
        == [.move(from: 2, to: 1), .move(from: 3, to: 2)])
  }

  @Test("A block that moves counts each of its items once; the heavier side stays")
  func block() {
    let new = Array(150..<200) + Array(0..<150)
    let diff = KeyedDiff(from: keys(Array(0..<200)), to: keys(new))
    #expect(diff.movedCount == 50)
    #expect(apply(diff.changes, to: keys(Array(0..<200)), new: keys(new)) == keys(new))
  }

  @Test("Equal states, empty ones, and names that occur twice")
  func edges() {
    let some = keys([1, 2, 3])
    #expect(KeyedDiff(from: some, to: some).changes.isEmpty)
    #expect(KeyedDiff(from: [], to: some).changes == [.insert(count: 3, at: 0)])
    #expect(KeyedDiff(from: some, to: []).changes == [.remove(0..<3)])
    for (a, b) in [
      ([1, 1, 2], [2, 1]), ([2, 1], [1, 2, 1]), ([4, 4, 4], [4, 4]), ([], [7, 7]),
    ] {
      let (old, new) = (keys(a), keys(b))
      #expect(apply(KeyedDiff(from: old, to: new).changes, to: old, new: new) == new)
    }
  }

  @Test("Only the revision differs: a reload of just those")
  func reloads() {
    let old = keys(Array(0..<10))
    var new = old
    for position in [2, 3, 8] { new[position].revision = Revision(5) }
    #expect(KeyedDiff(from: old, to: new).changes == [.reload(2..<4), .reload(8..<9)])
  }
}
