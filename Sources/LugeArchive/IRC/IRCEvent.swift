/// What happened, by the sentence a log says it in.
enum IRCEvent {
  private static let phrases: [(StaticString, action: String)] = [
    ("has joined", "join"), ("Joins:", "join"), ("has left", "part"), ("Parts:", "part"),
    ("has quit", "quit"), ("Quits:", "quit"), ("is now known as", "nick"),
    ("are now known as", "nick"), ("has changed the topic", "topic"), ("changes topic", "topic"),
    ("changed the topic", "topic"), ("Topic for", "topic"), ("Topic ", "topic"),
    ("Topic:", "topic"), ("sets mode", "mode"), ("set mode", "mode"), ("mode/", "mode"),
    ("Mode ", "mode"), ("mode change", "mode"), ("gives channel", "mode"),
    ("removes channel", "mode"), ("was kicked", "kick"), ("has kicked", "kick"),
    ("Disconnected", "connection"), ("Connected", "connection"), ("Netsplit", "netsplit"),
    ("Netjoin", "netjoin"), ("Now talking", "join"), ("Log opened", "log"),
    ("Log closed", "log"), ("Day changed", "log"),
  ]

  /// Whether what follows a nick behind a star says that something happened; otherwise it is what
  /// the nick does.
  static func isEvent(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = text.trimmed()
    let events: [StaticString] = [
      "has joined", "has left", "has quit", "is now known as", "has changed the topic",
      "sets mode", "was kicked by", "has kicked ", "gives channel", "removes channel",
      "changed the topic",
    ]
    if events.contains(where: { ByteScanner(text).starts(with: $0) }) { return true }
    // HexChat: `* nick (~user@host) has joined`.
    guard text.first == UInt8(ascii: "(") || text.first == UInt8(ascii: "["),
      let close = text.firstIndex(where: { $0 == UInt8(ascii: ")") || $0 == UInt8(ascii: "]") }),
      text.slice(0..<close).contains(UInt8(ascii: "@")), close + 1 < text.count
    else { return false }
    return isEvent(text.slice(close + 1..<text.count))
  }

  /// The source's name for it: `join`, `part`, `quit`, `nick`, `mode`, `topic`, `kick`, … or `event`.
  ///
  /// - Complexity: O(bytes); looks at the first 400.
  static func action(_ sentence: UnsafeBufferPointer<UInt8>) -> String {
    let head = sentence.slice(0..<min(sentence.count, 400))
    var index = 0
    while index < head.count {
      // Phrases begin words.
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
