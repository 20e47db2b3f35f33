import LugeArchive
import LugeCore

/// A parsed line of a log.
struct IRCLine {
  var time: IRCTimestamp?
  var content: Content

  enum Content {
    case message(nick: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>)
    /// An action (`/me`), without the nick.
    case action(nick: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>)
    /// A notice to the channel.
    case notice(nick: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>)
    /// An event (someone joined, left, was renamed …) as the whole sentence.
    case event(UnsafeBufferPointer<UInt8>)
    /// The day of the following lines.
    case day(CivilDate, IRCTimestamp?, UnsafeBufferPointer<UInt8>)
    /// A line of unknown form.
    case other(UnsafeBufferPointer<UInt8>)
  }

  /// - Complexity: O(bytes).
  init(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = ByteScanner(line)
    scanner.skipMarks()
    time = IRCTimestamp.scan(&scanner)
    let type = time == nil ? Self.kvircType(&scanner, &time) : nil
    let isInParentheses = scanner.position > 0 && line[scanner.position - 1] == UInt8(ascii: ")")
    var line = line
    if time == nil, let end = Self.trailingTime(line, &time) { line = line.slice(0..<end) }
    // WeeChat and HexChat separate the columns by a tab.
    let isTabbed = scanner.peek() == 0x09
    if time != nil { scanner.skipSpaces() }
    let rest = line.slice(scanner.position..<line.count)
    content =
      Self.day(rest) ?? (isTabbed ? Self.tabbed(rest) : nil) ?? Self.spoken(rest) ?? Self.starred(
        rest)
      ?? (isInParentheses ? Self.named(rest) : nil) ?? Self.event(rest) ?? Self.bounced(rest)
      ?? type.map { Self.kvirc(rest, type: $0) } ?? (time != nil ? Self.unmarked(rest) : nil)
      ?? .other(rest)
  }

  /// Reads KVIrc's number for the type of a line: `26 [12:35:00] ann waves`.
  private static func kvircType(
    _ scanner: inout ByteScanner, _ time: inout IRCTimestamp?
  ) -> Int? {
    var ahead = scanner
    guard ahead.peek() &- 0x30 < 10, let number = ahead.number(upTo: 3), ahead.take(0x20) else {
      return nil
    }
    if ahead.starts(with: "### Log session ") {
      scanner = ahead
      return number.value
    }
    guard ahead.peek() == UInt8(ascii: "["), let stamp = IRCTimestamp.scan(&ahead) else {
      return nil
    }
    time = stamp
    scanner = ahead
    return number.value
  }

  /// Reads the content after KVIrc's time, which no sign introduces.
  private static func kvirc(_ rest: UnsafeBufferPointer<UInt8>, type: Int) -> Content {
    guard type == kvircAction, let end = rest.firstIndex(of: 0x20), end > 0 else {
      return .event(rest)
    }
    return .action(nick: nick(rest.slice(0..<end)), text: text(rest, from: end))
  }
  private static let kvircAction = 26

  /// Reads ERC's time at the right margin: `<ann> hi                [12:35]`.
  private static func trailingTime(
    _ line: UnsafeBufferPointer<UInt8>, _ time: inout IRCTimestamp?
  ) -> Int? {
    guard line.last == UInt8(ascii: "]"), let first = line.first,
      first == UInt8(ascii: "<") || first == UInt8(ascii: "*"),
      let open = line.lastIndex(of: UInt8(ascii: "[")), open > 2, line.count - open <= 10,
      line[open - 1] == 0x20
    else { return nil }
    var scanner = ByteScanner(line, from: open)
    guard let stamp = IRCTimestamp.scan(&scanner), scanner.isAtEnd else { return nil }
    time = stamp
    var end = open
    while end > 0, line[end - 1] == 0x20 { end -= 1 }
    return end
  }

  // MARK: Forms

  /// Parses `<nick> text`, `-nick- text` and `(nick/#channel) text`.
  private static func spoken(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    switch rest.first {
    case UInt8(ascii: "<"):
      // Quassel: `<-> ann is now known as eve`.
      if ByteScanner(rest).starts(with: "<-> ") { return .event(rest.slice(4..<rest.count)) }
      guard let (nick, end) = enclosed(rest, closing: UInt8(ascii: ">")) else { return nil }
      return .message(nick: nick, text: text(rest, from: end))
    case UInt8(ascii: "-"):
      // `--- Log opened` is not a notice of a nick "-". Quassel: `-*- ann waves`.
      if ByteScanner(rest).starts(with: "-*- ") {
        return starred(rest.slice(1..<rest.count), at: 2)
      }
      guard rest.count > 2, rest[1] != UInt8(ascii: "-"),
        let (nick, end) = enclosed(rest, closing: UInt8(ascii: "-"))
      else { return nil }
      // irssi: `-ann(~ann@example.org)- hello`.
      let host = nick.firstIndex(of: UInt8(ascii: "(")) ?? 0
      let name = host > 0 && nick.last == UInt8(ascii: ")") ? nick.slice(0..<host) : nick
      return .notice(nick: name, text: text(rest, from: end))
    case UInt8(ascii: "("):
      guard let (nick, end) = enclosed(rest, closing: UInt8(ascii: ")")),
        rest.slice(1..<end).contains(UInt8(ascii: "/"))
      else { return nil }
      return .message(nick: nick, text: text(rest, from: end))
    default: return nil
    }
  }

  /// Parses `* nick waves` and `* nick has joined #channel`.
  private static func starred(_ rest: UnsafeBufferPointer<UInt8>, at end: Int = 1) -> Content? {
    guard rest.first == UInt8(ascii: "*"), rest.count > end else { return nil }
    var scanner = ByteScanner(rest, from: end)
    guard scanner.skipSpaces() else { return nil }
    let start = scanner.position
    while !scanner.isAtEnd, scanner.spaceLength() == 0 { scanner.position += 1 }
    let nick = Self.nick(rest.slice(start..<scanner.position))
    let sentence = rest.slice(start..<rest.count)
    let action = text(rest, from: scanner.position)
    if IRCEvent.isNotice(sentence) { return .event(sentence) }
    guard !nick.isEmpty, nick.first != UInt8(ascii: "*") else { return .event(sentence) }
    if IRCEvent.isEvent(action) { return .event(sentence) }
    return .action(nick: nick, text: action)
  }

  /// Parses lines of WeeChat (`nick⇥text`, `-->⇥…`, `<--⇥…`, `--⇥…`, ` *⇥nick waves`) and HexChat
  /// (`<nick>⇥text`, `*⇥nick waves`, `*⇥nick has joined`).
  private static func tabbed(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    guard let tab = rest.firstIndex(of: 0x09) else { return nil }
    let column = rest.slice(0..<tab).trimmed()
    let text = rest.slice(tab + 1..<rest.count)
    switch column.first {
    case nil,
      UInt8(ascii: "-") where column.allSatisfy({ $0 == 0x2D || $0 == 0x3E }):
      return .event(text)
    case UInt8(ascii: "<") where column.elementsEqual("<--".utf8): return .event(text)
    case UInt8(ascii: "<"), UInt8(ascii: "-"): return nil
    case UInt8(ascii: "*"), UInt8(ascii: "="):
      var nickEnd = 0
      while nickEnd < text.count, text[nickEnd] != 0x20 { nickEnd += 1 }
      let action = Self.text(text, from: nickEnd)
      if column.count > 1 || nickEnd == 0 || IRCEvent.isEvent(action) { return .event(text) }
      return .action(nick: nick(text.slice(0..<nickEnd)), text: action)
    default:
      let nick = nick(column)
      if nick.isEmpty || nick.contains(0x20) { return nil }
      return .message(nick: nick, text: text)
    }
  }

  /// Parses lines of bip: `< ann!a@x.org: hi`, `> me: hi`, `< * ann waves`.
  private static func bounced(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    guard rest.count > 3, rest[0] == UInt8(ascii: "<") || rest[0] == UInt8(ascii: ">"),
      rest[1] == 0x20
    else { return nil }
    let line = rest.slice(2..<rest.count)
    if line.first == UInt8(ascii: "*") { return starred(line) }
    return named(line)
  }

  /// Parses `ann: hi`, which is a message only if something else confirms it.
  private static func named(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    // Pidgin: `***ann waves`.
    if ByteScanner(rest).starts(with: "***"), rest.count > 4, rest[3] > 0x20 {
      let sentence = rest.slice(3..<rest.count)
      var end = 0
      while end < sentence.count, sentence[end] != 0x20 { end += 1 }
      return .action(nick: nick(sentence.slice(0..<end)), text: text(sentence, from: end))
    }
    var colon = 0
    while colon < rest.count, colon < 128, rest[colon] != UInt8(ascii: ":"), rest[colon] != 0x20 {
      colon += 1
    }
    guard colon > 0, colon < rest.count, rest[colon] == UInt8(ascii: ":"),
      colon + 1 == rest.count || rest[colon + 1] == 0x20
    else { return nil }
    let nick = nick(rest.slice(0..<colon))
    return nick.isEmpty ? nil : .message(nick: nick, text: text(rest, from: colon + 1))
  }

  /// Reads the content after a time without a sign before it.
  private static func unmarked(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    var scanner = ByteScanner(rest)
    for mark: StaticString in ["Action: ", "• ", "— "] where scanner.take(mark) {
      let sentence = rest.slice(scanner.position..<rest.count)
      if IRCEvent.isNotice(sentence) { return .event(sentence) }
      let end = sentence.firstIndex(of: 0x20) ?? sentence.count
      let action = text(sentence, from: end)
      if mark.utf8Start[0] != UInt8(ascii: "A"), IRCEvent.isEvent(action) {
        return .event(sentence)
      }
      let nick = nick(sentence.slice(0..<end))
      return nick.isEmpty ? nil : .action(nick: nick, text: action)
    }
    for mark: StaticString in ["→ ", "← ", "⇐ ", "⇒ ", "↔ "] where scanner.take(mark) {
      return .event(rest.slice(scanner.position..<rest.count))
    }
    return IRCEvent.isUnmarked(rest) ? .event(rest) : nil
  }

  /// Konversation's column before a sentence.
  private static let columns: [StaticString] = [
    "Join", "Part", "Quit", "Nick", "Mode", "Topic", "Kick", "Channel", "Info", "Created", "Notify",
    "Server", "Ban", "Invite",
  ]

  /// Parses `=== …`, `*** …`, `--- …`, `-!- …`, `--> …` and `<-- …`.
  private static func event(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    for column in columns where rest.first == column.utf8Start[0] {
      var scanner = ByteScanner(rest)
      if scanner.take(column), scanner.take(0x09) {
        return .event(text(rest, from: scanner.position))
      }
    }
    if ByteScanner(rest).starts(with: "Session Ident: ") { return .event(rest) }
    let marks: [StaticString] = ["===", "***", "---", "-!-", "-->", "<--", "==", "--", "!!!", "**"]
    for mark in marks {
      var scanner = ByteScanner(rest)
      if scanner.take(mark) {
        guard scanner.isAtEnd || scanner.skipSpaces() || mark.utf8CodeUnitCount == 3 else {
          continue
        }
        return .event(text(rest, from: scanner.position))
      }
    }
    return nil
  }

  /// Parses announced days of irssi (`--- Log opened Fri Jan 12 00:00:00 2007`, `--- Day changed
  /// Sat Jan 13 2007`), XChat (`**** BEGIN LOGGING AT …`) and mIRC (`Session Start: …`, `Session
  /// Time: …`).
  private static func day(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    guard let first = rest.first else { return nil }
    guard
      [0x2D, 0x2A, 0x23, 0x5B].contains(first) || first == UInt8(ascii: "S")
        || first == UInt8(ascii: "C")
    else { return nil }
    let heads: [StaticString] = [
      "--- Log opened ", "--- Day changed ", "--- Day changed to ", "--- Log closed ",
      "**** BEGIN LOGGING AT ", "**** ENDING LOGGING AT ", "Session Start: ", "Session Time: ",
      "Session Close: ", "-!- Day changed to ", "--\tDay changed to ",
      // KVIrc and Pidgin.
      "### Log session started at ", "### Log session terminated at ", "Conversation with ",
    ]
    if let found = weekday(rest) { return .day(found.date, found.time, rest) }
    for head in heads {
      var scanner = ByteScanner(rest)
      guard scanner.take(head) else { continue }
      guard let found = IRCDay.parse(rest.slice(scanner.position..<rest.count)) else { return nil }
      return .day(found.date, found.time, rest)
    }
    return nil
  }

  /// Parses announced days of eggdrop (`--- Sat Mar  1 2014`) and ERC (`[Sat Mar  1 2014]`).
  private static func weekday(_ rest: UnsafeBufferPointer<UInt8>)
    -> (date: CivilDate, time: IRCTimestamp?)?
  {
    var scanner = ByteScanner(rest)
    guard scanner.take("--- ") || scanner.take(UInt8(ascii: "[")) else { return nil }
    let start = scanner.position
    guard let word = EnglishDateWords.word(&scanner), EnglishDateWords.isWeekday(word),
      rest.count < 48
    else {
      return nil
    }
    return IRCDay.parse(rest.slice(start..<rest.count))
  }

  // MARK: Parts

  /// Returns the text between the first byte and the closing one, if it can be a nick; a space (or
  /// the end) must follow.
  private static func enclosed(_ rest: UnsafeBufferPointer<UInt8>, closing: UInt8)
    -> (nick: UnsafeBufferPointer<UInt8>, end: Int)?
  {
    var index = 1
    // A nick with user and host; the RFC limits a whole line to 512 bytes.
    let limit = min(rest.count, 512)
    while index < limit {
      let byte = rest[index]
      if byte == closing,
        index + 1 == rest.count || rest[index + 1] == 0x20 || rest[index + 1] == 0x09
      {
        let nick = Self.nick(rest.slice(1..<index))
        return nick.isEmpty ? nil : (nick, index + 1)
      }
      // A space is accepted before a nick (irssi, for one without a mode) and after each `]` (in
      // public logs that a program has cleaned up), but nowhere else.
      if byte == 0x20, index > 1, rest[index - 1] != UInt8(ascii: "]") { return nil }
      if byte == 0x09 { return nil }
      index += 1
    }
    return nil
  }

  /// Returns a nick without the mode's sign in front, and `!user@host` or `:#channel` after it.
  private static func nick(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let bytes = bytes.trimmed()
    var start = 0
    if bytes.count > 1 {
      switch bytes[0] {
      case UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "%"), UInt8(ascii: "~"),
        UInt8(ascii: "&"):
        start = 1
      default: break
      }
    }
    var end = start
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "!"), UInt8(ascii: "/"): return bytes.slice(start..<end)
      case UInt8(ascii: ":") where end + 1 < bytes.count && bytes[end + 1] == UInt8(ascii: "#"):
        return bytes.slice(start..<end)
      default: end += 1
      }
    }
    return bytes.slice(start..<end)
  }

  /// Returns the following text, without the one space that separates it.
  private static func text(_ rest: UnsafeBufferPointer<UInt8>, from start: Int)
    -> UnsafeBufferPointer<UInt8>
  {
    let isParted = start < rest.count && (rest[start] == 0x20 || rest[start] == 0x09)
    return rest.slice(min(start + (isParted ? 1 : 0), rest.count)..<rest.count)
  }
}
