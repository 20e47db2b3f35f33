public import LugeCore

/// A line of an item and its distance from the top of the screen, to return to later.
///
/// Contains no position in the list and no offset in the content, so it stays valid after the list
/// has grown, at another width, and at the next launch.
public struct ReadingPlace: Hashable, Sendable, Codable {
  public var item: ItemID
  /// `RowID.part` of the row.
  public var part: UInt32
  /// `LineMark.key` of the line; nil for the top of a row without lines.
  public var key: Int?
  /// Distance of the line's top from the viewport's top, points.
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
