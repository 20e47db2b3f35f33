import LugeCore
public import LugeImages

/// The source of a window's pictures: files, the network as far as permitted, and the cache. One
/// source serves all lists of a window.
public struct PictureSource: Sendable {
  /// Whether pictures are downloaded.
  public enum Network: Hashable, Sendable {
    /// Only when the user asks for a picture, because the server sees who requests it.
    case whenAsked
    case always
  }

  public let pipeline: ImagePipeline
  /// The original files of pictures, as downloaded.
  public let originals: KeptOriginals
  /// The downloader, which checks for permission.
  public let network: PermittedFetcher

  /// - Parameters:
  ///   - cache: a folder for decoded pictures and downloads; nil: nothing is stored.
  ///   - own: downloads addresses that only it can resolve (those of a server where the user has an
  ///     account), without asking for permission.
  public init(
    cache: String? = nil, network: Network = .whenAsked, own: (any ImageFetching)? = nil
  ) {
    let fetcher = PermittedFetcher(HTTPImageFetcher())
    fetcher.permitsAll = network == .always
    self.network = fetcher
    originals = KeptOriginals(
      own.map { FetcherPair(first: $0, second: fetcher) } ?? fetcher,
      cache: cache.map { OriginalCache(folder: "\($0)/originals") })
    pipeline = ImagePipeline(
      loader: VideoStillLoader(files: ListPictures.files), fetcher: originals,
      diskCache: cache.map { DiskImageCache(folder: "\($0)/pictures") })
  }
}

/// Two downloaders: addresses that the first refuses are passed to the second.
private struct FetcherPair: ImageFetching {
  let first: any ImageFetching
  let second: any ImageFetching

  func accepts(_ key: ImageKey) -> Bool { first.accepts(key) || second.accepts(key) }

  func fetch(
    _ key: ImageKey, limit: Int, priority: ImagePriority,
    completion: @escaping @Sendable (Result<[UInt8], ImageError>) -> Void
  ) -> any FetchTask {
    (first.accepts(key) ? first : second)
      .fetch(key, limit: limit, priority: priority, completion: completion)
  }

  func forget(_ key: ImageKey) { (first.accepts(key) ? first : second).forget(key) }
}
