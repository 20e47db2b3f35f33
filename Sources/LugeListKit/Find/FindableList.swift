public import LugeCore
public import LugeQt
public import LugeWords

/// What a reader who looks for words is led to: an item that says them.
public struct FoundItem: Sendable {
  public var item: ItemID
  public var text: StyledText

  public init(item: ItemID, text: StyledText) {
    self.item = item
    self.text = text
  }
}

/// A list whose words a ``FindSession`` finds. Places are positions in the list as it is now.
@MainActor
public protocol FindableList: AnyObject {
  var surface: ListSurface { get }
  /// What an item is called: "message".
  var findNoun: PluralWords { get }
  /// Whether finds are known by their places in an item's text; otherwise an item is one find.
  var knowsFinds: Bool { get }
  /// The place whose find, or the nearest one before it in time, the reader is led to.
  var findStart: Int { get }
  /// Whether the nearest find is worth being shown before the others are known.
  var findsNearestFirst: Bool { get }

  /// The last place at or before another that has a find; nil for none.
  func lastFind(of query: TextQuery, atOrBefore place: Int) async throws -> Int?
  /// All places with finds, ascending.
  func finds(of query: TextQuery) async throws -> [Int]
  /// What stands at a place; nil for what has no text.
  func foundItem(at place: Int) async -> FoundItem?
  /// Brings a find into view.
  ///
  /// - Parameter range: of the find in the item's text; nil when it is elsewhere, as in a file's
  ///   name.
  func reveal(_ place: Int, _ item: FoundItem?, range: Range<Int>?)
}

extension FindableList {
  public var findNoun: PluralWords {
    localizedPlural(one: "{count} message", other: "{count} messages")
  }
  public var knowsFinds: Bool { true }
  public var findsNearestFirst: Bool { true }
  public var findStart: Int { lastPlaceInView }

  package var firstPlaceInView: Int { surface.engine.visibleRows.first?.position ?? 0 }
  /// Of a list that is not laid out yet: its end.
  package var lastPlaceInView: Int {
    surface.engine.visibleRows.last?.position ?? max(0, surface.engine.count - 1)
  }
}
