import FakeLive
import Foundation
import LugeApp
import LugeArchive
import LugeChat
import LugeCore
import LugeListKit
import LugeLive
import LugeQt

/// Shows a room in which the user begins a thread, others answer, and a message is marked as
/// unread.
@MainActor func threads(_ application: Application, _ arguments: [String]) throws -> Int32 {
  let server = FakeService()
  server.fill(30)
  return try runRooms(application, server, arguments) { viewer, reader in
    await ThreadTalk(viewer, server, reader).talk()
  }
}

@MainActor private final class ThreadTalk {
  private let viewer: ViewerController
  private let server: FakeService
  private let reader: RoomReader

  init(_ viewer: ViewerController, _ server: FakeService, _ reader: RoomReader) {
    self.viewer = viewer
    self.server = server
    self.reader = reader
  }

  /// Chooses an entry of a message's menu.
  ///
  /// - Returns: false if there is none.
  private func choose(_ title: String, of message: ItemID, in chat: ChatView) -> Bool {
    chat.actions(of: message)[title]?() != nil
  }

  private func sent() -> MessageContent? {
    server.state.withLock { state in
      guard let last = state.events.last, last.sender == server.user,
        case .message(let content) = last.kind
      else { return nil }
      return content
    }
  }

  private func answer(_ words: String) {
    server.add(.message(MessageContent(StyledText(words), thread: "$27")))
  }

  private func isApart(_ chat: ChatView) -> Bool {
    chat.messages.allSatisfy {
      $0.text.string.isEmpty || $0.text.string.hasPrefix("message ") || $0.isService
    }
  }

  func talk() async {
    guard let chat = await reader.room(when: { self.viewer.state.isAtEnd }),
      let root = chat.messages.first(where: { $0.text.string == "message 27" })?.id
    else { return say("no room") }
    // In a narrow window the room is behind the thread, and is drawn again when that is closed.
    func summary() -> ThreadSummary? {
      chat.messages.first { $0.id == root }?.attachments.first as? ThreadSummary
    }

    let isOffered = choose("Reply in Thread", of: root, in: chat)
    _ = await reader.until(10) { chat.thread != nil }
    guard let thread = chat.thread?.chat else { return say("no thread") }
    let begins = thread.messages.map(\.text.string) == ["message 27"]
    thread.composer.onEvent?(.send(OutgoingMessage(text: "inside")))
    let isSent = await reader.until(10) {
      self.sent().map { $0.thread == "$27" && $0.threadEnd == "$27" && $0.reply == nil } ?? false
    }
    let isTicked = await reader.until(10) {
      thread.messages.last.map { thread.facts[$0.id].state == .sent } ?? false
    }
    say(
      "begun offered=\(isOffered) begins=\(begins) sent=\(isSent) "
        + "ticked=\(isTicked) apart=\(isApart(chat))")

    answer("theirs")
    let isRead = await reader.until(10) { thread.messages.last?.text.string == "theirs" }
    // Within the thread, reactions belong to the thread's message only.
    let own = thread.messages.dropFirst().first?.id
    if let own { thread.messageActions.onEvent?(.react(own, emoji: "🎉")) }
    let isReacted = await reader.until(10) {
      thread.messages.dropFirst().first?.reactions.first?.emoji == "🎉"
    }
    say(
      "answered shown=\(isRead) reacted=\(isReacted) "
        + "apart=\(isApart(chat))")

    let seen = server.state.withLock { $0.threadsRead.count }
    chat.closeThread()
    server.state.withLock { $0.unreadInThreads = ["$27": 1] }
    answer("while it is closed")
    let isTold = await reader.until(10) {
      chat.list.area.lastToast?.contains("while it is closed") == true
    }
    let isThree = await reader.until(10) { summary()?.count == 3 }
    say("closed told=\(isTold) counted=\(isThree) apart=\(isApart(chat))")
    let hasMark = await reader.until(10) { summary()?.unread == 1 && reader.shows("1 unread") }
    await reader.rest(500)
    let isUnread =
      hasMark && summary()?.unread == 1
      && server.state.withLock { $0.threadsRead.count } == seen
    server.state.withLock { $0.unreadInThreads = nil }
    chat.messageActions.onEvent?(.thread(root))
    let isSeen = await reader.until(10) { summary()?.unread == 0 }
    let isServerTold = await reader.until(10) {
      server.state.withLock { $0.threadsRead.last }?.hasPrefix("$27 $") == true
    }
    say("unread kept=\(isUnread) seen=\(isSeen) told=\(isServerTold)")
    chat.closeThread()

    let twenty = chat.messages.first { $0.text.string == "message 20" }?.id
    let isMarked = twenty.map { choose("Mark Unread from Here", of: $0, in: chat) } ?? false
    let hasLine = await reader.until(10) {
      chat.messages.first(where: \.isFirstUnread)?.id == twenty
    }
    let isListed = await reader.until(10) {
      self.viewer.state.rooms.contains { $0.hasPrefix("Garden|") && $0.hasSuffix("|12") }
    }
    let isSaid = await reader.until(10) {
      self.server.state.withLock { $0.markedUnread } == [true]
    }
    say("marked offered=\(isMarked) line=\(hasLine) listed=\(isListed) said=\(isSaid)")
    if !isListed { say("rooms \(viewer.state.rooms)") }
  }
}
