public import LugeCore

/// Contents in view: rows, selection, pictures, heavy views.
extension ListEngine {
  // MARK: Rows

  /// Returns the row and region at a point in device pixels from the viewport's upper left. No text
  /// is shaped for this.
  public func hit(at point: Point) -> ListHit? {
    var result: ListHit?
    state.forEachVisibleRow { position, row, y in
      let top = Double(y)
      guard point.y >= top, point.y < top + Double(row.layout.size.height) else { return }
      let local = Point(x: point.x, y: point.y - top)
      let region =
        marks.geometry(of: row, state)?.regions.last { $0.rect.contains(local) }
        ?? row.layout.hitRegions.last { $0.rect.contains(local) }
      result = ListHit(
        position: position, row: row.id, action: region?.action, copyText: row.layout.copyText)
      result?.slot = row.layout.slots.last { $0.rect.contains(local) }?.key
      if let rect = region?.rect, rect.width > 0, rect.height > 0 {
        result?.place = Point(
          x: (local.x - rect.x) / rect.width, y: (local.y - rect.y) / rect.height)
      }
    }
    return result
  }

  /// Returns the region with an action in a row, moved into the viewport; nil when it is not in
  /// view.
  public func region(of action: HitRegion.Action, in row: RowID) -> HitRegion? {
    var found: HitRegion?
    state.forEachVisibleRow { _, shown, y in
      guard found == nil, shown.id == row,
        let region = shown.layout.hitRegions.last(where: { $0.action == action })
      else { return }
      found = region.offsetBy(x: 0, y: Double(y))
    }
    return found
  }

  /// Returns the rectangle of the topmost region in view with an action; nil if there is none.
  public func topmostRect(of action: HitRegion.Action) -> Rect? {
    var found: Rect?
    state.forEachVisibleRow { _, row, y in
      guard found == nil, let region = row.layout.hitRegions.first(where: { $0.action == action })
      else { return }
      found = region.rect.offsetBy(x: 0, y: Double(y))
    }
    return found
  }

  /// Rows that are at least partly in view, from top to bottom.
  public var visibleRows: [VisibleRow] {
    var rows: [VisibleRow] = []
    state.forEachVisibleRowWithHeight { position, row, y, height in
      rows.append(
        VisibleRow(
          position: position, id: row.id, y: y, height: height,
          accessibleText: row.layout.accessibleText))
    }
    return rows
  }

  /// Rows that are at least partly in view, from top to bottom, with their lines.
  package var seenRows: [SeenRow] {
    var rows: [SeenRow] = []
    state.forEachVisibleRowWithHeight { _, row, y, height in
      rows.append(SeenRow(id: row.id, y: y, height: height, lines: row.layout.lines))
    }
    return rows
  }

  /// Whether an item in memory still has a row; nil when the item is not in memory.
  ///
  /// - Complexity: O(items in memory).
  package func hasRow(_ id: RowID) -> Bool? {
    let item = state.snapshot.window.range.lazy.map { self.state.snapshot.window[$0] }
      .first { $0.id == id.item }
    return item.map { $0.rows.contains { $0.id == id } }
  }

  /// Whether the end is in view after others' items are added there: the question to ask before
  /// such a change. ``ScrollMetrics/isAtEnd`` only tells what is in view.
  package var followsEnd: Bool {
    switch state.configuration.follow.othersItems {
    case .always: true
    case .whenAtEnd: state.followsEnd
    case .never: false
    }
  }

  /// Distance of the reading line from the viewport's top: where the user is assumed to read.
  package var readingLine: Int { state.readingLine }

  /// Whether rows have text in a part of the viewport.
  ///
  /// - Complexity: O(drawing commands of the rows in that part).
  public func hasWords(in rect: Rect) -> Bool {
    var found = false
    state.forEachVisibleRow { _, row, y in
      let inRow = rect.offsetBy(x: 0, y: -Double(y))
      guard !found, inRow.y < Double(row.layout.size.height), inRow.maxY > 0 else { return }
      found = row.layout.drawList.commands.contains { $0.words?.intersects(inRow) == true }
    }
    return found
  }

  // MARK: Selection

  /// The selected text; see ``beginSelection(at:by:)``.
  public var selection: TextSelection? { marks.selection }

  /// Starts a selection at a point of the viewport. It is empty until it is extended, unless the
  /// unit is a word or a paragraph.
  public func beginSelection(at point: Point, by unit: TextSelection.Unit) {
    if marks.begin(at: point, by: unit, state) { clock.isDue = true }
  }

  /// Extends the selection to a point, which may lie outside of the viewport.
  public func extendSelection(to point: Point) {
    if marks.extend(to: point, state) { clock.isDue = true }
  }

  public func selectAll() {
    if marks.selectAll(of: state.count) { clock.isDue = true }
  }

  /// Selects text in place of the previous selection.
  public func select(_ selection: TextSelection) {
    if marks.select(selection) { clock.isDue = true }
  }

  public func clearSelection() {
    if marks.clear() { clock.isDue = true }
  }

  /// Whether selectable text is at a point.
  public func isText(at point: Point) -> Bool { marks.isText(at: point, state) }

  /// Rectangles of the selection in the viewport, device pixels.
  ///
  /// - Complexity: O(rows in view + their selected characters).
  public var selectionRectangles: [Rect] { marks.selectionRectangles(state) }

  /// Rectangles and corners of the pictures that are copied with the selection, in the viewport,
  /// device pixels.
  ///
  /// - Complexity: O(drawing commands of the rows in view).
  public var selectedImages: [(rect: Rect, radii: CornerRadii)] {
    marks.selectedImages(state)
  }

  /// Whether the lane computes the positions of characters in view, for links, selection and
  /// matches. Set it for lists that a pointer can reach.
  public var tracksText: Bool {
    get { marks.tracksText }
    set { marks.tracksText = newValue }
  }

  // MARK: Matches

  /// Marks the matches of a text in these items only; nil: in all, as setting ``textQuery`` does.
  public func setQuery(_ query: TextQuery?, among items: Set<ItemID>?) {
    if marks.setQuery(query, among: items) { clock.isDue = true }
  }

  /// Text whose matches are marked; ``matchRectangles`` has those in view.
  public var textQuery: TextQuery? {
    get { marks.query }
    set { if marks.setQuery(newValue) { clock.isDue = true } }
  }

  /// Current match; ``currentMatchRectangles`` has its rectangles.
  public var currentMatch: FindPlace? {
    get { marks.currentMatch }
    set { if marks.setCurrentMatch(newValue) { clock.isDue = true } }
  }

  /// Rectangles of the matches of ``textQuery`` in view, except ``currentMatch``.
  public var matchRectangles: [Rect] { marks.matchRectangles(current: false, state) }

  /// Rectangles of ``currentMatch``, as far as it is in view.
  public var currentMatchRectangles: [Rect] { marks.matchRectangles(current: true, state) }

  /// Jumps to a position in an item's text: centres the item if it fits into the viewport, else its
  /// line. Does nothing, and highlights nothing, if the line is in view and no jump is under way.
  ///
  /// - Parameters:
  ///   - top: pixels at the viewport's upper edge that something covers.
  ///   - highlighting: whether to highlight the item for a moment.
  /// - Returns: whether the list jumps.
  @discardableResult
  public func reveal(_ place: TextPlace, below top: Int = 0, highlighting: Bool = false) -> Bool {
    if !isJumping, let line = state.line(at: place.offset, of: place.position),
      line.lowerBound >= top, line.upperBound <= state.viewport.height
    {
      return false
    }
    hooks.onInput?(.jumped(place.position))
    jump(
      to: place.position, alignment: .text(offset: place.offset), highlighting: highlighting)
    return true
  }

  // MARK: Pictures

  /// Closure to call, from any thread, when pictures became available (or failed for good) after
  /// rows were drawn without them. The lane redraws only the rows that show these pictures; the old
  /// drawings stay until then. Layouts do not change.
  public var imageArrivals: @Sendable (Set<ImageKey>) -> Void {
    let mailbox = mailbox
    return { keys in mailbox.post(.images(keys)) }
  }

  /// Closure that ``frame(at:)`` calls when the pictures in or near the view have changed, with all
  /// of them, nearest first. It must return at once; answer by ``imageArrivals``.
  public var onImageRequests: (([ListImageRequest]) -> Void)? {
    get { pictures.onRequests }
    set { pictures.onRequests = newValue }
  }

  /// Closure that returns the cost of decoding a picture, nil if unknown; called by ``rowCosts``
  /// only.
  public var imageCost: ((ImageKey) -> ImageCost?)? {
    get { hooks.imageCost }
    set { hooks.imageCost = newValue }
  }

  /// Returns the positions of the items in view, or in memory near it, that show a picture.
  ///
  /// - Complexity: O(items in memory).
  public func positions(showing key: ImageKey) -> [Int] {
    let window = state.snapshot.window
    func shows(_ position: Int) -> Bool {
      window.facts(at: position)?.kinds.contains(.images) == true
        && window[position].rows.contains { $0.images.contains { $0.key == key } }
    }
    // Items in memory far from the anchor are not near the view.
    let anchor = state.anchor.position
    guard window.range.contains(anchor) || window.range.contains(anchor - 1) else { return [] }
    return window.range.filter(shows)
  }

  /// Pictures of the rows in view, with their rows, from top to bottom.
  ///
  /// - Complexity: O(rows in view).
  public var visibleImages: [(key: ImageKey, position: Int, row: RowID)] {
    var found: [(key: ImageKey, position: Int, row: RowID)] = []
    state.forEachVisibleRow { position, row, _ in
      for image in row.images { found.append((image.key, position, row.id)) }
    }
    return found
  }

  // MARK: Heavy views

  /// Closure to call, from any thread, when the contents of heavy views have changed. Views in view
  /// are redrawn, once for any number of calls; the others when they come near.
  ///
  /// A heavy view has an `ImageKey`, as pictures do, because its bitmap is an image of its row.
  public var heavyViewsChanged: @Sendable (Set<ImageKey>) -> Void {
    let mailbox = mailbox
    return { keys in mailbox.post(.heavyViewsChanged(keys)) }
  }

  /// Passes an input event to a heavy view. It is handled on another thread, and the new picture is
  /// shown in one of the next frames.
  ///
  /// - Returns: false when the view does not exist.
  @discardableResult
  public func send(_ event: HeavyViewEvent, to view: ImageKey) -> Bool {
    heavyViews.send(event, to: view)
  }

  /// Whether a heavy view handles a keyboard key while it has the focus.
  public func heavyView(_ view: ImageKey, handles key: HeavyViewKey) -> Bool {
    heavyViews.takes(key, by: view)
  }

  /// Returns the text of a heavy view for screen readers, as last drawn (``HeavyView/spokenText``).
  public func spokenText(of view: ImageKey) -> String? { heavyViews.spokenText(of: view) }

  /// Returns the next or previous heavy view that takes keys, in view or not, among the items in
  /// memory.
  ///
  /// - Parameter view: the view to start from; nil: begin with the first (or last) one that is
  ///   wholly in view, or else with one partly in view.
  /// - Returns: nil when there is no further view: the focus then leaves the list.
  /// - Complexity: O(rows in memory).
  public func heavyViewStop(after view: ImageKey?, backwards: Bool = false) -> HeavyViewStop? {
    state.heavyViewStop(after: view, backwards: backwards)
  }

  public var heavyViewStatistics: HeavyViewStatistics { heavyViews.statistics }
}
