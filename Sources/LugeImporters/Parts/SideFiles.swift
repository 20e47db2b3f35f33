import LugeArchive

/// Lists beside a chat that decide which keys its conversations and people have.
///
/// Messages that were read without such a list would come a second time from a whole copy of the
/// export. So its damage is the import's error, but only behind the last message: whoever asks for
/// what can be read of a broken input gets all messages.
struct SideFiles {
  private var damage: ArchiveError?

  /// Returns the list; nil if it is missing or damaged.
  mutating func read(_ source: (any ByteSource)?, limit: Int = NamedParts.largest) -> JSONValue? {
    read(source?.name ?? "") { try JSONDocument.load(source, limit: limit) }
  }

  /// Returns the list in a file; nil if it is damaged.
  ///
  /// - Parameter isScript: whether it assigns the list.
  mutating func read(
    _ file: ExportFile, limit: Int = NamedParts.largest, isScript: Bool = false
  ) -> JSONValue? {
    read(file.path) {
      let source = try file.open()
      return try JSONDocument.load(isScript ? AssignmentSource(source) : source, limit: limit)
    }
  }

  private mutating func read(_ path: String, _ body: () throws -> JSONValue?) -> JSONValue? {
    do { return try body() } catch let error as ArchiveError {
      note(error, of: path)
    } catch {
      note(.notReadable(path: path, reason: "\(error)"), of: path)
    }
    return nil
  }

  /// Records that a list cannot be read.
  mutating func note(_ error: ArchiveError, of path: String) {
    damage = damage ?? Self.damage(error, of: path)
  }

  /// - Throws: the first list's damage. To be called behind the last message.
  func check() throws(ArchiveError) {
    if let damage { throw damage }
  }

  /// Returns the error as one of a broken input, of which parts may be kept.
  static func damage(_ error: ArchiveError, of path: String) -> ArchiveError {
    switch error {
    case .empty: .truncated(path: path, place: "byte 0")
    case .unknownFormat: .malformed(path: path, place: "byte 0", reason: "not valid JSON")
    case .notReadable(_, let reason):
      .malformed(path: path, place: "whole file", reason: reason)
    default: error
    }
  }
}
