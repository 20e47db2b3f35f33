/// Turns one item into its rows. Runs on lanes, never on the main thread: it is a value without
/// access to any actor's state.
///
/// Neighbours are passed in, so that decorations that depend on them (date headers, sender names,
/// tails) need no second pass.
public protocol RowFactory: Sendable {
  associatedtype Item: Sendable

  /// The item's rows from top to bottom, at least one, each with an `id` whose `item` is the
  /// item's.
  ///
  /// - Parameters:
  ///   - previous: the item before it, nil at the start of the list.
  ///   - next: the item after it, nil at the end of the list.
  func rows(for item: Item, previous: Item?, next: Item?) -> [any RowModel]
}
