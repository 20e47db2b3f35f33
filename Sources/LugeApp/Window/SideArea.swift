import LugeArchive
import LugeQt

/// The side list: conversations of the archive and rooms of accounts, while there are several to
/// choose from or a search is shown.
@MainActor
final class SideArea {
  private unowned let controller: ViewerController
  private let window: Window

  // MARK: Mutable State (main actor)

  private(set) var pane: SidebarPane?

  init(_ controller: ViewerController, _ window: Window) {
    self.controller = controller
    self.window = window
  }

  /// Creates the list if there is none.
  ///
  /// - Parameter selected: the conversation that is or will be shown; nil for none.
  func fill(selected: ConversationID?) {
    guard pane == nil else { return }
    pane = SidebarPane(controller, opened: controller.opened, selected: selected)
    if let rooms = controller.rooms, rooms.hasRooms { pane?.show(rooms.accounts) }
    if let live = controller.live { pane?.select(live.key) }
  }

  func clear() { pane = nil }

  /// Shows or hides the list according to the settings.
  func arrange() {
    window.setSideOffered(pane != nil && hasChoice)
    window.setSideVisible(pane != nil && controller.settings.placement.isSideVisible)
  }

  /// Whether there is more to show than the open archive's only conversation.
  var hasChoice: Bool {
    controller.conversations.count > 1 || controller.hasRooms
  }

  /// Ends a search: the list stays if there is something to choose from.
  func rest() {
    if !hasChoice { clear() }
    arrange()
  }
}
