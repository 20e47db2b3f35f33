public import LugeCore

/// A line of an item and where it stands: what a reader returns to.
///
/// Names no position and no pixels of the content, so it means the same place after the list has
/// grown, at another width, and at the next launch.
public struct ReadingPlace: Hashable, Sendable, Codable {
  public var item: ItemID
  /// `RowID.part` of the row.
  public var part: UInt32
  /// `LineMark.key` of the line; nil for the top of a row without lines.
  public var key: Int?
  /// The line's top from the viewport's top, points.
  public var y: Double

  public init(item: ItemID, part: UInt32, key: Int?, y: Double) {
    self.item = item
    self.part = part
    self.key = key
    self.y = y
  }

  private enum CodingKeys: String, CodingKey { case item, part, key, y }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    item = ItemID(try values.decode(Int64.self, forKey: .item))
    part = try values.decode(UInt32.self, forKey: .part)
    key = try values.decodeIfPresent(Int.self, forKey: .key)
    y = try values.decode(Double.self, forKey: .y)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(item.rawValue, forKey: .item)
    try values.encode(part, forKey: .part)
    try values.encodeIfPresent(key, forKey: .key)
    try values.encode(y, forKey: .y)
  }
}

extension ListEngine {
  /// The line under the reader's eye, a third of the way down; nil for an empty list, and at the end
  /// of one that opens there: there is nothing to return to but the end.
  public var readingPlace: ReadingPlace? {
    // A list that opens at its start would be there again.
    guard !followsEnd || configuration.opensAt == .start, pendingJump == nil else { return nil }
    return placeAtEye
  }

  /// As ``readingPlace``, also at the list's end.
  ///
  /// - Complexity: O(rows in view).
  public var placeAtEye: ReadingPlace? {
    guard let line = state.lineBeingRead(), let item = snapshot.item(at: line.position) else {
      return nil
    }
    return ReadingPlace(
      item: item.id, part: line.part, key: line.key == .min ? nil : line.key,
      y: Double(line.y) / environment.unit)
  }

  /// Where a line stands now, device pixels from the viewport's top; nil when its row is not in view.
  ///
  /// - Complexity: O(rows in view + lines of the row).
  public func y(of place: ReadingPlace) -> Int? {
    var found: Int?
    forEachVisibleRow { _, row, top in
      guard row.model.id == RowID(item: place.item, part: place.part) else { return }
      let mark = place.key.flatMap { key in row.layout.lines.last { $0.key <= key } }
      found = top + (mark?.top ?? 0)
    }
    return found
  }

  /// Brings a place back to where it stood, exact from the first frame that shows it.
  ///
  /// - Parameter position: where the place's item is in the list now.
  public func restore(_ place: ReadingPlace, at position: Int) {
    onInput?(.jumped(position))
    jump(
      to: position,
      alignment: .line(
        part: place.part, key: place.key ?? .min, y: Int((place.y * environment.unit).rounded())))
  }
}
