import Foundation
import LugeArchive
import LugeListKit

/// Decides what a path is, and where the archive made from an export is stored.
public enum ArchiveLocator {
  /// Whether a path is an SQLite file; whether that is an archive is checked when it is opened.
  public static func isArchive(_ path: String) -> Bool {
    // Opening a pipe would wait for its writer.
    FileManager.default.isRegularFile(path) && Archive.isDatabase(path)
  }

  /// Returns the path of the archive for an export that is opened directly: in the user's cache,
  /// one file per export.
  ///
  /// - Throws: ``ArchiveError/notWritable(path:reason:)`` if the cache folder cannot be created.
  public static func cachedArchive(
    forExport path: String, cache: String = cacheFolder
  ) throws(ArchiveError) -> String {
    try cachedArchive(forExports: [path], cache: cache)
  }

  /// Returns the path of the archive for exports that are opened together.
  static func cachedArchive(
    forExports paths: [String], cache: String = cacheFolder
  ) throws(ArchiveError) -> String {
    let archive = cachedPath(forExports: paths, cache: cache)
    let folder = URL(fileURLWithPath: archive).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw ArchiveError(writing: folder, error)
    }
    return archive
  }

  /// Returns the archive in the cache that contains all of an export's present state: an import of
  /// it was completed, or kept the complete part of a truncated file, and nothing in the export has
  /// changed since that import began. Nil if there is none.
  ///
  /// Later imports that were interrupted do not matter.
  ///
  /// - Complexity: O(files in the export).
  static func currentArchive(ofExport path: String, cache: String = cacheFolder) -> String? {
    let cached = cachedPath(forExport: path, cache: cache)
    guard !MediaMark(folder: mediaFolder(ofArchive: cached)).isSet, isArchive(cached),
      let archive = try? Archive(opening: cached),
      // Importing a folder includes its main file, but not the other way round.
      let last = try? archive.imports().last(where: {
        // A truncated file has nothing more next time.
        ($0.path == absolutePath(path) || $0.path == canonical(path))
          && ($0.state == .complete || $0.state == .partial)
      }),
      let touched = lastChange(in: path), touched < Double(last.started)
    else { return nil }
    return cached
  }

  /// Returns the archive in the cache that imports of these exports have made so far, perhaps of an
  /// earlier state of them. Nil if there is none.
  static func knownArchive(ofExports paths: [String], cache: String = cacheFolder) -> String? {
    let cached = cachedPath(forExports: paths, cache: cache)
    return isArchive(cached) ? cached : nil
  }

  /// Returns the folder for the media of a zip whose archive is in the cache.
  static func mediaFolder(ofArchive archive: String) -> String { archive + ".media" }

  /// Returns the time of the last change of a file, or of anything in a folder: seconds since 1970.
  /// Status changes count, because moving an old file into a folder keeps its modification date.
  private static func lastChange(in path: String) -> Double? {
    guard var newest = statusChange(of: path) else { return nil }
    guard let names = FileManager.default.enumerator(atPath: path) else { return newest }
    for case let name as String in names {
      guard let change = statusChange(of: "\(path)/\(name)") else { continue }
      newest = max(newest, change)
    }
    return newest
  }

  private static func statusChange(of path: String) -> Double? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    return max(info.st_ctim.seconds, info.st_mtim.seconds)
  }

  /// Returns one path for an export, whether the user named its folder or its main file: the
  /// folder, if the file has the name that it has in every export.
  static func canonical(_ path: String) -> String {
    let absolute = URL(fileURLWithPath: absolutePath(path))
    return mainFiles.contains(absolute.lastPathComponent)
      ? absolute.deletingLastPathComponent().path : absolute.path
  }

  private static let mainFiles: Set<String> = ["result.json", "outbox.json", "_chat.txt"]

  /// Returns the path in the form in which archives record imports.
  private static func absolutePath(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  private static func cachedPath(forExport path: String, cache: String) -> String {
    cachedPath(forExports: [path], cache: cache)
  }

  private static func cachedPath(forExports paths: [String], cache: String) -> String {
    // Sorted, because files may be dropped in any order.
    let absolute = Set(paths.map(canonical)).sorted()
    var name = String(
      URL(fileURLWithPath: absolute.first ?? "").deletingPathExtension().lastPathComponent
        .prefix(60))
    if absolute.count > 1 { name += " and \(absolute.count - 1) more" }
    return "\(cache)/\(name)-\(digest(absolute.joined(separator: "\n"))).luge"
  }

  /// The folder `$XDG_CACHE_HOME/luge/archives`.
  public static var cacheFolder: String { UserFolders.cache() + "/luge/archives" }

  /// Returns an FNV-1a hash of 64 bits, which is the same in every run.
  private static func digest(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}

extension FileManager {
  fileprivate func isRegularFile(_ path: String) -> Bool {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return (try? attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType == .typeRegular
  }
}

extension timespec {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_nsec) / 1e9 }
}
