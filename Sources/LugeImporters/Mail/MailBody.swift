import LugeArchive
import LugeCore

/// Text and files of a message, from its MIME parts.
struct MailBody {
  private(set) var text = StyledText("")
  private(set) var media: [MediaRecord] = []
  /// Whether parts were omitted: nested too deeply, too many, or too long texts in base64.
  private(set) var isCut = false

  /// Maximum depth, and maximum number, of parts.
  private static let deepest = 16
  private static let mostParts = 1000

  private let message: MailboxSplitter.Message
  private var parts = 0
  private var texts: [StyledText] = []

  /// - Complexity: O(bytes × depth of the parts).
  init(_ message: MailboxSplitter.Message, headers: MailHeaders) {
    self.message = message
    read(headers, headers.end..<message.bytes.count, depth: 0)
    text = Self.joined(texts)
  }

  private mutating func read(_ headers: MailHeaders, _ range: Range<Int>, depth: Int) {
    parts += 1
    guard parts < Self.mostParts, depth < Self.deepest else { return isCut = true }
    let (type, kind) = (headers.contentType, headers.contentKind)
    if kind.hasPrefix("multipart/"), let boundary = MailHeaders.parameter("boundary", of: type),
      !boundary.isEmpty
    {
      let inner = split(range, by: boundary).map { range in
        let headers = MailHeaders(message.bytes, from: range.lowerBound, to: range.upperBound)
        return (headers: headers, range: min(headers.end, range.upperBound)..<range.upperBound)
      }
      if kind == "multipart/alternative" {
        readBest(of: inner, depth: depth)
      } else {
        for part in inner { read(part.headers, part.range, depth: depth + 1) }
      }
      // No line has this boundary: all of it is one text.
      if inner.isEmpty {
        texts.append(styled(headers, range, kind: "text/plain", type: "text/plain"))
      }
      return
    }
    let name = headers.fileName
    if kind.hasPrefix("text/"), !headers.isAttachment,
      name == nil || kind == "text/plain" && depth == 0
    {
      texts.append(styled(headers, range, kind: kind, type: type))
    } else if kind == "message/rfc822" {
      let inner = MailHeaders(message.bytes, from: range.lowerBound, to: range.upperBound)
      let title = ["from", "subject"].compactMap { inner.text($0) }.joined(separator: ": ")
      media.append(MediaRecord(kind: .other, mimeType: kind, note: title))
      read(inner, min(inner.end, range.upperBound)..<range.upperBound, depth: depth + 1)
    } else if kind != "application/pgp-signature", kind != "application/pkcs7-signature" {
      attach(name: name, kind: kind, headers: headers, range: range)
    }
  }

  /// Reads the best of several versions of a text: plain text before HTML, and both before others.
  private mutating func readBest(
    of parts: [(headers: MailHeaders, range: Range<Int>)], depth: Int
  ) {
    let plain = parts.first { part in
      part.headers.contentKind == "text/plain"
        && part.range.contains { message.bytes[$0] > 0x20 }
    }
    // The last version is the richest.
    let best =
      plain
      ?? parts.last {
        let kind = $0.headers.contentKind
        return kind.hasPrefix("text/html") || kind.hasPrefix("multipart/")
      }
      ?? parts.last
    if let best { read(best.headers, best.range, depth: depth + 1) }
    // A calendar's invitation is an attachment of the text.
    for part in parts where part.range != best?.range {
      guard let name = part.headers.fileName else { continue }
      attach(
        name: name, kind: part.headers.contentKind, headers: part.headers, range: part.range)
    }
  }

  private mutating func attach(
    name: String?, kind: String, headers: MailHeaders, range: Range<Int>
  ) {
    let isBase64 = headers["content-transfer-encoding"]?.lowercased() == "base64"
    // Dropped lines are counted without their line ends, which are not part of base64.
    let kept = isBase64 ? message.bytes[range].count { $0 > 0x20 } : range.count
    var size = Int64(kept)
    for part in message.dropped
    where part.at >= range.lowerBound && part.at <= range.upperBound + 1 {
      size += part.bytes
    }
    if isBase64 { size = size / 4 * 3 }
    let file = name.map { $0.pathParts.last.map(String.init) ?? $0 }
    let form: MediaRecord.Kind =
      switch kind.prefix(while: { $0 != "/" }) {
      case "image": kind == "image/gif" ? .animation : .photo
      case "video": .video
      case "audio": .audio
      default: .init(fileName: file ?? "")
      }
    media.append(
      MediaRecord(
        kind: form, mimeType: kind, fileName: file, size: size,
        note: file == nil ? kind : "(inside the mailbox)"))
  }

  // MARK: Texts

  private mutating func styled(
    _ headers: MailHeaders, _ range: Range<Int>, kind: String, type: String
  ) -> StyledText {
    let raw = message.bytes[range]
    if message.dropped.contains(where: { $0.at >= range.lowerBound && $0.at <= range.upperBound }) {
      isCut = true
    }
    let bytes: [UInt8] =
      switch headers["content-transfer-encoding"]?.trimmingBlanks.lowercased() {
      case "quoted-printable": MailWords.quotedPrintable(raw)
      case "base64": MailWords.base64(Array(raw)) ?? Array(raw)
      default: Array(raw)
      }
    let text = Self.withLineFeeds(
      MailWords.text(bytes, charset: MailHeaders.parameter("charset", of: type)))
    if kind == "text/html" { return HTMLText.styled(text) }
    let isFlowed = MailHeaders.parameter("format", of: type)?.lowercased() == "flowed"
    let removesBlank = MailHeaders.parameter("delsp", of: type)?.lowercased() == "yes"
    return Self.quoted(text, isFlowed: isFlowed, removesBlank: removesBlank)
  }

  /// Converts CR LF and CR to LF. CR CR LF, which gateways make from CR LF, is one line end.
  ///
  /// - Complexity: O(bytes).
  static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var returns = 0
    for byte in text.utf8 {
      if byte == 0x0D {
        returns += 1
        continue
      }
      if byte != 0x0A { bytes += repeatElement(0x0A, count: returns) }
      returns = 0
      bytes.append(byte)
    }
    bytes += repeatElement(0x0A, count: returns)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Converts quotations (lines after `>`), and joins lines that end in a space if the text is
  /// flowed (RFC 3676).
  private static func quoted(_ text: String, isFlowed: Bool, removesBlank: Bool) -> StyledText {
    var result = ""
    var spans: [StyledText.Span] = []
    var quotation: Int?
    var goesOn = false
    func endQuotation() {
      guard let start = quotation else { return }
      let end = result.hasSuffix("\n") ? result.utf8.count - 1 : result.utf8.count
      if start < end { spans.append(.init(start..<end, .blockquote)) }
      quotation = nil
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isQuoted = line.hasPrefix(">")
      if goesOn, isQuoted == (quotation != nil) {
        result.removeLast()
      } else if isQuoted != (quotation != nil) {
        endQuotation()
        if isQuoted { quotation = result.utf8.count }
      }
      var words = line
      if isQuoted { words = words.dropFirst() }
      if isQuoted || isFlowed, words.hasPrefix(" ") { words = words.dropFirst() }
      goesOn = isFlowed && words.hasSuffix(" ") && words != "-- "
      if goesOn, removesBlank { words = words.dropLast() }
      result += words
      result += "\n"
    }
    endQuotation()
    while let last = result.last, last.isWhitespace { result.removeLast() }
    let count = result.utf8.count
    spans = spans.compactMap { span in
      let end = min(span.range.upperBound, count)
      return span.range.lowerBound < end ? .init(span.range.lowerBound..<end, span.attribute) : nil
    }
    return StyledText(result, spans: spans).normalized()
  }

  private static func joined(_ texts: [StyledText]) -> StyledText {
    var string = ""
    var spans: [StyledText.Span] = []
    for text in texts where !text.string.isEmpty {
      if !string.isEmpty { string += "\n\n" }
      let shift = string.utf8.count
      string += text.string
      spans += text.spans.map {
        .init($0.range.lowerBound + shift..<$0.range.upperBound + shift, $0.attribute)
      }
    }
    return StyledText(string, spans: spans).normalized()
  }

  // MARK: Parts

  /// Returns the ranges between the lines `--boundary`.
  private mutating func split(_ range: Range<Int>, by boundary: String) -> [Range<Int>] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [Range<Int>] = []
    var start: Int?
    var index = range.lowerBound
    while index < range.upperBound {
      var end = index
      while end < range.upperBound, message.bytes[end] != 0x0A { end += 1 }
      if end - index >= mark.count, message.bytes[index..<index + mark.count].elementsEqual(mark) {
        let rest = message.bytes[index + mark.count..<end]
        let isLast = rest.starts(with: [0x2D, 0x2D])
        if isLast || rest.allSatisfy({ $0 <= 0x20 }) {
          if let start { parts.append(start..<max(start, index - 1)) }
          start = isLast ? nil : min(end + 1, range.upperBound)
          if parts.count >= Self.mostParts { isCut = true }
          if isLast || parts.count >= Self.mostParts { return parts }
        }
      }
      index = end + 1
    }
    // The final boundary is missing.
    if let start, start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }
}
