import Foundation
public import LugeCore

/// Checks whether a link leads where its text says.
public struct LinkCheck {
  private let host: (String) -> String?

  /// Bytes of a text that can be taken for an address; in a longer one, one may be hidden.
  private static let longest = 4096

  /// - Parameter host: returns the host of an address; nil for invalid addresses.
  public init(host: @escaping (String) -> String?) { self.host = host }

  /// - Parameters:
  ///   - words: text of the link.
  ///   - url: its target.
  /// - Returns: whether the text names another site, at any place in it. False for a text without
  ///   an address, and for one that omits "www." or names the parent domain.
  public func isMisleading(_ words: String, for url: String) -> Bool {
    guard words.utf8.count <= Self.longest else { return words != url }
    let turned = words.unicodeScalars.contains { ForeignText.turnsText($0.value) }
    let words = words.trimmingSpaces
    guard words != url else { return turned }
    if let named = mail(words) {
      guard let real = mail(url) else { return true }
      return turned || named != real
    }
    let named = addressesLike(words)
    guard !named.isEmpty else { return turned }
    guard let real = (host(url) ?? mailHost(url)).map(plain) else { return true }
    return turned
      || !named.allSatisfy { address in
        guard let named = host(address).map(plain) else { return false }
        return real == named || real.hasSuffix("." + named)
      }
  }

  /// Returns the addresses that a text seems to show, each with a scheme.
  ///
  /// Users also read an address between quotation marks, after a pointing hand, before "– login" or
  /// within a sentence, but never invisible characters.
  private func addressesLike(_ words: String) -> [String] {
    let tokens = words.visible.joiningFullStops.split(whereSeparator: \.isWhitespace)
      // "@anna@example.org" is a name, whose page may be on another host.
      .filter { $0.first != "@" || !$0.dropFirst().contains("@") }
      .map { $0.withoutMarks }.filter { !$0.isEmpty }
    let named = tokens.flatMap { addresses(in: $0) }
    guard named.isEmpty, tokens.count == 1, let only = tokens.first else { return named }
    // The detector ignores rare top-level domains. Catalan words have a dot between two l, Japanese
    // ones between names.
    let isWord =
      words.range(of: "l\u{B7}l", options: .caseInsensitive) != nil
      || words.unicodeScalars.contains { $0.value == 0x30FB || $0.value == 0xFF65 }
    return !isWord && looksLikeHost(only) ? ["https://" + only] : []
  }

  /// Returns the addresses in a text without blanks.
  private func addresses(in token: String) -> [String] {
    if let colon = token.range(of: "://") {
      let scheme = token[..<colon.lowerBound].reversed().prefix { $0.isASCII && $0.isLetter }
      return [String(scheme.reversed()) + token[colon.lowerBound...]]
    }
    if let www = token.range(of: "www.", options: .caseInsensitive),
      www.lowerBound == token.startIndex || !token[token.index(before: www.lowerBound)].isLetter
    {
      return ["https://" + token[www.lowerBound...]]
    }
    // The detector takes "login:bank.com" for one word.
    let words = token.split(separator: ":").joined(separator: " ")
    return LinkDetector([.addresses, .emails]).spans(in: words).compactMap { span -> String? in
      guard case .link(let target) = span.attribute else { return nil }
      if target.contains("://") { return target }
      return mailHost(target).map { "https://" + $0 }
    }
  }

  /// Whether a word looks like a host: "bank.museum/login", "192.0.2.7" and "localhost:8080", but
  /// not "report.pdf".
  private func looksLikeHost(_ word: String) -> Bool {
    let name = word.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" }.lowercased()
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count == 4, labels.allSatisfy({ UInt8($0) != nil }) { return true }
    if name == "localhost" { return true }
    guard labels.count >= 2, let ending = labels.last, ending.count >= 2,
      ending.allSatisfy(\.isLetter), !Self.fileEndings.contains(String(ending))
    else { return false }
    return labels.allSatisfy { label in
      !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }

  /// File name extensions: texts of links are as often file names as host names.
  private static let fileEndings: Set<String> = [
    "apk", "avi", "avif", "bmp", "bz", "conf", "cpp", "css", "csv", "deb", "doc", "docx", "dll",
    "epub", "exe", "flac", "gif", "go", "gz", "heic", "hpp", "htm", "html", "ics", "ini", "iso",
    "jar", "java", "jpeg", "jpg", "js", "json", "jsonl", "jsx", "key", "kt", "log", "luge", "mjs",
    "mkv", "mov", "mp", "mpeg", "msi", "odp", "ods", "odt", "ogg", "opus", "pdf", "php", "plist",
    "png", "ppt", "pptx", "rar", "rb", "rpm", "rtf", "svg", "swift", "tar", "tex", "tgz", "tif",
    "tiff", "toml", "ts", "tsx", "ttf", "txt", "vcf", "wav", "webm", "webp", "wmv", "xls", "xlsx",
    "xml", "xz", "yaml", "yml", "zip",
  ]

  private func plain(_ host: String) -> String {
    var host = host.lowercased()[...]
    if host.hasSuffix(".") { host = host.dropLast() }
    return String(host.hasPrefix("www.") ? host.dropFirst(4) : host)
  }

  /// Returns the address in "anna@example.org", with or without "mailto:".
  private func mail(_ text: String) -> String? {
    let lower = text.lowercased()
    let address = lower.hasPrefix("mailto:") ? lower.dropFirst(7).prefix { $0 != "?" } : lower[...]
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
      !address.contains(where: { $0.isWhitespace || $0 == "/" || $0 == ":" })
    else { return nil }
    return String(address)
  }

  /// Returns the host of such an address.
  private func mailHost(_ text: String) -> String? {
    mail(text)?.split(separator: "@").last.map(String.init)
  }
}

extension StyledText {
  /// The texts of all links to an address, each with what stands beside it without a space: people
  /// read both as one.
  ///
  /// - Returns: each text once.
  /// - Complexity: O(bytes of the text + n log n) for n links to the address.
  public func words(ofLinksTo url: String) -> [String] {
    let bytes = Array(string.utf8)
    // Links to one place that overlap are read as one.
    var links: [Range<Int>] = []
    let found = spans.lazy.filter { $0.attribute == .link(target: url) }
      .map { $0.range.clamped(to: 0..<bytes.count) }
    for link in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = links.last, link.lowerBound < last.upperBound {
        links[links.count - 1] = last.lowerBound..<max(last.upperBound, link.upperBound)
      } else {
        links.append(link)
      }
    }
    let blanks = bytes.indices.filter { bytes[$0] == 0x20 || (0x09...0x0D).contains(bytes[$0]) }
    var next = 0
    // The text between blanks that contains the previous link; many links may be in one.
    var (place, word, namesPlace, isAdded) = (0..<0, "", false, false)
    var words: [String] = []
    var known: Set<String> = []
    func add(_ text: String) {
      if known.insert(text).inserted { words.append(text) }
    }
    for link in links {
      while next < blanks.count, blanks[next] < link.lowerBound { next += 1 }
      let start = next > 0 ? blanks[next - 1] + 1 : 0
      let end = blanks[next...].first { $0 >= link.upperBound } ?? bytes.count
      if start..<end != place {
        (place, isAdded) = (start..<end, false)
        word = String(decoding: bytes[place], as: UTF8.self)
        namesPlace = word.contains("://")
      }
      let own = String(decoding: bytes[link], as: UTF8.self)
      // Marks around a link, such as brackets and full stops, are no part of an address.
      if !namesPlace || own.contains("://") {
        add(own)
      } else if !isAdded {
        isAdded = true
        add(word)
      }
    }
    return words
  }
}

extension StringProtocol {
  /// Text without invisible characters, and with usual characters in place of lookalikes: full
  /// width letters, leaders, dots in the middle, ideographic full stops, ratios and division signs.
  fileprivate var visible: String {
    let usual = String(self).precomposedStringWithCompatibilityMapping
    let scalars = usual.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      switch scalar.value {
      case 0xB7, 0x387, 0x6D4, 0x701, 0x702, 0x1427, 0x2022, 0x2027, 0x2219, 0x22C5, 0x2E31, 0x2E33,
        0x3002, 0x30FB, 0xA4F8, 0xA78F, 0xFF0E, 0xFF61, 0xFF65:
        return "."
      case 0x2D0, 0x2F8, 0x589, 0x5C3, 0x703, 0x704, 0x2236, 0xA4FD, 0xA789: return ":"
      case 0x2044, 0x2215, 0x2571, 0x27CB, 0x29F8: return "/"
      case 0x09, 0x0A, 0x0D: return scalar
      default: break
      }
      let properties = scalar.properties
      return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
        || properties.generalCategory == .control ? nil : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Text without blanks in front of full stops.
  fileprivate var joiningFullStops: String {
    var (text, blanks) = ("", "")
    for character in self {
      if character.isWhitespace {
        blanks.append(character)
      } else {
        if character != "." { text += blanks }
        blanks = ""
        text.append(character)
      }
    }
    return text
  }

  /// Text without the punctuation around it; a slash at its end stays, as part of an address.
  fileprivate var withoutMarks: String {
    func isMark(_ character: Character) -> Bool { !character.isLetter && !character.isNumber }
    var text = self[...]
    while let first = text.first, isMark(first) { text = text.dropFirst() }
    while let last = text.last, isMark(last), last != "/" { text = text.dropLast() }
    return String(text)
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
