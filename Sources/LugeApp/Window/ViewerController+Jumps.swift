import LugeArchive

/// Where a reader of conversations was before a jump.
enum ChatVisit: Sendable {
  case messages(ConversationID, OpeningPlace)
  case statistics(StatisticsVisit)
}

/// A page of statistics and where it was left: coming back counts nothing anew.
struct StatisticsVisit: Sendable {
  var page: StatisticsPage
  var isOne: Bool
  var conversation: ConversationSummary
  var place: OpeningPlace
}

/// The way back after a quote, a date, the first new message or an end was gone to, several deep
/// and from one conversation to another.
extension ViewerController {
  var canGoBack: Bool {
    media != nil || statistics != nil
      ? true
      : chat == nil ? !visits.back.isEmpty || leftStatistics != nil : !jumps.back.isEmpty
  }
  var canGoForward: Bool {
    chat == nil && statistics == nil ? !visits.forward.isEmpty : !jumps.forward.isEmpty
  }

  /// What the reader is at; nil for a list that shows nothing yet.
  private var visit: ChatVisit? {
    if let statistics { return .statistics(statistics.visit) }
    return chat?.visit
  }

  /// Before a jump: keeps where the reader is. Nothing is kept of a list that shows nothing yet.
  func leavePlace() {
    guard let visit else { return }
    jumps.leave(visit)
    menus?.update()
  }

  func goBackInChat() -> Bool {
    guard let chat, let visit = jumps.back.last else { return false }
    if let left = chat.visit { jumps.goBack(from: left) }
    show(visit)
    return true
  }

  /// That were left last, for a post of a timeline.
  private var leftStatistics: StatisticsVisit? {
    if case .statistics(let visit)? = jumps.back.last { visit } else { nil }
  }

  func goBackToStatistics() -> Bool {
    guard let visit = leftStatistics else { return false }
    _ = jumps.takeBack()
    show(visit)
    return true
  }

  func goForwardInChat() -> Bool {
    guard let left = self.visit, let visit = jumps.forward.last else { return false }
    jumps.goForward(from: left)
    show(visit)
    return true
  }

  private func show(_ visit: ChatVisit) {
    defer { menus?.update() }
    guard case .messages(let id, let place) = visit else {
      if case .statistics(let visit) = visit { show(visit) }
      return
    }
    if let chat, chat.conversation.id == id {
      chat.goBack(to: place)
    } else if let conversation = conversations.first(where: { $0.id == id }),
      case .open(let opened) = content
    {
      show(conversation, of: opened)
      chat?.goBack(to: place)
    }
  }

  /// The arrow of a page that took the place of messages.
  func leavePage() {
    if media != nil { closeMedia() } else { closeStatistics() }
  }
}

extension ChatPane {
  var visit: ChatVisit? {
    openingPlace.map { .messages(conversation.id, $0) }
  }

  /// To a place that was left; one without a line is the end.
  func goBack(to place: OpeningPlace) {
    guard let saved = place.place, let position = place.position else {
      return surface.scrollToEnd()
    }
    surface.restore(saved, at: position)
  }
}
