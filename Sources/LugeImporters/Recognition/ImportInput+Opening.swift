import Foundation
import LugeArchive

extension ImportInput {
  /// Opens the export at a path: a file, a zip or a folder, recognised by content.
  ///
  /// - Parameters:
  ///   - mediaFolder: folder into which ``ArchiveImporter/runWithMedia(_:)`` unpacks the media of a
  ///     zip.
  ///   - ignoring: gets the files of a folder or zip without chats, before the error about it is
  ///     thrown.
  /// - Throws: errors of ``ExportOpener/open(path:mediaFolder:ignoring:)``.
  public init(
    opening path: String, mediaFolder: String? = nil, ignoring: (IgnoredFiles) -> Void = { _ in }
  ) throws(ArchiveError) {
    let folder = mediaFolder.map { URL(fileURLWithPath: $0).path }
    let export = try ExportOpener().open(path: path, mediaFolder: folder, ignoring: ignoring)
    self.init(
      path: path,
      parts: export.items.map { item in
        Part(name: item.displayName, size: item.size) {
          try item.read(into: ConversationNamingSink($0))
        }
      })
    passedOver = export.passedOver
    unreadable = export.unreadable
    otherFiles = export.otherFiles
    chatFiles = export.items.reduce(0) { $0 + $1.parts.count }
    guard !export.zips.isEmpty, let folder else { return }
    media = Media(folder: folder) { limit, progress in
      try export.extractMedia(to: folder, limit: limit, progress: progress).leftOut
    }
  }
}
