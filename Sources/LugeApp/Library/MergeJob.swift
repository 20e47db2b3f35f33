import Foundation
import LugeArchive
import LugeImporters
import LugeWords

/// Compares two archives and merges them into a new one, on a background thread.
enum MergeJob {
  /// Plans the merge of the open archive with another, or with an export, which is imported first.
  static func look(
    at path: String, besides opened: OpenArchive, cancellation: ImportCancellation
  ) async throws(ArchiveError) -> ArchiveMerge {
    try await ArchiveThread.run("luge-merge") { () throws(ArchiveError) in
      let other: Archive
      if ArchiveLocator.isArchive(path), let archive = try? MediaPermissions.ofUser.open(path) {
        other = archive
      } else {
        let cached = try ArchiveLocator.cachedArchive(forExport: path)
        if ArchiveLocator.currentArchive(ofExport: path) == nil {
          var options = ImportOptions(keepsPartialInput: true)
          options.replacesUnreadable = true
          let input = try ImportInput(
            opening: path, mediaFolder: ArchiveLocator.mediaFolder(ofArchive: cached))
          let importer = ArchiveImporter(into: cached, options: options, cancellation: cancellation)
          let (report, _) = try importer.runWithMedia(input)
          if let error = report.inputError, report.entries == 0 { throw error }
        }
        other = try MediaPermissions.ofUser.open(cached)
      }
      return try ArchiveMerge(opened.archive, other)
    }
  }

  /// - Returns: the number of messages in the new archive.
  static func make(
    _ merge: ArchiveMerge, of paths: [String], at target: String,
    cancellation: ImportCancellation
  ) async throws(ArchiveError) -> Int {
    try await ArchiveThread.run("luge-merge") { () throws(ArchiveError) in
      // The dialog has asked about replacing an existing file; the two sources must not be
      // overwritten.
      guard !paths.contains(where: { isSame($0, target) }) else {
        throw .notWritable(path: target, reason: localized("it is one of the two that are merged"))
      }
      guard ArchiveLocator.isArchive(target) || !FileManager.default.fileExists(atPath: target)
      else {
        throw .notWritable(
          path: target, reason: localized("there is a file already; a merge makes a new archive"))
      }
      // The user has not agreed to replace a file that appears while this is written.
      let isThere = FileManager.default.fileExists(atPath: target)
      return try merge.write(
        to: target, replaces: isThere, name: paths.joined(separator: " + "),
        cancellation: cancellation
      ) { draft throws(ArchiveError) in
        try MediaPermissions.ofUser.allow(merge.mediaFolders, inArchive: draft)
      }
    }
  }

  /// Returns a path beside the opened file, or in the home folder if the archive is in the cache.
  static func suggestedPath(for opened: OpenArchive) -> String {
    let origin = URL(fileURLWithPath: opened.export ?? opened.path)
    let name = origin.deletingPathExtension().lastPathComponent
    return origin.deletingLastPathComponent().appending(path: "\(name) merged.luge").path
  }

  /// What tells whether an archive is still the one that a merge made: nothing was imported into
  /// it, and no other file is in its place.
  struct Mark: Hashable, Sendable {
    private var device: UInt64
    private var inode: UInt64
    private var imports: Int

    /// Nil if there is no archive at the path, or it cannot be read.
    init?(_ path: String) {
      var info = stat()
      guard stat(path, &info) == 0, let archive = try? Archive(opening: path),
        let imports = try? archive.imports()
      else { return nil }
      (device, inode) = (UInt64(info.st_dev), UInt64(info.st_ino))
      self.imports = imports.count
    }
  }

  /// Removes an archive that a merge made.
  ///
  /// - Returns: whether it is gone; false if it is not the same any more.
  static func remove(_ path: String, madeAs mark: Mark?) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return true }
    guard let mark, Mark(path) == mark else { return false }
    ArchiveFile.removeUnlessWritten(path)
    return true
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      == URL(fileURLWithPath: other).resolvingSymlinksInPath().path
  }
}
