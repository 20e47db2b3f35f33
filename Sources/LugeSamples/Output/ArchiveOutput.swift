import Foundation
import LugeArchive
import LugeCore
import Synchronization

/// Writes generated conversations into an archive directly, without an export file.
struct ArchiveOutput {
  let path: String
  let pictures: PictureSet
  /// Folder that the pictures' paths are relative to.
  let mediaRoot: String

  /// - Returns: the size of the archive in bytes, and the numbers of messages and events.
  func write(
    _ chats: [any MessageGenerating], progress: @escaping (Int) -> Void
  ) throws(GenerateError) -> (bytes: Int64, written: WrittenCount) {
    let owner = chats.first?.conversation.owner.name
    let importer = ArchiveImporter(into: path, options: ImportOptions(ownName: owner))
    importer.onProgress = { progress($0.messages) }
    let output = self
    let written = SumOfWritten()
    let part = ImportInput.Part(name: GeneratedKey.importName) { sink in
      for chat in chats { written.add(try output.feed(chat, into: sink)) }
    }
    let input = ImportInput(path: GeneratedKey.importName, parts: [part])
    do {
      _ = try importer.run(input)
    } catch {
      throw .archive(error)
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return ((attributes?[.size] as? NSNumber)?.int64Value ?? 0, written.sum)
  }

  private func feed(
    _ chat: some MessageGenerating, into sink: any ImportSink
  ) throws -> WrittenCount {
    let conversation = chat.conversation
    try sink.begin(
      ConversationRecord(
        key: GeneratedKey.conversation(conversation.id), name: conversation.name,
        kind: conversation.isGroup ? .group : .personal,
        ownAuthorKey: key(conversation.owner), mediaRoot: mediaRoot))
    var written = WrittenCount()
    for message in chat {
      try sink.add(record(message))
      if message.event == nil { written.messages += 1 } else { written.events += 1 }
    }
    return written
  }

  /// A sum that is protected by a lock, because the import reads on a thread of its own.
  private final class SumOfWritten: Sendable {
    private let count = Mutex(WrittenCount())
    func add(_ more: WrittenCount) { count.withLock { $0 = $0 + more } }
    var sum: WrittenCount { count.withLock { $0 } }
  }

  private func key(_ author: GeneratedAuthor) -> String { "user\(author.id)" }

  /// Returns a message's record for an archive.
  func record(_ message: GeneratedMessage) -> MessageRecord {
    let name = message.author.name
    var record = MessageRecord(
      sourceKey: "\(message.id)", author: AuthorRecord(key: key(message.author), name: name),
      time: Timestamp(seconds: message.time, certainty: .exact), text: message.text,
      replyTo: message.replyTo.map { ReplyRecord(sourceKey: "\($0)") },
      forwardedFrom: message.forwardedFrom,
      edited: message.edited.map { Timestamp(seconds: $0, certainty: .exact) },
      reactions: message.reactions.map { reaction in
        ReactionRecord(
          emoji: reaction.emoji, count: reaction.authors.count,
          authors: reaction.authors.map(\.name))
      },
      media: message.attachments.map(media))
    if let event = message.event {
      record.kind = .service(action: event.action)
      record.text = StyledText(event.sentence(actor: name))
    }
    return record
  }

  private func media(_ attachment: GeneratedMessage.Attachment) -> MediaRecord {
    switch attachment {
    case .picture(let choice):
      let picture = pictures.picture(for: choice)
      return MediaRecord(
        kind: .photo, path: picture?.path, mimeType: "image/png",
        size: picture.map { Int64($0.byteCount) }, width: picture?.size.width ?? 640,
        height: picture?.size.height ?? 480)
    case .animation(let number):
      return MediaRecord(
        kind: .animation, path: pictures.animationPath(number), mimeType: "image/gif")
    case .voice(let duration):
      return MediaRecord(kind: .voice, mimeType: "audio/ogg", duration: Double(duration))
    case .video(let duration):
      return MediaRecord(
        kind: .video, mimeType: "video/mp4", width: 1280, height: 720, duration: Double(duration))
    case .file(let name, let size):
      return MediaRecord(
        kind: .file, mimeType: GeneratedMessage.Attachment.mimeType(of: name), fileName: name,
        size: Int64(size))
    case .poll(let poll):
      let answers = poll.answers.map { PollNote.Answer($0.text, votes: $0.votes) }
      return MediaRecord(kind: .poll, note: PollNote(poll.question, answers).note)
    }
  }
}
