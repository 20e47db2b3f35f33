import LugeArchive

/// People and channels of a workspace, from the lists beside its channels.
struct SlackWorkspace {
  private(set) var people: [String: String] = [:]
  /// Conversations by name and by id, because exports name folders by either.
  private var conversations: [String: ConversationRecord] = [:]
  private(set) var channelNames: [String: String] = [:]
  /// Direct messages, and groups without a name, until all people are known.
  private var direct: [String: [String]] = [:]
  private var nameless: [String: [String]] = [:]

  mutating func take(_ list: JSONValue?, of file: String) {
    guard let list else { return }
    for item in list.elements {
      guard let id = item["id"]?.string else { continue }
      switch file {
      case "users.json": people[id] = Self.name(of: item) ?? id
      case "dms.json":
        direct[id] = item["members"].map { $0.elements.compactMap(\.string) } ?? []
      default:
        let name = item["name"]?.string ?? id
        let isMany = file == "mpims.json"
        let about = item["purpose"]?["value"]?.string ?? ""
        let record = ConversationRecord(
          key: "slack:\(id)", name: isMany ? name : "#\(name)",
          kind: file == "channels.json" ? .channel : .group, about: about.isEmpty ? nil : about)
        if isMany {
          nameless[record.key] = item["members"].map { $0.elements.compactMap(\.string) } ?? []
        }
        conversations[name] = record
        conversations[id] = record
        channelNames[id] = AuthorRecord.clipped(name)
      }
    }
  }

  /// Returns the name that Slack shows: the one that a person chose, or else their own.
  static func name(of user: JSONValue) -> String? {
    let profile = user["profile"]
    let names = [
      profile?["display_name"], profile?["real_name"], user["real_name"], user["name"],
    ]
    return names.lazy.compactMap { $0?.string }.first { !$0.isEmpty }.map(AuthorRecord.clipped)
  }

  func conversation(folder: String) -> ConversationRecord {
    if var known = conversations[folder] {
      // `mpdm-ann--ben--cid-1` is not meant for users.
      if let members = nameless[known.key], !members.isEmpty {
        known.name = members.lazy.map { people[$0] ?? $0 }.chatName
      }
      return known
    }
    if let members = direct[folder] {
      let names = members.lazy.map { people[$0] ?? $0 }
      return ConversationRecord(
        key: "slack:\(folder)", name: names.isEmpty ? folder : names.chatName, kind: .personal)
    }
    return ConversationRecord(
      key: "slack:\(folder)", name: folder.isEmpty ? "Slack" : "#\(folder)", kind: .group)
  }
}
