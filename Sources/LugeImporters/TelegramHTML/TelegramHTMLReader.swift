import LugeArchive
import LugeCore
import LugeWords

/// Reads the pages that Telegram Desktop writes by default: `messages.html`, `messages2.html` and
/// so on.
///
/// The pages have less than the JSON: services have the time of the message before them, people
/// have names and no numbers. Memory holds one message at a time.
public enum TelegramHTMLReader: WholeExportReader {
  public static let formatName = "Telegram Desktop HTML"
  public static var evidence: String { localized("a page with the classes of Telegram Desktop") }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    guard prefix.first(where: { $0 > 0x20 && $0 < 0x80 }) == UInt8(ascii: "<") else { return 0 }
    let head = FileHead(prefix)
    guard head.contains("class=\"page_wrap"), head.contains("class=\"history") else { return 0 }
    return head.contains("class=\"message ") ? 95 : 70
  }

  public static func accompanies(fileName: String) -> Bool {
    ["style.css", "script.js", "export_results.html"].contains(fileName)
  }

  public static func read(_ files: [ExportFile], into sink: any ImportSink) throws {
    var cut: ArchiveError?
    let chats = pages(of: files)
    for chat in chats {
      let reading = TelegramHTMLReading(sink: sink, isOnlyChat: chats.count == 1)
      for page in chat { try reading.read(page) }
      // The pages and chats behind a page that breaks off are whole.
      cut = cut ?? reading.cut
      try reading.finish()
    }
    if let cut { throw cut }
  }

  /// The pages of each chat in their order. A page that was named alone brings those that follow
  /// it.
  private static func pages(of files: [ExportFile]) -> [[ExportFile]] {
    if files.count == 1, let only = files.first, only.name == "messages.html",
      let source = try? only.open()
    {
      var all = [only]
      var number = 2
      while let next = source.sibling("messages\(number).html") {
        all.append(ExportFile(path: next.name, size: next.size) { next })
        number += 1
      }
      return [all]
    }
    return files.byFolder.map { $0.sorted { ($0.number ?? 1) < ($1.number ?? 1) } }
  }
}

/// One run over the pages of a chat.
private final class TelegramHTMLReading {
  private static let largestMessage = LineReader.defaultLimit
  /// Longest part of a tag that is looked at.
  private static let largestTag = 4096
  private static let blockSize = 1 << 16

  private let sink: any ImportSink
  private let isOnlyChat: Bool
  private var file = ""
  private var folderName = ""
  private var mediaRoot: String?
  private var conversation: ConversationRecord?
  /// The page's head, or one message.
  private var chunk: [UInt8] = []
  private var chunkLine = 1
  private var line = 1
  /// Bytes that may be a tag whose end has not come yet, and the line where it begins.
  private var tag: [UInt8] = []
  private var tagLine = 1
  private var isMessage = false
  /// Open `div` elements of the message, including its own.
  private var depth = 0
  private var isDropped = false
  private var isComplete = false
  private var lastAuthor: AuthorRecord?
  private var lastTime: Timestamp?
  private var authors: Set<String> = []
  private var missing = 0
  private var messages = 0
  /// Error for the first truncated page; nil if none is truncated.
  private(set) var cut: ArchiveError?

  init(sink: any ImportSink, isOnlyChat: Bool) {
    self.sink = sink
    self.isOnlyChat = isOnlyChat
  }

  func read(_ page: ExportFile) throws {
    let source = try page.open()
    file = source.name
    folderName = page.folderName
    mediaRoot = source.context.mediaRoot
    chunk = []
    line = 1
    chunkLine = 1
    tag = []
    isMessage = false
    depth = 0
    isDropped = false
    isComplete = false
    var bytesRead: Int64 = 0
    var progress = ReadingProgress()
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 16)
    defer { block.deallocate() }
    while case let count = try source.read(into: block), count > 0 {
      try take(UnsafeRawBufferPointer(rebasing: block[..<min(count, block.count)]))
      bytesRead = bytesRead.addingClamped(Int64(count))
      if progress.isDue(at: bytesRead) { try sink.progress(bytes: bytesRead) }
    }
    endTag()
    if isComplete {
      try endChunk()
    } else {
      cut = cut ?? .truncated(path: file, place: "line \(line)")
      // What stands before the messages is whole where one has begun, and a message where its own
      // element ends.
      if !isMessage || depth == 0 { try endChunk() }
    }
    try sink.progress(bytes: bytesRead)
  }

  /// Cuts the page where a message's element begins, whatever its lines are.
  private func take(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      if tag.isEmpty {
        let start = rest.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
        append(rest[..<start])
        line += rest[..<start].count { $0 == 0x0A }
        tagLine = line
        tag += rest[start...].prefix(1)
        rest = rest[start...].dropFirst()
        continue
      }
      let end = rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
      tag += rest[..<(end ?? rest.endIndex)]
      line += rest[..<(end ?? rest.endIndex)].count { $0 == 0x0A }
      guard let end, rest[end] == UInt8(ascii: ">") else {
        // If another one begins, it was none; the beginning of a long one says what it is.
        if end == nil, tag.count > Self.largestTag { try takeTag() }
        if end != nil || tag.count > Self.largestTag { endTag() }
        rest = rest[(end ?? rest.endIndex)...]
        continue
      }
      tag.append(rest[end])
      rest = rest[(end + 1)...]
      try takeTag()
      endTag()
    }
  }

  private func takeTag() throws {
    if Self.beginsMessage(tag) {
      try endChunk()
      isMessage = true
      depth = 1
      chunkLine = tagLine
    } else if Self.isTag(tag, named: "<div") {
      // What follows the message's own end is not in it.
      if depth > 0 { depth += 1 }
    } else if Self.isTag(tag, named: "</div") {
      if depth > 0 { depth -= 1 }
    } else if Self.isTag(tag, named: "</html") {
      isComplete = true
    }
  }

  private func endTag() {
    append(tag)
    tag.removeAll(keepingCapacity: true)
  }

  private func append(_ bytes: some Collection<UInt8>) {
    if chunk.count + bytes.count > Self.largestMessage { isDropped = true }
    if isDropped { chunk.removeAll() } else { chunk.append(contentsOf: bytes) }
  }

  private static func isTag(_ tag: [UInt8], named name: StaticString) -> Bool {
    tag.count > name.utf8CodeUnitCount
      && (0..<name.utf8CodeUnitCount).allSatisfy { tag[$0] | 0x20 == name.utf8Start[$0] | 0x20 }
  }

  /// Whether a tag is that of a message: one of the classes of the `div` is `message`.
  private static func beginsMessage(_ tag: [UInt8]) -> Bool {
    guard isTag(tag, named: "<div"),
      let name = tag.firstRange(of: Array("class=".utf8)), name.upperBound < tag.count
    else { return false }
    let quote = tag[name.upperBound]
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    let value = tag[(name.upperBound + (isQuoted ? 1 : 0))...].prefix {
      isQuoted ? $0 != quote : $0 > 0x20 && $0 != UInt8(ascii: ">")
    }
    return value.split { $0 <= 0x20 }.contains { $0.elementsEqual("message".utf8) }
  }

  func finish() throws {
    guard var conversation else {
      throw cut ?? ArchiveError.unknownFormat(path: file, hint: Self.withoutMessages)
    }
    conversation.kind = authors.count > 2 ? .group : .personal
    try sink.amend(conversation)
    if messages == 0 {
      guard cut != nil || !isOnlyChat else {
        throw ArchiveError.unknownFormat(path: file, hint: Self.withoutMessages)
      }
      try sink.note(
        SkippedRecord(file: file, place: "whole file", reason: "no message was found in it"))
    }
    guard missing > 0 else { return }
    try sink.note(
      SkippedRecord(
        file: file, place: "whole export",
        reason:
          "\(missing == 1 ? "1 file is" : "\(missing) files are") not in the export: to have them, export again with photos, "
          + "videos and files chosen and a larger size limit"))
  }

  private static let withoutMessages =
    "A page of a Telegram export has messages; this one has none."

  private func endChunk() throws {
    defer {
      chunk.removeAll(keepingCapacity: true)
      isDropped = false
    }
    guard !isDropped else {
      messages += 1
      return try skip("the message is larger than \(ByteCount(Self.largestMessage))")
    }
    guard !chunk.isEmpty else { return }
    // Line ends of Windows.
    if chunk.contains(0x0D) { chunk.removeAll { $0 == 0x0D } }
    guard isMessage else {
      guard conversation == nil else { return }
      let head = TelegramHTMLHead()
      _ = HTMLWalk.parse(chunk, into: head)
      let name = head.name.isEmpty ? folderName : head.name
      // If several chats have one name, the folder identifies them.
      let key = folderName.hasPrefix("chat_") ? "\(folderName)/\(name)" : name
      let record = ConversationRecord(
        key: "telegram-html:\(key)", name: name, kind: .personal, mediaRoot: mediaRoot)
      conversation = record
      return try sink.begin(record)
    }
    let message = TelegramHTMLMessage()
    guard HTMLWalk.parse(chunk, into: message) else {
      return try skip("its elements lie in each other too deeply")
    }
    try take(message)
  }

  private func take(_ message: TelegramHTMLMessage) throws {
    messages += 1
    guard let id = message.id else { return try skip("it has no number") }
    if message.isService {
      // A date between messages has a number below 0.
      guard !id.hasPrefix("-") else {
        if let day = TelegramHTMLTime.day(message.words.finish().string) {
          lastTime = Timestamp(
            seconds: max(day, lastTime?.seconds ?? .min), certainty: .zoneUnknown)
        }
        return
      }
      guard let lastTime else { return try skip("nothing before it tells the time") }
      return try sink.add(
        MessageRecord(
          sourceKey: id, time: Timestamp(seconds: lastTime.seconds, certainty: .zoneUnknown),
          text: message.words.finish(), kind: .service(action: "service")))
    }
    guard let time = message.time.flatMap(TelegramHTMLTime.parse) else {
      return try skip("it has no date that can be read")
    }
    lastTime = time
    if !message.author.isEmpty {
      lastAuthor = AuthorRecord(key: message.author, name: message.author)
      if authors.count < 3 { authors.insert(message.author) }
    }
    var record = MessageRecord(sourceKey: id, author: lastAuthor, time: time)
    record.text = message.words.finish()
    record.replyTo = message.replyTo.map { ReplyRecord(sourceKey: $0) }
    record.forwardedFrom = message.forwardedFrom
    record.media = message.finishedMedia()
    record.reactions = message.reactions
    if message.bot != nil || !message.signature.isEmpty {
      // The names of these fields in Telegram's JSON.
      let writer = JSONWriter()
      writer.beginObject()
      if !message.signature.isEmpty { writer.field("author", message.signature) }
      if let bot = message.bot { writer.field("via_bot", bot) }
      writer.endObject()
      record.unknownFields = writer.take()
    }
    missing += record.media.count {
      $0.path == nil && $0.note != nil && $0.kind.form.isFile
    }
    try sink.add(record)
  }

  private func skip(_ reason: String) throws {
    try sink.skip(SkippedRecord(file: file, place: "line \(chunkLine)", reason: reason))
  }
}

/// Times as the pages write them.
enum TelegramHTMLTime {
  /// `15.01.2024 10:30:00 UTC+01:00`, in older exports without the zone.
  static func parse(_ text: String) -> Timestamp? {
    let parts = text.split(separator: " ")
    guard parts.count >= 2 else { return nil }
    let day = parts[0].split(separator: ".").compactMap { Int($0) }
    let clock = parts[1].split(separator: ":").compactMap { Int($0) }
    guard day.count == 3, clock.count >= 2,
      let date = CivilDate(year: day[2], month: day[1], day: day[0]),
      (0..<24).contains(clock[0]), (0..<60).contains(clock[1])
    else { return nil }
    let second = clock.count > 2 ? clock[2] : 0
    guard (0..<61).contains(second) else { return nil }
    let wall =
      Int64(date.daysSince1970) * 86_400 + Int64(clock[0] * 3600 + clock[1] * 60 + second)
    guard parts.count > 2, parts[2].hasPrefix("UTC") else {
      return Timestamp(seconds: wall, certainty: .zoneUnknown)
    }
    let zone = parts[2].dropFirst(3)
    let numbers = zone.dropFirst().split(separator: ":").compactMap { Int64($0) }
    let minutes = numbers.count > 1 ? numbers[1] : 0
    guard let hours = numbers.first, (0..<24).contains(hours), (0..<60).contains(minutes) else {
      return Timestamp(seconds: wall, certainty: zone.isEmpty ? .exact : .zoneUnknown)
    }
    let offset = (hours * 3600 + minutes * 60) * (zone.hasPrefix("-") ? -1 : 1)
    return Timestamp(seconds: wall - offset, certainty: .exact)
  }

  /// `15 January 2024`: the wall clock's midnight.
  static func day(_ text: String) -> Int64? {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 3, let day = Int(parts[0]), let year = Int(parts[2]),
      let month = months.firstIndex(of: parts[1]),
      let date = CivilDate(year: year, month: month + 1, day: day)
    else { return nil }
    return Int64(date.daysSince1970) * 86_400
  }
}
