import Foundation
import LugeArchive

/// Imports an export on a thread of its own and tells the main actor how far it is.
@MainActor
final class ImportJob {
  enum Event: Sendable {
    case progress(ImportProgress)
    case done(archive: String, ImportReport)
    case failed(ArchiveError)
  }

  private let cancellation = ImportCancellation()

  /// - Parameter report: called on the main actor, at most some 20 times a second, with the job
  ///   that reports.
  init(
    export path: String, cache: String = ArchiveLocator.cacheFolder,
    report: @escaping @MainActor (ImportJob, Event) -> Void
  ) {
    let cancellation = cancellation
    let deliver: @Sendable (Event) -> Void = { event in
      Task { @MainActor in report(self, event) }
    }
    let thread = Thread {
      do {
        let archive = try ArchiveLocator.cachedArchive(forExport: path, cache: cache)
        let input = try ImportInput(opening: path, mediaFolder: archive + ".media")
        let importer = ArchiveImporter(into: archive, cancellation: cancellation)
        importer.onProgress = { deliver(.progress($0)) }
        var done = try importer.run(input)
        do {
          try importer.unpackMedia(of: input)
        } catch let error as ArchiveError where error != .cancelled {
          done.mediaError = error
        }
        deliver(.done(archive: archive, done))
      } catch let error as ArchiveError {
        deliver(.failed(error))
      } catch {
        deliver(.failed(.notReadable(path: path, reason: "\(error)")))
      }
    }
    thread.name = "luge-import"
    thread.start()
  }

  func cancel() { cancellation.cancel() }
}
