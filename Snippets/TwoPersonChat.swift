// Two people chat, each in a window of their own: they answer, edit, react, delete, send files, and
// see each other type and read.
//
//     swift build --product luge-decode && swift run TwoPersonChat

// snippet.show
import Foundation
import LugeChat
import LugeCore
import LugeListKit
import LugeQt

/// The messages, and the windows that show them. A program with a server has its client here.
@MainActor
final class Conversation {
  struct Message {
    var id: ItemID
    var revision: UInt64 = 0
    var author: ChatAuthor
    var time = Int64(Date().timeIntervalSince1970)
    var text: String
    /// Media of the message, made once when it arrives, because their files are read for that.
    var media: [ChatMedia] = []
    var replyTo: ItemID?
    var isEdited = false
    /// People by the emoji that they reacted with.
    var reactions: [String: Set<Int64>] = [:]
  }

  private var messages: [Message] = []
  /// Identifier of the next message; never used twice, whatever is deleted.
  private var nextID: Int64 = 1
  private var people: [(author: ChatAuthor, chat: ChatView)] = []

  func join(_ author: ChatAuthor, in window: Window, options: ChatView.Options) throws {
    let chat = try ChatView([], in: window, options: options)
    people.append((author, chat))
    chat.composer.onEvent = { [weak self] in self?.take($0, from: author) }
    chat.composer.isVisible = true
    chat.messageActions.offers = { message in
      message.isOutgoing
        ? [.reply, .react, .copy, .select, .edit, .delete] : [.reply, .react, .copy, .select]
    }
    chat.messageActions.onEvent = { [weak self] in self?.take($0, from: author) }
    chat.onSeen = { [weak self] _ in self?.tellRead() }
    window.onActive = { [weak self] _ in self?.tellRead() }
    window.onClose = { [weak chat] in
      // Finish deletions that could still be undone, and store the draft.
      chat?.keepPlace()
      return true
    }
  }

  /// Handles what a person has written.
  private func take(_ event: ComposerEvent, from author: ChatAuthor) {
    switch event {
    case .send(let outgoing):
      messages.append(
        Message(
          id: ItemID(nextID), author: author, text: outgoing.text,
          media: outgoing.attachments.map { ChatMedia(file: $0.path) }, replyTo: outgoing.replyTo))
      for person in people { person.chat.facts.setState(.sent, of: ItemID(nextID)) }
      nextID += 1
    case .edit(let id, let text):
      change(id) {
        $0.text = text
        $0.isEdited = true
      }
    case .typing(let isTyping):
      for person in people where person.author != author {
        person.chat.typing = isTyping ? [author] : []
      }
      return
    }
    show()
  }

  /// Handles a person's actions on messages.
  private func take(_ event: MessageEvent, from author: ChatAuthor) {
    switch event {
    case .react(let id, let emoji):
      change(id) { message in
        if message.reactions[emoji, default: []].remove(author.id) == nil {
          message.reactions[emoji, default: []].insert(author.id)
        }
      }
    case .delete(let ids): messages.removeAll { ids.contains($0.id) }
    case .vote, .forward, .markUnread, .thread, .retry, .discard: break
    }
    show()
  }

  /// Reports messages as read that were in view while their reader's window was active.
  private func tellRead() {
    for (reader, view) in people where view.window.isActive {
      guard let seen = view.newestSeen else { continue }
      for (author, chat) in people where author != reader { chat.markRead(by: reader, upTo: seen) }
    }
  }

  private func change(_ id: ItemID, _ body: (inout Message) -> Void) {
    guard let place = messages.firstIndex(where: { $0.id == id }) else { return }
    body(&messages[place])
    messages[place].revision += 1
  }

  /// Passes the whole state to both lists, which find out what is new.
  private func show() {
    for (reader, chat) in people { chat.set(messages.map { message($0, seenBy: reader) }) }
  }

  private func message(_ message: Message, seenBy reader: ChatAuthor) -> ChatMessage {
    let answered = messages.first { $0.id == message.replyTo }
    var shown = ChatMessage(
      id: message.id, revision: Revision(message.revision), author: message.author,
      isOutgoing: message.author == reader, time: message.time,
      text: LinkDetector().linking(StyledText(message.text)),
      reply: answered.map {
        ReplyPreview(item: $0.id, authorName: $0.author.name, snippet: $0.text)
      },
      isEdited: message.isEdited, media: message.media,
      reactions: message.reactions.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }.map {
        ChatReaction(
          emoji: $0.key, count: $0.value.count, isOwn: $0.value.contains(reader.id))
      })
    shown.tracksState = shown.isOutgoing
    return shown
  }
}

let application = try Application(.init(name: "two-person-chat", displayName: "Two-person chat"))
let conversation = Conversation()
var windows: [Window] = []
for (number, name) in ["Anna", "Ben"].enumerated() {
  let window = Window(title: name)
  window.placement = Placement(
    x: number * 480, y: 0, width: 460, height: 640, isSideVisible: false)
  try conversation.join(
    ChatAuthor(id: Int64(number), name: name, colorIndex: number), in: window,
    options: ChatView.Options())
  window.show()
  windows.append(window)
}
exit(withExtendedLifetime((windows, conversation)) { application.run() })
