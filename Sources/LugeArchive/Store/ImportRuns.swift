import Foundation
import GRDB
import LugeCore
import Synchronization

extension ImportRun {
  static func all(_ db: Database) throws -> [ImportRun] {
    // A limit above what users ever reach.
    let sql = """
      SELECT id, path, state, process, started, size, added, updated, unchanged, skipped, error
      FROM imports ORDER BY id LIMIT 100000
      """
    return try Row.fetchAll(db, sql: sql).map { row in
      var state = row.string(2).flatMap(State.init(rawValue:)) ?? .interrupted
      if state == .running, !RunningProcess.isAlive(row.string(3) ?? "") { state = .interrupted }
      return ImportRun(
        id: row.integer(0) ?? 0, path: row.string(1) ?? "", state: state,
        process: state == .running ? RunningProcess.number(row.string(3) ?? "") : nil,
        started: row.integer(4) ?? 0, size: row.integer(5), added: row.count(6),
        updated: row.count(7), unchanged: row.count(8), skipped: row.count(9),
        error: row.string(10))
    }
  }
}

/// Names of a run: its process, distinguished from a later one with the same number, and the run
/// within the process.
enum RunningProcess {
  /// Runs of this process that have not ended.
  private static let active = Mutex<(last: Int, tokens: Set<Int>)>((0, []))

  /// Begins a run of this process; it counts as running until ``end(_:)``.
  static func begin() -> String {
    let token = active.withLock { active in
      active.last += 1
      active.tokens.insert(active.last)
      return active.last
    }
    return "\(name(of: getpid())) \(token)"
  }

  static func end(_ run: String) {
    guard let token = token(of: run) else { return }
    _ = active.withLock { $0.tokens.remove(token) }
  }

  /// Returns the process number in a run's name.
  static func number(_ run: String) -> Int32? {
    run.split(separator: " ").first?.pathParts.first.flatMap { Int32($0) }
  }

  static func isAlive(_ run: String) -> Bool {
    guard let process = run.split(separator: " ").first.map(String.init),
      let number = number(run), number > 0,
      kill(number, 0) == 0 || errno == EPERM, name(of: number) == process
    else { return false }
    guard number == getpid() else { return true }
    return token(of: run).map { token in active.withLock { $0.tokens.contains(token) } } ?? false
  }

  private static func token(of run: String) -> Int? {
    run.split(separator: " ").last.flatMap { Int($0) }
  }

  /// Returns `number/start`, where the start is in clock ticks since boot (field 22 of `stat`,
  /// counted after the command's closing bracket); only the number without `/proc`.
  private static func name(of number: Int32) -> String {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      let bracket = text.lastIndex(of: ")")
    else { return "\(number)" }
    let fields = text[text.index(after: bracket)...].split(separator: " ")
    return fields.count > 19 ? "\(number)/\(fields[19])" : "\(number)"
  }
}
