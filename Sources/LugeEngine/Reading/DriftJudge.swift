package import LugeCore

/// A row in view with its lines, as a judge of what moved sees it.
package struct SeenRow: Sendable {
  package var id: RowID
  /// From the viewport's top, device pixels.
  package var y: Int
  /// As it is seen: less than the layout's while the row takes its room.
  package var height: Int
  package var lines: [LineMark]
}

extension ListEngine {
  /// The rows at least partly in view, top to bottom.
  package var seenRows: [SeenRow] {
    var rows: [SeenRow] = []
    state.forEachSeenRow { _, row, y, height in
      rows.append(SeenRow(id: row.id, y: y, height: height, lines: row.layout.lines))
    }
    return rows
  }

  /// What is known of a row that is not in view: nil when its item is not held, or else whether the
  /// item still has it.
  ///
  /// - Complexity: O(items held).
  package func hasRow(_ id: RowID) -> Bool? {
    for position in state.snapshot.window.range where state.snapshot.window[position].id == id.item
    {
      return state.snapshot.window[position].rows.contains { $0.id == id }
    }
    return nil
  }
}

/// Says by how much a frame moved what the reader looks at: the same line of the same row, before
/// and after.
///
/// It knows what was done to which item, and nothing of how the engine keeps its place. The line at
/// the eye is what has to stay; where its item was deleted or moved, the next one below that was
/// not, and at the end of what is in view the nearest above. Of an item that got another text
/// either its line or its top has to stay.
package struct DriftJudge {
  package struct Changes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Other content.
    package static let edited = Changes(rawValue: 1)
    /// Deleted.
    package static let deleted = Changes(rawValue: 2)
    /// Moved elsewhere by name, be it by no step.
    package static let moved = Changes(rawValue: 4)
  }

  /// Why a frame says nothing.
  package enum Unjudged: String, Sendable, Hashable, CaseIterable {
    /// No row was in view: the reader outran what is loaded.
    case nothingInView
    /// Everything in view was deleted or moved.
    case allLeft
    /// The content's end holds it back, or the list follows it.
    case atEnd
  }

  package enum Verdict: Sendable, Hashable {
    case moved(by: Int)
    case none(Unjudged)
  }

  private let rows: [SeenRow]
  private let readingLine: Int

  /// - Parameter engine: as it is right before a frame, scrolled already.
  package init(before engine: ListEngine) {
    rows = engine.seenRows
    readingLine = engine.state.readingLine
  }

  /// - Parameters:
  ///   - engine: right after the frame.
  ///   - changes: what the frame carried out, by item.
  package func verdict(after engine: ListEngine, _ changes: [ItemID: Changes]) -> Verdict {
    guard !rows.isEmpty else { return .none(.nothingInView) }
    let first = rows.firstIndex { $0.y + $0.height > readingLine } ?? rows.endIndex
    // From the reading line down, then up from there.
    let order = Array(rows[first...]) + rows[..<first].reversed()
    let after = Dictionary(engine.seenRows.map { ($0.id, $0) }) { first, _ in first }
    for row in order {
      let change = changes[row.id.item] ?? []
      if change.contains(.deleted) { continue }
      guard let now = after[row.id] else {
        if change.contains(.moved) { continue }
        // A date goes when the message before it is of the same day; its message stays.
        if engine.hasRow(row.id) == false { continue }
        return finding(engine.state.viewport.height, engine)
      }
      let distance = distance(row, now, isEdited: change.contains(.edited))
      // Moved there and back: then it stays like any other.
      if change.contains(.moved), distance != 0 { continue }
      return finding(distance, engine)
    }
    return .none(.allLeft)
  }

  private func finding(_ distance: Int, _ engine: ListEngine) -> Verdict {
    guard distance != 0 else { return .moved(by: 0) }
    let metrics = engine.metrics
    let isHeldBack = metrics.isAtStart || metrics.isAtEnd || engine.state.followsEnd
    return isHeldBack ? .none(.atEnd) : .moved(by: distance)
  }

  private func distance(_ row: SeenRow, _ now: SeenRow, isEdited: Bool) -> Int {
    let top = abs(now.y - row.y)
    guard let line = row.lines.last(where: { row.y + $0.top <= readingLine }) ?? row.lines.first
    else {
      return top
    }
    let same = now.lines.first { $0.key == line.key }
    let lineMoved = same.map { abs(now.y + $0.top - row.y - line.top) }
    if isEdited { return min(top, lineMoved ?? top, lowestKept(row, now, line)) }
    return lineMoved ?? top
  }

  /// Of a row that begins above the viewport and got another text: the line that begins where the
  /// one at the eye did, or the one before.
  private func lowestKept(_ row: SeenRow, _ now: SeenRow, _ line: LineMark) -> Int {
    guard row.y < 0, let near = now.lines.last(where: { $0.key <= line.key }) else { return .max }
    return abs(now.y + near.top - row.y - line.top)
  }
}
