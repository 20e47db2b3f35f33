import LugeCore
import LugeThreads

/// Work of a decode thread until its pipeline ends.
struct DecodeWorker: Sendable {
  let queue: ImageQueue
  let loader: any ImageLoading
  let fetcher: (any ImageFetching)?
  let diskCache: DiskImageCache?
  let decoder: any ImageDecoding
  let configuration: ImagePipeline.Configuration

  func run() {
    while true {
      switch queue.next() {
      case .answer(let answers): for answer in answers { answer.give() }
      case .decode(let request, let job, let watch, let bytes):
        decode(request, job: job, watch, bytes)
      case .wait:
        if !queue.waitForWork(seconds: configuration.idleSeconds) {
          decoder.releaseIdle()
          queue.waitForWork()
        }
      case .end: return
      }
    }
  }

  private enum Source {
    case bytes([UInt8])
    case file(PictureFile, any PictureFileDecoding)

    /// Whether the picture's header claims many pixels.
    var isLarge: Bool {
      let beginning =
        switch self {
        case .bytes(let bytes): Array(bytes.prefix(1 << 16))
        case .file(let file, _): file.read(at: 0, count: min(file.byteCount, 1 << 16))
        }
      guard let size = try? ImageProbe.header(of: beginning).size else { return false }
      let area = size.width.multipliedReportingOverflow(by: size.height)
      return area.overflow || area.partialValue > Self.largePixels
    }

    /// Number of pixels above which a picture counts as large; photos of most cameras have fewer.
    private static let largePixels = 24_000_000
  }

  private func source(of key: ImageKey, _ fetched: [UInt8]?) throws(ImageError) -> Source {
    if let fetched { return .bytes(fetched) }
    let limit = configuration.limits.fileBytes
    if let decoder = decoder as? any PictureFileDecoding,
      let files = loader as? any PictureFileLoading
    {
      do throws(ImageError) {
        // The decoder knows what its format may have.
        let most = configuration.limits.mostFileBytes
        return .file(try files.pictureFile(of: key, limit: most), decoder)
      } catch {
        // For a video, a still picture has to be made first.
        guard error == .unsupportedFormat else { throw error }
      }
    }
    return .bytes(try loader.bytes(of: key, limit: limit))
  }

  private func decode(
    _ request: ImageRequest, job: Int, _ watch: DecodeWatch, _ fetched: [UInt8]?
  ) {
    if fetched == nil, let bitmap = diskCache?.picture(for: request) {
      return queue.finish(request, job: job, .success(bitmap)).give()
    }
    if fetched == nil, let fetcher, fetcher.accepts(request.key) {
      queue.fetch(request, job: job, with: fetcher)
      return decoder.prepare()
    }
    let opened = Result { () throws(ImageError) in try source(of: request.key, fetched) }
    if configuration.threads > 1, case .success(let source) = opened, source.isLarge,
      !queue.mayDecodeLarge(request, job: job, bytes: fetched)
    {
      return
    }
    let result = Result { () throws(ImageError) in
      let limits = configuration.limits
      let source = try opened.get()
      guard !watch.wasCancelled else { throw .cancelled }
      watch.start(seconds: limits.seconds)
      let start = MonotonicClock.nanoseconds
      let bitmap =
        switch source {
        case .bytes(let bytes):
          try decoder.decode(bytes, size: request.size, limits: limits, watch: watch)
        case .file(let file, let decoder):
          try decoder.decode(file, size: request.size, limits: limits, watch: watch)
        }
      let spent = Double(MonotonicClock.nanoseconds - start) / 1e9
      queue.noteCost(spent, bitmap.byteCount, of: request.key)
      return bitmap
    }
    if fetched != nil, case .failure(let error) = result, error.isOfFile {
      fetcher?.forget(request.key)
    }
    queue.finish(request, job: job, result).give()
    // Store on disk last, after the result was delivered.
    if let diskCache, case .success(let bitmap) = result, !bitmap.isPartial {
      diskCache.store(bitmap, for: request)
    }
  }
}
