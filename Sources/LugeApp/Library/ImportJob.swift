import Foundation
import LugeArchive

/// Imports an export on a thread of its own and tells the main actor how far it is.
@MainActor
final class ImportJob {
  enum Event: Sendable {
    case progress(ImportProgress)
    /// Another program imports the same export, and this one waits for it.
    case waiting(process: Int32?)
    /// - Parameters:
    ///   - report: nil when another program has imported it meanwhile.
    ///   - mediaError: why not all media of a zip are there.
    case done(archive: String, ImportReport?, mediaError: ArchiveError?)
    case failed(ArchiveError)
  }

  private let cancellation = ImportCancellation()
  /// Microseconds between two looks at an archive that somebody else writes.
  private nonisolated static let patience: UInt32 = 100_000

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
      do throws(ArchiveError) {
        let archive = try ArchiveLocator.cachedArchive(forExport: path, cache: cache)
        let input = try ImportInput(
          opening: path, mediaFolder: ArchiveLocator.mediaFolder(ofArchive: archive))
        var options = ImportOptions()
        options.replacesUnreadable = true
        let importer = ArchiveImporter(
          into: archive, options: options, cancellation: cancellation)
        importer.onProgress = { deliver(.progress($0)) }
        while true {
          do throws(ArchiveError) {
            let (report, mediaError) = try importer.runWithMedia(input)
            if mediaError == .cancelled { throw .cancelled }
            return deliver(.done(archive: archive, report, mediaError: mediaError))
          } catch {
            guard case .locked(_, let process) = error else { throw error }
            deliver(.waiting(process: process))
          }
          usleep(Self.patience)
          if cancellation.isCancelled { throw .cancelled }
          if ArchiveLocator.currentArchive(ofExport: path, cache: cache) != nil {
            return deliver(.done(archive: archive, nil, mediaError: nil))
          }
        }
      } catch {
        deliver(.failed(error))
      }
    }
    thread.name = "luge-import"
    thread.start()
  }

  func cancel() { cancellation.cancel() }
}
