import LugeCore

/// Decoded pictures in memory, under a byte limit, found by key and size, or as a stand-in at
/// another size.
struct DecodedPictures {
  private var cache: ByteLimitedCache<ImageRequest, Bitmap>
  /// Sizes of each picture in `cache`.
  private var sizes: [ImageKey: [PixelSize]] = [:]

  init(byteLimit: Int) { cache = ByteLimitedCache(byteLimit: byteLimit) }

  var byteCount: Int { cache.byteCount }

  mutating func value(for request: ImageRequest) -> Bitmap? { cache.value(for: request) }

  /// Adds a picture.
  ///
  /// - Complexity: amortised O(sizes of the picture, and of those that are evicted for it).
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

  /// Returns the same picture at the size that looks most like the requested one: the nearest
  /// larger, otherwise the largest; one of the same shape is preferred to any that was cropped to
  /// another.
  ///
  /// The result is marked as used, so that it is not evicted while it is on screen.
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

/// Rank of a picture at one size as a stand-in for the same picture at another.
private struct StandInRank: Comparable {
  let size: PixelSize
  private let isSameShape: Bool
  private let isLargeEnough: Bool

  /// Maximum enlargement of a picture of another shape: a square thumbnail shows little of the
  /// picture, with its edges at other places.
  private static let cropEnlargement = 2

  /// Makes a rank; nil for a size that would mislead.
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
