import LugeTestSupport
import Testing

@testable import LugeCore

@Suite("Bitmap memory")
struct BitmapMemoryTests {
  @Test("What is given back is taken by the next of about its size")
  func reuse() {
    let memory = BitmapMemory(byteLimit: 1 << 20)
    let first = memory.allocate(100_000)
    memory.deallocate(first)
    #expect(memory.byteCount == BitmapMemory.rounded(100_000))
    let second = memory.allocate(99_000)
    #expect(second.base == first.base && memory.byteCount == 0)
    let third = memory.allocate(100_000)
    #expect(third.base != first.base)
    memory.deallocate(second)
    memory.deallocate(third)
  }

  @Test("A block that is a half too large is taken, one twice as large is not")
  func largerBlocks() {
    let memory = BitmapMemory(byteLimit: 1 << 20)
    let large = memory.allocate(160_000)
    memory.deallocate(large)
    let half = memory.allocate(80_000)
    #expect(half.base != large.base && memory.byteCount == large.byteCount)
    let near = memory.allocate(115_000)
    #expect(near.base == large.base && near.byteCount == large.byteCount)
    memory.deallocate(half)
    memory.deallocate(near)
    #expect(memory.byteCount == half.byteCount + near.byteCount)
  }

  @Test("Random bitmaps never share memory, and no more is kept than the limit")
  func random() {
    var random = SeededGenerator(seed: 1)
    let memory = BitmapMemory(byteLimit: 200_000)
    var live: [(block: BitmapMemory.Block, bytes: Int)] = []
    var most = 0
    for _ in 0..<2000 {
      if live.count < 12, Bool.random(using: &random) {
        let bytes = 4 * Int.random(in: 1...16_000, using: &random)
        let block = memory.allocate(bytes)
        #expect(block.byteCount >= bytes)
        block.base.update(repeating: UInt32(bytes), count: bytes / 4)
        live.append((block, bytes))
      } else if !live.isEmpty {
        let (block, bytes) = live.remove(at: Int.random(in: live.indices, using: &random))
        let isOwn =
          block.base[0] == UInt32(bytes) && block.base[bytes / 4 - 1] == UInt32(bytes)
        #expect(isOwn)
        memory.deallocate(block)
      }
      most = max(most, memory.byteCount)
    }
    #expect(most > 100_000 && most <= 200_000)
    for (block, _) in live { memory.deallocate(block) }
  }

  @Test("Memory is rounded up, never down", arguments: [4, 100, 16_383, 16_384, 16_385, 1_000_000])
  func sizes(bytes: Int) {
    #expect(BitmapMemory.rounded(bytes) >= bytes)
    #expect(BitmapMemory.rounded(bytes) < bytes + 16_384)
  }
}
