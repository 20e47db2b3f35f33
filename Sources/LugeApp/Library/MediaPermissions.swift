import Foundation
public import LugeArchive
import LugeCore
import LugeListKit

/// Folders from which this user's archives may read their media: a small file for each archive, in
/// the user's own folder of data. An archive is known by its identity, a random number that it got
/// when it was made, so that a copy or a renamed one keeps its pictures, and another one gets none
/// by naming a folder.
public struct MediaPermissions: Sendable {
  private struct Note: Codable {
    /// Folders set by an import of this user.
    var imported: Set<String> = []
    /// Folder that this user has named as "its pictures are in this folder".
    var chosen: String?
  }

  private let folder: String

  public init(folder: String) { self.folder = folder }

  /// `$XDG_DATA_HOME/luge/media`.
  public static var ofUser: MediaPermissions {
    MediaPermissions(folder: UserFolders.data() + "/luge/media")
  }

  /// Returns the folders that an archive may read.
  ///
  /// - Parameters:
  ///   - identity: the archive's; nil for one that has none yet.
  ///   - export: that the archive was made from by this program, in its own cache.
  ///   - path: the archive's.
  func access(_ identity: String?, export: String?, path: String) -> MediaAccess {
    let note = note(identity)
    // Later imports are where they were imported from.
    if let chosen = note.chosen { return .folder(chosen, except: note.imported) }
    // Nobody but this program puts archives there.
    let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
    if absolute.hasPrefix(ArchiveLocator.cacheFolder + "/") { return .asRecorded }
    guard let export else { return .only(note.imported) }
    // The folder; that of the file; what was unpacked of the zip.
    return .only(
      [PathNames.folder(of: export)], beneath: [export, path + ".media"])
  }

  /// Notes the folders that an import of this user has set in an archive.
  ///
  /// - Throws: ``ArchiveError/notWritable(path:reason:)``, and what opening the archive throws.
  public func allow(_ folders: Set<String>, inArchive path: String) throws(ArchiveError) {
    guard !folders.isEmpty else { return }
    try change(path) { $0.imported.formUnion(folders) }
  }

  /// Notes that the pictures of an archive are in a folder.
  ///
  /// - Throws: as ``allow(_:inArchive:)``.
  public func choose(_ folder: String, forArchive path: String) throws(ArchiveError) {
    let absolute = URL(fileURLWithPath: folder).standardizedFileURL.path
    try change(path) { $0 = Note(chosen: absolute) }
  }

  /// Opens an archive with the media that this user lets it read.
  ///
  /// - Parameter folder: where its pictures are; nil for where this user has said so before.
  /// - Throws: as ``Archive/init(opening:readOnly:media:)``.
  public func open(_ path: String, mediaFolder folder: String? = nil) throws(ArchiveError)
    -> Archive
  {
    let absolute = folder.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
    return try Archive(opening: path) { identity in
      absolute.map { .folder($0) } ?? access(identity, export: nil, path: path)
    }
  }

  private func change(
    _ path: String, _ body: (inout Note) -> Void
  ) throws(ArchiveError) {
    // One of an earlier version gets its identity now.
    let identity = try Archive(opening: path).identity
    guard let file = file(identity) else { throw .notAnArchive(path: path) }
    var note = note(identity)
    body(&note)
    do {
      try PrivateFolder.make(folder)
      try JSONEncoder().encode(note).write(to: URL(fileURLWithPath: file), options: .atomic)
    } catch {
      throw ArchiveError(writing: file, error)
    }
  }

  private func note(_ identity: String?) -> Note {
    guard let file = file(identity), let data = try? Data(contentsOf: URL(fileURLWithPath: file)),
      let note = try? JSONDecoder().decode(Note.self, from: data)
    else { return Note() }
    return note
  }

  /// The identity comes from the archive: only what looks like one becomes a file's name.
  private func file(_ identity: String?) -> String? {
    guard let identity, identity.utf8.count == 32,
      identity.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    return "\(folder)/\(identity).json"
  }
}
