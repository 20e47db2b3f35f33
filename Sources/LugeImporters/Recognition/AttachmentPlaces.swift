import LugeArchive
import LugeCore

/// Folders in which exports have attachments. A file there may look like a chat (someone sent one),
/// but is not part of the export's chats.
///
/// Only exports with a file of a fixed name for their chats are known; other chats beside or below
/// that file are separate exports, which are read as well.
struct AttachmentPlaces {
  /// Chat files of fixed names, by folder. A list of a zip may name the same one often.
  private(set) var chats: [String: Set<String>] = [:]

  /// Whether a file is, in exports that have it, the only chat of its folder.
  static func isSoleChat(fileName: String) -> Bool {
    ["_chat.txt", "result.json", "outbox.json", "tweets.js", "tweet.js"].contains(fileName)
  }

  /// Records a file that was recognised as a chat.
  mutating func note(_ path: String) {
    let (folder, name) = (PathNames.folder(of: path), PathNames.name(of: path))
    if Self.isSoleChat(fileName: name) { chats[folder, default: []].insert(name) }
  }

  /// - Complexity: O(folders around it).
  func contains(_ path: String) -> Bool {
    guard !chats.isEmpty else { return false }
    var inner = path
    while !inner.isEmpty {
      let (folder, name) = (PathNames.folder(of: inner), PathNames.name(of: inner))
      guard folder.utf8.count < inner.utf8.count else { return false }
      let isFolder = inner.utf8.count < path.utf8.count
      for chat in chats[folder] ?? [] where chat != name || isFolder {
        if Self.keeps(chat, name, isFolder: isFolder) { return true }
      }
      inner = folder
    }
    return false
  }

  /// Whether the export of a chat has attachments, or other parts of itself, under a name beside
  /// it.
  private static func keeps(_ chat: String, _ name: String, isFolder: Bool) -> Bool {
    switch chat {
    case "_chat.txt":
      // Such as 00000012-notes.txt or 2017-01-05-PHOTO-00000012.jpg.
      let behind = name.drop { $0.isASCII && $0.isNumber }
      return !isFolder && behind.count < name.count && behind.hasPrefix("-")
    case "result.json":
      // Both forms of export can be made at once; the JSON has everything that the pages have.
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
}
