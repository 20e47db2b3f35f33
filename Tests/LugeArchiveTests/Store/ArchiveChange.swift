import GRDB
import LugeArchive

extension Archive {
  /// Runs statements as another program would, while the archive is open.
  func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path, configuration: ArchiveFile.configuration())
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }
}
