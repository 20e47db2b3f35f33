import Foundation
import LugeCore

extension ArchiveMerge {
  /// Writes the new archive into a temporary file beside its path, and renames it when it is
  /// complete: an existing archive stays until then, and no partial merge is left behind.
  ///
  /// - Parameters:
  ///   - replaces: whether an existing file may be replaced.
  ///   - name: name of both archives, for the new one's list of imports.
  ///   - finish: called with the complete archive's path before it is renamed.
  /// - Returns: the number of messages in the new archive.
  public func write(
    to target: String, replaces: Bool, name: String,
    cancellation: ImportCancellation = ImportCancellation(),
    finish: (String) throws(ArchiveError) -> Void = { _ in }
  ) throws(ArchiveError) -> Int {
    try ArchiveFile.checkBelongsToNone(target)
    LeftDrafts.remove(beside: target)
    // Held to the end: only one program at a time makes drafts of this archive, so that others'
    // drafts are those of programs that were killed.
    let lock = try ArchiveFile(target).lock()
    return try withExtendedLifetime(lock) { () throws(ArchiveError) in
      Self.removeLeftDrafts(of: target)
      let draft = "\(target).\(UUID().uuidString.prefix(8))\(LeftDrafts.ending)"
      do throws(ArchiveError) {
        let importer = ArchiveImporter(into: draft, cancellation: cancellation)
        _ = try importer.run(input(name: name))
        let count = try Archive(opening: draft).messageCount()
        try finish(draft)
        try ArchiveFile.put(draft, at: target, replaces: replaces, under: lock)
        return count
      } catch {
        ArchiveFile.removeFiles(at: draft)
        throw error.naming(target, insteadOf: draft)
      }
    }
  }

  /// Removes the drafts of merges into this archive that were ended by force, whatever is in them.
  private static func removeLeftDrafts(of target: String) {
    let folder = PathNames.folder(of: target)
    let name = PathNames.name(of: target)
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    let drafts = (files ?? []).compactMap(LeftDrafts.archiveDraft).filter { $0.archive == name }
    for draft in Set(drafts.map(\.draft)) {
      ArchiveFile.removeDraft(folder.isEmpty ? draft : "\(folder)/\(draft)")
    }
  }
}
