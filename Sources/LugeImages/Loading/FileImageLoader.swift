public import LugeCore

/// Loader of pictures from files.
public struct FileImageLoader: PictureFileLoading {
  private let opensAnyFile: Bool

  /// Makes a loader.
  ///
  /// - Parameter opensAnyFile: false refuses every key that is not confined to a folder
  ///   (``ImageKey/confinement``): for programs that show content of other people.
  public init(opensAnyFile: Bool = true) { self.opensAnyFile = opensAnyFile }

  public func bytes(of key: ImageKey, limit: Int) throws(ImageError) -> [UInt8] {
    let file = try pictureFile(of: key, limit: limit)
    return try file.bytes(at: 0, count: file.byteCount)
  }

  func pictureFile(of key: ImageKey, limit: Int) throws(ImageError) -> PictureFile {
    guard key.source.addressScheme == nil else { throw .unsupportedSource(key.source) }
    guard opensAnyFile || key.confinement != .none else {
      throw .notReadable(path: key.source, reason: "it is not of an export's folder")
    }
    let file = try PictureFile(key)
    guard file.byteCount > 0 else { throw .emptyFile }
    // Check the first bytes, so that a video is not read to its end only to find that it is no
    // picture.
    let beginning = try file.bytes(at: 0, count: min(file.byteCount, ImageFormat.sniffedBytes))
    guard ImageFormat(beginning) != nil else {
      throw .unknown(
        try file.bytes(at: 0, count: min(file.byteCount, UnsupportedFormat.sniffedBytes)))
    }
    guard file.byteCount <= limit else { throw .tooManyBytes(file.byteCount, limit: limit) }
    return file
  }
}

extension String {
  /// Scheme before `://`, if it is one of a URL rather than part of a path.
  var addressScheme: Substring? {
    guard let colon = firstIndex(of: ":"), self[colon...].hasPrefix("://") else { return nil }
    let scheme = self[..<colon]
    return scheme.isEmpty || scheme.contains("/") ? nil : scheme
  }
}
