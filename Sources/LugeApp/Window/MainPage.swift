import LugeArchive
import LugeQt

/// Page in the window's main area.
enum MainPage {
  case messages(ChatPane)
  case posts(TimelinePane)
  /// Pictures, files and links of a conversation.
  case media(MediaPane)
  case statistics(StatisticsPane)
  /// A room of an account.
  case room(LivePane)
  /// Topic and people of a room.
  case details(RoomDetailsPane)
}

/// The window's main area, which shows at most one page at a time.
@MainActor
final class MainArea {
  private let window: Window

  // MARK: Mutable State (main actor)

  private var page: MainPage?

  init(_ window: Window) { self.window = window }

  var chat: ChatPane? { if case .messages(let pane) = page { pane } else { nil } }
  var timeline: TimelinePane? { if case .posts(let pane) = page { pane } else { nil } }
  var media: MediaPane? { if case .media(let pane) = page { pane } else { nil } }
  var statistics: StatisticsPane? { if case .statistics(let pane) = page { pane } else { nil } }
  var live: LivePane? { if case .room(let pane) = page { pane } else { nil } }
  var details: RoomDetailsPane? { if case .details(let pane) = page { pane } else { nil } }

  /// The page's list, whatever it shows.
  var list: ListSurface? {
    switch page {
    case .messages(let pane): pane.surface
    case .posts(let pane): pane.surface
    case .media(let pane): pane.surface
    case .statistics(let pane): pane.surface
    case .room(let pane): pane.chat.list
    case .details(let pane): pane.surface
    case nil: nil
    }
  }

  /// Sets the page. The area must be empty, because an old list has to release it before a new one
  /// takes it.
  func show(_ page: MainPage) { self.page = page }

  /// Applies the window's look to all that belongs to the page.
  func apply(_ look: PageLook) {
    switch page {
    case .room(let pane): pane.chat.apply(look)
    case .messages, .posts, .media, .statistics, .details: list?.apply(look)
    case nil: break
    }
  }

  /// Removes the page.
  func clear() {
    guard let closing = page else { return }
    page = nil
    window.titleBar.setTabs([])
    if case .room(let room) = closing { room.close() }
    if case .details(let details) = closing { details.close() }
  }
}

extension ViewerController {
  var chat: ChatPane? { main.chat }
  var timeline: TimelinePane? { main.timeline }
  var media: MediaPane? { main.media }
  var statistics: StatisticsPane? { main.statistics }
  var live: LivePane? { main.live }
  var details: RoomDetailsPane? { main.details }
  var mainList: ListSurface? { main.list }

  /// Messages or posts of an archive.
  var pane: (any ArchivePane)? { chat ?? timeline }

  /// The conversation shown; for statistics of all conversations, the one that Escape returns to.
  var shownConversation: ConversationSummary? {
    statistics?.conversation ?? media?.conversation ?? pane?.conversation
  }

  /// Removes the page from the main area; required before another one is shown. A room that is just
  /// being opened is not shown any more.
  func clearPage() {
    rooms?.stopOpening()
    let wasRoom = live != nil || details != nil
    main.clear()
    if wasRoom {
      sidebar?.select(nil as RoomKey?)
      showFace(nil)
    }
  }
}
