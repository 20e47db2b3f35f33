import LugeArchive
import LugeCore

/// Writes Telegram Desktop's machine-readable JSON: `result.json`, in the form for all chats of an
/// account, because only that form contains the exporting user.
final class TelegramWriter: MessageWriting {
  private let file: OutputFile
  private let json: JSONWriter
  private let pictures: PictureSet
  private let owner: GeneratedAuthor

  /// Telegram's text in place of a file that was omitted from an export.
  private static let notIncluded =
    "(File not included. Change data exporting settings to download.)"

  init(folder: String, pictures: PictureSet, owner: GeneratedAuthor) throws(GenerateError) {
    file = try OutputFile(folder + "/result.json")
    json = JSONWriter()
    self.pictures = pictures
    self.owner = owner
    json.beginObject()
    json.field("about", "Made up by Luge, in the form of a Telegram Desktop export.")
    json.key("personal_information")
    json.beginObject()
    json.field("user_id", owner.id)
    json.field("first_name", owner.name)
    json.field("last_name", "")
    json.endObject()
    json.key("chats")
    json.beginObject()
    json.field("about", "All of these people are inventions.")
    json.key("list")
    json.beginArray()
    try json.flush(to: file)
  }

  func begin(_ conversation: GeneratedConversation) throws(GenerateError) {
    json.beginObject()
    json.field("name", conversation.name)
    json.field("type", conversation.isGroup ? "private_supergroup" : "personal_chat")
    let other = conversation.members.last { $0 != conversation.owner }
    json.field("id", conversation.isGroup ? conversation.id : other?.id ?? conversation.id)
    json.key("messages")
    json.beginArray()
    try json.flush(to: file)
  }

  func write(_ message: GeneratedMessage) throws(GenerateError) -> WrittenCount {
    if let event = message.event {
      writeEvent(event, of: message)
      try json.flush(to: file)
      return WrittenCount(events: 1)
    } else {
      let isAlbum = message.attachments.count > 1
      writeMessage(message, attachment: message.attachments.first, number: 0)
      // Telegram has no lists of pictures: an album is several messages of the same second.
      if isAlbum {
        for (index, attachment) in message.attachments.enumerated().dropFirst() {
          writeMessage(message, attachment: attachment, number: index)
        }
      }
    }
    try json.flush(to: file)
    return WrittenCount(messages: max(1, message.attachments.count))
  }

  func end() throws(GenerateError) {
    json.endArray()
    json.endObject()
    try json.flush(to: file)
  }

  func finish() throws(GenerateError) -> Int64 {
    json.endArray()
    json.endObject()
    json.endObject()
    try json.flush(to: file)
    try file.finish()
    return file.bytesWritten
  }

  // MARK: - Messages

  private func writeHead(_ id: Int64, type: String, time: Int64) {
    json.beginObject()
    json.field("id", id)
    json.field("type", type)
    json.field("date", CivilTime(localSeconds: time).iso)
    json.field("date_unixtime", "\(time)")
  }

  private func writeMessage(
    _ message: GeneratedMessage, attachment: GeneratedMessage.Attachment?, number: Int
  ) {
    writeHead(message.id + Int64(number), type: "message", time: message.time)
    if let edited = message.edited, number == 0 {
      json.field("edited", CivilTime(localSeconds: edited).iso)
      json.field("edited_unixtime", "\(edited)")
    }
    json.field("from", message.author.name)
    json.field("from_id", "user\(message.author.id)")
    if let source = message.forwardedFrom { json.field("forwarded_from", source) }
    if let reply = message.replyTo, number == 0 { json.field("reply_to_message_id", reply) }
    if let attachment { write(attachment) }
    write(number == 0 ? message.text : StyledText(""))
    if number == 0, !message.reactions.isEmpty { write(message.reactions, time: message.time) }
    json.endObject()
  }

  private func writeEvent(_ event: ChatEvent, of message: GeneratedMessage) {
    writeHead(message.id, type: "service", time: message.time)
    json.field("actor", message.author.name)
    json.field("actor_id", "user\(message.author.id)")
    json.field("action", event.action)
    switch event {
    case .created(let title), .renamed(let title): json.field("title", title)
    case .joinedByLink: json.field("inviter", owner.name)
    case .pinned(let id): json.field("message_id", id)
    case .added: break
    }
    if let members = event.members {
      json.key("members")
      json.beginArray()
      for member in members { json.string(member.name) }
      json.endArray()
    }
    write(StyledText(""))
    json.endObject()
  }

  private func write(_ reactions: [GeneratedMessage.Reaction], time: Int64) {
    json.key("reactions")
    json.beginArray()
    for reaction in reactions {
      json.beginObject()
      json.field("type", "emoji")
      json.field("count", Int64(reaction.authors.count))
      json.field("emoji", reaction.emoji)
      json.key("recent")
      json.beginArray()
      for author in reaction.authors {
        json.beginObject()
        json.field("from", author.name)
        json.field("from_id", "user\(author.id)")
        json.field("date", CivilTime(localSeconds: time + 60).iso)
        json.endObject()
      }
      json.endArray()
      json.endObject()
    }
    json.endArray()
  }

  private func write(_ text: StyledText) { TelegramEntities.write(text, to: json) }

  // MARK: - Attachments

  private func write(_ attachment: GeneratedMessage.Attachment) {
    switch attachment {
    case .picture(let choice):
      let picture = pictures.picture(for: choice)
      json.field("photo", picture.flatMap(\.path) ?? Self.notIncluded)
      if let picture, picture.path != nil {
        json.field("photo_file_size", Int64(picture.byteCount))
      }
      json.field("width", Int64(picture?.size.width ?? 640))
      json.field("height", Int64(picture?.size.height ?? 480))
    case .animation(let number):
      writeFile(type: "animation", mimeType: "image/gif")
      json.field("file_name", PictureSet.animationName(number))
    case .voice(let duration):
      writeFile(type: "voice_message", mimeType: "audio/ogg")
      json.field("duration_seconds", Int64(duration))
    case .video(let duration):
      writeFile(type: "video_file", mimeType: "video/mp4")
      json.field("duration_seconds", Int64(duration))
      json.field("width", Int64(1280))
      json.field("height", Int64(720))
    case .file(let name, let size):
      json.field("file", Self.notIncluded)
      json.field("file_name", name)
      json.field("file_size", Int64(size))
      json.field("mime_type", GeneratedMessage.Attachment.mimeType(of: name))
    case .poll(let poll): write(poll)
    }
  }

  private func writeFile(type: String, mimeType: String) {
    json.field("file", Self.notIncluded)
    json.field("media_type", type)
    json.field("mime_type", mimeType)
  }

  private func write(_ poll: GeneratedMessage.Poll) {
    json.key("poll")
    json.beginObject()
    json.field("question", poll.question)
    json.key("closed")
    json.boolean(false)
    json.field("total_voters", Int64(poll.answers.reduce(0) { $0 + $1.votes }))
    json.key("answers")
    json.beginArray()
    for answer in poll.answers {
      json.beginObject()
      json.field("text", answer.text)
      json.field("voters", Int64(answer.votes))
      json.key("chosen")
      json.boolean(false)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}

extension ChatEvent {
  fileprivate var members: [GeneratedAuthor]? {
    if case .added(let members) = self { return members }
    return nil
  }
}
