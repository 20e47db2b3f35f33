import LugeCore

/// Outline of a bubble: corners by its position in the group, and open ends where a long bubble
/// continues in the next row.
struct BubbleShape {
  /// Rectangle of the bubble with its border, whole pixels.
  var rect: Rect
  var fill: ThemeColor
  var border: ThemeColor?
  var borderWidth: Int
  var shadow: Shadow?
  var radius: Int
  var joinedRadius: Int
  var opensGroup: Bool
  var isOutgoing: Bool
  var ends: BubbleRow.Ends

  func commands() -> [DrawCommand] {
    let stroke = border.flatMap { borderWidth > 0 ? Stroke($0, width: Double(borderWidth)) : nil }
    var list: [DrawCommand] = []
    if let shadow { list.append(.shadow(drawn, radii, shadow)) }
    list.append(.roundedRectangle(drawn, radii, fill: fill, stroke: stroke))
    return list
  }

  var body: RowBody { RowBody(rect, radii) }

  /// Rectangle extended beyond the row where the bubble continues above or below, so that neither
  /// edge nor shadow is visible there.
  private var drawn: Rect {
    let beyond = Double((shadow?.reach ?? 0) + borderWidth + 1)
    var drawn = rect
    if !ends.contains(.top) {
      drawn.y -= beyond
      drawn.height += beyond
    }
    if !ends.contains(.bottom) { drawn.height += beyond }
    return drawn
  }

  private var radii: CornerRadii {
    let limit = min(rect.width, rect.height) / 2
    func limited(_ radius: Int) -> Double { min(Double(radius), limit) }
    return Self.radii(
      round: limited(radius), joined: limited(joinedRadius), opensGroup: opensGroup,
      isOutgoing: isOutgoing, ends: ends)
  }

  /// Returns the radii: corners are round, except two on the author's side that are almost square:
  /// a corner to a bubble of the same group, and the lowest one.
  static func radii(
    round: Double, joined: Double, opensGroup: Bool, isOutgoing: Bool, ends: BubbleRow.Ends
  ) -> CornerRadii {
    let top = ends.contains(.top)
    let bottom = ends.contains(.bottom)
    let near = (top: top ? (opensGroup ? round : joined) : 0, bottom: bottom ? joined : 0)
    let far = (top: top ? round : 0, bottom: bottom ? round : 0)
    return isOutgoing
      ? CornerRadii(
        topLeft: far.top, topRight: near.top, bottomRight: near.bottom, bottomLeft: far.bottom)
      : CornerRadii(
        topLeft: near.top, topRight: far.top, bottomRight: far.bottom, bottomLeft: near.bottom)
  }
}
