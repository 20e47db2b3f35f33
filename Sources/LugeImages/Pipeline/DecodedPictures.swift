import LugeCore

/// The decoded pictures in memory, under a byte limit, found by size and, for a while, by another
/// one.
struct DecodedPictures {
  private var cache: ByteLimitedCache<ImageRequest, Bitmap>
  /// Sizes of each picture in `cache`.
  private var sizes: [ImageKey: [PixelSize]] = [:]

  init(byteLimit: Int) { cache = ByteLimitedCache(byteLimit: byteLimit) }

  var byteCount: Int { cache.byteCount }

  mutating func value(for request: ImageRequest) -> Bitmap? { cache.value(for: request) }

  /// - Complexity: amortised O(sizes of the picture, and of those that make room).
  mutating func insert(_ bitmap: Bitmap, for request: ImageRequest) {
    var gone: [ImageRequest] = []
    let wasHeld = cache.contains(request)
    cache.insert(bitmap, for: request, cost: bitmap.byteCount) { evicted, _ in
      gone.append(evicted)
    }
    let isHeld = cache.contains(request)
    if isHeld, !wasHeld { sizes[request.key, default: []].append(request.size) }
    if wasHeld, !isHeld { gone.append(request) }
    for request in gone { forget(request) }
  }

  private mutating func forget(_ request: ImageRequest) {
    guard var known = sizes[request.key] else { return }
    known.removeAll { $0 == request.size }
    sizes[request.key] = known.isEmpty ? nil : known
  }

  mutating func removeAll() {
    cache.removeAll()
    sizes = [:]
  }

  /// The same picture at the size that looks most like the one that is wanted: the nearest larger,
  /// otherwise the largest; one of the same shape before any that was cropped to another.
  ///
  /// It counts as used: what is on screen is not what makes room for others.
  ///
  /// - Complexity: O(sizes of the picture).
  mutating func standIn(for request: ImageRequest) -> Bitmap? {
    let key = request.key
    var best: StandInRank?
    for size in sizes[key] ?? [] {
      guard let rank = StandInRank(size, for: request.size) else { continue }
      best = best.map { max($0, rank) } ?? rank
    }
    return best.flatMap { cache.value(for: ImageRequest(key, size: $0.size)) }
  }
}

/// How well a picture of one size stands in for the same picture of another.
private struct StandInRank: Comparable {
  let size: PixelSize
  private let isSameShape: Bool
  private let isLargeEnough: Bool

  /// Times that a picture of another shape is enlarged at most: a thumbnail's square says little
  /// about the picture, and its edges are elsewhere.
  private static let cropEnlargement = 2

  /// Nil for one that would mislead.
  init?(_ size: PixelSize, for wanted: PixelSize) {
    isSameShape = size.hasShape(of: wanted)
    isLargeEnough = size.width >= wanted.width && size.height >= wanted.height
    self.size = size
    guard
      isSameShape
        || size.width * Self.cropEnlargement >= wanted.width
          && size.height * Self.cropEnlargement >= wanted.height
    else { return nil }
  }

  static func < (a: StandInRank, b: StandInRank) -> Bool {
    if a.isSameShape != b.isSameShape { return b.isSameShape }
    if a.isLargeEnough != b.isLargeEnough { return b.isLargeEnough }
    let (areaA, areaB) = (a.size.width * a.size.height, b.size.width * b.size.height)
    return a.isLargeEnough ? areaA > areaB : areaA < areaB
  }
}
