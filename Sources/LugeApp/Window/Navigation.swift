import LugeArchive
import LugeQt

/// Position of the user in a conversation before a jump.
enum ChatVisit: Sendable {
  case messages(ConversationID, OpeningPlace)
  case statistics(StatisticsVisit)
}

/// A page of statistics and where it was left: coming back counts nothing again.
struct StatisticsVisit: Sendable {
  var page: StatisticsPage
  var isOne: Bool
  var conversation: ConversationSummary
  var place: OpeningPlace
}

/// The way back and forward, several steps deep: from a timeline's screen to the one before, and
/// from where a quote, a date, the first new message or an end led to, also from one conversation
/// to another.
@MainActor
final class Navigation {
  private unowned let controller: ViewerController
  private let window: Window

  // MARK: Mutable State (main actor)

  /// Back/forward history of the timeline's screens.
  private var screens = TimelineVisits()
  /// Counts the screens that were asked for: only the last one is shown.
  private var request = 0
  /// Back/forward history of jumps within conversations.
  private var jumps = Visits<ChatVisit>()

  init(_ controller: ViewerController, _ window: Window) {
    self.controller = controller
    self.window = window
  }

  /// Another archive is open.
  func forgetJumps() { jumps = Visits() }

  /// Another timeline is open.
  func forgetScreens() { screens = TimelineVisits() }

  // MARK: Back and forward

  var canGoBack: Bool {
    if controller.media != nil || controller.statistics != nil { return true }
    return controller.chat == nil
      ? !screens.back.isEmpty || leftStatistics != nil : !jumps.back.isEmpty
  }

  var canGoForward: Bool {
    controller.chat == nil && controller.statistics == nil
      ? !screens.forward.isEmpty : !jumps.forward.isEmpty
  }

  /// - Returns: whether there is something to go back to.
  @discardableResult
  func goBack() -> Bool {
    if controller.statistics != nil || controller.media != nil {
      leavePage()
      return true
    }
    if controller.chat != nil { return goBackInChat() }
    guard controller.timeline != nil else { return false }
    guard let visit = screens.back.last else { return goBackToStatistics() }
    show(visit) { $0.goBack(from: $1) }
    return true
  }

  @discardableResult
  func goForward() -> Bool {
    if controller.chat != nil || controller.statistics != nil { return goForwardInChat() }
    guard controller.timeline != nil, let visit = screens.forward.last else { return false }
    show(visit) { $0.goForward(from: $1) }
    return true
  }

  /// The arrow of a page that took the place of messages.
  func leavePage() {
    if controller.media != nil {
      controller.mediaPages.close()
    } else {
      controller.statisticsPages.close()
    }
  }

  // MARK: Jumps in conversations

  /// User's current position; nil for a list that shows nothing yet.
  private var visit: ChatVisit? {
    if let statistics = controller.statistics { return .statistics(statistics.visit) }
    return controller.chat?.visit
  }

  /// Before a jump: keeps where the user is. Nothing is kept of a list that shows nothing yet.
  func leavePlace() {
    guard let visit else { return }
    jumps.leave(visit)
    controller.updateMenus()
  }

  private func goBackInChat() -> Bool {
    guard let chat = controller.chat, let visit = jumps.back.last else { return false }
    if let left = chat.visit { jumps.goBack(from: left) }
    show(visit)
    return true
  }

  /// The statistics page to return to from a timeline post.
  private var leftStatistics: StatisticsVisit? {
    if case .statistics(let visit)? = jumps.back.last { visit } else { nil }
  }

  private func goBackToStatistics() -> Bool {
    guard let visit = leftStatistics else { return false }
    _ = jumps.takeBack()
    show(.statistics(visit))
    return true
  }

  private func goForwardInChat() -> Bool {
    guard let left = visit, let visit = jumps.forward.last else { return false }
    jumps.goForward(from: left)
    show(visit)
    return true
  }

  private func show(_ visit: ChatVisit) {
    defer { controller.updateMenus() }
    switch visit {
    case .statistics(let visit): controller.statisticsPages.show(visit)
    case .messages(let id, let place):
      if let chat = controller.chat, chat.conversation.id == id {
        chat.goBack(to: place)
      } else if let conversation = controller.shown.conversation(id) {
        controller.show(conversation)
        controller.chat?.goBack(to: place)
      }
    }
  }

  // MARK: Screens of a timeline

  /// Shows a screen instead of the present one, which stays a step back.
  func visit(_ screen: TimelineScreen) {
    guard controller.timeline?.screen.first != screen else { return }
    show(TimelineVisit(screen: screen)) { $0.leave($1) }
  }

  /// Shows a screen and finds words in it.
  func visit(_ screen: TimelineScreen, finding words: String) {
    show(TimelineVisit(screen: screen)) {
      $0.leave($1)
    } then: { [weak controller = controller] in
      controller?.find.open(words)
    }
  }

  /// The thread that is shown, further up and down; its user stays where they are.
  func showMoreOfThread() {
    guard let timeline = controller.timeline, case .note(let id, let pages) = timeline.screen
    else { return }
    show(TimelineVisit(screen: .note(id, pages: pages * 2), place: timeline.openingPlace)) { _, _ in
    }
  }

  /// - Parameter move: what becomes of the steps when the screen is left.
  private func show(
    _ visit: TimelineVisit,
    move: @escaping (inout TimelineVisits, _ left: TimelineVisit) -> Void,
    then: (@MainActor () -> Void)? = nil
  ) {
    guard let summary = controller.timeline?.timeline, let opened = controller.opened else {
      return
    }
    request += 1
    let request = request
    // Asked for within an event of the old list, which is held until that is over.
    Task { @MainActor [weak controller = controller, weak self] in
      let screen = visit.screen
      let read = await controller?.read { () throws(ArchiveError) in
        try TimelineContent(screen, timeline: summary, archive: opened.archive)
      }
      guard let read, let self, let controller, controller.timeline?.timeline.id == summary.id,
        self.request == request
      else { return }
      guard let content = read else {
        window.main.toast(screen.absence)
        return
      }
      controller.closePicture()
      if let timeline = controller.timeline {
        let left = TimelineVisit(
          screen: timeline.screen, place: timeline.openingPlace, current: timeline.current)
        move(&screens, left)
      }
      controller.timeline?.rememberPlace()
      // The old one lets go of the area before the new one takes it: nothing here may hold it.
      controller.clearPage()
      controller.showTimeline(content, of: opened, summary, at: visit.place)
      controller.timeline?.current = visit.current
      then?()
    }
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
