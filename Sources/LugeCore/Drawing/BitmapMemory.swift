import Synchronization

/// Memory of bitmaps that are gone, for those to come.
///
/// The system clears each page that a program touches for the first time, and a bitmap of a row is
/// tens of pages: 144 KB of new memory took 80 µs to write where memory that had been used before
/// took 1.4 µs, more than drawing most rows into it. Blocks are of whole steps, and one that is up
/// to a half too large is better than a new one.
final class BitmapMemory: Sendable {
  static let shared = BitmapMemory(byteLimit: 4 << 20)

  /// Bytes that are kept at most while nobody uses them.
  let byteLimit: Int
  /// Smaller ones are as well off with the system's allocator.
  private static let step = 16 << 10

  private struct Store {
    /// By their size in steps.
    var blocks: [[Pixels]] = []
    var byteCount = 0

    mutating func take(_ steps: Range<Int>) -> (Pixels, steps: Int)? {
      for size in steps.clamped(to: 0..<blocks.count) {
        if let block = blocks[size].popLast() { return (block, size) }
      }
      return nil
    }
  }

  /// `@unchecked Sendable`: memory that nobody else refers to; it is handed over under the lock.
  private struct Pixels: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt32>
  }

  /// Memory, and how many bytes it has.
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

  /// Bytes that a request takes at least.
  static func rounded(_ bytes: Int) -> Int {
    bytes < step ? bytes : (bytes + step - 1) / step * step
  }

  /// Uncleared memory for at least so many bytes, to be given back as it is.
  ///
  /// - Complexity: O(1): looks at as many lists as half the request has steps.
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

  /// Bytes kept now.
  var byteCount: Int { store.withLock { $0.byteCount } }
}
