public import LugeCore

extension HitRegion.Action {
  /// Action that shows the spoilers of a row. Pass the item to ``ListEngine/disclose(_:)``; its
  /// rows are then laid out with ``LayoutContext/isDisclosed``.
  public static let disclose = HitRegion.Action.custom("luge.disclose")
}
