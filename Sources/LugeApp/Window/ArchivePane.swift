import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeImages
import LugeListKit
import LugeQt
import LugeWords

/// A list of one conversation or timeline of an archive in the window's main area: the features
/// that do not depend on the kind of rows.
@MainActor
protocol ArchivePane: EditResponder, FindableList, ChatListOwner {
  var archive: Archive { get }
  var conversation: ConversationSummary { get }
  var pictures: ListPictures { get }
  var actions: ChatListActions { get }
  var controller: ViewerController { get }
  var provider: any RowProvider { get }
  /// Parts that the user has expanded.
  var marks: PostMarks { get }
  /// Number of lines of a folded long text.
  var foldedLines: Int { get }

  /// Whether the scroll bar shows dates: for all lists but the thread of one post.
  var showsDates: Bool { get }
  var dates: DateSamples? { get set }
  var isReadingDates: Bool { get set }
  var frameLog: FrameLogOverlay? { get set }

  /// Stores the position for the next opening.
  func rememberPlace()
  /// Copies the selection (Ctrl+C).
  func copySelection()
  func selectAll()
  func askForDate()
  /// Returns the position in the archive of the item at a position in the list; nil outside of it.
  func archivePosition(at position: Int) -> Int?
  /// Returns the position in the list of the item at a position in the archive; nil if the list
  /// does not contain it.
  func position(ofArchivePosition archivePosition: Int) -> Int?
  /// Handles Escape while the find bar is closed; returns false if there was nothing to do.
  func handleEscape() -> Bool

  /// Returns the date that the scroll bar shows beside a position.
  func dateText(_ position: Int) -> String?

  /// Adds cards to the links in view, from the cache, or downloaded if that is permitted; called
  /// after a frame that shows everything in view.
  func lookAround()
  /// Highlights a picture's message, after a jump to it unless all of it is in view. Returns when
  /// the jump has been requested.
  func reveal(_ entry: PictureEntry) async
}

extension ArchivePane {
  var showsFrameLog: Bool {
    get { frameLog != nil }
    set {
      guard newValue != showsFrameLog else { return }
      frameLog =
        newValue
        ? FrameLogOverlay(
          surface, clock: controller.clock, pictures: controller.images) : nil
    }
  }

  func bindCommon() {
    actions.serve(self)
    surface.onSideButton = { [weak self] in self?.controller.navigation.go($0) ?? false }
    surface.bubbleText = { [weak self] position in self?.dateText(position) }
    surface.onKey = { [weak self] in self?.key($0) ?? false }
    surface.hint = { [weak self] hit in
      guard let self else { return nil }
      return MessageHints(surface, pictures, strings: ChatPresentation.appearance.strings)
        .words(for: hit, file: fileKey)
    }
    noteWhenSlow()
    surface.onFrame = { [weak self] report in
      guard let self else { return }
      controller.recorder.record(report)
      controller.power.look(at: report.tick.time)
      guard report.isComplete else { return }
      readDatesOnce()
      lookAround()
    }
  }

  /// Lays out items again as soon as the size of a picture that they show from the network becomes
  /// known. What the user looks at stays in place.
  func followSizes(of facts: ConversationPictures) where Self: Sendable {
    facts.onSize { [weak self] key in
      Task { @MainActor in self?.reshape(key) }
    }
  }

  private func reshape(_ key: ImageKey) {
    let changes = surface.engine.positions(showing: key).map { ListChange.reload($0..<$0 + 1) }
    guard !changes.isEmpty else { return }
    surface.engine.update(
      to: provider, changes: changes, options: UpdateOptions(author: .history))
    surface.requestFrame()
  }

  // MARK: Reading place

  /// The user's position; nil if the pane was closed before it showed anything: then the stored
  /// position stays.
  var openingPlace: OpeningPlace? {
    let rows = surface.engine.visibleRows
    guard !rows.isEmpty else { return nil }
    // A list that opens at its end needs no saved place to show the end again. For a list that
    // begins with the newest item, the end is a place like any other.
    let engine = surface.engine
    let place =
      engine.configuration.opensAt == .end ? engine.readingPlace : engine.placeBeingRead
    let position = place.flatMap { place in rows.first { $0.id.item == place.item }?.position }
    return OpeningPlace(place: place, position: position)
  }

  /// Stores a place for this launch and the next ones.
  func keep(_ place: OpeningPlace) {
    controller.reading.remember(
      .init(
        place: place.place, newest: conversation.last?.seconds,
        visited: Int64(Date().timeIntervalSince1970)), archive.path, conversation.key)
    controller.reading.setSeen(conversation, in: archive)
    controller.shown.keep(place, of: conversation.id, in: archive)
  }

  var hasSelection: Bool { surface.engine.selection.map { !$0.isEmpty } ?? false }

  func selectAll() {
    surface.engine.selectAll()
    surface.requestFrame()
  }

  // MARK: Finding

  var findNoun: PluralWords {
    conversation.kind == .timeline
      ? localizedPlural(one: "{count} post", other: "{count} posts")
      : localizedPlural(one: "{count} message", other: "{count} messages")
  }

  func lastFind(of query: TextQuery, atOrBefore position: Int) async throws -> Int? {
    guard let near = archivePosition(at: position) else { return nil }
    let found = try await archive.findLast(of: query, in: conversation.id, atOrBefore: near)
    return found.flatMap(self.position(ofArchivePosition:))
  }

  func finds(of query: TextQuery) async throws -> [Int] {
    try await archive.findPositions(of: query, in: conversation.id)
      .compactMap(position(ofArchivePosition:)).sorted()
  }

  func foundItem(at place: Int) async -> FoundItem? {
    guard let position = archivePosition(at: place) else { return nil }
    let (archive, conversation) = (archive, conversation.id)
    return await Task.detached {
      let message = try? archive.messages(in: conversation, at: position..<position + 1).first
      return message.map { FoundItem(item: ItemID($0.id), text: $0.text) }
    }.value
  }

  func archivePosition(at position: Int) -> Int? {
    (0..<conversation.count).contains(position) ? position : nil
  }

  func position(ofArchivePosition archivePosition: Int) -> Int? {
    self.archivePosition(at: archivePosition)
  }

  func handleEscape() -> Bool { false }

  func lookAround() {}

  /// Closes the find bar if it is open, and otherwise calls ``handleEscape()``; returns false if
  /// there was nothing to do.
  func escape() -> Bool {
    guard controller.find.isOpen else { return handleEscape() }
    controller.find.close()
    return true
  }

  private func key(_ event: KeyEvent) -> Bool {
    if event.code == .escape, event.modifiers.isEmpty { return escape() }
    guard event.text == "/", event.modifiers.isSubset(of: .shift) else { return false }
    controller.find.open()
    return true
  }

  // MARK: ChatListOwner

  var catalog: any PictureCatalog {
    ArchivePictures(archive: archive, conversation: conversation, zone: controller.zone)
  }

  func note(_ words: String) { controller.window.main.toast(words) }

  func note(_ failure: ImageError) {
    controller.window.main.toast(failure.explanation, seconds: 6)
  }

  /// Opens a link. The user is asked first if the address has a name or password before its host,
  /// which makes it look like another one, or if the link's text names another host.
  func open(link url: String, of item: ItemID) {
    let archive = archive
    Task { @MainActor [weak self] in
      let words = await Task.detached {
        (try? archive.message(item.rawValue))?.words(ofLinksTo: url) ?? []
      }.value
      self?.controller.opener.open(link: url, shownAs: words)
    }
  }

  func fileKey(_ path: String) -> ImageKey {
    MessageMapper(media: conversation.mediaFolders).key(path)
  }

  func open(file path: String, of hit: ListHit) {
    actions.open(fileKey(path), named: path, of: hit.row.item, at: hit.position)
  }

  // MARK: Actions

  /// Scrolls to an item, unless all of it is in view, and highlights it.
  func reveal(_ item: ItemID, at position: Int) {
    let geometry = surface.area.surface.geometry
    let top = Int((Double(controller.find.reach) * geometry.scale).rounded())
    if surface.engine.visibleRows.holdAll(of: position, within: top..<geometry.size.height) {
      surface.engine.highlight(item)
      surface.requestFrame()
    } else {
      surface.jump(to: position, highlighting: true)
    }
  }

  /// Returns the menu entries of an item's parts. A part without entries of its own gets one that
  /// acts like a click on it.
  func entries(forPartsOf contents: ItemContents, _ regions: RegionEntries) -> [MenuItem] {
    regions.entries(forPartsOf: contents, in: surface) { part, title in
      // The message's menu has an entry of its own for the author.
      part.action.isAuthor
        ? nil : .entry(title) { [weak self] in self?.surface.press(part, of: contents) }
    }
  }

  // MARK: Slow lists, dates

  /// Shows the reason if a list stays empty for long: expanded messages of megabytes take seconds.
  private func noteWhenSlow() {
    guard marks.hasExpanded else { return }
    Task { @MainActor [weak self] in
      for _ in 0..<20 {
        try? await Task.sleep(for: .milliseconds(700))
        guard let self, surface.engine.count > 0, surface.engine.visibleRows.isEmpty else { return }
        note(localized("Laying out long messages …"))
      }
    }
  }

  /// Reads dates for the scroll bar, but only after the first rows are shown, which would otherwise
  /// wait for the database.
  private func readDatesOnce() {
    guard showsDates, !isReadingDates else { return }
    isReadingDates = true
    let (archive, conversation) = (archive, conversation)
    Task { @MainActor [weak self] in
      let samples = try? await Task.detached(priority: .low) {
        try DateSamples(archive: archive, conversation: conversation)
      }.value
      self?.dates = samples
    }
  }
}

extension [VisibleRow] {
  /// Whether an item is in view completely: no row of it extends beyond the uncovered part of the
  /// viewport.
  func holdAll(of position: Int, within open: Range<Int>) -> Bool {
    let rows = filter { $0.position == position }
    return !rows.isEmpty
      && rows.allSatisfy { $0.y >= open.lowerBound && $0.y + $0.height <= open.upperBound }
  }
}
