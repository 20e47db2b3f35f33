/// `mailto:` URLs (RFC 6068). They can contain more than recipients: some mail programs attach
/// files that one names.
enum MailLink {
  private static let fields: Set<String> = ["to", "cc", "subject", "body"]

  /// The URL with only recipients, subject and body.
  ///
  /// - Parameter url: begins with `mailto:`.
  static func plain(_ url: String) -> String {
    let parts = url.dropFirst("mailto:".count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = (parts.count > 1 ? parts[1] : "").prefix { $0 != "#" }
      .split(separator: "&").filter { field in
        let name = field.prefix { $0 != "=" }.lowercased()
        return Self.fields.contains(name)
          // A line break would begin another header field; in the body it is allowed.
          && (name == "body" || !hasLineBreak(field))
      }
    let recipients = parts[0].prefix { $0 != "#" }
    let address = "mailto:" + (hasLineBreak(recipients) ? "" : recipients)
    return fields.isEmpty ? address : "\(address)?\(fields.joined(separator: "&"))"
  }

  private static func hasLineBreak(_ text: Substring) -> Bool {
    let text = text.lowercased()
    return text.contains("%0a") || text.contains("%0d") || text.contains(where: \.isNewline)
  }
}
