extension ListFeed {
  /// A live row's item: its properties can be set any number of times a frame, and the list is
  /// updated once.
  ///
  /// - Parameter item: has to be in the list; setting properties of one that has left it is
  ///   harmless.
  public func liveItem(_ item: Item, in engine: ListEngine) -> Coalesced<Item> {
    Coalesced(item, scheduler: engine.updateScheduler) { [self, unowned engine] item, update in
      let request = apply([.replace(item)], options: UpdateOptions(isAnimated: update.isAnimated))
      engine.whenTrue({ self.isApplied(request) }) { engine in
        engine.whenMotionEnds(update.completion)
      }
    }
  }
}
