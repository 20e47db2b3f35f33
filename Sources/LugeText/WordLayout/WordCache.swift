/// Cache of segments (words) by their bytes and context, within a byte limit.
///
/// It has two generations: entries are added to the young one; when it is full it becomes the old
/// one, and the previous old one is dropped. An entry found in the old one is copied to the young
/// one. So entries in use stay, without a list to keep in order. Belongs to one lane; no locks.
final class WordCache {
  let byteLimit: Int

  // MARK: Mutable State

  /// The young generation, then the old one; owned by the lane's thread, like everything below.
  private let stores: UnsafeMutablePointer<WordStore>
  private(set) var fills = 0
  /// Number of generations dropped.
  private(set) var evictions = 0

  init(byteLimit: Int = 32 << 20) {
    self.byteLimit = byteLimit
    stores = .allocate(capacity: 2)
    stores.initialize(to: WordStore())
    (stores + 1).initialize(to: WordStore())
  }

  deinit {
    for index in 0..<2 { stores[index].free() }
    stores.deallocate()
  }

  @inline(__always)
  private var young: WordStore { stores[0] }
  @inline(__always)
  private var old: WordStore { stores[1] }

  var byteCount: Int { young.byteCount + old.byteCount }

  /// Returns the entry of a segment, which is made if it is not cached.
  ///
  /// The entry is valid until the next call.
  ///
  /// - Parameter key: readable, with any content, for 8 bytes after its end.
  /// - Complexity: O(bytes), plus `make` if it is not cached.
  @inline(__always)
  func entry(
    _ key: UnsafePointer<UInt8>, _ count: Int, hash: UInt64, context: UInt32, make: () -> Segment
  ) -> SegmentEntry {
    if let entry = young.find(key, count, hash, context) { return entry.pointee }
    return add(key, count, hash, context, make: make)
  }

  @inline(never)
  private func add(
    _ key: UnsafePointer<UInt8>, _ count: Int, _ hash: UInt64, _ context: UInt32,
    make: () -> Segment
  ) -> SegmentEntry {
    let segment: Segment
    if let known = old.find(key, count, hash, context) {
      segment = old.segment(known.pointee)
    } else {
      segment = make()
      fills += 1
    }
    if young.byteCount
      + WordStore.cost(
        count, runs: segment.runs.count, glyphs: segment.glyphs.count) > byteLimit / 2
    {
      old.free()
      stores[1] = young
      if old.count > 0 { evictions += 1 }
      stores[0] = WordStore()
    }
    return stores[0].insert(segment, key, count, hash, context).pointee
  }

  /// Returns the cached entry of a segment with its glyphs, valid until the next call of `entry`;
  /// nil if it is not cached. Nothing is shaped or moved between generations.
  ///
  /// - Parameter key: readable, with any content, for 8 bytes after its end.
  func known(_ key: UnsafePointer<UInt8>, _ count: Int, context: UInt32)
    -> (entry: SegmentEntry, glyphs: UnsafeBufferPointer<SegmentGlyph>)?
  {
    let hash = Self.hash(key, count, context)
    if let entry = young.find(key, count, hash, context)?.pointee {
      return (entry, young.glyphs(entry))
    }
    guard let entry = old.find(key, count, hash, context)?.pointee else { return nil }
    return (entry, old.glyphs(entry))
  }

  // MARK: Entries of the young generation

  /// Slots of the young generation, for searches in a loop. Valid until the next call of `entry`.
  @inline(__always)
  var table: WordTable { young.table }

  /// Whether an entry of the young generation has these bytes.
  @inline(__always)
  func isEqual(_ key: UnsafePointer<UInt8>, _ count: Int, _ entry: SegmentEntry) -> Bool {
    young.isEqual(key, count, entry)
  }

  /// Returns the slot of the segment that was passed to `entry` last.
  func slot(
    of key: UnsafePointer<UInt8>, _ count: Int, hash: UInt64, context: UInt32
  ) -> UnsafeMutablePointer<SegmentEntry> { young.place(of: hash, context, key, count) }

  /// Copies the advances, increased by `x`, and the flags of the entry that `entry` returned last.
  /// Writes up to 8 elements too many.
  @inline(__always)
  func write(
    _ entry: SegmentEntry, x: Int32, _ target: UnsafeMutablePointer<Int32>,
    _ targetFlags: UnsafeMutablePointer<UInt8>
  ) { young.write(entry, x: x, target, targetFlags) }

  /// Returns a run of the entry that `entry` returned last.
  func run(_ index: Int, of entry: SegmentEntry) -> Segment.Run { young.run(index, of: entry) }

  // MARK: Hashing

  /// Returns the start value of the hash in a context.
  @inline(__always)
  static func seed(_ context: UInt32) -> UInt64 {
    mix(0xCBF2_9CE4_8422_2325, UInt64(context))
  }

  /// Adds bytes to a hash.
  ///
  /// - Parameter chunk: the next 8 bytes, padded with zeros.
  @inline(__always)
  static func mix(_ hash: UInt64, _ chunk: UInt64) -> UInt64 {
    let product = (hash ^ chunk).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Returns the hash of a segment, the same as ``ScannedWord/hash`` of a word.
  ///
  /// - Parameter key: readable, with any content, for 8 bytes after its end.
  static func hash(_ key: UnsafePointer<UInt8>, _ count: Int, _ context: UInt32) -> UInt64 {
    var hash = seed(context)
    var index = 0
    while index < count {
      var chunk = UnsafeRawPointer(key).loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if count - index < 8 { chunk &= ~0 as UInt64 >> UInt64(64 - 8 * (count - index)) }
      hash = mix(hash, chunk)
      index += 8
    }
    return hash
  }
}

/// A word of a text: its bytes up to the first one below 0x21, which the space and all paragraph
/// separators are.
struct ScannedWord {
  /// Number of bytes.
  let length: Int
  /// First 16 bytes, as in `SegmentEntry`.
  let head: UInt64
  let headRest: UInt64
  /// Hash of the bytes and the context, as of `WordCache.hash`; without a meaning for no bytes.
  let hash: UInt64

  /// Reads the word at an address.
  ///
  /// - Parameters:
  ///   - start: readable up to 8 bytes after the first byte below 0x21.
  ///   - seed: start value of the hash, of `WordCache.seed`.
  /// - Complexity: O(bytes of the word).
  @inline(__always)
  init(_ start: UnsafeRawPointer, seed: UInt64) {
    let chunk = start.loadUnaligned(as: UInt64.self)
    var found = Self.belowBlank(chunk)
    if found != 0 {
      length = found.trailingZeroBitCount &>> 3
      head = chunk & Self.bytes(before: found)
      headRest = 0
      hash = WordCache.mix(seed, head)
      return
    }
    var hash = WordCache.mix(seed, chunk)
    var length = 8
    var headRest: UInt64 = 0
    while true {
      let chunk = start.loadUnaligned(fromByteOffset: length, as: UInt64.self)
      found = Self.belowBlank(chunk)
      let part = found == 0 ? chunk : chunk & Self.bytes(before: found)
      if length == 8 { headRest = part }
      if part != 0 { hash = WordCache.mix(hash, part) }
      if found != 0 {
        length &+= found.trailingZeroBitCount &>> 3
        break
      }
      length &+= 8
    }
    (self.length, head, self.headRest, self.hash) = (length, chunk, headRest, hash)
  }

  /// Returns bits that mark the first byte below 0x21; marks after it are unreliable.
  @inline(__always)
  private static func belowBlank(_ chunk: UInt64) -> UInt64 {
    (chunk &- 0x2121_2121_2121_2121) & ~chunk & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private static func bytes(before found: UInt64) -> UInt64 {
    ((found & (0 &- found)) &>> 7) &- 1
  }
}
