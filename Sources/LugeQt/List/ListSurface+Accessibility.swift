import LugeCore
public import LugeEngine
import LugeWords

/// State of a list for screen readers.
struct AccessibleList {
  /// Kind of each of the surface's items, by index.
  enum Entry {
    case item(ItemContents)
    case part(ItemContents.Part, of: ItemContents)
  }

  var entries: [Entry] = []
  /// Whether the list has changed since the items were made.
  var isStale = true
  /// Number of times that the items were made: 0 while no screen reader asks.
  var builds = 0
  /// Position of an item to be spoken once it is in view, and the text after it.
  var awaited: (position: Int, words: String)?
  /// Last item of the list, when it was last in view.
  var lastSeen: (position: Int, item: ItemID)?
}

extension ListSurface {
  /// Number of items, before and after those in view, that a screen reader finds.
  private static let reachOfReaders = 3
  /// Maximum number of new items that are spoken one by one; more are only counted.
  private static let noticesAtOnce = 3

  /// Number of times that the items were made for a screen reader.
  package var accessibleBuilds: Int { accessible.builds }

  func bindAccessibility() {
    surface.setAccessibleList(true)
    surface.onAccessibleAsk = { [weak self] in self?.describeItems() }
    surface.onAccessibleAction = { [weak self] index, action in self?.perform(action, on: index) }
    surface.onAccessibleValue = { [weak self] index, value in self?.set(value, on: index) }
    surface.onAccessiblePlace = { [weak self] index, offset in
      guard let self, let (stop, contents) = spokenItem(index) else { return nil }
      return engine.rectangle(ofCharacter: offset, of: stop, saying: contents.words)
    }
    surface.onAccessibleOffset = { [weak self] index, point in
      guard let self, let (stop, contents) = spokenItem(index) else { return nil }
      return engine.character(at: point, of: stop, saying: contents.words)
    }
  }

  /// Returns an item that a screen reader reads, with its present place.
  private func spokenItem(_ index: Int) -> (ListCursor.Stop, ItemContents)? {
    guard accessible.entries.indices.contains(index),
      case .item(let contents) = accessible.entries[index],
      let stop = engine.stops(beyond: Self.reachOfReaders).first(where: {
        $0.item == contents.item
      })
    else { return nil }
    return (stop, contents)
  }

  func unbindAccessibility() {
    surface.setAccessibleList(false)
    surface.onAccessibleAsk = nil
    surface.onAccessibleAction = nil
    surface.onAccessibleValue = nil
    surface.onAccessiblePlace = nil
    surface.onAccessibleOffset = nil
    surface.setAccessibleItems([])
  }

  /// Makes the items that a screen reader finds, if the list has changed.
  func describeItems() {
    guard accessible.isStale else { return }
    accessible.isStale = false
    accessible.builds += 1
    var items: [AccessibleItem] = []
    var entries: [AccessibleList.Entry] = []
    for contents in contents(of: engine.stops(beyond: Self.reachOfReaders)) {
      var item = AccessibleItem(.listItem, contents.words, in: contents.rect)
      let place =
        accessiblePlace?(contents.position)
        ?? .init(number: contents.position + 1, count: engine.count)
      item.place = place
      // Give the position as text, too: before Qt 6.8 screen readers get nothing else.
      item.details = details(of: place)
      item.key = contents.item.rawValue
      let focused = contents.item == cursor.item ? focusedPart : nil
      item.isFocused = contents.item == cursor.item && focused == nil
      let hasSelectedText =
        engine.selection.map {
          !$0.isEmpty
            && ($0.lower.position...$0.upper.position).contains(contents.position)
        } ?? false
      item.isSelected = hasSelectedText || isItemSelected?(contents.item) == true
      let parent = items.count
      items.append(item)
      entries.append(.item(contents))
      let titles = titles(of: contents.parts)
      for (number, part) in contents.parts.enumerated() {
        var child = AccessibleItem(part.role, titles[number], in: part.rect)
        child.key = contents.item.rawValue
        child.part = Int32(clamping: number + 1)
        child.parent = parent
        child.isPressable = true
        if let value = interactors.value(for: part.action) {
          child.role = .slider
          child.value = value
        }
        child.isFocused = part.isSame(as: focused)
        items.append(child)
        entries.append(.part(part, of: contents))
      }
    }
    accessible.entries = entries
    surface.setAccessibleItems(items)
  }

  private func details(of place: AccessibleItem.Place) -> String {
    // A row about items that are not loaded is none of them.
    guard place.number > 0 else { return "" }
    let words = ["number": "\(place.number)", "all": "\(place.count)"]
    return place.isWhole
      ? localized("{number} of {all}", words)
      // Translators: place of a message; how many there are in all is unknown.
      : localized("{number} of {all} that are loaded", words)
  }

  /// Returns the name of a part that has no picture.
  public func title(of part: ItemContents.Part) -> String {
    if part.action == .disclose { return localized("Show what is hidden") }
    if let title = interactors.label(for: part.action) ?? actionTitle(part.action) {
      return title
    }
    if !part.words.isEmpty { return part.words }
    switch part.action {
    case .openLink(let url): return url
    case .openFile(let path):
      return path.pathParts.last.map(String.init) ?? localized("File")
    case .openImage: return localized("Picture")
    case .goTo: return localized("Go to Message")
    case .custom, .typed: return localized("More")
    }
  }

  /// Returns the names of several parts; parts of the same name are numbered ("1 of 3").
  public func titles(of parts: [ItemContents.Part]) -> [String] {
    let titles = parts.map { title(of: $0) }
    let counts = Dictionary(grouping: titles) { $0 }.mapValues(\.count)
    var numbers: [String: Int] = [:]
    return titles.map { title in
      guard counts[title, default: 1] > 1 else { return title }
      numbers[title, default: 0] += 1
      return localized(
        "{name} {number} of {all}",
        [
          "name": title, "number": "\(numbers[title, default: 1])",
          "all": "\(counts[title, default: 1])",
        ])
    }
  }

  private func perform(_ action: AccessibleAction, on index: Int) {
    guard accessible.entries.indices.contains(index) else { return }
    switch (accessible.entries[index], action) {
    case (.item(let contents), .focus):
      surface.focusByKeys()
      moveCursor(to: contents.position)
    case (.item(let contents), _):
      moveCursor(to: contents.position)
      if action == .press, onItemPress?(contents) == true { return }
      if !openCursorMenu() { click(contents) }
    case (.part(let part, let contents), _): press(part, of: contents)
    }
  }

  private func set(_ value: Double, on index: Int) {
    guard accessible.entries.indices.contains(index),
      case .part(let part, _) = accessible.entries[index]
    else { return }
    interactors.set(value, for: part.action)
    accessible.isStale = true
    requestFrame()
  }

  /// Handles a click on an item outside of all its parts.
  func click(_ contents: ItemContents) {
    click(
      ListHit(
        position: contents.position, row: contents.row, action: nil, copyText: contents.copyText),
      [])
  }

  /// Handles a click on a part.
  public func press(_ part: ItemContents.Part, of contents: ItemContents) {
    if part.action == .disclose { return engine.disclose(contents.item) }
    click(
      ListHit(
        position: contents.position, row: part.row, action: part.action,
        copyText: contents.copyText), [])
    requestFrame()
  }

  /// Announces the cursor's item to screen readers.
  func tellCursor() {
    accessible.isStale = true
    guard Surface.hasAccessibilityClient, cursor.isShown, surface.hasFocus else { return }
    describeItems()
    let focused = focusedPart
    let index = accessible.entries.firstIndex {
      switch $0 {
      case .item(let contents): contents.item == cursor.item && focused == nil
      case .part(let part, let contents):
        contents.item == cursor.item && part.isSame(as: focused)
      }
    }
    if let index { surface.tellFocused(index) }
  }

  /// Updates the state for screen readers after a frame. Without a screen reader this only checks a
  /// flag.
  func followReaders(isMoving: Bool) {
    accessible.isStale = true
    guard !isMoving, Surface.hasAccessibilityClient else { return }
    announceNew()
    announceAwaited()
    describeItems()
  }

  /// Announces an item that the list jumps to, once it is there, and a text after it. The screen
  /// reader's focus stays where it is, for example in a field. An earlier pending announcement is
  /// dropped.
  public func announceItem(at position: Int, then words: String) {
    guard Surface.hasAccessibilityClient else { return }
    accessible.awaited = (position, words)
    requestFrame()
  }

  private func announceAwaited() {
    guard let awaited = accessible.awaited, !engine.isJumping,
      let stop = engine.stops().first(where: { $0.position == awaited.position }),
      let words = engine.contents(of: [stop]).first?.words
    else { return }
    accessible.awaited = nil
    announce(words + "\n" + awaited.words)
  }

  /// Announces new items at the end of a list whose end is in view. Items inserted above, and those
  /// that the list begins with, are not announced.
  private func announceNew() {
    let stops = engine.stops(beyond: Self.noticesAtOnce).filter { $0.height > 0 }
    guard engine.metrics.isAtEnd, let last = stops.last else { return accessible.lastSeen = nil }
    defer { accessible.lastSeen = (last.position, last.item) }
    guard let seen = accessible.lastSeen, seen.item != last.item, last.position > seen.position
    else { return }
    // Start after the item that was the last one, wherever it is now. If it was removed, or so many
    // items came that it is far above, only "New messages" is announced.
    let from = stops.first { $0.item == seen.item }?.position
    let new = from.map { from in stops.filter { $0.position > from } } ?? []
    let words =
      (1...Self.noticesAtOnce).contains(new.count)
      ? engine.contents(of: new).map(\.words).joined(separator: "\n") : localized("New messages")
    announce(wordBeforeNewItems.isEmpty ? words : "\(wordBeforeNewItems): \(words)")
  }
}

extension ItemContents.Part {
  var role: AccessibleItem.Role {
    switch action {
    case .openLink, .goTo: .link
    case .openImage: .picture
    case .openFile, .custom, .typed: .button
    }
  }
}
