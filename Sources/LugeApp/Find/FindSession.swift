import Foundation
import LugeArchive
import LugeCore
import LugeEngine
import LugeQt

/// Finding words in the open conversation: the bar over the list, where its words are, and which of
/// these places the reader was led to.
///
/// The nearest find at or before the reader is asked for first and shown at once; all others are
/// counted while it is read. Both are jobs of the database's own threads, and the next key stroke
/// interrupts them.
@MainActor
final class FindSession {
  private unowned let controller: ViewerController
  private lazy var bar = makeBar()

  // MARK: Mutable State (main actor)

  private(set) var isOpen = false
  private var query = TextQuery("")
  /// Nil until all are known.
  private var places: FindPlaces?
  /// The place in the list that the reader was led to.
  private var current: Int?
  /// Of the message there; nil until it is read.
  private var finds: MessageFinds?
  /// Steps that were asked for before these were known.
  private var stepsToCome = 0
  private var search: Task<Void, Never>?
  private var showing: Task<Void, Never>?

  init(_ controller: ViewerController) { self.controller = controller }

  /// Points of the list's upper edge that the bar covers.
  var reach: Int { isOpen ? bar.reach : 0 }

  /// What is said beside the field: "3 of 128 messages", and which of several finds in that message.
  private(set) var status = ""

  private func say(_ words: String, brief: String? = nil) {
    status = words
    guard isOpen else { return }
    bar.setStatus(words, brief: brief, isProblem: isVain)
    // Who drives the window hears of it when the list comes to rest.
    controller.mainList?.requestFrame()
  }

  /// Whether the words are nowhere.
  private var isVain: Bool { places?.isEmpty ?? false }

  // MARK: Opening and closing

  /// Shows the bar; with words, finds them.
  func open(_ words: String? = nil) {
    guard controller.pane != nil else { return }
    isOpen = true
    bar.isVisible = true
    if let words {
      bar.text = words
      controller.mainList?.area.surface.focus()
    } else {
      bar.focus()
    }
    if query != typed || places == nil { start(leading: true) }
  }

  /// Takes the bar and the marks away; the list has the keys and stays where it is.
  func close() {
    guard isOpen else { return }
    isOpen = false
    bar.isVisible = false
    forget()
    controller.mainList?.engine.textQuery = nil
    controller.mainList?.area.surface.focus()
    controller.mainList?.requestFrame()
  }

  /// Another conversation is shown, or none.
  func paneChanged() {
    guard isOpen else { return }
    forget()
    if controller.pane == nil {
      bar.isVisible = false
      isOpen = false
    } else {
      // The reader chose a conversation, not a find: what it opens with stays.
      start(leading: false)
    }
  }

  private func makeBar() -> FindBar {
    let bar = controller.window.main.findBar
    bar.onChange = { [weak self] in self?.start(leading: true) }
    bar.onStep = { [weak self] in self?.step(by: $0) }
    bar.onClose = { [weak self] in self?.close() }
    return bar
  }

  private func forget() {
    search?.cancel()
    showing?.cancel()
    (places, current, finds, stepsToCome) = (nil, nil, nil, 0)
    controller.mainList?.engine.currentFind = nil
  }

  // MARK: Searching

  /// What the field and the choices beside it say.
  private var typed: TextQuery {
    var options: TextQuery.Options = []
    if bar.matchesCase { options.insert(.matchesCase) }
    if bar.wholeWords { options.insert(.wholeWords) }
    return TextQuery(bar.text, options: options)
  }

  /// - Parameter isLeading: whether the reader is led to the nearest find.
  private func start(leading isLeading: Bool) {
    let from = current
    forget()
    query = typed
    guard let pane = controller.pane else { return }
    let list = pane.surface
    list.engine.textQuery = query.isEmpty ? nil : query
    list.requestFrame()
    guard !query.isEmpty else {
      say("")
      bar.setStepsEnabled(false)
      return
    }
    if !isLeading { say("") }
    bar.setStepsEnabled(true)
    let near = pane.findsNearestFirst ? pane.archivePosition(from ?? pane.findStart) : nil
    let (query, archive, conversation) = (query, pane.archive, pane.conversation.id)
    search = Task { [weak self] in
      do {
        if isLeading, let near,
          let found = try await archive.findLast(of: query, in: conversation, atOrBefore: near)
        {
          try Task.checkCancellation()
          self?.lead(to: found)
        }
        let found = try await archive.findPositions(of: query, in: conversation)
        try Task.checkCancellation()
        self?.take(found, leading: isLeading)
      } catch {
        self?.fail(error)
      }
    }
  }

  private func fail(_ error: any Error) {
    guard !Task.isCancelled else { return }
    say("Cannot search")
    controller.window.main.toast("\(error)")
  }

  /// The nearest find, before the others are known.
  private func lead(to archivePosition: Int) {
    guard let pane = controller.pane, let place = pane.place(ofArchivePosition: archivePosition)
    else { return }
    show(place, at: .best)
    say("…")
  }

  private func take(_ found: [Int], leading isLeading: Bool) {
    guard let pane = controller.pane else { return }
    let places = FindPlaces(
      places: found.compactMap(pane.place(ofArchivePosition:)).sorted())
    self.places = places
    bar.setStepsEnabled(!places.isEmpty)
    // There may have been none before the reader.
    if isLeading, current == nil, stepsToCome == 0,
      let next = places.nearest(from: pane.findStart)
    {
      show(next, at: .best)
    }
    tell()
    takeStepsToCome()
  }

  // MARK: From find to find

  /// Goes to a later (positive) or an earlier find of the list, from the last to the first and back.
  func step(by steps: Int) {
    guard isOpen else { return open() }
    guard !query.isEmpty else { return bar.focus() }
    stepsToCome += steps
    takeStepsToCome()
  }

  /// As far as it is known where they lead.
  private func takeStepsToCome() {
    guard stepsToCome != 0, let places, let pane = controller.pane else { return }
    guard !places.isEmpty else {
      stepsToCome = 0
      return
    }
    if let current, places.search(current).isFound {
      guard var finds else { return }
      stepsToCome = finds.step(by: stepsToCome)
      self.finds = finds
      if stepsToCome == 0 { return showFind() }
    }
    let isBehind = stepsToCome > 0
    let start = current ?? (isBehind ? pane.firstPlaceInView - 1 : pane.lastPlaceInView + 1)
    stepsToCome -= isBehind ? 1 : -1
    guard let place = places.neighbour(of: start, isBehind: isBehind) else { return }
    show(place, at: isBehind ? .first : .last)
    tell()
  }

  private func tell() {
    guard let places else { return }
    guard !places.isEmpty else { return say("Nothing found") }
    let count = places.count.formatted(.number)
    let noun = controller.pane?.conversation.kind == .timeline ? "post" : "message"
    let all = "\(count) \(noun)\(places.count == 1 ? "" : "s")"
    guard let current, case (let index, true) = places.search(current) else { return say(all) }
    let number = (index + 1).formatted(.number)
    var within = ""
    if let finds, finds.stops.count > 1 {
      within = " · \((finds.index + 1).formatted(.number))/\(finds.stops.count.formatted(.number))"
    }
    say("\(number) of \(all)\(within)", brief: "\(number) of \(count)\(within)")
  }

  /// Marks a find of a message as the one that the reader is at, and brings it into view, once the
  /// message is read.
  private func show(_ place: Int, at entry: FindEntry) {
    guard let pane = controller.pane else { return }
    current = place
    finds = nil
    pane.surface.engine.currentFind = nil
    showing?.cancel()
    let (archive, conversation, query) = (pane.archive, pane.conversation.id, query)
    guard let position = pane.archivePosition(place) else { return }
    let isWhole = !pane.knowsFinds
    showing = Task { [weak self] in
      let finds = await Task.detached {
        let message = try? archive.messages(in: conversation, at: position..<position + 1).first
        return MessageFinds(message, of: query, isWhole: isWhole, entry: entry)
      }.value
      guard !Task.isCancelled, let self, current == place else { return }
      self.finds = finds
      showFind()
      takeStepsToCome()
    }
  }

  private func showFind() {
    guard let pane = controller.pane, let current, let finds else { return }
    pane.surface.engine.currentFind = FindPlace(position: current, range: finds.range)
    pane.surface.requestFrame()
    pane.reveal(current, message: finds.message, range: finds.range)
    tell()
  }
}
