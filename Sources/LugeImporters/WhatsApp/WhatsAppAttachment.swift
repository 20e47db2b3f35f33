import LugeArchive

/// A file that a message's text names or says was omitted, with its caption.
///
/// iOS: `caption ‎<attached: 00000012-PHOTO-2020-01-01-10-00-00.jpg>`. Android:
/// `‎IMG-20200101-WA0001.jpg (file attached)`, with the caption on the lines below.
struct WhatsAppAttachment {
  var media: MediaRecord
  var caption: UnsafeBufferPointer<UInt8>

  private static let phrases = WhatsAppPhraseTable.shared
  /// Maximum bytes of a name on file systems.
  private static let longestName = 255

  /// - Parameter isLineMarked: see ``WhatsAppBody/init(_:mayBeNotice:isLineMarked:)``.
  init?(_ text: UnsafeBufferPointer<UInt8>, isMarked: Bool, isLineMarked: Bool) {
    // Cheap checks first: nearly every message is only text.
    let trimmed = text.trimmed()
    if trimmed.last == UInt8(ascii: ">"), let found = Self.angled(trimmed, isMarked: isMarked) {
      self = found
    } else if let found = Self.parenthesised(text, isMarked: isMarked) {
      self = found
    } else if let found = Self.omittedBehindMark(
      trimmed, isMarked: isMarked, isLineMarked: isLineMarked)
    {
      self = found
    } else if let found = Self.omittedAboveCaption(text) {
      self = found
    } else {
      return nil
    }
  }

  private init(fileName: String, caption: UnsafeBufferPointer<UInt8>) {
    media = MediaRecord(kind: .init(fileName: fileName), path: fileName, fileName: fileName)
    self.caption = caption
  }

  /// Parses `<attached: NAME>` at the end of the text. After a direction mark any word is accepted,
  /// in any language; otherwise only known words of WhatsApp.
  private static func angled(_ text: UnsafeBufferPointer<UInt8>, isMarked: Bool) -> Self? {
    let end = text.count - 1
    var start = end - 1
    let limit = max(0, end - longestName - 64)
    while start >= limit, text[start] != UInt8(ascii: "<"), text[start] != 0x0A { start -= 1 }
    guard start >= limit, text[start] == UInt8(ascii: "<") else { return nil }
    var colon = start + 1
    while colon < end, text[colon] != UInt8(ascii: ":") {
      // The full-width colon of Chinese.
      if text[colon] == 0xEF, ByteScanner(text, from: colon).starts(with: "：") { break }
      colon += 1
    }
    guard colon < end else { return behindName(text, start) }
    let word = text.slice(start + 1..<colon).trimmed()
    let isBehindMark =
      start == 0 ? isMarked : ByteScanner(text, from: max(0, start - 3)).markLength() == 3
    guard isBehindMark || phrases.attached.contains(where: { word.elementsEqual($0) }) else {
      return nil
    }
    let nameStart = colon + (text[colon] == UInt8(ascii: ":") ? 1 : 3)
    guard let name = fileName(text.slice(nameStart..<end)) else { return nil }
    let caption = text.slice(0..<start).trimmed()
    guard let document = Document(caption) else { return Self(fileName: name, caption: caption) }
    var found = Self(fileName: name, caption: document.rest)
    found.media.fileName = document.name
    found.media.note = document.pages
    return found
  }

  /// Parses `NAME <attached>`, as iOS wrote it in 2015.
  ///
  /// - Parameter start: place of the bracket.
  private static func behindName(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Self? {
    let word = text.slice(start + 1..<text.count - 1).trimmed()
    guard phrases.attached.contains(where: { word.elementsEqual($0) }),
      let name = fileName(text.slice(0..<start))
    else { return nil }
    return Self(fileName: name, caption: text.slice(0..<0))
  }

  /// Parses `NAME (file attached)` as the first line.
  private static func parenthesised(_ text: UnsafeBufferPointer<UInt8>, isMarked: Bool) -> Self? {
    var end = 0
    let limit = min(text.count, longestName + 128)
    while end < limit, text[end] != 0x0A { end += 1 }
    guard end < limit || end == text.count else { return nil }
    let line = text.slice(0..<end).trimmed()
    guard line.last == UInt8(ascii: ")") else { return nil }
    var start = line.count - 1
    while start > 0, line[start] != UInt8(ascii: "(") { start -= 1 }
    guard start > 1, line[start - 1] == 0x20 else { return nil }
    let note = line.slice(start..<line.count)
    guard let name = fileName(line.slice(0..<start - 1)) else { return nil }
    let isKnown = phrases.fileAttached.contains { note.elementsEqual($0) }
    guard isKnown || isMarked && name.contains("-WA") else { return nil }
    return Self(
      fileName: name, caption: text.slice(min(end + 1, text.count)..<text.count).trimmed())
  }

  /// Parses `caption ‎image omitted`.
  private static func omittedBehindMark(
    _ text: UnsafeBufferPointer<UInt8>, isMarked: Bool, isLineMarked: Bool
  ) -> Self? {
    var start = text.count - 1
    let limit = max(2, text.count - 124)
    while start >= limit {
      let isMark = (0x8E...0x8F).contains(text[start])
      if isMark, text[start - 1] == 0x80, text[start - 2] == 0xE2 { break }
      start -= 1
    }
    guard start >= limit else { return nil }
    let caption = text.slice(0..<start - 2).trimmed()
    let sentence = text.slice(start + 1..<text.count)
    let kind: MediaRecord.Kind
    if case .markedOmitted(let known) = phrases.meaning(of: sentence) {
      kind = known
    } else if isLineMarked, !caption.isEmpty, WhatsAppBody.isPlaceholder(sentence),
      // With a mark at its beginning, it is a sentence of WhatsApp with a mark in it: `‎Ann changed
      // their number. ‎Tap to message`.
      !isMarked || Document(caption) != nil
    {
      kind = Document(caption) != nil || fileName(caption) != nil ? .file : .other
    } else {
      return nil
    }
    var media = MediaRecord(kind: kind, note: String(decoding: sentence, as: UTF8.self))
    guard kind == .file, let document = Document(caption) else {
      return Self(media: media, caption: caption)
    }
    media.fileName = document.name
    return Self(media: media, caption: document.rest)
  }

  /// iOS's description line of a document: `report.pdf • ‎3 pages`. It does not belong to the
  /// message's text.
  private struct Document {
    var name: String
    var pages: String
    var rest: UnsafeBufferPointer<UInt8>

    init?(_ caption: UnsafeBufferPointer<UInt8>) {
      let bullet: StaticString = " • "
      let end = caption.firstIndex(of: 0x0A) ?? caption.count
      let line = caption.slice(0..<end)
      guard
        let dot = line.indices.last(where: { ByteScanner(line, from: $0).starts(with: bullet) }),
        let name = WhatsAppAttachment.fileName(line.slice(0..<dot))
      else { return nil }
      self.name = name
      let behind = line.slice(dot + bullet.utf8CodeUnitCount..<line.count).trimmed()
      guard ByteScanner(line, from: dot + bullet.utf8CodeUnitCount).markLength() > 0 else {
        return nil
      }
      pages = WhatsAppBody.words(behind)
      rest = caption.slice(end..<caption.count).trimmed()
    }
  }

  /// Parses `<Media omitted>`, and the caption on the lines below.
  private static func omittedAboveCaption(_ text: UnsafeBufferPointer<UInt8>) -> Self? {
    guard text.first == UInt8(ascii: "<"), let end = text.prefix(200).firstIndex(of: 0x0A) else {
      return nil
    }
    let sentence = text.slice(0..<end).trimmed()
    guard case .omitted(let kind) = phrases.meaning(of: sentence) else { return nil }
    let media = MediaRecord(kind: kind, note: String(decoding: sentence, as: UTF8.self))
    return Self(media: media, caption: text.slice(end + 1..<text.count).trimmed())
  }

  private init(media: MediaRecord, caption: UnsafeBufferPointer<UInt8>) {
    self.media = media
    self.caption = caption
  }

  /// Returns the name, if it can be that of a file inside the export's folder.
  private static func fileName(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    let bytes = bytes.trimmed()
    guard (3...longestName).contains(bytes.count) else { return nil }
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let extensionLength = bytes.count - dot - 1
    guard (1...8).contains(extensionLength) else { return nil }
    // No export has a name that leads out of the folder.
    guard
      !bytes.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
