public import LugeCore
import Synchronization

/// Decoded pictures at the size they are shown at, in files: the second time a photo of 3 MB costs
/// the reading of its thumbnail.
///
/// Several programs may share a folder. A file is written under another name and then renamed, so
/// that nobody sees half of one; it carries what it is of and a checksum, so that one the system
/// lost half of in a crash counts as not there. Nothing here is ever an error: what cannot be read
/// is decoded again, what cannot be written is left out.
public final class DiskImageCache: Sendable {
  /// Counts of what this cache did.
  public struct Statistics: Hashable, Sendable {
    public var hits = 0
    public var misses = 0
    public var stored = 0
    /// Files removed to stay within the limit.
    public var removed = 0

    public init() {}
  }

  private let files: CacheFiles

  // MARK: Mutable State (under the lock; files are touched without it)

  private let counts = Mutex(Statistics())

  /// - Parameter folder: made when the first picture is stored, readable to its owner alone.
  public init(folder: String, byteLimit: Int = 256 << 20) {
    files = CacheFiles(folder: folder, byteLimit: byteLimit)
  }

  public var statistics: Statistics { counts.withLock { $0 } }

  /// The picture, if it is here and its source is what it was. Waits for the disk.
  ///
  /// - Complexity: O(pixels).
  public func picture(for request: ImageRequest) -> Bitmap? {
    guard let identity = SourceIdentity.of(request.key) else { return nil }
    let path = path(identity, request.size)
    let bitmap = (try? PictureFile(path)).flatMap {
      CachedPicture.read($0, identity: identity, atMost: request.size)
    }
    counts.withLock {
      if bitmap == nil { $0.misses += 1 } else { $0.hits += 1 }
    }
    // Says that it was of use, once an hour at most: writing is not free.
    if bitmap != nil { CacheFolder.touch(path, olderThan: 3600) }
    return bitmap
  }

  /// Keeps a picture. Waits for the disk.
  ///
  /// - Complexity: O(pixels), and once in a while O(files).
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

/// A decoded picture in a ``CacheFile``, with its size and a checksum of its pixels.
enum CachedPicture {
  /// Changes with the format; other files are not there.
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

  /// - Returns: bytes written; nil when it could not be written, and nothing is left then.
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
