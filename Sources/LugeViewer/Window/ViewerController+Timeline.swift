import LugeArchive
import LugeQt

extension ViewerController {
  /// What is in the main area, whatever it shows.
  var pane: (any ArchivePane)? { chat ?? timeline }
  var mainList: ListSurface? { pane?.surface }

  func showTimeline(_ conversation: ConversationSummary, of opened: OpenArchive) {
    timeline = TimelinePane(
      self, opened: opened, timeline: conversation,
      screen: .home(openingPlaces[conversation.id]), marks: postMarks)
  }

  /// Shows a post with what it answers and what answers it.
  func showNote(_ id: Int64) {
    guard let summary = timeline?.timeline, case .open(let opened) = content else { return }
    Task { @MainActor [weak self] in
      let thread = try? await Task.detached { try opened.archive.thread(of: id) }.value
      guard let self, timeline?.timeline.id == summary.id else { return }
      guard let thread, !thread.isEmpty else {
        window.main.toast("This post is not in the archive")
        return
      }
      closePicture()
      timeline?.rememberPlace()
      // The old one lets go of the area before the new one takes it: nothing here may hold it.
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
    guard let summary = timeline?.timeline, timeline?.isHome == false,
      case .open(let opened) = content
    else { return }
    // Asked for within an event of the old list, which is held until that is over.
    Task { @MainActor [weak self] in
      guard let self, timeline?.isHome == false else { return }
      closePicture()
      timeline = nil
      showTimeline(summary, of: opened)
      timeline?.showsLedger = showsLedger
      window.main.surface.focus()
    }
  }
}
