import Foundation
import LugeChat
import LugeCore
import LugeListKit
import LugeQt

// A small complete chat between windows or programs on one machine, without a server: all that open
// the same folder are in the same conversation.
//
//   scripts/run chat [--name Anna] [--room DIR] [--dark] [--quiet] [--fetch]
//
// Rooms beside DIR are where messages can be forwarded to.

struct Arguments {
  static let usage = """
    A small complete chat: whoever opens the same folder is in the same conversation.

      --name NAME   who you are (You)
      --room DIR    the conversation's folder, made if there is none; without it two peers answer
      --dark        dark, whatever the desktop says
      --quiet       the two peers stay silent
      --fetch       pictures and pages of the network are fetched by themselves, not when asked
    """

  var name = "You"
  var room: String?
  var isDark = false
  var isQuiet = false
  var fetches = false

  init(_ words: [String]) {
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      switch word {
      case "--name": name = rest.popFirst() ?? name
      case "--room": room = rest.popFirst()
      case "--dark": isDark = true
      case "--quiet": isQuiet = true
      case "--fetch": fetches = true
      case "--help", "-h":
        print(Self.usage)
        exit(0)
      default:
        print("chat: no option \(word)\n\n\(Self.usage)")
        exit(64)
      }
    }
  }
}

@MainActor
func runChat(_ arguments: Arguments) throws -> Int32 {
  let folder: String
  if let room = arguments.room {
    folder = room
  } else {
    folder = NSTemporaryDirectory() + "luge-chat-\(getpid())"
    try Script.write(into: folder, me: arguments.name)
  }
  defer { if arguments.room == nil { try? FileManager.default.removeItem(atPath: folder) } }
  let room = try Room(folder: folder, me: arguments.name, hasOthers: arguments.room != nil)
  let title = arguments.room == nil ? "Anna, Ben and you" : "\(arguments.name) – chat"

  var options = ChatView.Options()
  options.style.avatar.isButton = true
  if arguments.fetches { options.network = .always }
  options.composer.drafts = DraftFolder(path: folder + "/drafts-\(arguments.name)")
  options.composer.recentEmoji = RecentEmoji(path: "\(UserFolders.config())/luge-chat/emoji.json")
  options.composer.spelling = SpellChecker(
    ownWords: "\(UserFolders.config())/luge-chat/words.txt")
  let peers = arguments.room == nil && !arguments.isQuiet ? try Peers(folder: folder) : nil
  return try ChatApplication.run(
    .init(name: "luge-chat", displayName: title), [], options: options,
    scheme: arguments.isDark ? .dark : nil
  ) { chat in
    let name = arguments.room.map { URL(fileURLWithPath: $0).lastPathComponent }
    bind(chat, to: room, titled: name ?? title)
    chat.window.setMenuBarWanted(false)
    room.open()
    peers?.talk()
  }
}

/// Connects a chat view with a room: the user's actions go to the room, the room's events to the
/// list.
@MainActor
func bind(_ chat: ChatView, to room: Room, titled title: String) {
  let composer = chat.composer
  composer.onEvent = { [weak composer] event in
    switch event {
    case .send(let message): room.send(message)
    case .edit(let item, let text):
      room.edit(item, to: text) { composer?.putBack(text, of: $0) }
    case .typing(let isTyping): room.setTyping(isTyping)
    }
  }
  let actions = chat.messageActions
  // All participants work at this computer, so recordings may be analysed without asking.
  chat.playback.listensUnasked = true
  actions.leavesMark = true
  actions.offers = { message in
    var offers: MessageOffers = [.reply, .react, .forward, .copy, .select, .thread, .markUnread]
    if message.isOutgoing { offers.insert(.delete) }
    // A forwarded message has the words of whoever wrote it.
    if message.isOutgoing, message.forwardedFrom == nil { offers.insert(.edit) }
    return offers
  }
  actions.onEvent = { event in
    switch event {
    case .react(let item, let emoji): room.react(item, with: emoji)
    case .delete(let items): items.forEach(room.delete)
    case .forward(let items): forward(items, of: chat, in: room)
    case .retry(let item): room.retry(item)
    case .discard(let item): room.discard(item)
    case .thread(let item): openThread(item, of: chat, in: room)
    case .markUnread(let item): room.markUnread(from: item)
    // This room has no polls.
    case .vote: break
    }
  }
  chat.show(room.header(orElse: title))
  composer.conversation = "room"
  composer.isVisible = true
  composer.focus()
  room.onChange = { [weak chat] in
    guard let chat else { return }
    // Only now it is known whether there are messages.
    chat.emptyNotice = chat.appearance.strings.noMessages
    room.tell(chat.facts)
    chat.show(room.header(orElse: title))
    chat.typing = room.typing.map(room.author)
    chat.firstTime = room.firstTime
    chat.messageCount = room.messageCount
    chat.set(room.messages())
    if let thread = chat.thread {
      room.tell(thread.chat.facts)
      thread.chat.set(room.messages(thread: thread.root))
    }
  }
  chat.loadOlder = { [weak room] _ in try await room?.older() ?? [] }
  // A click on an avatar mentions the person.
  chat.onAuthor = { [weak composer] in composer?.insert("@\($0.name) ") }
  chat.onSeen = { [weak room] in room?.saw($0) }
  chat.window.onClose = { [weak room] in
    room?.leave()
    return true
  }
  room.setWatched(chat.window.isActive)
  chat.window.onActive = { [weak room] in room?.setWatched($0) }
  room.onProblem = { [weak chat] in chat?.window.main.toast($0) }
}

/// Asks for the conversation that the messages are forwarded to: another one, or this one.
@MainActor
func forward(_ items: [ItemID], of chat: ChatView, in room: Room) {
  Task { @MainActor in
    let places = await room.others().map { other in
      (
        title: other.lastPathComponent,
        run: { @MainActor in
          _ = Task { @MainActor in
            guard await room.forward(items, to: other) else { return }
            chat.messageActions.noteForwarded(to: other.lastPathComponent)
          }
        }
      )
    }
    chat.messageActions.askWhereToForward(places) { items.forEach(room.forward) }
  }
}

/// Opens the answers to one message, beside the conversation.
@MainActor
func openThread(_ root: ItemID, of chat: ChatView, in room: Room) {
  guard
    let thread = try? chat.openThread(
      of: root, title: room.title(ofThread: root), room.messages(thread: root))
  else { return }
  room.tell(thread.facts)
  thread.composer.onEvent = { event in
    switch event {
    case .send(let message): room.send(message, thread: root)
    case .edit(let item, let text):
      room.edit(item, to: text) { [weak composer = thread.composer] in
        composer?.putBack(text, of: $0)
      }
    case .typing(let isTyping): room.setTyping(isTyping)
    }
  }
  thread.composer.conversation = "thread \(root.rawValue)"
  thread.composer.isVisible = true
  thread.composer.focus()
  thread.messageActions.leavesMark = true
  thread.messageActions.offers = { message in
    message.isOutgoing ? [.reply, .react, .copy, .edit, .delete] : [.reply, .react, .copy]
  }
  thread.messageActions.onEvent = { [weak chat] in chat?.messageActions.onEvent?($0) }
}

do {
  exit(try runChat(Arguments(CommandLine.arguments)))
} catch {
  print("chat: \(error)")
  exit(1)
}
