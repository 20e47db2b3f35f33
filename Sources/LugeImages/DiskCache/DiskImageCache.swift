public import LugeCore
import Synchronization

/// Cache in files of decoded pictures at the size they are shown at, so that a photo has to be
/// decoded only once.
///
/// Several programs may share a folder. A file is written under a temporary name and then renamed,
/// so that no program reads an incomplete one. It contains the identity of its source and a
/// checksum, so that a file truncated by a system crash counts as missing. Errors are never
/// reported: a picture that cannot be read is decoded again, and one that cannot be written is not
/// cached.
public final class DiskImageCache: Sendable {
  /// Counts of the cache's work.
  public struct Statistics: Hashable, Sendable {
    public var hits = 0
    public var stored = 0
    /// Number of files removed to stay within the limit.
    public var removed = 0

    public init() {}
  }

  private let files: CacheFiles

  // MARK: Mutable State (under the lock; files are touched without it)

  private let counts = Mutex(Statistics())

  /// Makes a cache.
  ///
  /// - Parameter folder: made when the first picture is stored, readable only by the user.
  public init(folder: String, byteLimit: Int = 256 << 20) {
    files = CacheFiles(folder: folder, byteLimit: byteLimit)
  }

  public var statistics: Statistics { counts.withLock { $0 } }

  /// Returns the picture, if it is cached and its source has not changed. Waits for the disk.
  ///
  /// - Complexity: O(pixels).
  public func picture(for request: ImageRequest) -> Bitmap? {
    guard let identity = SourceIdentity.of(request.key) else { return nil }
    let path = path(identity, request.size)
    let bitmap = (try? PictureFile(path)).flatMap {
      CachedPicture.read($0, identity: identity, atMost: request.size)
    }
    guard let bitmap else { return nil }
    counts.withLock { $0.hits += 1 }
    // Mark the file as used, at most once an hour, because writing is not free.
    CacheFolder.touch(path, olderThan: 3600)
    return bitmap
  }

  /// Stores a picture. Waits for the disk.
  ///
  /// - Complexity: O(pixels), and sometimes O(files).
  public func store(_ bitmap: Bitmap, for request: ImageRequest) {
    guard let identity = SourceIdentity.of(request.key) else { return }
    let removed = files.put(path(identity, request.size)) {
      CachedPicture.write(bitmap, identity: identity, to: $0)
    }
    guard let removed else { return }
    counts.withLock {
      $0.stored += 1
      $0.removed += removed
    }
  }

  private func path(_ identity: String, _ size: PixelSize) -> String {
    files.path(of: "\(identity)\0\(size.width)x\(size.height)", .pixels)
  }
}

/// Decoded picture in a ``CacheFile``, with its size and a checksum of its pixels.
enum CachedPicture {
  /// Identifier of the format. It changes with the format, so that files of other formats count as
  /// missing.
  private static let format: UInt64 = 0x3250_4547_554C  // "LUGEP2"
  private static let wordCount = 6

  static func read(_ file: PictureFile, identity: String, atMost size: PixelSize) -> Bitmap? {
    guard
      let words = CacheFile.words(of: file, format: format, count: wordCount, name: identity),
      (1...UInt64(size.width)) ~= words[3], (1...UInt64(size.height)) ~= words[4]
    else { return nil }
    let found = PixelSize(width: Int(words[3]), height: Int(words[4]))
    let byteCount = found.width * found.height * 4
    guard words[2] == UInt64(byteCount) else { return nil }
    let pixels = file.read(at: CacheFile.start(wordCount, identity), count: byteCount)
    guard pixels.count == byteCount else { return nil }
    let bitmap = Bitmap(size: found)
    bitmap.withMutablePixels { target in
      pixels.withUnsafeBytes { UnsafeMutableRawBufferPointer(target).copyMemory(from: $0) }
    }
    let sum = bitmap.withPixels { SourceIdentity.hash(words: UnsafeRawBufferPointer($0)) }
    return sum == words[5] ? bitmap : nil
  }

  /// Writes a picture.
  ///
  /// - Returns: the number of bytes written; nil when it could not be written, in which case no
  ///   file is left.
  static func write(_ bitmap: Bitmap, identity: String, to path: String) -> Int? {
    bitmap.withPixels { pixels in
      let bytes = UnsafeRawBufferPointer(pixels)
      return CacheFile.write(
        bytes, format: format,
        facts: [
          UInt64(bitmap.size.width), UInt64(bitmap.size.height), SourceIdentity.hash(words: bytes),
        ], name: identity, to: path)
    }
  }
}
