public import LugeCore

extension HitRegion.Action {
  /// Shows what the row hides: its spoilers. A ``ListEngine`` that is told to
  /// ``ListEngine/disclose(_:)`` lays the item's rows out with ``LayoutContext/isDisclosed``.
  public static let disclose = HitRegion.Action.custom("luge.disclose")
}
