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

/// Items that a list has loaded to be searched: the ones before all others.
public struct FurtherItems: Hashable, Sendable {
  /// Whether there were any.
  public var isLoaded: Bool
  /// Number of places by which the others have moved; negative if a line above them has gone.
  public var shift: Int
  /// The place of the first of the others.
  public var end: Int

  public init(isLoaded: Bool, shift: Int, end: Int) {
    self.isLoaded = isLoaded
    self.shift = shift
    self.end = end
  }
}

/// A list that a ``FindSession`` can search. Places are positions in the list; a list that holds
/// only a part of its items numbers all of them in their order, and converts by
/// ``listPosition(ofPlace:)``.
@MainActor
public protocol FindableList: AnyObject {
  var surface: ListSurface { get }
  /// The noun for items: "message".
  var findNoun: PluralWords { get }
  /// Whether matches within an item's text can be found; otherwise an item is one match.
  var knowsFinds: Bool { get }
  /// The place to begin at: the match there, or the nearest one before it, becomes current.
  var findStart: Int { get }
  /// Whether to show the nearest match before the others are known.
  var findsNearestFirst: Bool { get }
  /// Short description of what is searched; nil if everything is.
  var findExtent: String? { get }
  /// Whether there may be earlier items that are not searched, and ``loadFurther()`` loads them.
  var findsFurther: Bool { get }
  /// The places of the first and the last item in view.
  var firstPlaceInView: Int { get }
  var lastPlaceInView: Int { get }
  /// Returns the position in the list of an item's place; nil while the list does not hold the
  /// item.
  func listPosition(ofPlace place: Int) -> Int?

  /// Returns the last place at or before another that has a match; nil if there is none.
  func lastFind(of query: TextQuery, atOrBefore place: Int) async throws -> Int?
  /// Returns all places with matches, ascending.
  func finds(of query: TextQuery) async throws -> [Int]
  /// Loads some of the earlier items that are not searched yet.
  func loadFurther() async -> FurtherItems
  /// Returns the item at a place; nil if it has no text.
  func foundItem(at place: Int) async -> FoundItem?
  /// Scrolls to a match.
  ///
  /// - Parameter range: the match in the item's text; nil if the match is elsewhere, as in a file's
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
  public var findsFurther: Bool { false }
  public func loadFurther() async -> FurtherItems {
    FurtherItems(isLoaded: false, shift: 0, end: 0)
  }

  public var firstPlaceInView: Int { surface.engine.visibleRows.first?.position ?? 0 }
  /// The end of the list if it is not laid out yet.
  public var lastPlaceInView: Int {
    surface.engine.visibleRows.last?.position ?? max(0, surface.engine.count - 1)
  }

  public func listPosition(ofPlace place: Int) -> Int? { place }
}
