import Synchronization

/// Memory of bitmaps that are gone, for those to come.
///
/// The system clears each page that a program touches for the first time, and a bitmap of a row is
/// tens of pages: giving memory back and getting it again was a tenth of what a lane did while
/// scrolling. Blocks are of whole steps, so that rows of nearly equal size can follow each other.
final class BitmapMemory: Sendable {
  static let shared = BitmapMemory(byteLimit: 4 << 20)

  /// Bytes that are kept at most while nobody uses them.
  let byteLimit: Int
  /// Smaller ones are as well off with the system's allocator.
  private static let step = 16 << 10

  private struct Store {
    var blocks: [Int: [Block]] = [:]
    var byteCount = 0
  }

  /// `@unchecked Sendable`: memory that nobody else refers to; it is handed over under the lock.
  private struct Block: @unchecked Sendable {
    let base: UnsafeMutablePointer<UInt32>
  }

  private let store = Mutex(Store())

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  deinit {
    store.withLock { store in
      for block in store.blocks.values.joined() { block.base.deallocate() }
    }
  }

  /// Bytes that a request really takes.
  static func rounded(_ bytes: Int) -> Int {
    bytes < step ? bytes : (bytes + step - 1) / step * step
  }

  /// Uncleared memory for so many bytes, to be given back with the same number.
  func allocate(_ bytes: Int) -> UnsafeMutablePointer<UInt32> {
    let size = Self.rounded(bytes)
    let kept = store.withLock { store -> Block? in
      guard let block = store.blocks[size]?.popLast() else { return nil }
      store.byteCount -= size
      return block
    }
    return kept?.base ?? .allocate(capacity: (size + 3) / 4)
  }

  func deallocate(_ base: UnsafeMutablePointer<UInt32>, _ bytes: Int) {
    let size = Self.rounded(bytes)
    let block = Block(base: base)
    let isKept = store.withLock { store in
      guard size >= Self.step, store.byteCount + size <= byteLimit else { return false }
      store.blocks[size, default: []].append(block)
      store.byteCount += size
      return true
    }
    if !isKept { base.deallocate() }
  }

  /// Bytes kept now.
  var byteCount: Int { store.withLock { $0.byteCount } }
}
