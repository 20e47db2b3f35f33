import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeListKit
import LugePaint
import LugeQt
import LugeWords

/// The pictures, videos, recordings, files and links of a conversation, in place of its messages: a
/// list like any other, so that a hundred thousand pictures scroll like messages.
@MainActor
final class MediaPane: ChatListOwner {
  let surface: ListSurface
  let conversation: ConversationSummary
  private let archive: Archive
  private let contents: MediaContents
  private let pictures: ListPictures
  private let actions: ChatListActions
  /// Plays voice messages and audio.
  private let playback: Playback
  private unowned let controller: ViewerController

  // MARK: Mutable State (main actor)
  private(set) var tab: MediaTab
  private var items: [MediaItem]
  /// The picture that was viewed last, which is highlighted.
  private var seen: MediaCell?

  init(
    _ controller: ViewerController, opened: OpenArchive, conversation: ConversationSummary,
    contents: MediaContents
  ) {
    self.controller = controller
    self.conversation = conversation
    self.contents = contents
    archive = opened.archive
    tab = contents.firstTab
    items = contents.items(of: tab)
    pictures = ListPictures(controller.images)
    surface = controller.list(
      in: controller.window.main, Self.provider(items, tab),
      EngineConfiguration(
        opensAt: .start, contentInsets: .init(top: 2, bottom: 12),
        background: DesignTokens.standard.colors.ground, follow: .off),
      tools: PaintTools.factory(images: pictures), prepare: pictures.serve)
    surface.options.marksItemUnderPointer = true
    actions = ChatListActions(surface, pictures, controller.overlay)
    let files = MessageMapper(media: conversation.mediaFolders)
    playback = Playback { files.key($0) }
    playback.serve(surface)
    actions.serve(self)
    playback.onNote = { [weak controller] in controller?.window.main.toast($0) }
    playback.onOpen = { [weak controller] in controller?.opener.open(file: $0) }
    surface.passesOver = { [weak self] in self?.isHeading($0) ?? false }
    surface.leaves { [weak self] in self?.controller.mediaPages.close() }
    surface.onContextMenu = { [weak self] hit, point in
      if let hit { self?.showMenu(hit, at: point) }
    }
    surface.onItemMenu = { [weak self] contents, point in
      guard let self, let position = surface.cursorPosition else { return }
      let part = contents.parts.first
      showMenu(
        ListHit(
          position: position, row: part?.row ?? contents.row, action: part?.action,
          copyText: contents.copyText), at: point, beside: contents.rect)
    }
    surface.bubbleText = { [weak self] in self?.month(at: $0) }
    let bar = controller.window.titleBar
    bar.setTabs(contents.titles, chosen: tab.rawValue)
    bar.onTab = { [weak self] in if let tab = MediaTab(rawValue: $0) { self?.show(tab) } }
  }

  private static func provider(
    _ items: [MediaItem], _ tab: MediaTab, seen: MediaCell? = nil
  ) -> any RowProvider {
    let placed = items.enumerated().map { index, item in
      // Each tab has row ids of its own.
      MediaRowFactory.Placed(
        id: ItemID(Int64(tab.rawValue) << 40 | Int64(index)), item: item,
        seen: item.has(seen) ? seen : nil, isColumn: tab != .pictures)
    }
    return FactoryRowProvider(
      source: ArraySource(placed) { $0.id }, factory: MediaRowFactory())
  }

  var count: Int { contents.counts[tab.rawValue] }

  private func show(_ tab: MediaTab) {
    guard tab != self.tab else { return }
    let old = items
    self.tab = tab
    items = contents.items(of: tab)
    surface.engine.update(
      to: Self.provider(items, tab, seen: seen),
      changes: [.remove(old.indices), .insert(count: items.count, at: 0)],
      // Scrolling separately would go to the item that is first now, which the update removes.
      options: UpdateOptions(shows: 0))
    surface.requestFrame()
  }

  private func isHeading(_ position: Int) -> Bool {
    guard items.indices.contains(position), case .heading = items[position] else { return false }
    return true
  }

  /// Returns the heading at or above a position, for the scroll bar.
  private func month(at position: Int) -> String? {
    guard items.indices.contains(position) else { return nil }
    for item in items[...position].reversed() {
      if case .heading(let text) = item { return text }
    }
    return nil
  }

  // MARK: ChatListOwner

  var catalog: any PictureCatalog {
    ArchivePictures(
      archive: archive, conversation: conversation, zone: controller.zone, isNewestFirst: true)
  }

  func note(_ words: String) { controller.note(words) }

  func fileKey(_ path: String) -> ImageKey {
    MessageMapper(media: conversation.mediaFolders).key(path)
  }

  func performOwn(_ action: HitRegion.Action, _ hit: ListHit) -> Bool {
    guard case .goTo = action else { return false }
    showMessage(at: hit.position, of: action)
    return true
  }

  func open(link url: String, of item: ItemID) { controller.opener.open(link: url) }

  func open(file path: String, of hit: ListHit) { controller.opener.open(file: fileKey(path)) }

  private func cell(_ key: ImageKey, at position: Int) -> MediaCell? {
    guard items.indices.contains(position), case .pictures(let cells) = items[position] else {
      return nil
    }
    return cells.first { $0.key == key }
  }

  func show(_ key: ImageKey, of hit: ListHit) {
    guard let cell = cell(key, at: hit.position) else { return }
    if let error = pictures.failure(of: key) {
      note(error)
      if error.offersRetry(of: key) { actions.load(key) }
      return
    }
    mark(cell)
    controller.overlay.show(
      PictureEntry(
        item: ItemID(cell.message), position: cell.position, key: key, fileName: cell.fileName),
      of: catalog)
  }

  /// Scrolls to a picture that was viewed, and highlights it.
  func reveal(_ entry: PictureEntry) {
    func isIt(_ cell: MediaCell) -> Bool {
      cell.key == entry.key && cell.message == entry.item.rawValue
    }
    for (position, item) in items.enumerated() {
      guard case .pictures(let cells) = item, let cell = cells.first(where: isIt) else { continue }
      mark(cell)
      return surface.jump(to: position)
    }
  }

  private func mark(_ cell: MediaCell) {
    let before = seen
    guard cell != before else { return }
    seen = cell
    let changed = items.indices.filter { items[$0].has(before) || items[$0].has(cell) }
    surface.engine.update(
      to: Self.provider(items, tab, seen: cell),
      changes: changed.map { ListChange.reload($0..<$0 + 1) },
      options: UpdateOptions(author: .history))
    surface.requestFrame()
  }

  /// Returns the position in the conversation of the part that was clicked.
  private func place(_ action: HitRegion.Action?, at position: Int) -> Int? {
    guard items.indices.contains(position) else { return nil }
    switch items[position] {
    case .pictures(let cells):
      guard case .openImage(let key)? = action else { return cells.first?.position }
      return cells.first { $0.key == key }?.position
    case .line(let line): return line.position
    case .heading: return nil
    }
  }

  private func showMessage(at position: Int, of action: HitRegion.Action?) {
    guard let place = place(action, at: position) else { return }
    controller.mediaPages.close(showing: place)
  }

  private func showMenu(_ hit: ListHit, at point: Point, beside item: Rect? = nil) {
    let (action, position) = (hit.action, hit.position)
    guard place(action, at: position) != nil else { return }
    var entries: [MenuItem] = []
    // That is "Show in Conversation".
    if case .goTo? = action {} else { entries = actions.entries(for: hit) }
    entries.append(
      .entry(localized("Show in Conversation")) { [weak self] in
        self?.showMessage(at: position, of: action)
      })
    surface.area.surface.show(entries, at: point, beside: item)
  }
}

/// Shows the media of a conversation in place of its messages, and returns to them.
@MainActor
final class MediaPages {
  private unowned let controller: ViewerController
  private let window: Window
  private let notices: ViewerNotices

  init(_ controller: ViewerController, window: Window, notices: ViewerNotices) {
    self.controller = controller
    self.window = window
    self.notices = notices
  }

  /// Delay before the progress of sorting is shown.
  private static var progressDelay: Duration { .milliseconds(300) }

  /// Shows the media of the shown conversation, or returns to its messages.
  func toggle() {
    guard controller.media == nil else { return close() }
    guard let opened = controller.opened, let conversation = controller.pane?.conversation else {
      return
    }
    let zone = controller.zone
    let reading = Task.detached {
      let mapper = MessageMapper(media: conversation.mediaFolders)
      return Result { () throws(ArchiveError) in
        try MediaContents(of: conversation, in: opened.archive, zone: zone) { mapper.media($0) }
      }
    }
    // Sorting takes a noticeable time only for about a hundred thousand pictures.
    let waiting = Task { @MainActor [notices] in
      try? await Task.sleep(for: Self.progressDelay)
      guard !Task.isCancelled else { return }
      notices.tell(
        ViewerNotice(
          text: localized("Looking for pictures, files and links …"),
          buttons: [localized("Cancel")]
        ) { _ in reading.cancel() }, about: .progress)
    }
    Task { @MainActor [weak self] in
      let made = await reading.value
      waiting.cancel()
      guard let self else { return }
      notices.tell(nil, about: .progress)
      switch made {
      case .success(let contents): show(contents, of: conversation, opened)
      case .failure(.cancelled): break
      case .failure(let error): controller.note(error.description)
      }
    }
  }

  private func show(
    _ contents: MediaContents, of conversation: ConversationSummary, _ opened: OpenArchive
  ) {
    guard controller.media == nil, controller.statistics == nil,
      controller.pane?.conversation.id == conversation.id
    else { return }
    controller.closePicture()
    controller.navigation.leavePlace()
    controller.pane?.rememberPlace()
    controller.clearPage()
    controller.find.listChanged()
    // A question about the messages comes back with them.
    notices.tell(nil, about: .owner)
    controller.main.show(
      .media(
        MediaPane(controller, opened: opened, conversation: conversation, contents: contents)))
    let total = Words.formats.number(contents.counts.reduce(0, +))
    let bar = window.titleBar
    bar.setTitle(bar.title, subtitle: localized("Media and links: {count}", ["count": total]))
    bar.setButtons([.back, .media])
    controller.updateMenus()
    window.main.surface.focus()
  }

  /// - Parameter position: position of a message to go to; nil for the user's last place.
  func close(showing position: Int? = nil) {
    guard let shown = controller.media, controller.isShowingArchive else { return }
    controller.closePicture()
    controller.clearPage()
    if let position {
      controller.show(shown.conversation.id, at: position)
    } else {
      controller.show(shown.conversation)
    }
    window.main.surface.focus()
  }
}
