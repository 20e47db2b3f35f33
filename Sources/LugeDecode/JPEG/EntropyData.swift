import Glibc

/// The data of a scan, a stretch between two restart markers at a time, with the zeros removed that
/// follow each byte of ones.
struct EntropyData {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let storage: UnsafeMutableBufferPointer<UInt8>
  /// Of the restart marker that ends the stretch before; nil before the first.
  private var lastRestart: Int?

  /// - Parameter storage: at least as many bytes as there are from `start`, and ``BitReader/slack``.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int,
    storage: UnsafeMutableBufferPointer<UInt8>
  ) {
    self.bytes = bytes
    self.storage = storage
    position = start
  }

  /// The next stretch, valid until the one after it; nil when a marker stands there that does not
  /// belong.
  ///
  /// - Complexity: O(bytes of the stretch).
  mutating func next() -> BitReader? {
    guard let source = bytes.baseAddress, let target = storage.baseAddress else { return nil }
    if lastRestart != nil || position > 0 && isRestart(position) {
      guard isRestart(position) else { return nil }
      let number = Int(bytes[position + 1] & 7)
      guard let last = lastRestart, number == last else { return nil }
      position += 2
    }
    lastRestart = lastRestart.map { ($0 + 1) & 7 } ?? 0
    var count = 0
    while position < bytes.count {
      let found = memchr(source + position, 0xFF, bytes.count - position)
      let stop = found.map { source.distance(to: $0.assumingMemoryBound(to: UInt8.self)) }
      let run = (stop ?? bytes.count) - position
      guard count + run + 1 + BitReader.slack <= storage.count else { return nil }
      memcpy(target + count, source + position, run)
      count += run
      position += run
      guard position + 1 < bytes.count, bytes[position + 1] == 0 else { break }
      target[count] = 0xFF
      count += 1
      position += 2
    }
    memset(target + count, 0, BitReader.slack)
    return BitReader(target, count: count)
  }

  private func isRestart(_ place: Int) -> Bool {
    place + 1 < bytes.count && bytes[place] == 0xFF && bytes[place + 1] & 0xF8 == 0xD0
  }
}
