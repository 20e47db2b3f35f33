import Foundation
import LugeArchive
import LugeImporters
import LugeWords

/// Compares two archives and merges them into a new one, on a background thread.
public enum MergeJob {
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
          if let error = report.inputError, report.messages == 0 { throw error }
        }
        other = try MediaPermissions.ofUser.open(cached)
      }
      return try ArchiveMerge(opened.archive, other)
    }
  }

  /// - Returns: how many messages the new archive has.
  static func make(
    _ merge: ArchiveMerge, of paths: [String], at target: String,
    cancellation: ImportCancellation
  ) async throws(ArchiveError) -> Int {
    try await ArchiveThread.run("luge-merge") { () throws(ArchiveError) in
      // The dialog has asked about a file that is there; what is read is not written over.
      guard !paths.contains(where: { isSame($0, target) }) else {
        throw .notWritable(path: target, reason: localized("it is one of the two that are merged"))
      }
      guard ArchiveLocator.isArchive(target) || !FileManager.default.fileExists(atPath: target)
      else {
        throw .notWritable(
          path: target, reason: localized("there is a file already; a merge makes a new archive"))
      }
      return try write(merge, of: paths, at: target, replaces: true, cancellation: cancellation) {
        draft throws(ArchiveError) in
        try MediaPermissions.ofUser.allow(merge.mediaFolders, inArchive: draft)
      }
    }
  }

  /// Writes the new archive beside its place, and puts it there when it is complete: an archive
  /// that is there stays until then, and half a merge stays nowhere.
  ///
  /// - Parameters:
  ///   - replaces: Whether an archive that is there by then is written over.
  ///   - finish: Called with the complete archive's path before it is put into its place.
  /// - Returns: how many messages the new archive has.
  public static func write(
    _ merge: ArchiveMerge, of paths: [String], at target: String, replaces: Bool = false,
    cancellation: ImportCancellation = ImportCancellation(),
    finish: (String) throws(ArchiveError) -> Void = { _ in }
  ) throws(ArchiveError) -> Int {
    try ArchiveFile.checkBelongsToNone(target)
    // Nobody else's, and none that a merge left that was ended by force.
    let draft = "\(target).\(UUID().uuidString.prefix(8)).part"
    do throws(ArchiveError) {
      let importer = ArchiveImporter(into: draft, cancellation: cancellation)
      _ = try importer.run(merge.input(name: paths.joined(separator: " + ")))
      let count = try Archive(opening: draft).messageCount()
      try finish(draft)
      try put(draft, at: target, replaces: replaces)
      return count
    } catch {
      ArchiveFile.removeFiles(at: draft)
      throw error
    }
  }

  private static func put(
    _ draft: String, at target: String, replaces: Bool
  ) throws(ArchiveError) {
    let lock = try ArchiveFile.lockToReplace(target, mayExist: replaces)
    try withExtendedLifetime(lock) { () throws(ArchiveError) in
      guard rename(draft, target) == 0 else {
        throw .notWritable(path: target, reason: String(cString: strerror(errno)))
      }
    }
  }

  /// Beside what is open, or in the user's folder where that is a copy in the cache.
  static func suggestedPath(for opened: OpenArchive) -> String {
    let origin = URL(fileURLWithPath: opened.export ?? opened.path)
    let name = origin.deletingPathExtension().lastPathComponent
    return origin.deletingLastPathComponent().appending(path: "\(name) merged.luge").path
  }

  /// Removes an archive that a merge made.
  static func remove(_ path: String) {
    guard ArchiveLocator.isArchive(path) || !FileManager.default.fileExists(atPath: path) else {
      return
    }
    ArchiveFile.removeFiles(at: path)
  }

  private static func isSame(_ path: String, _ other: String) -> Bool {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      == URL(fileURLWithPath: other).resolvingSymlinksInPath().path
  }
}
