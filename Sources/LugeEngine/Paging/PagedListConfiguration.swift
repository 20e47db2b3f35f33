public import LugeCore

/// How much a paged list asks for and holds.
public struct PagedListConfiguration: Sendable, Hashable {
  public var pageSize: Int
  /// More items than this are cut down to ``adjustedMaximum``.
  public var preferredMaximum: Int
  public var adjustedMaximum: Int
  /// Where the list opens: around an item, or at the newest.
  public var opensAround: ItemID?
  /// A page is asked for when what is held ends within this many screens of what is in view,
  public var prefetchScreens: Double
  /// or within what is scrolled in this time at the present speed: as long as a page may take.
  public var prefetchSeconds: Double
  public var words: UnloadedWords

  public init(
    pageSize: Int = 50, preferredMaximum: Int = 500, adjustedMaximum: Int = 400,
    opensAround: ItemID? = nil, prefetchScreens: Double = 1.5, prefetchSeconds: Double = 0.3,
    words: UnloadedWords = UnloadedWords()
  ) {
    self.prefetchScreens = max(0, prefetchScreens)
    self.prefetchSeconds = max(0, prefetchSeconds)
    self.pageSize = max(1, pageSize)
    self.preferredMaximum = max(2 * self.pageSize, preferredMaximum)
    self.adjustedMaximum = min(max(self.pageSize, adjustedMaximum), self.preferredMaximum)
    self.opensAround = opensAround
    self.words = words
  }
}

/// What a paged list did; all only grow.
public struct PagedListStatistics: Sendable, Hashable {
  public var pagesAsked = 0
  public var pagesTaken = 0
  public var pagesFailed = 0
  /// That came for a place that is no longer an end of what is held.
  public var pagesStale = 0
  public var retries = 0
  public var mostItemsHeld = 0
  public var itemsCut = 0
  public var gapsClosed = 0
}
