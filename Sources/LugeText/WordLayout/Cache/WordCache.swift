/// Cache of segments (words) by their bytes and context, within a limit of the memory it holds.
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

  /// Space for some ten thousand words of a few letters.
  static let usualLimit = 16 << 20

  init(byteLimit: Int = usualLimit) {
    self.byteLimit = byteLimit
    stores = .allocate(capacity: 2)
    stores.initialize(to: WordStore())
    (stores + 1).initialize(to: WordStore())
  }

  deinit {
    for index in 0..<2 { stores[index].free() }
    stores.deallocate()
  }

  /// View of the young generation that is valid until something is added.
  @inline(__always)
  var young: WordStore { stores[0] }
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
    let bytes = young.byteCount(
      adding: count, runs: segment.runs.count, glyphs: segment.glyphs.count)
    if young.count > 0, bytes > byteLimit / 2 {
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

  /// Returns the hash of a segment.
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
