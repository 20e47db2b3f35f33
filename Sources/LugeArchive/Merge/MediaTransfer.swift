import LugeCore

/// Media paths of a merged archive. Its conversations may combine two folders that have files with
/// the same names.
struct MediaTransfer {
  /// Folder of the new conversation, whose paths stay as they are; nil if every path includes its
  /// folder.
  let root: String?
  /// Folders that paths include.
  let folders: Set<String>
  /// Folders that one side may not read, although another side may read its own: the new
  /// conversation does not record them, so their files are not found.
  let leftOut: Set<String>
  private let keepsPaths: Bool
  /// Media folders of each side.
  private let places: [MediaFolders]

  /// - Parameters:
  ///   - sides: the conversations that become one.
  ///   - allowed: folders that the new archive may read. A side that names one of them without
  ///     being allowed to read it, as a hostile archive may, must not gain access by being merged.
  init(_ sides: [ConversationSummary], allowed: Set<String> = []) {
    let shared = Set(sides.map(\.mediaFolders)).count == 1
    let recorded = Set(sides.map(\.recordedMediaRoot))
    let readable = sides.reduce(into: Set<String>()) { $0.formUnion($1.mediaFolders.readable) }
    let isForeign = sides.contains { side in
      Self.unreadable(side).contains { folder in
        allowed.contains { PathNames.isBeneath(folder, $0) }
      }
    }
    keepsPaths =
      shared && recorded.count == 1 && sides[0].namedMediaFolders.isEmpty && !isForeign
    let isReadable = !readable.isEmpty || isForeign
    places = sides.map { side in
      guard !isReadable else { return side.mediaFolders }
      return MediaFolders(
        root: side.recordedMediaRoot,
        named: side.namedMediaFolders.map { .init(recorded: $0.recorded, readable: $0.recorded) })
    }
    leftOut =
      keepsPaths || !isReadable
      ? []
      : Set(sides.flatMap(Self.unreadable)).subtracting(readable)
    root = keepsPaths ? sides[0].mediaRoot ?? sides[0].recordedMediaRoot : nil
    if keepsPaths {
      folders = []
    } else if isReadable {
      folders = readable
    } else {
      folders = Set(
        sides.flatMap { side in
          side.namedMediaFolders.map(\.recorded) + [side.recordedMediaRoot].compactMap(\.self)
        })
    }
  }

  /// Returns the folders that a conversation records and may not be read.
  private static func unreadable(_ side: ConversationSummary) -> [String] {
    side.namedMediaFolders.filter { $0.readable == nil }.map(\.recorded)
      + (side.mediaRoot == nil ? [side.recordedMediaRoot].compactMap(\.self) : [])
  }

  /// Returns a message of one side as the new conversation has it. Files that may not be read get a
  /// path that does not exist, if others may be read: a hostile archive could name the user's own.
  func moved(_ message: MessageRecord, of side: Int) -> MessageRecord {
    guard !keepsPaths, places.indices.contains(side) else { return message }
    return message.mappingFiles { path in
      let place = places[side].place(of: path) ?? (MediaFolders.nowhere, path)
      return MediaFolders.path(place.path, beneath: place.folder)
    }
  }
}
