import LugeArchive

/// Targets of the addresses in a text.
struct TwitterLinks {
  struct Link {
    var shown: String
    var target: String
  }

  /// Links by the address in the text; nil for those that mean nothing to a user.
  private var known: [String: Link?] = [:]

  /// Maximum number of addresses, because hostile lists may have millions.
  private static let most = 100
  private static let shortener = "t.co/"

  /// - Parameters:
  ///   - urls: `entities`, or the list of a long text.
  ///   - media: pictures that are shown.
  init(urls: JSONValue?, media: JSONValue? = nil) {
    for url in Self.elements(urls) {
      guard let short = (url["url"] ?? url["shortUrl"])?.string, short.utf8.count > 8,
        let target = (url["expanded_url"] ?? url["expandedUrl"] ?? url["expanded"])?.string
          .flatMap(WebAddress.init)
      else { continue }
      let shown = (url["display_url"] ?? url["displayUrl"] ?? url["display"])?.string ?? ""
      known[short] = Link(shown: shown.isEmpty ? target.text : shown, target: target.text)
    }
    // The address of a picture that is shown means nothing to a user.
    for medium in Self.elements(media) {
      if let short = medium["url"]?.string, short.utf8.count > 8 { hide(short) }
    }
  }

  /// Hides an address, because its target is shown in another way.
  mutating func hide(_ address: String) { known[address] = .some(nil) }

  /// Hides the address of a target that is shown in another way, such as a page's card.
  mutating func hide(leadingTo target: String) {
    for (address, link) in known where link?.target == target { hide(address) }
  }

  static func elements(_ list: JSONValue?) -> [JSONValue] {
    list.map { Array($0.elements.prefix(most)) } ?? []
  }

  /// - Parameter word: text up to the next space.
  /// - Returns: the number of scalars of the word that are an address, and its link; nil for other
  ///   words.
  func link(beginning word: String) -> (length: Int, link: Link?)? {
    guard let scheme = ["https://", "http://"].first(where: word.hasPrefix) else { return nil }
    let rest = word.dropFirst(scheme.count)
    if rest.hasPrefix(Self.shortener) {
      let key = rest.dropFirst(Self.shortener.count).prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber)
      }
      let short = scheme + Self.shortener + key
      let link: Link? = known[short] ?? Optional(Link(shown: short, target: short))
      return key.isEmpty ? nil : (short.unicodeScalars.count, link)
    }
    if let link = known[word] { return (word.unicodeScalars.count, link) }
    // A sentence's punctuation does not belong to the address.
    var plain = word
    while let last = plain.last, ".,;:!?)]}\"'…»”".contains(last) { plain.removeLast() }
    guard plain.utf8.count > scheme.utf8.count, let address = WebAddress(plain) else { return nil }
    let link: Link? = known[plain] ?? Optional(Link(shown: plain, target: address.text))
    return (plain.unicodeScalars.count, link)
  }
}
