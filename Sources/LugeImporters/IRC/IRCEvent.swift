import LugeArchive

/// Event of a log, recognised by the sentence that describes it.
enum IRCEvent {
  private static let phrases: [(StaticString, action: String)] = [
    ("has joined", "join"), ("Joins:", "join"), ("has left this server", "quit"),
    ("has left", "part"), ("Parts:", "part"),
    ("has quit", "quit"), ("Quits:", "quit"), ("is now known as", "nick"),
    ("are now known as", "nick"), ("has changed the topic", "topic"),
    ("has changed topic", "topic"), ("changes topic", "topic"),
    ("changed the topic", "topic"), ("Topic for", "topic"), ("Topic ", "topic"),
    ("Topic:", "topic"), ("sets mode", "mode"), ("set mode", "mode"), ("mode/", "mode"),
    ("Mode ", "mode"), ("mode change", "mode"), ("gives channel", "mode"),
    ("removes channel", "mode"), ("was kicked", "kick"), ("has kicked", "kick"),
    ("joined", "join"), ("Joined ", "join"), ("entered the room", "join"),
    ("kicked from ", "kick"), ("left irc", "quit"), ("left IRC", "quit"),
    ("left this server", "quit"), ("left the room (quit", "quit"), ("left ", "part"),
    ("Nick change:", "nick"), ("The topic for", "topic"),
    ("set the topic", "topic"), ("quit ", "quit"), ("Quit ", "quit"),
    ("→ ", "nick"),
    ("Now talking", "join"), ("You have joined", "join"), ("Rejoined", "join"),
    ("You have left", "part"), ("You left", "part"),
    ("You were kicked", "kick"),
    ("You have been kicked", "kick"), ("You are now known as", "nick"),
    ("Disconnected", "connection"), ("Connected", "connection"), ("Netsplit", "netsplit"),
    ("Netjoin", "netjoin"), ("Log opened", "log"),
    ("Log closed", "log"), ("Day changed", "log"),
  ]

  /// Whether the text after a star and a nick is an event; otherwise it is an action of the nick.
  static func isEvent(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let events: [StaticString] = [
      "has joined", "has left", "has quit", "is now known as", "has changed the topic",
      "sets mode", "was kicked by", "has kicked ", "gives channel", "removes channel",
      "changed the topic", "→ ",
    ]
    var rest = text.trimmed()
    var isAfterMask = false
    while true {
      if events.contains(where: { ByteScanner(rest).starts(with: $0) }) { return true }
      if isAfterMask, isHappening(rest, afterMask: true) { return true }
      // HexChat: `* nick (~user@host) has joined`.
      guard rest.first == UInt8(ascii: "(") || rest.first == UInt8(ascii: "["),
        let close = rest.firstIndex(where: { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "]") }),
        rest.slice(0..<close).contains(UInt8(ascii: "@")), close + 1 < rest.count
      else { return false }
      rest = rest.slice(close + 1..<rest.count).trimmed()
      isAfterMask = true
    }
  }

  /// Whether a text right after the nick describes an event: someone joined, left or changed. After
  /// `user@host` shorter words suffice, because nobody writes that before a message.
  private static func isHappening(_ text: UnsafeBufferPointer<UInt8>, afterMask: Bool) -> Bool {
    let text = text.trimmed()
    let whole: [StaticString] = [
      "is now known as ", "are now known as ", "entered the room", "left the room", "has joined",
      "has left", "has quit", "sets mode", "set mode", "joined the channel", "left the channel",
      "left IRC", "changed the topic", "set the topic", "kicked from ",
    ]
    let short: [StaticString] = ["joined", "left", "quit", "Quit", "Joined", "Left"]
    if whole.contains(where: { ByteScanner(text).starts(with: $0) }) { return true }
    return afterMask && short.contains { ByteScanner(text).starts(with: $0) }
  }

  /// Whether a sentence without a sign before it describes an event: `ann (a@x.org) joined #x.`,
  /// `ann entered the room.`, `Nick change: ann -> eve`, `#x: mode change '+o ann' by bob!b@x.org`.
  static func isUnmarked(_ sentence: UnsafeBufferPointer<UInt8>) -> Bool {
    let heads: [StaticString] = [
      "Nick change: ", "Topic changed on ", "The topic for ", "Topic: ", "Mode: ", "Joins: ",
      "Parts: ", "Quits: ", "Disconnected", "Connected to ",
    ]
    if heads.contains(where: { ByteScanner(sentence).starts(with: $0) }) { return true }
    guard let space = sentence.firstIndex(of: 0x20), space > 0, space + 1 < sentence.count else {
      return false
    }
    let rest = sentence.slice(space + 1..<sentence.count)
    if sentence[space - 1] == UInt8(ascii: ":") {
      return sentence[0] == UInt8(ascii: "#") && ByteScanner(rest).starts(with: "mode change ")
    }
    return isEvent(rest) || isHappening(rest, afterMask: false)
  }

  /// Whether a sentence is a client's status line (`* Now talking in #a`) rather than an action (`*
  /// ann waves`): no nick is "Now" or "You".
  static func isNotice(_ sentence: UnsafeBufferPointer<UInt8>) -> Bool {
    let beginnings: [StaticString] = [
      "Now talking ", "You have left", "You left", "You have joined", "You are now known as",
      "You have been kicked", "You were kicked", "You've been ", "Rejoined channel",
      "Attempting to rejoin", "Topic for #", "Topic on #", "Topic is ", "Set by ",
      "Disconnected", "Connecting to ", "Connected", "Looking up ", "Retrieving ",
      "Users on #", "Channel #", "Joins: ", "Parts: ", "Quits: ", "Loaded log from",
      "Ending logging", "Beginning logging",
      "Channel mode is ", "Nick change: ",
    ]
    return beginnings.contains { ByteScanner(sentence).starts(with: $0) }
  }

  /// Returns a name for the event: `join`, `part`, `quit`, `nick`, `mode`, `topic`, `kick`, … or
  /// `event`.
  ///
  /// - Complexity: O(bytes); reads the first 400.
  static func action(_ sentence: UnsafeBufferPointer<UInt8>) -> String {
    let head = sentence.slice(0..<min(sentence.count, 400))
    var index = 0
    while index < head.count {
      // Phrases begin at words.
      if index == 0 || head[index - 1] == 0x20 {
        let scanner = ByteScanner(head, from: index)
        for phrase in phrases where scanner.peek() == phrase.0.utf8Start[0] {
          if scanner.starts(with: phrase.0) { return phrase.action }
        }
      }
      index += 1
    }
    return "event"
  }
}
