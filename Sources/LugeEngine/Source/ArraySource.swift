public import LugeCore

/// Source whose items are all in memory.
public struct ArraySource<Item: Sendable>: IndexedSource {
  public var elements: [Item]
  private let identify: @Sendable (Item) -> ItemID

  public init(_ elements: [Item], id: @escaping @Sendable (Item) -> ItemID) {
    self.elements = elements
    identify = id
  }

  public var count: Int { elements.count }
  public func items(at positions: Range<Int>) async throws -> [Item] { Array(elements[positions]) }
  public func id(of item: Item) -> ItemID { identify(item) }
}
