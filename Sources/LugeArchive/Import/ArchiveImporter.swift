import Foundation
import GRDB

/// Imports chat exports into an archive file.
///
/// The input is parsed on one thread and written on the calling one, with a bounded queue between
/// them; memory does not depend on the size of the input. Messages are committed every
/// ``ImportOptions/messagesPerCommit`` and become visible when their run ends, or earlier with
/// ``ImportOptions/showsEvery``. After a crash, readers see the archive as before, or as far as it
/// was shown; importing the same path again continues from the last commit. Importing twice adds
/// nothing.
public final class ArchiveImporter {
  private let file: ArchiveFile
  private let options: ImportOptions
  private let cancellation: ImportCancellation

  /// Called on the importing thread, at most every 50 ms.
  public var onProgress: (ImportProgress) -> Void = { _ in }
  /// Called for every record that is left out.
  public var onSkip: (SkippedRecord) -> Void = { _ in }
  /// Called when more messages have become visible before the end; see
  /// ``ImportOptions/showsEvery``.
  public var onShown: () -> Void = {}

  /// - Parameter path: path of the archive, which is created if it does not exist.
  public init(
    into path: String, options: ImportOptions = .init(), cancellation: ImportCancellation = .init()
  ) {
    self.file = ArchiveFile(path)
    self.options = options
    self.cancellation = cancellation
  }

  /// Imports one input, in one run.
  ///
  /// - Returns: a report. With ``ImportOptions/keepsPartialInput``, a broken input is not an error
  ///   but ``ImportReport/inputError``.
  /// - Throws: ``ArchiveError``; everything that the run added is then removed, and so is a file
  ///   that this call created. Exceptions: after ``ArchiveError/cancelled``, and when an existing
  ///   archive can no longer be written (disk full), the messages stay, invisible, for the next run
  ///   of the same path; so does what was imported into an archive that was renamed meanwhile
  ///   (``ArchiveError/moved(path:to:)``). ``ArchiveError/locked(path:process:)`` at once, with
  ///   nothing done, while another import into the same archive is running.
  /// - Complexity: O(n log n) for n messages of input.
  public func run(_ input: ImportInput) throws(ArchiveError) -> ImportReport {
    try file.checkCanWrite()
    LeftDrafts.remove(beside: file.absolutePath)
    let lock = try file.lock()
    return try withExtendedLifetime(lock) { () throws(ArchiveError) in
      try run(input, under: lock)
    }
  }

  /// Runs ``run(_:)``, and then unpacks the media that the input has inside a zip, under one lock:
  /// no other program writes the archive or its media in between. Existing files are kept.
  ///
  /// - Returns: a report, and the reason if media are missing.
  /// - Throws: as ``run(_:)``.
  public func runWithMedia(
    _ input: ImportInput
  ) throws(ArchiveError) -> (report: ImportReport, mediaError: ArchiveError?) {
    try file.checkCanWrite()
    LeftDrafts.remove(beside: file.absolutePath)
    let lock = try file.lock()
    return try withExtendedLifetime(lock) { () throws(ArchiveError) in
      // Set the mark before the archive claims to be complete.
      let mark = input.media.map { MediaMark(folder: $0.folder) }
      let wasSet = mark?.isSet ?? false
      mark?.set()
      var report: ImportReport
      do throws(ArchiveError) {
        report = try run(input, under: lock)
      } catch {
        // A cancelled import continues next time; a failed one leaves nothing.
        if !wasSet, error != .cancelled { mark?.clear() }
        throw error
      }
      do throws(ArchiveError) {
        report.unreadable += try unpackMedia(of: input)
        return (report, nil)
      } catch {
        return (report, error)
      }
    }
  }

  /// - Returns: the files that were left out.
  private func unpackMedia(of input: ImportInput) throws(ArchiveError) -> [SkippedRecord] {
    guard let media = input.media else { return [] }
    let mark = MediaMark(folder: media.folder)
    do {
      let leftOut = try translatingErrors(path: input.path) {
        try media.unpack(input.mediaLimit) { _ in
          if cancellation.isCancelled { throw ArchiveError.cancelled }
        }
      }
      mark.clear()
      return leftOut
    } catch {
      switch error {
      // The next import may succeed; a damaged zip stays damaged.
      case .cancelled, .diskFull, .notWritable: break
      default: mark.clear()
      }
      throw error
    }
  }

  private func run(_ input: ImportInput, under lock: FileLock) throws(ArchiveError) -> ImportReport
  {
    var faults: [Int: ArchiveError] = [:]
    do {
      return try runOnce(input, under: lock, faults: &faults)
    } catch {
      // Nothing was kept. Read the intact parts once more, without the broken ones.
      guard faults.values.contains(error), faults.count < input.parts.count else { throw error }
      let whole = input.leavingOut(faults)
      return try runOnce(whole, under: lock, faults: &faults)
    }
  }

  private func runOnce(
    _ input: ImportInput, under lock: FileLock, faults: inout [Int: ArchiveError]
  ) throws(ArchiveError) -> ImportReport {
    var written: KnownFile?
    let report = try run(input, under: lock, knowing: &written, faults: &faults)
    try written?.checkHasItsName(file.path)
    return report
  }

  private func run(
    _ input: ImportInput, under lock: FileLock, knowing written: inout KnownFile?,
    faults: inout [Int: ArchiveError]
  ) throws(ArchiveError) -> ImportReport {
    var isNew = false
    // A link may lead to any file of the user, which must not be removed.
    let replaces = options.replacesUnreadable && !file.isLink
    while true {
      do {
        return try translatingErrors(path: file.path) {
          isNew = try file.prepare(under: lock, replacesUnreadable: replaces)
          written = KnownFile(file.absolutePath)
          let connection = try ArchiveConnection(file, isNew: isNew)
          let report: ImportReport
          do {
            report = try connection.queue.writeWithoutTransaction { db in
              let limit = WorkLimit(on: db)
              defer { limit.end() }
              return try limit.check {
                try run(input, in: db, limit: limit, isNew: isNew, faults: &faults)
              }
            }
          } catch {
            connection.settle()
            throw error
          }
          if let failure = connection.settle() { throw failure }
          return report
        }
      } catch {
        // Damage may show only after everything was read.
        let mustReplace = replaces && !isNew && isOfArchive(error)
        // A conversation that a window may be showing is not removed.
        let isUnseen = isNew && !showsEarly
        if isUnseen && error != .cancelled || mustReplace { file.remove(under: lock) }
        guard mustReplace else { throw error }
      }
    }
  }

  private var showsEarly: Bool { options.keepsPartialInput && options.showsEvery != nil }

  private func isOfArchive(_ error: ArchiveError) -> Bool {
    if case .database(file.path, _) = error { true } else { false }
  }

  private func run(
    _ input: ImportInput, in db: Database, limit: WorkLimit, isNew: Bool,
    faults: inout [Int: ArchiveError]
  ) throws -> ImportReport {
    defer { if db.isInsideTransaction { try? db.rollback() } }
    limit.allowLook(bytes: WorkLimit.byteCount(of: db))
    let started = ContinuousClock.now
    let log = try ImportLog(db, input: input, archive: file.path)
    defer { log.close() }
    let writer = try ArchiveWriter(
      db, run: log.run, ownName: options.ownName, limit: limit, unpacksMedia: input.media != nil)
    let feed = ImportFeed(input, cancellation: cancellation)
    defer { feed.close() }
    var report = ImportReport(path: input.path)
    report.passedOver = input.passedOver
    report.otherFiles = input.otherFiles
    report.chatFiles = input.chatFiles
    report.unreadable = input.unreadable
    var ticker = ProgressTicker(total: input.size, report: onProgress)

    let inputError = try consume(
      feed, into: writer, report: &report, faults: &faults, ticker: &ticker)
    if let inputError {
      if inputError == .cancelled {
        try log.end(.cancelled, report: report, error: inputError)
        throw inputError
      }
      guard options.keepsPartialInput else {
        // A file that this run created is removed as a whole.
        guard !isNew else { throw inputError }
        ticker.show(.undoing, writer: writer, bytes: feed.bytesRead)
        try writer.abandon()
        try log.end(.failed, report: report, error: inputError)
        throw inputError
      }
    }
    try writer.finish { state in
      ticker.tick(.finishing, writer: writer, bytes: feed.bytesRead, name: state.record.name)
    }
    report.conversations = writer.conversations.map {
      .init(
        key: $0.record.key, name: $0.record.name, added: $0.added, updated: $0.updated,
        unchanged: $0.unchanged, service: $0.service, skipped: $0.skipped)
    }
    report.mediaRoots = writer.conversations.reduce(into: []) { $0.formUnion($1.readFolders) }
    if writer.replaced > 0 {
      report.noteCount += 1
      report.notes.append(
        SkippedRecord(
          file: input.path, place: "whole export",
          reason: writer.replaced == 1
            ? "1 message has the id of another person's, and replaces it"
            : "\(writer.replaced) messages have ids of other people's, and replace them"))
    }
    report.inputError = inputError
    report.completedInterrupted =
      inputError == nil && (log.resumes || !writer.completedRuns.isEmpty)
    report.bytesRead = feed.bytesRead
    report.seconds = started.duration(to: .now) / .seconds(1)
    try log.end(
      inputError == nil ? .complete : .partial, report: report, error: inputError,
      completed: writer.completedRuns)
    return report
  }

  /// Writes what the parser sends until it ends; returns the error if not all of it was read.
  ///
  /// - Parameter faults: receives the errors of broken parts, by their indices.
  private func consume(
    _ feed: ImportFeed, into writer: ArchiveWriter, report: inout ImportReport,
    faults: inout [Int: ArchiveError], ticker: inout ProgressTicker
  ) throws -> ArchiveError? {
    var uncommitted = 0
    var fault: ArchiveError?
    var end: ArchiveError??
    var early = showsEarly ? options.showsEvery.map { EarlyShowing(every: $0) } : nil
    try writer.db.beginTransaction(.immediate)
    while end == nil {
      switch feed.next() {
      case .begin(let conversation): try writer.begin(conversation)
      case .amend(let conversation): try writer.amend(conversation)
      case .messages(let batch):
        try writer.add(batch)
        uncommitted += batch.count
      case .skip(let record):
        report.skippedCount += 1
        writer.countSkipped()
        if report.skipped.count < ImportReport.recordLimit { report.skipped.append(record) }
        onSkip(record)
      case .note(let record):
        report.noteCount += 1
        if report.notes.count < ImportReport.recordLimit { report.notes.append(record) }
      case .fault(let error, let part):
        fault = fault ?? error
        faults[part] = error
      case .end(let error): end = .some(error)
      }
      var shows = end == nil && early?.isDue == true
      if shows { shows = try early?.measure { try writer.placeNew() } ?? false }
      if shows || uncommitted >= options.messagesPerCommit {
        try writer.db.commit()
        if shows { onShown() }
        try writer.db.beginTransaction(.immediate)
        uncommitted = 0
      }
      ticker.tick(writer: writer, bytes: feed.bytesRead)
    }
    let error = (end ?? nil) ?? fault
    if case .cancelled? = error { writer.forgetUndecided() }
    try writer.addHeld()
    try writer.db.commit()
    return error
  }
}
