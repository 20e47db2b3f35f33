/// A cache with a byte limit that evicts by second chance (the clock algorithm; Corbató, "A Paging
/// Experiment with the Multics System", 1968): a hit costs a flag, not a move in a list.
///
/// Not thread-safe: it belongs to one thread or actor.
public struct ByteLimitedCache<Key: Hashable, Value> {
  private struct Slot {
    var key: Key
    var value: Value
    var cost: Int
    var wasUsed: Bool
  }

  private var slots: [Slot?] = []
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var hand = 0

  /// The most bytes the cache holds; lowering it evicts at once.
  public var byteLimit: Int { didSet { evict(toFit: 0) } }
  /// Bytes held now.
  public private(set) var byteCount = 0
  /// How many values were dropped to stay within the limit.
  public private(set) var evictions = 0

  public init(byteLimit: Int) { self.byteLimit = byteLimit }

  public var count: Int { places.count }

  /// The value, which counts as used.
  ///
  /// - Complexity: O(1).
  public mutating func value(for key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    slots[place]?.wasUsed = true
    return slots[place]?.value
  }

  public func contains(_ key: Key) -> Bool { places[key] != nil }

  /// Stores a value; one that is larger than the whole limit is not kept.
  ///
  /// - Complexity: amortised O(1).
  public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    remove(key)
    guard cost <= byteLimit else { return }
    evict(toFit: cost)
    let slot = Slot(key: key, value: value, cost: cost, wasUsed: false)
    let place: Int
    if let reused = free.popLast() {
      place = reused
      slots[place] = slot
    } else {
      place = slots.count
      slots.append(slot)
    }
    places[key] = place
    byteCount += cost
  }

  @discardableResult
  public mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key), let slot = slots[place] else { return nil }
    slots[place] = nil
    free.append(place)
    byteCount -= slot.cost
    return slot.value
  }

  public mutating func removeAll() {
    slots = []
    free = []
    places = [:]
    hand = 0
    byteCount = 0
  }

  private mutating func evict(toFit cost: Int) {
    while byteCount + cost > byteLimit, !places.isEmpty {
      if hand >= slots.count { hand = 0 }
      if let slot = slots[hand] {
        if slot.wasUsed {
          slots[hand]?.wasUsed = false
        } else {
          remove(slot.key)
          evictions += 1
        }
      }
      hand += 1
    }
  }
}
