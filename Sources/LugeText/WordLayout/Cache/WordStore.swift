import Glibc

/// Open-addressing table of segments over flat storage; one generation of the cache.
///
/// An entry is a cache line, with the first 16 bytes of its segment in it, so that finding a common
/// word takes one access to memory. Its storage is one block: advances, bytes and flags, each with
/// space for whole vectors after its end, its runs when there are several, and its glyphs.
///
/// A value of pointers, so that it can be held in a register: the cache owns and frees it. Belongs
/// to one lane.
struct WordStore {
  // MARK: Mutable State

  /// Entries; those with context 0 are free. Owned by the lane's thread, like everything below.
  private(set) var slots: UnsafeMutablePointer<SegmentEntry>
  private var slotCount = 256
  private var storage: UnsafeMutableRawPointer
  private var capacity = 1 << 14
  private var used = 0
  private(set) var count = 0

  /// Number of unused elements after each array.
  static let padding = 8

  init() {
    slots = Self.freeSlots(slotCount)
    storage = .allocate(byteCount: capacity, alignment: 32)
  }

  /// Deallocates the storage; this value and its copies must not be used afterwards.
  func free() {
    slots.deallocate()
    storage.deallocate()
  }

  /// Size of a huge page. Look-ups are random; huge pages avoid a TLB miss for each.
  private static let hugePage = 2 << 20

  private static func freeSlots(_ count: Int) -> UnsafeMutablePointer<SegmentEntry> {
    let size = count * MemoryLayout<SegmentEntry>.stride
    let isHuge = size >= hugePage
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: size, alignment: isHuge ? hugePage : 64)
    // The whole memory is written at once, so huge pages cost no memory. If the system refuses
    // them, nothing is lost.
    if isHuge { _ = madvise(memory, size, MADV_HUGEPAGE) }
    let slots = memory.bindMemory(to: SegmentEntry.self, capacity: count)
    slots.initialize(repeating: SegmentEntry(), count: count)
    return slots
  }

  /// Mask that makes of a hash the index at which a search begins: `hash & mask`.
  @inline(__always)
  var mask: Int { slotCount &- 1 }

  /// Bytes of memory that it holds, whether or not they are used.
  var byteCount: Int { capacity + slotCount * MemoryLayout<SegmentEntry>.stride }

  /// Bytes that it would hold with one more segment.
  ///
  /// - Parameter count: number of the segment's bytes.
  func byteCount(adding count: Int, runs: Int, glyphs: Int) -> Int {
    let size = Self.blockSize(count, runs, glyphs)
    let bytes = used + size > capacity ? grown(for: size) : capacity
    return bytes + (isTableFull ? 2 : 1) * slotCount * MemoryLayout<SegmentEntry>.stride
  }

  private var isTableFull: Bool { (count + 1) * 2 > slotCount }

  /// Returns the bytes of the storage once it has grown for a block.
  private func grown(for size: Int) -> Int { max(capacity * 2, used + size) }

  private static func blockSize(_ count: Int, _ runs: Int, _ glyphs: Int) -> Int {
    glyphOffset(count, runs) + 8 + (glyphs * MemoryLayout<SegmentGlyph>.stride + 7) & ~7
  }

  /// Returns the offset of the number of glyphs; the glyphs follow 8 bytes later.
  @inline(__always)
  private static func glyphOffset(_ count: Int, _ runs: Int) -> Int {
    let padded = (count + 7) & ~7 + padding
    return padded * 6 + (runs > 1 ? (runs * 4 + 7) & ~7 : 0)
  }

  // MARK: Lookup

  /// Finds a segment.
  ///
  /// - Parameters:
  ///   - key: readable, with any content, for 8 bytes after its end.
  ///   - hash: hash of the bytes and the context.
  func find(_ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64, _ context: UInt32)
    -> UnsafePointer<SegmentEntry>?
  {
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = slots + place
      if entry.pointee.context == 0 { return nil }
      if entry.pointee.hash == hash, entry.pointee.context == context,
        Int(entry.pointee.count) == count, isEqual(key, count, entry.pointee)
      {
        return UnsafePointer(entry)
      }
      place = (place + 1) & mask
    }
  }

  @inline(__always)
  func isEqual(_ key: UnsafePointer<UInt8>, _ count: Int, _ entry: SegmentEntry) -> Bool {
    let known = UnsafeRawPointer(bytes(entry))
    let key = UnsafeRawPointer(key)
    var index = 0
    while index + 8 <= count {
      if known.load(fromByteOffset: index, as: UInt64.self)
        != key.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      {
        return false
      }
      index += 8
    }
    guard index < count else { return true }
    let mask = ~0 as UInt64 >> UInt64(64 - 8 * (count - index))
    return known.load(fromByteOffset: index, as: UInt64.self)
      == key.loadUnaligned(fromByteOffset: index, as: UInt64.self) & mask
  }

  /// Returns the slot of a segment that is in the table.
  ///
  /// - Precondition: as for `find`, and the segment was added since the last eviction.
  func place(
    of hash: UInt64, _ context: UInt32, _ key: UnsafePointer<UInt8>, _ count: Int
  ) -> UnsafeMutablePointer<SegmentEntry> {
    guard let found = find(key, count, hash, context) else { return slots }
    return UnsafeMutablePointer(mutating: found)
  }

  // MARK: Storage

  @inline(__always)
  private func padded(_ entry: SegmentEntry) -> Int {
    (Int(entry.count) + 7) & ~7 + Self.padding
  }

  @inline(__always)
  func advances(_ entry: SegmentEntry) -> UnsafeMutablePointer<Int32> {
    (storage + Int(entry.offset)).assumingMemoryBound(to: Int32.self)
  }

  @inline(__always)
  private func bytes(_ entry: SegmentEntry) -> UnsafeMutablePointer<UInt8> {
    (storage + Int(entry.offset) + padded(entry) * 4).assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  func flags(_ entry: SegmentEntry) -> UnsafeMutablePointer<UInt8> {
    bytes(entry) + padded(entry)
  }

  /// Returns the glyphs of an entry, valid until something is added.
  func glyphs(_ entry: SegmentEntry) -> UnsafeBufferPointer<SegmentGlyph> {
    let place =
      storage + Int(entry.offset) + Self.glyphOffset(Int(entry.count), Int(entry.runCount))
    return UnsafeBufferPointer(
      start: (place + 8).assumingMemoryBound(to: SegmentGlyph.self),
      count: Int(place.load(as: UInt32.self)))
  }

  func run(_ index: Int, of entry: SegmentEntry) -> Segment.Run {
    guard entry.runCount > 1 else {
      return Segment.Run(end: Int(entry.count), typeface: entry.typeface)
    }
    let values = (storage + Int(entry.offset) + padded(entry) * 6)
      .assumingMemoryBound(to: UInt16.self)
    return Segment.Run(end: Int(values[index * 2]), typeface: values[index * 2 + 1])
  }

  /// Copies a segment's advances, increased by `x`, and flags. Writes up to 8 elements too many.
  @inline(__always)
  func write(
    _ entry: SegmentEntry, x: Int32, _ target: UnsafeMutablePointer<Int32>,
    _ targetFlags: UnsafeMutablePointer<UInt8>
  ) {
    let advances = UnsafeRawPointer(advances(entry))
    let flags = UnsafeRawPointer(flags(entry))
    let moved = SIMD8<Int32>(repeating: x)
    let count = Int(entry.count)
    var index = 0
    repeat {
      let part = advances.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Int32>.self) &+ moved
      UnsafeMutableRawPointer(target + index).storeBytes(of: part, as: SIMD8<Int32>.self)
      UnsafeMutableRawPointer(targetFlags + index).storeBytes(
        of: flags.loadUnaligned(fromByteOffset: index, as: UInt64.self), as: UInt64.self)
      index += 8
    } while index < count
  }

  // MARK: Adding

  /// Adds a segment.
  ///
  /// - Precondition: the segment is not in the table, and has at most `UInt16.max` bytes.
  mutating func insert(
    _ segment: Segment, _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64,
    _ context: UInt32
  ) -> UnsafePointer<SegmentEntry> {
    if isTableFull { growTable() }
    let size = Self.blockSize(count, segment.runs.count, segment.glyphs.count)
    if used + size > capacity { growStorage(size) }
    var entry = SegmentEntry()
    (entry.hash, entry.context) = (hash, context)
    (entry.offset, entry.count) = (UInt32(used), UInt16(count))
    (entry.head, entry.headRest) = SegmentEntry.head(of: key, count)
    entry.set(segment)
    (storage + used).initializeMemory(as: UInt8.self, repeating: 0, count: size)
    used += size
    bytes(entry).update(from: key, count: count)
    if !segment.isRefused {
      for index in 0..<count {
        advances(entry)[index] = segment.advances[index]
        flags(entry)[index] = segment.flags[index]
      }
      if segment.runs.count > 1 {
        let values = (storage + Int(entry.offset) + padded(entry) * 6)
          .assumingMemoryBound(to: UInt16.self)
        for (index, run) in segment.runs.enumerated() {
          values[index * 2] = UInt16(run.end)
          values[index * 2 + 1] = run.typeface
        }
      }
      let place = storage + Int(entry.offset) + Self.glyphOffset(count, segment.runs.count)
      place.storeBytes(of: UInt32(segment.glyphs.count), as: UInt32.self)
      let glyphs = (place + 8).assumingMemoryBound(to: SegmentGlyph.self)
      for (index, glyph) in segment.glyphs.enumerated() { glyphs[index] = glyph }
    }
    self.count += 1
    return UnsafePointer(take(entry))
  }

  /// Returns the same segment as a value, to add it to another store.
  func segment(_ entry: SegmentEntry) -> Segment {
    let count = Int(entry.count)
    guard entry.runCount > 0 else { return Segment() }
    return Segment(
      firstClass: entry.firstClass, lastClass: entry.lastClass, edges: entry.edges,
      advance: entry.advance, advances: (0..<count).map { advances(entry)[$0] },
      flags: (0..<count).map { flags(entry)[$0] },
      runs: (0..<Int(entry.runCount)).map { run($0, of: entry) }, glyphs: Array(glyphs(entry)))
  }

  private func take(_ entry: SegmentEntry) -> UnsafeMutablePointer<SegmentEntry> {
    var place = Int(truncatingIfNeeded: entry.hash) & mask
    while slots[place].context != 0 { place = (place + 1) & mask }
    slots[place] = entry
    return slots + place
  }

  private mutating func growTable() {
    let (old, oldCount) = (slots, slotCount)
    slotCount *= 2
    slots = Self.freeSlots(slotCount)
    for index in 0..<oldCount where old[index].context != 0 { _ = take(old[index]) }
    old.deallocate()
  }

  private mutating func growStorage(_ size: Int) {
    let old = storage
    capacity = grown(for: size)
    storage = .allocate(byteCount: capacity, alignment: 32)
    storage.copyMemory(from: old, byteCount: used)
    old.deallocate()
  }
}
