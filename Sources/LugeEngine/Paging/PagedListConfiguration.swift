public import LugeCore

/// Numbers of items that a paged list loads and keeps.
public struct PagedListConfiguration: Sendable, Hashable {
  public var pageSize: Int
  /// Number of items above which the list is trimmed to ``adjustedMaximum``.
  public var preferredMaximum: Int
  public var adjustedMaximum: Int
  /// Item that the list opens at; nil: the newest end.
  public var opensAround: ItemID?
  /// Number of screens between the view and the end of the loaded items below which a page is
  /// requested.
  public var prefetchScreens: Double
  /// Seconds that a page may take: a page is also requested when the distance scrolled in this time
  /// at the current speed reaches the end of the loaded items.
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

/// Counts of what a paged list did; they only grow.
public struct PagedListStatistics: Sendable, Hashable {
  public var pagesAsked = 0
  public var pagesTaken = 0
  public var pagesFailed = 0
  /// Number of pages that arrived for an end that had changed meanwhile.
  public var pagesStale = 0
  public var retries = 0
  public var mostItemsHeld = 0
  public var itemsCut = 0
  public var gapsClosed = 0
}
