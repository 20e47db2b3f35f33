import LugeArchive
import LugeCore

/// Finds pages that tell the same chats as JSON beside them: Telegram Desktop writes both at once
/// into one folder when it is asked to. The JSON has more.
struct SameExport {
  /// Files of JSON by the folder that they lie in: those with all chats of an account, and those
  /// with one chat, by its name. Saved messages and those of deleted accounts have no name.
  private var accounts: [String: String] = [:]
  private var chats: [String: [String?: String]] = [:]
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
        accounts[folder] = accounts[folder] ?? path
      } else {
        let name = Self.name(prefix)
        if chats[folder]?[name] == nil { chats[folder, default: [:]][name] = path }
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

  /// Whether a page tells another chat than the JSON beside it.
  func isOther(_ path: String) -> Bool {
    guard let chat = pages[path], !chat.isEmpty else { return false }
    let folder = PathNames.folder(of: path)
    return chats[folder]?.keys.contains { $0 != nil } == true && original(of: path) == nil
  }

  /// The chat's name in JSON, which stands before the messages.
  private static func name(_ prefix: [UInt8]) -> String? {
    var found: String?
    let walk = JSONWalk(["messages"], onOversize: { _, _ in }) { _, _ in }
    walk.onField = { depth, key, value in
      if depth == 1, key == "name" { found = found ?? value.string }
    }
    // It ends in the middle.
    try? walk.read(MemoryByteSource(Array(prefix.prefix(4096)), name: "")) { _ in }
    guard let name = found else { return nil }
    // As the page's own head is read.
    return name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
