import Foundation
import LugeArchive

#if canImport(Glibc)
  import Glibc
#endif

/// Decodes texts in mail: encoded words in headers, quoted-printable, base64, character sets.
enum MailWords {
  /// Decodes words such as `=?utf-8?Q?na=C3=AFve?=` (RFC 2047); spaces between two encoded words
  /// are removed.
  static func decoded(_ text: String) -> String {
    guard text.contains("=?") else { return text }
    var result = ""
    var rest = Substring(text)
    var isBehindWord = false
    while let start = rest.beginOfWord {
      let between = rest[..<start.lowerBound]
      // By bytes: a step over a character of a substring goes through the flags before it.
      let parts = rest.utf8[start.upperBound...].split(
        separator: UInt8(ascii: "?"), maxSplits: 3, omittingEmptySubsequences: false
      ).map { Substring($0) }
      guard parts.count == 4, parts[1].utf8.count == 1,
        parts[3].utf8.first == UInt8(ascii: "="),
        let word = word(charset: parts[0], encoding: parts[1], text: parts[2])
      else {
        result += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        isBehindWord = false
        continue
      }
      if !isBehindWord || !between.allSatisfy(\.isWhitespace) { result += between }
      result += word
      isBehindWord = true
      rest = Substring(parts[3].utf8.dropFirst())
    }
    return result + rest
  }

  private static func word(charset: Substring, encoding: Substring, text: Substring) -> String? {
    // `utf-8*en` includes the language.
    let charset = String(Substring(charset.utf8.prefix { $0 != UInt8(ascii: "*") }))
    switch encoding.lowercased() {
    case "b": return base64(Array(text.utf8)).map { Self.text($0, charset: charset) }
    case "q":
      return Self.text(quotedPrintable(Array(text.utf8), isWord: true), charset: charset)
    default: return nil
    }
  }

  /// - Parameter isWord: whether it is in a header, where `_` is a space.
  static func quotedPrintable(_ bytes: some Collection<UInt8>, isWord: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index = bytes.index(after: index)
      if byte == UInt8(ascii: "_"), isWord {
        result.append(0x20)
      } else if byte == UInt8(ascii: "=") {
        let next = bytes[index...].prefix(2)
        if next.first == 0x0A {
          index = bytes.index(after: index)
        } else if next.count == 2, let high = digit(next.first),
          let low = digit(next.dropFirst().first)
        {
          result.append(high << 4 | low)
          index = bytes.index(index, offsetBy: 2)
        } else if next.isEmpty {
          break
        } else {
          result.append(byte)
        }
      } else {
        result.append(byte)
      }
    }
    return result
  }

  static func percentDecoded(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    guard let byte else { return nil }
    if byte &- 0x30 < 10 { return byte &- 0x30 }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  static func base64(_ bytes: [UInt8]) -> [UInt8]? {
    // Foundation requires padding, which may be missing.
    var text = bytes.filter { $0 > 0x20 && $0 != UInt8(ascii: "=") }
    if text.count % 4 == 1 { text.removeLast() }
    text += [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
    return Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters).map(Array.init)
  }

  /// Decodes bytes in a named character set; if it is wrong or unknown, as well as possible.
  static func text(_ bytes: [UInt8], charset: String?) -> String {
    if let text = String(validating: bytes, as: UTF8.self), !isStateful(charset) { return text }
    // Invalid text declared as UTF-8 comes from a program with only one character set.
    if let charset, !["utf-8", "utf8"].contains(charset.lowercased()),
      let text = converted(bytes, from: charset)
    {
      return text
    }
    return bytes.withUnsafeBufferPointer { LegacyText.decode($0) }
  }

  /// Whether the bytes of a character set look like ASCII.
  private static func isStateful(_ charset: String?) -> Bool {
    guard let charset = charset?.lowercased() else { return false }
    return charset.hasPrefix("iso-2022") || charset.hasPrefix("utf-7")
      || charset.hasPrefix("utf-16")
      || charset.hasPrefix("hz-gb")
  }

  private static func converted(_ bytes: [UInt8], from charset: String) -> String? {
    #if canImport(Glibc)
      // Other characters would be a path or a flag to glibc.
      guard charset.utf8.count < 40,
        charset.utf8.allSatisfy({
          ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F
        })
      else { return nil }
      guard let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1 else {
        return nil
      }
      defer { iconv_close(converter) }
      var input = bytes.map { CChar(bitPattern: $0) }
      var output = [CChar](repeating: 0, count: bytes.count * 4 + 16)
      let written = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          var from = input.baseAddress
          var fromLeft = input.count
          var to = output.baseAddress
          var toLeft = output.count
          while fromLeft > 0 {
            if iconv(converter, &from, &fromLeft, &to, &toLeft) != -1 { break }
            // A byte that is invalid in the character set.
            guard errno == EILSEQ, toLeft > 3, fromLeft > 0 else { break }
            from = from?.advanced(by: 1)
            fromLeft -= 1
            for byte in "\u{FFFD}".utf8 {
              to?.pointee = CChar(bitPattern: byte)
              to = to?.advanced(by: 1)
              toLeft -= 1
            }
          }
          return output.count - toLeft
        }
      }
      return String(
        decoding: output.prefix(written).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return nil
    #endif
  }
}

extension Substring {
  /// Range of the next "=?". Foundation's search copies the whole rest each time.
  ///
  /// - Complexity: O(bytes before it).
  fileprivate var beginOfWord: Range<Index>? {
    var from = utf8.startIndex
    while let sign = utf8[from...].firstIndex(of: UInt8(ascii: "=")) {
      from = utf8.index(after: sign)
      if from < utf8.endIndex, utf8[from] == UInt8(ascii: "?") {
        return sign..<utf8.index(after: from)
      }
    }
    return nil
  }
}
