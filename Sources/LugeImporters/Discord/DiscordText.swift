import LugeArchive
import LugeCore

/// Converts Discord's Markdown.
enum DiscordText {
  static func styled(_ text: String) -> StyledText { markup.styled(text) }

  private static let markup = MarkupText(
    marks: [
      .init("```", .preformatted(language: nil), isLiteral: true), .init("**", .bold),
      .init("__", .underline), .init("~~", .strike), .init("||", .spoiler),
      .init("``", .code, isLiteral: true), .init("`", .code, isLiteral: true), .init("*", .italic),
      .init("_", .italic, needsWordEdge: true),
    ], token: token, hasHeadings: true, isMarkdown: true)

  /// Converts `<:name:1>`, `<a:name:1>`, `<t:1700000000:R>`, `<https://…>`, and people and channels
  /// whose names the export does not contain.
  private static let token: @Sendable (String) -> MarkupText.Token? = { inside in
    let parts = inside.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 3, parts[0].isEmpty || parts[0] == "a", UInt64(parts[2]) != nil {
      return .init(text: ":\(parts[1]):", attribute: .customEmoji(id: String(parts[2])))
    }
    if parts[0] == "t", let time = moment(parts.dropFirst()) {
      return .init(text: time, attribute: nil)
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

  /// Returns the moment of `1700000000` and a letter for its form, in UTC: Discord shows it in the
  /// reader's own zone, and as the time passed since, of which a text can have neither.
  private static func moment(_ parts: ArraySlice<Substring>) -> String? {
    guard let first = parts.first, let seconds = Int64(first), parts.count <= 2,
      Timestamp.range.contains(seconds)
    else { return nil }
    let form = parts.count == 2 ? String(parts[parts.startIndex + 1]) : "f"
    let time = CivilTime(localSeconds: seconds)
    switch form {
    case "t": return "\(time.clock) UTC"
    case "T": return "\(time.clockWithSeconds) UTC"
    case "d", "D": return time.date.iso
    case "f", "F", "R": return "\(time.date.iso) \(time.clock) UTC"
    default: return nil
    }
  }
}
