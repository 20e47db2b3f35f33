import Foundation
import GRDB

extension ImportRun {
  static func all(_ db: Database) throws -> [ImportRun] {
    let sql = """
      SELECT id, path, state, process, started, size, added, updated, unchanged, skipped, error
      FROM imports ORDER BY id
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      var state = row.string(2).flatMap(State.init(rawValue:)) ?? .interrupted
      if state == .running, !RunningProcess.isAlive(row.string(3) ?? "") { state = .interrupted }
      return ImportRun(
        id: row.integer(0) ?? 0, path: row.string(1) ?? "", state: state,
        started: row.integer(4) ?? 0, size: row.integer(5), added: row.count(6),
        updated: row.count(7), unchanged: row.count(8), skipped: row.count(9),
        error: row.string(10))
    }
  }
}

/// Names a process so that it can be told from a later one with the same number.
enum RunningProcess {
  static var current: String { name(of: getpid()) }

  static func isAlive(_ name: String) -> Bool {
    guard let number = name.split(separator: "/").first.flatMap({ Int32($0) }), number > 0
    else { return false }
    guard kill(number, 0) == 0 || errno == EPERM else { return false }
    return self.name(of: number) == name
  }

  /// `number/start`, where the start is in clock ticks since boot (field 22 of `stat`, counted
  /// after the command's closing bracket); without `/proc` the number alone.
  private static func name(of number: Int32) -> String {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      let bracket = text.lastIndex(of: ")")
    else { return "\(number)" }
    let fields = text[text.index(after: bracket)...].split(separator: " ")
    return fields.count > 19 ? "\(number)/\(fields[19])" : "\(number)"
  }
}
