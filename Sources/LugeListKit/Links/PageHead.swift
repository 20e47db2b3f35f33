import Foundation
import LugeCore

/// The description of a page for previews: from Open Graph or Twitter tags, or its title and
/// description.
///
/// Only tags are read, once from front to back, up to the end of the head. Nothing in a page is
/// trusted: texts are shortened, and the caller decides whether the picture may be shown.
struct PageHead: Hashable {
  var title = ""
  var summary = ""
  /// Address as written in the page, perhaps relative to it.
  var picture: String?

  /// Maximum UTF-8 bytes of a text.
  private static let longest = 1 << 10
  /// Maximum number of tags and attributes to read.
  private static let mostTags = 4096
  private static let mostAttributes = 32

  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8]) {
    var scan = Scan(bytes)
    var found: [String: ArraySlice<UInt8>] = [:]
    var charset: String?
    var tags = 0
    while tags < Self.mostTags, let tag = scan.nextTag() {
      tags += 1
      switch tag {
      case "body", "/head": tags = Self.mostTags
      case "script", "style", "noscript", "svg", "template": scan.skip(to: "</" + tag)
      case "title":
        let words = scan.text()
        if found["title"] == nil { found["title"] = words }
      case "meta":
        let attributes = scan.attributes(atMost: Self.mostAttributes)
        func value(_ name: String) -> String? {
          attributes[name].map { String(decoding: $0.prefix(200), as: UTF8.self).lowercased() }
        }
        charset =
          charset ?? value("charset")
          ?? value("content").flatMap { content in
            content.firstRange(of: "charset=").map { String(content[$0.upperBound...]) }
          }
        guard let content = attributes["content"], !content.isEmpty else { break }
        for key in [value("property"), value("name"), value("itemprop")].compactMap({ $0 })
        where found[key] == nil {
          found[key] = content
        }
      default: break
      }
    }
    let encoding = Self.encoding(charset)
    func words(_ keys: String...) -> String? {
      keys.lazy.compactMap { found[$0] }.compactMap {
        Self.words(of: $0.prefix(4 * Self.longest), encoding)
      }.first { !$0.isEmpty }
    }
    title = words("og:title", "twitter:title", "title") ?? ""
    summary = words("og:description", "twitter:description", "description") ?? ""
    picture = words(
      "og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src")
  }

  var isEmpty: Bool { title.isEmpty && summary.isEmpty }

  // MARK: Texts

  /// Returns the encoding of a page; nil if unknown: the page is then shown without texts.
  private static func encoding(_ name: String?) -> String.Encoding? {
    let name = name?.trimmingCharacters(in: CharacterSet(charactersIn: " \"';")) ?? ""
    return switch name {
    case "", "utf-8", "utf8", "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252",
      "iso-8859-15":
      .windowsCP1252
    case "iso-8859-2": .isoLatin2
    case "windows-1250": .windowsCP1250
    case "windows-1251": .windowsCP1251
    case "windows-1253", "iso-8859-7": .windowsCP1253
    case "windows-1254", "iso-8859-9": .windowsCP1254
    case "shift_jis", "shift-jis", "sjis", "x-sjis": .shiftJIS
    case "euc-jp": .japaneseEUC
    default: nil
    }
  }

  private static func words(of bytes: ArraySlice<UInt8>, _ encoding: String.Encoding?) -> String? {
    let raw =
      String(validating: bytes, as: UTF8.self)
      ?? encoding.flatMap { String(bytes: bytes, encoding: $0) }
      ?? (bytes.count == 4 * longest ? String(decoding: bytes, as: UTF8.self) : nil)
    guard let raw else { return nil }
    let text = decodingEntities(raw).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Clipping.prefix(text, bytes: longest)
  }

  private static let entities: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ndash": "–",
    "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“",
    "rdquo": "”", "bdquo": "„", "laquo": "«", "raquo": "»", "middot": "·", "bull": "•",
    "copy": "©", "reg": "®", "trade": "™", "deg": "°", "euro": "€", "pound": "£", "times": "×",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "aacute": "á", "agrave": "à", "acirc": "â", "atilde": "ã", "aring": "å", "ccedil": "ç",
    "eacute": "é", "egrave": "è", "ecirc": "ê", "euml": "ë", "iacute": "í", "icirc": "î",
    "ntilde": "ñ", "oacute": "ó", "ocirc": "ô", "oslash": "ø", "uacute": "ú", "Eacute": "É",
  ]

  private static func decodingEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      let end = rest.prefix(12).firstIndex(of: ";")
      if let end, let sign = sign(rest[rest.index(after: start)..<end]) {
        result += sign
        rest = rest[rest.index(after: end)...]
      } else {
        result += "&"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  private static func sign(_ name: Substring) -> String? {
    guard name.first == "#" else { return entities[name] }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).flatMap {
      $0.value < 0x20 ? " " : String(Character($0))
    }
  }

  // MARK: Tags

  /// One pass over a page's bytes.
  private struct Scan {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

    private func starts(_ words: some StringProtocol) -> Bool {
      let words = words.utf8
      return place + words.count <= bytes.count
        && zip(bytes[place...], words).allSatisfy {
          ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1
        }
    }

    /// Moves to the next occurrence of a text, ignoring case.
    mutating func skip(to words: String) {
      while place < bytes.count, !starts(words) { place += 1 }
    }

    /// Moves behind the next tag's name, and returns the name in lower case, `/name` for a closing
    /// tag; its attributes follow.
    mutating func nextTag() -> String? {
      while place < bytes.count {
        guard bytes[place] == UInt8(ascii: "<") else {
          place += 1
          continue
        }
        if starts("<!--") {
          skip(to: "-->")
          continue
        }
        place += 1
        let start = place
        while place < bytes.count, place - start < 32, bytes[place] != UInt8(ascii: ">"),
          bytes[place] != UInt8(ascii: "/") || place == start, !Self.isBlank(bytes[place])
        {
          place += 1
        }
        if place > start {
          return String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
        }
      }
      return nil
    }

    /// Returns the text between the current tag and the next one.
    mutating func text() -> ArraySlice<UInt8> {
      while place < bytes.count, bytes[place] != UInt8(ascii: ">") { place += 1 }
      let start = min(bytes.count, place + 1)
      place = start
      while place < bytes.count, bytes[place] != UInt8(ascii: "<") { place += 1 }
      return bytes[start..<place]
    }

    /// Returns the attributes of the current tag by names in lower case; the first of a name
    /// counts.
    mutating func attributes(atMost limit: Int) -> [String: ArraySlice<UInt8>] {
      var result: [String: ArraySlice<UInt8>] = [:]
      func isEnd(_ place: Int) -> Bool { place >= bytes.count || bytes[place] == UInt8(ascii: ">") }
      while !isEnd(place), result.count < limit {
        let byte = bytes[place]
        if Self.isBlank(byte) || byte == UInt8(ascii: "/") {
          place += 1
          continue
        }
        let start = place
        place += 1
        while !isEnd(place), !Self.isBlank(bytes[place]), bytes[place] != UInt8(ascii: "=") {
          place += 1
        }
        let name = String(decoding: bytes[start..<place].prefix(32), as: UTF8.self).lowercased()
        while !isEnd(place), Self.isBlank(bytes[place]) { place += 1 }
        guard !isEnd(place), bytes[place] == UInt8(ascii: "=") else { continue }
        place += 1
        while !isEnd(place), Self.isBlank(bytes[place]) { place += 1 }
        guard !isEnd(place) else { break }
        var from = place
        let quote = bytes[place]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          from += 1
          place = from
          while place < bytes.count, bytes[place] != quote { place += 1 }
        } else {
          while !isEnd(place), !Self.isBlank(bytes[place]) { place += 1 }
        }
        if result[name] == nil { result[name] = bytes[from..<place] }
        if place < bytes.count, bytes[place] == quote { place += 1 }
      }
      return result
    }
  }
}
