/// What is remembered of one segment (a stretch without blanks) in one typeface.
///
/// Indices are bytes of the segment. `advances[i]` is the advance of the characters that begin
/// before byte `i`, in Pango units, and `flags[i]` says whether a line may begin at byte `i`.
struct Segment {
  /// Line breaking classes of the first and last character; see `BreakPairs`.
  var firstClass: UInt8 = 0
  var lastClass: UInt8 = 0
  var advance: Int32 = 0
  /// One value a byte; empty when the segment is refused.
  var advances: [Int32] = []
  var flags: [UInt8] = []
  /// Whether it has to be left to Pango.
  var isRefused = true

  static let lineBreak: UInt8 = 1
  static let characterBreak: UInt8 = 2
}

/// Remembers segments by their bytes and typeface, within a byte limit.
///
/// Two generations: entries are added to the young one; when it is full it becomes the old one, and
/// the old one is dropped. What is found in the old one moves to the young one. So what is used
/// stays, without a list to keep in order. Belongs to one lane; no locks.
struct SegmentCache {
  let byteLimit: Int

  // MARK: Mutable State

  /// Owned by the lane's thread, like everything below.
  private var young = Generation()
  private var old = Generation()
  private(set) var fills = 0
  /// How often a generation was dropped.
  private(set) var evictions = 0

  init(byteLimit: Int = 16 << 20) { self.byteLimit = byteLimit }

  var byteCount: Int { young.byteCount + old.byteCount }

  /// Appends the segment's advances and flags to a row of bytes that is being measured.
  ///
  /// - Parameters:
  ///   - key: the segment's bytes.
  ///   - x: the advance of what precedes it.
  ///   - make: shapes a segment that is not known.
  /// - Returns: what is known of it besides, or nil if it has to be left to Pango.
  /// - Complexity: O(bytes); with `make` when it is not known.
  @inline(__always)
  mutating func write(
    _ key: UnsafeBufferPointer<UInt8>, hash: UInt64, typeface: UInt32, x: Int32,
    advances: UnsafeMutablePointer<Int32>, flags: UnsafeMutablePointer<UInt8>,
    make: () -> Segment
  ) -> SegmentEntry? {
    if let entry = young.write(key, hash, typeface, x, advances, flags) {
      return entry.isRefused ? nil : entry
    }
    let entry = add(key, hash, typeface, make: make)
    if entry.isRefused { return nil }
    return young.write(key, hash, typeface, x, advances, flags)
  }

  /// The advance of a stretch of text that is shaped on its own, or nil if it is left to Pango.
  mutating func advance(
    _ key: UnsafeBufferPointer<UInt8>, typeface: UInt32, make: () -> Segment
  ) -> Int32? {
    let hash = Self.hash(key)
    let entry =
      young.find(key, hash, typeface) ?? add(key, hash, typeface, make: make)
    return entry.isRefused ? nil : entry.advance
  }

  @inline(never)
  private mutating func add(
    _ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ typeface: UInt32, make: () -> Segment
  ) -> SegmentEntry {
    if young.byteCount + Generation.cost(key.count) > byteLimit / 2 {
      swap(&young, &old)
      if young.count > 0 { evictions += 1 }
      young.removeAll()
    }
    let segment: Segment
    if let known = old.segment(key, hash, typeface) {
      segment = known
    } else {
      segment = make()
      fills += 1
    }
    return young.insert(segment, key, hash, typeface)
  }

  @inline(__always)
  static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = seed
    for byte in key { hash = mix(hash, byte) }
    return hash
  }

  @inline(__always) static var seed: UInt64 { 0xCBF2_9CE4_8422_2325 }

  @inline(__always)
  static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }
}

/// The part of a remembered segment that has a fixed size.
struct SegmentEntry {
  var hash: UInt64
  var typeface: UInt32
  var advance: Int32
  /// Where the bytes, flags and advances begin.
  var offset: Int32
  var count: Int32
  var firstClass: UInt8
  var lastClass: UInt8
  var isRefused: Bool
}

/// An open-addressing table over flat storage.
private struct Generation {
  private var entries: [SegmentEntry] = []
  /// Indices into `entries`, -1 where free; at most half are taken.
  private var slots: [Int32] = []
  private var bytes: [UInt8] = []
  private var flags: [UInt8] = []
  private var advances: [Int32] = []

  var count: Int { entries.count }
  var byteCount: Int { entries.count * Self.cost(0) + bytes.count * 6 }

  static func cost(_ count: Int) -> Int { MemoryLayout<SegmentEntry>.stride + 8 + count * 6 }

  mutating func removeAll() {
    // Hands the storage back: what one hostile text needed is not kept for ever.
    self = Generation()
  }

  @inline(__always)
  private static func place(_ hash: UInt64, _ typeface: UInt32) -> Int {
    let mixed = (hash ^ UInt64(typeface)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32)
  }

  @inline(__always)
  func find(_ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ typeface: UInt32)
    -> SegmentEntry?
  {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var place = Self.place(hash, typeface) & mask
    while true {
      let index = slots[place]
      if index < 0 { return nil }
      let entry = entries[Int(index)]
      if entry.hash == hash, entry.typeface == typeface, Int(entry.count) == key.count,
        isEqual(key, at: Int(entry.offset))
      {
        return entry
      }
      place = (place + 1) & mask
    }
  }

  @inline(__always)
  private func isEqual(_ key: UnsafeBufferPointer<UInt8>, at offset: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for index in 0..<key.count where bytes[offset + index] != key[index] { return false }
      return true
    }
  }

  @inline(__always)
  func write(
    _ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ typeface: UInt32, _ x: Int32,
    _ target: UnsafeMutablePointer<Int32>, _ targetFlags: UnsafeMutablePointer<UInt8>
  ) -> SegmentEntry? {
    guard let entry = find(key, hash, typeface) else { return nil }
    guard !entry.isRefused else { return entry }
    let offset = Int(entry.offset)
    advances.withUnsafeBufferPointer { advances in
      flags.withUnsafeBufferPointer { flags in
        for index in 0..<key.count {
          target[index] = x &+ advances[offset + index]
          targetFlags[index] = flags[offset + index]
        }
      }
    }
    return entry
  }

  func segment(_ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ typeface: UInt32) -> Segment? {
    guard let entry = find(key, hash, typeface) else { return nil }
    let range = Int(entry.offset)..<Int(entry.offset) + Int(entry.count)
    return Segment(
      firstClass: entry.firstClass, lastClass: entry.lastClass, advance: entry.advance,
      advances: Array(advances[range]), flags: Array(flags[range]), isRefused: entry.isRefused)
  }

  mutating func insert(
    _ segment: Segment, _ key: UnsafeBufferPointer<UInt8>, _ hash: UInt64, _ typeface: UInt32
  ) -> SegmentEntry {
    if (entries.count + 1) * 2 > slots.count { grow() }
    let entry = SegmentEntry(
      hash: hash, typeface: typeface, advance: segment.advance, offset: Int32(bytes.count),
      count: Int32(key.count), firstClass: segment.firstClass, lastClass: segment.lastClass,
      isRefused: segment.isRefused)
    bytes.append(contentsOf: key)
    if segment.isRefused {
      flags.append(contentsOf: repeatElement(0, count: key.count))
      advances.append(contentsOf: repeatElement(0, count: key.count))
    } else {
      flags.append(contentsOf: segment.flags)
      advances.append(contentsOf: segment.advances)
    }
    take(entry, index: Int32(entries.count))
    entries.append(entry)
    return entry
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: max(256, slots.count * 2))
    for (index, entry) in entries.enumerated() { take(entry, index: Int32(index)) }
  }

  private mutating func take(_ entry: SegmentEntry, index: Int32) {
    let mask = slots.count - 1
    var place = Self.place(entry.hash, entry.typeface) & mask
    while slots[place] >= 0 { place = (place + 1) & mask }
    slots[place] = index
  }
}
