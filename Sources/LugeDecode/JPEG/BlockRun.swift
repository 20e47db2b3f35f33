/// Reads runs of blocks for the differences that they begin with.
///
/// A step is a look-up, and all steps are alike: whether a block has ended is computed, not asked.
/// Asking costs a mispredicted branch a block, which took as long as all look-ups together. What a
/// look-up does not tell (a long code, a block whose last coefficient is not zero) is the one
/// exception.
final class BlockRun {
  /// A block of an MCU. What changes at its end is written as differences, which a mask lets through
  /// or not.
  private struct Block {
    /// Where its table stands, and how far from it the one for the next difference.
    let others: Int
    let toNextDifferences: Int
    /// How far the next block is in the circle of blocks.
    let toNext: Int
    let number: Int
  }

  /// Its codes, for the exceptions.
  typealias Codes = (difference: HuffmanCode, other: HuffmanCode)

  private let blocks: UnsafeMutablePointer<Block>
  private let first: Int
  private let tables: UnsafeMutablePointer<UInt32>
  private let codes: [Codes]

  /// - Parameters:
  ///   - places: of the two tables of each block of an MCU, among all tables.
  ///   - codes: of each block.
  init(_ places: [(differences: Int, others: Int)], codes: [Codes], tables all: [UInt32]) {
    self.codes = codes
    tables = .allocate(capacity: max(1, all.count))
    tables.initialize(repeating: 0, count: max(1, all.count))
    for (index, entry) in all.enumerated() { tables[index] = entry }
    blocks = .allocate(capacity: max(1, places.count))
    for (index, place) in places.enumerated() {
      let after = (index + 1) % places.count
      (blocks + index).initialize(
        to: Block(
          others: place.others, toNextDifferences: places[after].differences - place.others,
          toNext: after - index, number: index))
    }
    first = places.first?.differences ?? 0
  }

  deinit {
    blocks.deallocate()
    tables.deallocate()
  }

  /// Blocks that are read at once; a block takes at most 27 + 63 · 26 bits, and so many of them less
  /// than ``BitReader/slack``.
  private static let stretch = 64

  /// - Parameters:
  ///   - count: of blocks, whole MCUs.
  ///   - output: room for so many differences and one more.
  /// - Returns: false for codes that do not exist, and data that ends too early.
  /// - Complexity: O(bits / 8).
  func read(
    _ count: Int, _ reader: inout BitReader, into output: UnsafeMutablePointer<Int16>
  ) -> Bool {
    guard !codes.isEmpty else { return count == 0 }
    var done = 0
    var block = UnsafePointer(blocks)
    var table = first
    while done < count {
      let end = min(count, done + Self.stretch)
      guard read(from: output + done, to: output + end, &reader, &block, &table) else {
        return false
      }
      done = end
    }
    return true
  }

  private func read(
    from start: UnsafeMutablePointer<Int16>, to end: UnsafeMutablePointer<Int16>,
    _ sharedReader: inout BitReader, _ sharedBlock: inout UnsafePointer<Block>,
    _ sharedTable: inout Int
  ) -> Bool {
    // In registers, as all that follows.
    var (reader, block, table, output) = (sharedReader, sharedBlock, sharedTable, start)
    let tables = UnsafePointer(tables)
    var index: Int32 = 0
    var difference: Int32 = 0
    while true {
      reader.refill()
      // A second step finds bits enough, see `HuffmanEntry.longestSkip`.
      for _ in 0..<2 {
        var entry = Int32(bitPattern: tables[table &+ reader.peek(HuffmanEntry.window)])
        var sum = index &+ (entry &>> 8) & 0xFF
        if sum & Int32(HuffmanEntry.unclear) == 0 {
          reader.skip(UInt64(truncatingIfNeeded: entry & 0xFF))
          // The value's sign is the bit below the uppermost.
          difference &+= (entry &<< 1) &>> 17
        } else {
          var aside = reader
          guard let value = exception(&aside, block.pointee.number, index) else { return false }
          reader = aside
          difference &+= value
          entry = index == 0 ? 0 : .min
          sum = 1
          reader.refill()
        }
        output.pointee = Int16(truncatingIfNeeded: difference)
        // All ones where the block has ended.
        let mask = entry &>> 31
        let wide = Int(mask)
        table = block.pointee.others &+ (block.pointee.toNextDifferences & wide)
        block += block.pointee.toNext & wide
        index = sum & ~mask
        difference &= ~mask
        output -= wide
        if output == end {
          (sharedReader, sharedBlock, sharedTable) = (reader, block, table)
          return !reader.isOverrun
        }
      }
    }
  }

  /// One difference, or the rest of a block, code by code.
  ///
  /// - Returns: the difference; 0 for the rest of a block; nil when there is no such code.
  @inline(never)
  private func exception(_ reader: inout BitReader, _ block: Int, _ start: Int32) -> Int32? {
    reader.refill()
    if start == 0 {
      guard let found = codes[block].difference.symbol(reader.peek(16)), found.value <= 11 else {
        return nil
      }
      reader.skip(UInt64(found.length))
      guard found.value > 0 else { return 0 }
      let value = reader.peek(Int(found.value))
      reader.skip(UInt64(found.value))
      return Int32(HuffmanCode.difference(value, size: Int(found.value)))
    }
    var index = Int(start)
    while index < 64 {
      reader.refill()
      guard let found = codes[block].other.symbol(reader.peek(16)) else { return nil }
      reader.skip(UInt64(found.length))
      if found.value == 0 { return 0 }
      let (run, size) = (Int(found.value >> 4), Int(found.value & 15))
      guard size > 0 ? size <= 10 : run == 15 else { return nil }
      reader.skip(UInt64(size))
      index += run + 1
    }
    return index == 64 ? 0 : nil
  }
}
