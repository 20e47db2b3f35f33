import Foundation
public import LugeCore

/// Checks whether a link leads where its text says.
public struct LinkCheck {
  private let host: (String) -> String?

  /// - Parameter host: returns the host of an address; nil for invalid addresses.
  public init(host: @escaping (String) -> String?) { self.host = host }

  /// - Parameters:
  ///   - words: text of the link.
  ///   - url: its target.
  /// - Returns: whether the text names another site. False for a text without an address, and for
  ///   one that omits "www." or names the parent domain.
  public func isMisleading(_ words: String, for url: String) -> Bool {
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
    let seen = words.visible.replacing(#/\s+\./#, with: ".")
    let tokens = seen.split(whereSeparator: \.isWhitespace).map { $0.withoutMarks }
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
  /// Returns the texts of all links to an address, each with the characters beside it up to the
  /// next space: readers see both as one word.
  ///
  /// - Complexity: O(bytes of the text × links to the address).
  public func words(ofLinksTo url: String) -> [String] {
    let bytes = Array(string.utf8)
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    return spans.compactMap { span in
      guard span.attribute == .link(target: url) else { return nil }
      let range = span.range.clamped(to: 0..<bytes.count)
      let start = bytes[..<range.lowerBound].lastIndex(where: isBlank).map { $0 + 1 } ?? 0
      let end = bytes[range.upperBound...].firstIndex(where: isBlank) ?? bytes.count
      let whole = String(decoding: bytes[start..<end], as: UTF8.self)
      let own = String(decoding: bytes[range], as: UTF8.self)
      // Punctuation around a link, such as brackets and full stops, does not belong to an address.
      return whole.contains("://") && !own.contains("://") ? whole : own
    }
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
