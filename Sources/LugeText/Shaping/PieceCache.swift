import LugeCore

/// Cache of the pieces that Pango shaped last, so that a row that is measured and then drawn, or
/// drawn in slices, is shaped once.
///
/// Limited by count and by bytes of text; the least recently used is dropped first. Searched
/// linearly: there are few entries, and comparing fingerprints is cheaper than hashing texts.
struct PieceCache {
  private struct Entry {
    var fingerprint: Int
    var request: TextRequest
    var shaped: ShapedPiece
    var lastUse: UInt64
  }

  let countLimit: Int
  let byteLimit: Int

  // MARK: Mutable State

  /// Cached pieces; owned by the lane's thread, like everything below.
  private var entries: [Entry] = []
  private var byteCount = 0
  private var clock: UInt64 = 0

  init(countLimit: Int = 384, byteLimit: Int = 512 << 10) {
    self.countLimit = countLimit
    self.byteLimit = byteLimit
  }

  /// Returns a cached piece.
  ///
  /// - Complexity: O(`countLimit`), plus the text's length once when it is found.
  mutating func piece(_ request: TextRequest, _ piece: TextLayout.Piece) -> ShapedPiece? {
    let fingerprint = Self.fingerprint(request, piece)
    for index in entries.indices
    where entries[index].fingerprint == fingerprint
      && entries[index].shaped.piece.isSameText(as: piece) && entries[index].request == request
    {
      clock += 1
      entries[index].lastUse = clock
      return entries[index].shaped
    }
    return nil
  }

  mutating func insert(_ shaped: ShapedPiece, for request: TextRequest) {
    let size = shaped.piece.range.count
    guard countLimit > 0, size <= byteLimit / 2 else { return }
    while !entries.isEmpty, entries.count >= countLimit || byteCount + size > byteLimit {
      guard let oldest = entries.indices.min(by: { entries[$0].lastUse < entries[$1].lastUse })
      else { break }
      byteCount -= entries[oldest].shaped.piece.range.count
      entries.swapAt(oldest, entries.count - 1)
      entries.removeLast()
    }
    clock += 1
    byteCount += size
    entries.append(
      Entry(
        fingerprint: Self.fingerprint(request, shaped.piece), request: request, shaped: shaped,
        lastUse: clock))
  }

  /// Returns a hash of values that are cheap to read; `==` then distinguishes texts that differ
  /// only in the middle.
  private static func fingerprint(_ request: TextRequest, _ piece: TextLayout.Piece) -> Int {
    let utf8 = request.text.string.utf8
    var hash = utf8.count
    func mix(_ value: Int) { hash = (hash ^ value) &* 0x0000_0100_0000_01B3 }
    for byte in utf8.prefix(24) { mix(Int(byte)) }
    mix(piece.range.lowerBound)
    mix(request.maxWidth)
    return hash
  }
}

extension TextLayout.Piece {
  /// Whether both pieces are shaped alike, whichever of their lines are used.
  fileprivate func isSameText(as other: TextLayout.Piece) -> Bool {
    range == other.range && direction == other.direction && isElided == other.isElided
  }
}
