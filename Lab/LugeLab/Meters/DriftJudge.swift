import LugeCore
import LugeEngine

/// Checks by how much a frame moved what the user looks at: the same line of the same row, before
/// and after.
///
/// It knows which items changed, and nothing of how the engine keeps its place. The line one third
/// down must stay. If its item was deleted or moved, the next one below that was not must stay; if
/// there is none below, the nearest above. For an item with a new text, either its line or its top
/// must stay.
struct DriftJudge {
  struct Changes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The content has changed.
    static let edited = Changes(rawValue: 1)
    /// The item was deleted.
    static let deleted = Changes(rawValue: 2)
    /// The item was moved by name, even if to the same place.
    static let moved = Changes(rawValue: 4)
  }

  /// Reason why a frame cannot be judged.
  enum Unjudged: String, Sendable, Hashable, CaseIterable {
    /// No row was in view: the list scrolled faster than items were loaded.
    case nothingInView
    /// Everything in view was deleted or moved.
    case allLeft
    /// The content's end limits the position, or the list follows its end.
    case atEnd
  }

  enum Verdict: Sendable, Hashable {
    case moved(by: Int)
    case none(Unjudged)
  }

  private let rows: [SeenRow]
  private let readingLine: Int

  /// Takes the rows in view before a frame.
  ///
  /// - Parameter engine: right before the frame, already scrolled.
  init(before engine: ListEngine) {
    rows = engine.seenRows
    readingLine = engine.readingLine
  }

  /// Compares the rows in view after the frame.
  ///
  /// - Parameters:
  ///   - engine: right after the frame.
  ///   - changes: changes that the frame has applied, by item.
  func verdict(after engine: ListEngine, _ changes: [ItemID: Changes]) -> Verdict {
    guard !rows.isEmpty else { return .none(.nothingInView) }
    let first = rows.firstIndex { $0.y + $0.height > readingLine } ?? rows.endIndex
    // Rows from the reading line down, then up from there.
    let order = Array(rows[first...]) + rows[..<first].reversed()
    let after = Dictionary(engine.seenRows.map { ($0.id, $0) }) { first, _ in first }
    for row in order {
      let change = changes[row.id.item] ?? []
      if change.contains(.deleted) { continue }
      guard let now = after[row.id] else {
        if change.contains(.moved) { continue }
        // A date heading disappears when the previous message is of the same day, while its message
        // stays.
        if engine.hasRow(row.id) == false { continue }
        return finding(engine.metrics.viewportHeight, engine)
      }
      let distance = distance(row, now, isEdited: change.contains(.edited))
      // An item that was moved there and back counts as unmoved.
      if change.contains(.moved), distance != 0 { continue }
      return finding(distance, engine)
    }
    return .none(.allLeft)
  }

  private func finding(_ distance: Int, _ engine: ListEngine) -> Verdict {
    guard distance != 0 else { return .moved(by: 0) }
    let metrics = engine.metrics
    let isHeldBack = metrics.isAtStart || metrics.isAtEnd || engine.followsEnd
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

  /// Returns how far a line moved, for a row that begins above the viewport and got a new text: the
  /// line that now begins at the same offset as the one at the reading line did, or the line before
  /// it. `.max` for other rows.
  private func lowestKept(_ row: SeenRow, _ now: SeenRow, _ line: LineMark) -> Int {
    guard row.y < 0, let near = now.lines.last(where: { $0.key <= line.key }) else { return .max }
    return abs(now.y + near.top - row.y - line.top)
  }
}
