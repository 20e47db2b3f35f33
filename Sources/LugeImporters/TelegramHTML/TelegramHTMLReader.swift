import LugeArchive
import LugeCore
import LugeWords

/// Reads the pages that Telegram Desktop writes by default: `messages.html`, `messages2.html` and
/// so on.
///
/// The pages have less than the JSON: service messages have no time and get that of the previous
/// message; people have names but no ids. Memory holds one message at a time.
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
    for chat in pages(of: files) {
      let reading = TelegramHTMLReading(sink: sink)
      for page in chat { try reading.read(page) }
      try reading.finish()
    }
  }

  /// Returns the pages of each chat in their order. If the user names a single page, the following
  /// ones are included.
  private static func pages(of files: [ExportFile]) -> [[ExportFile]] {
    var folders: [String] = []
    var pages: [String: [ExportFile]] = [:]
    for file in files {
      if pages[file.folder] == nil { folders.append(file.folder) }
      pages[file.folder, default: []].append(file)
    }
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
    return folders.map { folder in
      (pages[folder] ?? []).sorted { number($0.name) < number($1.name) }
    }
  }

  private static func number(_ name: String) -> Int { Int(name.filter(\.isNumber).prefix(9)) ?? 1 }
}

/// One read of the pages of a chat.
private final class TelegramHTMLReading {
  private static let largestMessage = LineReader.defaultLimit
  private static let messageStart = Array("<div class=\"message ".utf8)

  private let sink: any ImportSink
  private var file = ""
  private var folderName = ""
  private var mediaRoot: String?
  private var conversation: ConversationRecord?
  /// The lines of the page's heading, or of one message.
  private var chunk: [UInt8] = []
  private var chunkLine = 1
  private var isMessage = false
  private var isDropped = false
  private var lastAuthor: AuthorRecord?
  private var lastTime: Timestamp?
  private var authors: Set<String> = []
  private var missing = 0
  /// Whether there was neither a message nor one that was left out.
  private var isEmpty = true

  init(sink: any ImportSink) { self.sink = sink }

  func read(_ page: ExportFile) throws {
    let source = try page.open()
    file = source.name
    folderName = page.folderName
    mediaRoot = source.context.mediaRoot
    chunk = []
    isMessage = false
    isDropped = false
    let lines = LineReader(source)
    var progress = ReadingProgress()
    while let line = try lines.next() {
      // Each message begins a line, unless another program has written the page anew.
      var start = 0
      var next = line.bytes.place(of: Self.messageStart)
      while let place = next {
        append(line.bytes.slice(start..<place))
        try endChunk()
        isMessage = true
        chunkLine = line.number
        start = place
        next = line.bytes.place(of: Self.messageStart, from: place + 1)
      }
      append(line.bytes.slice(start..<line.bytes.count))
      if line.isCut { isDropped = true } else if !isDropped { chunk.append(0x0A) }
      if progress.isDue(at: lines.bytesRead) {
        try sink.progress(bytes: lines.bytesRead)
      }
    }
    try endChunk()
    try sink.progress(bytes: lines.bytesRead)
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if chunk.count + bytes.count > Self.largestMessage { isDropped = true }
    if !isDropped { chunk.append(contentsOf: bytes) }
  }

  func finish() throws {
    guard var conversation else {
      throw ArchiveError.unknownFormat(
        path: file, hint: "A page of a Telegram export has messages; this one has none.")
    }
    conversation.kind = authors.count > 2 ? .group : .personal
    try sink.amend(conversation)
    if isEmpty {
      try sink.skip(
        SkippedRecord(
          file: file, place: "whole file", reason: "it has no message that can be read"))
    }
    guard missing > 0 else { return }
    try sink.note(
      SkippedRecord(
        file: file, place: "whole export",
        reason:
          "\(missing == 1 ? "1 file is" : "\(missing) files are") not in the export: to have them, export again with photos, "
          + "videos and files chosen and a larger size limit"))
  }

  private func endChunk() throws {
    defer {
      chunk.removeAll(keepingCapacity: true)
      isDropped = false
    }
    guard !isDropped else {
      return try skip("the message is larger than \(ByteCount(Self.largestMessage))")
    }
    guard !chunk.isEmpty else { return }
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
    isEmpty = false
    guard let id = message.id else { return try skip("it has no number") }
    if message.isService {
      // A date between messages has a negative number.
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
    missing += record.media.count {
      $0.path == nil && $0.kind != .call && $0.note != nil && $0.isFile
    }
    try sink.add(record)
  }

  private func skip(_ reason: String) throws {
    isEmpty = false
    try sink.skip(SkippedRecord(file: file, place: "line \(chunkLine)", reason: reason))
  }
}

extension MediaRecord {
  fileprivate var isFile: Bool {
    switch kind {
    case .photo, .video, .animation, .sticker, .audio, .voice, .videoMessage, .file: true
    default: false
    }
  }
}

/// Parses times in the pages' formats.
enum TelegramHTMLTime {
  /// Parses `15.01.2024 10:30:00 UTC+01:00`; older exports have no zone.
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

  /// Parses `15 January 2024` to local midnight.
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
