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
  /// WhatsApp says it, whatever name stands before it (on iOS that of the group).
  var isNotice = false

  private static let phrases = WhatsAppPhraseTable.shared

  /// - Parameters:
  ///   - text: Valid UTF-8, with lines separated by LF.
  ///   - mayBeNotice: Whether the name before the text may be the conversation's. Then a text that
  ///     begins with a direction mark is a service message, unless it has another meaning.
  ///   - isLineMarked: Whether the whole line begins with a direction mark (`‎[12.03.24, 10:00:00]
  ///     Ann: ‎image omitted`), as iOS writes it for messages with a file and for some service
  ///     messages. Words after a second mark that are no sentence are then a placeholder of a file,
  ///     in whatever language.
  ///   - author: The name before the text, which service messages mention.
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

  /// Texts that are one of WhatsApp's sentences and nothing more.
  private mutating func readWhole(_ text: UnsafeBufferPointer<UInt8>, isMarked: Bool) -> Bool {
    switch Self.phrases.meaning(of: text) {
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

  /// `Voice call, 2 min`, `Missed voice call. Tap to call back`: marks stand between its parts.
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

  /// The text without the marks that phones put between the parts of a sentence.
  static func words(_ text: UnsafeBufferPointer<UInt8>) -> String {
    let sentence = String(decoding: text, as: UTF8.self)
    return sentence.unicodeScalars.contains("\u{200E}")
      ? sentence.replacing("\u{200E}", with: "") : sentence
  }

  /// Returns whether a few words are a service message instead of a placeholder of a file: they
  /// begin as a sentence does, or contain the name of the author.
  private static func isNotice(_ text: UnsafeBufferPointer<UInt8>, of author: String) -> Bool {
    guard isPlaceholder(text) else { return false }
    let sentence = String(decoding: text, as: UTF8.self)
    if author.utf8.count > 2, sentence.contains(author) { return true }
    return sentence.first?.isUppercase == true && isSentence(text)
  }

  /// Takes the mark of an edit off the end.
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
      // Only what parts the mark from the text: one space, with marks around it.
      rest = rest.trimmedAtEnd()
      text = rest
      return true
    }
    return false
  }

  /// Returns the start of `‎<…>` at the end of a text: after a left-to-right mark any words will
  /// do, in whatever language, except with a colon, which name a file.
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

  /// Returns whether a text is a placeholder of a file: a few words, in a language that is not
  /// known here.
  static func isPlaceholder(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (3...120).contains(text.count) && !text.contains(0x0A) && !text.contains(UInt8(ascii: ":"))
      && !text.contains(UInt8(ascii: "<"))
  }

  /// Returns whether a text after a left-to-right mark is a service message: `Ann added Bob`, `You
  /// pinned a message`, `Voice call, 2 min`. A few words in small letters are a placeholder of a
  /// file in a language that is not known here: `image omitted`. A text with an address is a
  /// location that somebody has sent: `British Library (96 Euston Rd): https://foursquare.com/v/…`.
  private static func isSentence(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard (3..<1024).contains(text.count), !text.contains(0x0A) else { return false }
    let sentence = String(decoding: text, as: UTF8.self)
    guard !sentence.contains("://") else { return false }
    let words = sentence.split(separator: " ")
    return words.count > 3 || words.count > 1 && sentence.first?.isLowercase == false
  }

  /// `location: https://maps.google.com/?q=52.5,13.4`: the coordinates. Behind a mark any word
  /// will do.
  private static func place(_ text: UnsafeBufferPointer<UInt8>, isMarked: Bool) -> String? {
    let link: StaticString = ": https://maps.google.com/?q="
    guard let colon = text.prefix(80).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    var scanner = ByteScanner(text, from: colon)
    guard scanner.take(link) else { return nil }
    let word = text.slice(0..<colon)
    guard isMarked || phrases.location.contains(where: { word.elementsEqual($0) }) else {
      return nil
    }
    let start = scanner.position
    while !scanner.isAtEnd, scanner.peek() > 0x20 { scanner.position += 1 }
    return String(decoding: text.slice(start..<scanner.position), as: UTF8.self)
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

  /// The same bytes without spaces and marks at the end.
  func trimmedAtEnd() -> UnsafeBufferPointer<UInt8> {
    let inner = trimmed()
    guard let base = baseAddress, let start = inner.baseAddress else { return inner }
    return slice(0..<(start - base) + inner.count)
  }
}
