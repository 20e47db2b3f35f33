public import LugeCore
public import LugeImages

/// Where a window's pictures come from: files, the network as far as it is permitted, and what was
/// kept of either the last time. One serves all lists of a window.
public struct PictureSource: Sendable {
  /// Whether pictures are fetched from the network.
  public enum Network: Hashable, Sendable {
    /// Each only when its reader asks for it, for the server sees who does.
    case whenAsked
    case always
  }

  public let pipeline: ImagePipeline
  /// The files behind pictures, as they were fetched.
  public let originals: KeptOriginals
  /// What is fetched.
  public let network: PermittedFetcher

  /// - Parameters:
  ///   - cache: a folder for decoded pictures and fetched files; nil keeps nothing.
  ///   - own: fetches pictures of addresses that it alone knows how to ask for, and needs nobody's
  ///     leave for it: those of a server that the reader has an account on.
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

/// Two ways to fetch: what the first one does not take is the second one's.
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
