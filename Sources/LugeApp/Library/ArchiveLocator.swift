import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeListKit

/// Decides what a path is, and where the archive made of an export lives.
public enum ArchiveLocator {
  /// An SQLite file is taken for an archive (whether it really is one, opening it tells).
  public static func isArchive(_ path: String) -> Bool {
    // Opening a pipe would wait for its writer.
    FileManager.default.isRegularFile(path) && Archive.isDatabase(path)
  }

  /// The archive that an export is imported to when it is opened directly: in the user's cache, a
  /// file for each export.
  ///
  /// - Throws: ``ArchiveError/notWritable(path:reason:)`` when the cache cannot be made.
  public static func cachedArchive(
    forExport path: String, cache: String = cacheFolder
  ) throws(ArchiveError) -> String {
    try cachedArchive(forExports: [path], cache: cache)
  }

  /// The same for exports that are opened together.
  static func cachedArchive(
    forExports paths: [String], cache: String = cacheFolder
  ) throws(ArchiveError) -> String {
    let archive = cachedPath(forExports: paths, cache: cache)
    let folder = URL(fileURLWithPath: archive).deletingLastPathComponent().path
    do {
      try PrivateFolder.make(folder)
    } catch {
      throw ArchiveError(writing: folder, error)
    }
    return archive
  }

  /// The archive in the cache that holds all of an export as it is now: an import of it was
  /// completed, or took over what is complete of a file that breaks off, and nothing in the export
  /// was touched since that began. Nil when there is none.
  ///
  /// Imports that were broken off later take nothing away.
  ///
  /// - Complexity: O(files in the export).
  static func currentArchive(ofExport path: String, cache: String = cacheFolder) -> String? {
    let canonical = canonical(path)
    let cached = cachedPath(forCanonical: [canonical], cache: cache)
    guard !MediaMark(folder: mediaFolder(ofArchive: cached)).isSet, isArchive(cached),
      let archive = try? Archive(opening: cached)
    else { return nil }
    // All of a folder holds its file. The file need not be all of the folder, unless it was the
    // only chat: only then is a folder imported into an archive that is named by a file.
    let whole = [absolutePath(path), canonical, PathNames.folder(of: canonical)]
    guard
      let last = try? archive.imports().last(where: {
        // A file that is cut off has no more in it the next time.
        whole.contains($0.path) && ($0.state == .complete || $0.state == .partial)
      }),
      let touched = lastChange(in: path), touched < Double(last.started)
    else { return nil }
    return cached
  }

  /// The archive in the cache that imports of these exports have made so far, perhaps of an
  /// earlier state of them. Nil when there is none.
  static func knownArchive(ofExports paths: [String], cache: String = cacheFolder) -> String? {
    let cached = cachedPath(forExports: paths, cache: cache)
    return isArchive(cached) ? cached : nil
  }

  /// Returns the folder into which the media of a zip are unpacked whose archive is in the cache.
  static func mediaFolder(ofArchive archive: String) -> String { archive + ".media" }

  /// When a file, or anything in a folder, was changed last: seconds since 1970. Status changes
  /// count, because moving an old file into a folder leaves its modification date alone.
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

  /// One name for an export, whether its folder or its only file is named: the folder, where the
  /// file has a name that it has in every export, and else the file.
  ///
  /// - Complexity: O(files in the folder) for a folder. Reads the beginnings of those that may be
  ///   chats, at most until the second one is found.
  static func canonical(_ path: String) -> String {
    let named = folder(ofMainFile: path)
    guard named == absolutePath(path),
      !mainFiles.contains(where: { FileManager.default.fileExists(atPath: "\(named)/\($0)") }),
      let chat = ExportOpener().onlyChat(inFolder: named)
    else { return named }
    return folder(ofMainFile: chat)
  }

  /// The folder of a file whose name it has in every export; any other path as it is. By the name
  /// alone.
  static func folder(ofMainFile path: String) -> String {
    let absolute = URL(fileURLWithPath: absolutePath(path))
    return mainFiles.contains(absolute.lastPathComponent)
      ? absolute.deletingLastPathComponent().path : absolute.path
  }

  private static let mainFiles: Set<String> = ["result.json", "outbox.json", "_chat.txt"]

  /// As archives remember what was imported.
  private static func absolutePath(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  private static func cachedPath(forExports paths: [String], cache: String) -> String {
    cachedPath(forCanonical: Set(paths.map(canonical)), cache: cache)
  }

  private static func cachedPath(forCanonical paths: Set<String>, cache: String) -> String {
    // In whatever order they were dropped.
    let absolute = paths.sorted()
    var name = String(
      URL(fileURLWithPath: absolute.first ?? "").deletingPathExtension().lastPathComponent
        .prefix(60))
    if absolute.count > 1 { name += " and \(absolute.count - 1) more" }
    return "\(cache)/\(name)-\(digest(absolute.joined(separator: "\n"))).luge"
  }

  /// `$XDG_CACHE_HOME/luge/archives`.
  public static var cacheFolder: String { UserFolders.cache() + "/luge/archives" }

  /// FNV-1a, 64 bits: the same name in every run.
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
