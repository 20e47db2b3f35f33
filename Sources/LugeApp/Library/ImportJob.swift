import Foundation
import LugeArchive
import LugeCore
import LugeImporters
import LugeThreads

/// Imports exports into one archive on a background thread, and reports to the main actor.
@MainActor
final class ImportJob {
  enum Event: Sendable {
    case progress(ImportProgress)
    /// More messages of the running import can be read.
    case shown(archive: String)
    /// Another program is writing the same archive, and this job waits for it.
    case waiting(process: Int32?)
    /// - Parameters:
    ///   - report: nil if another program has imported the export meanwhile.
    ///   - mediaError: reason why media of a zip are missing; nil if they are complete.
    case done(archive: String, ImportReport?, mediaError: ArchiveError?)
    case failed(ArchiveError)
  }

  private let paths: [String]
  private let cache: String
  private let showsEarly: Bool
  private let report: @MainActor (ImportJob, Event) -> Void
  private let cancellation = ImportCancellation()

  /// - Parameters:
  ///   - showsEarly: whether messages can be read before the import has ended. New messages may
  ///     move others of the shown archive to other positions.
  ///   - report: called on the main actor, at most about 20 times a second, with the job.
  init(
    exports paths: [String], cache: String = ArchiveLocator.cacheFolder, showsEarly: Bool = true,
    report: @escaping @MainActor (ImportJob, Event) -> Void
  ) {
    self.paths = paths
    self.cache = cache
    self.showsEarly = showsEarly
    self.report = report
  }

  /// Starts the import. Call it once; the job keeps itself alive until it has ended.
  func start() {
    let run = ImportRun(
      paths: paths, cache: cache, showsEarly: showsEarly, cancellation: cancellation
    ) { event in
      Task { @MainActor in self.report(self, event) }
    }
    BackgroundThread.start(name: "luge-import") { run.run() }
  }

  func cancel() { cancellation.cancel() }
}

/// The work of an ``ImportJob`` on its thread.
private struct ImportRun: Sendable {
  enum Outcome {
    case imported(ImportReport, mediaError: ArchiveError?)
    case importedByAnotherProgram
    /// One export could not be read; the others are still imported.
    case unreadable(ArchiveError)
  }

  let paths: [String]
  let cache: String
  let showsEarly: Bool
  let cancellation: ImportCancellation
  let deliver: @Sendable (ImportJob.Event) -> Void
  /// Microseconds between two attempts while another program is writing the archive.
  private static let lockPollMicroseconds: UInt32 = 100_000

  func run() {
    do throws(ArchiveError) { deliver(try importAll()) } catch { deliver(.failed(error)) }
  }

  private func importAll() throws(ArchiveError) -> ImportJob.Event {
    let archive = try ArchiveLocator.cachedArchive(forExports: paths, cache: cache)
    let importer = importer(into: archive)
    var total: ImportReport?
    var mediaError: ArchiveError?
    for (index, path) in paths.enumerated() {
      // One media folder per zip, because their files may have the same names.
      var folder = ArchiveLocator.mediaFolder(ofArchive: archive)
      if paths.count > 1 { folder += "/\(index)" }
      switch try importOne(path, mediaFolder: folder, importer) {
      case .imported(let report, let problem):
        mediaError = mediaError ?? problem
        total = total?.adding(report) ?? report
      case .importedByAnotherProgram:
        return .done(archive: archive, nil, mediaError: nil)
      case .unreadable(let error):
        var report = total ?? ImportReport(path: path)
        // The file's path is shown beside the reason, which is made safe where it is shown.
        var reason = error.windowWords(naming: { name, _ in name })
        for name in [path, URL(fileURLWithPath: path).lastPathComponent] {
          reason = reason.replacing("\(name): ", with: "", maxReplacements: 1)
        }
        report.unreadable.append(SkippedRecord(file: path, place: "", reason: reason))
        total = report
      }
    }
    return .done(archive: archive, total, mediaError: mediaError)
  }

  private func importer(into archive: String) -> ArchiveImporter {
    var options = ImportOptions()
    options.replacesUnreadable = true
    // Keep the complete part of a truncated export.
    options.keepsPartialInput = true
    options.showsEvery = showsEarly ? .seconds(1) : nil
    let importer = ArchiveImporter(into: archive, options: options, cancellation: cancellation)
    let deliver = deliver
    importer.onProgress = { deliver(.progress($0)) }
    importer.onShown = { deliver(.shown(archive: archive)) }
    return importer
  }

  /// Imports one export. Waits while another program is writing the archive.
  private func importOne(
    _ path: String, mediaFolder: String, _ importer: ArchiveImporter
  ) throws(ArchiveError) -> Outcome {
    while true {
      do throws(ArchiveError) {
        let input = try ImportInput(opening: path, mediaFolder: mediaFolder)
        let (report, problem) = try importer.runWithMedia(input)
        if problem == .cancelled { throw .cancelled }
        if let error = report.inputError, report.entries == 0 { throw error }
        return .imported(report, mediaError: problem)
      } catch {
        guard case .locked(_, let process) = error else {
          guard paths.count > 1, error != .cancelled else { throw error }
          return .unreadable(error)
        }
        deliver(.waiting(process: process))
      }
      usleep(Self.lockPollMicroseconds)
      if cancellation.isCancelled { throw .cancelled }
      if paths.count == 1, ArchiveLocator.currentArchive(ofExport: path, cache: cache) != nil {
        return .importedByAnotherProgram
      }
    }
  }
}

extension ImportReport {
  /// Number of the export's messages and service entries that are now in the archive.
  var entries: Int { added.addingClamped(updated).addingClamped(unchanged) }

  /// Number of its messages, without service entries, as headers count them.
  var messages: Int {
    conversations.reduce(entries) { $0.subtractingClamped($1.service) }
  }

  /// Returns the sum of two reports on exports imported into one archive; `path` and
  /// `completedInterrupted` are this one's.
  func adding(_ other: ImportReport) -> ImportReport {
    var sum = self
    sum.conversations += other.conversations
    sum.skipped += other.skipped.prefix(max(0, Self.recordLimit - sum.skipped.count))
    sum.skippedCount = sum.skippedCount.addingClamped(other.skippedCount)
    sum.notes += other.notes.prefix(max(0, Self.recordLimit - sum.notes.count))
    sum.noteCount = sum.noteCount.addingClamped(other.noteCount)
    sum.unreadable += other.unreadable
    sum.passedOver += other.passedOver
    sum.otherFiles = sum.otherFiles.addingClamped(other.otherFiles)
    sum.chatFiles = sum.chatFiles.addingClamped(other.chatFiles)
    sum.bytesRead = sum.bytesRead.addingClamped(other.bytesRead)
    sum.seconds += other.seconds
    sum.mediaRoots.formUnion(other.mediaRoots)
    sum.inputError = sum.inputError ?? other.inputError
    return sum
  }
}
