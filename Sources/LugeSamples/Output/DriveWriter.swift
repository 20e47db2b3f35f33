import LugeArchive

/// Writes the JSON array with which programs are measured: `messageId`, `direction`, `message`,
/// `mediaItems`, `author`, `date`.
final class DriveWriter: MessageWriting {
  private let file: OutputFile
  private let json: JSONWriter
  private let pictures: PictureSet

  init(path: String, pictures: PictureSet) throws(GenerateError) {
    file = try OutputFile(path)
    json = JSONWriter()
    self.pictures = pictures
  }

  func begin(_ conversation: GeneratedConversation) throws(GenerateError) { json.beginArray() }

  func write(_ message: GeneratedMessage) throws(GenerateError) -> WrittenCount {
    json.beginObject()
    json.field("messageId", message.id)
    json.field("direction", message.isOutgoing ? "out" : "in")
    let items = message.attachments.compactMap(fileName)
    let text = words(message, hasFiles: !items.isEmpty)
    if !text.isEmpty { json.field("message", text) }
    if !items.isEmpty {
      json.key("mediaItems")
      json.beginArray()
      for item in items { json.string(item) }
      json.endArray()
    }
    json.field("author", message.author.name)
    json.field("date", message.time)
    json.endObject()
    try json.flush(to: file)
    return WrittenCount(messages: 1)
  }

  func end() throws(GenerateError) {
    json.endArray()
    try json.flush(to: file)
  }

  func finish() throws(GenerateError) -> Int64 {
    try file.finish()
    return file.bytesWritten
  }

  private func fileName(_ attachment: GeneratedMessage.Attachment) -> String? {
    switch attachment {
    case .picture(let choice): pictures.picture(for: choice)?.path
    case .animation(let number): pictures.animationPath(number)
    default: nil
    }
  }

  /// Returns a message's text, which is never empty: what has no file here is described in words.
  private func words(_ message: GeneratedMessage, hasFiles: Bool) -> String {
    if let event = message.event { return event.sentence(actor: message.author.name) }
    guard !hasFiles, !message.attachments.isEmpty else { return message.text.string }
    let parts = message.attachments.map(\.words) + [message.text.string]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
