import CCairo
import LugeCore

extension Canvas {
  /// Appends a path's segments.
  func add(_ path: Path) {
    for element in path.elements {
      switch element {
      case .move(let p): cairo_move_to(cairo, p.x, p.y)
      case .line(let p): cairo_line_to(cairo, p.x, p.y)
      case .curve(let a, let b, let p): cairo_curve_to(cairo, a.x, a.y, b.x, b.y, p.x, p.y)
      case .close: cairo_close_path(cairo)
      }
    }
  }

  /// Appends a rectangle with rounded corners; radii that don't fit are scaled down together, as in
  /// CSS.
  func add(_ rect: Rect, radii: CornerRadii) {
    guard rect.width > 0, rect.height > 0 else { return }
    let radii = radii.fitted(to: rect)
    let quarter = Double.pi / 2
    func corner(_ x: Double, _ y: Double, _ radius: Double, from quarters: Double) {
      guard radius > 0 else { return cairo_line_to(cairo, x, y) }
      cairo_arc(cairo, x, y, radius, quarters * quarter, (quarters + 1) * quarter)
    }
    cairo_new_sub_path(cairo)
    corner(rect.maxX - radii.topRight, rect.y + radii.topRight, radii.topRight, from: -1)
    corner(rect.maxX - radii.bottomRight, rect.maxY - radii.bottomRight, radii.bottomRight, from: 0)
    corner(rect.x + radii.bottomLeft, rect.maxY - radii.bottomLeft, radii.bottomLeft, from: 1)
    corner(rect.x + radii.topLeft, rect.y + radii.topLeft, radii.topLeft, from: 2)
    cairo_close_path(cairo)
  }
}

extension CornerRadii {
  /// No radius negative, no side shorter than its two radii.
  func fitted(to rect: Rect) -> CornerRadii {
    func positive(_ radius: Double) -> Double { radius > 0 ? min(radius, 65536) : 0 }
    let (a, b) = (positive(topLeft), positive(topRight))
    let (c, d) = (positive(bottomRight), positive(bottomLeft))
    let factor = min(
      1, rect.width / max(a + b, c + d, .leastNormalMagnitude),
      rect.height / max(a + d, b + c, .leastNormalMagnitude))
    return CornerRadii(
      topLeft: a * factor, topRight: b * factor, bottomRight: c * factor, bottomLeft: d * factor)
  }

  /// The radii of an outline that runs `amount` inside.
  func inset(by amount: Double) -> CornerRadii {
    CornerRadii(
      topLeft: max(0, topLeft - amount), topRight: max(0, topRight - amount),
      bottomRight: max(0, bottomRight - amount), bottomLeft: max(0, bottomLeft - amount))
  }
}

extension Rect {
  /// Whether all numbers are such that they can be drawn.
  var isDrawable: Bool {
    let limit = 16_777_216.0
    return x.magnitude < limit && y.magnitude < limit && width >= 0 && width < limit && height >= 0
      && height < limit
  }
}
