import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeListKit
import LugeQt
import LugeWords

extension ViewerController {
  /// Opens an archive, or imports an export and opens what comes of it.
  func open(_ path: String) { open(ArchiveOpening(path: path)) }

  /// What is shown stays until something else is there, or until that takes noticeably long.
  /// What cannot be opened leaves what is open as it is.
  ///
  /// - Parameter outcome: of the import that the archive comes from.
  func open(_ opening: ArchiveOpening, after outcome: ImportOutcome? = nil) {
    cancelPending()
    pending = .opening(opening, after: outcome)
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .milliseconds(300))
      guard let self else { return }
      launch.settle()
      await showWhileCurrent(opening)
    }
    if let ready = opening.readyNow {
      // The lane works at the first frame while the window system makes the window.
      openingPlaces = ready.places
      finish(opening, .archive(ready.archive))
      mainList?.prepare()
      launch.reached(.listMade)
      return
    }
    Task { @MainActor [weak self] in
      let result = await opening.outcome
      StartupTimes.mark("the window has the archive")
      guard let self, isCurrent(opening) else { return }
      if case .archive(let opened) = result {
        let reading = reading
        // It may be the same archive.
        pane?.rememberPlace()
        let places = await Task.detached {
          reading.flush()
          return reading.openings(of: opened)
        }.value
        guard isCurrent(opening) else { return }
        openingPlaces = places
        if outcome?.wasShown == true { stayWhereRead() }
      }
      StartupTimes.mark("reading places are known")
      finish(opening, result)
      StartupTimes.mark("the list is made")
    }
  }

  /// Says that an archive is being opened, and how far that is where it has to be changed first.
  private func showWhileCurrent(_ opening: ArchiveOpening) async {
    guard isCurrent(opening) else { return }
    showOpening(opening.path, upgraded: opening.upgraded)
    var shown = opening.upgraded
    while isCurrent(opening) {
      if opening.upgraded != shown {
        shown = opening.upgraded
        showOpening(opening.path, upgraded: shown)
      }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }

  private func isCurrent(_ opening: ArchiveOpening) -> Bool {
    guard case .opening(let current, _) = pending else { return false }
    return current === opening
  }

  /// Whether an archive is shown, which stays until there is another one.
  var isShowingArchive: Bool { if case .open = content { true } else { false } }

  /// Nobody waits any more for what was on its way.
  func cancelPending() {
    if case .importing(let job, _) = pending { job.cancel() }
    pending = nil
    notices.tell(nil, about: .progress)
  }

  /// - Returns: whether there was something to be given up.
  func escape() -> Bool {
    switch pending {
    case .importing(let job, _): job.cancel()
    case .opening where isShowingArchive: cancelPending()
    case .opening: return false
    case .making: cancelPending()
    case nil:
      // The way back from a conversation where there is room for one list.
      guard window.isNarrow, sidebar != nil, !window.isSideShown else { return false }
      window.showSidePage(true)
    }
    return true
  }

  private func finish(_ opening: ArchiveOpening, _ outcome: ArchiveOpening.Outcome) {
    var imported: ImportOutcome?
    if case .opening(_, let own) = pending { imported = own }
    pending = nil
    notices.tell(nil, about: .progress)
    switch outcome {
    case .archive(let opened):
      content = .open(opened)
      notices.forgetArchive()
      postMarks = PostMarks()
      jumps = Visits()
      launch.postpone { [weak self] in self?.rememberRecent(opened) }
      showConversations(opened)
      if let imported { tellLeftOut(imported) }
      owner.ask(of: opened)
    case .export: importExport(opening.path)
    case .failed(let error):
      if case .notFound = error { settings.recents.removeAll { $0 == opening.path } }
      showFailure(error, path: opening.path)
    }
  }

  func askForFile(_ mode: Window.FileMode) {
    Task { @MainActor [weak self] in
      guard let window = self?.window else { return }
      let paths = await window.askForFiles(
        mode,
        title: mode == .openFolder
          ? localized("Open an export folder") : localized("Open an archive or export"),
        filters: [
          localized("Archives and exports")
            + " (*.luge *.json *.jsonl *.js *.txt *.csv *.html *.mbox *.eml *.zip *.gz *.tgz *.tar *.log)",
          localized("All files") + " (*)",
        ])
      if let path = paths.first { self?.open(path) }
    }
  }

  // MARK: Import

  private func importExport(_ path: String) { importExports([path]) }

  /// Imports exports into one archive, which is opened then.
  func importExports(_ paths: [String]) {
    guard let path = paths.first else { return }
    cancelPending()
    let first = URL(fileURLWithPath: path).lastPathComponent
    let name =
      paths.count == 1
      ? first : localized(one: "{count} export", other: "{count} exports", count: paths.count)
    let job = ImportJob(exports: paths) { [weak self] job, event in
      guard let self, case .importing(let current, _) = pending, current === job else { return }
      switch event {
      case .progress(let progress): showProgress(progress, name: name)
      case .shown(let archive): showSoFar(archive, of: paths, by: job)
      case .failed(let error):
        cancelPending()
        let isShown = isGrowing(by: job)
        growth = nil
        if error != .cancelled {
          showFailure(error, path: path)
        } else if isShown {
          tellStopped(paths, name: name)
        } else if isShowingArchive {
          note(localized("The import was cancelled"))
        } else {
          showEmpty()
        }
      case .waiting(let process): showWaiting(for: process, name: name)
      case .done(let archive, let report, let mediaError):
        var outcome = ImportOutcome(report: report, mediaError: mediaError)
        outcome.wasShown = isGrowing(by: job)
        open(Self.opening(archive, of: paths), after: outcome)
      }
    }
    pending = .importing(job, path: path)
    showProgress(nil, name: name)
    job.start()
  }

  /// An archive that was made of exports.
  static func opening(_ archive: String, of exports: [String]) -> ArchiveOpening {
    if exports.count == 1, let export = exports.first {
      ArchiveOpening(archive: archive, of: export)
    } else {
      ArchiveOpening(path: archive)
    }
  }

  /// Says what an import has not brought, and leads to the list of it.
  private func tellLeftOut(_ outcome: ImportOutcome) {
    guard let words = ImportWords.leftOut(outcome.report, outcome.mediaError) else { return }
    let lines = outcome.leftOut
    let buttons = lines.isEmpty ? [] : [localized("Show What and Why…")]
    notices.tell(
      ViewerNotice(text: ForeignText.visible(words), buttons: buttons) { [weak self] index in
        if index == 0 { self?.showLeftOut(lines, of: outcome.leftOutCount) }
      }, about: .leftOut)
  }

  /// More than these do not fit on a screen; all that the report has are copied.
  private static let listedRecords = 12

  /// A line of a list, cut between words where it is very long.
  private static func shortened(_ line: String) -> String {
    let most = 400
    guard line.count > most else { return line }
    let start = line.prefix(most)
    return String(start[..<(start.lastIndex(of: " ") ?? start.endIndex)]) + " …"
  }

  private func showLeftOut(_ lines: [String], of count: Int) {
    let shown = lines.prefix(Self.listedRecords)
    let rest = max(0, count - shown.count)
    let listed =
      shown.map { Self.shortened($0) }
      + (rest > 0
        ? [
          localized(
            one: "… and {count} more (luge import --verbose lists them all)",
            other: "… and {count} more (luge import --verbose lists them all)", count: rest)
        ] : [])
    Task { @MainActor [weak self] in
      let answer = await self?.window.showMessage(
        .info, title: localized("Left Out"),
        text: localized("These parts of the export could not be taken over:"),
        detail: listed.joined(separator: "\n"),
        buttons: [localized("Close"), localized("Copy List")])
      if answer == 1 { Clipboard.text = lines.joined(separator: "\n") }
    }
  }

  // MARK: Archive

  func showConversations(_ opened: OpenArchive) {
    guard let first = opened.firstShown(openingPlaces) else { return showNoMessages(opened) }
    window.main.state = nil
    window.main.welcome = nil
    sidebar = nil
    window.searchBar.text = ""
    window.searchBar.setFilters([])
    if opened.conversations.count > 1 {
      sidebar = SidebarPane(self, opened: opened, selected: first.id)
      if let rooms { sidebar?.show(rooms.accounts) }
    } else if hasRooms {
      makeSidebar()
    }
    window.showSidePage(false)
    window.setSideVisible(sidebar != nil && settings.placement.isSideVisible)
    mediaFolder.ask(of: opened)
    // A list that begins with a size that is not its own is laid out twice.
    window.placeMain()
    show(first, of: opened)
    sidebar?.revealSelected()
    window.main.surface.focus()
    menus?.update()
  }

  /// Shows a message of another conversation of the open archive.
  func show(_ id: ConversationID, at position: Int, highlighting: Bool = true) {
    guard case .open(let opened) = content,
      let conversation = opened.conversations.first(where: { $0.id == id })
    else { return }
    show(conversation, of: opened)
    let isTimeline = conversation.kind == .timeline
    mainList?.jump(
      to: isTimeline ? conversation.count - 1 - position : position, highlighting: highlighting)
  }

  /// A conversation that shows people who come and leave otherwise than is wanted now is shown
  /// anew, where the reader is.
  func foldJoins() {
    guard let chat, chat.showsEachJoin != settings.showsEachJoin, case .open(let opened) = content
    else { return }
    show(chat.conversation, of: opened)
  }

  /// Of the archive that is open.
  var conversations: [ConversationSummary] {
    if case .open(let opened) = content { opened.conversations } else { [] }
  }

  func show(_ conversation: ConversationSummary, of opened: OpenArchive) {
    closePicture()
    // The old one lets go of the area before the new one takes it.
    pane?.rememberPlace()
    clearPage()
    if conversation.kind == .timeline {
      showTimeline(conversation, of: opened)
    } else {
      page = .messages(
        ChatPane(
          self, opened: opened, conversation: conversation,
          at: openingPlaces[conversation.id]))
    }
    pane?.showsFrameLog = showsFrameLog
    find.listChanged()
    menus?.update()
    sidebar?.select(conversation.id)
    showTitle(of: conversation)
    window.title = "\(ForeignText.isolated(conversation.name)) – Luge"
  }
}
