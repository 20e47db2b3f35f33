import Glibc
public import LugeCore

/// Cache in files of pictures from the network as they were downloaded: the viewer, the clipboard
/// and saved copies need the original and not the version decoded for a bubble.
///
/// It has a byte limit, and several programs may share a folder. A file contains its address and a
/// checksum, so that a file truncated by a system crash counts as missing. Errors are never
/// reported.
public final class OriginalCache: Sendable {
  /// Identifier of the format. It changes with the format, so that files of other formats count as
  /// missing.
  private static let format: UInt64 = 0x314F_4547_554C  // "LUGEO1"
  private static let wordCount = 4
  /// Number of bytes at a file's beginning in which its header is searched.
  private static let headerBytes = 256 << 10

  private let files: CacheFiles

  /// Makes a cache.
  ///
  /// - Parameter folder: made when the first picture is stored, readable only by the user.
  public init(folder: String, byteLimit: Int = 256 << 20) {
    files = CacheFiles(folder: folder, byteLimit: byteLimit)
  }

  /// Returns the picture's file; nil when it is not cached. Waits for the disk.
  ///
  /// - Complexity: O(bytes).
  public func bytes(of key: ImageKey) -> [UInt8]? {
    let path = path(of: key)
    guard let (file, words) = open(key, path) else { return nil }
    let bytes = file.read(at: CacheFile.start(Self.wordCount, key.source), count: Int(words[2]))
    guard bytes.count == Int(words[2]),
      bytes.withUnsafeBytes({ SourceIdentity.hash(words: $0) }) == words[3]
    else { return nil }
    CacheFolder.touch(path, olderThan: 3600)
    return bytes
  }

  /// Returns the header of a picture. Waits for the disk.
  ///
  /// - Complexity: a few reads.
  public func header(of key: ImageKey) -> ImageHeader? {
    guard let (file, words) = open(key, path(of: key)) else { return nil }
    let start = CacheFile.start(Self.wordCount, key.source)
    let beginning = file.read(at: start, count: min(Self.headerBytes, Int(words[2])))
    guard var header = try? ImageProbe.header(of: beginning) else { return nil }
    header.byteCount = Int(words[2])
    return header
  }

  /// Stores a picture's file, unless it is larger than a quarter of the limit. Waits for the disk.
  ///
  /// - Complexity: O(bytes), and sometimes O(files).
  public func store(_ bytes: [UInt8], for key: ImageKey) {
    guard !bytes.isEmpty, bytes.count <= files.byteLimit / 4 else { return }
    bytes.withUnsafeBytes { bytes in
      _ = files.put(path(of: key)) { temporary in
        CacheFile.write(
          bytes, format: Self.format, facts: [SourceIdentity.hash(words: bytes)],
          name: key.source, to: temporary)
      }
    }
  }

  public func remove(_ key: ImageKey) {
    let path = path(of: key)
    // The file may belong to another picture.
    if open(key, path) != nil { unlink(path) }
  }

  private func path(of key: ImageKey) -> String { files.path(of: key.source, .original) }

  private func open(_ key: ImageKey, _ path: String) -> (PictureFile, [UInt64])? {
    guard let file = try? PictureFile(path),
      let words = CacheFile.words(
        of: file, format: Self.format, count: Self.wordCount, name: key.source)
    else { return nil }
    return (file, words)
  }
}
