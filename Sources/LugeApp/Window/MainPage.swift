import LugeQt

/// What is in the window's main area: one of these at a time.
enum MainPage {
  case messages(ChatPane)
  case posts(TimelinePane)
  /// Pictures, files and links of a conversation.
  case media(MediaPane)
  case statistics(StatisticsPane)
  /// A room of an account.
  case room(LivePane)

  @MainActor var list: ListSurface {
    switch self {
    case .messages(let pane): pane.surface
    case .posts(let pane): pane.surface
    case .media(let pane): pane.surface
    case .statistics(let pane): pane.surface
    case .room(let pane): pane.chat.list
    }
  }
}

extension ViewerController {
  var chat: ChatPane? { if case .messages(let pane) = page { pane } else { nil } }
  var timeline: TimelinePane? { if case .posts(let pane) = page { pane } else { nil } }
  var media: MediaPane? { if case .media(let pane) = page { pane } else { nil } }
  var statistics: StatisticsPane? { if case .statistics(let pane) = page { pane } else { nil } }
  var live: LivePane? { if case .room(let pane) = page { pane } else { nil } }

  /// Messages or posts of an archive.
  var pane: (any ArchivePane)? { chat ?? timeline }
  /// What is in the main area, whatever it shows.
  var mainList: ListSurface? { page?.list }

  /// Takes what is shown out of the main area: only then may something else take it.
  func clearPage() {
    rooms?.stopOpening()
    guard let closing = page else { return }
    page = nil
    window.titleBar.setTabs([])
    guard case .room(let room) = closing else { return }
    room.close()
    sidebar?.select(nil as RoomKey?)
  }
}
