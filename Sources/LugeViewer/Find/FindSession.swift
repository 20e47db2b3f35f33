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
  /// Places in the list, ascending; nil until all are known.
  private var places: [Int]?
  /// The place in the list that the reader was led to.
  private var current: Int?
  /// Steps that were asked for before the places were known.
  private var stepsToCome = 0
  private var search: Task<Void, Never>?
  private var showing: Task<Void, Never>?

  init(_ controller: ViewerController) { self.controller = controller }

  /// Points of the list's upper edge that the bar covers.
  var reach: Int { isOpen ? bar.reach : 0 }

  /// What is said beside the field: "3 of 128".
  private(set) var status = "" {
    didSet {
      guard isOpen else { return }
      bar.setStatus(status, isProblem: isVain)
      // Who drives the window hears of it when the list comes to rest.
      controller.mainList?.requestFrame()
    }
  }
  /// Whether the words are nowhere.
  private var isVain: Bool { places?.isEmpty ?? false }

  // MARK: Opening and closing

  /// Shows the bar; with words, finds them.
  func open(_ words: String? = nil) {
    guard controller.pane?.canFind == true else { return }
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
    if controller.pane?.canFind != true {
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
    (places, current, stepsToCome) = (nil, nil, 0)
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
      status = ""
      bar.setStepsEnabled(false)
      return
    }
    if !isLeading { status = "" }
    bar.setStepsEnabled(true)
    let near = pane.archivePosition(from ?? pane.findStart)
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
    status = "Cannot search"
    controller.window.main.toast("\(error)")
  }

  /// The nearest find, before the others are known.
  private func lead(to archivePosition: Int) {
    guard let pane = controller.pane, let place = pane.place(ofArchivePosition: archivePosition)
    else { return }
    show(place)
    status = "…"
  }

  private func take(_ found: [Int], leading isLeading: Bool) {
    guard let pane = controller.pane else { return }
    let places = found.compactMap(pane.place(ofArchivePosition:)).sorted()
    self.places = places
    bar.setStepsEnabled(!places.isEmpty)
    if isLeading, current == nil, stepsToCome == 0 {
      // There was none before the reader.
      if let next = places.first(where: { $0 >= pane.findStart }) ?? places.last {
        show(next)
      }
    }
    let steps = stepsToCome
    stepsToCome = 0
    if steps != 0 { step(by: steps) }
    tell()
  }

  // MARK: From find to find

  /// Goes to a later (positive) or an earlier find of the list, from the last to the first and back.
  func step(by steps: Int) {
    guard isOpen else { return open() }
    guard !query.isEmpty else { return bar.focus() }
    guard let places else {
      stepsToCome += steps
      return
    }
    guard let pane = controller.pane, !places.isEmpty, steps != 0 else { return }
    let index: Int
    if let current {
      let (at, isFound) = places.search(current)
      // Between two finds, the first step leads to the neighbour.
      index = at + steps - (isFound || steps < 0 ? 0 : 1)
    } else if steps > 0 {
      index = places.search(pane.firstPlaceInView).index + steps - 1
    } else {
      index = places.search(pane.lastPlaceInView + 1).index + steps
    }
    show(places[(index % places.count + places.count) % places.count])
    tell()
  }

  private func tell() {
    guard let places else { return }
    guard !places.isEmpty else {
      status = "Nothing found"
      return
    }
    let count = places.count.formatted(.number)
    guard let current, case (let index, true) = places.search(current) else {
      status = places.count == 1 ? "1 find" : "\(count) finds"
      return
    }
    status = "\((index + 1).formatted(.number)) of \(count)"
  }

  /// Marks a find as the one the reader is at, and brings it into view.
  private func show(_ place: Int) {
    guard let pane = controller.pane else { return }
    current = place
    pane.surface.engine.currentFind = place
    pane.surface.requestFrame()
    showing?.cancel()
    let (archive, conversation, query) = (pane.archive, pane.conversation.id, query)
    guard let position = pane.archivePosition(place) else { return }
    showing = Task { [weak self] in
      let message = try? await Task.detached {
        try archive.messages(in: conversation, at: position..<position + 1).first
      }.value
      guard !Task.isCancelled, let self, let pane = controller.pane, current == place else {
        return
      }
      let range = message.flatMap {
        query.stretch(in: $0.text.string) ?? query.ranges(in: $0.text.string).first
      }
      pane.reveal(place, message: message, range: range)
    }
  }
}

extension [Int] {
  /// Where a number is in ascending numbers, or would be.
  ///
  /// - Complexity: O(log n).
  fileprivate func search(_ number: Int) -> (index: Int, isFound: Bool) {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return (low, low < count && self[low] == number)
  }
}
