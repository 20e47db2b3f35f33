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
    Self.removeLeftDrafts(of: target)
    // A name that no other merge uses, nor one that was killed has left.
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

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
  }

  /// Removes the drafts of merges that were ended by force.
  private static func removeLeftDrafts(of target: String) {
    let folder = PathNames.folder(of: target)
    let name = PathNames.name(of: target)
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    for file in files ?? []
    where file.hasPrefix("\(name).") && file.hasSuffix(".part")
      && file.utf8.count == name.utf8.count + 14
      && file.utf8.dropFirst(name.utf8.count + 1).prefix(8).allSatisfy(isHexDigit)
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
