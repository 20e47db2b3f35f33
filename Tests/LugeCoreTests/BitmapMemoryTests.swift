import LugeTestSupport
import Testing

@testable import LugeCore

@Suite("Bitmap memory")
struct BitmapMemoryTests {
  @Test("What is given back is taken by the next of about its size")
  func reuse() {
    let memory = BitmapMemory(byteLimit: 1 << 20)
    let first = memory.allocate(100_000)
    memory.deallocate(first, 100_000)
    #expect(memory.byteCount == BitmapMemory.rounded(100_000))
    let second = memory.allocate(99_000)
    #expect(second == first && memory.byteCount == 0)
    let third = memory.allocate(100_000)
    #expect(third != first)
    memory.deallocate(second, 99_000)
    memory.deallocate(third, 100_000)
  }

  @Test("Random bitmaps never share memory, and no more is kept than the limit")
  func random() {
    var random = SeededGenerator(seed: 1)
    let memory = BitmapMemory(byteLimit: 200_000)
    var live: [(base: UnsafeMutablePointer<UInt32>, bytes: Int)] = []
    var most = 0
    for _ in 0..<2000 {
      if live.count < 12, Bool.random(using: &random) {
        let bytes = 4 * Int.random(in: 1...16_000, using: &random)
        let base = memory.allocate(bytes)
        base.update(repeating: UInt32(bytes), count: bytes / 4)
        live.append((base, bytes))
      } else if !live.isEmpty {
        let (base, bytes) = live.remove(at: Int.random(in: live.indices, using: &random))
        let isOwn = base[0] == UInt32(bytes) && base[bytes / 4 - 1] == UInt32(bytes)
        #expect(isOwn)
        memory.deallocate(base, bytes)
      }
      most = max(most, memory.byteCount)
    }
    #expect(most > 100_000 && most <= 200_000)
    for (base, bytes) in live { memory.deallocate(base, bytes) }
  }

  @Test("Memory is rounded up, never down", arguments: [4, 100, 16_383, 16_384, 16_385, 1_000_000])
  func sizes(bytes: Int) {
    #expect(BitmapMemory.rounded(bytes) >= bytes)
    #expect(BitmapMemory.rounded(bytes) < bytes + 16_384)
  }
}
