import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeQt
import LugeWords

/// Choice of the conversation shown from the open archive.
extension ViewerController {
  /// Shows another archive, or the same one again, in place of what is shown.
  ///
  /// - Parameter places: where its conversations were left.
  func begin(_ opened: OpenArchive, places: [ConversationID: OpeningPlace]) {
    // What was looked for in another archive says nothing about this one.
    if let before = shown.opened, before.path != opened.path { find.close() }
    shown.begin(opened, places: places)
    notices.forgetArchive()
    navigation.forgetJumps()
    showConversations(opened)
  }

  private func showConversations(_ opened: OpenArchive) {
    guard let first = shown.first else { return showNoMessages(opened) }
    window.main.state = nil
    window.main.welcome = nil
    side.clear()
    window.searchBar.text = ""
    window.searchBar.setFilters([])
    if side.hasChoice { side.fill(selected: first.id) }
    window.showSidePage(false)
    side.arrange()
    mediaFolder.ask(of: opened)
    // A list that begins with a size that is not its own is laid out twice.
    window.placeMain()
    show(first)
    sidebar?.revealSelected()
    window.main.surface.focus()
    updateMenus()
  }

  /// Conversations of the open archive.
  var conversations: [ConversationSummary] { shown.conversations }

  /// Shows a conversation of the open archive where the user left it.
  func show(_ conversation: ConversationSummary) {
    guard let opened else { return }
    closePicture()
    // The old one lets go of the area before the new one takes it.
    pane?.rememberPlace()
    clearPage()
    let place = shown.place(of: conversation.id)
    if conversation.kind == .timeline {
      navigation.forgetScreens()
      main.show(
        .posts(
          TimelinePane(
            self, opened: opened, timeline: conversation, content: .home, place: place,
            marks: shown.marks)))
    } else {
      main.show(
        .messages(ChatPane(self, opened: opened, conversation: conversation, at: place)))
    }
    pane?.showsFrameLog = showsFrameLog
    find.listChanged()
    updateMenus()
    sidebar?.select(conversation.id)
    showTitle(of: conversation)
    // What is still being imported is not written to.
    if !archives.isShowingImport { owner.ask(about: conversation, of: opened) }
    window.title = "\(ForeignText.isolated(conversation.name)) – Luge"
  }

  /// Shows a message of another conversation of the open archive.
  func show(_ id: ConversationID, at position: Int, highlighting: Bool = true) {
    guard let conversation = shown.conversation(id) else { return }
    show(conversation)
    let isTimeline = conversation.kind == .timeline
    mainList?.jump(
      to: isTimeline ? conversation.count - 1 - position : position, highlighting: highlighting)
  }

  /// Reopens the conversation at the same position if the setting for joining and leaving people
  /// changed.
  func foldJoins() {
    guard let chat, chat.showsEachJoin != settings.showsEachJoin else { return }
    show(chat.conversation)
  }

  /// Shows another screen of the timeline that was shown until now.
  func showTimeline(
    _ content: TimelineContent, of opened: OpenArchive, _ summary: ConversationSummary,
    at place: OpeningPlace?
  ) {
    main.show(
      .posts(
        TimelinePane(
          self, opened: opened, timeline: summary, content: content, place: place,
          marks: shown.marks)))
    timeline?.showsFrameLog = showsFrameLog
    find.listChanged()
    updateMenus()
    window.main.surface.focus()
  }
}
