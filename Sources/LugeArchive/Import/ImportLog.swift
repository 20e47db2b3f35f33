import Foundation
import GRDB
import LugeCore

/// One run of an import in the archive's list of runs.
struct ImportLog {
  let run: Int64
  /// Whether an earlier run of the same path was interrupted or cancelled.
  let resumes: Bool
  private let db: Database
  private let path: String
  private let process: String

  /// - Throws: ``ArchiveError/locked(path:process:)`` if the list has a running import of another
  ///   process: one of an earlier version, because later versions hold the file lock.
  init(_ db: Database, input: ImportInput, archive: String) throws {
    self.db = db
    path = Self.identity(of: input.path)
    process = RunningProcess.begin()
    let attributes = try? FileManager.default.attributesOfItem(atPath: input.path)
    let modified = attributes?[.modificationDate] as? Date
    do {
      (run, resumes) = try Self.begin(
        db, input: input, path: path, archive: archive, process: process,
        modified: modified.map { Int64(clamping: $0.timeIntervalSince1970) })
    } catch {
      RunningProcess.end(process)
      throw error
    }
  }

  /// Returns the absolute, standardized path.
  private static func identity(of path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Ends the run in every case. Its stored state may stay "running" if the disk is full.
  func close() { RunningProcess.end(process) }

  private static func begin(
    _ db: Database, input: ImportInput, path: String, archive: String, process: String,
    modified: Int64?
  ) throws -> (run: Int64, resumes: Bool) {
    var run: Int64 = 0
    var resumes = false
    try db.inTransaction(.immediate) {
      let runs = try ImportRun.all(db)
      if let running = runs.first(where: { $0.state == .running }) {
        throw ArchiveError.locked(path: archive, process: running.process)
      }
      resumes = runs.contains {
        ($0.state == .interrupted || $0.state == .cancelled) && $0.path == path
      }
      // Delete newer states that an interrupted run left; they are imported again. With `WHERE
      // true` SQLite deletes row by row: truncating the table would be work that no limit counts.
      try db.execute(sql: "DELETE FROM revisions WHERE true")
      try db.execute(
        sql: """
          INSERT INTO imports (path, size, modified, state, process, started)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          path, input.size, modified, ImportRun.State.running.rawValue,
          process, Int64(Date().timeIntervalSince1970),
        ])
      run = db.lastInsertedRowID
      return .commit
    }
    return (run, resumes)
  }

  /// - Parameter completed: earlier runs whose messages this one has taken over.
  func end(
    _ state: ImportRun.State, report: ImportReport, error: ArchiveError?,
    completed: Set<Int64> = []
  ) throws {
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
        // Also supersede runs of the same export under another path (a file and its folder), and
        // interrupted runs of that path.
        for earlier in completed.sorted() {
          try db.execute(
            sql: """
              UPDATE imports SET state = 'superseded'
              WHERE path = (SELECT path FROM imports WHERE id = ?) AND id <> ?
                AND state IN ('running', 'cancelled')
                AND NOT EXISTS (SELECT 1 FROM messages WHERE import = imports.id)
              """, arguments: [earlier, run])
        }
      }
      return .commit
    }
  }
}
