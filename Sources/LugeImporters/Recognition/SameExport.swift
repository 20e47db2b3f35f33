import LugeArchive
import LugeCore

/// Finds pages that tell the same chats as JSON beside them: Telegram Desktop writes both at once
/// into one folder when it is asked to. The JSON has more.
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
    /// Saved messages and those of deleted accounts have no name.
    case nameless
  }

  private var sources: [Source] = []
  /// Names of the chats of pages, by path.
  private var pages: [String: String] = [:]

  /// Remembers a file of an export.
  ///
  /// - Parameter prefix: Its first bytes.
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

  /// Takes the pages that need not be read out of what was found.
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

  /// The name of the file that tells the same chat as a page; nil for any other file.
  private func original(of path: String) -> String? {
    guard let chat = pages[path] else { return nil }
    let folder = PathNames.folder(of: path)
    let source = sources.first { source in
      switch source.chat {
      // Pages of all chats lie in a folder for each.
      case .all:
        folder.hasPrefix((source.folder.isEmpty ? "" : source.folder + "/") + "chats/")
      case .named(let name): name == chat && source.folder == folder
      case .nameless: source.folder == folder
      }
    }
    return source.map { PathNames.name(of: $0.path) }
  }

  /// Whether a page tells another chat than the JSON beside it.
  func isOther(_ path: String) -> Bool {
    guard let chat = pages[path], !chat.isEmpty else { return false }
    let folder = PathNames.folder(of: path)
    return sources.contains { source in
      if case .named = source.chat { source.folder == folder } else { false }
    } && original(of: path) == nil
  }

  /// The chat's name in JSON, which stands before the messages.
  private static func name(_ prefix: [UInt8]) -> String? {
    let all = String(decoding: prefix.prefix(4096), as: UTF8.self)
    let head = all.firstRange(of: "\"messages\"").map { all[..<$0.lowerBound] } ?? all[...]
    guard let found = head.firstMatch(of: #/"name"\s*:\s*("(?:[^"\\]|\\.)*")/#),
      let value = JSONDocument.read(
        MemoryByteSource(Array("{\"name\":\(found.1)}".utf8), name: "name"), limit: 1 << 16),
      let name = value["name"]?.string
    else { return nil }
    // As the page's own head is read.
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
