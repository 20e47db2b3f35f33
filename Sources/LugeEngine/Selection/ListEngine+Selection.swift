public import LugeCore

/// Marking text with the pointer. Nothing here draws or shapes: what is marked is laid over the
/// rows' bitmaps.
extension ListEngine {
  // MARK: Marking

  /// Begins to mark at a point of the viewport; nothing is marked until it is extended, unless by
  /// words or paragraphs.
  public func beginSelection(at point: Point, by unit: TextSelection.Unit) {
    guard let place = places(at: point, unit: unit) else { return clearSelection() }
    selection = TextSelection(unit: unit, anchor: place, focus: place)
    isDirty = true
  }

  /// Extends what is marked to a point, which may lie outside of the viewport.
  public func extendSelection(to point: Point) {
    guard var changed = selection, let place = places(at: point, unit: changed.unit) else { return }
    changed.focus = place
    guard changed != selection else { return }
    selection = changed
    isDirty = true
  }

  public func selectAll() {
    guard snapshot.count > 0 else { return }
    let first = TextPlace(position: 0, offset: 0)
    let last = TextPlace(position: snapshot.count - 1, offset: .max)
    selection = TextSelection(unit: .character, anchor: first...first, focus: last...last)
    isDirty = true
  }

  public func clearSelection() {
    guard selection != nil else { return }
    selection = nil
    isDirty = true
  }

  /// Whether text that can be marked is under a point.
  public func isText(at point: Point) -> Bool {
    guard let (_, row, y) = state.row(nearest: point.y),
      let found = text(of: row, nearest: point.y - Double(y))
    else { return false }
    let text = row.layout.texts[found]
    let local = Point(x: point.x - text.origin.x, y: point.y - Double(y) - text.origin.y)
    return local.x >= 0 && local.y >= 0 && local.x < Double(text.layout.size.width)
      && local.y < Double(text.layout.size.height)
  }

  // MARK: Showing

  /// What is marked, in the viewport, device pixels.
  ///
  /// - Complexity: O(rows in view + characters of those that are marked).
  public var selectionRectangles: [Rect] {
    guard let selection, !selection.isEmpty else { return [] }
    var result: [Rect] = []
    forEachVisibleRow { position, row, y in
      for (index, text) in row.layout.texts.enumerated() {
        guard let range = selection.range(in: text.range, at: position) else { continue }
        let local = range.lowerBound - text.offset..<range.upperBound - text.offset
        let rectangles =
          geometry(of: row)?.texts[index].rectangles(for: local)
          // Until the lane has said where characters stand, lines stand for them.
          ?? text.layout.lines.filter { $0.range.overlaps(local) }.map {
            Rect(x: 0, y: Double($0.top), width: Double($0.width), height: Double($0.height))
          }
        result += rectangles.map { $0.offsetBy(x: text.origin.x, y: text.origin.y + Double(y)) }
      }
    }
    return result
  }

  // MARK: Places

  private func places(at point: Point, unit: TextSelection.Unit) -> ClosedRange<TextPlace>? {
    guard let (position, row, y) = state.row(nearest: point.y) else { return nil }
    let local = Point(x: point.x, y: point.y - Double(y))
    guard let index = text(of: row, nearest: local.y) else {
      // A picture is marked with the texts around it, whole.
      let isBelow = local.y > Double(row.layout.size.height) / 2
      let place = TextPlace(position: position, offset: isBelow ? .max : 0)
      return place...place
    }
    let text = row.layout.texts[index]
    let inText = Point(x: local.x - text.origin.x, y: local.y - text.origin.y)
    let known = geometry(of: row)?.texts[index]
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
}

extension TextLayout {
  /// The nearer end of the line at a point.
  fileprivate func lineEdge(nearest point: Point) -> Int {
    guard let line = lines.last(where: { Double($0.top) <= point.y }) ?? lines.first else {
      return 0
    }
    return point.x < Double(line.width) / 2 ? line.range.lowerBound : line.range.upperBound
  }
}

extension String {
  /// The stretch between two line feeds.
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
