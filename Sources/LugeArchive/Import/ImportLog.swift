import Foundation
import GRDB

/// One run of an import in the archive's list of runs.
struct ImportLog {
  let run: Int64
  /// An earlier run of the same path did not get to its end.
  let resumes: Bool
  private let db: Database
  private let path: String
  private let process: String

  /// - Throws: ``ArchiveError/locked(path:)`` when another process is importing now.
  init(_ db: Database, input: ImportInput, archive: String) throws {
    self.db = db
    self.path = input.path
    process = RunningProcess.begin()
    let attributes = try? FileManager.default.attributesOfItem(atPath: input.path)
    let modified = attributes?[.modificationDate] as? Date
    do {
      (run, resumes) = try Self.begin(
        db, input: input, archive: archive, process: process,
        modified: modified.map { Int64($0.timeIntervalSince1970) })
    } catch {
      RunningProcess.end(process)
      throw error
    }
  }

  /// Called when the run is over, however it went: its state in the file may still be "running"
  /// when the disk was full.
  func close() { RunningProcess.end(process) }

  private static func begin(
    _ db: Database, input: ImportInput, archive: String, process: String, modified: Int64?
  ) throws -> (run: Int64, resumes: Bool) {
    var run: Int64 = 0
    var resumes = false
    try db.inTransaction(.immediate) {
      let runs = try ImportRun.all(db)
      guard !runs.contains(where: { $0.state == .running }) else {
        throw ArchiveError.locked(path: archive)
      }
      resumes = runs.contains {
        ($0.state == .interrupted || $0.state == .cancelled) && $0.path == input.path
      }
      // Newer states that a run which did not finish has left; this run reads them again.
      try db.execute(sql: "DELETE FROM revisions")
      try db.execute(
        sql: """
          INSERT INTO imports (path, size, modified, state, process, started)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          input.path, input.size, modified, ImportRun.State.running.rawValue,
          process, Int64(Date().timeIntervalSince1970),
        ])
      run = db.lastInsertedRowID
      return .commit
    }
    return (run, resumes)
  }

  func end(_ state: ImportRun.State, report: ImportReport, error: ArchiveError?) throws {
    try db.inTransaction {
      try db.execute(
        sql: """
          UPDATE imports SET state = ?, finished = ?, added = ?, updated = ?, unchanged = ?,
            skipped = ?, error = ? WHERE id = ?
          """,
        arguments: [
          state.rawValue, Int64(Date().timeIntervalSince1970), report.added, report.updated,
          report.unchanged, report.skippedCount, error?.description, run,
        ])
      if state == .complete {
        try db.execute(
          sql: """
            UPDATE imports SET state = 'superseded'
            WHERE path = ? AND id <> ? AND state IN ('running', 'cancelled')
            """, arguments: [path, run])
      }
      return .commit
    }
  }
}
