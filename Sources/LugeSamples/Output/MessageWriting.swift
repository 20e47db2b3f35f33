/// Numbers of generated messages as a reader of the file counts them: an album is several messages
/// in some formats, and each line of a text is one in others.
struct WrittenCount {
  var messages = 0
  /// Number of events such as joining or renaming, and of days that a log announces.
  var events = 0

  static func + (a: WrittenCount, b: WrittenCount) -> WrittenCount {
    WrittenCount(messages: a.messages + b.messages, events: a.events + b.events)
  }
}

/// Writes conversations in some format, one message at a time.
protocol MessageWriting: AnyObject {
  func begin(_ conversation: GeneratedConversation) throws(GenerateError)
  func write(_ message: GeneratedMessage) throws(GenerateError) -> WrittenCount
  func end() throws(GenerateError)
  /// Ends the output after all conversations were written.
  /// - Returns: bytes of text, without pictures.
  func finish() throws(GenerateError) -> Int64
}

extension ChatEvent {
  /// Returns the sentence of an event, for formats that have one.
  func sentence(actor: String) -> String {
    switch self {
    case .created(let title): "\(actor) created the group “\(title)”"
    case .renamed(let title): "\(actor) changed the group name to “\(title)”"
    case .added(let members): "\(actor) added \(members.map(\.name).joined(separator: ", "))"
    case .joinedByLink: "\(actor) joined by an invite link"
    case .pinned: "\(actor) pinned a message"
    }
  }

  /// Telegram's name for the event.
  var action: String {
    switch self {
    case .created: "create_group"
    case .renamed: "edit_group_title"
    case .added: "invite_members"
    case .joinedByLink: "join_group_by_link"
    case .pinned: "pin_message"
    }
  }
}

extension GeneratedMessage.Attachment {
  /// Description for formats with text only.
  var words: String {
    switch self {
    case .picture: "[photo]"
    case .animation: "[animation]"
    case .voice(let duration): "[voice message, \(duration) s]"
    case .video(let duration): "[video, \(duration) s]"
    case .file(let name, _): "[file: \(name)]"
    case .poll(let poll):
      "[poll: \(poll.question) \(poll.answers.map(\.text).joined(separator: " / "))]"
    }
  }

  static func mimeType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "pdf": "application/pdf"
    case "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    default: "application/octet-stream"
    }
  }
}
