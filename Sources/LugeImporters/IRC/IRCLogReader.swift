import LugeArchive
import LugeCore
import LugeWords

/// Reads the logs of IRC programs: one file per day, or one for all time, with or without dates.
///
/// The conversation is the channel or person in the file's name, or else the folder of the file, so
/// that the day files of a channel form one conversation; see `IRCConversation`.
public struct IRCLogReader: ExportReader {
  public static let formatName = "IRC log"
  public static var evidence: String {
    localized("lines with a time and a name as programs for IRC write them")
  }

  public static func confidence(prefix: [UInt8], fileName: String) -> Int {
    KVIrcSource.withoutLinks(prefix).withUnsafeBufferPointer { bytes in
      var lines = 0
      var spoken = 0
      var timed = 0
      var events = 0
      var start = 0
      while start < bytes.count, lines < 300 {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        // The last line of the prefix may be truncated.
        if end > start, end < bytes.count || lines == 0 {
          lines += 1
          let line = IRCLine(bytes.slice(start..<end))
          if line.time != nil { timed += 1 }
          switch line.content {
          case .message, .action, .notice: spoken += 1
          case .event, .day: events += 1
          case .other: break
          }
        }
        start = end + 1
      }
      guard lines > 0, (spoken + events) * 10 >= lines * 6 else { return 0 }
      let name = IRCFileName(fileName)
      let isNamed = name.date != nil || name.channel != nil
      if timed * 2 >= lines { return isNamed ? 95 : 90 }
      // Without times, quoted lines in angle brackets look the same.
      if spoken + timed == 0 { return isNamed && events == lines ? 60 : 0 }
      return isNamed ? 80 : 40
    }
  }

  /// Reads a log. A line of over 16 MB is skipped.
  public static func read(_ source: any ByteSource, into sink: any ImportSink) throws {
    try IRCLogReading(source: source, sink: sink).run()
  }
}

/// One read of one file.
final class IRCLogReading {
  private let source: any ByteSource
  private let sink: any ImportSink
  private let name: IRCFileName

  // MARK: Mutable State (owned by the one thread that reads)

  private(set) var tally = LineTally()
  private(set) var clock = IRCClock(day: 0, isTwelveHour: false)
  private var repetitions = RepetitionCounter()
  private var bridges = IRCBridges()
  private var skipping: (first: Int, last: Int)?
  private var knowsDay = false
  /// Whether the lines have days but the year is unknown.
  private var lacksYear = false
  /// Text that distinguishes this file from others of the channel while the day is unknown: the
  /// same text at the same time is of another day in each file.
  private var undatedName: String?
  /// Seconds from 1970-01-01 to the day on which the lines begin that come before the first one
  /// with a day; 0 if that is unknown.
  private var secondsToFirstDay: Int64 = 0
  private var progress = ReadingProgress()

  init(source: any ByteSource, sink: any ImportSink) {
    self.source = KVIrcSource(source)
    self.sink = sink
    let root = source.context.mediaRoot.map { "\($0)/\(source.fileName)" }
    var name = IRCFileName(source.name, root: root)
    if name.date == nil {
      name.date =
        IRCFileName.date(inFolders: source.name) ?? root.flatMap(IRCFileName.date(inFolders:))
      if name.date != nil { name.hasDateOfFolders = true }
    }
    self.name = name
  }

  @discardableResult
  func run() throws -> LineTally {
    let (isTwelveHour, daysBefore, window, firstDay) = try scanned()
    let year = name.date == nil ? IRCFileName.year(in: source.name) : nil
    clock = IRCClock(
      day: (name.date?.daysSince1970 ?? 0) - (name.date == nil ? 0 : daysBefore),
      isTwelveHour: isTwelveHour, year: name.date == nil ? year ?? 1970 : nil)
    knowsDay = name.date != nil
    if !knowsDay, let firstDay { secondsToFirstDay = Int64(firstDay) * 86_400 }
    if isTwelveHour {
      try sink.note(
        SkippedRecord(
          file: source.name, place: "whole file",
          reason:
            "the clock has 12 hours and no AM or PM; the first time is taken for the morning's"))
    }
    let conversation = IRCConversation(
      file: name, path: source.name, context: source.context, evidence: window)
    try sink.begin(
      ConversationRecord(
        key: conversation.key, name: conversation.name, kind: conversation.kind,
        mediaRoot: source.context.mediaRoot))
    if name.channel == nil, name.stem != conversation.name { undatedName = source.fileName }
    let lines = LineReader(source)
    while let line = try lines.next() {
      tally.lines += 1
      try take(line)
      if progress.isDue(at: lines.bytesRead) {
        try sink.progress(bytes: lines.bytesRead)
      }
    }
    try finishSkipping()
    if !knowsDay, !lacksYear || year == nil {
      try sink.note(
        SkippedRecord(
          file: source.name, place: "whole file",
          reason: lacksYear && year == nil
            ? "its lines tell day and month, and nothing the year: counted from 1970; put the year "
              + "into the file's name, as in luge-2014.log, and import again"
            : "neither the file's name nor its lines tell the day: counted from 1 January 1970"))
    }
    try sink.progress(bytes: lines.bytesRead)
    return tally
  }

  /// Makes a first pass, if the source can be read twice: finds whether the clock has 12 hours, how
  /// many days before the one in its name the file begins, its window, which nicks are bridges, and
  /// on which day the lines before the first day begin.
  private func scanned() throws -> (
    isTwelveHour: Bool, daysBefore: Int, window: IRCWindowEvidence, firstDay: Int?
  ) {
    guard let first = try source.reopened() else { return (false, 0, IRCWindowEvidence(), nil) }
    var evidence = IRCClockEvidence()
    var windows = IRCWindowEvidence()
    var days = [IRCDayEvidence(isTwelveHour: false), IRCDayEvidence(isTwelveHour: true)]
    var beginnings = [
      IRCFirstDayEvidence(isTwelveHour: false), IRCFirstDayEvidence(isTwelveHour: true),
    ]
    let lines = LineReader(first)
    var steps = ReadingProgress()
    // An error occurs again in the second pass, after everything before it has been read.
    while let line = try? lines.next() {
      if steps.isDue(at: lines.bytesRead) {
        try sink.progress(bytes: 0)
      }
      var scanner = ByteScanner(line.bytes)
      scanner.skipMarks()
      if let stamp = IRCTimestamp.scan(&scanner) {
        evidence.add(stamp)
        days[0].add(stamp)
        days[1].add(stamp)
        beginnings[0].add(stamp)
        beginnings[1].add(stamp)
        scanner.skipSpaces()
      } else if !beginnings[0].isDone, line.bytes.last == UInt8(ascii: "]"),
        let stamp = IRCLine(line.bytes).time
      {
        // ERC has the time at the end.
        beginnings[0].add(stamp)
        beginnings[1].add(stamp)
      }
      switch scanner.peek() {
      case UInt8(ascii: "<"):
        bridges.note(line.bytes.slice(scanner.position..<line.bytes.count))
      case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "S"), UInt8(ascii: "["),
        UInt8(ascii: "#"), UInt8(ascii: "C"):
        windows.note(scanner)
        if case .day(let date, let time, _) = IRCLine(line.bytes).content {
          days[0].ruleOut()
          days[1].ruleOut()
          beginnings[0].announce(date, time)
          beginnings[1].announce(date, time)
        }
      default: break
      }
    }
    let isTwelveHour = evidence.isTwelveHour
    let index = isTwelveHour ? 1 : 0
    return (isTwelveHour, days[index].daysBefore, windows, beginnings[index].day)
  }

  private func take(_ line: LineReader.Line) throws {
    if line.isCut {
      try finishSkipping()
      tally.skipped += 1
      return try sink.skip(
        SkippedRecord(
          file: source.name, place: "line \(line.number)",
          reason: "the line is longer than \(ByteCount(LineReader.defaultLimit))"))
    }
    let parsed = IRCLine(line.bytes)
    if parsed.time?.date != nil { knowsDay = true }
    if !knowsDay, parsed.time?.dayOfYear != nil { lacksYear = true }
    let seconds = parsed.time.map { clock.seconds($0) }
    switch parsed.content {
    case .message(let nick, let text), .notice(let nick, let text):
      if let (author, words) = bridges.relayed(nick: nick, text: text) {
        // The key is that of the line, so that it does not change if more of the log shows that
        // this nick is a bridge.
        return try add(
          parsed, seconds: seconds, nick: nick, text: text, form: 1, styled: IRCText.styled(words),
          author: author)
      }
      try add(
        parsed, seconds: seconds, nick: nick, text: text, form: 1, styled: IRCText.styled(text))
    case .action(let nick, let text):
      var styled = IRCText.styled(text)
      styled.spans.insert(.init(0..<styled.string.utf8.count, .italic), at: 0)
      try add(
        parsed, seconds: seconds, nick: nick, text: text, form: 2, styled: styled.normalized())
    case .event(let sentence):
      try add(event: sentence, action: IRCEvent.action(sentence), parsed, seconds: seconds)
    case .day(let date, let time, let sentence):
      knowsDay = true
      clock.set(date, time: time)
      // The line is of the day that it names, and of the time that it tells; one that begins with
      // a date is of that one.
      let own = parsed.time?.hasDay == true ? nil : time ?? parsed.time
      try add(
        event: sentence, action: "log", parsed, seconds: seconds,
        at: own.map { IRCClock.seconds(of: date, $0) })
    case .other(let rest):
      if rest.trimmed().isEmpty && parsed.time == nil {
        tally.silent += 1
      } else if parsed.time != nil {
        try add(event: rest, action: "event", parsed, seconds: seconds)
      } else {
        tally.skipped += 1
        if let range = skipping, range.last + 1 == line.number {
          skipping = (range.first, line.number)
        } else {
          try finishSkipping()
          skipping = (line.number, line.number)
        }
      }
    }
  }

  private func add(
    event sentence: UnsafeBufferPointer<UInt8>, action: String, _ line: IRCLine, seconds: Int64?,
    at moment: Int64? = nil
  ) throws {
    try add(
      line, seconds: seconds, nick: nil, text: sentence, form: 3,
      styled: StyledText(IRCText.plain(sentence.trimmed())), kind: .service(action: action),
      at: moment)
  }

  /// - Parameter moment: Its time, where that is not the one of its key, by which an earlier import
  ///   is known.
  private func add(
    _ line: IRCLine, seconds: Int64?, nick: UnsafeBufferPointer<UInt8>?,
    text: UnsafeBufferPointer<UInt8>, form: UInt8, styled: StyledText,
    kind: MessageRecord.Kind = .message, author relayed: String? = nil, at moment: Int64? = nil
  ) throws {
    tally.records += 1
    let seconds = seconds ?? clock.current
    var hash = StableHash()
    hash.combine(seconds)
    hash.combine(form)
    if let nick { hash.combine(nick) }
    hash.combine(0 as UInt8)
    hash.combine(text)
    if !knowsDay, line.time?.dayOfYear == nil, let undatedName {
      hash.combine(0 as UInt8)
      hash.combine(undatedName.utf8)
    }
    let author =
      relayed.map { AuthorRecord(key: $0, name: $0) }
      ?? nick.map { bytes in
        // A nick has no space, except the one after `]` in ``IRCLine``. Textual: `• ann: waves`.
        let isMarked = form == 2 && bytes.count > 1 && bytes.last == UInt8(ascii: ":")
        let bytes = isMarked ? bytes.slice(0..<bytes.count - 1) : bytes
        let name =
          bytes.contains(0x20)
          ? LegacyText.decode(bytes).split(separator: " ").joined() : LegacyText.decode(bytes)
        return AuthorRecord(key: name, name: name)
      }
    let certainty: Timestamp.Certainty =
      line.time?.isUTC == true && line.time?.date != nil || line.time?.offset != nil
      ? .exact : line.time?.second == nil ? .minuteZoneUnknown : .zoneUnknown
    // Keys have the day that was counted from 1970, as those of earlier imports.
    let moment = moment ?? (knowsDay ? seconds : seconds.addingClamped(secondsToFirstDay))
    try sink.add(
      MessageRecord(
        sourceKey: repetitions.key(hash), author: author,
        time: Timestamp(seconds: moment, certainty: certainty), text: styled, kind: kind))
  }

  private func finishSkipping() throws {
    guard let lines = skipping else { return }
    skipping = nil
    let place =
      lines.first == lines.last
      ? "line \(lines.first)" : "lines \(lines.first) to \(lines.last)"
    try sink.skip(
      SkippedRecord(
        file: source.name, place: place, reason: "no time and none of the forms of an IRC log"))
  }
}
