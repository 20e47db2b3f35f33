/// A cache with a byte limit that evicts by second chance (the clock algorithm; Corbató, "A Paging
/// Experiment with the Multics System", 1968): a hit sets a flag instead of moving an entry in a
/// list.
///
/// Inlinable, because it is used many times a frame, and unspecialised generic code from another
/// module is slow. Not thread-safe: it belongs to one thread or actor.
public struct ByteLimitedCache<Key: Hashable, Value> {
  @usableFromInline struct Slot {
    @usableFromInline var key: Key
    @usableFromInline var value: Value
    @usableFromInline var cost: Int
    @usableFromInline var wasUsed: Bool

    @inlinable init(key: Key, value: Value, cost: Int, wasUsed: Bool) {
      self.key = key
      self.value = value
      self.cost = cost
      self.wasUsed = wasUsed
    }
  }

  @usableFromInline var slots: [Slot?] = []
  @usableFromInline var free: [Int] = []
  @usableFromInline var places: [Key: Int] = [:]
  @usableFromInline var hand = 0
  @usableFromInline var bytesHeld = 0
  @usableFromInline var evicted = 0

  /// Maximum number of bytes; lowering it evicts at once.
  public var byteLimit: Int { didSet { evict(toFit: 0) } }
  /// Bytes of all values in the cache.
  @inlinable public var byteCount: Int { bytesHeld }
  /// Number of values evicted to stay within the limit.
  @inlinable public var evictions: Int { evicted }

  @inlinable public init(byteLimit: Int) { self.byteLimit = byteLimit }

  @inlinable public var count: Int { places.count }

  /// Returns the value and marks it as used; nil when it is not in the cache.
  ///
  /// - Complexity: O(1).
  @inlinable public mutating func value(for key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    slots[place]?.wasUsed = true
    return slots[place]?.value
  }

  @inlinable public func contains(_ key: Key) -> Bool { places[key] != nil }

  /// Stores a value in place of the previous one. If it is larger than the limit, the key is left
  /// without a value.
  ///
  /// - Parameters:
  ///   - cost: bytes of the value.
  ///   - isUsed: whether it is marked as used from the start; used values are kept longer.
  ///   - onEvict: called with each value evicted to make room for this one; not with one that this
  ///     value replaces, nor when the limit is lowered.
  /// - Complexity: amortised O(1).
  @inlinable public mutating func insert(
    _ value: Value, for key: Key, cost: Int, isUsed: Bool = false,
    onEvict: (Key, Value) -> Void = { _, _ in }
  ) {
    remove(key)
    guard cost <= byteLimit else { return }
    evict(toFit: cost, onEvict)
    let slot = Slot(key: key, value: value, cost: cost, wasUsed: isUsed)
    let place: Int
    if let reused = free.popLast() {
      place = reused
      slots[place] = slot
    } else {
      place = slots.count
      slots.append(slot)
    }
    places[key] = place
    bytesHeld += cost
  }

  @discardableResult @inlinable
  public mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key), let slot = slots[place] else { return nil }
    slots[place] = nil
    free.append(place)
    bytesHeld -= slot.cost
    return slot.value
  }

  @inlinable public mutating func removeAll() {
    slots = []
    free = []
    places = [:]
    hand = 0
    bytesHeld = 0
  }

  @inlinable mutating func evict(
    toFit cost: Int, _ onEvict: (Key, Value) -> Void = { _, _ in }
  ) {
    while bytesHeld + cost > byteLimit, !places.isEmpty {
      if hand >= slots.count { hand = 0 }
      // Only the flag is changed in a slot that stays.
      if let wasUsed = slots[hand]?.wasUsed {
        if wasUsed {
          slots[hand]?.wasUsed = false
        } else if let key = slots[hand]?.key {
          let value = remove(key)
          evicted += 1
          if let value { onEvict(key, value) }
        }
      }
      hand += 1
    }
  }
}
