import LugeArchive
import LugeListKit
import LugeQt

extension ViewerController {
  /// All posts of a conversation, where the reader left them.
  func showTimeline(_ conversation: ConversationSummary, of opened: OpenArchive) {
    visits = TimelineVisits()
    page = .posts(
      TimelinePane(
        self, opened: opened, timeline: conversation, content: .home,
        place: openingPlaces[conversation.id], marks: postMarks))
  }

  // MARK: Screens of a timeline

  /// Shows a screen and finds words in it.
  func visit(_ screen: TimelineScreen, finding words: String) {
    show(TimelineVisit(screen: screen)) { visits, left in
      visits.leave(left)
    } then: { [weak self] in
      self?.find.open(words)
    }
  }

  /// The thread that is shown, further up and down; its reader stays where they are.
  func showMoreOfThread() {
    guard let timeline, case .note(let id, let pages) = timeline.screen else { return }
    show(
      TimelineVisit(
        screen: .note(id, pages: pages * 2), place: timeline.openingPlace)
    ) { _, _ in }
  }

  /// Shows a screen instead of the present one, which stays a step back.
  func visit(_ screen: TimelineScreen) {
    guard timeline?.screen.first != screen else { return }
    show(TimelineVisit(screen: screen)) { visits, left in visits.leave(left) }
  }

  /// - Returns: whether there is a screen to go back to.
  @discardableResult
  func goBack() -> Bool {
    if statistics != nil {
      closeStatistics()
      return true
    }
    if media != nil {
      closeMedia()
      return true
    }
    if chat != nil { return goBackInChat() }
    guard timeline != nil else { return false }
    guard let visit = visits.back.last else { return goBackToStatistics() }
    show(visit) { visits, left in visits.goBack(from: left) }
    return true
  }

  @discardableResult
  func goForward() -> Bool {
    if chat != nil || statistics != nil { return goForwardInChat() }
    guard timeline != nil, let visit = visits.forward.last else { return false }
    show(visit) { visits, left in visits.goForward(from: left) }
    return true
  }

  private func show(
    _ visit: TimelineVisit, move: @escaping (inout TimelineVisits, TimelineVisit) -> Void,
    then: (@MainActor () -> Void)? = nil
  ) {
    guard let summary = timeline?.timeline, case .open(let opened) = content else { return }
    visits.request += 1
    let request = visits.request
    // Asked for within an event of the old list, which is held until that is over.
    Task { @MainActor [weak self] in
      let screen = visit.screen
      let content = try? await Task.detached {
        try TimelineContent(screen, timeline: summary, archive: opened.archive)
      }.value
      guard let self, timeline?.timeline.id == summary.id, visits.request == request else {
        return
      }
      guard let content else {
        window.main.toast(screen.absence)
        return
      }
      closePicture()
      if let timeline {
        let left = TimelineVisit(
          screen: timeline.screen, place: timeline.openingPlace, current: timeline.current)
        move(&visits, left)
      }
      timeline?.rememberPlace()
      // The old one lets go of the area before the new one takes it: nothing here may hold it.
      clearPage()
      replaceTimeline(content, of: opened, summary, at: visit.place)
      timeline?.current = visit.current
      then?()
    }
  }

  private func replaceTimeline(
    _ content: TimelineContent, of opened: OpenArchive, _ summary: ConversationSummary,
    at place: OpeningPlace?
  ) {
    page = .posts(
      TimelinePane(
        self, opened: opened, timeline: summary, content: content, place: place, marks: postMarks))
    timeline?.showsFrameLog = showsFrameLog
    find.listChanged()
    menus?.update()
    window.main.surface.focus()
  }
}
