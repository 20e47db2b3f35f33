import LugeChat
import LugeCore
import LugeEngine
import LugeSamples

/// Changes a conversation at a steady rate, always in the same way for a seed, and does the same
/// with a plain array, which the list has to equal at the end.
struct Storm {
  private let texts: LabMessages
  /// Expected list, by the numbers of its messages.
  private(set) var ids: [Int]
  private(set) var inserts = 0
  private(set) var edits = 0
  private(set) var deletes = 0
  private(set) var moves = 0
  private let insertsPerSecond: Int
  private var random: Xoshiro256
  private var nextID: Int
  private var nextOther = 0
  private var revisions: [Int: UInt64] = [:]
  /// Changes that were passed to the feed and not applied yet, with their requests' numbers; and
  /// those that were not passed to it yet.
  private var underWay: [(item: ItemID, change: DriftJudge.Changes, request: Int)] = []
  private var named: [(item: ItemID, change: DriftJudge.Changes)] = []

  init(texts: LabMessages, ids: [Int], insertsPerSecond: Int, seed: UInt64) {
    self.texts = texts
    self.ids = ids
    self.insertsPerSecond = insertsPerSecond
    random = Xoshiro256(seed: seed)
    nextID = (ids.max() ?? 0) + 1
  }

  /// Applies the changes that are due: inserts at both ends in turn; 20 edits, 10 deletions and 10
  /// moves a second, two thirds of them where the user looks.
  ///
  /// - Parameter visible: identifiers of the items in view.
  mutating func blow<Factory: RowFactory>(
    until time: Double, near visible: [ItemID], into feed: ListFeed<ChatMessage, Factory>
  ) {
    var changes: [KeyedChange<ChatMessage>] = []
    while Double(inserts) < time * Double(insertsPerSecond) {
      let message = texts.message(nextID)
      if inserts % 2 == 0 {
        changes.append(.append([message]))
        ids.append(nextID)
      } else {
        changes.append(.insert([message], after: nil))
        ids.insert(nextID, at: 0)
      }
      nextID += 1
      inserts += 1
    }
    while Double(nextOther) < time * 40 {
      changes += other(nextOther % 4, near: visible)
      nextOther += 1
    }
    // The changes count as those of other users, which do not make the list scroll.
    guard !changes.isEmpty else { return }
    let request = feed.apply(changes, options: UpdateOptions(isAnimated: true))
    underWay += named.map { ($0.item, $0.change, request) }
    named = []
  }

  /// Returns and forgets the changes applied since the last call; call it once a frame.
  mutating func takeApplied<Factory: RowFactory>(
    from feed: ListFeed<ChatMessage, Factory>
  ) -> [ItemID: DriftJudge.Changes] {
    var applied: [ItemID: DriftJudge.Changes] = [:]
    underWay.removeAll { entry in
      guard feed.isApplied(entry.request) else { return false }
      applied[entry.item, default: []].formUnion(entry.change)
      return true
    }
    return applied
  }

  private mutating func other(
    _ kind: Int, near visible: [ItemID]
  ) -> [KeyedChange<ChatMessage>] {
    guard let place = pick(near: visible) else { return [] }
    let id = ids[place]
    let name = ItemID(Int64(id))
    named.append((name, kind % 2 == 0 ? .edited : kind == 1 ? .deleted : .moved))
    switch kind {
    case 0, 2:
      edits += 1
      revisions[id, default: 0] += 1
      return [.replace(texts.message(id, revision: revisions[id] ?? 1))]
    case 1:
      deletes += 1
      ids.remove(at: place)
      return [.remove([name])]
    default:
      moves += 1
      ids.remove(at: place)
      let at = min(max(0, place + random.within(-6...6)), ids.count)
      ids.insert(id, at: at)
      return [.move(name, after: at == 0 ? nil : ItemID(Int64(ids[at - 1])))]
    }
  }

  private mutating func pick(near visible: [ItemID]) -> Int? {
    guard !ids.isEmpty else { return nil }
    if random.below(3) > 0, let name = random.pick(visible),
      let place = ids.firstIndex(of: Int(name.rawValue))
    {
      return place
    }
    return random.below(ids.count)
  }
}
