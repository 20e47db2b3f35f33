import LugeArchive
import LugeCore

/// Meaning of a message's text: a text, a file, a poll, a location, a deleted message.
///
/// - Complexity: O(bytes of the text).
struct WhatsAppBody {
  var text = StyledText("")
  var media: [MediaRecord] = []
  var isDeleted = false
  var isEdited = false
  /// Whether it is a service message, whatever name precedes it (on iOS that of the group).
  var isNotice = false

  private static let phrases = WhatsAppPhraseTable.shared
  private static let nothing = Array(WhatsAppPhraseTable.nothing.utf8)

  /// - Parameters:
  ///   - text: valid UTF-8, with lines separated by LF.
  ///   - mayBeNotice: whether the name before the text may be the conversation's. Then a text that
  ///     begins with a direction mark is a service message, unless it has another meaning.
  ///   - isLineMarked: whether the whole line begins with a direction mark (`‎[12.03.24, 10:00:00]
  ///     Ann: ‎image omitted`), as iOS writes it for messages with a file and for some service
  ///     messages. Then a text after a second mark that is not a sentence is a placeholder of a
  ///     file, in any language.
  ///   - author: name before the text, which service messages contain.
  init(
    _ text: UnsafeBufferPointer<UInt8>, mayBeNotice: Bool, isLineMarked: Bool = false,
    author: String = ""
  ) {
    var scanner = ByteScanner(text)
    let isLeftToRight = scanner.starts(with: "\u{200E}")
    let isMarked = scanner.skipMarks()
    var text = text.slice(scanner.position..<text.count)
    isEdited = Self.removeEdited(&text)

    if readWhole(text, isMarked: isMarked) || isMarked && readCall(text) { return }
    if let attachment = WhatsAppAttachment(text, isMarked: isMarked, isLineMarked: isLineMarked) {
      media = [attachment.media]
      self.text = WhatsAppFormatting.styled(attachment.caption)
      return
    }
    if let poll = WhatsAppPoll(text) {
      media = [MediaRecord(kind: .poll, note: poll.text)]
      return
    }
    if let place = Self.place(text, isMarked: isMarked) {
      media = [MediaRecord(kind: .location, note: place)]
    } else if isMarked, isLineMarked, Self.isPlaceholder(text),
      !(isLeftToRight && Self.isNotice(text, of: author))
    {
      media = [MediaRecord(kind: .other, note: String(decoding: text, as: UTF8.self))]
      return
    } else if mayBeNotice && Self.isEncryptionNotice(text)
      || isMarked
        && (mayBeNotice || Self.isEncryptionNotice(text)
          || isLeftToRight && (Self.isSentence(text) || Self.isNotice(text, of: author)))
    {
      isNotice = true
      self.text = StyledText(Self.words(text))
      return
    }
    self.text = WhatsAppFormatting.styled(text)
  }

  /// Recognises texts that consist of one of WhatsApp's phrases.
  private mutating func readWhole(_ text: UnsafeBufferPointer<UInt8>, isMarked: Bool) -> Bool {
    switch Self.phrases.meaning(of: text) {
    case .nothing where text.count == Self.nothing.count:
      media = [MediaRecord(kind: .other, note: "null (to be seen once, or this word)")]
    case .omitted(let kind):
      media = [MediaRecord(kind: kind, note: String(decoding: text, as: UTF8.self))]
    case .markedOmitted(let kind) where isMarked:
      media = [MediaRecord(kind: kind, note: String(decoding: text, as: UTF8.self))]
    case .deleted:
      isDeleted = true
      self.text = StyledText(String(decoding: text, as: UTF8.self))
    case .call,
      .markedCall where isMarked:
      let sentence = String(decoding: text, as: UTF8.self)
      media = [MediaRecord(kind: .call, note: sentence)]
    default: return false
    }
    return true
  }

  /// Recognises calls: `Voice call, 2 min`, `Missed voice call. Tap to call back`, with direction
  /// marks between the parts.
  private mutating func readCall(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = text.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") }
    guard let end, end < 64, text.count < 200, !text.contains(0x0A) else { return false }
    switch Self.phrases.meaning(of: text.slice(0..<end).trimmed()) {
    case .call, .markedCall:
      media = [MediaRecord(kind: .call, note: Self.words(text))]
      return true
    default: return false
    }
  }

  /// Returns the text without the direction marks that phones put between the parts of a sentence.
  static func words(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let sentence = String(decoding: text, as: UTF8.self)
    return sentence.unicodeScalars.contains("\u{200E}")
      ? sentence.replacing("\u{200E}", with: "") : sentence
  }

  /// Whether a short text is a service message instead of a placeholder of a file: it begins like a
  /// sentence, or contains the name of the author.
  private static func isNotice(_ text: UnsafeBufferPointer<UInt8>, of author: String) -> Bool {
    guard isPlaceholder(text) else { return false }
    let sentence = String(decoding: text, as: UTF8.self)
    if author.utf8.count > 2, sentence.contains(author) { return true }
    return sentence.first?.isUppercase == true && isSentence(text)
  }

  /// Removes the note of an edit at the end; returns whether there was one.
  private static func removeEdited(_ text: inout UnsafeBufferPointer<UInt8>) -> Bool {
    let trimmed = text.trimmed()
    guard trimmed.last == UInt8(ascii: ">") else { return false }
    if let start = angledMark(trimmed) {
      text = trimmed.slice(0..<start).trimmedAtEnd()
      return true
    }
    for mark in phrases.edited where trimmed.hasSuffix(mark) {
      let end = trimmed.count - mark.count
      var rest = trimmed.slice(0..<end)
      // Remove only the separator: one space, with marks around it.
      rest = rest.trimmedAtEnd()
      text = rest
      return true
    }
    return false
  }

  /// Returns the start of `‎<…>` at the end of a text: after a left-to-right mark any text is
  /// accepted, in any language, except with a colon, which names a file.
  private static func angledMark(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    let end = text.count - 1
    let limit = max(3, end - 200)
    var start = end - 1
    while start >= limit {
      let byte = text[start]
      if byte == UInt8(ascii: "<") { break }
      if byte == UInt8(ascii: ":") || byte == 0x0A { return nil }
      start -= 1
    }
    guard start >= limit, ByteScanner(text, from: start - 3).starts(with: "\u{200E}") else {
      return nil
    }
    return text.slice(0..<start).trimmed().isEmpty ? nil : start
  }

  /// Whether a text is a placeholder of a file: a few words, in an unknown language.
  static func isPlaceholder(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (3...120).contains(text.count) && !text.contains(0x0A) && !text.contains(UInt8(ascii: ":"))
      && !text.contains(UInt8(ascii: "<"))
  }

  /// Whether a text after a left-to-right mark is a service message: `Ann added Bob`, `You pinned a
  /// message`, `Voice call, 2 min`. A few words in lower case are a placeholder of a file in an
  /// unknown language: `image omitted`. A text with an address is a location that a user has sent:
  /// `British Library (96 Euston Rd): https://foursquare.com/v/…`.
  private static func isSentence(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (3..<1024).contains(text.count), !text.contains(0x0A) else { return false }
    let sentence = String(decoding: text, as: UTF8.self)
    guard !sentence.contains("://") else { return false }
    let words = sentence.split(separator: " ")
    return words.count > 3 || words.count > 1 && sentence.first?.isLowercase == false
  }

  /// Returns the coordinates in `location: https://maps.google.com/?q=52.5,13.4`. After a direction
  /// mark any word is accepted.
  private static func place(_ text: UnsafeBufferPointer<UInt8>, isMarked: Bool) -> String? {
    let link: StaticString = ": https://maps.google.com/?q="
    guard let colon = text.prefix(80).firstIndex(of: UInt8(ascii: ":")) else {
      return foursquarePlace(text, isMarked: isMarked)
    }
    var scanner = ByteScanner(text, from: colon)
    guard scanner.take(link) else { return foursquarePlace(text, isMarked: isMarked) }
    let word = text.slice(0..<colon)
    guard isMarked || phrases.location.contains(where: { word.elementsEqual($0) }) else {
      return nil
    }
    let start = scanner.position
    while !scanner.isAtEnd, scanner.peek() > 0x20 { scanner.position += 1 }
    return String(decoding: text.slice(start..<scanner.position), as: UTF8.self)
  }

  /// Returns the name and address in `‎British Library (96 Euston Rd): https://foursquare.com/v/…`,
  /// as iOS writes a place that has a name.
  private static func foursquarePlace(
    _ text: UnsafeBufferPointer<UInt8>, isMarked: Bool
  ) -> String? {
    let text = text.trimmed()
    guard isMarked, text.count < 1024, !text.contains(0x0A),
      let space = text.lastIndex(of: 0x20), space > 1, text[space - 1] == UInt8(ascii: ":"),
      ByteScanner(text, from: space + 1).starts(with: "https://foursquare.com/v/")
    else { return nil }
    return String(decoding: text.slice(0..<space - 1), as: UTF8.self)
  }

  private static func isEncryptionNotice(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count < 1024 else { return false }
    return phrases.encryption.contains { text.contains(subsequence: $0) }
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  func hasPrefix(_ prefix: [UInt8]) -> Bool {
    count >= prefix.count && slice(0..<prefix.count).elementsEqual(prefix)
  }

  func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && slice(count - suffix.count..<count).elementsEqual(suffix)
  }

  /// Returns the bytes without spaces and marks at the end.
  func trimmedAtEnd() -> UnsafeBufferPointer<UInt8> {
    let inner = trimmed()
    guard let base = baseAddress, let start = inner.baseAddress else { return inner }
    return slice(0..<(start - base) + inner.count)
  }
}
