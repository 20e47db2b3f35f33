import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeThreads

/// Imports an export on a thread of its own and tells the main actor how far it is.
@MainActor
final class ImportJob {
  enum Event: Sendable {
    case progress(ImportProgress)
    /// More of what is being imported can be read.
    case shown(archive: String)
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
    exports paths: [String], cache: String = ArchiveLocator.cacheFolder,
    report: @escaping @MainActor (ImportJob, Event) -> Void
  ) {
    let cancellation = cancellation
    let deliver: @Sendable (Event) -> Void = { event in
      Task { @MainActor in report(self, event) }
    }
    BackgroundThread.start(name: "luge-import") {
      do throws(ArchiveError) {
        let archive = try ArchiveLocator.cachedArchive(forExports: paths, cache: cache)
        var options = ImportOptions()
        options.replacesUnreadable = true
        // What is complete of an export that breaks off is better than nothing of it.
        options.keepsPartialInput = true
        options.showsEvery = .seconds(1)
        let importer = ArchiveImporter(
          into: archive, options: options, cancellation: cancellation)
        importer.onProgress = { deliver(.progress($0)) }
        importer.onShown = { deliver(.shown(archive: archive)) }
        var (whole, mediaError): (ImportReport?, ArchiveError?)
        var waiting = paths[...]
        while let path = waiting.first {
          do throws(ArchiveError) {
            // Media of several zips do not lie in one folder: they may have the same names.
            var folder = ArchiveLocator.mediaFolder(ofArchive: archive)
            if paths.count > 1 { folder += "/\(paths.count - waiting.count)" }
            let input = try ImportInput(opening: path, mediaFolder: folder)
            let (report, problem) = try importer.runWithMedia(input)
            if problem == .cancelled { throw .cancelled }
            if let error = report.inputError, report.messages == 0 { throw error }
            mediaError = mediaError ?? problem
            whole = whole?.adding(report) ?? report
            waiting.removeFirst()
            continue
          } catch {
            if case .locked(_, let process) = error {
              deliver(.waiting(process: process))
            } else if paths.count > 1, error != .cancelled {
              // The others are not to blame.
              var report = whole ?? ImportReport(path: path)
              // The path stands in front of the reason already.
              let reason = error.words.replacing("\(path): ", with: "", maxReplacements: 1)
              report.unreadable.append(SkippedRecord(file: path, place: "", reason: reason))
              whole = report
              waiting.removeFirst()
              continue
            } else {
              throw error
            }
          }
          usleep(Self.patience)
          if cancellation.isCancelled { throw .cancelled }
          if paths.count == 1, ArchiveLocator.currentArchive(ofExport: path, cache: cache) != nil {
            return deliver(.done(archive: archive, nil, mediaError: nil))
          }
        }
        deliver(.done(archive: archive, whole, mediaError: mediaError))
      } catch {
        deliver(.failed(error))
      }
    }
  }

  func cancel() { cancellation.cancel() }
}

extension ImportReport {
  /// Messages that the export and the archive both have now.
  var messages: Int { added.addingClamped(updated).addingClamped(unchanged) }

  /// Of two exports that were imported into one archive.
  func adding(_ other: ImportReport) -> ImportReport {
    var sum = self
    sum.conversations += other.conversations
    let room = max(0, Self.recordLimit - sum.skipped.count)
    sum.skipped += other.skipped.prefix(room)
    sum.skippedCount = sum.skippedCount.addingClamped(other.skippedCount)
    sum.unreadable += other.unreadable
    sum.passedOver += other.passedOver
    sum.otherFiles = sum.otherFiles.addingClamped(other.otherFiles)
    sum.chatFiles = sum.chatFiles.addingClamped(other.chatFiles)
    sum.mediaRoots.formUnion(other.mediaRoots)
    sum.inputError = sum.inputError ?? other.inputError
    return sum
  }
}
