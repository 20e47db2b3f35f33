import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeFeed
import LugeImages
import LugePaint
import LugeQt

/// A timeline in the window's main area: all posts, or one with its thread.
@MainActor
final class TimelinePane: ArchivePane {
  enum Screen {
    case home(OpeningPlace?)
    /// The thread's posts, from top to bottom, and which of them it is about.
    case note([StoredMessage], focus: Int64)
  }

  let surface: ListSurface
  let timeline: ConversationSummary
  let archive: Archive
  let pictures: ListPictures
  private let marks: PostMarks
  private let provider: any RowProvider
  /// Places in the archive of a thread's posts; nil for all posts.
  private let positions: [Int64: Int]?
  unowned let controller: ViewerController
  var dates: DateSamples?
  var isReadingDates = false
  var ledger: LedgerOverlay?

  init(
    _ controller: ViewerController, opened: OpenArchive, timeline: ConversationSummary,
    screen: Screen, marks: PostMarks
  ) {
    self.controller = controller
    self.timeline = timeline
    self.marks = marks
    archive = opened.archive
    let facts = PictureLedger(
      archive: archive, conversation: timeline, notes: controller.notes(for: opened))
    pictures = ListPictures(controller.images) { facts.decoded($0, $1) }
    var configuration = TimelinePresentation.engineConfiguration
    configuration.measuresAll = true
    switch screen {
    case .home:
      positions = nil
      provider = TimelinePresentation.provider(
        archive: archive, timeline: timeline, zone: controller.zone, facts: facts, marks: marks)
    case .note(let thread, let focus):
      positions = Dictionary(thread.map { ($0.id, $0.position) }) { first, _ in first }
      provider = ThreadPresentation.provider(
        thread, focus: focus, archive: archive, timeline: timeline, zone: controller.zone,
        facts: facts, marks: marks)
    }
    let waker = FrameWaker()
    let engine = ListEngine(
      provider: provider, configuration: configuration,
      tools: PaintTools.factory(images: pictures, warmup: controller.options.warmup),
      wake: { waker.wake() })
    pictures.serve(engine)
    engine.setColorScheme(controller.scheme)
    // The button leads to the end, and posts end where they are oldest.
    var options = ListSurface.Options()
    options.showsJumpButton = false
    surface = ListSurface(
      area: controller.window.main, engine: engine, clock: controller.clock, waker: waker,
      fontFamily: ViewerController.fontFamily, options: options)
    surface.liveLayers = controller.animations
    surface.setStyle(zoom: controller.settings.zoom, fontFamily: ViewerController.fontFamily)
    bind()
    switch screen {
    case .home(let place):
      if let saved = place?.place, let position = place?.position {
        engine.restore(saved, at: position)
      }
    case .note(let thread, let focus):
      if let index = thread.firstIndex(where: { $0.id == focus }), index > 0 {
        engine.jump(to: index)
      }
    }
  }

  var conversation: ConversationSummary { timeline }
  var isHome: Bool { positions == nil }
  var showsDates: Bool { isHome }

  // MARK: Reading place

  func rememberPlace() {
    if isHome, let place = openingPlace { keep(place) }
  }

  private func bind() {
    bindCommon()
    surface.onClick = { [weak self] hit, _ in
      if let action = hit.action { self?.perform(action, of: hit) }
    }
    // A whole card opens its thread: the hand is for what is smaller.
    surface.reacts = { action in
      switch FeedAction(action) {
      case .fold, .reveal: true
      case .open, .profile, .like, .boost, .reply, .bookmark, .vote: false
      case nil:
        if case .custom = action { action == BackPiece.action } else { true }
      }
    }
    surface.onKeyFirst = { [weak self] event in
      guard let self, !isHome, event.code == .escape || event.code == .backspace,
        event.modifiers.isEmpty
      else { return false }
      controller.closeNote()
      return true
    }
    surface.onContextMenu = { [weak self] hit, point in self?.showMenu(hit, at: point) }
  }

  // MARK: Actions

  private func perform(_ action: HitRegion.Action, of hit: ListHit) {
    if action == BackPiece.action { return controller.closeNote() }
    if let action = FeedAction(action) { return perform(action, of: hit) }
    switch action {
    case .openLink(let url): openLink(url)
    case .openFile(let path): openFile(path)
    case .openImage(let key): show(key, of: hit)
    case .goTo(let item): controller.showNote(item.rawValue)
    case .custom: break
    }
  }

  private func perform(_ action: FeedAction, of hit: ListHit) {
    if marks.perform(action, on: hit.row.item) {
      surface.engine.update(
        to: provider, changes: [.reload(hit.position..<hit.position + 1)],
        options: UpdateOptions(isAnimated: true))
      surface.requestFrame()
    } else if action == .open || action == .reply {
      controller.showNote(hit.row.item.rawValue)
    }
  }

  private func show(_ key: ImageKey, of hit: ListHit) {
    let message = hit.row.item.rawValue
    show(
      key, ofMessage: message, at: positions?[message] ?? timeline.count - 1 - hit.position)
  }

  private func showMenu(_ hit: ListHit?, at point: Point) {
    guard let hit else { return }
    var entries: [(title: String, run: @MainActor () -> Void)] = []
    if let text = hit.copyText, !text.isEmpty {
      entries.append(("Copy Text", { Clipboard.text = text }))
    }
    switch hit.action {
    case .openLink(let url):
      entries.append(("Open Link", { [weak self] in self?.perform(.openLink(url), of: hit) }))
      entries.append(("Copy Link", { Clipboard.text = url }))
    case .openImage(let key):
      entries.append(("Show Picture", { [weak self] in self?.show(key, of: hit) }))
      if let path = key.filePath { entries.append(("Copy File Path", { Clipboard.text = path })) }
    default: break
    }
    let id = hit.row.item.rawValue
    entries.append(("Show Thread", { [weak self] in self?.controller.showNote(id) }))
    offer(entries, at: point)
  }

  // MARK: Dates

  func dateText(_ position: Int) -> String? {
    guard let seconds = dates?.seconds(at: timeline.count - 1 - position) else { return nil }
    let date = CivilDate(localSeconds: controller.zone.localSeconds(at: seconds))
    return TimelinePresentation.appearance.strings.date(date)
  }
}
