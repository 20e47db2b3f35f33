import GRDB
import LugeArchive

/// Puts values into an archive that no program writes; its schema does not change.
enum ArchiveMutator {
  private static let values = [
    "-1", "0", "1", "9223372036854775807", "-9223372036854775808", "9223372036854775806",
    "4294967296", "2147483647", "1e308", "-1e308", "0.5", "''", "'abc'", "x'00ff'", "NULL",
    "253402300800", "'{}'", "'[]'", "'[[0,9223372036854775807,\"b\"]]'", "'[[-5,3,\"x\"]]'",
    "'[[0,4,\"z\",\"1e308\"]]'", "'[[0,4,\"g\",\"1e308 nan -1 a.png\"]]'",
    "'[{\"kind\":\"photo\",\"path\":\"a.jpg\",\"width\":9223372036854775807,\"height\":1}]'",
    "'[{\"kind\":\"video\",\"path\":\"/dev/zero\",\"duration\":1e300,\"size\":-9223372036854775808}]'",
    "'[{\"emoji\":\"❤\",\"count\":9223372036854775807,\"authors\":[]}]'",
    "'{\"handle\":\"@a\",\"likes\":9223372036854775807,\"boosts\":-9223372036854775808,\"poll\":{\"answers\":[{\"text\":\"a\",\"votes\":9223372036854775807},{\"text\":\"b\",\"votes\":9223372036854775807}],\"closes\":9223372036854775807}}'",
    "'{\"handle\":\"@a\",\"quote\":{\"author\":{\"key\":\"a\",\"name\":\"\",\"handle\":\"\"},\"time\":-9223372036854775808,\"text\":{\"string\":\"q\",\"spans\":[]}}}'",
  ]
  private static let tables = [
    "conversations", "messages", "positions", "authors", "conversation_authors", "imports",
    "pictures", "heights", "height_sets", "profiles", "identity", "unseen",
  ]

  static func mutate(_ path: String, _ mutator: inout Mutator) throws {
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.writeWithoutTransaction { db in
      for _ in 0..<Int.random(in: 1...6, using: &mutator.random) {
        let table = tables.randomElement(using: &mutator.random) ?? "messages"
        let columns = try String.fetchAll(
          db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
        guard let column = columns.randomElement(using: &mutator.random) else { continue }
        let value = values.randomElement(using: &mutator.random) ?? "0"
        let isAll = Int.random(in: 0..<4, using: &mutator.random) == 0
        let row = Int.random(in: 0..<20, using: &mutator.random)
        // Values that a constraint forbids cannot be in any archive.
        try? db.execute(
          sql: isAll
            ? "UPDATE OR IGNORE \(table) SET \"\(column)\" = \(value)"
            : """
            UPDATE OR IGNORE \(table) SET "\(column)" = \(value)
            WHERE "\(column)" IS (SELECT "\(column)" FROM \(table) LIMIT 1 OFFSET \(row))
            """)
      }
    }
    try queue.close()
  }
}
