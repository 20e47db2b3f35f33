public import LugeCore
public import LugeQt
public import LugeWords

/// An item with matches.
public struct FoundItem: Sendable {
  public var item: ItemID
  public var text: StyledText

  public init(item: ItemID, text: StyledText) {
    self.item = item
    self.text = text
  }
}

/// A list that a ``FindSession`` can search. Places are current positions in the list, unless it
/// says otherwise by ``listPosition(ofPlace:)``: a list that holds a part of its items at a time
/// numbers all of them, in their order.
@MainActor
public protocol FindableList: AnyObject {
  var surface: ListSurface { get }
  /// The word for an item: "message".
  var findNoun: PluralWords { get }
  /// Whether matches within an item's text are known; otherwise an item is one match.
  var knowsFinds: Bool { get }
  /// The position to begin at: the match there, or the nearest one before it, becomes current.
  var findStart: Int { get }
  /// Whether to show the nearest match before the others are known.
  var findsNearestFirst: Bool { get }
  /// How far the search reaches where it does not reach everything, in a few words.
  var findExtent: String? { get }
  /// The places of the first and the last item in view.
  var firstPlaceInView: Int { get }
  var lastPlaceInView: Int { get }
  /// The position in the list of an item's place; nil while the list does not hold the item.
  func listPosition(ofPlace place: Int) -> Int?

  /// The last position at or before another that has a match; nil for none.
  func lastFind(of query: TextQuery, atOrBefore place: Int) async throws -> Int?
  /// All positions with matches, ascending.
  func finds(of query: TextQuery) async throws -> [Int]
  /// The item at a position; nil if it has no text.
  func foundItem(at place: Int) async -> FoundItem?
  /// Scrolls to a match.
  ///
  /// - Parameter range: of the match in the item's text; nil when it is elsewhere, as in a file's
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
  public var findExtent: String? { nil }

  public var firstPlaceInView: Int { surface.engine.visibleRows.first?.position ?? 0 }
  /// For a list that is not laid out yet: its end.
  public var lastPlaceInView: Int {
    surface.engine.visibleRows.last?.position ?? max(0, surface.engine.count - 1)
  }

  public func listPosition(ofPlace place: Int) -> Int? { place }
}
