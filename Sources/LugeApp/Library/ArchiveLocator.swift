import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeListKit

/// Decides what a path is, and where the archive made from an export is stored.
public enum ArchiveLocator {
  /// Whether a path is an SQLite file; whether that is an archive is checked when it is opened.
  public static func isArchive(_ path: String) -> Bool {
    // Opening a pipe would wait for its writer.
    FileManager.default.isRegularFile(path) && Archive.isDatabase(path)
  }

  /// Returns the first path of an archive; nil if there is none, or the task was cancelled.
  ///
  /// - Complexity: O(paths), each of which may wait for a disk.
  static func firstArchive(in paths: some Sequence<String>) -> String? {
    for path in paths {
      guard !Task.isCancelled else { return nil }
      if isArchive(path) { return path }
    }
    return nil
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
      try PrivateFolder.make(folder)
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
    let canonical = canonical(path)
    let cached = archivePath(forCanonical: [canonical], cache: cache)
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

  /// Returns the path in the form in which archives record imports.
  private static func absolutePath(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  private static func cachedPath(forExports paths: [String], cache: String) -> String {
    archivePath(forCanonical: Set(paths.map(canonical)), cache: cache)
  }

  /// A folder that had one chat keeps that chat's archive when others come into it: it has who the
  /// user is and where they were reading.
  private static func archivePath(forCanonical paths: Set<String>, cache: String) -> String {
    let own = cachedPath(forCanonical: paths, cache: cache)
    guard paths.count == 1, let folder = paths.first, !FileManager.default.fileExists(atPath: own),
      let names = FileManager.default.enumerator(atPath: folder)
    else { return own }
    for case let name as String in names where MediaRecord.Kind(fileName: name) == .file {
      let former = cachedPath(
        forCanonical: [self.folder(ofMainFile: "\(folder)/\(name)")], cache: cache)
      // A file that was opened alone is not the folder.
      if former != own, isArchive(former), let archive = try? Archive(opening: former),
        let imports = try? archive.imports(), imports.contains(where: { $0.path == folder })
      {
        return former
      }
    }
    return own
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
