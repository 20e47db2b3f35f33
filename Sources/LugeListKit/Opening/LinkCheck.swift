public import LugeCore

/// Checks if a link leads where its text says.
public struct LinkCheck {
  private let host: (String) -> String?

  /// - Parameter host: returns the host of an address; nil for invalid addresses.
  public init(host: @escaping (String) -> String?) { self.host = host }

  /// - Parameters:
  ///   - words: text of the link.
  ///   - url: its target.
  /// - Returns: whether the text names another site. A text without an address is fine, as is one
  ///   that leaves out "www." or names the parent domain.
  public func isMisleading(_ words: String, for url: String) -> Bool {
    let turned = words.unicodeScalars.contains { ForeignText.turnsText($0.value) }
    let words = words.trimmingSpaces
    guard words != url else { return turned }
    if let named = mail(words) {
      guard let real = mail(url) else { return true }
      return turned || named != real
    }
    guard let named = addressLike(words).flatMap(host).map(plain) else { return turned }
    guard let real = host(url).map(plain) else { return true }
    return turned || real != named && !real.hasSuffix("." + named)
  }

  /// The text as an address whose host can be compared; nil if it does not look like one.
  private func addressLike(_ words: String) -> String? {
    guard !words.contains(where: \.isWhitespace) else {
      // "https://bank.example (safe)": the beginning is what people read.
      let first = words.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      return first.contains("://") || first.lowercased().hasPrefix("www.")
        ? addressLike(first) : nil
    }
    if words.contains("://") { return words }
    let links = LinkDetector().linking(StyledText(words)).spans.compactMap { span in
      if case .link(let target) = span.attribute, span.range.lowerBound == 0 { target } else { nil }
    }
    return links.first { $0.contains("://") }
  }

  private func plain(_ host: String) -> String {
    var host = host.lowercased()[...]
    if host.hasSuffix(".") { host = host.dropLast() }
    return String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
  }

  /// "anna@example.org", with or without "mailto:".
  private func mail(_ text: String) -> String? {
    let lower = text.lowercased()
    let address = lower.hasPrefix("mailto:") ? lower.dropFirst(7).prefix { $0 != "?" } : lower[...]
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
      !address.contains(where: { $0.isWhitespace || $0 == "/" || $0 == ":" })
    else { return nil }
    return String(address)
  }
}

extension StyledText {
  /// The texts of all links to an address.
  public func words(ofLinksTo url: String) -> [String] {
    spans.compactMap { span in
      guard span.attribute == .link(target: url) else { return nil }
      let bytes = string.utf8.dropFirst(span.range.lowerBound).prefix(span.range.count)
      return String(Substring(bytes))
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
