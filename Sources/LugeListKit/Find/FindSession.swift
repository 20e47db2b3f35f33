import Foundation
import LugeCore
import LugeEngine
public import LugeQt
import LugeWords

/// Find in a list: the bar over it, the matches, and the current one.
///
/// The nearest match at or before the view is searched first and shown at once; all others are
/// counted meanwhile. The next key stroke cancels both.
@MainActor
public final class FindSession {
  private let area: ListArea
  private let target: @MainActor () -> (any FindableList)?
  private lazy var bar = makeBar()

  // MARK: Mutable State (main actor)

  public private(set) var isOpen = false
  private var query = TextQuery("")
  /// Positions with matches; nil until all are known.
  private var places: FindPlaces?
  /// Position in the list of the current match.
  private var current: Int?
  /// Matches within the item there; nil until the item is loaded.
  private var finds: ItemFinds?
  /// Steps that the user requested before the matches were known.
  private var stepsToCome = 0
  private var search: Task<Void, Never>?
  /// Whether earlier items are loaded and searched.
  private var isGoingFurther = false
  private var showing: Task<Void, Never>?
  private var announcing: Task<Void, Never>?
  /// Delay before a match is announced: while the user types or steps, only the last match is read
  /// out.
  private static let restBeforeAnnouncing = Duration.milliseconds(400)

  /// - Parameters:
  ///   - area: the area that has the find bar.
  ///   - target: returns the list to search, which may change, or nil.
  public init(_ area: ListArea, in target: @escaping @MainActor () -> (any FindableList)?) {
    self.area = area
    self.target = target
  }

  private var list: ListSurface? { target()?.surface }

  private func listPosition(_ place: Int) -> Int? { target()?.listPosition(ofPlace: place) }

  /// Points at the list's upper edge that the bar covers.
  public var reach: Int { isOpen ? bar.reach : 0 }

  /// Text beside the field: "3 of 128 messages", and which of several matches in the current one.
  public private(set) var status = ""

  private func say(_ words: String, brief: String? = nil, caveat: String? = nil) {
    status = words + (caveat.map { " · \($0)" } ?? "")
    guard isOpen else { return }
    bar.setStatus(
      words, brief: brief, caveat: caveat ?? "", isProblem: hasNoMatches && !isGoingFurther)
    // The frame reports to programs that drive the window that the list has come to rest.
    list?.requestFrame()
  }

  /// Whether nothing matches.
  private var hasNoMatches: Bool { places?.isEmpty ?? false }

  // MARK: Opening and closing

  /// Opens the bar; with a text, starts to search for it.
  public func open(_ words: String? = nil) {
    guard target() != nil else { return }
    isOpen = true
    bar.isVisible = true
    list?.coveredTop = { [weak self] in Double(self?.reach ?? 0) }
    if let words {
      bar.text = words
      list?.area.surface.focus()
    } else {
      bar.focus()
    }
    if query != typed || places == nil { start(leading: true) }
  }

  /// Closes the bar and removes the highlights. The focus goes to the list, which does not move;
  /// the cursor is on the current match.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    bar.isVisible = false
    let found = current
    forget()
    list?.engine.textQuery = nil
    list?.coveredTop = nil
    if let found = found.flatMap(listPosition) { list?.setCursor(found, isShown: true) }
    list?.area.surface.focus()
    list?.requestFrame()
  }

  /// Restarts the search in another list, or clears it if there is none. Call it when the list has
  /// changed.
  public func listChanged() {
    guard isOpen else { return }
    forget()
    if target() == nil {
      bar.isVisible = false
      isOpen = false
    } else {
      list?.coveredTop = { [weak self] in Double(self?.reach ?? 0) }
      // The user chose a conversation, not a match: the list does not move.
      start(leading: false)
    }
  }

  private func makeBar() -> FindBar {
    let bar = area.findBar
    bar.onChange = { [weak self] in self?.start(leading: true) }
    bar.onStep = { [weak self] in self?.step(by: $0) }
    bar.onClose = { [weak self] in self?.close() }
    return bar
  }

  private func forget() {
    search?.cancel()
    showing?.cancel()
    announcing?.cancel()
    (places, current, finds, stepsToCome) = (nil, nil, nil, 0)
    isGoingFurther = false
    list?.engine.currentMatch = nil
  }

  // MARK: Searching

  /// The query of the field with its options.
  private var typed: TextQuery {
    var options: TextQuery.Options = []
    if bar.matchesCase { options.insert(.matchesCase) }
    if bar.wholeWords { options.insert(.wholeWords) }
    return TextQuery(bar.text, options: options)
  }

  /// - Parameter isLeading: whether to scroll to the nearest match.
  private func start(leading isLeading: Bool) {
    let from = current
    forget()
    query = typed
    guard let pane = target() else { return }
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
    let near = pane.findsNearestFirst ? from ?? pane.findStart : nil
    let query = query
    search = Task { [weak self, weak pane] in
      do {
        if isLeading, let near, let found = try await pane?.lastFind(of: query, atOrBefore: near) {
          try Task.checkCancellation()
          self?.lead(to: found)
        }
        guard let found = try await pane?.finds(of: query) else { return }
        try Task.checkCancellation()
        self?.take(found, leading: isLeading)
      } catch {
        self?.fail(error)
      }
    }
  }

  private func fail(_ error: any Error) {
    guard !Task.isCancelled else { return }
    say(localized("Cannot search"))
    area.toast("\(error)")
  }

  /// Shows the nearest match before the others are known.
  private func lead(to place: Int) {
    show(place, at: .best)
    say("…", caveat: target()?.findExtent)
  }

  private func take(_ found: [Int], leading isLeading: Bool) {
    guard let pane = target() else { return }
    let places = FindPlaces(places: found)
    self.places = places
    bar.setStepsEnabled(!places.isEmpty || pane.findsFurther)
    // There may be no match before the view.
    if isLeading, current == nil, stepsToCome == 0,
      let next = places.nearest(from: pane.findStart)
    {
      show(next, at: .best)
    }
    showCount()
    takeStepsToCome()
  }

  // MARK: Steps between matches

  /// Goes to a later (positive) or earlier match, wrapping around at the ends. Before the earliest,
  /// after a single one, and where nothing matches, earlier items are loaded and searched, if there
  /// are any.
  public func step(by steps: Int) {
    guard isOpen else { return open() }
    guard !query.isEmpty else { return bar.focus() }
    stepsToCome += steps
    takeStepsToCome()
  }

  /// Performs the pending steps once all matches are known.
  private func takeStepsToCome() {
    guard stepsToCome != 0, let places, let pane = target() else { return }
    guard !isGoingFurther else { return stepsToCome = 0 }
    guard !places.isEmpty else {
      stepsToCome = 0
      return goFurther()
    }
    if let current, places.search(current).isFound {
      guard var finds else { return }
      stepsToCome = finds.step(by: stepsToCome)
      self.finds = finds
      if stepsToCome == 0 { return showFind() }
    }
    let isBehind = stepsToCome > 0
    let start = current ?? (isBehind ? pane.firstPlaceInView - 1 : pane.lastPlaceInView + 1)
    // A single match leads nowhere else, in whichever direction.
    let isLast = isBehind ? places.isOnly(start) : places.isNone(before: start)
    if isLast, pane.findsFurther {
      stepsToCome = 0
      return goFurther()
    }
    stepsToCome -= isBehind ? 1 : -1
    guard let place = places.neighbour(of: start, isBehind: isBehind) else { return }
    show(place, at: isBehind ? .first : .last)
    showCount()
  }

  /// Loads earlier items until some of them match, or all are loaded.
  private func goFurther() {
    guard let pane = target(), pane.findsFurther else { return }
    isGoingFurther = true
    let query = query
    search?.cancel()
    search = Task { [weak self, weak pane] in
      do {
        var isFound = false
        while !isFound, pane?.findsFurther == true {
          self?.say(localized("Searching further …"), caveat: pane?.findExtent)
          guard let further = await pane?.loadFurther() else { return }
          try Task.checkCancellation()
          guard let found = try await pane?.finds(of: query) else { return }
          try Task.checkCancellation()
          isFound = self?.take(found, after: further) ?? true
          if !further.isLoaded { break }
        }
        self?.endGoingFurther(isFound: isFound)
      } catch {
        // Another search may be going further already.
        guard !Task.isCancelled else { return }
        self?.isGoingFurther = false
        self?.fail(error)
      }
    }
  }

  /// Takes the matches of all items that are loaded now.
  ///
  /// - Returns: whether there are some among the new items; the last of them is shown.
  private func take(_ found: [Int], after further: FurtherItems) -> Bool {
    places = FindPlaces(places: found)
    current = current.map { $0.addingClamped(further.shift) }
    guard further.isLoaded, let place = found.last(where: { $0 < further.end }) else {
      return false
    }
    show(place, at: .last)
    return true
  }

  private func endGoingFurther(isFound: Bool) {
    isGoingFurther = false
    let isWhole = target()?.findsFurther != true
    bar.setStepsEnabled(!hasNoMatches || !isWhole)
    guard !isFound, isWhole, !hasNoMatches else { return showCount() }
    // The step that the user made leads around to the last match now.
    stepsToCome = -1
    takeStepsToCome()
  }

  private func showCount() {
    guard let places, !isGoingFurther else { return }
    let caveat = target()?.findExtent
    guard !places.isEmpty else {
      let way =
        target()?.findsFurther == true
        ? caveat.map { localized("{extent}; press Return to search further", ["extent": $0]) } : nil
      say(localized("Nothing found"), caveat: way ?? caveat)
      return announce(nil)
    }
    let count = Words.formats.number(places.count)
    let noun =
      target()?.findNoun ?? localizedPlural(one: "{count} message", other: "{count} messages")
    let all = noun(places.count)
    guard let current, case (let index, true) = places.search(current) else {
      return say(all, caveat: caveat)
    }
    let number = Words.formats.number(index + 1)
    var within = ""
    if let finds, finds.stops.count > 1 {
      within =
        " · \(Words.formats.number(finds.index + 1))/\(Words.formats.number(finds.stops.count))"
    }
    let whole = localized("{number} of {all}", ["number": number, "all": all])
    let brief = localized("{number} of {all}", ["number": number, "all": count])
    say(whole + within, brief: brief + within, caveat: caveat)
    if finds != nil { announce(current) }
  }

  /// Has a screen reader speak the match and the status; the focus stays in the field.
  ///
  /// - Parameter place: position of the item; nil: the status alone.
  private func announce(_ place: Int?) {
    announcing?.cancel()
    announcing = Task { [weak self] in
      try? await Task.sleep(for: Self.restBeforeAnnouncing)
      guard !Task.isCancelled, let self, isOpen, let list else { return }
      if let position = place.flatMap(listPosition) {
        list.announceItem(at: position, then: status)
      } else {
        list.announce(status)
      }
    }
  }

  /// Makes a match of an item the current one, and scrolls to it once the item is loaded.
  private func show(_ place: Int, at entry: FindEntry) {
    guard let pane = target() else { return }
    current = place
    finds = nil
    pane.surface.engine.currentMatch = nil
    showing?.cancel()
    let (query, isWhole) = (query, !pane.knowsFinds)
    showing = Task { [weak self, weak pane] in
      let item = await pane?.foundItem(at: place)
      let finds = await Task.detached {
        ItemFinds(item, of: query, isWhole: isWhole, entry: entry)
      }.value
      guard !Task.isCancelled, let self, current == place else { return }
      self.finds = finds
      showFind()
      takeStepsToCome()
    }
  }

  /// Shows the current match in a list that has just loaded it, unless the user has gone on to
  /// something else. Call it when the item has arrived.
  public func itemArrived() { showFind() }

  private func showFind() {
    guard let pane = target(), let current, let finds else { return }
    pane.surface.engine.currentMatch = pane.listPosition(ofPlace: current).map {
      FindPlace(position: $0, range: finds.range)
    }
    pane.surface.requestFrame()
    pane.reveal(current, finds.item, range: finds.range)
    showCount()
  }
}
