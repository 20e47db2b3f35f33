import LugeArchive
import LugeCore

/// Finds pages with the same chats as JSON beside them: Telegram Desktop can write both at once
/// into one folder. The JSON has more.
struct SameExport {
  /// A file with one chat, or with all chats of an account.
  private struct Source {
    var path: String
    var folder: String
    var chat: Chat
  }

  private enum Chat {
    case all
    case named(String)
    /// Saved messages, and chats with deleted accounts, have no name.
    case nameless
  }

  private var sources: [Source] = []
  /// Names of the pages' chats, by path.
  private var pages: [String: String] = [:]

  /// Records a file of an export.
  ///
  /// - Parameter prefix: its first bytes.
  mutating func note(_ path: String, _ reader: any ExportReader.Type, prefix: [UInt8]) {
    if reader == TelegramHTMLReader.self {
      let head = TelegramHTMLHead()
      _ = HTMLWalk.parse(prefix.prefix(8192), into: head)
      pages[path] = head.name
    } else if reader == TelegramReader.self {
      let folder = PathNames.folder(of: path)
      let head = FileHead(prefix)
      if head.has("personal_information") || head.has("chats") && head.has("list") {
        sources.append(Source(path: path, folder: folder, chat: .all))
      } else {
        let name = Self.name(prefix)
        sources.append(
          Source(path: path, folder: folder, chat: name.map { .named($0) } ?? .nameless))
      }
    }
  }

  /// Removes the pages that need not be read from the files found, and returns them.
  func removed<Found>(
    from found: inout [Found], by path: (Found) -> String
  ) -> [PassedOverFile] {
    var removed: [PassedOverFile] = []
    found.removeAll { file in
      guard let name = original(of: path(file)) else { return false }
      removed.append(PassedOverFile(path: path(file), reason: .sameExport(as: name)))
      return true
    }
    return removed
  }

  /// Returns the file with the same chat as a page; nil for any other file.
  private func original(of path: String) -> String? {
    guard let chat = pages[path] else { return nil }
    let folder = PathNames.folder(of: path)
    let source = sources.first { source in
      switch source.chat {
      // Pages of all chats are in a folder per chat.
      case .all:
        folder.hasPrefix((source.folder.isEmpty ? "" : source.folder + "/") + "chats/")
      case .named(let name): name == chat && source.folder == folder
      case .nameless: source.folder == folder
      }
    }
    return source.map { PathNames.name(of: $0.path) }
  }

  /// Whether a page has another chat than the JSON beside it.
  func isOther(_ path: String) -> Bool {
    guard let chat = pages[path], !chat.isEmpty else { return false }
    let folder = PathNames.folder(of: path)
    return sources.contains { source in
      if case .named = source.chat { source.folder == folder } else { false }
    } && original(of: path) == nil
  }

  /// Returns the chat's name in JSON, which precedes the messages.
  private static func name(_ prefix: [UInt8]) -> String? {
    let all = String(decoding: prefix.prefix(4096), as: UTF8.self)
    let head = all.firstRange(of: "\"messages\"").map { all[..<$0.lowerBound] } ?? all[...]
    guard let found = head.firstMatch(of: #/"name"\s*:\s*("(?:[^"\\]|\\.)*")/#),
      let value = JSONDocument.read(
        MemoryByteSource(Array("{\"name\":\(found.1)}".utf8), name: "name"), limit: 1 << 16),
      let name = value["name"]?.string
    else { return nil }
    // The page's name is normalized in the same way.
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
