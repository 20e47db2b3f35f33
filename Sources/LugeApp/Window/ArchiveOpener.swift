import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeListKit
import LugeQt
import LugeWords

/// Opens archives and imports exports: one archive at a time is on its way to the window, and one
/// import at a time runs. What is opened meanwhile ends no import, and exports wait for their turn.
///
/// The shown archive stays until the next one can be shown, or until that takes noticeably long. If
/// an archive cannot be opened, the open one stays.
@MainActor
final class ArchiveOpener {
  private enum Pending {
    /// - after: the import that the archive comes from.
    case opening(ArchiveOpening, after: ImportOutcome?)
    /// A sample that the program makes up.
    case making
    /// Dropped files, one of which may be an archive.
    case looking(Task<String?, Never>)
  }

  /// Exports that become one archive.
  private struct Import {
    var paths: [String]
    /// The archive of an earlier import of these files, which is shown already; nil: none.
    var known: OpenArchive?
    /// The archive that was shown when it was asked for.
    var shownBefore: String?

    /// For people.
    var name: String {
      paths.count == 1
        ? PathNames.name(of: paths[0])
        : localized(one: "{count} export", other: "{count} exports", count: paths.count)
    }
  }

  /// Has this. What waits holds both, so that one is there as long as the other.
  private unowned let controller: ViewerController
  private let window: Window
  private let notices: ViewerNotices

  // MARK: Mutable State (main actor)

  private var pending: Pending?
  private var running: (import: Import, job: ImportJob)?
  /// Imports that are to follow.
  private var waiting: [Import] = []
  /// Display of an import that is still running.
  private var growth: ImportGrowth?

  init(_ controller: ViewerController, window: Window, notices: ViewerNotices) {
    self.controller = controller
    self.window = window
    self.notices = notices
  }

  /// Whether an archive is on its way to the window.
  var isOpening: Bool { pending != nil }

  /// Whether what is shown is still being imported.
  var isShowingImport: Bool { growth?.isShown == true }

  /// Nobody waits any more for what was on its way: the window is closed.
  func cancel() {
    waiting = []
    running?.job.cancel()
    running = nil
    cancelOpening()
  }

  /// Notes that the shown archive was closed. An import that is not shown goes on.
  func archiveClosed() {
    cancelOpening()
    guard isShowingImport else { return }
    growth = nil
    running?.job.cancel()
    running = nil
    notices.tell(nil, about: .progress)
    startNext()
  }

  private func cancelOpening() {
    if case .looking(let look) = pending { look.cancel() }
    pending = nil
    if running == nil { notices.tell(nil, about: .progress) }
  }

  /// Cancels what is being opened or imported, for the Escape key. A notice is shown about a
  /// cancelled import; an opening goes on if there is nothing else to show.
  ///
  /// - Returns: whether something was cancelled; nil if nothing was being opened or imported.
  func stop() -> Bool? {
    switch pending {
    case .opening where controller.isShowingArchive: cancelOpening()
    case .opening where running == nil: return false
    case .making: cancelOpening()
    case .looking:
      cancelOpening()
      if running == nil, !controller.isShowingConversations { controller.showEmpty() }
    case .opening, nil:
      guard let running else { return nil }
      running.job.cancel()
    }
    return true
  }

  // MARK: Opening

  /// File filters of a dialog that asks for an archive or an export.
  static var fileFilters: [String] {
    [
      localized("Archives and exports")
        + " (*.luge *.json *.jsonl *.js *.txt *.csv *.html *.mbox *.eml *.zip *.gz *.tgz *.tar *.log)",
      localized("All files") + " (*)",
    ]
  }

  func askForFile(_ mode: Window.FileMode) {
    Task { @MainActor [window, weak self] in
      let paths = await window.askForFiles(
        mode,
        title: mode == .openFolder
          ? localized("Open Export Folder") : localized("Open Archive or Export"),
        filters: Self.fileFilters)
      if let path = paths.first { self?.open(path) }
    }
  }

  /// Opens several paths: exports become one archive; of several archives the first one is opened.
  func open(_ paths: [String]) {
    open(paths, archive: paths.count > 1 ? paths.first(where: ArchiveLocator.isArchive) : nil)
  }

  /// Opens paths that were dropped on the window. There may be thousands, or their disk may be
  /// slow, and the window waits for neither.
  func open(dropped paths: [String]) {
    guard paths.count > 1 else { return open(paths) }
    cancelOpening()
    let look = Task.detached { ArchiveLocator.firstArchive(in: paths) }
    pending = .looking(look)
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .milliseconds(300))
      guard let self, isCurrent(look) else { return }
      controller.showLooking(at: paths.count)
    }
    Task { @MainActor [weak self] in
      let archive = await look.value
      guard let self, isCurrent(look) else { return }
      open(paths, archive: archive)
    }
  }

  private func isCurrent(_ look: Task<String?, Never>) -> Bool {
    guard case .looking(let current) = pending else { return false }
    return current == look
  }

  private func open(_ paths: [String], archive: String?) {
    if let archive {
      controller.note(localized("Archives are opened one at a time"))
      open(archive)
    } else if paths.count > 1 {
      importExports(paths)
    } else if let path = paths.first {
      open(path)
    }
  }

  /// Opens an archive, or imports an export and opens the result.
  func open(_ path: String) { open(ArchiveOpening(path: path)) }

  /// - Parameter outcome: result of the import that the archive comes from.
  func open(_ opening: ArchiveOpening, after outcome: ImportOutcome? = nil) {
    cancelOpening()
    if outcome == nil {
      // Whoever opens something has read what was wrong before.
      notices.tell(nil, about: .failure)
    }
    // What is shown of an import gives way to something else.
    if outcome?.wasShown != true { growth = nil }
    pending = .opening(opening, after: outcome)
    Task { @MainActor [weak self] in
      try? await Task.sleep(for: .milliseconds(300))
      guard let self else { return }
      controller.launch.settle()
      await showWhileCurrent(opening)
    }
    if let ready = opening.readyNow {
      // The lane draws the first frame while the window system creates the window.
      finish(opening, .archive(ready.archive), places: ready.places)
      controller.mainList?.prepare()
      controller.launch.reached(.listMade)
      return
    }
    Task { @MainActor [weak self] in
      let result = await opening.outcome
      StartupTimes.mark("the window has the archive")
      guard let self, isCurrent(opening) else { return }
      let controller = controller
      defer { withExtendedLifetime(controller) {} }
      var places: [ConversationID: OpeningPlace] = [:]
      if let opened = result.readable {
        let reading = controller.reading
        // The new archive may be the same one.
        controller.pane?.rememberPlace()
        places = await Task.detached {
          reading.flush()
          return reading.openings(of: opened)
        }.value
        guard isCurrent(opening) else { return }
        if outcome?.wasShown == true {
          if let growth { places = growth.places(in: places) }
          growth = nil
        }
      }
      StartupTimes.mark("reading places are known")
      finish(opening, result, places: places)
      StartupTimes.mark("the list is made")
    }
  }

  /// Shows that an archive is being opened, and the progress if it is being upgraded.
  private func showWhileCurrent(_ opening: ArchiveOpening) async {
    guard isCurrent(opening) else { return }
    let controller = controller
    defer { withExtendedLifetime(controller) {} }
    controller.showOpening(opening.path, upgraded: opening.upgraded)
    var shown = opening.upgraded
    while isCurrent(opening) {
      if opening.upgraded != shown {
        shown = opening.upgraded
        controller.showOpening(opening.path, upgraded: shown)
      }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }

  private func isCurrent(_ opening: ArchiveOpening) -> Bool {
    guard case .opening(let current, _) = pending else { return false }
    return current === opening
  }

  private func finish(
    _ opening: ArchiveOpening, _ outcome: ArchiveOpening.Outcome,
    places: [ConversationID: OpeningPlace]
  ) {
    var imported: ImportOutcome?
    if case .opening(_, let own) = pending { imported = own }
    cancelOpening()
    switch outcome {
    case .archive(let opened):
      controller.begin(opened, places: places)
      controller.launch.postpone { [weak controller = controller] in
        controller?.rememberRecent(opened)
      }
      if let imported { noteLeftOut(imported) }
    case .export(let known):
      if let known {
        controller.begin(known, places: places)
        controller.launch.postpone { [weak controller = controller] in
          controller?.rememberRecent(known)
        }
      }
      importExports([opening.path], again: known)
    case .failed(let error):
      if case .notFound = error { controller.settings.recents.removeAll { $0 == opening.path } }
      controller.showFailure(error, path: opening.path, staysBeside: running != nil)
    }
  }

  /// Generates a sample archive, and opens it.
  func openSample() {
    guard let make = controller.options.makeSample else { return }
    cancelOpening()
    pending = .making
    controller.showOpening(localized("a sample"))
    Task { @MainActor [weak self] in
      let made = await Task.detached { Result { try make() } }.value
      guard let self, case .making = pending else { return }
      switch made {
      case .success(let path): open(path)
      case .failure(let error):
        cancelOpening()
        if !controller.isShowingArchive { controller.showEmpty() }
        controller.note(SystemError.words(of: error))
      }
    }
  }

  // MARK: Import

  /// Imports exports into one archive, which is opened then; after those that were asked for
  /// before.
  ///
  /// - Parameter known: the archive of an earlier import of them, which is shown already.
  func importExports(_ paths: [String], again known: OpenArchive? = nil) {
    guard !paths.isEmpty else { return }
    cancelOpening()
    let wanted = Import(paths: paths, known: known, shownBefore: controller.opened?.path)
    let asked = (running.map { [$0.import] } ?? []) + waiting
    guard !asked.contains(where: { $0.paths == paths }) else { return }
    waiting.append(wanted)
    guard let running else { return startNext() }
    controller.note(
      localized(
        "{name} is imported when {other} is done",
        [
          "name": ForeignText.visible(wanted.name),
          "other": ForeignText.visible(running.import.name),
        ]))
  }

  private func startNext() {
    guard running == nil, !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    let isKnown = next.known != nil
    let job = ImportJob(exports: next.paths, showsEarly: !isKnown) { [weak self] job, event in
      guard let self, isCurrent(job) else { return }
      switch event {
      case .progress(let progress): show(progress, of: next)
      case .shown(let archive): showSoFar(archive, of: next.paths, by: job)
      case .failed(let error):
        running = nil
        failed(next, error)
        startNext()
      case .waiting(let process): controller.showWaiting(for: process, name: next.name)
      case .done(let archive, let report, let mediaError):
        running = nil
        done(next, archive, ImportOutcome(report: report, mediaError: mediaError))
        startNext()
      }
    }
    running = (next, job)
    show(nil, of: next)
    job.start()
  }

  private func show(_ progress: ImportProgress?, of shown: Import) {
    controller.showProgress(
      progress, name: shown.name, isKnown: shown.known != nil, waiting: waiting.count)
  }

  private func failed(_ failed: Import, _ error: ArchiveError) {
    if pending == nil { notices.tell(nil, about: .progress) }
    let isShown = isShowingImport
    growth = nil
    if error != .cancelled {
      controller.showFailure(error, path: failed.paths[0], staysBeside: !waiting.isEmpty)
    } else if isShown {
      noteStopped(failed.paths, name: failed.name)
    } else if controller.isShowingArchive || pending != nil || !waiting.isEmpty {
      controller.note(localized("The import was cancelled"))
    } else {
      controller.showEmpty()
    }
  }

  /// Shows what has come of an import, unless the user has turned to something else meanwhile.
  private func done(_ done: Import, _ archive: String, _ outcome: ImportOutcome) {
    var outcome = outcome
    if let known = done.known, controller.opened?.archive === known.archive, outcome.broughtNothing
    {
      notices.tell(nil, about: .progress)
      return noteLeftOut(outcome)
    }
    outcome.wasShown = isShowingImport
    let opening = ArchiveOpening(archive: archive, ofAny: done.paths)
    let shown = controller.opened?.path
    let isWanted =
      pending == nil
      && (shown == nil || shown == archive || shown == done.shownBefore && waiting.isEmpty)
    if isWanted { return open(opening, after: outcome) }
    if pending == nil { notices.tell(nil, about: .progress) }
    guard !outcome.broughtNothing else { return }
    tellImported(done, opening, outcome)
  }

  /// Something else is shown: the new archive is offered.
  private func tellImported(
    _ done: Import, _ opening: ArchiveOpening, _ outcome: ImportOutcome
  ) {
    Task { @MainActor [weak controller = controller] in
      if case .archive(let opened) = await opening.outcome { controller?.rememberRecent(opened) }
    }
    let words = localized(
      one: "{name} was imported: {count} message", other: "{name} was imported: {count} messages",
      count: outcome.report?.messages ?? 0, ["name": ForeignText.visible(done.name)])
    notices.tell(
      ViewerNotice(text: words, buttons: [localized("Open It")]) { [weak self] index in
        if index == 0 { self?.open(opening, after: outcome) }
      }, about: .written)
  }

  private func isCurrent(_ job: ImportJob) -> Bool { running?.job === job }

  /// Shows what can be read of an import; an archive that is open stays until all is there.
  private func showSoFar(_ path: String, of exports: [String], by job: ImportJob) {
    if growth == nil {
      guard !controller.isShowingArchive, pending == nil else { return }
      growth = ImportGrowth(job, of: exports, in: controller) { [weak self] in
        self?.isCurrent($0) ?? false
      }
    }
    growth?.show(path)
  }

  /// Shows a notice that the import was stopped; its first messages are shown.
  private func noteStopped(_ exports: [String], name: String) {
    let count = controller.conversations.reduce(0) { $0.addingClamped($1.messages) }
    let words = localized(
      one: "The import of {name} was stopped. This is the first {count} message of it.",
      other: "The import of {name} was stopped. These are the first {count} messages of it.",
      count: count, ["name": ForeignText.visible(name)])
    notices.tell(
      ViewerNotice(text: words, buttons: [localized("Resume Import")]) { [weak self] index in
        if index == 0 { self?.importExports(exports) }
      }, about: .failure)
  }

  /// Shows a notice about what an import has skipped, with a button to the list.
  private func noteLeftOut(_ outcome: ImportOutcome) {
    guard let words = ImportWords.leftOut(outcome.report, outcome.mediaError) else { return }
    let lines = outcome.leftOut
    let buttons = lines.isEmpty ? [] : [localized("Show Details…")]
    notices.tell(
      ViewerNotice(text: words.replacing("\n", with: " "), buttons: buttons) { [weak self] index in
        if index == 0 {
          self?.showLeftOut(outcome.readableLeftOut, of: outcome.leftOutCount, copying: lines)
        }
      }, about: .leftOut)
  }

  /// Maximum lines that fit on a screen; all lines of the report are copied.
  private static let listedRecords = 12

  /// Returns a line, shortened between words if it is very long.
  private static func shortened(_ line: String) -> String {
    let most = 400
    guard line.count > most else { return line }
    let start = line.prefix(most)
    return String(start[..<(start.lastIndex(of: " ") ?? start.endIndex)]) + " …"
  }

  private func showLeftOut(_ lines: [String], of count: Int, copying exact: [String]) {
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
        text: localized("These parts of the export could not be imported:"),
        detail: listed.joined(separator: "\n"),
        buttons: [localized("Close"), localized("Copy List")])
      if answer == 1 { Clipboard.text = exact.joined(separator: "\n") }
    }
  }
}
