/// One line of a log, taken apart.
struct IRCLine {
  var time: IRCTimestamp?
  var content: Content

  enum Content {
    case message(nick: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>)
    /// `/me`: what the nick does, without the nick.
    case action(nick: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>)
    /// A notice to the channel.
    case notice(nick: UnsafeBufferPointer<UInt8>, text: UnsafeBufferPointer<UInt8>)
    /// Somebody joined, left, was renamed …: the whole sentence.
    case event(UnsafeBufferPointer<UInt8>)
    /// The log says what day it is from here on.
    case day(CivilDate, IRCTimestamp?, UnsafeBufferPointer<UInt8>)
    /// None of the known forms.
    case other(UnsafeBufferPointer<UInt8>)
  }

  /// - Complexity: O(bytes).
  init(_ line: UnsafeBufferPointer<UInt8>) {
    var scanner = ByteScanner(line)
    scanner.skipMarks()
    time = IRCTimestamp.scan(&scanner)
    // WeeChat and HexChat part the columns by a tab.
    let isTabbed = scanner.peek() == 0x09
    if time != nil { scanner.skipSpaces() }
    let rest = line.slice(scanner.position..<line.count)
    content =
      Self.day(rest) ?? (isTabbed ? Self.tabbed(rest) : nil) ?? Self.spoken(rest) ?? Self.starred(
        rest)
      ?? Self.event(rest) ?? .other(rest)
  }

  // MARK: Forms

  /// `<nick> text`, `-nick- text`, `(nick/#channel) text`.
  private static func spoken(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    switch rest.first {
    case UInt8(ascii: "<"):
      guard let (nick, end) = enclosed(rest, closing: UInt8(ascii: ">")) else { return nil }
      return .message(nick: nick, text: text(rest, from: end))
    case UInt8(ascii: "-"):
      // `--- Log opened` is no notice of a nick named "-".
      guard rest.count > 2, rest[1] != UInt8(ascii: "-"),
        let (nick, end) = enclosed(rest, closing: UInt8(ascii: "-"))
      else { return nil }
      return .notice(nick: nick, text: text(rest, from: end))
    case UInt8(ascii: "("):
      guard let (nick, end) = enclosed(rest, closing: UInt8(ascii: ")")),
        rest.slice(1..<end).contains(UInt8(ascii: "/"))
      else { return nil }
      return .message(nick: nick, text: text(rest, from: end))
    default: return nil
    }
  }

  /// `* nick waves`, `* nick has joined #channel`.
  private static func starred(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    guard rest.first == UInt8(ascii: "*"), rest.count > 1 else { return nil }
    var scanner = ByteScanner(rest, from: 1)
    guard scanner.skipSpaces() else { return nil }
    let start = scanner.position
    while !scanner.isAtEnd, scanner.spaceLength() == 0 { scanner.position += 1 }
    let nick = Self.nick(rest.slice(start..<scanner.position))
    let sentence = rest.slice(start..<rest.count)
    let action = text(rest, from: scanner.position)
    guard !nick.isEmpty, nick.first != UInt8(ascii: "*") else { return .event(sentence) }
    if IRCEvent.isEvent(action) { return .event(sentence) }
    return .action(nick: nick, text: action)
  }

  /// WeeChat: `nick⇥text`, `-->⇥…`, `<--⇥…`, `--⇥…`, ` *⇥nick waves`.
  /// HexChat: `<nick>⇥text`, `*⇥nick waves`, `*⇥nick has joined`.
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

  /// `=== …`, `*** …`, `--- …`, `-!- …`, `--> …`, `<-- …`.
  private static func event(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
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

  /// irssi: `--- Log opened Fri Jan 12 00:00:00 2007`, `--- Day changed Sat Jan 13 2007`; XChat:
  /// `**** BEGIN LOGGING AT …`; mIRC: `Session Start: …`, `Session Time: …`.
  private static func day(_ rest: UnsafeBufferPointer<UInt8>) -> Content? {
    guard let first = rest.first else { return nil }
    guard first == UInt8(ascii: "-") || first == UInt8(ascii: "*") || first == UInt8(ascii: "S")
    else { return nil }
    let heads: [StaticString] = [
      "--- Log opened ", "--- Day changed ", "--- Day changed to ", "--- Log closed ",
      "**** BEGIN LOGGING AT ", "**** ENDING LOGGING AT ", "Session Start: ", "Session Time: ",
      "Session Close: ", "-!- Day changed to ", "--\tDay changed to ",
    ]
    for head in heads {
      var scanner = ByteScanner(rest)
      guard scanner.take(head) else { continue }
      guard let found = IRCDay.parse(rest.slice(scanner.position..<rest.count)) else { return nil }
      return .day(found.date, found.time, rest)
    }
    return nil
  }

  // MARK: Parts

  /// What stands between the first byte and the closing one, if that can be a nick; a space (or
  /// the end) has to follow.
  private static func enclosed(_ rest: UnsafeBufferPointer<UInt8>, closing: UInt8)
    -> (nick: UnsafeBufferPointer<UInt8>, end: Int)?
  {
    var index = 1
    // A nick with user and host; the RFC's bound on a whole line is 512.
    let limit = min(rest.count, 512)
    while index < limit {
      let byte = rest[index]
      if byte == closing,
        index + 1 == rest.count || rest[index + 1] == 0x20 || rest[index + 1] == 0x09
      {
        let nick = Self.nick(rest.slice(1..<index))
        return nick.isEmpty ? nil : (nick, index + 1)
      }
      // A space may stand before a nick (irssi, for one without a mode) and, in public logs that
      // were cleaned up by a program, behind each `]`; nowhere else.
      if byte == 0x20, index > 1, rest[index - 1] != UInt8(ascii: "]") { return nil }
      if byte == 0x09 { return nil }
      index += 1
    }
    return nil
  }

  /// Without the mode's sign in front and `!user@host` or `:#channel` behind.
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

  /// What follows, without the one space that parts it.
  private static func text(_ rest: UnsafeBufferPointer<UInt8>, from start: Int)
    -> UnsafeBufferPointer<UInt8>
  {
    let isParted = start < rest.count && (rest[start] == 0x20 || rest[start] == 0x09)
    return rest.slice(min(start + (isParted ? 1 : 0), rest.count)..<rest.count)
  }
}
