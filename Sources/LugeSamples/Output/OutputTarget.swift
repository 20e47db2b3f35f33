import Foundation
import LugeArchive
import LugeCore

/// Target of an export: whether it may be written, and where its pictures are.
struct OutputTarget {
  let format: Generator.Format
  let path: String

  /// Folder that the paths of pictures are relative to.
  var mediaFolder: String {
    if format.isFolder { return path }
    let url = URL(fileURLWithPath: path)
    return url.deletingPathExtension().path + "-media"
  }

  var pictureFolder: String {
    picturePrefix.isEmpty ? mediaFolder : "\(path)/\(picturePrefix.dropLast())"
  }
  var picturePrefix: String {
    switch format {
    case .telegram: "photos/"
    case .mastodon: "media_attachments/"
    case .bluesky: "blobs/"
    default: ""
    }
  }

  /// Lies in each folder that was written here, so that `replaces` spoils nobody's photos.
  static let mark = ".luge-sample"

  /// Makes folders; with `replaces`, removes an archive that is there.
  func prepare(replaces: Bool) throws(GenerateError) {
    let files = FileManager.default
    var isFolder: ObjCBool = false
    let exists = files.fileExists(atPath: path, isDirectory: &isFolder)
    if exists {
      if format.isFolder, !isFolder.boolValue { throw .notAFolder(path: path) }
      if !format.isFolder, isFolder.boolValue { throw .isAFolder(path: path) }
      let isEmpty =
        isFolder.boolValue && (try? files.contentsOfDirectory(atPath: path))?.isEmpty == true
      guard replaces || isEmpty else { throw .exists(path: path) }
      guard !isFolder.boolValue || isEmpty || files.fileExists(atPath: "\(path)/\(Self.mark)")
      else { throw .notGenerated(path: path) }
    }
    do {
      if format.isFolder {
        try files.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: "\(path)/\(Self.mark)"))
      } else if exists, format == .luge || format == .timeline {
        // Importing into the old archive would mix both.
        try files.removeItem(atPath: path)
        ArchiveFile.removeFiles(at: path)
      }
    } catch {
      throw .notWritable(path: path, reason: SystemError.reason(of: error))
    }
  }
}
