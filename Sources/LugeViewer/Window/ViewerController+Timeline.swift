import LugeArchive
import LugeQt

extension ViewerController {
  /// The list in the main area, whatever it shows.
  var mainList: ListSurface? { chat?.surface ?? timeline?.surface }

  func showTimeline(_ conversation: ConversationSummary, of opened: OpenArchive) {
    timeline = TimelinePane(
      self, opened: opened, timeline: conversation,
      screen: .home(openingPlaces[conversation.id]), marks: postMarks)
  }

  /// Shows a post with what it answers and what answers it.
  func showNote(_ id: Int64) {
    guard let pane = timeline, case .open(let opened) = content else { return }
    let summary = pane.timeline
    Task { @MainActor [weak self] in
      let thread = try? await Task.detached { try opened.archive.thread(of: id) }.value
      guard let self, timeline === pane else { return }
      guard let thread, !thread.isEmpty else {
        window.main.toast("This post is not in the archive")
        return
      }
      closePicture()
      pane.rememberPlace()
      // The old one lets go of the area before the new one takes it.
      timeline = nil
      timeline = TimelinePane(
        self, opened: opened, timeline: summary, screen: .note(thread, focus: id),
        marks: postMarks)
      timeline?.showsLedger = showsLedger
      window.main.surface.focus()
    }
  }

  /// Back from a thread to where the reader was.
  func closeNote() {
    guard let pane = timeline, !pane.isHome, case .open(let opened) = content else { return }
    closePicture()
    timeline = nil
    showTimeline(pane.timeline, of: opened)
    timeline?.showsLedger = showsLedger
    window.main.surface.focus()
  }
}
