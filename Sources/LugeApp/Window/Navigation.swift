import LugeArchive
import LugeQt

/// Place that the user left: messages, or a page of statistics.
enum ChatVisit: Sendable {
  case messages(ConversationID, OpeningPlace)
  case statistics(StatisticsVisit)
}

/// A page of statistics and the position in it; going back shows it without computing it again.
struct StatisticsVisit: Sendable {
  var page: StatisticsPage
  var isOne: Bool
  var conversation: ConversationSummary
  var place: OpeningPlace
}

/// Back and forward history: of a timeline's pages, and of jumps within and between
/// conversations.
@MainActor
final class Navigation {
  private unowned let controller: ViewerController
  private let window: Window

  // MARK: Mutable State (main actor)

  /// Back and forward history of the timeline's pages.
  private var screens = TimelineVisits()
  /// Number of the last requested page; earlier ones are not shown any more.
  private var request = 0
  /// Back and forward history of jumps within and between conversations.
  private var jumps = Visits<ChatVisit>()

  init(_ controller: ViewerController, _ window: Window) {
    self.controller = controller
    self.window = window
  }

  /// Clears the history of jumps; called when another archive was opened.
  func forgetJumps() { jumps = Visits() }

  /// Clears the history of the timeline's pages; called when another timeline was opened.
  func forgetScreens() { screens = TimelineVisits() }

  // MARK: Back and forward

  var canGoBack: Bool {
    if controller.media != nil || controller.statistics != nil { return true }
    if controller.details != nil { return true }
    if let live = controller.live { return live.canGoBack }
    return controller.chat == nil
      ? !screens.back.isEmpty || leftStatistics != nil : !jumps.back.isEmpty
  }

  var canGoForward: Bool {
    if let live = controller.live { return live.canGoForward }
    return controller.chat == nil && controller.statistics == nil
      ? !screens.forward.isEmpty : !jumps.forward.isEmpty
  }

  /// - Returns: whether there is something to go back to.
  @discardableResult
  func goBack() -> Bool {
    if controller.statistics != nil || controller.media != nil {
      leavePage()
      return true
    }
    if controller.details != nil {
      controller.closeRoomDetails()
      return true
    }
    if let live = controller.live { return live.goBack() }
    if controller.chat != nil { return goBackInChat() }
    guard controller.timeline != nil else { return false }
    guard let visit = screens.back.last else { return goBackToStatistics() }
    show(visit) { $0.goBack(from: $1) }
    return true
  }

  @discardableResult
  func goForward() -> Bool {
    if let live = controller.live { return live.goForward() }
    if controller.chat != nil || controller.statistics != nil { return goForwardInChat() }
    guard controller.timeline != nil, let visit = screens.forward.last else { return false }
    show(visit) { $0.goForward(from: $1) }
    return true
  }

  /// Goes back or forward for a side button of a mouse.
  func go(_ button: PointerEvent.Buttons) -> Bool {
    button.contains(.back) ? goBack() : goForward()
  }

  /// Closes the page of media or statistics, and shows the messages again.
  func leavePage() {
    if controller.media != nil {
      controller.mediaPages.close()
    } else {
      controller.statisticsPages.close()
    }
  }

  // MARK: Jumps in conversations

  /// The user's present place; nil for a list that shows nothing yet.
  private var visit: ChatVisit? {
    if let statistics = controller.statistics { return .statistics(statistics.visit) }
    return controller.chat?.visit
  }

  /// Adds the present place to the history; call it before a jump. Adds nothing if the list shows
  /// nothing yet.
  func leavePlace() {
    if let live = controller.live { return live.leavePlace() }
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

  // MARK: Pages of a timeline

  /// Shows another page; the present one is added to the history.
  func visit(_ screen: TimelineScreen) {
    guard controller.timeline?.screen.first != screen else { return }
    show(TimelineVisit(screen: screen)) { $0.leave($1) }
  }

  /// Shows a page, and finds words in it.
  func visit(_ screen: TimelineScreen, finding words: String) {
    show(TimelineVisit(screen: screen)) {
      $0.leave($1)
    } then: { [weak controller = controller] in
      controller?.find.open(words)
    }
  }

  /// Loads more of the open thread above and below, without scrolling.
  func showMoreOfThread() {
    guard let timeline = controller.timeline, case .thread(let id, let pages) = timeline.screen
    else { return }
    show(TimelineVisit(screen: .thread(id, pages: pages * 2), place: timeline.openingPlace)) {
      _, _ in
    }
  }

  /// - Parameter move: changes the history, given the page that is left.
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
    // The old list is still handling the event that led here, and must not be freed before it
    // returns.
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
      // The old pane must be freed before the new one is created: keep no reference to it here.
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

  /// Scrolls to a saved place; a place without a line means the end of the list.
  func goBack(to place: OpeningPlace) {
    guard let saved = place.place, let position = place.position else {
      return surface.scrollToEnd()
    }
    surface.restore(saved, at: position)
  }
}
