import LugeArchive
import LugeCore

/// The unfolded headers of a message or of a part of one.
struct MailHeaders {
  /// Values by names in lower case; the first one of a repeated name.
  private var fields: [String: String] = [:]
  /// Offset at which the body begins.
  let end: Int

  private static let most = 1000

  /// - Complexity: O(bytes of the headers).
  init(_ bytes: [UInt8], from start: Int = 0, to limit: Int? = nil) {
    let limit = limit ?? bytes.count
    var end = limit
    var fields: [String: String] = [:]
    bytes.withUnsafeBufferPointer { bytes in
      var index = start
      var name: String?
      var value: [UInt8] = []
      func finish() {
        guard let found = name, fields.count < Self.most else { return }
        let text = value.withUnsafeBufferPointer { LegacyText.decode($0.trimmed()) }
        if fields[found] == nil { fields[found] = text }
        name = nil
      }
      while index < limit {
        var lineEnd = index
        while lineEnd < limit, bytes[lineEnd] != 0x0A { lineEnd += 1 }
        let line = bytes.slice(index..<lineEnd)
        index = min(limit, lineEnd + 1)
        if line.isEmpty {
          end = index
          break
        }
        if line[0] == 0x20 || line[0] == 0x09 {
          if name != nil, value.count < 1 << 16 {
            value.append(0x20)
            value.append(contentsOf: line.trimmed())
          }
        } else {
          finish()
          guard let found = Self.name(line) else { continue }
          name = found
          value = Array(line.slice(found.utf8.count + 1..<line.count).trimmed())
        }
      }
      finish()
    }
    self.fields = fields
    self.end = end
  }

  /// Returns the name at the beginning of a header line, in lower case; nil if it is not one.
  static func name(_ line: UnsafeBufferPointer<UInt8>) -> String? {
    var end = 0
    while end < line.count, end < 78, line[end] > 0x20, line[end] < 0x7F,
      line[end] != UInt8(ascii: ":")
    {
      end += 1
    }
    guard end > 0, end < line.count, line[end] == UInt8(ascii: ":") else { return nil }
    return String(decoding: line.slice(0..<end), as: UTF8.self).lowercased()
  }

  /// Returns a header as written.
  subscript(_ name: String) -> String? { fields[name] }

  /// Returns a header with encoded words decoded.
  func text(_ name: String) -> String? { fields[name].map(MailWords.decoded) }

  // MARK: Content

  var contentType: String { fields["content-type"] ?? "text/plain" }

  /// The content's type without parameters, in lower case: `text/html`.
  var contentKind: String {
    Substring(contentType.utf8.prefix { $0 != UInt8(ascii: ";") }).trimmingBlanks.lowercased()
  }

  /// Whether the content is an attachment, whatever its type.
  var isAttachment: Bool {
    fields["content-disposition"]?.lowercased().hasPrefix("attachment") ?? false
  }

  /// File name of the content.
  var fileName: String? {
    fields["content-disposition"].flatMap { Self.parameter("filename", of: $0) }
      ?? Self.parameter("name", of: contentType)
  }

  // MARK: Ids

  /// Message id without the angle brackets.
  var id: String? { fields["message-id"].flatMap { Self.ids($0).first } }

  /// Id of the answered message.
  var answered: String? {
    fields["in-reply-to"].flatMap { Self.ids($0).first }
      ?? fields["references"].flatMap { Self.ids($0).last }
  }

  /// Ids of all earlier messages in the thread, the first one first.
  var ancestors: [String] {
    var ids = fields["references"].map(Self.ids) ?? []
    if let answered = fields["in-reply-to"].flatMap({ Self.ids($0).first }), !ids.contains(answered)
    {
      // If the two headers disagree, References identifies the thread.
      if ids.isEmpty { ids.append(answered) }
    }
    return ids
  }

  private static func ids(_ text: String) -> [String] {
    var ids: [String] = []
    var rest = text.utf8[...]
    while ids.count < 200, let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: UInt8(ascii: ">")) else { break }
      let id = inside[..<close].filter { $0 > 0x20 }
      if !id.isEmpty, id.count < 1000 { ids.append(String(decoding: id, as: UTF8.self)) }
      rest = inside[inside.index(after: close)...]
    }
    if ids.isEmpty, !text.contains(" "), text.contains("@") { return [text] }
    return ids
  }

  // MARK: People

  /// Author in `Ann Lee <ann@x.org>`, `ann@x.org (Ann Lee)` or `ann@x.org`.
  var author: AuthorRecord? {
    guard let from = fields["from"] ?? fields["sender"], !from.isEmpty else { return nil }
    var name = ""
    var address = from
    let bytes = from.utf8
    if let open = bytes.lastIndex(of: UInt8(ascii: "<")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: ">"))
    {
      name = String(from[..<open])
      address = String(from[bytes.index(after: open)..<close])
    } else if let open = bytes.firstIndex(of: UInt8(ascii: "(")),
      let close = bytes.lastIndex(of: UInt8(ascii: ")")), open < close
    {
      name = String(from[bytes.index(after: open)..<close])
      address = String(from[..<open])
    }
    address = address.filter { !$0.isNewline }.trimmingBlanks
    name = Self.unescaped(name.trimmingBlanks.trimming("\""))
    name = MailWords.decoded(name).trimmingBlanks.trimming("\"")
    if address.isEmpty { address = name }
    guard !address.isEmpty else { return nil }
    return AuthorRecord(key: address.lowercased(), name: name.isEmpty ? address : name)
  }

  /// Returns the words of a quoted text, in which a backslash stands before what is meant literally
  /// (RFC 5322, section 3.2.1).
  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  // MARK: Parameters

  /// Returns a parameter such as `charset` of `text/plain; charset="utf-8"`; joins continued ones
  /// (RFC 2231).
  static func parameter(_ name: String, of value: String) -> String? {
    var pieces: [(order: Int, text: String, isEncoded: Bool)] = []
    for item in split(value).dropFirst() {
      guard let equals = item.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      var key = item[..<equals].trimmingBlanks.lowercased()
      let text = item[item.utf8.index(after: equals)...].trimmingBlanks.trimming("\"")
      let isEncoded = key.hasSuffix("*")
      if isEncoded { key.removeLast() }
      if key == name { pieces.append((0, text, isEncoded)) }
      if key.hasPrefix(name + "*"), let order = Int(key.dropFirst(name.count + 1)), order < 100 {
        pieces.append((order, text, isEncoded))
      }
    }
    guard !pieces.isEmpty else { return nil }
    pieces.sort { $0.order < $1.order }
    guard pieces.contains(where: \.isEncoded) else {
      return MailWords.decoded(pieces.map(\.text).joined())
    }
    // Such as `utf-8'en'na%C3%AFve.txt`.
    var text = pieces.map(\.text).joined()
    var charset = "utf-8"
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count == 3 {
      charset = String(parts[0])
      text = String(parts[2])
    }
    return MailWords.text(MailWords.percentDecoded(text), charset: charset)
  }

  /// Splits a value at semicolons outside of quotation marks.
  private static func split(_ value: String) -> [Substring] {
    var parts: [Substring] = []
    var start = value.startIndex
    var isQuoted = false
    let bytes = value.utf8
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: ";"), !isQuoted {
        parts.append(value[start..<index])
        start = bytes.index(after: index)
      }
    }
    parts.append(value[start...])
    return parts
  }

  /// Returns a date without the zone's name in parentheses after it.
  static func withoutComments(_ text: String) -> String {
    guard let open = text.firstIndex(of: "(") else { return text }
    return String(text[..<open])
  }
}
