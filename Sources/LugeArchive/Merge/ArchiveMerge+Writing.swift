import Foundation
import LugeCore

extension ArchiveMerge {
  /// Writes the new archive beside its place, and puts it there when it is complete: an archive
  /// that is there stays until then, and half a merge stays nowhere.
  ///
  /// - Parameters:
  ///   - replaces: Whether a file that is there by then may be replaced.
  ///   - name: Of both archives, for the new one's list of imports.
  ///   - finish: Called with the complete archive's path before it is put into its place.
  /// - Returns: How many messages the new archive has.
  public func write(
    to target: String, replaces: Bool, name: String,
    cancellation: ImportCancellation = ImportCancellation(),
    finish: (String) throws(ArchiveError) -> Void = { _ in }
  ) throws(ArchiveError) -> Int {
    try ArchiveFile.checkBelongsToNone(target)
    Self.removeLeftDrafts(of: target)
    // Nobody else's, and none that a merge left that was ended by force.
    let draft = "\(target).\(UUID().uuidString.prefix(8)).part"
    do throws(ArchiveError) {
      let importer = ArchiveImporter(into: draft, cancellation: cancellation)
      _ = try importer.run(input(name: name))
      let count = try Archive(opening: draft).messageCount()
      try finish(draft)
      try ArchiveFile.put(draft, at: target, replaces: replaces)
      return count
    } catch {
      ArchiveFile.removeFiles(at: draft)
      throw error.naming(target, insteadOf: draft)
    }
  }

  /// Seconds after which nobody works on a draft that nobody has locked.
  private static let draftSeconds = 3600

  /// Of merges that were ended by force.
  private static func removeLeftDrafts(of target: String) {
    let folder = PathNames.folder(of: target)
    let name = PathNames.name(of: target)
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    for file in files ?? []
    where file.hasPrefix("\(name).") && file.hasSuffix(".part")
      && file.utf8.count == name.utf8.count + 14
    {
      let path = folder.isEmpty ? file : "\(folder)/\(file)"
      var info = stat()
      guard stat(path, &info) == 0,
        time(nil).subtractingClamped(info.st_mtim.tv_sec) > draftSeconds
      else { continue }
      ArchiveFile.removeUnlessWritten(path)
    }
  }
}
