import LugeArchive
import LugeCore
import LugeWords

/// Reads chats exported by KakaoTalk on Android, iOS, Windows (text) and macOS (CSV).
public enum KakaoTalkReader: ExportReader {
  public static let formatName = "KakaoTalk chat"
  public static var evidence: String {
    localized("lines that begin as one of KakaoTalk's layouts")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    let head = String(decoding: prefix.prefix(512), as: UTF8.self)
      .trimmingPrefix { $0 == "\u{FEFF}" }
    if head.hasPrefix("Date,User,Message") { return 95 }
    let lines = LineReader(MemoryByteSource(prefix, name: fileName))
    var found = 0
    // Lines of iOS are those of many texts, unless the heading is KakaoTalk's.
    var common = 0
    var looked = 0
    // Whether a day and a message of it are the first lines.
    var beginsWithDay = false
    var isBegun = false
    while let line = try? lines.next(), line.number < 200 {
      looked += 1
      let begun = KakaoTalkLine(String(decoding: line.bytes, as: UTF8.self))
      switch (looked, begun) {
      case (1, .day): beginsWithDay = true
      case (2, .spoken), (2, .dated): isBegun = beginsWithDay
      default: break
      }
      switch begun {
      case .timed, .weekday: common += 1
      case nil: break
      default: found += 1
      }
    }
    let isNamed =
      head.contains("카카오톡") || head.contains("KakaoTalk") || fileName.hasPrefix("KakaoTalk")
      || head.contains("저장한 날짜 :") || head.contains("Date Saved :")
    guard found > 0 || isNamed && common > 1 else { return 0 }
    // The first message may be longer than what is looked at.
    let isLong = isBegun && found == 2 && prefix.count >= 4096
    return isNamed ? 97 : found > 2 && found * 3 > looked || isLong ? 60 : 0
  }

  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    let replaying = try ReplayingByteSource(source, prefixLength: 64)
    let head = String(decoding: replaying.prefix, as: UTF8.self)
      .trimmingPrefix { $0 == "\u{FEFF}" }
    let reading = KakaoTalkReading(source, sink: sink)
    if head.hasPrefix("Date,User,Message") {
      try reading.table(CSVReader(replaying))
    } else {
      try reading.lines(LineReader(replaying))
    }
  }
}

/// A line that begins a day, a message or an event.
enum KakaoTalkLine {
  /// A day: `--------------- 2020년 1월 5일 일요일 ---------------`, or `2020년 1월 5일 오후 1:23` alone.
  case day(CivilDate)
  /// A day of iOS, behind an empty line: `2020년 1월 5일 일요일`, `Sunday, January 5, 2020`.
  case weekday(CivilDate)
  /// A message of the day above, of iOS: `오후 1:23, Ann : text`; without a name, an event.
  case timed((seconds: Int, hasSeconds: Bool), rest: String)
  /// A message of the day above: `[Ann] [오후 1:23] text`.
  case spoken(name: String, clock: (seconds: Int, hasSeconds: Bool), text: String)
  /// A message with its date, `2020년 1월 5일 오후 1:23, Ann : text`, `2020. 1. 5. 오후 1:23, Ann : text`,
  /// `January 5, 2020 at 1:23 PM, Ann : text`; without a name, an event.
  case dated(CivilDate, (seconds: Int, hasSeconds: Bool), rest: String)
  /// An event with its date, of iOS: `2020. 1. 5. 오후 1:23: Ann님이 나갔습니다.`
  case happened(CivilDate, (seconds: Int, hasSeconds: Bool), String)

  init?(_ line: String) {
    if line.hasPrefix("---") {
      guard let day = WrittenTime.day(line.filter { $0 != "-" }, monthFirst: true) else {
        return nil
      }
      self = .day(day)
      return
    }
    if line.hasPrefix("[") {
      guard let close = line.firstRange(ofBytes: "] ["),
        let end = line[close.upperBound...].utf8.firstIndex(of: UInt8(ascii: "]")),
        let clock = WrittenTime.clock(line[close.upperBound..<end])
      else { return nil }
      let name = line[line.index(after: line.startIndex)..<close.lowerBound]
      let rest = line[line.utf8.index(after: end)...]
      self = .spoken(
        name: String(name), clock: clock,
        text: String(rest.hasPrefix(" ") ? rest.dropFirst() : rest))
      return
    }
    guard let first = line.utf8.first,
      first &- 0x30 < 10 || first &- 0x41 < 26 || line.hasPrefix("오전") || line.hasPrefix("오후")
    else { return nil }
    // The time contains the first colon; the date is before it.
    let head = line.prefix(64)
    guard let colon = head.firstIndex(of: ":") else {
      guard line.utf8.count < 64, let day = Self.weekday(line) else { return nil }
      self = .weekday(day)
      return
    }
    let before = head[..<colon]
    let digits = before.reversed().prefix { $0.isNumber }.count
    let start = before.index(before.endIndex, offsetBy: -digits)
    // A word for the half of the day may precede the hour.
    let words = before[..<start].split(separator: " ", omittingEmptySubsequences: true)
    let period = words.last.map(String.init) ?? ""
    var end = line.index(after: colon)
    while end < line.endIndex,
      line[end].isNumber || line[end] == ":" && line[end...].dropFirst().first?.isNumber == true
    {
      end = line.index(after: end)
    }
    var written = String(line[start..<end])
    var rest = line[end...]
    for word in [" AM", " PM", " am", " pm"] where rest.hasPrefix(word) {
      written += word
      rest = rest.dropFirst(word.count)
    }
    let clock = WrittenTime.clock("\(period) \(written)") ?? WrittenTime.clock(written)
    if let clock, before[..<start].allSatisfy({ $0 == " " }) || ["오전", "오후"].contains(period),
      words.count <= 1, rest.hasPrefix(", ")
    {
      self = .timed(clock, rest: String(rest.dropFirst(2)))
      return
    }
    let numbers = WrittenTime.numbers(in: before[..<start])
    let isDate =
      before.contains("년") || before.contains(". ") || WrittenTime.month(in: before) != nil
    guard let clock, isDate, numbers.count == 3 || numbers.count == 2,
      let day = WrittenTime.day(before[..<start], monthFirst: true)
    else { return nil }
    if rest.isEmpty {
      self = .day(day)
    } else if rest.hasPrefix(", ") {
      self = .dated(day, clock, rest: String(rest.dropFirst(2)))
    } else if rest.hasPrefix(": ") {
      // iOS: an event.
      self = .happened(day, clock, String(rest.dropFirst(2)))
    } else {
      return nil
    }
  }

  private static func weekday(_ line: String) -> CivilDate? {
    if line.hasSuffix("요일") { return line.contains("년") ? ProseTime.day(line) : nil }
    let word = Array(line.utf8.prefix { $0 != UInt8(ascii: ",") })
    guard word.count < 16, word.withUnsafeBufferPointer(EnglishDateWords.isWeekday),
      WrittenTime.numbers(in: line).count == 2
    else { return nil }
    return WrittenTime.day(line, monthFirst: true)
  }
}

/// One read of one file.
private final class KakaoTalkReading {
  private let source: any ByteSource
  private let sink: any ImportSink
  private var repetitions = RepetitionCounter()
  private var conversation: ConversationRecord
  /// The conversation's name in the file's, and that which earlier versions took from it.
  private let former: (name: String, was: String)
  private var hasBegun = false
  private var pending: (time: Timestamp, name: String?, text: String)?
  /// Whether it was reported that the pending message is too large.
  private var isCut = false
  private var speakers: Set<String> = []
  /// Author of the message in a table: part of its key, even if the row is an event about that
  /// person.
  private var writtenBy: String?
  /// Time of the previous message, on its day.
  private var last: Timestamp?

  private static let largest = 4 << 20

  /// Whether a line without a time is an event between messages: `Ann님이 들어왔습니다.`
  private static func isHappening(_ line: String) -> Bool {
    guard line.utf8.count < 400 else { return false }
    let line = line.hasSuffix(".") ? line.dropLast() : Substring(line)
    return [
      "님이 들어왔습니다", "님이 나갔습니다", "초대했습니다", "님을 내보냈습니다", "내보내기 되었습니다",
      "메시지를 가렸습니다", "방장이 되었습니다", "joined this chatroom", "left this chatroom",
    ].contains { line.hasSuffix($0) }
  }

  init(_ source: any ByteSource, sink: any ImportSink) {
    self.source = source
    self.sink = sink
    let name = Self.chat(source.fileTitle)
    conversation = ConversationRecord(
      key: "", name: name, kind: .personal, mediaRoot: source.context.mediaRoot)
    former = (name, Self.chat(source.formerFileTitle))
  }

  /// Returns the chat's name in a file's, as macOS makes it:
  /// KakaoTalk_Chat_Club_2024-03-01-10-00-00.csv
  private static func chat(_ title: String) -> String {
    var name = title
    if name.hasPrefix("KakaoTalk_Chat_"), name.count > 15 {
      name.removeFirst(15)
      let end = String(name.suffix(20).map { $0.isASCII && $0.isNumber ? "0" : $0 })
      if end == "_0000-00-00-00-00-00" { name.removeLast(20) }
    }
    return name
  }

  func table(_ table: CSVReader) throws {
    _ = try table.next()
    try begin()
    while let row = try table.next() {
      if row.hasInvalidText {
        try sink.note(InvalidText.note(in: source.name, place: "line \(row.line)"))
      }
      guard row.fields.count >= 3, let time = ISOTime.parse(row.fields[0]) else {
        try sink.skip(
          SkippedRecord(
            file: source.name, place: "line \(row.line)",
            reason: "it is no date, name and message"))
        continue
      }
      // A comma outside of quotes also divides the text.
      let (name, text) = (row.fields[1], row.fields[2...].joined(separator: ","))
      // "Ann","Ann joined this chatroom.": the table gives the person of an event as its author.
      let isEvent = name.isEmpty || text.hasPrefix(name) && Self.isHappening(text)
      pending = (time, isEvent ? nil : name, text)
      writtenBy = name
      try finish()
    }
    try end(table.bytesRead)
    try table.checkEnd()
  }

  func lines(_ lines: LineReader) throws {
    var day: CivilDate?
    // Whether the messages have times alone, and others have more: a line of the other form is a
    // part of a message.
    var isTimed: Bool?
    var isBehindEmpty = true
    var progress = ReadingProgress()
    while let line = try lines.next() {
      if progress.isDue(at: lines.bytesRead) {
        try sink.progress(bytes: lines.bytesRead)
      }
      if line.hasInvalidText {
        try sink.note(InvalidText.note(in: source.name, place: "line \(line.number)"))
      }
      let text = String(decoding: line.bytes, as: UTF8.self)
      defer { isBehindEmpty = text.isEmpty }
      if line.number <= 2, !hasBegun, let name = Self.name(text) {
        conversation.name = name
        continue
      }
      var begun = KakaoTalkLine(text)
      switch begun {
      // Where times stand alone, all of them need their day.
      case .weekday where !isBehindEmpty && isTimed != true: begun = nil
      case .timed where isTimed == false || day == nil: begun = nil
      case .timed: isTimed = true
      case .spoken, .dated, .happened: isTimed = isTimed ?? false
      default: break
      }
      switch begun {
      case .day(let found), .weekday(let found):
        try finish()
        day = found
        last = nil
      case .timed(let clock, let rest):
        try finish()
        try begin()
        guard let day else { continue }
        begin(rest, at: WrittenTime.timestamp(day, clock))
      case .happened(let day, let clock, let sentence):
        try finish()
        try begin()
        pending = (WrittenTime.timestamp(day, clock), nil, sentence)
      case .spoken(let name, let clock, let words):
        try finish()
        guard let day else {
          try sink.skip(
            SkippedRecord(
              file: source.name, place: "line \(line.number)", reason: "no day stands above it"))
          continue
        }
        try begin()
        pending = (WrittenTime.timestamp(day, clock), name, words)
      case .dated(let day, let clock, let rest):
        try finish()
        try begin()
        begin(rest, at: WrittenTime.timestamp(day, clock))
      case nil where Self.isHappening(text) && (day != nil || pending != nil):
        // It gets the time of the previous line, or of its day.
        let before = pending?.time ?? last
        try finish()
        try begin()
        let time =
          before
          ?? day.map {
            Timestamp(seconds: Int64($0.daysSince1970) * 86_400, certainty: .zoneUnknown)
          }
        guard let time else { continue }
        pending = (time, nil, text)
      case nil:
        guard let size = pending?.text.utf8.count else {
          // Report a line after the heading that has no message before it.
          if day != nil, !text.isEmpty {
            try sink.skip(
              SkippedRecord(
                file: source.name, place: "line \(line.number)",
                reason: "it stands behind no message, and is none"))
          }
          continue
        }
        guard size <= Self.largest else {
          if !isCut {
            isCut = true
            try sink.note(
              SkippedRecord(
                file: source.name, place: "line \(line.number)",
                reason: "the message is larger than \(ByteCount(Self.largest)): its end is left out"
              ))
          }
          continue
        }
        // Text after an event may continue a message that contains such a line.
        pending?.text += "\n\(text)"
      }
    }
    try finish()
    guard hasBegun else {
      throw ArchiveError.malformed(
        path: source.name, place: "line 1",
        reason: "no line begins as the messages of KakaoTalk do")
    }
    try end(lines.bytesRead)
  }

  /// Begins the message or the event that stands behind a time: `Ann : text`, `Ann left`.
  private func begin(_ rest: String, at time: Timestamp) {
    if let sign = rest.firstRange(ofBytes: " : ") {
      let name = String(rest[..<sign.lowerBound])
      // Some messages of the program have an empty name.
      pending = (
        time, name.allSatisfy(\.isWhitespace) ? nil : name, String(rest[sign.upperBound...])
      )
    } else if rest.hasSuffix(" :") {
      // The first line is empty, and an editor has removed its trailing space.
      pending = (time, String(rest.dropLast(2)), "")
    } else {
      pending = (time, nil, rest)
    }
  }

  /// Returns the name in `Ann 님과 카카오톡 대화` or `KakaoTalk Chats with Ann`.
  private static func name(_ line: String) -> String? {
    let line = line.trimmingPrefix { $0 == "\u{FEFF}" }
    if let found = line.firstRange(ofBytes: " 님과 카카오톡 대화") ?? line.firstRange(ofBytes: " 카카오톡 대화") {
      return withoutCount(line[..<found.lowerBound])
    }
    guard let found = line.firstRange(ofBytes: "KakaoTalk Chats with ") else { return nil }
    return withoutCount(line[found.upperBound...])
  }

  /// Returns a group's name without the number of its members, which differs between exports of
  /// one chat.
  private static func withoutCount(_ name: Substring) -> String {
    let number = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
    let before = name.dropLast(number)
    guard let count = Int(name.suffix(number)), members.contains(count), before.last == " ",
      let end = before.lastIndex(where: { $0 != " " })
    else { return String(name) }
    return String(before[...end])
  }

  /// Members that a group may have.
  private static let members = 3...3000

  private func begin() throws {
    guard !hasBegun else { return }
    hasBegun = true
    if conversation.key.isEmpty {
      conversation.key = "kakaotalk:\(conversation.name)"
      if conversation.name == former.name { conversation.formerKey = "kakaotalk:\(former.was)" }
    }
    try sink.begin(conversation)
  }

  private func end(_ bytes: Int64) throws {
    if speakers.count > 2 {
      conversation.kind = .group
      try sink.amend(conversation)
    }
    try sink.progress(bytes: bytes)
  }

  private static let placeholders: [String: MediaRecord.Kind] = [
    "사진": .photo, "동영상": .video, "이모티콘": .sticker, "음성메시지": .voice, "Photo": .photo,
    "Video": .video, "Emoticons": .sticker, "Voice Note": .voice,
  ]

  private func finish() throws {
    guard let (time, name, written) = pending else { return }
    pending = nil
    isCut = false
    last = time
    defer { writtenBy = nil }
    var text = written
    while text.last?.isNewline == true { text.removeLast() }
    var record = MessageRecord(
      sourceKey: repetitions.key(time: time, author: writtenBy ?? name, text: text),
      author: name.map { AuthorRecord(key: $0, name: $0) }, time: time, text: StyledText(text))
    if let name {
      if speakers.count < 3 { speakers.insert(name) }
      let file =
        text.hasPrefix("파일: ")
        ? text.dropFirst(4) : text.hasPrefix("File: ") ? text.dropFirst(6) : nil
      if let kind = Self.placeholders[text] {
        record.media = [MediaRecord(kind: kind, note: text)]
        record.text = StyledText("")
      } else if let file {
        record.media = [MediaRecord(kind: .init(fileName: file), fileName: String(file))]
        record.text = StyledText("")
      } else if text == "삭제된 메시지입니다." || text == "This message was deleted." {
        record.kind = .deleted
      }
    } else {
      record.kind = .service(action: "event")
    }
    try sink.add(record)
  }
}
