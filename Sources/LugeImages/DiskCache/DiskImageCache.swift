import Glibc
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

  private struct State {
    var counts = Statistics()
    /// Bytes in the folder as of the last look, and written since.
    var knownBytes: Int?
    var writtenSince = 0
    var nextTemporary = 0
  }

  public let folder: String
  /// Bytes of files; held to within an eighth, for other programs write as well.
  public let byteLimit: Int

  // MARK: Mutable State (under the lock; files are touched without it)

  private let state = Mutex(State())

  /// - Parameter folder: made when the first picture is stored, readable to its owner alone.
  public init(folder: String, byteLimit: Int = 256 << 20) {
    self.folder = folder
    self.byteLimit = byteLimit
  }

  public var statistics: Statistics { state.withLock { $0.counts } }

  /// The picture, if it is here and its source is what it was. Waits for the disk.
  ///
  /// - Complexity: O(pixels).
  public func picture(for request: ImageRequest) -> Bitmap? {
    guard let identity = SourceIdentity.of(request.key) else { return nil }
    let path = path(identity, request.size)
    let bitmap = (try? PictureFile(path)).flatMap {
      CachedPicture.read($0, identity: identity, atMost: request.size)
    }
    state.withLock {
      if bitmap == nil { $0.counts.misses += 1 } else { $0.counts.hits += 1 }
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
    let number = state.withLock { state in
      defer { state.nextTemporary += 1 }
      return state.nextTemporary
    }
    let final = path(identity, request.size)
    let temporary = "\(folder)/.\(getpid())-\(number).tmp"
    guard CacheFolder.make(folder),
      let written = CachedPicture.write(bitmap, identity: identity, to: temporary)
    else { return }
    guard rename(temporary, final) == 0 else {
      unlink(temporary)
      return
    }
    let mustSweep = state.withLock { state in
      state.counts.stored += 1
      state.writtenSince += written
      guard let known = state.knownBytes else { return true }
      return known + state.writtenSince > byteLimit || state.writtenSince > byteLimit / 8
    }
    if mustSweep { sweep() }
  }

  /// Removes all pictures.
  public func removeAll() {
    _ = CacheFolder.sweep(folder, toBytes: -1)
    state.withLock { $0.knownBytes = 0 }
  }

  /// Looks at the folder, and removes what was of no use for longest when it is too full.
  private func sweep() {
    var (bytes, removed) = CacheFolder.sweep(folder, toBytes: byteLimit, leaving: byteLimit * 3 / 4)
    bytes = max(0, bytes)
    removed = max(0, removed)
    state.withLock { [bytes, removed] state in
      state.knownBytes = bytes
      state.writtenSince = 0
      state.counts.removed += removed
    }
  }

  private func path(_ identity: String, _ size: PixelSize) -> String {
    let name = "\(identity)\0\(size.width)x\(size.height)"
    let hash = String(SourceIdentity.hash(name.utf8), radix: 16)
    return "\(folder)/\(String(repeating: "0", count: 16 - hash.count))\(hash).pixels"
  }
}
