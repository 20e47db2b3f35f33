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

  /// - Parameter cache: a folder for decoded pictures and fetched files; nil keeps nothing.
  public init(cache: String? = nil, network: Network = .whenAsked) {
    let fetcher = PermittedFetcher(HTTPImageFetcher())
    fetcher.permitsAll = network == .always
    self.network = fetcher
    originals = KeptOriginals(
      fetcher, cache: cache.map { OriginalCache(folder: "\($0)/originals") })
    pipeline = ImagePipeline(
      loader: VideoStillLoader(files: ListPictures.files), fetcher: originals,
      diskCache: cache.map { DiskImageCache(folder: "\($0)/pictures") })
  }
}
