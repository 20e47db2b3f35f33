public import LugeCore

/// What is in view: rows, marks, pictures, heavy views, places to return to.
extension ListEngine {
  // MARK: Rows

  /// What is at a point, device pixels from the viewport's top left. Nothing is shaped for this.
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
      if let rect = region?.rect, rect.width > 0, rect.height > 0 {
        result?.place = Point(
          x: (local.x - rect.x) / rect.width, y: (local.y - rect.y) / rect.height)
      }
    }
    return result
  }

  /// Where a region of a row in view is now, in the viewport; nil when it is not in view.
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

  /// Where in view something reacts with an action, the first from the top; nil for nowhere.
  public func place(of action: HitRegion.Action) -> Rect? {
    var found: Rect?
    state.forEachVisibleRow { _, row, y in
      guard found == nil, let region = row.layout.hitRegions.first(where: { $0.action == action })
      else { return }
      found = region.rect.offsetBy(x: 0, y: Double(y))
    }
    return found
  }

  /// The rows at least partly in view, top to bottom.
  public var visibleRows: [VisibleRow] {
    var rows: [VisibleRow] = []
    state.forEachSeenRow { position, row, y, height in
      rows.append(
        VisibleRow(
          position: position, id: row.id, y: y, height: height,
          accessibleText: row.layout.accessibleText))
    }
    return rows
  }

  /// Whether rows have words in a part of the viewport.
  ///
  /// - Complexity: O(what the rows in that part draw).
  public func hasWords(in rect: Rect) -> Bool {
    var found = false
    state.forEachVisibleRow { _, row, y in
      let place = rect.offsetBy(x: 0, y: -Double(y))
      guard !found, place.y < Double(row.layout.size.height), place.maxY > 0 else { return }
      found = row.layout.drawList.commands.contains { $0.words?.intersects(place) == true }
    }
    return found
  }

  // MARK: Marking text

  /// What the reader has marked; see ``beginSelection(at:by:)``.
  public var selection: TextSelection? { marks.selection }

  /// Begins to mark at a point of the viewport; nothing is marked until it is extended, unless by
  /// words or paragraphs.
  public func beginSelection(at point: Point, by unit: TextSelection.Unit) {
    if marks.begin(at: point, by: unit, state) { clock.isDue = true }
  }

  /// Extends what is marked to a point, which may lie outside of the viewport.
  public func extendSelection(to point: Point) {
    if marks.extend(to: point, state) { clock.isDue = true }
  }

  public func selectAll() {
    if marks.selectAll(of: state.count) { clock.isDue = true }
  }

  public func clearSelection() {
    if marks.clear() { clock.isDue = true }
  }

  /// Whether text that can be marked is under a point.
  public func isText(at point: Point) -> Bool { marks.isText(at: point, state) }

  /// What is marked, in the viewport, device pixels.
  ///
  /// - Complexity: O(rows in view + characters of those that are marked).
  public var selectionRectangles: [Rect] { marks.selectionRectangles(state) }

  /// Whether the lane works out where the characters in view stand, for links, selection and finds;
  /// for lists that a pointer reaches.
  public var tracksText: Bool {
    get { marks.tracksText }
    set { marks.tracksText = newValue }
  }

  // MARK: Finds

  /// What is searched for: finds in view are named in ``findRectangles``.
  public var textQuery: TextQuery? {
    get { marks.query }
    set { if marks.search(for: newValue) { clock.isDue = true } }
  }

  /// The find that the reader was led to: ``currentFindRectangles`` says where it is.
  public var currentFind: FindPlace? {
    get { marks.currentFind }
    set { if marks.lead(to: newValue) { clock.isDue = true } }
  }

  /// Where ``textQuery`` was found in view, but for ``currentFind``.
  public var findRectangles: [Rect] { marks.findRectangles(current: false, state) }

  /// Where ``currentFind`` stands, as far as it is in view.
  public var currentFindRectangles: [Rect] { marks.findRectangles(current: true, state) }

  /// Brings a place of what an item says into view: its line in the middle, or the whole item when
  /// it is low. A place that is in view already moves nothing.
  ///
  /// - Parameters:
  ///   - top: pixels of the viewport's upper edge that something covers.
  ///   - highlighting: lets the item stand out for a moment.
  /// - Returns: whether the list goes there.
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

  /// To be called, from any thread, when pictures became available (or turned out never to) after a
  /// row had been drawn without them: exactly the rows that show them are drawn anew, by the lane.
  /// Until then they stay as they are; layouts do not change.
  public var imageArrivals: @Sendable (Set<ImageKey>) -> Void {
    let mailbox = mailbox
    return { keys in mailbox.post(.images(keys)) }
  }

  /// Called within ``frame(at:)`` when the pictures that are in view or will be have become others:
  /// all of them, the nearest first. Has to return at once; answers come by ``imageArrivals``.
  public var onImageWishes: (([ImageWish]) -> Void)? {
    get { pictures.onWishes }
    set { pictures.onWishes = newValue }
  }

  /// What decoding a picture took, where that is known; asked by ``rowCosts`` only.
  public var imageCost: ((ImageKey) -> ImageCost?)? {
    get { hooks.imageCost }
    set { hooks.imageCost = newValue }
  }

  /// Positions of the items in view, and of those held ready around it, that show a picture.
  ///
  /// - Complexity: O(items held).
  public func positions(showing key: ImageKey) -> [Int] {
    let window = state.snapshot.window
    func shows(_ position: Int) -> Bool {
      window.facts(at: position)?.kinds.contains(.images) == true
        && window[position].rows.contains { $0.images.contains { $0.key == key } }
    }
    // What is held apart from the anchor is not around the view.
    let anchor = state.anchor.position
    guard window.range.contains(anchor) || window.range.contains(anchor - 1) else { return [] }
    return window.range.filter(shows)
  }

  /// The pictures of the rows in view, with their rows, top to bottom.
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

  /// To be called, from any thread, when what heavy views show has changed: those that are in view
  /// are drawn again, once however often it is called; others when they come near.
  public var liveViewsChanged: @Sendable (Set<ImageKey>) -> Void {
    let mailbox = mailbox
    return { keys in mailbox.post(.heavyViewsChanged(keys)) }
  }

  /// Hands a heavy view what the reader's hands did. Takes effect off this thread; the picture of
  /// it comes with one of the next frames.
  ///
  /// - Returns: false when there is no such view.
  @discardableResult
  public func send(_ event: LiveEvent, to view: ImageKey) -> Bool {
    heavyViews.send(event, to: view)
  }

  /// Whether a focused heavy view wants a key.
  public func takes(_ key: LiveKey, by view: ImageKey) -> Bool { heavyViews.takes(key, by: view) }

  /// What a screen reader says of a heavy view as it was drawn last (``LiveView/spokenText``).
  public func spokenText(of view: ImageKey) -> String? { heavyViews.spokenText(of: view) }

  /// The heavy view that takes keys and comes after another one, or before it; out of view as well,
  /// as far as items are held.
  ///
  /// - Parameter view: nil for the first one that is wholly in view, or the last one; where none
  ///   is, of those that are partly in view.
  /// - Returns: nil when there is no further one: then the keys leave the list.
  /// - Complexity: O(rows held).
  public func liveStop(after view: ImageKey?, backwards: Bool = false) -> LiveStop? {
    state.heavyViewStop(after: view, backwards: backwards)
  }

  public var liveStatistics: LiveStatistics { heavyViews.statistics }
}
