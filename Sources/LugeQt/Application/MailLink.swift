/// Addresses of mail (RFC 6068), which may say more than whom to write to: some programs attach the
/// files that one names.
enum MailLink {
  private static let fields: Set<String> = ["to", "cc", "subject", "body"]

  /// With recipients, subject and body alone.
  ///
  /// - Parameter url: begins with `mailto:`.
  static func plain(_ url: String) -> String {
    let parts = url.dropFirst("mailto:".count).split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let fields = (parts.count > 1 ? parts[1] : "").prefix { $0 != "#" }
      .split(separator: "&").filter { field in
        let name = field.prefix { $0 != "=" }.lowercased()
        return Self.fields.contains(name)
          // A line of its own would be a field of its own; in a body it is one of the letter.
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
