import Foundation
import LugeArchive
import LugeChat
import LugeCore
public import LugeEngine
import LugeImages
import LugeListKit
public import LugeLive
public import LugePaint
public import LugeQt
import LugeWords
import Synchronization

/// The program's window: which archive is open, which of its conversations is shown, and what is
/// shown if there is none.
@MainActor
public final class ViewerController {
  /// Options with which the window is opened.
  public struct Options: Sendable {
    /// Archive or export, perhaps being opened already; nil opens an empty window.
    public var opening: ArchiveOpening?
    /// Several exports that are imported into one archive, if ``opening`` is nil.
    public var exports: [String] = []
    /// The first list's tools, perhaps being created already.
    public var warmup: ToolsWarmup?
    /// Launch optimizations; all of them except in measurements.
    package var tricks = LaunchTricks.all
    /// The user's name in the archive, if the archive does not contain it.
    public var ownName: String?
    /// Generates a sample archive and returns its path, on a thread of its own; nil: no sample is
    /// offered.
    public var makeSample: (@Sendable () throws -> String)?
    /// Size in points; nil for the stored size.
    public var size: (width: Int, height: Int)?
    /// Path to which frame statistics are written when the window closes.
    public var reportPath: String?
    /// Seconds since 1970 UTC, by which the side list tells today from other days.
    package var now: @MainActor @Sendable () -> Int64 = { DayWatch.systemTime }
    /// Called once, after the first frame that shows messages was handed to the window system.
    public var onFirstFrame: (@MainActor @Sendable () -> Void)?
    /// Called with the list of each conversation that is opened, before its first frame.
    public var onList: (@MainActor (ListEngine) -> Void)?
    /// The accounts of this computer; nil: the window has no accounts.
    public var accounts: (any LiveAccountBook)?
    /// Whether the window was opened for rooms: where none is shown yet, it says so.
    public var isForRooms = false
    /// The account and the room (its id on the server) to show as soon as they are known.
    public var room: (user: String, room: String)?

    public init(
      opening: ArchiveOpening? = nil, warmup: ToolsWarmup? = nil,
      size: (width: Int, height: Int)? = nil, reportPath: String? = nil,
      onFirstFrame: (@MainActor @Sendable () -> Void)? = nil
    ) {
      self.opening = opening
      self.warmup = warmup
      self.size = size
      self.reportPath = reportPath
      self.onFirstFrame = onFirstFrame
    }
  }

  let application: Application
  let window: Window
  let clock: FrameClock
  let options: Options
  package let launch: Launch
  let zone: ZoneOffsets
  /// Source of pictures: from files (including stills of videos), the network, and the disk cache
  /// of decoded ones. Shared by all lists of the window.
  let source: PictureSource
  var images: ImagePipeline { source.pipeline }
  /// Downloads the pictures of people and rooms of accounts.
  let faces = LiveFaces()
  /// Downloads pictures as far as permitted.
  var network: PermittedFetcher { source.network }
  /// Previews of pages that messages link to; created when the first link comes into view.
  private(set) lazy var previews = LinkPreviews(
    pictures: source.network, cache: Desktop.path(of: .cache))
  /// Original bytes of downloaded pictures.
  var originals: KeptOriginals { source.originals }
  let pictureActions: PictureActions
  /// Opens links and files of messages in other programs.
  let opener: ForeignOpener
  /// Animations of the shown conversation.
  let animations: ListAnimations
  let power = PowerWatch()
  let notices: ViewerNotices
  let notes = ArchiveNotes()
  /// The picture or the video over the lists.
  let overlay: MediaOverlay
  /// Rooms of accounts; nil if the window has no accounts.
  private(set) lazy var rooms = options.accounts.map {
    RoomsController(
      $0, self, window: window, reading: reading, room: options.room)
  }
  private(set) lazy var owner = OwnerQuestion(
    self, window: window, notices: notices, named: options.ownName)
  private(set) lazy var mediaFolder = MediaFolderQuestion(self, window: window, notices: notices)
  private(set) lazy var find = FindSession(window.main) { [weak self] in
    self?.pane ?? self?.live?.finding ?? self?.details
  }
  private let settingsFile: SettingsFile
  let drafts: DraftFolder
  let reading: ReadingPositions
  let recorder = FrameRecorder()

  // The parts, each of which owns its state.

  /// The archive that is open.
  let shown = ShownArchive()
  let main: MainArea
  private(set) lazy var side = SideArea(self, window)
  private(set) lazy var archives = ArchiveOpener(self, window: window, notices: notices)
  private(set) lazy var navigation = Navigation(self, window)
  private(set) lazy var search = ArchiveSearchField(self, window)
  private(set) lazy var mediaPages = MediaPages(self, window: window, notices: notices)
  private(set) lazy var statisticsPages = StatisticsPages(self, window: window, notices: notices)
  private lazy var mergeDialog = MergeDialog(self, window: window, notices: notices)
  private lazy var exportDialog = ExportDialog(window, notices: notices, opener: opener)

  // MARK: Mutable State (main actor)

  var settings: ViewerSettings { didSet { if settings != oldValue { settingsDidChange() } } }
  private var menus: ViewerMenus?
  /// Whether the requested report could not be written.
  public private(set) var reportIsMissing = false
  /// Whether the frame log is shown over the messages (F12).
  var showsFrameLog = false {
    didSet {
      pane?.showsFrameLog = showsFrameLog
    }
  }
  /// Whether the main area stays empty for the room that the window opens with.
  var isRoomExpected = false
  /// The picture in the title bar, whether or not it has been loaded; nil for letters.
  var titleFace: ImageKey?
  /// Called when nothing moves any more, for programs that drive the window.
  package var onRest: (@MainActor (ViewerState) -> Void)?

  public init(_ application: Application, options: Options) throws {
    self.application = application
    self.options = options
    launch = Launch(tricks: options.tricks)
    let memory = options.opening?.memory ?? WindowMemory(folder: Desktop.path(of: .config))
    settingsFile = memory.file
    reading = memory.reading
    drafts = memory.drafts
    let settings = memory.settings
    self.settings = settings
    launch.reached(.settingsRead)
    // Before there are widgets that would have to be updated.
    application.setColorScheme(settings.appearance.scheme)
    window = Window(title: "Luge")
    main = MainArea(window)
    notices = ViewerNotices(window)
    launch.reached(.widgetsMade)
    clock = try FrameClock()
    source = PictureSource(cache: Desktop.path(of: .cache), own: faces)
    pictureActions = PictureActions(
      images: source.pipeline, originals: source.originals, window: window)
    opener = ForeignOpener(window: window)
    overlay = MediaOverlay(
      window, clock: clock, source: source, actions: pictureActions, opener: opener,
      scheme: settings.appearance.scheme ?? application.colorScheme, fontFamily: ListFont.family
    ) { [window] in window.main.toast($0) }
    zone = ZoneOffsets(.current)
    animations = ListAnimations()
    source.network.permitsAll = settings.loadsFromNetwork
    launch.reached(.picturesReady)
    window.setMenuBarWanted(settings.showsMenuBar)
    menus = ViewerMenus(self)
    makeBars()
    launch.reached(.menuMade)
    bindWindow()
    launch.reached(.placed)
    noteUnwritten(of: memory)
    applyLook()
    overlay.onCover = { [weak self] in self?.coverLists($0) }
    overlay.onReturn = { [weak self] entry in
      if let media = self?.media {
        media.reveal(entry)
        return media.surface
      }
      guard let pane = self?.pane else { return nil }
      await pane.reveal(entry)
      return pane.surface
    }
    overlay.onMessage = { [weak self] entry in
      guard let self else { return }
      if media != nil { return mediaPages.close(showing: entry.position) }
      let pane = pane
      Task { @MainActor in await pane?.reveal(entry) }
    }
    animations.onArrival = { [weak self] in self?.mainList?.requestFrame() }
    power.onChange = { [weak self] in self?.applyLook() }
    pictureActions.onNote = { [weak self] in self?.note($0) }
    opener.onNote = { [weak self] in self?.note($0) }
    clock.onRest = { [weak self] in
      guard let self, let onRest else { return }
      onRest(state)
    }
    recorder.onFirst = { [weak self] in
      self?.options.onFirstFrame?()
      // Only after the frame was passed to the window system.
      Task { @MainActor in self?.launch.settle() }
    }
    paintPlainly()
    if let opening = options.opening {
      archives.open(opening)
    } else {
      showEmpty(isRoomExpected: rooms != nil && options.room != nil)
      archives.open(options.exports)
    }
    launch.postpone { [weak self] in
      self?.beginAccounts()
      Task.detached(priority: .utility) {
        ProgramFolders.close()
        ProgramFolders.removeObsolete()
      }
    }
  }

  public func show() {
    launch.reached(.made)
    window.show()
    launch.reached(.shown)
    // The window system has not requested its first pixels yet.
    mainList?.awaitFirstRows()
  }

  /// Closes the window, as if the user did.
  public func close() { window.close() }

  func updateMenus() { menus?.update() }

  /// Handles Escape if nothing in the main area does.
  ///
  /// - Returns: whether something was closed or cancelled.
  func escape() -> Bool {
    if let wasGivenUp = archives.stop() { return wasGivenUp }
    // The keys may be on a tab or button above the page.
    if media != nil || statistics != nil, !window.isNarrow || !window.isSideShown {
      navigation.leavePage()
      return true
    }
    // In a window with space for one list only, go back from a conversation.
    if window.isNarrow, sidebar != nil, !window.isSideShown {
      window.showSidePage(true)
      return true
    }
    // A search that led here ends from here, too.
    guard search.isOpen else { return false }
    search.close()
    return true
  }

  /// Whether an archive is shown, which stays until there is another one.
  package var isShowingArchive: Bool { opened != nil }

  var sidebar: SidebarPane? { side.pane }

  /// Shows the side list in its state without a search.
  func restSide() {
    side.rest()
    updateMenus()
  }

  /// Exports a conversation of the open archive, or for nil all of it.
  func export(_ conversation: ConversationSummary?) {
    if let opened { exportDialog.export(conversation, of: opened) }
  }

  func mergeWithAnother() {
    if let opened { mergeDialog.merge(opened) }
  }

  private func bindWindow() {
    window.setMinimumSize(width: 320, height: 320)
    window.setFoldWidth(640)
    var placement = settings.placement
    if let size = options.size {
      placement.width = size.width
      placement.height = size.height
      placement.isMaximized = false
      placement.isFullScreen = false
    }
    // A stored width is that of the stored zoom.
    window.setSideZoom(settings.zoom)
    window.placement = placement
    window.setSideVisible(false)
    window.onClose = { [weak self] in self?.isClosing() ?? true }
    window.onEscape = { [weak self] in self?.escape() ?? false }
    window.onPage = { [weak self] in
      // A reader who comes back wants to see where they were.
      if let self, window.isNarrow, window.isSideShown { sidebar?.revealSelectedIfHidden() }
    }
    window.onSideAsked = { [weak self] in
      self?.settings.placement.isSideVisible = true
      self?.updateMenus()
    }
    application.onAppearanceChange = { [weak self] in self?.applyAppearance() }
    for area in [window.main, window.side] {
      area.surface.onFiles = { [weak self] paths, isDrop in
        guard let self, !paths.isEmpty else { return false }
        if isDrop { archives.open(dropped: paths) }
        return true
      }
    }
    window.main.surface.setAccessibleName(localized("Messages"))
    window.side.surface.setAccessibleName(localized("Conversations"))
  }

  private func isClosing() -> Bool {
    launch.settle()
    archives.cancel()
    var placement = window.placement
    placement.isSideVisible = settings.placement.isSideVisible
    if options.size == nil { settings.placement = placement }
    pane?.rememberPlace()
    clearPage()
    rooms?.close()
    // Hidden first, because saving takes a moment.
    window.hide()
    rooms?.settle()
    reading.flush()
    settingsFile.flush()
    notes.flush()
    writeReport()
    return true
  }

  /// Shows once that settings and positions cannot be stored at present.
  private func noteUnwritten(of memory: WindowMemory) {
    let wasShown = Mutex(false)
    memory.onFailure { [weak self] error in
      let again = wasShown.withLock { shown in
        defer { shown = true }
        return shown
      }
      guard !again else { return }
      let words = localized(
        "Settings, reading positions and drafts cannot be saved. They are kept while this window is open, and saved as soon as that is possible. {reason}",
        ["reason": error.words])
      Task { @MainActor in
        self?.notices.tell(ViewerNotice(text: words, buttons: []) { _ in }, about: .storage)
      }
    }
  }

  private func writeReport() {
    guard let path = options.reportPath else { return }
    let statistics = mainList?.engine.statistics
    let report = recorder.report(
      blankPixels: statistics?.blankPixels ?? 0, messages: mainList?.engine.count ?? 0)
    do {
      try FrameRecorder.encode(report).write(to: URL(fileURLWithPath: path))
    } catch {
      reportIsMissing = true
      FileHandle.standardError.write(Data("luge: \(path): cannot be written\n".utf8))
    }
  }

  private func settingsDidChange() {
    settingsFile.write(settings)
    applyLook()
    permitNetwork()
    foldJoins()
    window.setSideZoom(settings.zoom)
    menus?.update()
  }

  /// Pauses the lists while a picture or a video covers them.
  func coverLists(_ isCovered: Bool) {
    mainList?.isCovered = isCovered
    sidebar?.surface.isCovered = isCovered
    updateMenus()
  }

  /// The overlay that covers the lists, whichever of them has opened it; nil while none does.
  var covering: MediaOverlay? {
    ([overlay] + (live?.overlays ?? [])).first { $0.isOpen }
  }

  func closePicture() { covering?.close() }

  /// Requests the pictures that were refused so far, if everything may be downloaded now.
  func permitNetwork() {
    guard network.permitsAll != settings.loadsFromNetwork else { return }
    network.permitsAll = settings.loadsFromNetwork
    live?.permitNetwork()
    if settings.loadsFromNetwork { pane?.pictures.retryRefused() }
  }

  func note(_ words: String) { (covering ?? overlay).note(words) }

  /// Reads an archive in the background. What fails is said in passing, and nil is returned.
  func read<Value: Sendable>(
    _ work: @escaping @Sendable () throws(ArchiveError) -> Value
  ) async -> Value? {
    let read = await Task.detached { Result { () throws(ArchiveError) in try work() } }.value
    switch read {
    case .success(let value): return value
    case .failure(.cancelled): return nil
    case .failure(let error):
      window.main.toast(error.windowWords)
      return nil
    }
  }
}

/// Questions about the archive that is shown.
extension ViewerController: AskingWindow {
  var opened: OpenArchive? { shown.opened }

  func openAgain(_ archive: OpenArchive) {
    archives.open(
      archive.export.map { ArchiveOpening(archive: archive.path, of: $0) }
        ?? ArchiveOpening(path: archive.path))
  }
}
