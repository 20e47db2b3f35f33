/// The permanent identifier of an item (a message, a post) within one source.
///
/// Sources whose own identifiers are not integers map them (``ItemNames``); an archive uses the row
/// id of its database.
public struct ItemID: Hashable, Sendable, Comparable, CustomStringConvertible {
  public let rawValue: Int64

  public init(_ rawValue: Int64) { self.rawValue = rawValue }

  public static func < (a: ItemID, b: ItemID) -> Bool { a.rawValue < b.rawValue }
  public var description: String { "item \(rawValue)" }
}

/// The permanent identifier of a row: its item, and which of the item's rows it is.
///
/// `part` names a role rather than a position (a date heading is always the same part), so that a
/// row keeps its identity when rows beside it come and go.
public struct RowID: Hashable, Sendable, CustomStringConvertible {
  public let item: ItemID
  public let part: UInt32

  public init(item: ItemID, part: UInt32) {
    self.item = item
    self.part = part
  }

  public var description: String { "\(item).\(part)" }

  /// Hashes one value instead of two, because cells are looked up by it in every frame.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(word) }

  /// Value that spreads consecutive items over all 64 bits and has the part in the lowest ones
  /// (multiplicative hashing; Knuth, The Art of Computer Programming, volume 3, section 6.4).
  @inlinable
  package var word: UInt64 {
    UInt64(bitPattern: item.rawValue) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(part)
  }
}

/// A number that must change whenever what the row shows changes.
public struct Revision: Hashable, Sendable {
  public let rawValue: UInt64

  public init(_ rawValue: UInt64) { self.rawValue = rawValue }
  public static let initial = Revision(0)
}

/// Identifies the kind of cell that a row needs: rows with equal identifiers can reuse each other's
/// cell.
public struct ReuseIdentifier: Hashable, Sendable, ExpressibleByStringLiteral {
  public let name: String

  public init(stringLiteral name: String) { self.name = name }
  public init(_ name: String) { self.name = name }
}

extension ItemID {
  /// Whether the identifier is reserved for rows that lists add themselves, such as those for
  /// unloaded items: the lowest 2³² numbers.
  public var isReserved: Bool { rawValue < .min + 1 << 32 }

  /// Returns the reserved identifier with this number, modulo 2³².
  package static func reserved(_ number: Int) -> ItemID {
    ItemID(.min + Int64(UInt32(truncatingIfNeeded: number)))
  }
}
