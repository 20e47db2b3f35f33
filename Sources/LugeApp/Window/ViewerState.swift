import LugeChat
package import LugeCore
package import LugeEngine
import LugeFeed
import LugeListKit
package import LugeQt

/// State of a window at rest, for programs that drive it.
package struct ViewerState: Equatable, Sendable {
  package struct Picture: Equatable, Sendable {
    /// Index, from 0.
    package var index: Int
    package var count: Int
    /// Rectangle in which it is shown, device pixels.
    package var rect: Rect
    /// Size of the drawn bitmap; nil if there is none.
    package var bitmap: PixelSize?
    package var isFitted: Bool
    package var problem: String?
    /// Whether there is a preview in its place.
    package var hasPreview = false
    /// Role and name of each element that a screen reader finds.
    package var accessible: [String] = []
  }

  package var conversation: String?
  /// Screen of a timeline: "home", "note" or "person".
  package var screen: String?
  package var offset = 0
  package var contentHeight = 0
  package var viewportHeight = 0
  package var viewportWidth = 0
  package var firstPosition: Int?
  /// Number of messages whose heights are exact, measured now or stored earlier.
  package var exactHeights = 0
  package var restoredHeights = 0
  package var isAtEnd = false
  /// Whether everything in view is drawn.
  package var isSettled = false
  /// Names of what the window is waiting for.
  package var waitsFor: [String] = []
  /// Number of missing pictures in view that will not arrive by themselves.
  package var failedPictures = 0
  package var picture: Picture?
  /// Text of the find bar; nil while it is closed.
  package var find: String?
  /// Rectangles of the current match and of the others in view.
  package var currentFinds: [Rect] = []
  package var otherFinds = 0
  /// Rectangle of "Show more" or "Show less" in view.
  package var fold: Rect?
  /// Text of the notice above the list.
  package var notice: String?
  /// Text of the bar below the list.
  package var bar: String?
  /// Text in place of a list, or the last short message.
  package var panel: String?
  package var panelDetail: String?
  package var toast: String?
  /// Whether the conversations are shown, beside the list or in its place.
  package var isSideShown = false
  /// Kind of the conversation's media shown instead of its messages, and their number.
  package var media: String?
  package var mediaCount = 0
  /// Title above the main list.
  package var title = ""
  package var subtitle = ""
  /// Query of the search in all conversations, and the number of messages found.
  package var search = ""
  package var found = 0
  /// The first row of the side list in view.
  package var firstAtSide: Int?
  package var isMenuBarShown = false
  /// Accounts and rooms in the side list: "name|last message|unread".
  package var rooms: [String] = []
  /// Number of loaded messages of a room, and of pages that were requested.
  package var held = 0
  package var pagesAsked = 0
  /// People who are typing in the shown room.
  package var typing: [String] = []
  /// Selected range; nil if nothing is selected.
  package var marked: ClosedRange<TextPlace>?
  /// Position of the cursor's message; nil while the cursor is hidden.
  package var cursor: Int?
  /// List with keyboard focus: "main", "side" or neither.
  package var focus: String?
  /// Number of times that the list was described to a screen reader.
  package var accessibleBuilds = 0
}

extension ViewerController {
  /// Presses the button beside the reason why nothing can be written.
  package func leaveBehind() {
    guard let live, let obstacle = live.rooms.room.obstacle else { return }
    rooms?.leaveBehind(obstacle, live.key)
  }

  /// Gives the field of the shown room the keys, as after a conversation was begun.
  package func writeInShownRoom() { writeInRoom() }

  /// Leaves the shown room, as the menu Account does.
  package func leaveShownRoom() {
    if let live { rooms?.leave(live.key) }
  }

  /// As the menu Account does it.
  package func beginDirectChat() { rooms?.addRoom(.direct) }

  /// Texts of the side list's rows for screen readers.
  package var sideRows: [String] {
    sidebar?.surface.engine.visibleRows.map(\.accessibleText) ?? []
  }

  package var sideList: ListSurface? { sidebar?.surface }

  /// Focus and list of the main area, for programs that drive the window.
  package var isActive: Bool { window.isActive }
  package func bringToFront() { window.activate() }
  package var shownList: ListSurface? { mainList }

  package var roomChat: ChatView? { live?.chat }

  /// Goes to the message that a reply of the shown room answers, as a click on the quote does.
  package func followQuote(of reply: ItemID) {
    guard let live, let message = live.chat.messages.first(where: { $0.id == reply }),
      let target = message.reply?.item
    else { return }
    live.follow(target, in: live.chat)
  }

  /// Connects again, as the menu Account does.
  package func connectNow() { rooms?.reconnect() }

  /// Goes to the first message of a room at or after a time, milliseconds since 1970.
  package func goInRoom(toTime time: Int64) { live?.rooms.go(toTime: time) }

  /// Whether the title bar has a picture instead of letters.
  package var hasTitleFace: Bool { titleFace != nil }
  /// Whether all pictures in view of the side list are loaded, or will not be.
  package var sideFacesAreComplete: Bool { sidebar?.facesAreComplete ?? true }

  /// Searches for a text, as if it were typed into the field above the side list.
  package func look(for text: String) {
    if text.isEmpty { search.close() } else { search.open(text) }
  }

  /// Opens the first result, as Return in that field does.
  package func acceptSearch() { sidebar?.accept() }

  /// Finds a text, as if it were typed into the find bar.
  package func openFind(_ words: String) { find.open(words) }
  package func stepFind(by steps: Int) { find.step(by: steps) }

  /// Presses a button of the panel in the main area.
  package func pressPanel(_ button: Int) { window.main.onStateButton?(button) }

  package func showRoom(named name: String) {
    for account in rooms?.accounts ?? [] {
      guard let room = account.rooms.first(where: { $0.name == name }) else { continue }
      rooms?.show(RoomKey(user: account.entry.user, room: room.id))
      return
    }
  }

  package var state: ViewerState {
    var state = ViewerState(
      conversation: shownConversation?.name
        ?? live?.rooms.room.name,
      screen: statistics == nil ? timeline?.screen.name : "statistics")
    if let surface = mainList {
      let metrics = surface.engine.metrics
      state.offset = metrics.offset
      state.contentHeight = metrics.contentHeight
      state.viewportHeight = metrics.viewportHeight
      state.viewportWidth = surface.area.surface.geometry.size.width
      state.firstPosition = metrics.firstVisiblePosition
      state.exactHeights = surface.engine.load.exactHeights
      state.restoredHeights = surface.engine.statistics.heightsRestored
      state.isAtEnd = metrics.isAtEnd
      state.isSettled = surface.engine.isSettled
      state.waitsFor = surface.engine.waitsFor
      state.currentFinds = surface.engine.currentMatchRectangles
      state.otherFinds = surface.engine.matchRectangles.count
      state.fold = surface.engine.topmostRect(
        of: timeline == nil ? .custom(ChatAction.fold) : FeedAction.fold.action)
      state.failedPictures = (pane?.pictures ?? live?.chat.pictures)?.failedInView ?? 0
      state.cursor = surface.isCursorShown ? surface.cursorPosition : nil
      state.accessibleBuilds = surface.accessibleBuilds
    }
    state.rooms = sidebar?.roomLines ?? []
    state.held = live?.rooms.itemCount ?? 0
    state.pagesAsked = live?.rooms.pagesAsked ?? 0
    state.typing = live?.chat.typing.map(\.name) ?? []
    state.notice = window.notice
    state.bar = window.bar
    state.panel = window.main.state?.title
    state.panelDetail = window.main.state?.detail
    state.toast = window.main.lastToast
    state.isSideShown = window.isSideShown
    state.media = media?.tab.title
    state.mediaCount = media?.count ?? 0
    state.title = window.titleBar.title
    state.subtitle = window.titleBar.subtitle
    state.search = sidebar?.query.text ?? ""
    state.found = sidebar?.foundCount ?? 0
    state.firstAtSide = sidebar?.surface.engine.metrics.firstVisiblePosition
    state.isMenuBarShown = window.isMenuBarShown
    state.focus =
      window.main.surface.hasFocus ? "main" : window.side.surface.hasFocus ? "side" : nil
    state.find = find.isOpen ? find.status : nil
    if let selection = mainList?.engine.selection, !selection.isEmpty {
      state.marked = selection.lower...selection.upper
    }
    state.picture = covering?.picture.flatMap { $0.isReady ? $0 : nil }.map { viewer in
      ViewerState.Picture(
        index: viewer.index, count: viewer.entries.count, rect: viewer.zoom?.rect ?? .zero,
        bitmap: viewer.loader.best(for: viewer.entry)?.size,
        isFitted: viewer.zoom?.isFitted ?? true,
        problem: viewer.loader.problem(of: viewer.entry)?.words, hasPreview: viewer.hasPreview,
        accessible: viewer.surface.accessibleDescription)
    }
    return state
  }
}
