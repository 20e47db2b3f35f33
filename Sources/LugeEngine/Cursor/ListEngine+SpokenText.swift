public import LugeCore

/// Places of what screen readers speak of an item.
extension ListEngine {
  /// Returns what an item shows in a stretch of the viewport, for screen readers while the item
  /// scrolls: its lines of text, and the names of its other parts.
  ///
  /// - Parameters:
  ///   - stretch: device pixels from the viewport's upper edge.
  ///   - isForwards: whether lines count whose lower edge is in the stretch, because the list
  ///     scrolls towards its end; otherwise their upper edge. So each is spoken once.
  /// - Complexity: O(rows, lines and regions of the item).
  public func spokenWords(
    of stop: ListCursor.Stop, in stretch: Range<Int>, isForwards: Bool
  ) -> String {
    var found: [(y: Double, words: String)] = []
    let (lower, upper) = (Double(stretch.lowerBound), Double(stretch.upperBound))
    func add(_ y: Double, _ height: Double, _ words: String) {
      let edge = isForwards ? y + height : y
      guard isForwards ? edge > lower && edge <= upper : edge >= lower && edge < upper else {
        return
      }
      let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
      if line.contains(where: { !$0.isWhitespace }) { found.append((y, line)) }
    }
    forEachRow(of: stop) { row, top in
      let regions = row.layout.hitRegions.filter { !$0.label.isEmpty }
      let labels = row.layout.labels.filter { label in
        !regions.contains { $0.rect.contains(label.origin) }
      }
      for text in row.layout.texts + labels {
        for line in text.layout.lines {
          add(
            Double(top) + text.origin.y + Double(line.top), Double(line.height),
            text.layout.request.text.string.utf8Slice(line.range))
        }
      }
      for region in regions {
        add(Double(top) + region.rect.y, region.rect.height, region.label)
      }
    }
    // Things side by side keep their order.
    return found.enumerated().sorted { ($0.element.y, $0.offset) < ($1.element.y, $1.offset) }
      .map(\.element.words).joined(separator: "\n")
  }

  /// Returns the rectangle in the viewport of a character of an item's words.
  ///
  /// - Parameters:
  ///   - offset: in UTF-16 units of the words.
  ///   - words: the item's ``ItemContents/words``.
  /// - Returns: nil for words that are not shown as they are spoken, and while positions of
  ///   characters are not known.
  /// - Complexity: O(words).
  public func rectangle(
    ofCharacter offset: Int, of stop: ListCursor.Stop, saying words: String
  ) -> Rect? {
    var found: Rect?
    forEachSpokenText(of: stop, in: words) { text, geometry, origin, start in
      let own = text.utf16
      guard found == nil, offset >= start, offset - start < own.count else { return }
      let place = own.index(own.startIndex, offsetBy: offset - start)
      let byte = text.utf8.distance(from: text.startIndex, to: place)
      found = geometry.rectangles(for: byte..<byte + 1).first?.offsetBy(x: origin.x, y: origin.y)
    }
    return found
  }

  /// Returns the offset in UTF-16 units of the character at a point of the viewport, in an item's
  /// words; nil if there is none.
  ///
  /// - Complexity: O(words).
  public func character(
    at point: Point, of stop: ListCursor.Stop, saying words: String
  ) -> Int? {
    var found: Int?
    forEachSpokenText(of: stop, in: words) { text, geometry, origin, start in
      let local = Point(x: point.x - origin.x, y: point.y - origin.y)
      guard found == nil, let range = geometry.character(at: local),
        (0...text.utf8.count).contains(range.lowerBound)
      else { return }
      let place = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      found = start + text.utf16.distance(from: text.startIndex, to: place)
    }
    return found
  }

  /// Calls the closure for each text of an item whose characters have positions, with these, its
  /// upper left in the viewport, and its offset in the item's words.
  private func forEachSpokenText(
    of stop: ListCursor.Stop, in words: String,
    _ body: (_ text: String, TextGeometry, _ origin: Point, _ start: Int) -> Void
  ) {
    var rest = words[...]
    forEachRow(of: stop) { row, top in
      let known = marks.geometry(of: row, state)?.texts ?? []
      for (index, text) in row.layout.texts.enumerated() {
        let string = text.layout.request.text.string
        guard !string.isEmpty, let range = rest.firstRange(of: string) else { continue }
        let start = words.utf16.distance(from: words.startIndex, to: range.lowerBound)
        rest = rest[range.upperBound...]
        guard known.indices.contains(index) else { continue }
        let origin = Point(x: text.origin.x, y: text.origin.y + Double(top))
        body(string, known[index], origin, start)
      }
    }
  }

  /// Calls the closure for each row of an item, with its upper edge in the viewport.
  private func forEachRow(of stop: ListCursor.Stop, _ body: (RealizedRow, _ top: Int) -> Void) {
    guard let item = state.snapshot.item(at: stop.position), item.id == stop.item else { return }
    let headings = item.rows.prefix { $0.model.isHeading }.reduce(0) {
      $0 + $1.layout.size.height
    }
    var top = stop.y - headings
    for row in item.rows {
      body(row, top)
      top += row.layout.size.height
    }
  }
}
