import LugeArchive
import LugeCore

/// Places the stickers of an export, which all chats share: they lie in `messages/stickers_used`,
/// while the folder of a chat, which its paths are relative to, is `messages/inbox/ann_1`.
struct MessengerStickers {
  private static let folderName = "stickers_used"

  /// The folder `messages`; nil if the user has not given it, or the media are still in a zip. It
  /// is the one named to the archive, because it is surely no link, as the stickers' own might be.
  private let messages: String?

  init(_ context: SourceContext) {
    let folder = context.mediaRoot.map { PathNames.folder(of: PathNames.folder(of: $0)) }
    let isGiven = context.exportFolder.flatMap { export in
      folder.map {
        PathNames.isSame(PathNames.name(of: $0), "messages") && PathNames.isBeneath($0, export)
      }
    }
    messages = isGiven == true ? folder : nil
  }

  /// Replaces the paths of a message's stickers, which begin at the export's top, and names their
  /// folder to the archive.
  func place(
    _ record: inout MessageRecord, in conversation: inout ConversationRecord, _ sink: any ImportSink
  ) throws {
    for index in record.media.indices {
      guard let path = record.media[index].path, let inner = Self.inner(path) else { continue }
      // In an archive that has the folder, this is the same file, also where it is not given now.
      record.media[index].path = messages.map { "\($0)/\(inner)" } ?? inner
      guard let messages, conversation.mediaFolders.insert(messages).inserted else { continue }
      try sink.amend(conversation)
    }
  }

  /// Returns the path of a sticker in the folder `messages`; nil for other files.
  private static func inner(_ path: String) -> String? {
    let parts = path.pathParts
    guard !PathNames.isAbsolute(path), !PathNames.leadsUp(path), parts.count >= 2,
      PathNames.isSame(parts[parts.count - 2], folderName),
      parts.count == 2 || PathNames.isSame(parts[parts.count - 3], "messages")
    else { return nil }
    return "\(folderName)/\(parts[parts.count - 1])"
  }
}
