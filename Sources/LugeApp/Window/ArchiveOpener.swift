import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeListKit
import LugeQt
import LugeWords

/// Opens archives and imports exports: one thing at a time is on its way to the window.
///
/// What is shown stays until something else is there, or until that takes noticeably long. What
/// cannot be opened leaves what is open as it is.
@MainActor
final class ArchiveOpener {
  private enum Pending {
    /// - after: the import that it comes from.
    case opening(ArchiveOpening, after: ImportOutcome?)
    case importing(ImportJob)
    /// A sample that the program makes up.
    case making
  }

  /// Has this. What waits holds both, so that one is there as long as the other.
  private unowned let controller: ViewerController
  private let window: Window
  private let notices: ViewerNotices

  // MARK: Mutable State (main actor)

  private var pending: Pending?
  /// Display of an import that is still running.
  private var growth: ImportGrowth?

  init(_ controller: ViewerController, window: Window, notices: ViewerNotices) {
    self.controller = controller
    self.window = window
    self.notices = notices
  }

  /// Whether anything is on its way.
  var isBusy: Bool { pending != nil }

  /// Nobody waits any more for what was on its way.
  func cancel() {
    if case .importing(let job) = pending { job.cancel() }
    pending = nil
    notices.tell(nil, about: .progress)
  }

  /// Escape: gives up what is on its way. An import that is given up is told of, an opening without
  /// anything else to show goes on.
  ///
  /// - Returns: whether there was something to be given up; nil where nothing was on its way.
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

  /// Several exports become one archive; of several archives the first one is opened.
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

  /// Opens an archive, or imports an export and opens what comes of it.
  func open(_ path: String) { open(ArchiveOpening(path: path)) }

  /// - Parameter outcome: of the import that the archive comes from.
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
      // The lane works at the first frame while the window system makes the window.
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
        // It may be the same archive.
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

  /// Says that an archive is being opened, and how far that is where it has to be changed first.
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
      if let imported { tellLeftOut(imported) }
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

  /// Makes up an archive to try the program with, and opens it.
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

  /// Imports exports into one archive, which is opened then.
  ///
  /// - Parameter known: what earlier imports of them have brought, which is shown already.
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
          tellStopped(paths, name: name)
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
          return tellLeftOut(outcome)
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

  /// Shows what can be read of an import; an archive that is open stays until all is there.
  private func showSoFar(_ path: String, of exports: [String], by job: ImportJob) {
    if growth == nil {
      guard !controller.isShowingArchive else { return }
      growth = ImportGrowth(job, of: exports, in: controller) { [weak self] in
        self?.isCurrent($0) ?? false
      }
    }
    growth?.show(path)
  }

  /// The import was given up, what came of it is shown.
  private func tellStopped(_ exports: [String], name: String) {
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

  /// Says what an import has not brought, and leads to the list of it.
  private func tellLeftOut(_ outcome: ImportOutcome) {
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

  /// More than these do not fit on a screen; all that the report has are copied.
  private static let listedRecords = 12

  /// A line of a list, cut between words where it is very long.
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
