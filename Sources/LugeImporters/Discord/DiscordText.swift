import LugeArchive
import LugeCore

/// Converts Discord's Markdown.
enum DiscordText {
  static func styled(_ text: String) -> StyledText { markup.styled(text) }

  private static let markup = MarkupText(
    marks: [
      .init("```", .preformatted(language: nil), isLiteral: true), .init("**", .bold),
      .init("__", .underline), .init("~~", .strike), .init("||", .spoiler),
      .init("`", .code, isLiteral: true), .init("*", .italic),
      .init("_", .italic, needsWordEdge: true),
    ], token: token)

  /// Converts `<:name:1>`, `<a:name:1>`, `<t:1700000000>`, `<https://…>`, and people and channels
  /// whose names the export does not contain.
  private static let token: @Sendable (String) -> MarkupText.Token? = { inside in
    let parts = inside.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0].isEmpty || parts[0] == "a", UInt64(parts[2]) != nil {
      return .init(text: ":\(parts[1]):", attribute: .customEmoji(id: String(parts[2])))
    }
    if inside.hasPrefix("https://") || inside.hasPrefix("http://") {
      return .init(text: inside, attribute: .link(target: inside))
    }
    if inside.hasPrefix("@") || inside.hasPrefix("#"), UInt64(inside.drop { !$0.isNumber }) != nil {
      return .init(
        text: inside, attribute: .mention(id: String(inside.drop { !$0.isNumber })))
    }
    return nil
  }
}
