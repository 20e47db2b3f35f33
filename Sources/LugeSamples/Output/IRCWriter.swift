import LugeCore

/// Writes channel logs in irssi's format: a file per conversation, times without days, and a line
/// for each new day.
final class IRCWriter: MessageWriting {
  private let folder: String
  private var file: OutputFile?
  private var day: Int64?
  private var channel = ""
  private var bytes: Int64 = 0

  init(folder: String) { self.folder = folder }

  func begin(_ conversation: GeneratedConversation) throws(GenerateError) {
    channel = "#" + FileNames.slug(conversation.name)
    file = try OutputFile("\(folder)/\(channel).log")
    day = nil
  }

  func write(_ message: GeneratedMessage) throws(GenerateError) -> WrittenCount {
    guard let file else { return WrittenCount() }
    let time = CivilTime(localSeconds: message.time)
    var written = WrittenCount(events: try beginDay(of: message.time, time, in: file) ? 1 : 0)
    let nick = Self.nick(message.author)
    if let event = message.event {
      try file.append("\(time.clock) -!- \(sentence(event, nick: nick))\n")
      written.events += 1
      return written
    }
    let body = (message.attachments.map(\.words) + [message.text.string])
      .filter { !$0.isEmpty }.joined(separator: " ")
    // A line of IRC has no line breaks: every line of a text is a message.
    for line in body.split(separator: "\n") {
      try file.append("\(time.clock) <\(nick)> \(line)\n")
      written.messages += 1
    }
    return written
  }

  func end() throws(GenerateError) {
    try file?.finish()
    bytes += file?.bytesWritten ?? 0
    file = nil
  }

  func finish() throws(GenerateError) -> Int64 { bytes }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// - Returns: whether another day was begun, with a line.
  private func beginDay(
    of seconds: Int64, _ time: CivilTime, in file: OutputFile
  ) throws(GenerateError) -> Bool {
    let number = seconds / 86_400
    guard number != day else { return false }
    let date =
      "\(Self.weekdays[time.date.weekday]) \(Self.months[time.date.month - 1]) \(time.date.day.twoDigits)"
    if day == nil {
      try file.append(
        "--- Log opened \(date) \(time.clockWithSeconds) \(time.date.year)\n")
    } else {
      try file.append("--- Day changed \(date) \(time.date.year)\n")
    }
    day = number
    return true
  }

  private func sentence(_ event: ChatEvent, nick: String) -> String {
    switch event {
    case .created(let title), .renamed(let title):
      "\(nick) changed the topic of \(channel) to: \(title)"
    case .added, .joinedByLink: "\(nick) [\(nick)@example.org] has joined \(channel)"
    case .pinned: "mode/\(channel) [+v \(nick)] by \(nick)"
    }
  }

  private static func nick(_ author: GeneratedAuthor) -> String {
    author.name.lowercased().filter { !$0.isWhitespace }
  }
}
