extension ListFeed {
  /// An item whose properties can be set any number of times a frame; the list is updated once.
  ///
  /// - Parameter item: must be in the list. Setting properties after it was removed does nothing.
  public func liveItem(_ item: Item, in engine: ListEngine) -> Coalesced<Item> {
    Coalesced(item, scheduler: engine.updateScheduler) { [self] item in
      apply([.replace(item)], options: UpdateOptions(isAnimated: false))
    }
  }
}
