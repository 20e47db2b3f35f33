/// Turns an item into its rows. Runs on lanes, never on the main thread; being a value, it has no
/// access to any actor's state.
///
/// The neighbours are passed in, so that date headings, sender names and bubble tails need no
/// second pass.
public protocol RowFactory: Sendable {
  associatedtype Item: Sendable

  /// Returns the item's rows from top to bottom, at least one. The `item` of each row's `id` is the
  /// item's identifier.
  ///
  /// - Parameters:
  ///   - previous: the item before this one; nil at the start of the list.
  ///   - next: the item after this one; nil at the end of the list.
  func rows(for item: Item, previous: Item?, next: Item?) -> [any RowModel]
}
