import LugeArchive

/// A conversation of an export while it is being read.
struct TelegramChat {
  var name: String?
  var type: String?
  var id: String?
  /// Whether it was passed to the sink.
  var hasBegun = false
  /// Key with which it was begun; it does not change, whatever is read later.
  private(set) var key = ""
  /// The user's key in a conversation of two: the author who is not the other person.
  private(set) var ownAuthorKey: String?

  static func key(id: String) -> String { "telegram:\(id)" }

  /// Telegram numbers people, small groups and channels independently: ids of two kinds may be
  /// equal.
  enum IDSpace: String { case person, group, channel }

  private var idSpace: IDSpace {
    switch type {
    case "private_group": .group
    case "private_supergroup", "public_supergroup", "private_channel", "public_channel": .channel
    default: .person
    }
  }

  /// - Parameters:
  ///   - fileName: name for a conversation without id and name.
  ///   - ownID: id of the person who exported, if the export has it.
  ///   - known: ids of the export so far, with their kinds. A second conversation with the same id
  ///     gets its kind into its key; the first one keeps the key that earlier archives have.
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

  /// Finds the user in a conversation of two: the author who is not the other person.
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
