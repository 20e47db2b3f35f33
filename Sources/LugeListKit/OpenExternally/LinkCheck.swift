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
  /// - Returns: whether the text names another site. False for a text without an address, and for
  ///   one that omits "www." or names the parent domain.
  public func isMisleading(_ words: String, for url: String) -> Bool {
    guard words.utf8.count <= Self.longest else { return words != url }
    let turned = words.unicodeScalars.contains { ForeignText.turnsText($0.value) }
    let words = words.trimmingSpaces
    guard words != url else { return turned }
    if let named = mail(words) {
      guard let real = mail(url) else { return true }
      return turned || named != real
    }
    guard let address = addressLike(words) else { return turned }
    guard let named = host(address).map(plain), let real = host(url).map(plain) else { return true }
    return turned || real != named && !real.hasSuffix("." + named)
  }

  /// Returns the address that a text seems to show; nil if it does not look like one.
  ///
  /// Users also read an address between quotation marks, after a pointing hand, or before "–
  /// login", but never invisible characters.
  private func addressLike(_ words: String) -> String? {
    let tokens = words.visible.joiningFullStops.split(whereSeparator: \.isWhitespace).map {
      $0.withoutMarks
    }
    for token in tokens {
      if let colon = token.range(of: "://") {
        let scheme = token[..<colon.lowerBound].reversed().prefix { $0.isASCII && $0.isLetter }
        return String(scheme.reversed()) + token[colon.lowerBound...]
      }
      if let www = token.range(of: "www.", options: .caseInsensitive),
        www.lowerBound == token.startIndex
          || !token[token.index(before: www.lowerBound)].isLetter
      {
        return "https://" + token[www.lowerBound...]
      }
    }
    guard let first = tokens.first(where: { !$0.isEmpty }) else { return nil }
    let links = LinkDetector().linking(StyledText(first)).spans.compactMap { span in
      if case .link(let target) = span.attribute, span.range.lowerBound == 0 { target } else { nil }
    }
    if let link = links.first(where: { $0.contains("://") }) { return link }
    // The detector ignores rare top-level domains.
    return tokens.count == 1 && looksLikeHost(first) ? "https://" + first : nil
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
  /// width letters, leaders and ideographic full stops.
  fileprivate var visible: String {
    let usual = String(self).precomposedStringWithCompatibilityMapping
    let scalars = usual.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      switch scalar.value {
      case 0x3002, 0xFF0E, 0xFF61: return "."
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
