import LugeArchive
import LugeCore
import LugeImporters
import LugeListKit
import LugeLive

/// Conversion of what the user writes in a room to content for the server, and back. A value
/// without account and composer, so that it can be tested by itself.
struct RoomWriting {
  /// A message for the server, without its file, and as the composer takes it back.
  struct Part: Sendable {
    var content: MessageContent
    var message: OutgoingMessage
  }

  private static let action = "/me "

  /// The room's loaded messages: they can be answered, and "@" can mean their authors.
  private let room: [LiveMessage]
  private let thread: RoomThread

  init(room: [LiveMessage], thread: RoomThread) {
    self.room = room
    self.thread = thread
  }

  /// Returns the command, such as "/topic", that a text begins with, if Luge does not have it.
  static func unknownCommand(_ message: OutgoingMessage) -> String? {
    guard message.attachments.isEmpty, message.text.hasPrefix("/") else { return nil }
    let name = message.text.dropFirst().prefix { !$0.isWhitespace }
    guard !name.isEmpty, name != "me", name.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return nil
    }
    return Clipping.prefix("/\(name)", bytes: 40)
  }

  /// Returns what a message is sent as: with several files it becomes several, and its text is the
  /// first one's caption.
  ///
  /// - Parameter event: event id of the thread's first message, if it was written in a thread;
  ///   otherwise nil.
  func parts(of message: OutgoingMessage, in event: String?) -> [Part] {
    guard !message.attachments.isEmpty else { return [part(message, event)] }
    return message.attachments.enumerated().map { index, file in
      var one = index == 0 ? message : OutgoingMessage(text: "")
      one.attachments = [file]
      return part(one, event)
    }
  }

  private func part(_ message: OutgoingMessage, _ event: String?) -> Part {
    var content = content(of: message.text, isCaption: !message.attachments.isEmpty)
    if let id = message.replyTo, let answered = (room + thread.items).first(where: { $0.id == id })
    {
      content.reply = answered.event
      if !answered.isOwn { content.answeredPerson = answered.sender }
    }
    content.thread = event
    // For clients without threads it also answers the thread's last message on the server.
    if let event, event == thread.event { content.threadEnd = thread.lastEvent }
    return Part(content: content, message: message)
  }

  /// Returns a message's content with other words, and its file.
  func edited(_ item: LiveMessage, to text: String) -> MessageContent {
    let media = item.stored.media.first.flatMap {
      $0.path.map(LivePictures.isOwn) == true ? $0 : nil
    }
    var content = content(of: text, isCaption: media != nil, inPlaceOf: Self.written(item))
    content.media = media
    return content
  }

  /// Returns a message's words as they were typed.
  static func typed(_ item: LiveMessage) -> String { typed(written(item)) }

  static func typed(_ written: MessageContent) -> String {
    let words = TypedMarkup.source(of: written.text, typed: written.typed)
    return written.isAction ? action + words : words
  }

  private static func written(_ item: LiveMessage) -> MessageContent {
    item.written ?? MessageContent(item.stored.text)
  }

  /// - Parameters:
  ///   - isCaption: whether the text goes with a file, where "/me" has no meaning.
  ///   - former: what it replaces.
  private func content(
    of text: String, isCaption: Bool, inPlaceOf former: MessageContent? = nil
  ) -> MessageContent {
    let isAction = !isCaption && text.hasPrefix(Self.action)
    let typed = isAction ? String(text.dropFirst(Self.action.count)) : text
    let words =
      former.map { TypedMarkup.edited(typed, from: $0.text, typed: $0.typed) }
      ?? TypedMarkup.styled(typed)
    var content = MessageContent(naming(words), isAction: isAction)
    if content.text != StyledText(typed) { content.typed = typed }
    return content
  }

  /// Makes "@" and the name of somebody who wrote in the room or the thread mean that person.
  private func naming(_ text: StyledText) -> StyledText {
    guard text.string.contains("@") else { return text }
    let authors = (room + thread.items).lazy.filter { !$0.isOwn }.map {
      (name: $0.stored.author?.name ?? $0.sender, id: $0.sender)
    }
    return MentionFinder(authors).naming(text)
  }
}
