import Foundation
import LugeArchive

/// Decides what a path is, and where the archive made of an export lives.
public enum ArchiveLocator {
  /// An SQLite file is taken for an archive (whether it really is one, opening it tells).
  public static func isArchive(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 16)) == Data("SQLite format 3\u{0}".utf8)
  }

  /// The archive that an export is imported to when it is opened directly: in the user's cache, a
  /// file for each export.
  ///
  /// - Throws: ``ArchiveError/notWritable(path:reason:)`` when the cache cannot be made.
  public static func cachedArchive(forExport path: String) throws(ArchiveError) -> String {
    let folder = cacheFolder()
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw .notWritable(path: folder, reason: error.localizedDescription)
    }
    let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
    let name = URL(fileURLWithPath: absolute).deletingPathExtension().lastPathComponent
    return "\(folder)/\(name.prefix(60))-\(digest(absolute)).luge"
  }

  /// `$XDG_CACHE_HOME/luge/archives` (XDG Base Directory Specification).
  private static func cacheFolder() -> String {
    let environment = ProcessInfo.processInfo.environment
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      return "\(cache)/luge/archives"
    }
    return NSHomeDirectory() + "/.cache/luge/archives"
  }

  /// FNV-1a, 64 bits: the same name in every run.
  private static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
