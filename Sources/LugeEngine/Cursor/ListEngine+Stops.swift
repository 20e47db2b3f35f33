public import LugeCore

/// Text and actions of an item, for screen readers and for the keys.
public struct ItemContents: Hashable, Sendable {
  /// A part with an action.
  public struct Part: Hashable, Sendable {
    public var action: HitRegion.Action
    /// Text of the part; "" if it has none.
    public var words: String
    /// Rectangle in the viewport, device pixels.
    public var rect: Rect
    public var row: RowID
    /// Number of parts before it in its item with the same action: an album may have a picture
    /// twice.
    public var occurrence = 0

    /// Whether it is the same part of its item, wherever that is now.
    public func isSame(as other: Part?) -> Bool {
      action == other?.action && occurrence == other?.occurrence
    }
  }

  public var position: Int
  public var item: ItemID
  /// Rectangle in the viewport, device pixels.
  public var rect: Rect
  /// Text of all its rows, as a screen reader speaks it.
  public var words: String
  /// Text that "Copy" copies; nil if the item has none.
  public var copyText: String?
  /// First row that is no heading.
  public var row: RowID
  /// Parts with an action, each action once, from top to bottom; pictures each time they are shown.
  public var parts: [Part]
}

extension ListEngine {
  /// Returns the items in view, and up to `beyond` items before and after them, each without its
  /// headings.
  ///
  /// - Complexity: O(items in view + beyond).
  public func stops(beyond: Int = 0) -> [ListCursor.Stop] {
    var below: [ListCursor.Stop] = []
    var y = -state.anchor.offset
    var position = state.anchor.position
    var further = 0
    while position < state.snapshot.count, further < beyond || y < state.viewport.height,
      let item = state.snapshot.item(at: position)
    {
      if y >= state.viewport.height { further += 1 }
      below.append(stop(item, at: position, y))
      y += state.itemHeight(position)
      position += 1
    }
    var above: [ListCursor.Stop] = []
    y = -state.anchor.offset
    position = state.anchor.position - 1
    while above.count < beyond, position >= 0, position < state.snapshot.count,
      let item = state.snapshot.item(at: position)
    {
      y -= state.itemHeight(position)
      above.append(stop(item, at: position, y))
      position -= 1
    }
    return above.reversed() + below
  }

  private func stop(_ item: RealizedItem, at position: Int, _ top: Int) -> ListCursor.Stop {
    let start = top + state.motion.leadingHeight(of: item)
    let headings = item.rows.prefix { $0.model.isHeading }.reduce(0) { $0 + $1.layout.size.height }
    return ListCursor.Stop(
      position: position, item: item.id, y: start + headings,
      height: max(0, state.motion.ownHeight(of: item) - headings))
  }

  /// Returns the columns from the first to the last thing that the item at a stop shows; nil if it
  /// shows nothing.
  ///
  /// - Complexity: O(rows and what they draw).
  public func contentColumns(of stop: ListCursor.Stop) -> ClosedRange<Double>? {
    guard let item = state.snapshot.item(at: stop.position), item.id == stop.item else {
      return nil
    }
    return item.rows.drop { $0.model.isHeading }.compactMap(\.layout.contentColumns)
      .reduce(nil) { found, next in
        min(
          found?.lowerBound ?? next.lowerBound, next.lowerBound)...max(
            found?.upperBound ?? next.upperBound, next.upperBound)
      }
  }

  /// Returns the shape of the item at a stop, from the viewport's upper edge: its bubble or card,
  /// which several rows may form together; nil if it has none.
  ///
  /// - Complexity: O(rows).
  public func shape(of stop: ListCursor.Stop) -> RowBody? {
    guard let item = state.snapshot.item(at: stop.position), item.id == stop.item else {
      return nil
    }
    var y = Double(stop.y)
    var shape: RowBody?
    for row in item.rows where !row.model.isHeading {
      defer { y += Double(row.layout.size.height) }
      guard let body = row.layout.body else { continue }
      let rect = body.rect.offsetBy(x: 0, y: y)
      guard let above = shape else {
        shape = RowBody(rect, body.radii)
        continue
      }
      var radii = above.radii
      (radii.bottomLeft, radii.bottomRight) = (body.radii.bottomLeft, body.radii.bottomRight)
      shape = RowBody(above.rect.enclosing(rect), radii)
    }
    return shape
  }

  /// Returns texts and actions of the items at these stops.
  ///
  /// - Complexity: O(rows and their regions).
  public func contents(of stops: [ListCursor.Stop]) -> [ItemContents] {
    stops.compactMap { stop in
      guard let item = state.snapshot.item(at: stop.position), item.id == stop.item,
        stop.height > 0,
        let own = item.rows.first(where: { !$0.model.isHeading }) ?? item.rows.first
      else { return nil }
      let headings = item.rows.prefix { $0.model.isHeading }.reduce(0) {
        $0 + $1.layout.size.height
      }
      var contents = ItemContents(
        position: stop.position, item: item.id,
        rect: Rect(x: 0, y: stop.y, width: state.viewport.width, height: stop.height), words: "",
        row: own.model.id, parts: [])
      var top = stop.y - headings
      for row in item.rows {
        contents.parts += parts(of: row, at: top)
        top += row.layout.size.height
      }
      var seen: [HitRegion.Action: Int] = [:]
      contents.parts = contents.parts.compactMap { part in
        var part = part
        part.occurrence = seen[part.action, default: 0]
        seen[part.action, default: 0] += 1
        if part.occurrence == 0 { return part }
        return if case .openImage = part.action { part } else { nil }
      }
      let slots = item.rows.flatMap { $0.layout.slots.map(\.key) }
      let state = decorations.decorator?.accessibleText(of: item.id, in: slots) ?? ""
      contents.words = (item.rows.map(\.layout.accessibleText) + [state]).filter { !$0.isEmpty }
        .joined(separator: "\n")
      let copied = item.rows.compactMap(\.layout.copyText).filter { !$0.isEmpty }
      contents.copyText = copied.isEmpty ? nil : copied.joined(separator: "\n")
      return contents
    }
  }

  private func parts(of row: RealizedRow, at top: Int) -> [ItemContents.Part] {
    let known = marks.geometry(of: row, state)?.regions ?? []
    let links = row.layout.texts.flatMap { text in
      text.links.map { link in
        let size = text.layout.size
        return ItemContents.Part(
          action: link.action, words: text.layout.request.text.string.utf8Slice(link.range),
          // Until the lane has computed where the link is, use its text's rectangle.
          rect: known.first { $0.action == link.action }?.rect
            ?? Rect(
              x: text.origin.x, y: text.origin.y, width: Double(size.width),
              height: Double(size.height)),
          row: row.model.id)
      }
    }
    let regions = row.layout.hitRegions.map {
      ItemContents.Part(action: $0.action, words: $0.label, rect: $0.rect, row: row.model.id)
    }
    return (links + regions).map { part in
      var part = part
      part.rect = part.rect.offsetBy(x: 0, y: Double(top))
      return part
    }
  }
}

extension String {
  /// Returns the text in a range; "" when the bounds are inside a character or beyond the end.
  func utf8Slice(_ range: Range<Int>) -> String {
    guard range.lowerBound >= 0, range.upperBound <= utf8.count,
      let start = String.Index(utf8.index(startIndex, offsetBy: range.lowerBound), within: self),
      let end = String.Index(utf8.index(startIndex, offsetBy: range.upperBound), within: self)
    else { return "" }
    return String(self[start..<end])
  }
}
