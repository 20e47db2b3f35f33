public import LugeCore
import LugeWords

/// The rows of one item, in order.
public struct ItemRows: Sendable {
  public var id: ItemID
  public var rows: [any RowModel]

  public init(id: ItemID, rows: [any RowModel]) {
    self.id = id
    self.rows = rows
  }
}

/// An immutable state of a list's items: how many there are, and how to get the rows of some of
/// them.
///
/// When the list changes, the caller gives the engine the next state together with the changes.
public protocol RowProvider: Sendable {
  var count: Int { get }

  /// Fetches the items, and returns a closure that turns them into rows.
  ///
  /// The closure runs on a lane, so that row factories stay off the main thread.
  func load(_ positions: Range<Int>) async throws -> @Sendable () -> [ItemRows]
}

extension RowProvider {
  /// Count, clamped to what a height index can hold, because it may come from a file.
  var itemCount: Int { count.clamped(to: 0...HeightIndex.longest) }
}

/// Provider made of a source of items and a row factory.
public struct FactoryRowProvider<Source: IndexedSource, Factory: RowFactory>: RowProvider
where Source.Item == Factory.Item {
  public let source: Source
  public let factory: Factory

  public init(source: Source, factory: Factory) {
    self.source = source
    self.factory = factory
  }

  public var count: Int { source.count }

  public func load(_ positions: Range<Int>) async throws -> @Sendable () -> [ItemRows] {
    // Read one more item on each side: rows depend on their item's neighbours.
    let wide = max(0, positions.lowerBound - 1)..<min(source.count, positions.upperBound + 1)
    let items = try await source.items(at: wide)
    guard items.count == wide.count else {
      throw EngineError.sourceReturned(items.count, expected: wide.count)
    }
    let (source, factory) = (source, factory)
    return {
      positions.map { position in
        let index = position - wide.lowerBound
        let item = items[index]
        return ItemRows(
          id: source.id(of: item),
          rows: factory.rows(
            for: item, previous: index > 0 ? items[index - 1] : nil,
            next: index + 1 < items.count ? items[index + 1] : nil))
      }
    }
  }
}

/// Factory for rows that do not depend on neighbours.
public struct SingleItemFactory<Item: Sendable>: RowFactory {
  private let make: @Sendable (Item) -> [any RowModel]

  /// Makes a factory.
  ///
  /// - Parameter make: returns the rows of an item, at least one; called on a lane.
  public init(_ make: @escaping @Sendable (Item) -> [any RowModel]) { self.make = make }

  public func rows(for item: Item, previous: Item?, next: Item?) -> [any RowModel] { make(item) }
}

extension FactoryRowProvider where Factory == SingleItemFactory<Source.Item> {
  /// Makes a provider of rows that do not depend on neighbours.
  ///
  /// - Parameter rows: returns the rows of an item, at least one; called on a lane.
  public init(source: Source, rows: @escaping @Sendable (Source.Item) -> [any RowModel]) {
    self.init(source: source, factory: SingleItemFactory(rows))
  }
}

/// Errors of the engine.
public enum EngineError: Error, Sendable, Hashable, CustomStringConvertible {
  case sourceReturned(Int, expected: Int)
  /// The source repeatedly returned another number of items than requested; they are not requested
  /// again until the list changes.
  case sourceGivenUp
  /// The source failed, with its error's text.
  case source(String)

  public var description: String {
    switch self {
    case .sourceReturned(let count, let expected):
      "the source returned \(count) items where \(expected) were asked for"
    case .sourceGivenUp:
      localized("part of the list cannot be shown: items that it counts are missing")
    case .source(let reason): reason
    }
  }
}
