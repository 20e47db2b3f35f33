import LugeArchive
import LugeCore

/// Folders in which exports keep attachments. A file there may look like a chat (somebody sent
/// one), and is none of the export's own.
///
/// Known of exports that have one file of a fixed name for their chats; what else lies beside or
/// below that file is another export, which is read as well.
struct AttachmentPlaces {
  /// Files of fixed names, by their folder.
  private var chats: [String: [String]] = [:]

  /// Files that are, in the exports that have them, the only chat of their folder.
  static func isSoleChat(fileName: String) -> Bool {
    ["_chat.txt", "result.json", "outbox.json", "tweets.js", "tweet.js"].contains(fileName)
  }

  /// Notes a file that was recognised as a chat.
  mutating func note(_ path: String) {
    let (folder, name) = Self.parts(path)
    if Self.isSoleChat(fileName: name) { chats[folder, default: []].append(name) }
  }

  /// - Complexity: O(folders around it).
  func contains(_ path: String) -> Bool {
    guard !chats.isEmpty else { return false }
    var inner = path
    while !inner.isEmpty {
      let (folder, name) = Self.parts(inner)
      guard folder.utf8.count < inner.utf8.count else { return false }
      let isFolder = inner.utf8.count < path.utf8.count
      for chat in chats[folder] ?? [] where chat != name || isFolder {
        if Self.keeps(chat, name, isFolder: isFolder) { return true }
      }
      inner = folder
    }
    return false
  }

  /// Whether the export of a chat keeps attachments, or more of itself, under a name beside it.
  private static func keeps(_ chat: String, _ name: String, isFolder: Bool) -> Bool {
    switch chat {
    case "_chat.txt":
      // 00000012-notes.txt, 2017-01-05-PHOTO-00000012.jpg
      let behind = name.drop { $0.isASCII && $0.isNumber }
      return !isFolder && behind.count < name.count && behind.hasPrefix("-")
    case "result.json":
      // Both kinds of export can be made at once; the one of JSON has all that the pages have.
      // ``SameExport`` finds pages of other chats.
      return isFolder ? telegramFolders.contains(name) : name.hasSuffix(".html")
    case "outbox.json": return isFolder && name == "media_attachments"
    default:
      return isFolder
        ? name.hasSuffix("_media")
        : name.hasSuffix(".js") && !isSoleChat(fileName: name) && !name.hasPrefix("direct-message")
    }
  }

  private static let telegramFolders: Set<String> = [
    "animations", "chats", "contacts", "css", "files", "images", "js", "lists", "photos",
    "profile_pictures", "round_video_messages", "stickers", "stories", "video_files",
    "voice_messages",
  ]

  private static func parts(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }
}
