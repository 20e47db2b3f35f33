import LugeCore

/// Writes the text export of WhatsApp on Android (in British English: days first, no seconds), a
/// file per conversation, with pictures beside it.
///
/// The format has neither replies nor reactions; styles are written as WhatsApp's delimiters.
final class WhatsAppWriter: MessageWriting {
  private let folder: String
  private let pictures: PictureSet
  private var file: OutputFile?
  private var bytes: Int64 = 0

  /// Mark that WhatsApp puts before its own texts, as opposed to the author's.
  private static let mark = "\u{200E}"

  init(folder: String, pictures: PictureSet) {
    self.folder = folder
    self.pictures = pictures
  }

  func begin(_ conversation: GeneratedConversation) throws(GenerateError) {
    let name = FileNames.plain(conversation.name)
    file = try OutputFile("\(folder)/WhatsApp Chat with \(name).txt")
  }

  func write(_ message: GeneratedMessage) throws(GenerateError) -> WrittenCount {
    guard let file else { return WrittenCount() }
    let time = CivilTime(localSeconds: message.time)
    let head =
      "\(time.date.day.twoDigits)/\(time.date.month.twoDigits)/\(time.date.year), \(time.clock) - "
    if let event = message.event {
      try file.append("\(head)\(Self.mark)\(event.sentence(actor: message.author.name))\n")
      return WrittenCount(events: 1)
    }
    let edited = message.edited == nil ? "" : " <This message was edited>"
    let text = Self.marked(message.text)
    for (index, attachment) in message.attachments.enumerated() {
      let caption = index == 0 && !text.isEmpty ? "\n\(text)\(edited)" : ""
      try file.append("\(head)\(message.author.name): \(body(of: attachment))\(caption)\n")
    }
    if message.attachments.isEmpty {
      try file.append("\(head)\(message.author.name): \(text)\(edited)\n")
    }
    return WrittenCount(messages: max(1, message.attachments.count))
  }

  func end() throws(GenerateError) {
    try file?.finish()
    bytes += file?.bytesWritten ?? 0
    file = nil
  }

  func finish() throws(GenerateError) -> Int64 { bytes }

  private func body(of attachment: GeneratedMessage.Attachment) -> String {
    switch attachment {
    case .picture(let choice):
      guard let path = pictures.picture(for: choice)?.path else { return "<Media omitted>" }
      return "\(Self.mark)\(path) (file attached)"
    case .poll(let poll):
      let options = poll.answers.map { answer in
        "OPTION: \(answer.text) (\(answer.votes) vote\(answer.votes == 1 ? "" : "s"))"
      }
      return (["POLL:", poll.question] + options).joined(separator: "\n")
    case .animation, .voice, .video, .file: return "<Media omitted>"
    }
  }

  // MARK: - Marks

  /// - Complexity: O(bytes).
  private static func marked(_ text: StyledText) -> String {
    guard !text.spans.isEmpty else { return text.string }
    let bytes = Array(text.string.utf8)
    var result: [UInt8] = []
    var position = 0
    for span in text.spans where span.range.lowerBound >= position {
      result += bytes[position..<span.range.lowerBound]
      let (before, after) = marks(for: span.attribute, shown: bytes[span.range])
      result += before.utf8
      result += bytes[span.range]
      result += after.utf8
      position = span.range.upperBound
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }

  private static func marks(
    for attribute: StyledText.Attribute, shown: ArraySlice<UInt8>
  ) -> (before: String, after: String) {
    switch attribute {
    case .bold: ("*", "*")
    case .italic: ("_", "_")
    case .strike: ("~", "~")
    case .code: ("`", "`")
    case .preformatted: ("```", "```")
    // Mentioned names are enclosed in invisible isolate characters.
    case .mention: ("@\u{2068}", "\u{2069}")
    case .link(let target) where !shown.elementsEqual(target.utf8): ("", " (\(target))")
    default: ("", "")
    }
  }
}

/// File names made from other texts.
enum FileNames {
  /// Returns a name without the characters that are not allowed in file names.
  static func plain(_ name: String) -> String {
    String(name.map { $0 == "/" || $0 == "\0" ? "-" : $0 })
  }

  /// Returns a name's letters and digits in lower case, joined by hyphens.
  static func slug(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}
