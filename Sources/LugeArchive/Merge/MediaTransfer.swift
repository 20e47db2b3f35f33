import LugeCore

/// How an archive that is made of others names their media: its conversations may have been put
/// together of two folders that have files with the same names.
struct MediaTransfer {
  /// Folder of the new conversation, whose paths stay as they are; nil where each is named in full.
  let root: String?
  /// Folders that are named in full.
  let folders: Set<String>
  /// Folders of sides that may not be read beside those that may: the new conversation does not
  /// name them, and nobody finds what is in them by it.
  let leftOut: Set<String>
  private let keepsPaths: Bool
  /// Media folders of each side.
  private let places: [MediaFolders]

  /// - Parameters:
  ///   - sides: what becomes one conversation.
  ///   - allowed: what the new archive may read. A side that names one of these folders and may not
  ///     read it itself, as a stranger's archive can, shall not get it by being merged.
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

  /// The folders that a conversation names and that may not be read.
  private static func unreadable(_ side: ConversationSummary) -> [String] {
    side.namedMediaFolders.filter { $0.readable == nil }.map(\.recorded)
      + (side.mediaRoot == nil ? [side.recordedMediaRoot].compactMap(\.self) : [])
  }

  /// A message of one of the sides as the new conversation has it. Files that may not be read where
  /// others may stay where nobody finds them: a stranger's archive could name the user's own.
  func moved(_ message: MessageRecord, of side: Int) -> MessageRecord {
    guard !keepsPaths, places.indices.contains(side) else { return message }
    return message.mappingFiles { path in
      let place = places[side].place(of: path) ?? (MediaFolders.nowhere, path)
      return MediaFolders.path(place.path, beneath: place.folder)
    }
  }
}
