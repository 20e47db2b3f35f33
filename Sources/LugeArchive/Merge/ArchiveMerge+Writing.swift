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
    // Held to the end: only one program at a time makes drafts of this archive, so that others'
    // drafts are those of programs that were killed.
    let lock = try ArchiveFile(target).lock()
    return try withExtendedLifetime(lock) { () throws(ArchiveError) in
      Self.removeLeftDrafts(of: target)
      let draft = "\(target).\(UUID().uuidString.prefix(8)).part"
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

  /// Removes the drafts of merges that were ended by force, with what SQLite left beside them.
  private static func removeLeftDrafts(of target: String) {
    let folder = PathNames.folder(of: target)
    let name = PathNames.name(of: target)
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)
    for draft in Set((files ?? []).compactMap { self.draft(of: name, owning: $0) }) {
      ArchiveFile.removeDraft(folder.isEmpty ? draft : "\(folder)/\(draft)")
    }
  }

  /// Returns the name of the draft that a file is, or belongs to; nil for all other files.
  private static func draft(of name: String, owning file: String) -> String? {
    let ending = ".part"
    guard file.hasPrefix("\(name)."), let end = file.range(of: ending, options: .backwards),
      ArchiveFile.isEnding(file[end.upperBound...])
    else { return nil }
    let draft = String(file[..<end.upperBound])
    let number = draft.utf8.dropFirst(name.utf8.count + 1).dropLast(ending.utf8.count)
    return number.count == 8 && number.allSatisfy(isHexDigit) ? draft : nil
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
  }
}
