import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeListKit
import LugeQt
import LugeWords

/// Opens archives and imports exports, one at a time.
///
/// What is shown stays until the new list is ready, or until that takes noticeably long. If
/// something cannot be opened, what is open stays as it is.
@MainActor
final class ArchiveOpener {
  private enum Pending {
    /// - after: the import that the archive comes from.
    case opening(ArchiveOpening, after: ImportOutcome?)
    case importing(ImportJob)
    /// A generated sample is being made.
    case making
  }

  /// The controller, which owns this object. Tasks that wait hold both, so that one exists as long
  /// as the other.
  private unowned let controller: ViewerController
  private let window: Window
  private let notices: ViewerNotices

  // MARK: Mutable State (main actor)

  private var pending: Pending?
  /// Shows an import that is still running.
  private var growth: ImportGrowth?

  init(_ controller: ViewerController, window: Window, notices: ViewerNotices) {
    self.controller = controller
    self.window = window
    self.notices = notices
  }

  /// Whether something is being opened or imported.
  var isBusy: Bool { pending != nil }

  /// Cancels what is being opened or imported, without a notice.
  func cancel() {
    if case .importing(let job) = pending { job.cancel() }
    pending = nil
    notices.tell(nil, about: .progress)
  }

  /// Cancels what is being opened or imported, for the Escape key. A notice is shown about a
  /// cancelled import; an opening goes on if there is nothing else to show.
  ///
  /// - Returns: whether something was cancelled; nil if nothing was being opened or imported.
  func stop() -> Bool? {
    switch pending {
    case .importing(let job): job.cancel()
    case .opening where controller.isShowingArchive: cancel()
    case .opening: return false
    case .making: cancel()
    case nil: return nil
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
          ? localized("Open an export folder") : localized("Open an archive or export"),
        filters: Self.fileFilters)
      if let path = paths.first { self?.open(path) }
    }
  }

  /// Opens several paths: exports become one archive; of several archives the first one is opened.
  func open(_ paths: [String]) {
    guard paths.count > 1 else {
      if let path = paths.first { open(path) }
      return
    }
    if let archive = paths.first(where: ArchiveLocator.isArchive) {
      controller.note(localized("Archives are opened one at a time"))
      return open(archive)
    }
    importExports(paths)
  }

  /// Opens an archive, or imports an export and opens the result.
  func open(_ path: String) { open(ArchiveOpening(path: path)) }

  /// - Parameter outcome: result of the import that the archive comes from.
  func open(_ opening: ArchiveOpening, after outcome: ImportOutcome? = nil) {
    cancel()
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
    pending = nil
    notices.tell(nil, about: .progress)
    switch outcome {
    case .archive(let opened):
      controller.begin(opened, places: places)
      controller.launch.postpone { [weak controller = controller] in
        controller?.rememberRecent(opened)
      }
      if let imported { noteLeftOut(imported) }
      controller.owner.ask(of: opened)
    case .export(let known):
      if let known {
        controller.begin(known, places: places)
        controller.launch.postpone { [weak controller = controller] in
          controller?.rememberRecent(known)
        }
        controller.owner.ask(of: known)
      }
      importExports([opening.path], again: known)
    case .failed(let error):
      if case .notFound = error { controller.settings.recents.removeAll { $0 == opening.path } }
      controller.showFailure(error, path: opening.path)
    }
  }

  /// Generates a sample archive, and opens it.
  func openSample() {
    guard let make = controller.options.makeSample else { return }
    cancel()
    pending = .making
    controller.showOpening(localized("a sample"))
    Task { @MainActor [weak self] in
      let made = await Task.detached { Result { try make() } }.value
      guard let self, case .making = pending else { return }
      switch made {
      case .success(let path): open(path)
      case .failure(let error):
        cancel()
        if !controller.isShowingArchive { controller.showEmpty() }
        controller.note(SystemError.words(of: error))
      }
    }
  }

  // MARK: Import

  /// Imports exports into one archive, and opens it.
  ///
  /// - Parameter known: the archive of earlier imports of them, which is shown already.
  func importExports(_ paths: [String], again known: OpenArchive? = nil) {
    guard let path = paths.first else { return }
    cancel()
    let first = URL(fileURLWithPath: path).lastPathComponent
    let name =
      paths.count == 1
      ? first : localized(one: "{count} export", other: "{count} exports", count: paths.count)
    let isKnown = known != nil
    let job = ImportJob(exports: paths, showsEarly: !isKnown) { [weak self] job, event in
      guard let self, isCurrent(job) else { return }
      switch event {
      case .progress(let progress):
        controller.showProgress(progress, name: name, isKnown: isKnown)
      case .shown(let archive): showSoFar(archive, of: paths, by: job)
      case .failed(let error):
        cancel()
        let isShown = growth?.isShown == true
        growth = nil
        if error != .cancelled {
          controller.showFailure(error, path: path)
        } else if isShown {
          noteStopped(paths, name: name)
        } else if controller.isShowingArchive {
          controller.note(localized("The import was cancelled"))
        } else {
          controller.showEmpty()
        }
      case .waiting(let process): controller.showWaiting(for: process, name: name)
      case .done(let archive, let report, let mediaError):
        var outcome = ImportOutcome(report: report, mediaError: mediaError)
        if let known, controller.opened?.archive === known.archive, outcome.broughtNothing {
          cancel()
          return noteLeftOut(outcome)
        }
        outcome.wasShown = growth?.isShown == true
        open(ArchiveOpening(archive: archive, ofAny: paths), after: outcome)
      }
    }
    growth = nil
    pending = .importing(job)
    controller.showProgress(nil, name: name, isKnown: isKnown)
    job.start()
  }

  private func isCurrent(_ job: ImportJob) -> Bool {
    guard case .importing(let current) = pending else { return false }
    return current === job
  }

  /// Shows what can be read of a running import; an open archive stays until the import is
  /// complete.
  private func showSoFar(_ path: String, of exports: [String], by job: ImportJob) {
    if growth == nil {
      guard !controller.isShowingArchive else { return }
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
      ViewerNotice(text: words, buttons: [localized("Go On")]) { [weak self] index in
        if index == 0 { self?.importExports(exports) }
      }, about: .failure)
  }

  /// Shows a notice about what an import has skipped, with a button to the list.
  private func noteLeftOut(_ outcome: ImportOutcome) {
    guard let words = ImportWords.leftOut(outcome.report, outcome.mediaError) else { return }
    let lines = outcome.leftOut
    let buttons = lines.isEmpty ? [] : [localized("Show What and Why…")]
    notices.tell(
      ViewerNotice(text: ForeignText.visible(words), buttons: buttons) { [weak self] index in
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
        text: localized("These parts of the export could not be taken over:"),
        detail: listed.joined(separator: "\n"),
        buttons: [localized("Close"), localized("Copy List")])
      if answer == 1 { Clipboard.text = exact.joined(separator: "\n") }
    }
  }
}
