public import LugeCore
public import LugeEngine

/// Mark of a delivery state: a clock, a tick, two ticks, two coloured ticks.
public struct StateMark: RowDecoration {
  /// Width in points.
  static let width = 16.0
  static let height = 11.0

  public let state: DeliveryState
  private let color: ThemeColor

  init(_ state: DeliveryState, _ colors: ChatColors, isOverPicture: Bool) {
    self.state = state
    color =
      if isOverPicture {
        // The background is dark in both schemes.
        state == .read
          ? ThemeColor(light: colors.read.dark, dark: colors.read.dark)
          : colors.overlayText
      } else {
        state == .read ? colors.read : colors.outbound.secondary
      }
  }

  public func drawList(size: PixelSize, in context: LayoutContext) -> DrawList {
    let unit = min(Double(size.width) / Self.width, Double(size.height) / Self.height)
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: Double(size.width) + (x - Self.width) * unit, y: y * unit)
    }
    let stroke = Stroke(color, width: max(1, 1.3 * unit))
    func line(_ points: Point...) -> DrawCommand {
      .polyline(Polyline(points), fill: nil, stroke: stroke)
    }
    func tick(_ x: Double) -> DrawCommand {
      line(at(x, 5.8), at(x + 2.8, 8.6), at(x + 8.6, 2.4))
    }
    switch state {
    case .sending:
      let ring = Rect(
        x: at(5.7, 0).x, y: at(0, 0.7).y, width: 9.6 * unit, height: 9.6 * unit)
      return DrawList([
        .roundedRectangle(ring, CornerRadii(4.8 * unit), fill: nil, stroke: stroke),
        line(at(10.5, 3), at(10.5, 5.7), at(12.3, 6.6)),
      ])
    case .sent: return DrawList([tick(6.6)])
    case .delivered, .read:
      return DrawList([
        tick(6.6), line(at(4.6, 8.0), at(5.2, 8.6)), line(at(6.4, 7.2), at(10.9, 2.4)),
        line(at(2.4, 5.8), at(5.2, 8.6)),
      ])
    }
  }

  /// Returns an exclamation mark for a message that was not sent. It is part of the row, with the
  /// reason.
  static func failure(_ colors: ChatColors, size: PixelSize) -> DrawList {
    let side = Double(min(size.width, size.height))
    let unit = side / height
    let left = Double(size.width) - side
    let paper = ThemeColor(0xFFFFFF, dark: 0x14_1414)
    return DrawList([
      .roundedRectangle(
        Rect(x: left, y: 0, width: side, height: side), CornerRadii(side / 2),
        fill: colors.failure, stroke: nil),
      .polyline(
        Polyline([Point(x: left + side / 2, y: 2.6 * unit), Point(x: left + side / 2, y: 6 * unit)]
        ),
        fill: nil, stroke: Stroke(paper, width: max(1, 1.6 * unit))),
      .roundedRectangle(
        Rect(x: left + side / 2 - 0.8 * unit, y: 7.4 * unit, width: 1.6 * unit, height: 1.6 * unit),
        CornerRadii(0.8 * unit), fill: paper, stroke: nil),
    ])
  }
}
