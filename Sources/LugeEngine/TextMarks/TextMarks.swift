import LugeCore

/// Selection, matches of a search, and the highlight of an item; and the positions of the
/// characters in view, which the lane computes.
///
/// Nothing here draws or shapes.
final class TextMarks {
  private let lane: any Lane
  private let post: @Sendable ([RowGeometry]) -> Void

  // MARK: Mutable State (the engine's thread)

  private(set) var selection: TextSelection?
  /// Text that is searched for.
  private(set) var query: TextQuery?
  /// Items in which matches are marked; nil for all.
  private var markedItems: Set<ItemID>?
  /// The current match.
  private(set) var currentMatch: FindPlace?
  /// Whether positions of characters in view are computed.
  var tracksText = false
  private var highlighted: ItemHighlight?
  /// Geometries of the rows on screen, and those being computed.
  private var geometries: [RowID: RowGeometry] = [:]
  private var pending: Set<RowGeometry.Key> = []

  /// Maximum number of rows whose geometries are cached; a screen has some dozens.
  private static let geometryLimit = 256
  /// Maximum number of rows of an item for which matches are shown only if the item as a whole has
  /// all words of the query. In items with more rows, all matches are shown.
  private static let maxRowsForWholeItemMatch = 16

  /// Makes the marks of a list.
  ///
  /// - Parameter post: called on the lane; pass its argument to ``take(_:_:)``.
  init(lane: any Lane, post: @escaping @Sendable ([RowGeometry]) -> Void) {
    self.lane = lane
    self.post = post
  }

  /// Adapts positions to a change of the list.
  func shift(by change: ListChange) {
    selection?.shift(by: change)
    if let match = currentMatch { currentMatch?.position = change.moved(match.position) }
  }

  // MARK: Geometry

  /// Whether nothing is being computed.
  var isSettled: Bool { pending.isEmpty }

  func geometry(of row: RealizedRow, _ state: ListState) -> RowGeometry? {
    guard let known = geometries[row.id], known.key == key(row, state) else { return nil }
    return known
  }

  private func key(_ row: RealizedRow, _ state: ListState) -> RowGeometry.Key {
    RowGeometry.Key(
      row: row.id, revision: row.revision, layoutVersion: state.layoutVersion,
      query: query, isDisclosed: row.isDisclosed)
  }

  /// Requests missing geometries of rows in view from the lane, unless the list scrolls fast.
  func requestGeometry(_ state: ListState, _ travel: Travel) {
    guard tracksText, travel.screensPerSecond < 2 else { return }
    var wanted: [(key: RowGeometry.Key, layout: RowLayout, item: [RowLayout])] = []
    state.forEachVisibleRow { position, row, _ in
      guard !row.layout.texts.isEmpty || (query != nil && !row.layout.labels.isEmpty) else {
        return
      }
      let key = key(row, state)
      guard geometries[key.row]?.key != key, !pending.contains(key) else { return }
      let rows = query == nil ? [] : state.snapshot.item(at: position)?.rows ?? []
      wanted.append(
        (key, row.layout, rows.count <= Self.maxRowsForWholeItemMatch ? rows.map(\.layout) : []))
    }
    guard !wanted.isEmpty else { return }
    for row in wanted { pending.insert(row.key) }
    let (post, rows) = (post, wanted)
    lane.submit { tools in
      post(
        rows.map { RowGeometry($0.layout, key: $0.key, item: $0.item, measuring: tools.text) }
      )
    }
  }

  /// Takes geometries that the lane has computed.
  ///
  /// - Returns: whether something in view may look different.
  func take(_ made: [RowGeometry], _ state: ListState) -> Bool {
    if geometries.count + made.count > Self.geometryLimit {
      var kept: [RowID: RowGeometry] = [:]
      state.forEachVisibleRow { _, row, _ in kept[row.id] = geometries[row.id] }
      geometries = kept
    }
    for geometry in made {
      pending.remove(geometry.key)
      geometries[geometry.key.row] = geometry
    }
    return selection != nil || query != nil
  }

  // MARK: Selection

  /// Starts a selection at a point of the viewport. It is empty until it is extended, unless the
  /// unit is a word or a paragraph.
  ///
  /// - Returns: whether something in view may look different; the same for the functions below.
  func begin(at point: Point, by unit: TextSelection.Unit, _ state: ListState) -> Bool {
    guard let place = places(at: point, unit: unit, state) else { return clear() }
    selection = TextSelection(unit: unit, anchor: place, focus: place)
    return true
  }

  func extend(to point: Point, _ state: ListState) -> Bool {
    guard var changed = selection, let place = places(at: point, unit: changed.unit, state) else {
      return false
    }
    changed.focus = place
    guard changed != selection else { return false }
    selection = changed
    return true
  }

  func selectAll(of count: Int) -> Bool {
    guard count > 0 else { return false }
    let first = TextPlace(position: 0, offset: 0)
    let last = TextPlace(position: count - 1, offset: .max)
    selection = TextSelection(unit: .character, anchor: first...first, focus: last...last)
    return true
  }

  func select(_ wanted: TextSelection) -> Bool {
    defer { selection = wanted }
    return selection != wanted
  }

  func clear() -> Bool {
    defer { selection = nil }
    return selection != nil
  }

  /// Whether selectable text is at a point.
  func isText(at point: Point, _ state: ListState) -> Bool {
    guard let (_, row, y) = state.row(nearest: point.y),
      let found = text(of: row, nearest: point.y - Double(y))
    else { return false }
    let text = row.layout.texts[found]
    let local = Point(x: point.x - text.origin.x, y: point.y - Double(y) - text.origin.y)
    return local.x >= 0 && local.y >= 0 && local.x < Double(text.layout.size.width)
      && local.y < Double(text.layout.size.height)
  }

  /// Returns the rectangles of the selection in the viewport, device pixels.
  ///
  /// - Complexity: O(rows in view + their selected characters).
  func selectionRectangles(_ state: ListState) -> [Rect] {
    guard let selection, !selection.isEmpty else { return [] }
    var result: [Rect] = []
    state.forEachVisibleRow { position, row, y in
      for (index, text) in row.layout.texts.enumerated() {
        guard let range = selection.range(in: text.range, at: position) else { continue }
        let local = range.lowerBound - text.offset..<range.upperBound - text.offset
        let rectangles =
          geometry(of: row, state)?.texts[index].rectangles(for: local)
          // Use whole lines until the lane has computed the positions of characters.
          ?? text.layout.lines.filter { $0.range.overlaps(local) }.map {
            Rect(x: 0, y: Double($0.top), width: Double($0.width), height: Double($0.height))
          }
        result += rectangles.map { $0.offsetBy(x: text.origin.x, y: text.origin.y + Double(y)) }
      }
    }
    return result
  }

  /// Returns the rectangles and corners of the pictures that are copied with the selection, in the
  /// viewport. There are some only if it spans several items, because a picture alone is no text.
  ///
  /// - Complexity: O(drawing commands of the rows in view).
  func selectedImages(_ state: ListState) -> [(rect: Rect, radii: CornerRadii)] {
    guard let selection, selection.lower.position < selection.upper.position else { return [] }
    let selected = selection.lower.position...selection.upper.position
    var result: [(rect: Rect, radii: CornerRadii)] = []
    state.forEachVisibleRow { position, row, y in
      guard selected.contains(position), let body = row.layout.body?.rect else { return }
      for case .image(_, let rect, let radii, _) in row.layout.drawList.commands
      where body.intersects(rect) {
        result.append((rect.offsetBy(x: 0, y: Double(y)), radii))
      }
    }
    return result
  }

  private func places(
    at point: Point, unit: TextSelection.Unit, _ state: ListState
  ) -> ClosedRange<TextPlace>? {
    guard let (position, row, y) = state.row(nearest: point.y) else { return nil }
    let local = Point(x: point.x, y: point.y - Double(y))
    guard let index = text(of: row, nearest: local.y) else {
      // No text in this row: take the nearer end of the item's text, so that the row is in or out
      // as a whole.
      let isBelow = local.y > Double(row.layout.size.height) / 2
      let place = TextPlace(position: position, offset: isBelow ? .max : 0)
      return place...place
    }
    let text = row.layout.texts[index]
    let inText = Point(x: local.x - text.origin.x, y: local.y - text.origin.y)
    let known = geometry(of: row, state)?.texts[index]
    let nearest = known?.offset(nearest: inText) ?? text.layout.lineEdge(nearest: inText)
    func place(_ offset: Int) -> TextPlace {
      TextPlace(position: position, offset: text.offset + offset)
    }
    switch unit {
    case .character: return place(nearest)...place(nearest)
    case .word:
      let word = known.map { $0.word(at: $0.character(at: inText)?.lowerBound ?? nearest) }
      return place(word?.lowerBound ?? nearest)...place(word?.upperBound ?? nearest)
    case .paragraph:
      let range = text.layout.request.text.string.paragraph(around: nearest)
      return place(range.lowerBound)...place(range.upperBound)
    }
  }

  private func text(of row: RealizedRow, nearest y: Double) -> Int? {
    var best: Int?
    var distance = Double.infinity
    for (index, text) in row.layout.texts.enumerated() {
      let bottom = text.origin.y + Double(text.layout.size.height)
      let away = max(0, max(text.origin.y - y, y - bottom))
      if away < distance { (best, distance) = (index, away) }
    }
    return best
  }

  // MARK: Matches

  /// Sets the text whose matches are marked, and the items in which; nil: all.
  ///
  /// - Returns: whether it has changed.
  func setQuery(_ query: TextQuery?, among items: Set<ItemID>? = nil) -> Bool {
    defer { (self.query, markedItems) = (query, items) }
    return query != self.query || items != markedItems
  }

  /// Sets the current match.
  ///
  /// - Returns: whether it has changed.
  func setCurrentMatch(_ match: FindPlace?) -> Bool {
    defer { currentMatch = match }
    return match != currentMatch
  }

  /// Returns the rectangles of matches in view: of the current one, or of all others.
  func matchRectangles(current isCurrent: Bool, _ state: ListState) -> [Rect] {
    guard query != nil, !isCurrent || currentMatch != nil else { return [] }
    var result: [Rect] = []
    state.forEachVisibleRow { position, row, y in
      guard markedItems?.contains(row.id.item) ?? true, let known = geometry(of: row, state)
      else { return }
      for match in known.matches
      where (currentMatch?.includes(match.range, of: position) == true) == isCurrent {
        result += match.rects.map { $0.offsetBy(x: 0, y: Double(y)) }
      }
    }
    return result
  }

  // MARK: Highlighted item

  /// Highlights an item from a time on; nil: from the next frame on.
  func highlight(_ item: ItemID, from time: Double? = nil) {
    highlighted = ItemHighlight(item: item, begun: time ?? .infinity)
  }

  /// Returns the rectangle of the highlighted item in this frame; ends the highlight when its time
  /// is over.
  ///
  /// - Parameter cardsOnly: whether to limit the highlight to the card's width (timelines).
  /// - Returns: whether it continues, and its part in view.
  func emphasis(
    at time: Double, _ state: ListState, _ color: ThemeColor, cardsOnly: Bool
  ) -> (goesOn: Bool, shown: FramePlan.Emphasis?) {
    guard var highlighted else { return (false, nil) }
    if highlighted.begun > time {
      highlighted.begun = time
      self.highlighted = highlighted
    }
    let strength = highlighted.strength(at: time)
    guard strength > 0 else {
      self.highlighted = nil
      return (false, nil)
    }
    var rows: Range<Int>?
    var headings: Range<Int>?
    var columns: Range<Int>?
    var radii = CornerRadii.zero
    func widen(_ range: inout Range<Int>?, _ y: Int, _ end: Int) {
      range = (range?.lowerBound ?? y)..<max(range?.upperBound ?? end, end)
    }
    state.forEachVisibleRow { _, row, y in
      guard row.id.item == highlighted.item else { return }
      var (top, end) = (y, y + row.layout.size.height)
      if cardsOnly, row.layout.body == nil {
        // The widest hit region of a card is the card.
        guard let card = row.layout.hitRegions.map(\.rect).max(by: { $0.width < $1.width })
        else { return }
        let (left, right) = (Int(card.x), Int(card.maxX))
        guard left < right else { return }
        columns = min(columns?.lowerBound ?? left, left)..<max(columns?.upperBound ?? right, right)
      }
      if let body = row.layout.body, !row.model.isHeading {
        // Highlight only the bubble; with several rows, from the first to the last in view.
        (top, end) = (y + Int(body.rect.y), y + Int(body.rect.maxY))
        let (left, right) = (Int(body.rect.x), Int(body.rect.maxX))
        guard left < right, top < end else { return }
        if columns == nil {
          radii.topLeft = body.radii.topLeft
          radii.topRight = body.radii.topRight
        }
        radii.bottomLeft = body.radii.bottomLeft
        radii.bottomRight = body.radii.bottomRight
        columns = min(columns?.lowerBound ?? left, left)..<max(columns?.upperBound ?? right, right)
      }
      if row.model.isHeading { widen(&headings, top, end) } else { widen(&rows, top, end) }
    }
    // An item that consists only of headings is highlighted as well.
    let shown = (rows ?? headings).map {
      FramePlan.Emphasis(
        y: $0.lowerBound, height: $0.count, color: color, strength: strength, columns: columns,
        radii: radii)
    }
    return (true, shown)
  }
}

extension TextLayout {
  /// Returns the offset of the nearer end of the line at a point.
  fileprivate func lineEdge(nearest point: Point) -> Int {
    guard let line = lines.last(where: { Double($0.top) <= point.y }) ?? lines.first else {
      return 0
    }
    return point.x < Double(line.width) / 2 ? line.range.lowerBound : line.range.upperBound
  }
}

extension String {
  /// Returns the UTF-8 range of the paragraph with an offset, without its line feed.
  ///
  /// - Complexity: O(bytes).
  fileprivate func paragraph(around offset: Int) -> Range<Int> {
    var lower = 0
    var index = 0
    for byte in utf8 {
      if byte == 0x0A {
        if index >= offset { return lower..<index }
        lower = index + 1
      }
      index += 1
    }
    return lower..<index
  }
}

/// Highlight of an item after a jump: at once at full strength, then it fades.
///
/// A function of time: whatever frames are missed, it ends when it should, and then nothing runs
/// any more.
struct ItemHighlight: Hashable, Sendable {
  /// Seconds at full strength, and seconds of fading after them.
  static let hold = 0.7
  static let fade = 0.9

  var item: ItemID
  /// Time of the first frame that shows it; infinity before that frame.
  var begun: Double

  /// Returns the strength: 1 at first, 0 when the highlight is over.
  func strength(at time: Double) -> Double {
    let rest = min(1, max(0, 1 - max(0, time - begun - Self.hold) / Self.fade))
    return rest * rest
  }
}
