import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeQt

/// A list of one conversation or timeline of an archive in the window's main area: what its reader is
/// offered whatever kind of rows it has.
@MainActor
protocol ArchivePane: AnyObject {
  var surface: ListSurface { get }
  var archive: Archive { get }
  var conversation: ConversationSummary { get }
  var pictures: ListPictures { get }
  var controller: ViewerController { get }

  /// Whether its positions are those of the archive, whose dates the scroll bar shows.
  var showsDates: Bool { get }
  var dates: DateSamples? { get set }
  var isReadingDates: Bool { get set }
  var ledger: LedgerOverlay? { get set }

  /// For the next opening.
  func rememberPlace()
  /// Ctrl+C: what is marked.
  func copySelection()
  func selectAll()
  func askForDate()
  /// What the scroll bar shows beside a position.
  func dateText(_ position: Int) -> String?
}

extension ArchivePane {
  var showsLedger: Bool {
    get { ledger != nil }
    set {
      guard newValue != showsLedger else { return }
      ledger = newValue ? LedgerOverlay(surface, clock: controller.clock) : nil
    }
  }

  func bindCommon() {
    let window = controller.window
    surface.engine.onFailure = { error in
      MainActor.assumeIsolated { window.main.toast("\(error). Trying again …") }
    }
    surface.onZoom = { [weak self] steps in
      self?.controller.settings.zoom(by: steps > 0 ? 1 : -1)
    }
    surface.bubbleText = { [weak self] position in self?.dateText(position) }
    surface.onFrame = { [weak self] report in
      guard let self else { return }
      controller.recorder.record(report)
      controller.power.look(at: report.tick.time)
      if report.isComplete { readDatesOnce() }
    }
  }

  // MARK: Reading place

  /// Where the reader is; nil for a pane that was closed before anything was seen: there the place of
  /// the last time still holds.
  var openingPlace: OpeningPlace? {
    let rows = surface.engine.visibleRows
    guard !rows.isEmpty else { return nil }
    let place = surface.engine.readingPlace
    let position = place.flatMap { place in rows.first { $0.id.item == place.item }?.position }
    return OpeningPlace(place: place, position: position)
  }

  /// For this launch and the next ones.
  func keep(_ place: OpeningPlace) {
    controller.reading.remember(
      .init(
        place: place.place, newest: conversation.last?.seconds,
        visited: Int64(Date().timeIntervalSince1970)), archive.path, conversation.key)
    // Another archive may be open already, whose conversations have the same ids.
    if case .open(let opened) = controller.content, opened.archive === archive {
      controller.openingPlaces[conversation.id] = place
    }
  }

  var hasSelection: Bool { surface.engine.selection.map { !$0.isEmpty } ?? false }

  func selectAll() {
    surface.engine.selectAll()
    surface.requestFrame()
  }

  func toast(_ words: String) { controller.window.main.toast(words) }

  // MARK: Actions

  func openLink(_ url: String) {
    if !Desktop.open(url: url) { controller.window.main.toast("No program takes \(url)") }
  }

  func openFile(_ path: String) {
    if !FileManager.default.fileExists(atPath: path) {
      controller.window.main.toast("The file is not in the export: \(path)")
    } else if !Desktop.open(path: path) {
      controller.window.main.toast("No program opens \(path)")
    }
  }

  /// A picture that is there is shown large; one that might be there now is tried again; of others
  /// is said why they are not.
  ///
  /// - Parameter position: of its message in the archive.
  func show(_ key: ImageKey, ofMessage message: Int64, at position: Int) {
    if let error = controller.images.failure(of: key) {
      if error.isRetryable {
        pictures.retry(key)
      } else {
        controller.window.main.toast(error.description)
      }
      return
    }
    let entry = PictureEntry(message: message, position: position, key: key, path: key.filePath)
    controller.showPicture(
      entry,
      of: PictureCatalog(archive: archive, conversation: conversation, zone: controller.zone))
  }

  func offer(_ entries: [(title: String, run: @MainActor () -> Void)], at point: Point) {
    guard !entries.isEmpty else { return }
    Task { @MainActor [weak self] in
      guard let surface = self?.surface.area.surface else { return }
      let choices = entries.map { Surface.Choice.entry($0.title) }
      if let index = await surface.choose(from: choices, at: point) { entries[index].run() }
    }
  }

  // MARK: Dates

  /// Not before the first rows are seen: they would wait for the database.
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
