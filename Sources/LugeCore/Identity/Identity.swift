/// The stable name of an item (a message, a post) within one source.
///
/// Sources whose own keys are not integers map them; an archive uses the row id of its database.
public struct ItemID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let rawValue: Int64

  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  public static func < (a: ItemID, b: ItemID) -> Bool { a.rawValue < b.rawValue }
  public var description: String { "item \(rawValue)" }
}

/// The stable name of a row: the item it belongs to and which of the item's rows it is.
///
/// `part` names a role rather than a position (a date header is always the same part), so that a
/// row keeps its identity while its siblings come and go.
public struct RowID: Hashable, Sendable, CustomStringConvertible {
  public let item: ItemID
  public let part: UInt32

  public init(item: ItemID, part: UInt32) {
    self.item = item
    self.part = part
  }

  public var description: String { "\(item).\(part)" }

  /// One word, where the members would be two: cells are looked up by this in every frame.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(word) }

  /// Items that follow each other are spread over all 64 bits, and parts told apart in the lowest
  /// (multiplicative hashing; Knuth, The Art of Computer Programming, volume 3, section 6.4).
  @inlinable
  package var word: UInt64 {
    UInt64(bitPattern: item.rawValue) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(part)
  }
}

/// A number that changes whenever what a row shows changes.
public struct Revision: Hashable, Sendable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
  public static let initial = Revision(0)
}

/// Names the kind of cell a row needs: rows with equal identifiers can take over each other's cell.
public struct ReuseIdentifier: Hashable, Sendable, ExpressibleByStringLiteral {
  public let name: String

  public init(stringLiteral name: String) { self.name = name }
  public init(_ name: String) { self.name = name }
}
