import Foundation
import LugeCore

/// Drafts that killed programs have left in a folder: of merged archives, `NAME.0123ABCD.part` with
/// the files that belong to an archive, and of made up conversations, the folder
/// `luge-0123ABCD.part` with a lock beside it.
///
/// Every run that writes into a folder removes those of all names, because their own names may
/// never be written again. One on which a program still works is locked, and stays; so does a file
/// that is only called like one.
package enum LeftDrafts {
  package static let ending = ".part"
  package static let sampleBeginning = "luge-"
  package static let lockEnding = "-lock"

  /// Removes the drafts in the folder of a file that is about to be written.
  package static func remove(beside path: String) { remove(in: PathNames.folder(of: path)) }

  /// - Parameter folder: empty for the current one.
  /// - Complexity: O(files in the folder).
  package static func remove(in folder: String) {
    let folder = folder.isEmpty ? "." : folder
    var drafts: [String: String] = [:]
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      if let found = archiveDraft(owning: file) { drafts[found.draft] = found.archive }
      if let draft = sampleDraft(owning: file) { removeSample("\(folder)/\(draft)") }
    }
    for (draft, archive) in drafts where isOurs("\(folder)/\(draft)") {
      // Whoever merges into an archive holds its lock until the draft has become it.
      guard let lock = try? ArchiveFile("\(folder)/\(archive)").lock() else { continue }
      withExtendedLifetime(lock) { ArchiveFile.removeDraft("\(folder)/\(draft)") }
    }
  }

  // MARK: Merged archives

  /// Returns the name of the draft that a file is, or belongs to, and of the archive that it was to
  /// become; nil for all other files.
  static func archiveDraft(owning file: String) -> (draft: String, archive: String)? {
    guard let end = file.range(of: ending, options: .backwards),
      ArchiveFile.isEnding(file[end.upperBound...])
    else { return nil }
    let draft = String(file[..<end.upperBound])
    let name = file[..<end.lowerBound]
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex,
      isNumber(name[name.index(after: dot)...])
    else { return nil }
    return (draft, String(name[..<dot]))
  }

  /// Whether a file that is called like a draft is an archive, or empty, or not there any more.
  private static func isOurs(_ path: String) -> Bool {
    var info = stat()
    guard lstat(path, &info) == 0 else { return errno == ENOENT }
    guard info.st_mode & S_IFMT == S_IFREG else { return false }
    return info.st_size == 0 || ArchiveFile(path).hasMark
  }

  // MARK: Samples

  private static func sampleDraft(owning file: String) -> String? {
    let name = file.hasSuffix(lockEnding) ? String(file.dropLast(lockEnding.count)) : file
    guard name.hasPrefix(sampleBeginning), name.hasSuffix(ending),
      isNumber(name.dropFirst(sampleBeginning.count).dropLast(ending.count))
    else { return nil }
    return name
  }

  private static func removeSample(_ draft: String) {
    // Without a lock beside it, a folder may be anybody's.
    guard FileManager.default.fileExists(atPath: draft + lockEnding),
      let lock = try? FileLock(draft + lockEnding)
    else { return }
    withExtendedLifetime(lock) { try? FileManager.default.removeItem(atPath: draft) }
  }

  /// Whether a text is eight hexadecimal digits, as drafts have them in their names.
  private static func isNumber(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 8
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
  }
}
