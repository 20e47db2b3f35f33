import Synchronization

/// Keeps the memory of released bitmaps for new ones.
///
/// The system clears each page that a program touches for the first time, and a row's bitmap is
/// tens of pages: writing to new memory takes longer than drawing most rows. Sizes are rounded up,
/// and a block that is up to a half too large is better than a new one.
final class BitmapMemory: Sendable {
  static let shared = BitmapMemory(byteLimit: 4 << 20)

  /// Maximum bytes of unused memory.
  let byteLimit: Int
  /// Granularity of block sizes in bytes. Requests below it go to the system's allocator.
  private static let step = 16 << 10

  private struct Store {
    /// Free blocks by their size in steps.
    var blocks: [[Pixels]] = []
    var byteCount = 0

    mutating func take(_ steps: Range<Int>) -> (Pixels, steps: Int)? {
      for size in steps.clamped(to: 0..<blocks.count) {
        if let block = blocks[size].popLast() { return (block, size) }
      }
      return nil
    }
  }

  /// `@unchecked Sendable`: memory without other references; passed on under the lock.
  private struct Pixels: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt32>
  }

  /// A block of memory with its size in bytes.
  struct Block {
    let base: UnsafeMutablePointer<UInt32>
    let byteCount: Int
  }

  private let store = Mutex(Store())

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  deinit {
    store.withLock { store in
      for pixels in store.blocks.joined() { pixels.base.deallocate() }
    }
  }

  /// Returns the number of bytes that a request is rounded up to.
  static func rounded(_ bytes: Int) -> Int {
    bytes < step ? bytes : (bytes + step - 1) / step * step
  }

  /// Returns memory that is not cleared, of at least this many bytes.
  ///
  /// - Complexity: O(bytes / `step`): looks for unused blocks up to one and a half times as large.
  func allocate(_ bytes: Int) -> Block {
    let size = Self.rounded(bytes)
    let steps = size / Self.step
    if steps > 0 {
      let kept = store.withLock { store -> (Pixels, steps: Int)? in
        guard let found = store.take(steps..<steps + steps / 2 + 1) else { return nil }
        store.byteCount -= found.steps * Self.step
        return found
      }
      if let kept { return Block(base: kept.0.base, byteCount: kept.steps * Self.step) }
    }
    return Block(base: .allocate(capacity: (size + 3) / 4), byteCount: size)
  }

  func deallocate(_ block: Block) {
    let pixels = Pixels(base: block.base)
    let (size, steps) = (block.byteCount, block.byteCount / Self.step)
    let isKept = store.withLock { store in
      guard steps > 0, store.byteCount + size <= byteLimit else { return false }
      while store.blocks.count <= steps { store.blocks.append([]) }
      store.blocks[steps].append(pixels)
      store.byteCount += size
      return true
    }
    if !isKept { block.base.deallocate() }
  }

  /// Bytes of unused memory now.
  var byteCount: Int { store.withLock { $0.byteCount } }
}
