import LugeArchive

/// Where a reader of conversations was before a jump.
struct ChatVisit: Sendable {
  var conversation: ConversationID
  var place: OpeningPlace
}

/// The way back after a quote, a date, the first new message or an end was gone to, several deep
/// and from one conversation to another.
extension ViewerController {
  var canGoBack: Bool {
    media != nil || statistics != nil
      ? true : chat == nil ? !visits.back.isEmpty : !jumps.back.isEmpty
  }
  var canGoForward: Bool { chat == nil ? !visits.forward.isEmpty : !jumps.forward.isEmpty }

  /// Before a jump: keeps where the reader is. Nothing is kept of a list that shows nothing yet.
  func leavePlace() {
    guard let visit = chat?.visit else { return }
    jumps.leave(visit)
    menus?.update()
  }

  func goBackInChat() -> Bool {
    guard let chat, let visit = jumps.back.last else { return false }
    if let left = chat.visit { jumps.goBack(from: left) }
    show(visit)
    return true
  }

  func goForwardInChat() -> Bool {
    guard let chat, let visit = jumps.forward.last else { return false }
    if let left = chat.visit { jumps.goForward(from: left) }
    show(visit)
    return true
  }

  private func show(_ visit: ChatVisit) {
    defer { menus?.update() }
    if let chat, chat.conversation.id == visit.conversation {
      chat.goBack(to: visit.place)
    } else if case .open(let opened) = content,
      let conversation = opened.conversations.first(where: { $0.id == visit.conversation })
    {
      show(conversation, of: opened)
      chat?.goBack(to: visit.place)
    }
  }
}

extension ChatPane {
  var visit: ChatVisit? {
    openingPlace.map { ChatVisit(conversation: conversation.id, place: $0) }
  }

  /// To a place that was left; one without a line is the end.
  func goBack(to place: OpeningPlace) {
    guard let saved = place.place, let position = place.position else {
      return surface.scrollToEnd()
    }
    surface.restore(saved, at: position)
  }
}
