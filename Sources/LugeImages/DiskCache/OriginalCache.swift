import Glibc
public import LugeCore

/// Pictures of the network as they came, in files: what is looked at large, copied and saved is the
/// picture itself, not what was made of it for a bubble.
///
/// Under a limit in bytes; several programs may share a folder. A file carries its address and a
/// checksum, so that one the system lost half of in a crash counts as not there. Nothing here is
/// ever an error.
public final class OriginalCache: Sendable {
  /// Changes with the format; other files are not there.
  private static let format: UInt64 = 0x314F_4547_554C  // "LUGEO1"
  private static let wordCount = 4
  /// Bytes of a file's beginning in which its header is looked for.
  private static let headerBytes = 256 << 10

  private let files: CacheFiles

  /// - Parameter folder: made when the first picture is stored, readable to its owner alone.
  public init(folder: String, byteLimit: Int = 256 << 20) {
    files = CacheFiles(folder: folder, byteLimit: byteLimit)
  }

  /// The picture's file; nil when it is not here. Waits for the disk.
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

  /// Keeps a picture's file. Waits for the disk. What is larger than a quarter of the limit is not
  /// kept.
  ///
  /// - Complexity: O(bytes), and once in a while O(files).
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
    // Another picture may stand there.
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
