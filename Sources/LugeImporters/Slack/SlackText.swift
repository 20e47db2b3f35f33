import LugeArchive
import LugeCore

/// Converts Slack's own markup, with people and channels by their names.
struct SlackText {
  private let markup: MarkupText

  /// - Parameters:
  ///   - people: names by id.
  ///   - channels: names by id.
  init(people: [String: String], channels: [String: String]) {
    markup = MarkupText(
      marks: [
        .init("```", .preformatted(language: nil), isLiteral: true, namesLanguage: false),
        .init("`", .code, isLiteral: true), .init("*", .bold, needsWordEdge: true),
        .init("_", .italic, needsWordEdge: true), .init("~", .strike, needsWordEdge: true),
      ],
      token: { inside in
        let parts = inside.split(separator: "|", maxSplits: 1).map(String.init)
        let label = parts.count > 1 ? Self.plain(parts[1]) : nil
        guard let target = parts.first, let sign = target.first else { return nil }
        let id = String(target.dropFirst())
        switch sign {
        case "@":
          return .init(
            text: "@\(people[id] ?? label ?? id)", attribute: .mention(id: id))
        case "#": return .init(text: "#\(channels[id] ?? label ?? id)", attribute: .hashtag)
        case "!":
          // `<!here>`, `<!subteam^S1|@team>`, `<!date^1^{date}|Monday>`
          let name = id.split(separator: "^").first.map(String.init) ?? id
          return .init(text: label ?? "@\(name)", attribute: nil)
        default:
          let scheme = target.prefix { $0.isLetter || $0.isNumber || "+.-".contains($0) }
          guard scheme.count > 1, target.dropFirst(scheme.count).first == ":" else { return nil }
          let address = Self.plain(target)
          // Addresses of other programs (`skype:`, `tel:`) become text without a link.
          let isLink = target.contains("://") || scheme == "mailto"
          return .init(
            text: label ?? address, attribute: isLink ? .link(target: address) : nil)
        }
      }, hasEntities: true, hasEmojiNames: true)
  }

  func styled(_ text: String) -> StyledText { markup.styled(text) }

  private static func plain(_ text: String) -> String {
    guard text.contains("&") else { return text }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
  }
}
