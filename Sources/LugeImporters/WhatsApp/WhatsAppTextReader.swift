import LugeArchive
import LugeCore
import LugeWords

/// Reads the text of WhatsApp's "Export chat", from any phone and in any of its layouts.
///
/// The first of two passes finds which lines begin messages, and which number of a date is the day;
/// the second passes on the messages. If a source can be read only once, its first 8 MiB are
/// checked instead.
public struct WhatsAppTextReader: ExportReader {
  public static let formatName = "WhatsApp text"
  public static var evidence: String { localized("lines that begin with a day, a time and a name") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    prefix.withUnsafeBufferPointer { bytes in
      var lines = 0
      var headers = 0
      var firstIsHeader = false
      var start = 0
      while start < bytes.count, lines < 500 {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        if end > start {
          let isHeader = isHeader(bytes.slice(start..<end))
          if lines == 0 { firstIsHeader = isHeader }
          lines += 1
          if isHeader { headers += 1 }
        }
        start = end + 1
      }
      if headers == 0 { return 0 }
      if firstIsHeader { return headers * 10 >= lines ? 95 : 70 }
      return headers >= 3 && headers * 4 >= lines ? 60 : 0
    }
  }

  /// Whether a line begins a message, and is not one of an IRC channel: `[2014-03-02 12:35:00]
  /// <ann> hi`.
  private static func isHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let header = WhatsAppHeader(line) else { return false }
    let rest = ByteScanner(line, from: header.end)
    switch rest.peek() {
    case UInt8(ascii: "<"): return line.slice(header.end..<line.count).firstIndex(of: 0x3E) == nil
    case UInt8(ascii: "*"), UInt8(ascii: "-"):
      return WhatsAppSender(line, from: header.end).name != nil
    case 0xE2:
      // Arrows mark people who join or leave in IRCCloud's logs.
      return !["→ ", "← ", "⇐ ", "⇒ ", "— "].contains {
        ByteScanner(line, from: header.end).starts(with: $0)
      }
    default: return true
    }
  }

  /// Reads a text. A message of over 16 MB is skipped.
  ///
  /// - Throws: ``ArchiveError/malformed(path:place:reason:)`` if no line begins a message.
  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try WhatsAppTextReading(source: source, sink: sink).run()
  }
}

/// One read of one source.
final class WhatsAppTextReading {
  private static let largestMessage = LineReader.defaultLimit

  private let source: any ByteSource
  private let sink: any ImportSink
  private var conversationName: String

  // MARK: Mutable State (owned by the one thread that reads)

  private(set) var profile = WhatsAppProfile()
  private(set) var tally = LineTally()
  private var repetitions = RepetitionCounter()
  private var pending: Pending?
  /// The text of the pending message; reused for its capacity.
  private var body: [UInt8] = []
  private var skipping: (first: Int, last: Int)?
  /// Whether the lines belong to a message that is skipped.
  private var isDropping = false
  /// The first names, up to three: more than two authors mean a group.
  private var speakers: Set<String> = []
  /// The first names before service messages. On iOS these are the group's name.
  private var announcers: Set<String> = []
  /// Whether a service message says that somebody created or joined a group.
  private var tellsOfGroup = false
  private var progress = ReadingProgress()

  private struct Pending {
    var header: WhatsAppHeader
    var seconds: Int64
    var author: AuthorRecord?
    var isFirst: Bool
    /// Number of its header's line, from 1.
    var line: Int
  }

  init(source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
    let fileName = source.fileName
    conversationName = WhatsAppConversationName.name(
      fileName: fileName, containerName: source.context.containerName)
  }

  @discardableResult
  func run() throws -> LineTally {
    let source = try scanned()
    var former: String? = WhatsAppConversationName.formerName(
      fileName: self.source.fileName, containerName: self.source.context.containerName)
    if let name = try nameOfNeighbour() {
      conversationName = name
      former = nil
    }
    guard let order = profile.order else {
      throw profile.interruption
        ?? ArchiveError.malformed(
          path: self.source.name, place: "line 1",
          reason: "no line begins with a date and a time, as the messages of a WhatsApp export do")
    }
    try sink.note(profile.note(about: source.name, order))
    var conversation = ConversationRecord(
      key: "whatsapp:\(conversationName)", name: conversationName, kind: .personal,
      mediaRoot: source.context.mediaRoot)
    conversation.formerKey = former.map { "whatsapp:\($0)" }
    conversation.isRetold = true
    conversation.guessedDays = profile.guessedDays
    try sink.begin(conversation)

    let lines = LineReader(source)
    while let line = try lines.next() {
      tally.lines += 1
      try take(line)
      if progress.isDue(at: lines.bytesRead) {
        try sink.progress(bytes: lines.bytesRead)
      }
    }
    try finish()
    try finishSkipping()
    if speakers.count > 2 || tellsOfGroup
      || speakers.count == 2 && !announcers.isSubset(of: speakers)
    {
      conversation.kind = .group
      try sink.amend(conversation)
    }
    try sink.progress(bytes: lines.bytesRead)
    return tally
  }

  /// Returns the chat's name if this file has none, but another export of the chat beside it has.
  /// On iPhones the first line is a service message under the chat's name.
  private func nameOfNeighbour() throws -> String? {
    guard
      WhatsAppConversationName.isGuessed(
        fileName: self.source.fileName, containerName: self.source.context.containerName),
      let first = try self.source.reopened()
    else { return nil }
    let lines = LineReader(first)
    guard let line = try lines.next(), let header = WhatsAppHeader(line.bytes) else { return nil }
    let sender = WhatsAppSender(line.bytes, from: header.end)
    guard let bytes = sender.name,
      ByteScanner(line.bytes, from: sender.textStart).starts(with: "\u{200E}")
    else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    let isThere = WhatsAppConversationName.fileNames(of: name).contains {
      self.source.sibling($0) != nil
    }
    return isThere ? name : nil
  }

  /// Makes the first pass; returns the source for the second.
  private func scanned() throws -> any ByteSource {
    let (profile, second) = try WhatsAppProfile.scan(source) { try sink.progress(bytes: 0) }
    self.profile = profile
    return second
  }

  private func take(_ line: LineReader.Line) throws {
    if let header = WhatsAppHeader(line.bytes), let seconds = try beginning(header, line) {
      try finish()
      try finishSkipping()
      begin(header, seconds: seconds, line: line)
      if line.isCut { try drop() }
    } else if pending != nil {
      tally.continuations += 1
      guard !line.isCut, body.count + line.bytes.count < Self.largestMessage else {
        return try drop()
      }
      body.append(0x0A)
      body.append(contentsOf: line.bytes)
    } else if line.bytes.trimmed().isEmpty {
      tally.silent += 1
    } else {
      tally.skipped += 1
      if !isDropping { skipping = (skipping?.first ?? line.number, line.number) }
    }
  }

  /// Returns the time of a message that begins here; nil for a line that belongs to the previous
  /// message.
  ///
  /// A line of a layout that is rare in this export may be pasted from another one, which is older
  /// than the message that quotes it: it begins a message only if it is not older.
  private func beginning(_ header: WhatsAppHeader, _ line: LineReader.Line) throws -> Int64? {
    if let seconds = profile.seconds(header) { return seconds }
    guard let seconds = profile.rareSeconds(header), let pending else { return nil }
    let isMessage =
      seconds >= pending.seconds && WhatsAppSender(line.bytes, from: header.end).name != nil
    try sink.note(
      SkippedRecord(
        file: source.name, place: "line \(line.number)",
        reason: isMessage
          ? "it begins a message, though its date is written unlike the others'"
          : "it looks like the beginning of a message, but is older than the one it is in: taken for a quotation"
      ))
    return isMessage ? seconds : nil
  }

  /// Skips the pending message and the rest of it.
  private func drop() throws {
    guard let pending else { return }
    self.pending = nil
    body = []
    isDropping = true
    tally.skipped += 1
    try sink.skip(
      SkippedRecord(
        file: source.name, place: "line \(pending.line)",
        reason: "the message is larger than \(ByteCount(Self.largestMessage))"))
  }

  private func begin(
    _ header: WhatsAppHeader, seconds: Int64, line: LineReader.Line
  ) {
    let sender = WhatsAppSender(line.bytes, from: header.end)
    let author = sender.name.map { bytes in
      let name = String(decoding: bytes, as: UTF8.self)
      return AuthorRecord(key: name, name: name)
    }
    isDropping = false
    pending = Pending(
      header: header, seconds: seconds, author: author, isFirst: tally.records == 0,
      line: line.number)
    body.removeAll(keepingCapacity: true)
    body.append(contentsOf: line.bytes.slice(sender.textStart..<line.bytes.count))
  }

  /// Passes on the pending message.
  private func finish() throws {
    guard let pending else { return }
    self.pending = nil
    tally.records += 1
    while let last = body.last, last == 0x0A { body.removeLast() }
    if repair(&body) {
      try sink.note(InvalidText.note(in: source.name, place: "line \(pending.line)"))
    }
    let message = body.withUnsafeBufferPointer { record(pending, text: $0) }
    if let author = message.author, speakers.count < 3 { speakers.insert(author.key) }
    try sink.add(message)
  }

  private func record(_ pending: Pending, text: UnsafeBufferPointer<UInt8>) -> MessageRecord {
    let time = Timestamp(
      seconds: pending.seconds,
      certainty: pending.header.second == nil ? .minuteZoneUnknown : .zoneUnknown)
    let key = repetitions.key(digest(pending, text: text))
    guard let author = pending.author else {
      let sentence = WhatsAppBody.words(text.trimmed())
      if !tellsOfGroup { tellsOfGroup = Self.groupWords.contains(where: sentence.contains) }
      return MessageRecord(
        sourceKey: key, time: time, text: StyledText(sentence), kind: .service(action: "system"))
    }
    let body = WhatsAppBody(
      text, mayBeNotice: pending.isFirst || author.name == conversationName,
      isLineMarked: pending.header.isMarked, author: author.name)
    if body.isNotice {
      if announcers.count < 8 { announcers.insert(author.key) }
      if !tellsOfGroup {
        tellsOfGroup = Self.groupWords.contains(where: body.text.string.contains)
      }
      return MessageRecord(
        sourceKey: key, time: time, text: body.text, kind: .service(action: "system"))
    }
    return MessageRecord(
      sourceKey: key, author: author, time: time, text: body.text,
      kind: body.isDeleted ? .deleted : .message, isEdited: body.isEdited, media: body.media)
  }

  /// Parts of sentences that only occur in groups.
  private static let groupWords = [
    " created group ", " created this group", " using this group's invite link",
    " using a group link", " the group description", " this group's icon", " hat die Gruppe ",
    " diese Gruppe erstellt", " creó el grupo", " creó este grupo", " a créé le groupe",
    " a créé ce groupe", " ha creato il gruppo", " ha creato questo gruppo", " criou o grupo",
    " criou este grupo", " heeft de groep ", " heeft deze groep ", " utworzył", " создал",
    " grubunu oluşturdu", " grubu oluşturdu",
  ]

  /// Returns the hash of a message. It includes the date as written: if a longer export shows that
  /// days and months were confused, its messages still have the same keys.
  private func digest(_ pending: Pending, text: UnsafeBufferPointer<UInt8>) -> StableHash {
    let header = pending.header
    var hash = StableHash()
    for number in [
      header.date.0, header.date.1, header.date.2, header.hour, header.minute,
      header.second ?? 61,
    ] {
      hash.combine(UInt8(truncatingIfNeeded: number))
      hash.combine(UInt8(truncatingIfNeeded: number >> 8))
    }
    if let author = pending.author { hash.combine(author.key.utf8) }
    hash.combine(0 as UInt8)
    hash.combine(text)
    return hash
  }

  private func finishSkipping() throws {
    guard let lines = skipping else { return }
    skipping = nil
    let place =
      lines.first == lines.last ? "line \(lines.first)" : "lines \(lines.first) to \(lines.last)"
    try sink.skip(
      SkippedRecord(file: source.name, place: place, reason: "before the first message"))
  }
}

/// Replaces invalid UTF-8 by U+FFFD; valid bytes are not changed. Returns whether anything was
/// replaced.
func repair(_ bytes: inout [UInt8]) -> Bool {
  guard bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil
  else { return false }
  bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
  return true
}
