package import LugeCore
import LugeImages

/// Loads the viewer's pictures: the current one level by level, and its neighbours at the size of
/// the window.
@MainActor
package final class ViewerPictures {
  package struct Problem: Hashable {
    package var words: String
    var canRetry: Bool
    /// Whether it was not downloaded because the user has not asked for it.
    var isRefused: Bool
  }

  /// Called when a picture, a size or a failure has arrived.
  var onArrival: (@MainActor () -> Void)?

  private let pipeline: ImagePipeline
  private let originals: KeptOriginals

  // MARK: Mutable State (main actor)

  private var sizes: [ImageKey: PixelSize] = [:]
  private var unsized: Set<ImageKey> = []
  /// Tasks that read sizes from headers; some have to download the picture first.
  private var probes: [ImageKey: Task<Void, Never>] = [:]
  /// Reasons why pictures could not be downloaded to read their sizes.
  private var failures: [ImageKey: ImageError] = [:]
  private var levels: [ImageKey: PictureLevels] = [:]
  /// The best bitmap that was shown last, so that nothing flashes while a larger level is decoded.
  private var shown: (key: ImageKey, level: Int, bitmap: Bitmap)?
  private var tasks: [ImageRequest: ImageTask] = [:]

  init(_ pipeline: ImagePipeline, originals: KeptOriginals) {
    self.pipeline = pipeline
    self.originals = originals
  }

  func cancel() {
    for probe in probes.values { probe.cancel() }
    probes = [:]
    for task in tasks.values { task.cancel() }
    tasks = [:]
  }

  /// Returns the picture's upright size in pixels; nil while it is unknown. The picture's own
  /// header takes precedence over the archive. A picture without a size is shown as a square.
  func size(of entry: PictureEntry) -> PixelSize? {
    if let size = sizes[entry.key] { return size }
    guard unsized.contains(entry.key) else { return nil }
    return entry.pixelSize ?? PixelSize(width: 1024, height: 1024)
  }

  /// - Parameters:
  ///   - shown: the picture's size on screen; nil while its own size is unknown.
  ///   - area: the area that it is fitted into.
  func want(
    _ entry: PictureEntry, shown: PixelSize?, area: Rect, scale: Double,
    neighbours: [PictureEntry]
  ) {
    var wanted: [ImageRequest: ImagePriority] = [:]
    let looked = Set([entry.key] + neighbours.map(\.key))
    for (key, probe) in probes where !looked.contains(key) {
      probe.cancel()
      probes[key] = nil
    }
    probe(entry)
    if let size = size(of: entry), let shown {
      let levels = levels(of: entry.key, size, area, scale)
      let level = levels.level(for: shown)
      wanted[ImageRequest(entry.key, size: levels.sizes[level])] = .onScreen
      if level > 0, best(for: entry) == nil {
        wanted[ImageRequest(entry.key, size: levels.sizes[0])] = .onScreen
      }
    }
    for neighbour in neighbours {
      probe(neighbour)
      guard let size = size(of: neighbour) else { continue }
      let levels = levels(of: neighbour.key, size, area, scale)
      let request = ImageRequest(neighbour.key, size: levels.sizes[0])
      if wanted[request] == nil { wanted[request] = .ahead(pixels: 1) }
    }
    for (request, task) in tasks where wanted[request] == nil {
      task.cancel()
      tasks[request] = nil
    }
    for (request, priority) in wanted { load(request, priority) }
  }

  private func load(_ request: ImageRequest, _ priority: ImagePriority) {
    if let task = tasks[request] { return task.setPriority(priority) }
    guard case .unknown = pipeline.outcome(of: request) else { return }
    tasks[request] = pipeline.load(request, priority: priority) { [weak self] result in
      if case .failure(.cancelled) = result { return }
      Task { @MainActor [weak self] in
        guard let self else { return }
        let key = request.key
        // The download has the picture's own size.
        if sizes[key] == nil, originals.accepts(key), let header = await originals.header(of: key) {
          sizes[key] = header.size
        }
        tasks[request] = nil
        onArrival?()
      }
    }
  }

  private func levels(
    of key: ImageKey, _ size: PixelSize, _ area: Rect, _ scale: Double
  ) -> PictureLevels {
    let rect = PictureZoom(picture: size, area: area, scale: scale).rect
    let levels = PictureLevels(
      picture: size, fitted: PixelSize(width: Int(rect.width), height: Int(rect.height)))
    if self.levels.count > 64 { self.levels = [:] }
    self.levels[key] = levels
    return levels
  }

  /// Returns the size at which the picture was first requested.
  func fittedSize(of entry: PictureEntry) -> PixelSize? { levels[entry.key]?.sizes.first }

  /// Returns the largest level of the picture in memory, up to the one requested last.
  package func best(for entry: PictureEntry) -> Bitmap? {
    guard let levels = levels[entry.key] else { return nil }
    for level in levels.sizes.indices.reversed() {
      if let shown, shown.key == entry.key, shown.level >= level,
        shown.bitmap.size == levels.sizes[shown.level < levels.sizes.count ? shown.level : 0]
      {
        return shown.bitmap
      }
      let request = ImageRequest(entry.key, size: levels.sizes[level])
      if case .picture(let bitmap) = pipeline.outcome(of: request) {
        shown = (entry.key, level, bitmap)
        return bitmap
      }
    }
    return nil
  }

  /// Returns the picture as a row of the list shows it, unless that is cropped.
  func standIn(for entry: PictureEntry) -> Bitmap? {
    guard let size = levels[entry.key]?.sizes.first,
      let other = pipeline.standIn(for: ImageRequest(entry.key, size: size)),
      other.size.hasShape(of: size)
    else { return nil }
    return other
  }

  package func problem(of entry: PictureEntry) -> Problem? {
    guard best(for: entry) == nil,
      let error = pipeline.failure(of: entry.key) ?? failures[entry.key]
    else { return nil }
    return Problem(
      words: error.explanation, canRetry: error.offersRetry(of: entry.key),
      isRefused: error == .network(.notPermitted))
  }

  func retry(_ entry: PictureEntry) {
    pipeline.forgetFailure(of: entry.key)
    failures[entry.key] = nil
    unsized.remove(entry.key)
  }

  private func probe(_ entry: PictureEntry) {
    let key = entry.key
    guard sizes[key] == nil, !unsized.contains(key), failures[key] == nil, probes[key] == nil
    else { return }
    let (isKnown, originals) = (entry.pixelSize != nil, originals)
    probes[key] = Task { @MainActor [weak self] in
      let result = await Self.size(of: key, originals, fetches: !isKnown)
      guard let self, !Task.isCancelled else { return }
      probes[key] = nil
      switch result {
      case .success(let size?): sizes[key] = size
      case .success(nil): unsized.insert(key)
      case .failure(let error): failures[key] = error
      }
      onArrival?()
    }
  }

  /// - Parameter fetches: whether a picture from the network is downloaded for it.
  private static func size(
    of key: ImageKey, _ originals: KeptOriginals, fetches: Bool
  ) async -> Result<PixelSize?, ImageError> {
    guard originals.accepts(key) else { return .success(await PictureProbe.size(of: key)) }
    if let header = await originals.header(of: key) { return .success(header.size) }
    guard fetches else { return .success(nil) }
    do throws(ImageError) {
      let bytes = try await originals.original(of: key)
      return .success((try? ImageProbe.header(of: bytes))?.size)
    } catch {
      return .failure(error)
    }
  }
}
