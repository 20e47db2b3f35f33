import Foundation
public import LugeArchive
import LugeCore
import LugeListKit

/// Folders from which this user's archives may read their media, in one small file per archive in
/// the user's data folder. An archive is identified by the random number that it got when it was
/// created: a copy or a renamed archive keeps its pictures, and another one does not get access by
/// recording a folder.
public struct MediaPermissions: Sendable {
  private struct Note: Codable {
    /// Folders recorded by this user's imports.
    var imported: Set<String> = []
    /// Folder that this user has chosen as the one with its pictures.
    var chosen: String?
  }

  private let folder: String

  public init(folder: String) { self.folder = folder }

  /// The permissions in `$XDG_DATA_HOME/luge/media`.
  public static var ofUser: MediaPermissions {
    MediaPermissions(folder: UserFolders.data() + "/luge/media")
  }

  /// Returns the folders that an archive may read.
  ///
  /// - Parameters:
  ///   - identity: identity of the archive; nil if it has none yet.
  ///   - export: export that this program made the archive from, in its own cache.
  ///   - path: path of the archive.
  func access(_ identity: String?, export: String?, path: String) -> MediaAccess {
    let note = note(identity)
    // Files of later imports are where they were imported from.
    if let chosen = note.chosen { return .folder(chosen, except: note.imported) }
    // Only this program writes archives there.
    let absolute = URL(fileURLWithPath: path).standardizedFileURL.path
    if absolute.hasPrefix(ArchiveLocator.cacheFolder + "/") { return .asRecorded }
    guard let export else { return .only(note.imported) }
    // The folder itself, the folder of the file, and what was unpacked from the zip.
    return .only(
      [PathNames.folder(of: export)], beneath: [export, path + ".media"])
  }

  /// Stores the folders that an import of this user has recorded in an archive.
  ///
  /// - Throws: ``ArchiveError/notWritable(path:reason:)``, and errors of opening the archive.
  public func allow(_ folders: Set<String>, inArchive path: String) throws(ArchiveError) {
    guard !folders.isEmpty else { return }
    try change(path) { $0.imported.formUnion(folders) }
  }

  /// Stores the folder that the user has chosen for an archive's pictures.
  ///
  /// - Throws: as ``allow(_:inArchive:)``.
  public func choose(_ folder: String, forArchive path: String) throws(ArchiveError) {
    let absolute = URL(fileURLWithPath: folder).standardizedFileURL.path
    try change(path) { $0 = Note(chosen: absolute) }
  }

  /// Opens an archive with access to the media folders that this user permits.
  ///
  /// - Parameter folder: folder of its pictures; nil: the one chosen earlier.
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
    // An archive of an earlier version gets its identity now.
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

  /// Returns the file for an identity. It comes from the archive, so only the expected form becomes
  /// a file name.
  private func file(_ identity: String?) -> String? {
    guard let identity, identity.utf8.count == 32,
      identity.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
    else { return nil }
    return "\(folder)/\(identity).json"
  }
}
