import Foundation
import LugeArchive
import LugeChat
import LugeCore
import LugeEngine
import LugeFeed
import LugeImages
import LugeListKit
import LugePaint
import LugeQt

/// A timeline in the window's main area: all posts, one with its thread, or those of one person.
@MainActor
final class TimelinePane: ArchivePane {
  let surface: ListSurface
  /// Sizes and placeholders of the timeline's pictures.
  let facts: ConversationPictures
  let archive: Archive
  let pictures: ListPictures
  let actions: ChatListActions
  let content: TimelineContent
  /// Posts that the user has expanded, or whose warnings they have opened.
  let marks: PostMarks
  unowned let controller: ViewerController

  // MARK: Mutable State (main actor)
  /// The timeline, as far as it has been imported.
  private(set) var timeline: ConversationSummary
  private(set) var provider: any RowProvider
  /// Reads posts in the form that is shown, by position in the list.
  private(set) var posts: @Sendable (Range<Int>) async throws -> [Post]
  var dates: DateSamples?
  var isReadingDates = false
  var frameLog: FrameLogOverlay?
  /// Position in the list of the cursor's post; nil while the cursor is hidden.
  var current: Int? {
    get { surface.isCursorShown ? surface.cursorPosition : nil }
    set { surface.setCursor(newValue, isShown: newValue != nil) }
  }

  /// - Parameter place: the user's last place; nil opens at the beginning, a thread at its post.
  init(
    _ controller: ViewerController, opened: OpenArchive, timeline: ConversationSummary,
    content: TimelineContent, place: OpeningPlace?, marks: PostMarks
  ) {
    self.controller = controller
    self.timeline = timeline
    self.content = content
    self.marks = marks
    archive = opened.archive
    facts = ConversationPictures(
      archive: archive, conversation: timeline, notes: controller.notes.pictures(of: opened),
      originals: controller.originals)
    let pictures = ListPictures(controller.images) { [facts] in facts.decoded($0, $1) }
    self.pictures = pictures
    let list = Self.list(
      content, timeline, archive: archive, zone: controller.zone, facts: facts, marks: marks)
    (provider, posts) = (list.provider, list.posts)
    var configuration = TimelinePresentation.engineConfiguration
    configuration.measuresAll = true
    var heights: ArchiveHeights?
    if case .home = content {
      heights = ArchiveHeights(
        archive: archive, conversation: timeline, zone: controller.zone,
        notes: controller.notes.heights(of: opened), isReversed: true)
    }
    surface = controller.list(
      in: controller.window.main, provider, configuration,
      tools: PaintTools.factory(images: pictures, warmup: controller.options.warmup)
    ) { engine in
      if let heights { engine.heightStore = heights }
      pictures.serve(engine)
    }
    surface.rowLayers = controller.animations
    actions = ChatListActions(surface, pictures, controller.overlay)
    bind()
    followSizes(of: facts)
    if let saved = place?.place, let position = Self.position(of: saved, content) ?? place?.position
    {
      surface.engine.restore(saved, at: position)
    } else if case .thread(let thread, let focus, _) = content,
      let index = thread.messages.firstIndex(where: { $0.id == focus }), index > 0
    {
      surface.engine.jump(to: index)
    }
  }

  /// Returns the present position of a reading place in a thread, where posts may have been
  /// inserted above it; nil on other pages, whose stored position is right.
  private static func position(of place: ReadingPlace, _ content: TimelineContent) -> Int? {
    guard case .thread(let thread, _, _) = content else { return nil }
    return thread.messages.firstIndex { $0.id == place.item.rawValue }
  }

  private static func list(
    _ content: TimelineContent, _ timeline: ConversationSummary, archive: Archive,
    zone: ZoneOffsets, facts: ConversationPictures, marks: PostMarks
  ) -> (provider: any RowProvider, posts: @Sendable (Range<Int>) async throws -> [Post]) {
    switch content {
    case .home:
      let source = ArchivePostSource(
        archive: archive, timeline: timeline, facts: facts, marks: marks)
      let provider = TimelinePresentation.provider(
        archive: archive, timeline: timeline, zone: zone, facts: facts, marks: marks)
      return (provider, { try await source.items(at: $0) })
    case .thread(let thread, let focus, _):
      let source = ThreadSource(
        whole: thread, timeline: timeline, mapper: PostMapper(timeline, archive: archive),
        facts: facts, marks: marks)
      return (source.provider(focus: focus, zone: zone), { try await source.items(at: $0) })
    case .person(let posts, _):
      let source = PersonSource(
        posts: posts, archive: archive, timeline: timeline,
        mapper: PostMapper(timeline, archive: archive), facts: facts, marks: marks)
      return (source.provider(zone: zone), { try await source.items(at: $0) })
    }
  }

  /// Replaces the timeline and what reads it; the caller updates the engine.
  func setTimeline(_ next: ConversationSummary) {
    timeline = next
    (provider, posts) = Self.list(
      content, next, archive: archive, zone: controller.zone, facts: facts, marks: marks)
  }

  var conversation: ConversationSummary { timeline }
  var screen: TimelineScreen { content.screen }
  var isHome: Bool { screen == .home }
  var showsDates: Bool {
    if case .thread = content { false } else { true }
  }

  /// Returns the position in the archive of the post at a position in the list.
  func archivePosition(at position: Int) -> Int? {
    switch content {
    case .home:
      // The newest post is first.
      let inArchive = timeline.count - 1 - position
      return (0..<timeline.count).contains(inArchive) ? inArchive : nil
    case .thread(let thread, _, _):
      return thread.messages.indices.contains(position) ? thread.messages[position].position : nil
    case .person(let posts, _): return posts.archivePosition(position)
    }
  }

  // MARK: Reading place

  func rememberPlace() {
    guard isHome, let place = openingPlace else { return }
    surface.engine.keepHeights()
    keep(place)
  }

  private func bind() {
    bindCommon()
    surface.onClick = { [weak self] hit, _ in
      self?.current = nil
      if let action = hit.action { self?.actions.perform(action, hit) }
    }
    // The pointing hand shows only over parts that do something of their own: not over the card,
    // nor over buttons of posts, which change nothing in an archive.
    surface.reacts = { action in
      switch FeedAction(action) {
      case .fold, .disclose, .profile: true
      case .open, .like, .boost, .reply, .bookmark, .vote: false
      case nil:
        if case .custom = action { Self.reacts(to: action) } else { true }
      }
    }
    surface.onKeyFirst = { [weak self] in self?.key($0) ?? false }
    surface.onContextMenu = { [weak self] hit, point in self?.showMenu(hit, at: point) }
    surface.onItemMenu = { [weak self] contents, point in self?.showMenu(contents, at: point) }
    surface.actionTitle = { Self.title(of: $0) }
  }

  // MARK: Actions

  func performOwn(_ action: HitRegion.Action, _ hit: ListHit) -> Bool {
    if action == BackPiece.action {
      controller.navigation.goBack()
    } else if action == MorePiece.action {
      controller.navigation.showMoreOfThread()
    } else if let action = FeedAction(action) {
      perform(action, of: hit)
    } else {
      return false
    }
    return true
  }

  func turnFold(of hit: ListHit) { toggleFold(of: hit.row.item, at: hit.position) }

  func goTo(_ item: ItemID) { controller.navigation.visit(.thread(item.rawValue)) }

  private func perform(_ action: FeedAction, of hit: ListHit) {
    if action == .fold { return turnFold(of: hit) }
    if marks.perform(action, on: hit.row.item) {
      surface.engine.update(
        to: provider, changes: [.reload(hit.position..<hit.position + 1)],
        options: UpdateOptions(isAnimated: true))
      surface.requestFrame()
      return
    }
    switch action {
    case .open, .reply: controller.navigation.visit(.thread(hit.row.item.rawValue))
    case .profile(let author): controller.navigation.visit(.person(AuthorID(rawValue: author)))
    case .like, .boost, .bookmark, .fold, .disclose, .vote: break
    }
  }

  /// Opens a picture in the viewer. It belongs to the boosted post, if the archive has that.
  func show(_ key: ImageKey, of hit: ListHit) {
    let (archive, timeline, id) = (archive, timeline.id, hit.row.item.rawValue)
    Task { @MainActor [weak self, weak controller] in
      let read = await controller?.read { () throws(ArchiveError) -> StoredMessage? in
        guard let message = try archive.message(id) else { return nil }
        return archive.original(of: message, in: timeline) ?? message
      }
      guard let self, let message = read ?? nil else { return }
      actions.show(key, of: ItemID(message.id), at: message.position)
    }
  }

  func reveal(_ entry: PictureEntry) async {
    let position =
      isHome
      ? timeline.count - 1 - entry.position
      : surface.engine.visibleRows.first { $0.id.item == entry.item }?.position
    if let position { reveal(entry.item, at: position) }
  }

  // MARK: Dates

  func dateText(_ position: Int) -> String? {
    guard let seconds = archivePosition(at: position).flatMap({ dates?.seconds(at: $0) }) else {
      return nil
    }
    let date = CivilDate(localSeconds: controller.zone.localSeconds(at: seconds))
    return TimelinePresentation.appearance.strings.date(date)
  }

  /// Asks for a date and goes to the newest post of that day or before it. Newest, because
  /// timelines are shown from new to old.
  func askForDate() {
    guard isHome, let first = timeline.first?.seconds, let last = timeline.last?.seconds else {
      return
    }
    let position = surface.engine.metrics.firstVisiblePosition ?? 0
    let selected = dates?.seconds(at: timeline.count - 1 - position) ?? last
    let local = [first, last, selected].map { controller.zone.localSeconds(at: $0) }
    Task { @MainActor [weak self, weak controller] in
      let chosen = await controller?.askForDate(
        first: local[0], last: local[1], selected: local[2])
      if let chosen { await self?.go(to: chosen) }
    }
  }

  private func go(to date: CivilDate) async {
    let next = Timestamp(
      seconds: controller.zone.seconds(ofLocal: date.localMidnight + 86_400), certainty: .exact)
    let (archive, timeline) = (archive, timeline)
    let position = await controller.read { () throws(ArchiveError) in
      try TimelinePresentation.position(ofNewestBefore: next, in: timeline, of: archive)
    }
    guard let position, controller.timeline === self else { return }
    surface.jump(to: position, highlighting: true)
  }
}

extension TimelinePresentation {
  /// Returns the list position of the newest post before a time, in a timeline that is shown from
  /// new to old; the last position if all are newer.
  ///
  /// - Complexity: O(log² n).
  static func position(
    ofNewestBefore time: Timestamp, in timeline: ConversationSummary, of archive: Archive
  ) throws(ArchiveError) -> Int {
    let newer = try archive.position(in: timeline.id, atOrAfter: time) ?? timeline.count
    return max(0, min(timeline.count - newer, timeline.count - 1))
  }
}

/// Reading by keys: `j` and `k` go from post to post, `m` expands or folds a long one, Enter shows
/// the thread, Backspace goes back; for Escape see ``TimelinePane/handleEscape()``.
extension TimelinePane {
  func key(_ event: KeyEvent) -> Bool {
    guard event.modifiers.isSubset(of: .shift) else { return false }
    switch (event.code, event.text) {
    case (.backspace, _): return controller.navigation.goBack()
    case (.return, _): return openCurrent()
    // However long a post is; arrows scroll through it first.
    case (_, "j"): surface.stepCursor(isForwards: true, reading: false)
    case (_, "k"): surface.stepCursor(isForwards: false, reading: false)
    case (_, "m"): return toggleFoldOfCurrent()
    default: return false
    }
    return true
  }

  /// Handles Escape: clears the selection, else hides the cursor, else leaves the page.
  func handleEscape() -> Bool {
    if surface.engine.selection != nil {
      surface.clearSelection()
    } else if current != nil {
      current = nil
    } else {
      return controller.navigation.goBack()
    }
    return true
  }

  private func openCurrent() -> Bool {
    // Finish a scroll started by a key, so that its target is the position to return to.
    surface.finishMotion()
    guard let current,
      let row = surface.engine.visibleRows.first(where: { $0.position == current })
    else { return false }
    controller.navigation.visit(.thread(row.id.item.rawValue))
    return true
  }

  private func toggleFoldOfCurrent() -> Bool {
    guard let current,
      let row = surface.engine.visibleRows.first(where: { $0.position == current })
    else { return false }
    toggleFold(of: row.id.item, at: current)
    return true
  }
}
