public import LugeCore

extension HitRegion.Action {
  /// Shows what the row hides: its spoilers. A ``ListEngine`` that is told to
  /// ``ListEngine/disclose(_:)`` lays the item's rows out with ``LayoutContext/isDisclosed``.
  public static let disclose = HitRegion.Action.custom("luge.disclose")
}

extension ListEngine {
  /// Shows what an item hides until it is asked for. Its rows alone are laid out again, on the lane;
  /// the reader stays where they are.
  ///
  /// It stays so for the life of the list; nothing happens for an item that is not held.
  public func disclose(_ item: ItemID) {
    guard let held = state.disclose(item) else { return }
    // In the state that the updates before this one lead to.
    let position = updates.flatMap(\.changes).reduce(held) { $1.moved($0) }
    enqueue(
      PendingUpdate(
        provider: updates.last?.provider ?? snapshot.provider,
        changes: [.reload(position..<position + 1)], options: UpdateOptions(author: .history),
        completion: nil))
  }
}
