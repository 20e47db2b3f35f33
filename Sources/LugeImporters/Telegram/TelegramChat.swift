import LugeArchive

/// A conversation of an export while it is being read.
struct TelegramChat {
  var name: String?
  var type: String?
  var id: String?
  /// The sink knows of it.
  var hasBegun = false
  /// Key it was begun with: it stays, whatever is read later.
  private(set) var key = ""
  /// Who is not the other side, in a conversation of two.
  private(set) var ownAuthorKey: String?

  static func key(id: String) -> String { "telegram:\(id)" }

  /// Telegram counts people, small groups and channels each for themselves: ids of two of them may
  /// be the same number.
  enum IDSpace: String { case person, group, channel }

  private var idSpace: IDSpace {
    switch type {
    case "private_group": .group
    case "private_supergroup", "public_supergroup", "private_channel", "public_channel": .channel
    default: .person
    }
  }

  /// - Parameters:
  ///   - fileName: Names a conversation that has neither id nor name.
  ///   - ownID: The id of the person who exported, where the export has it.
  ///   - known: The ids of the export so far, and what has them. A second one of an id gets its
  ///     kind into its key; the first has the key that archives of before know.
  mutating func record(
    fileName: String, ownID: String?, known: inout [String: IDSpace]
  ) -> ConversationRecord {
    if key.isEmpty {
      key = id.map(Self.key) ?? "telegram:\(name ?? fileName)"
      if let id {
        let first = known[id] ?? idSpace
        known[id] = first
        if first != idSpace { key = Self.key(id: "\(idSpace.rawValue):\(id)") }
      }
    }
    var record = ConversationRecord(key: key, name: displayName(fileName), kind: kind)
    record.ownAuthorKey =
      ownID.map { "user\($0)" } ?? (kind == .saved ? id.map { "user\($0)" } : ownAuthorKey)
    return record
  }

  /// In a conversation of two, the one who is not the other is the one who exported.
  mutating func noteAuthor(_ author: AuthorRecord?) {
    guard ownAuthorKey == nil, let id, kind == .personal || kind == .bot,
      let author, author.key.hasPrefix("user"), author.key != "user\(id)"
    else { return }
    ownAuthorKey = author.key
  }

  private var kind: ConversationRecord.Kind {
    switch type {
    case "personal_chat": .personal
    case "bot_chat": .bot
    case "saved_messages": .saved
    case "private_group", "private_supergroup", "public_supergroup": .group
    case "private_channel", "public_channel": .channel
    default: .other
    }
  }

  private func displayName(_ fileName: String) -> String {
    if let name, !name.isEmpty { return name }
    switch type {
    case "saved_messages": return "Saved Messages"
    case "replies": return "Replies"
    case "personal_chat", "bot_chat": return AuthorRecord.deletedAccountName
    case nil: return id.map { "Chat \($0)" } ?? fileName
    default: return "Unnamed chat"
    }
  }
}
