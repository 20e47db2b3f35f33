import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeQt
import LugeWords

/// Exports conversations into a file for people or other programs, on a thread of its own.
enum ExportJob {
  /// Formats of the dialog; the first is the default.
  static let formats: [(format: ExportFormat, ending: String, title: String)] = [
    (.html, "html", localized("Page with pictures")),
    (.text, "txt", localized("Plain text")),
    (.markdown, "md", localized("Markdown")),
    (.csv, "csv", localized("Table")),
    (.jsonl, "jsonl", localized("JSON Lines, for programs")),
  ]

  /// A name for the file that says what is in it, beside what was opened: what was imported from
  /// several places is in the cache, where nobody looks for it.
  ///
  /// - Parameters:
  ///   - documents: the user's folder for documents; nil where there is none.
  ///   - cache: the folder of archives made from exports.
  @MainActor static func suggestedPath(
    for opened: OpenArchive, _ conversation: ConversationSummary?,
    documents: String? = Desktop.path(of: .documents),
    cache: String = ArchiveLocator.cacheFolder
  ) -> String {
    let origin = URL(fileURLWithPath: opened.export ?? opened.path)
    let name = conversation?.name ?? origin.deletingPathExtension().lastPathComponent
    let shown = String(
      name.map { $0 == "/" || $0 == "\0" || $0.isNewline ? "-" : $0 }.prefix(80))
    let first = shown.hasPrefix(".") || shown.isEmpty ? "_" + shown : shown
    var folder = origin.deletingLastPathComponent().path
    if folder == cache {
      let isThere = documents.map(FileManager.default.fileExists) ?? false
      folder = isThere ? documents ?? "" : NSHomeDirectory()
    }
    return "\(folder)/\(first).html"
  }

  /// - Parameter progress: called on another thread with the number of messages and service entries
  ///   written.
  /// - Returns: the number of messages written, without service entries, and of pictures that are
  ///   missing in the page.
  static func write(
    _ conversation: ConversationSummary?, of opened: OpenArchive, to path: String,
    cancellation: ImportCancellation, progress: @escaping @Sendable (Int) -> Void
  ) async throws(ArchiveError) -> (messages: Int, leftOut: Int) {
    let format = ExportFormat(extension: (path as NSString).pathExtension) ?? .html
    let name = URL(fileURLWithPath: opened.export ?? opened.path).lastPathComponent
    let title = conversation?.name ?? name
    return try await ArchiveThread.run("luge-export") { () throws(ArchiveError) in
      guard !ArchiveFile(opened.path).owns(path) else {
        throw .notWritable(
          path: path, reason: localized("it is the archive itself, or belongs to it"))
      }
      var selection = ExportSelection()
      selection.conversation = conversation?.id
      selection.zone = ExportZone(.current)
      do {
        // The dialog has asked about replacing an existing file.
        return try ExportTarget.write(to: path, replaces: true, isThere: "") { put in
          try opened.archive.export(
            selection, as: format, title: title,
            in: PathNames.folder(of: path),
            showing: PagePictures.converter(), to: put
          ) { count in
            if cancellation.isCancelled { throw ArchiveError.cancelled }
            progress(count)
          }
        }
      } catch let error as ArchiveError {
        throw error
      } catch {
        throw ArchiveError(writing: path, error)
      }
    }
  }
}
