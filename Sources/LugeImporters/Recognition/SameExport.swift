import LugeArchive
import LugeCore

/// Finds pages with the same chats as JSON beside them: Telegram Desktop can write both at once
/// into one folder. The JSON has more.
struct SameExport {
  /// Files of JSON by the folder that they lie in: those with all chats of an account, and those
  /// with one chat, by its name. Saved messages and those of deleted accounts have no name.
  private var accounts: [String: String] = [:]
  private var chats: [String: [String?: String]] = [:]
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
        accounts[folder] = accounts[folder] ?? path
      } else {
        let name = Self.name(prefix)
        if chats[folder]?[name] == nil { chats[folder, default: [:]][name] = path }
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
    let beside = chats[folder]
    let found = beside?[chat] ?? beside?[nil] ?? account(above: folder)
    return found.map { PathNames.name(of: $0) }
  }

  /// Pages of all chats lie in a folder for each, within `chats`.
  private func account(above folder: String) -> String? {
    if folder.hasPrefix("chats/"), let path = accounts[""] { return path }
    for range in folder.ranges(of: "/chats/") {
      if let path = accounts[String(folder[..<range.lowerBound])] { return path }
    }
    return nil
  }

  /// Whether a page has another chat than the JSON beside it.
  func isOther(_ path: String) -> Bool {
    guard let chat = pages[path], !chat.isEmpty else { return false }
    let folder = PathNames.folder(of: path)
    return chats[folder]?.keys.contains { $0 != nil } == true && original(of: path) == nil
  }

  /// Returns the chat's name in JSON, which precedes the messages.
  private static func name(_ prefix: [UInt8]) -> String? {
    var found: String?
    let walk = JSONWalk(["messages"], onOversize: { _, _ in }) { _, _ in }
    walk.onField = { depth, key, value in
      if depth == 1, key == "name" { found = found ?? value.string }
    }
    // It ends in the middle.
    try? walk.read(MemoryByteSource(Array(prefix.prefix(4096)), name: "")) { _ in }
    guard let name = found else { return nil }
    // The page's name is normalized in the same way.
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
