import LugeCore
import LugeTestSupport
import Testing

@Suite("Byte-limited cache") struct ByteLimitedCacheTests {
  @Test("Never holds more than the limit, and finds what it holds", arguments: 0..<8)
  func limit(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var cache = ByteLimitedCache<Int, Int>(byteLimit: 100)
    var costs: [Int: Int] = [:]
    for _ in 0..<2000 {
      let key = Int.random(in: 0..<40, using: &random)
      if Bool.random(using: &random) {
        let cost = Int.random(in: 0...120, using: &random)
        cache.insert(key * 7, for: key, cost: cost)
        costs[key] = cost
      } else if let value = cache.value(for: key) {
        #expect(value == key * 7)
      }
      #expect(cache.byteCount <= 100)
      let held = (0..<40).filter { cache.contains($0) }
      #expect(held.reduce(0) { $0 + (costs[$1] ?? 0) } == cache.byteCount)
      #expect(held.count == cache.count)
    }
  }

  @Test("What was used since gets a second chance")
  func secondChance() {
    var cache = ByteLimitedCache<String, Int>(byteLimit: 3)
    for (index, key) in ["a", "b", "c"].enumerated() { cache.insert(index, for: key, cost: 1) }
    _ = cache.value(for: "a")
    cache.insert(3, for: "d", cost: 1)
    #expect(cache.contains("a") && !cache.contains("b"))
    #expect(cache.evictions == 1)
  }

  @Test("Lowering the limit evicts at once")
  func lowering() {
    var cache = ByteLimitedCache<Int, Int>(byteLimit: 10)
    for key in 0..<10 { cache.insert(key, for: key, cost: 1) }
    cache.byteLimit = 4
    #expect(cache.count == 4 && cache.byteCount == 4)
  }

  @Test(
    "What makes room is told: what was inserted is held, replaced or was named once",
    arguments: 0..<4)
  func evicted(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var cache = ByteLimitedCache<Int, Int>(byteLimit: 100)
    var held: [Int: Int] = [:]
    for value in 0..<2000 {
      let key = Int.random(in: 0..<40, using: &random)
      held[key] = nil
      cache.insert(value, for: key, cost: .random(in: 0...120, using: &random)) {
        #expect(held.removeValue(forKey: $0) == $1)
      }
      if cache.contains(key) { held[key] = value }
      #expect(held.count == cache.count)
      #expect(held.allSatisfy { cache.value(for: $0.key) == $0.value })
    }
    #expect(cache.evictions > 100)
  }
}
